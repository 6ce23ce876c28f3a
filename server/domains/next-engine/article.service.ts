import type { CallBody, CallQuery, CallResult } from '#contract/call'
import type { nextEngineCalls } from '#contract/next-engine'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { type Listed, paginate } from '#server/platform/paging'
import {
  type ArticleRow,
  articleRows,
  type BatchRow,
  batchRows,
  countArticles,
  countBatches,
  ownGoods,
} from './article.queries.ts'
import { failedItems } from './upload.queries.ts'
import { queueChange } from './upload.service.ts'

export function listArticles(
  db: Db,
  actor: BusinessActor,
  query: CallQuery<typeof nextEngineCalls.goods>,
): Promise<Listed<ArticleRow>> {
  return paginate(
    query,
    () => countArticles(db, actor, query),
    (window) => articleRows(db, actor, query, window),
  )
}

export function listBatches(
  db: Db,
  actor: BusinessActor,
  query: CallQuery<typeof nextEngineCalls.batches>,
): Promise<Listed<BatchRow>> {
  return paginate(
    query,
    () => countBatches(db, actor),
    (window) => batchRows(db, actor, window),
  )
}

export async function retryFailed(
  db: Db,
  actor: BusinessActor,
  { ids }: CallBody<typeof nextEngineCalls.retry>,
): Promise<CallResult<typeof nextEngineCalls.retry>> {
  return inTransaction(db, async (tx) => {
    const items = await failedItems(tx, ownGoods(actor), ids ?? null)
    if (items.length === 0) return { queued: 0 }
    await queueChange(tx, items)
    await recordActivity(tx, actor, {
      action: 'next_engine.retry',
      object_type: 'company',
      object_id: actor.company_id,
      detail: { count: items.length },
    })
    return { queued: items.length }
  })
}
