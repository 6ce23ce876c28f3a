import type { CallBody, CallResult } from '#contract/call'
import type { purchaseRequestCalls } from '#contract/purchase-request'
import { stepTogether } from '#contract/status-move'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { inTransactionOnce, type Once, onceOf } from '#server/platform/idempotency'
import { notFound, Refusal, refuse, sentenceOf } from '#server/platform/refusal'
import { moveByStaff } from './purchase-request.biz.ts'
import { lockRequest } from './purchase-request.queries.ts'

type Seen = CallBody<typeof purchaseRequestCalls.moveMany>['requests'][number]
type Outcome = CallResult<typeof purchaseRequestCalls.moveMany>['results'][number]

/** Refused ones leave no trace and may be sent again; moved ones are answered from what the key remembers. */
export async function moveMany(
  db: Db,
  actor: BusinessActor,
  requests: readonly Seen[],
  once: Once,
): Promise<{ results: Outcome[] }> {
  // The key belongs to the whole list, before any of it moves.
  await inTransactionOnce(db, actor, once, async () => ({}))
  const results: Outcome[] = []
  for (const seen of requests) {
    try {
      results.push(
        await inTransactionOnce(db, actor, onceOf(once, seen.id, seen), (tx) => moveOne(tx, actor, seen)),
      )
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      results.push(outcome(seen.id, { is_refused: true, code: error.code, message: sentenceOf(error) }))
    }
  }
  return { results }
}

/** The version is the one that was seen, so the step is as well. */
async function moveOne(tx: Tx, actor: BusinessActor, { id, version }: Seen): Promise<Outcome> {
  const request = await lockRequest(tx, actor, id)
  if (!request) throw notFound()
  if (request.version !== version) throw refuse('stale_version')
  const step = stepTogether(request.status)
  if (!step) throw refuse('illegal_transition')
  await moveByStaff(tx, actor, request, step.to, { version })
  return outcome(id, { status: step.to })
}

const outcome = (request: number, more: Partial<Outcome>): Outcome => ({
  request,
  is_refused: false,
  code: '',
  message: '',
  status: null,
  ...more,
})
