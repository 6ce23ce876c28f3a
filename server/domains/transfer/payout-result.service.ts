import type { CallBody } from '#contract/call'
import { transferStatus as T } from '#contract/codes'
import { yen } from '#contract/money'
import type { transferCalls as calls } from '#contract/transfer'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { addJob, addJobs } from '#server/platform/jobs'
import { invalidField, notFound, refuse, unknownKey } from '#server/platform/refusal'
import { recordActivity } from '../activity/activity.service.ts'
import { settleTransfers } from '../book/book.service.ts'
import {
  batchLines,
  changeBatch,
  lockBatch,
  lockSubjects,
  type SettledLine,
  writeRefused,
  writeResults,
  writeReturns,
} from './payout.queries.ts'
import { canMove, judgeResults, judgeReturns, type LineResult } from './payout.rules.ts'
import { payoutBatch, requireVersion } from './payout.service.ts'

type ResultInput = { id: number } & CallBody<typeof calls.recordResults>

/** Repeating a result changes nothing, whatever the version; a contradicting one is refused. */
export async function recordPayoutResults(db: Db, actor: BusinessActor, input: ResultInput) {
  const results = input.results.map(({ line, result, reason }) => ({
    line,
    result,
    reason: result === 'bounced' ? (reason ?? '') : '',
  }))
  if (results.some(({ result, reason }) => result === 'bounced' && reason === ''))
    throw invalidField('results', '振り込めなかった行には理由を入力してください。')
  await inTransaction(db, async (tx) => {
    const batch = await lockBatch(tx, input.id)
    if (!batch) throw notFound()
    const lines = await batchLines(tx, batch.id)
    const { fresh, contradicting, unknown } = judgeResults(lines, results)
    if (unknown[0] !== undefined) throw unknownKey('results', unknown[0])
    if (contradicting.length > 0)
      throw refuse('illegal_transition', {
        field: 'results',
        message: `すでに別の結果が記録されている行があります(行番号${contradicting.join('、')})。`,
      })
    if (fresh.length === 0) return
    await requireVersion(tx, actor, batch, input.version)
    if (!canMove('record_results', batch.state)) throw refuse('illegal_transition')
    const pending = lines.filter(({ result }) => result === 'pending').length - fresh.length
    await changeBatch(tx, batch.id, pending > 0 ? {} : { state: 'closed', closed_at: actor.at.toISOString() })
    await recordActivity(tx, actor, {
      action: 'payout.record_results',
      object_type: 'payout_batch',
      object_id: batch.id,
      detail: {
        paid: fresh.filter(({ result }) => result === 'paid').length,
        bounced: fresh.filter(({ result }) => result === 'bounced').length,
        pending,
      },
    })
    await settleLines(tx, actor, fresh)
  })
  return payoutBatch(db, actor, input.id)
}

/** Messages come before the posting: the house's accounts, which every transfer needs, are locked last and briefly. */
async function settleLines(tx: Tx, actor: BusinessActor, fresh: readonly LineResult[]): Promise<void> {
  const settled = await writeResults(tx, fresh, actor.business_user_id, actor.at)
  const paid = settled.filter(({ result }) => result === 'paid')
  const bounced = settled.filter(({ result }) => result === 'bounced')
  const news = (lines: readonly SettledLine[]) => lines.map(({ transfer }) => ({ transfer }))
  await addJobs(tx, 'notification.transfer_paid', news(paid))
  await addJobs(tx, 'notification.transfer_bounced', news(bounced))
  const special = paid.filter(({ kind }) => kind === 'special')
  await addJobs(
    tx,
    'transfer.end_expiry',
    special.map(({ customer }) => ({ customer })),
  )
  await settleTransfers(tx, actor, {
    paid: paid.map(({ transfer, amount, kind }) => ({
      id: transfer,
      amount: yen(amount),
      kind: kind === 'special' ? 'SPECIAL_WITHDRAWAL' : 'TRANSFER',
    })),
    bounced: bounced.map(({ transfer, reason }) => ({ id: transfer, reason })),
    returned: [],
  })
}

type ReturnInput = { id: number } & CallBody<typeof calls.recordReturns>

/** 資金返却: reverses a payment that the bank sent back later and credits the customer. Repeating it changes nothing. */
export async function recordPayoutReturns(db: Db, actor: BusinessActor, input: ReturnInput) {
  await inTransaction(db, async (tx) => {
    const batch = await lockBatch(tx, input.id)
    if (!batch) throw notFound()
    const { fresh, unpaid, unknown } = judgeReturns(await batchLines(tx, batch.id), input.returns)
    if (unknown[0] !== undefined) throw unknownKey('returns', unknown[0])
    if (unpaid.length > 0)
      throw refuse('illegal_transition', {
        field: 'returns',
        message: `振込済ではない行は、資金返却にできません(行番号${unpaid.join('、')})。`,
      })
    if (fresh.length === 0) return
    await requireVersion(tx, actor, batch, input.version)
    if (!canMove('record_returns', batch.state)) throw refuse('illegal_transition')
    await changeBatch(tx, batch.id, {})
    await recordActivity(tx, actor, {
      action: 'payout.record_returns',
      object_type: 'payout_batch',
      object_id: batch.id,
      detail: { returned: fresh.length },
    })
    const returned = await writeReturns(tx, fresh, actor.business_user_id, actor.at)
    await addJobs(
      tx,
      'notification.transfer_returned',
      returned.map(({ id }) => ({ transfer: id })),
    )
    await settleTransfers(tx, actor, { paid: [], bounced: [], returned })
  })
  return payoutBatch(db, actor, input.id)
}

/** For a transfer that no file can carry, such as one to a closed branch. Refused once it is in a batch. */
export async function refuseTransfer(
  db: Db,
  actor: BusinessActor,
  once: Once,
  { id, reason }: { id: number } & CallBody<typeof calls.cannotSend>,
) {
  return inTransactionOnce(db, actor, once, async (tx) => {
    const [transfer] = await lockSubjects(tx, [id])
    if (!transfer) throw notFound()
    if (transfer.status !== T.REQUESTED || transfer.is_taken)
      throw refuse('illegal_transition', {
        message: 'この振込は、振込データに入っているか、すでに結果が出ています。',
      })
    await writeRefused(tx, { id, reason }, actor.business_user_id, actor.at)
    await recordActivity(tx, actor, {
      action: 'transfer.refuse',
      object_type: 'transfer',
      object_id: id,
      detail: { amount: transfer.amount },
    })
    await addJob(tx, 'notification.transfer_bounced', { transfer: id })
    await settleTransfers(tx, actor, { paid: [], bounced: [{ id, reason }], returned: [] })
    return { transfer: id, status: T.FAILED, amount: transfer.amount, reason }
  })
}
