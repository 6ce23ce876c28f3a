import { addDays, tokyoDate } from '#contract/day'
import { isAskedToMend } from '#server/domains/transfer/transfer.service'
import { daysBefore } from '#server/platform/calendar'
import type { Db } from '#server/platform/db'
import { allById, forEachLogged } from '#server/platform/each'
import type { Tools } from '#server/platform/tools'
import { requestNews } from './notification.queries.ts'
import { notify } from './notification.service.ts'
import {
  bouncedTransfers,
  type MoneyDue,
  pickupsOn,
  unidentified,
  withoutBankAccount,
} from './reminder.queries.ts'
import {
  bankAccountMissingMessage,
  bouncedMessage,
  identityMissingMessage,
  pickupTomorrowMessage,
} from './reminder.texts.ts'

type ReminderTools = Pick<Tools, 'clock' | 'config' | 'log'>

/** Days after which a reminder goes out; the event names the step, so that each is sent once. */
const steps = { identity: [7, 20, 27], bank: [3, 30, 90], bounce: [7, 30, 90] } as const
const before = (at: Date, days: number): string => daysBefore(at, days).toISOString()

function stepOf(days: readonly number[], since: string, at: Date): number {
  return days.filter((after) => new Date(since) <= daysBefore(at, after)).length
}

export async function remindOfPickups(db: Db, tools: ReminderTools): Promise<void> {
  const tomorrow = addDays(tokyoDate(tools.clock.now()), 1)
  const due = allById((after, limit) => pickupsOn(db, tomorrow, after, limit))
  await forEachLogged(due, tools.log, async ({ id }) => {
    const request = await requestNews(db, id)
    if (!request) return
    const message = pickupTomorrowMessage(request)
    await notify(db, { whom: request, event: `pickup_reminder.${id}.${tomorrow}`, message, request }, tools)
  })
}

export async function remindOfIdentity(db: Db, tools: ReminderTools): Promise<void> {
  const at = tools.clock.now()
  const due = allById((after, limit) => unidentified(db, before(at, steps.identity[0]), after, limit))
  await forEachLogged(due, tools.log, async ({ id }) => {
    const request = await requestNews(db, id)
    if (!request?.answered_at) return
    const event = `identity_reminder.${id}.${Date.parse(request.answered_at)}.${stepOf(steps.identity, request.answered_at, at)}`
    const message = identityMissingMessage(request, request.answered_at)
    await notify(db, { whom: request, event, message, request }, tools)
  })
}

/** Money that waits for the customer: no account yet, or one that the bank refused. */
export async function remindOfMoney(db: Db, tools: ReminderTools): Promise<void> {
  const at = tools.clock.now()
  const remind = (kind: 'bank' | 'bounce', due: MoneyDue) => {
    const message = kind === 'bank' ? bankAccountMissingMessage(due.balance) : bouncedMessage(due.balance)
    const event = `${kind}_reminder.${due.id}.${Date.parse(due.since)}.${stepOf(steps[kind], due.since, at)}`
    return notify(db, { whom: due, event, message }, tools)
  }
  const noAccount = allById((after, limit) => withoutBankAccount(db, before(at, steps.bank[0]), after, limit))
  await forEachLogged(noAccount, tools.log, (due) => remind('bank', due))
  const bounced = allById((after, limit) => bouncedTransfers(db, before(at, steps.bounce[0]), after, limit))
  await forEachLogged(bounced, tools.log, async (due) => {
    if (await isAskedToMend(db, due.customer)) await remind('bounce', due)
  })
}
