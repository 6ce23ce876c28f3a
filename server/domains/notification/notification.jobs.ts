import type { Jobs } from '#server/platform/jobs'
import { notifyIdentityAgain, notifyIdentityDecision, notifyIdentityLink } from './identity.news.ts'
import { sendLineMessage } from './line-message.service.ts'
import {
  notifyBoxes,
  notifyCorrection,
  notifyCustomer,
  notifyEstimateTaken,
  notifyKitSent,
  notifyKitTakenBack,
  notifyLineLinked,
  notifyObjectionReply,
  notifyPriceEstimate,
  notifyQuestionReply,
  notifyRequestMove,
  notifyRescission,
  notifyTransfer,
  remindOfRequest,
} from './notification.service.ts'
import { remindOfIdentity, remindOfMoney, remindOfPickups } from './reminder.service.ts'
import type { Reminder } from './reminder.texts.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'notification.request': { request: number; from: number | null; to: number }
    'notification.request_boxes': { request: number; here: number }
    'notification.kit_sent': { request: number; at: string }
    'notification.kit_taken_back': { request: number; at: string }
    'notification.request_reminder': { request: number; kind: Reminder }
    'notification.rescinded': { request: number; items: readonly number[] }
    'notification.objection_answered': { objection: number }
    'notification.question_answered': { question: number }
    'notification.transfer_requested': { transfer: number }
    'notification.transfer_checked': { transfer: number }
    'notification.transfer_paid': { transfer: number }
    'notification.transfer_bounced': { transfer: number }
    'notification.transfer_returned': { transfer: number }
    'notification.transfer_expired': { customer: number }
    'notification.balance_corrected': { proposal: number }
    'notification.price_estimate': {
      customer: number
      pre_assessment: number
      sentence: string
      link: string
    }
    'notification.estimate_taken': {
      customer: number
      pre_assessment: number
      shop_name: string
      count: number
    }
    'notification.identification_cleared': { customer: number }
    'notification.identity_decided': {
      review: number
      version: number
      awaited: readonly number[]
    }
    'notification.bank_account_changed': { customer: number }
    'notification.line_linked': { account: number; at: string }
    'notification.line_send': { message: number }
    'notification.remind_pickups': unknown
    'notification.remind_identity': unknown
    'notification.remind_money': unknown
    'notification.identity_link': { session: number; at: string }
    'notification.identity_again': { check: number; at: string }
  }
}

export const notificationJobs: Jobs<'notification'> = {
  tasks: (db, tools) => ({
    'notification.price_estimate': (estimate) => notifyPriceEstimate(db, estimate, tools),
    'notification.estimate_taken': (taken) => notifyEstimateTaken(db, taken, tools),
    'notification.request': ({ request, from, to }) => notifyRequestMove(db, request, from, to, tools),
    'notification.request_boxes': ({ request, here }) => notifyBoxes(db, request, here, tools),
    'notification.kit_sent': ({ request, at }) => notifyKitSent(db, request, at, tools),
    'notification.kit_taken_back': ({ request, at }) => notifyKitTakenBack(db, request, at, tools),
    'notification.request_reminder': ({ request, kind }) => remindOfRequest(db, request, kind, tools),
    'notification.rescinded': ({ request, items }) => notifyRescission(db, request, items, tools),
    'notification.objection_answered': ({ objection }) => notifyObjectionReply(db, objection, tools),
    'notification.question_answered': ({ question }) => notifyQuestionReply(db, question, tools),
    'notification.transfer_requested': ({ transfer }) => notifyTransfer(db, transfer, 'requested', tools),
    'notification.transfer_checked': ({ transfer }) => notifyTransfer(db, transfer, 'checked', tools),
    'notification.transfer_paid': ({ transfer }) => notifyTransfer(db, transfer, 'paid', tools),
    'notification.transfer_bounced': ({ transfer }) => notifyTransfer(db, transfer, 'bounced', tools),
    'notification.transfer_returned': ({ transfer }) => notifyTransfer(db, transfer, 'returned', tools),
    'notification.balance_corrected': ({ proposal }) => notifyCorrection(db, proposal, tools),
    'notification.transfer_expired': ({ customer }) =>
      notifyCustomer(db, customer, 'transfer_expired', tools),
    'notification.identification_cleared': ({ customer }) =>
      notifyCustomer(db, customer, 'identification_cleared', tools),
    'notification.identity_decided': (decided) => notifyIdentityDecision(db, decided, tools),
    'notification.bank_account_changed': ({ customer }) =>
      notifyCustomer(db, customer, 'bank_account_changed', tools),
    'notification.identity_again': ({ check, at }) => notifyIdentityAgain(db, check, at, tools),
    'notification.identity_link': ({ session, at }) => notifyIdentityLink(db, session, at, tools),
    'notification.remind_pickups': () => remindOfPickups(db, tools),
    'notification.remind_identity': () => remindOfIdentity(db, tools),
    'notification.remind_money': () => remindOfMoney(db, tools),
    'notification.line_send': ({ message }) => sendLineMessage(db, message, tools),
    'notification.line_linked': ({ account, at }) => notifyLineLinked(db, account, at, tools),
  }),
  // In Tokyo at 17:00, 10:00 and 10:05.
  schedules: [
    { task: 'notification.remind_pickups', match: '0 8 * * *' },
    { task: 'notification.remind_identity', match: '0 1 * * *' },
    { task: 'notification.remind_money', match: '5 1 * * *' },
  ],
}
