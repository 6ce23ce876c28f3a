import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { addJob } from '#server/platform/jobs'
import { yen } from '#server/platform/money'
import { invalidField, notFound, refuse, unknownKey } from '#server/platform/refusal'
import { recordActivity } from '../activity/activity.service.ts'
import { settleTransfers } from '../book/book.service.ts'
import {
  batchLines,
  changeBatch,
  lockBatch,
  lockSubjects,
  writeRefused,
  writeResults,
} from './payout.queries.ts'
import { canMove, judgeResults, type LineResult } from './payout.rules.ts'
import { batchBody, payoutBatch, requireVersion } from './payout.service.ts'

interface ResultInput {
  id: number
  version: number
  results: { line: number; result: 'paid' | 'bounced'; reason?: string | undefined }[]
}

/**
 * What the bank did with each line. The same result again changes nothing, whatever version was seen; another one
 * than recorded is refused. The batch is closed with its last result.
 */
export async function recordPayoutResults(db: Db, actor: BusinessActor, input: ResultInput) {
  const results = input.results.map(({ line, result, reason }) => ({
    line,
    result,
    reason: result === 'bounced' ? (reason ?? '') : '',
  }))
  if (results.some(({ result, reason }) => result === 'bounced' && reason === ''))
    throw invalidField('results', '振り込めなかった行には理由を入力してください。')
  return inTransaction(db, async (tx) => {
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
    if (fresh.length === 0) return batchBody(tx, actor, batch)
    await requireVersion(tx, actor, batch, input.version)
    if (!canMove('record_results', batch.state)) throw refuse('illegal_transition')
    await settleLines(tx, actor, fresh)
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
    return payoutBatch(tx, actor, batch.id)
  })
}

async function settleLines(tx: Tx, actor: BusinessActor, fresh: readonly LineResult[]): Promise<void> {
  const settled = await writeResults(tx, fresh, actor.business_user_id, actor.at)
  await settleTransfers(tx, actor, {
    paid: settled
      .filter(({ result }) => result === 'paid')
      .map(({ transfer, amount, kind }) => ({
        id: transfer,
        amount: yen(amount),
        kind: kind === 'special' ? 'SPECIAL_WITHDRAWAL' : 'TRANSFER',
      })),
    bounced: settled
      .filter(({ result }) => result === 'bounced')
      .map(({ transfer, reason }) => ({ id: transfer, reason })),
  })
  for (const { transfer, result } of settled)
    await addJob(tx, result === 'paid' ? 'notification.transfer_paid' : 'notification.transfer_bounced', {
      transfer,
    })
}

/**
 * No file can carry a transfer that waits, its branch closed for instance. It ends as one the bank refuses: the money
 * goes back with the reason, and the customer is told. What is in a batch is answered by the bank, not here.
 */
export async function refuseTransfer(
  db: Db,
  actor: BusinessActor,
  once: Once,
  { id, reason }: { id: number; reason: string },
) {
  return inTransactionOnce(db, actor, once, async (tx) => {
    const [transfer] = await lockSubjects(tx, [id])
    if (!transfer) throw notFound()
    if (transfer.status !== 0 || transfer.is_taken)
      throw refuse('illegal_transition', {
        message: 'この振込は、振込データに入っているか、すでに結果が出ています。',
      })
    await writeRefused(tx, { id, reason }, actor.business_user_id, actor.at)
    await settleTransfers(tx, actor, { paid: [], bounced: [{ id, reason }] })
    await recordActivity(tx, actor, {
      action: 'transfer.refuse',
      object_type: 'transfer',
      object_id: id,
      detail: { amount: transfer.amount },
    })
    await addJob(tx, 'notification.transfer_bounced', { transfer: id })
    return { transfer: id, status: 2, amount: transfer.amount, reason }
  })
}
