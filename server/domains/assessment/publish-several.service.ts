import type { assessmentCalls } from '#contract/assessment'
import type { CallBody, CallResult } from '#contract/call'
import { requestStatus as S } from '#contract/lifecycle'
import { lockRequest } from '#server/domains/purchase-request/purchase-request.move'
import { requestDetail } from '#server/domains/purchase-request/purchase-request.present'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { inTransactionOnce, type Once, onceOf } from '#server/platform/idempotency'
import { notFound, Refusal, refuse, sentenceOf } from '#server/platform/refusal'
import { assessedItems } from './assessment.queries.ts'
import { publishLocked } from './assessment.service.ts'

type Outcome = CallResult<typeof assessmentCalls.publishSeveral>['results'][number]

type Seen = CallBody<typeof assessmentCalls.publishSeveral>['requests'][number]
/** For a preview nothing has been seen yet. */
type Wanted = Seen | { id: number }

/** Refused ones leave no trace and may be sent again; published ones are answered from what the key remembers. */
export async function publishSeveral(
  db: Db,
  actor: BusinessActor,
  requests: readonly Seen[],
  once: Once,
): Promise<{ results: Outcome[] }> {
  // The key belongs to the whole list, before any of it goes out.
  await inTransactionOnce(db, actor, once, async () => ({}))
  const results: Outcome[] = []
  for (const wanted of requests) {
    const own = onceOf(once, wanted.id, wanted)
    results.push(
      await outcomeOf(db, actor, wanted.id, () =>
        inTransactionOnce(db, actor, own, (tx) => publishOne(tx, actor, wanted)),
      ),
    )
  }
  return { results }
}

class Undone extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('undone')
    this.outcome = outcome
  }
}

/** Publishes and undoes it, so that no rule is known twice. */
export async function previewSeveral(
  db: Db,
  actor: BusinessActor,
  requests: readonly number[],
): Promise<{ results: Outcome[] }> {
  const results: Outcome[] = []
  for (const id of new Set(requests)) {
    results.push(
      await outcomeOf(db, actor, id, async () => {
        try {
          return await inTransaction(db, async (tx): Promise<Outcome> => {
            throw new Undone(await publishOne(tx, actor, { id }))
          })
        } catch (error) {
          if (error instanceof Undone) return error.outcome
          throw error
        }
      }),
    )
  }
  return { results }
}

/** With the version that was found, not the one it leaves. */
async function publishOne(tx: Tx, actor: BusinessActor, wanted: Wanted): Promise<Outcome> {
  const request = await lockRequest(tx, actor, wanted.id)
  if (!request) throw notFound()
  if ('version' in wanted && wanted.version !== request.version) throw refuse('stale_version')
  await publishLocked(tx, actor, request, {})
  const outcome = await described(tx, actor, wanted.id, request.version)
  // A changed price leaves the request's version as it is.
  if ('version' in wanted && (outcome.total !== wanted.total || outcome.item_count !== wanted.item_count))
    throw refuse('stale_version')
  return outcome
}

async function described(db: Db, actor: BusinessActor, id: number, version?: number): Promise<Outcome> {
  const record = await requestDetail(db, actor, id)
  if (!record) throw notFound()
  const items = await assessedItems(db, id)
  return {
    request: id,
    is_refused: false,
    code: '',
    message: '',
    items: [],
    customer: record.customer_id,
    customer_name: record.customer_name,
    item_count: items.length,
    total: record.offer_total,
    is_accepted: record.status !== S.OFFERED,
    version: version ?? record.version,
  }
}

async function outcomeOf(
  db: Db,
  actor: BusinessActor,
  id: number,
  act: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const refused = { is_refused: true, code: error.code, message: sentenceOf(error), items: itemsOf(error) }
    const found = await described(db, actor, id).catch((other: unknown) => {
      if (other instanceof Refusal) return undefined
      throw other
    })
    return found
      ? { ...found, ...refused, total: null, is_accepted: false }
      : {
          ...{ request: id, ...refused, customer: null, customer_name: '' },
          ...{ item_count: 0, total: null, is_accepted: false, version: 0 },
        }
  }
}

const itemsOf = ({ body }: Refusal): Outcome['items'] =>
  Array.isArray(body.items) ? (body.items as Outcome['items']) : []
