import type { CallBody, CallQuery } from '#contract/call'
import { transferStatus as T } from '#contract/codes'
import type { transferCalls as calls } from '#contract/transfer'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { paginate } from '#server/platform/paging'
import { notFound, refuse, staleVersion } from '#server/platform/refusal'
import { noteNetwork } from '../account/account.service.ts'
import { recordActivity } from '../activity/activity.service.ts'
import {
  requireSecondPerson,
  secondPersonRefusal,
  secondPersonsFor,
} from '../company/second-person.service.ts'
import {
  countUnchecked,
  listUnchecked,
  lockSpecial,
  type SpecialRow,
  specialById,
  writeCheck,
} from './payout.queries.ts'
import { checkBeforeBatch, hasErrors } from './payout.rules.ts'
import { arrivalDate, verifiedNamesOf } from './transfer.rules.ts'

export function specialWithdrawals(
  db: Db,
  actor: BusinessActor,
  query: CallQuery<typeof calls.specialWithdrawals>,
) {
  return paginate(
    query,
    () => countUnchecked(db),
    async (window) => {
      const rows = await listUnchecked(db, window)
      const shown: Awaited<ReturnType<typeof bodyOf>>[] = []
      for (const row of rows) shown.push(await bodyOf(db, actor, row))
      return shown
    },
  )
}

async function bodyOf(db: Db, actor: BusinessActor, row: SpecialRow) {
  const { first_checker_id: first, account_number_tail: tail } = row
  return {
    transfer: row.transfer,
    customer_name: row.customer_name,
    amount: row.amount,
    requested_at: row.requested_at,
    newest_credit_at: row.newest_credit_at,
    account_changed_at: row.account_changed_at,
    bank_name: row.bank_name,
    branch_name: row.branch_name,
    account_type: row.account_type,
    account_number_masked: `****${tail}`,
    account_holder_kana: row.account_holder_kana,
    verified_name_kana: verifiedNamesOf(row)[0] ?? '',
    bounced_before: row.bounced_before,
    problems: checkBeforeBatch(row),
    first_checked_by: row.first_checked_by,
    refusal: first === null ? null : await secondPersonRefusal(db, first, actor, 'check'),
    checkers: first === null ? [] : await secondPersonsFor(db, first, 'check'),
    version: row.version,
  }
}

/** The first check is kept; the second, by somebody else, gives the payment its day. */
export async function checkSpecialWithdrawal(
  db: Db,
  actor: BusinessActor,
  input: { id: number; network: string | null } & CallBody<typeof calls.checkSpecialWithdrawal>,
) {
  return inTransaction(db, async (tx) => {
    await noteNetwork(tx, actor.session.id, input.network, actor.at)
    const row = await lockSpecial(tx, input.id)
    if (!row) throw notFound()
    if (row.status !== T.REQUESTED || !row.is_unchecked) throw refuse('illegal_transition')
    if (row.version !== input.version) throw staleVersion(await bodyOf(tx, actor, row))
    const { first_checker_id: first } = row
    if (first !== null) await requireSecondPerson(tx, first, actor, 'check')
    const problems = checkBeforeBatch(row)
    if (hasErrors(problems)) throw refuse('payout_check_failed', { extra: { problems } })
    const scheduled_on = first === null ? null : arrivalDate(actor.at)
    await writeCheck(tx, row.transfer, { by: actor.business_user_id, scheduled_on })
    await recordActivity(tx, actor, {
      action: 'transfer.check',
      object_type: 'transfer',
      object_id: row.transfer,
      detail: { amount: row.amount, check: first === null ? 'first' : 'second' },
    })
    if (first !== null) await addJob(tx, 'notification.transfer_checked', { transfer: row.transfer })
    const checked = await specialById(tx, row.transfer)
    return {
      transfer: row.transfer,
      first_checked_by: checked?.first_checked_by ?? '',
      second_checked_by: checked?.second_checked_by ?? '',
      scheduled_on,
      version: checked?.version ?? row.version,
    }
  })
}
