import type { Jobs } from '#server/jobs'
import {
  remindOfRequest,
  tellCustomer,
  tellObjectionAnswered,
  tellRequestMove,
  tellRescission,
  tellTransfer,
} from './notification.service.ts'
import { reminders } from './request.texts.ts'

/** Names of things that happened elsewhere; each becomes a message to whom it concerns. */
export const notificationJobs: Jobs = {
  tasks: (db, tools) => ({
    'notification.request': ({ request, from, to }) =>
      tellRequestMove(
        db,
        Number(request),
        from === null || from === undefined ? null : Number(from),
        Number(to),
        tools,
      ),
    'notification.request_reminder': async ({ request, kind }) => {
      const known = reminders.find((one) => one === kind)
      if (known) await remindOfRequest(db, Number(request), known, tools)
    },
    'notification.rescinded': ({ request, items }) =>
      tellRescission(db, Number(request), (Array.isArray(items) ? items : []).map(Number), tools),
    'notification.objection_answered': ({ objection }) => tellObjectionAnswered(db, Number(objection), tools),
    'notification.transfer_requested': ({ transfer }) =>
      tellTransfer(db, Number(transfer), 'requested', tools),
    'notification.transfer_paid': ({ transfer }) => tellTransfer(db, Number(transfer), 'paid', tools),
    'notification.transfer_bounced': ({ transfer }) => tellTransfer(db, Number(transfer), 'bounced', tools),
    'notification.transfer_returned': ({ transfer }) => tellTransfer(db, Number(transfer), 'returned', tools),
    'notification.transfer_expired': ({ customer }) =>
      tellCustomer(db, Number(customer), 'transfer_expired', tools),
    'notification.identification_cleared': ({ customer }) =>
      tellCustomer(db, Number(customer), 'identification_cleared', tools),
    'notification.bank_account_changed': ({ customer }) =>
      tellCustomer(db, Number(customer), 'bank_account_changed', tools),
  }),
}
