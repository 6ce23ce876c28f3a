import { sql } from 'kysely'
import type { CallResult } from '#contract/call'
import type { nextEngineCalls } from '#contract/next-engine'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { countOf, type Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'
import { joined, limited, type Part, selectRows } from '#server/platform/statement'

export type ArticleRow = CallResult<typeof nextEngineCalls.goods>['results'][number]
export type BatchRow = CallResult<typeof nextEngineCalls.batches>['results'][number]

const articles: Part = sql`next_engine_goods g join purchase_item i on i.id = g.item_id`

/** Articles of the own shops: `g` with its item `i`. */
export const ownGoods = (actor: BusinessActor): Part =>
  scopeOf(actor, { company: 'i.company_id', shop: 'i.shop_id' })

export async function countStates(db: Db, own: Part): Promise<{ waiting: number; failed: number }> {
  const [row] = await selectRows<{ waiting: number; failed: number }>(
    db,
    sql`select count(*) filter (where g.is_due or g.state in ('waiting', 'sent')) as waiting,
      count(*) filter (where g.state = 'failed') as failed from ${articles} where ${own}`,
  )
  return row ?? { waiting: 0, failed: 0 }
}

export interface ArticleFilter {
  state?: string | undefined
  batch?: number | undefined
}

function matching(actor: BusinessActor, { state, batch }: ArticleFilter): Part {
  return joined(
    [
      ownGoods(actor),
      ...(state === undefined ? [] : [sql`g.state = ${state}`]),
      ...(batch === undefined ? [] : [sql`g.batch_id = ${batch}`]),
    ],
    ' and ',
  )
}

export const countArticles = (db: Db, actor: BusinessActor, filter: ArticleFilter): Promise<number> =>
  countOf(db, sql`${articles} where ${matching(actor, filter)}`)

export async function articleRows(
  db: Db,
  actor: BusinessActor,
  filter: ArticleFilter,
  window: Window,
): Promise<ArticleRow[]> {
  return selectRows(
    db,
    sql`select g.id, g.code as goods_id, i.slug, i.name, coalesce(b.name, '') as brand_name, i.request_id as request,
        s.name as shop_name, g.state, g.is_due, p.selling_price, g.error, g.note as replaced, g.changed_at
      from ${articles} join shop s on s.id = i.shop_id left join brand b on b.id = i.brand_id
        left join product p on p.item_id = i.id
      where ${matching(actor, filter)} order by g.changed_at desc nulls first, g.id desc ${limited(window)}`,
  )
}

export const countBatches = (db: Db, actor: BusinessActor): Promise<number> =>
  countOf(db, sql`next_engine_batch t where ${scopeOf(actor, { company: 't.company_id' })}`)

export async function batchRows(db: Db, actor: BusinessActor, window: Window): Promise<BatchRow[]> {
  return selectRows(
    db,
    sql`select t.id, t.kind, t.state, t.que_id, t.row_count, t.failed_count, t.message, t.sent_at, t.settled_at
      from next_engine_batch t where ${scopeOf(actor, { company: 't.company_id' })}
      order by t.id desc ${limited(window)}`,
  )
}
