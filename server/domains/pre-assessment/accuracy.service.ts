import { sql } from 'kysely'
import type { CallQuery } from '#contract/call'
import { addDays, tokyoDate } from '#contract/day'
import { evidenceDays } from '#contract/evidence'
import { isOpenItem } from '#contract/lifecycle'
import type { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { recordActivity } from '#server/domains/activity/activity.service'
import { itemOfSlug } from '#server/domains/item/item.service'
import type { Actor, BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { invalidField, notFound, refuse, unknownKey } from '#server/platform/refusal'
import { accuracyBy, insertResults, ownAccuracy, type Period } from './accuracy.queries.ts'

const longest = 3 * 366

/** The last half year unless said otherwise. */
export function accuracyPeriod(
  actor: BusinessActor,
  { date_from, date_to, shop }: CallQuery<typeof calls.accuracy>,
): Period {
  const to = date_to ?? tokyoDate(actor.at)
  const period = { from: date_from ?? addDays(to, -evidenceDays), to, shop }
  if (period.from > to)
    throw invalidField('date_to', '終わりの日は、始まりの日かそのあとの日にしてください。')
  if (addDays(period.from, longest) < to) throw invalidField('date_from', '期間は3年までにしてください。')
  return period
}

export async function accuracyFigures(db: Db, actor: BusinessActor, query: CallQuery<typeof calls.accuracy>) {
  const period = accuracyPeriod(actor, query)
  const [all, brands, categories, shops, operators] = await Promise.all([
    ownAccuracy(db, actor, period),
    accuracyBy(db, actor, 'brand', period),
    accuracyBy(db, actor, 'category', period),
    accuracyBy(db, actor, 'shop', period),
    accuracyBy(db, actor, 'operator', period),
  ])
  return {
    ...all,
    by_brand: brands.map(({ id, name, ...figures }) => ({ ...figures, brand: id, brand_name: name })),
    by_category: categories.map(({ id, name, ...figures }) => ({
      ...figures,
      category: id,
      category_name: name,
    })),
    by_shop: shops.map(({ id, name, ...figures }) => ({ ...figures, shop: id ?? 0, shop_name: name })),
    by_operator: operators.map(({ id, name, ...figures }) => ({
      ...figures,
      operator: id,
      operator_name: name,
    })),
  }
}

interface NamedRow {
  pre_item: number
  pre_assessment: number
  brand: number | null
  brand_name: string
  category: number | null
  category_name: string
  condition_name: string
  low: number
  center: number
  high: number
  named_on: string
  count: number
  is_linked: boolean
}

/** Rows with a price of what the request was made from; those of the article's own brand and category first. */
async function namedOf(db: Db, item: number): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    select p.id as pre_item, p.pre_assessment_id as pre_assessment, coalesce(b.name, p.brand_text) as brand_name,
      coalesce(c.name, '') as category_name, coalesce(s.name, '') as condition_name, p.low, p.center, p.high, p.count,
      (a.sent_at at time zone 'Asia/Tokyo')::date as named_on, (l.pre_item_id is not null and l.pre_item_id = p.id) as is_linked
    from purchase_item i join purchase_request r on r.id = i.request_id
    join pre_assessment a on a.declared_list_id = r.declared_list_id
    join pre_assessment_item p on p.pre_assessment_id = a.id and p.center is not null
    left join brand b on b.id = p.brand_id left join item_category c on c.id = p.category_id
    left join pre_assessment_status s on s.id = p.status_id
    left join pre_assessed_item l on l.item_id = i.id
    where i.id = ${item}
    order by (p.brand_id is not distinct from i.brand_id)::int + (p.category_id is not distinct from i.category_id)::int desc,
      p.position, p.id`.execute(db)
  return rows
}

export async function namedPriceOf(db: Db, actor: BusinessActor, slug: string) {
  const item = await itemOfSlug(db, actor, slug)
  if (!item) throw notFound()
  const rows = await namedOf(db, item.id)
  return { named: rows.find(({ is_linked }) => is_linked) ?? null, candidates: rows }
}

/** Until the article is sold to the shop: its accuracy is written then, once. */
export async function linkNamedPrice(tx: Tx, actor: BusinessActor, slug: string, preItem: number | null) {
  const item = await itemOfSlug(tx, actor, slug)
  if (!item) throw notFound()
  const locked = await tx
    .selectFrom('purchase_item')
    .select('status')
    .where('id', '=', item.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!isOpenItem(locked.status)) throw refuse('illegal_transition', { field: 'pre_item' })
  const before = await tx
    .selectFrom('pre_assessed_item')
    .select('pre_item_id')
    .where('item_id', '=', item.id)
    .executeTakeFirst()
  if (preItem === null) await tx.deleteFrom('pre_assessed_item').where('item_id', '=', item.id).execute()
  else {
    if (!(await namedOf(tx, item.id)).some(({ pre_item }) => pre_item === preItem))
      throw unknownKey('pre_item', preItem)
    await sql`
      insert into pre_assessed_item (item_id, pre_item_id, linked_by, linked_at)
      values (${item.id}, ${preItem}, ${actor.business_user_id}, ${actor.at.toISOString()}::timestamptz)
      on conflict (item_id) do update set pre_item_id = excluded.pre_item_id, linked_by = excluded.linked_by,
        linked_at = excluded.linked_at`.execute(tx)
  }
  // Whoever takes an article away from its named price takes it out of the accuracy.
  if ((before?.pre_item_id ?? null) !== preItem)
    await recordActivity(tx, actor, {
      action: 'item.named_price',
      object_type: 'item',
      object_id: item.id,
      detail: { before: { pre_item: before?.pre_item_id ?? null }, after: { pre_item: preItem } },
    })
  const { named } = await namedPriceOf(tx, actor, slug)
  return { named }
}

/** In the transaction of the deal. */
export const recordAccuracy = (tx: Tx, actor: Actor, items: readonly number[]): Promise<void> =>
  insertResults(tx, items, tokyoDate(actor.at))
