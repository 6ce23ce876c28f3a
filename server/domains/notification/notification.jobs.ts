import type { Jobs } from '#server/platform/jobs'
import {
  remindOfRequest,
  tellCustomer,
  tellObjectionAnswered,
  tellRequestMove,
  tellRescission,
  tellTransfer,
} from './notification.service.ts'
import type { Reminder } from './request.texts.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'notification.request': { request: number; from: number | null; to: number }
    'notification.request_reminder': { request: number; kind: Reminder }
    'notification.rescinded': { request: number; items: readonly number[] }
    'notification.objection_answered': { objection: number }
    'notification.transfer_requested': { transfer: number }
    'notification.transfer_paid': { transfer: number }
    'notification.transfer_bounced': { transfer: number }
    'notification.transfer_returned': { transfer: number }
    'notification.transfer_expired': { customer: number }
    'notification.identification_cleared': { customer: number }
    'notification.bank_account_changed': { customer: number }
  }
}

export const notificationJobs: Jobs<'notification'> = {
  tasks: (db, tools) => ({
    'notification.request': ({ request, from, to }) => tellRequestMove(db, request, from, to, tools),
    'notification.request_reminder': ({ request, kind }) => remindOfRequest(db, request, kind, tools),
    'notification.rescinded': ({ request, items }) => tellRescission(db, request, items, tools),
    'notification.objection_answered': ({ objection }) => tellObjectionAnswered(db, objection, tools),
    'notification.transfer_requested': ({ transfer }) => tellTransfer(db, transfer, 'requested', tools),
    'notification.transfer_paid': ({ transfer }) => tellTransfer(db, transfer, 'paid', tools),
    'notification.transfer_bounced': ({ transfer }) => tellTransfer(db, transfer, 'bounced', tools),
    'notification.transfer_returned': ({ transfer }) => tellTransfer(db, transfer, 'returned', tools),
    'notification.transfer_expired': ({ customer }) => tellCustomer(db, customer, 'transfer_expired', tools),
    'notification.identification_cleared': ({ customer }) =>
      tellCustomer(db, customer, 'identification_cleared', tools),
    'notification.bank_account_changed': ({ customer }) =>
      tellCustomer(db, customer, 'bank_account_changed', tools),
  }),
}
