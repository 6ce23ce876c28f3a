// What is written about articles on their way to sale: one statement for however many.
import { sql } from 'kysely'
import type { ProductStage } from '#contract/product'
import type { Actor, BusinessActor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'

/** Once moved into productization; their first write makes them version 1. */
export async function insertProducts(tx: Tx, actor: BusinessActor, items: readonly number[]): Promise<void> {
  if (items.length === 0) return
  await sql`insert into product (item_id, company_id, shop_id, version, edited_by, edited_at)
    select id, company_id, shop_id, 0, ${actor.business_user_id}::bigint, ${actor.at.toISOString()}::timestamptz
    from purchase_item where id = any(${items}::bigint[]) order by id`.execute(tx)
}

interface ProductWrite {
  item: number
  title?: string | undefined
  description?: string | undefined
  /** Null takes it off. */
  selling_price?: number | null | undefined
}

export async function updateProducts(
  tx: Tx,
  actor: BusinessActor,
  writes: readonly ProductWrite[],
): Promise<void> {
  const rows = writes.map(({ item, title, description, selling_price }) => ({
    ...{ item, title, description, selling_price },
    is_priced: selling_price !== undefined,
  }))
  await sql`update product p
    set title = coalesce(w.title, p.title), description = coalesce(w.description, p.description),
      selling_price = case when w.is_priced then w.selling_price else p.selling_price end,
      version = p.version + 1, edited_by = ${actor.business_user_id}, edited_at = ${actor.at.toISOString()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as w(item bigint, title text, description text, selling_price bigint, is_priced boolean)
    where p.item_id = w.item`.execute(tx)
}

export async function writeFinish(
  tx: Tx,
  actor: Actor,
  items: readonly number[],
  by: number | null,
): Promise<void> {
  await sql`update product set finished_by = ${by}, finished_at = ${by === null ? null : actor.at.toISOString()}
    where item_id = any(${items}::bigint[])`.execute(tx)
}

export interface NewValue {
  attribute: number
  value: string | number | boolean
}

interface ValuesWrite {
  item: number
  kept: readonly NewValue[]
  /** Attributes whose values are taken off. */
  gone: readonly number[]
}

export async function writeValues(tx: Tx, writes: readonly ValuesWrite[]): Promise<void> {
  const gone = writes.flatMap((write) => write.gone.map((attribute) => ({ item: write.item, attribute })))
  if (gone.length > 0)
    await sql`delete from product_value v
      using unnest(${gone.map(({ item }) => item)}::bigint[], ${gone.map(({ attribute }) => attribute)}::bigint[]) as g(item, attribute)
      where v.item_id = g.item and v.attribute_id = g.attribute`.execute(tx)
  const kept = writes.flatMap((write) => write.kept.map((value) => ({ item: write.item, ...value })))
  if (kept.length === 0) return
  const of = <T>(is: (value: unknown) => value is T) => kept.map(({ value }) => (is(value) ? value : null))
  await sql`
    insert into product_value (item_id, attribute_id, text_value, number_value, boolean_value)
    select v.* from unnest(${kept.map(({ item }) => item)}::bigint[], ${kept.map(({ attribute }) => attribute)}::bigint[],
      ${of((value): value is string => typeof value === 'string')}::text[],
      ${of((value): value is number => typeof value === 'number')}::numeric[],
      ${of((value): value is boolean => typeof value === 'boolean')}::boolean[]) as v
    on conflict (item_id, attribute_id) do update set text_value = excluded.text_value,
      number_value = excluded.number_value, boolean_value = excluded.boolean_value`.execute(tx)
}

interface StateWrite {
  item: number
  stage: ProductStage
  missing: readonly string[]
  completeness: number
}

export async function writeStates(tx: Tx, states: readonly StateWrite[]): Promise<void> {
  await sql`update product p set stage = s.stage, missing = s.missing, completeness = s.completeness
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as s(item bigint, stage text, missing text[], completeness smallint)
    where p.item_id = s.item
      and (p.stage, p.missing, p.completeness) is distinct from (s.stage, s.missing, s.completeness)`.execute(
    tx,
  )
}

export async function touchProduct(tx: Tx, actor: BusinessActor, item: number): Promise<void> {
  await tx
    .updateTable('product')
    .set({ edited_by: actor.business_user_id, edited_at: actor.at.toISOString() })
    .where('item_id', '=', item)
    .execute()
}
