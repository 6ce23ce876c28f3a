import { sql } from 'kysely'
import type { ValueType } from '#contract/category-attribute'
import type { Db, Tx } from '#server/platform/db'
import { countOf, type Window } from '#server/platform/paging'
import { readTogether } from '#server/platform/shared-reads'

export interface EffectiveAttribute {
  id: number
  name: string
  value_type: ValueType
  unit: string
  choices: string[]
  is_measure: boolean
  is_required: boolean
}

/** By category: its own and those of the categories above it; of several with one name, the nearest decides. */
export async function effectiveAttributes(
  db: Db,
  categories: readonly number[],
): Promise<ReadonlyMap<number, EffectiveAttribute[]>> {
  const wanted = [...new Set(categories)]
  if (wanted.length === 0) return new Map()
  const rows = await readTogether<EffectiveAttribute & { of: number }>(
    db,
    sql`
    with recursive up as (
      select c.id as of, c.id, c.parent_id, 0 as height from item_category c where c.id = any(${wanted}::bigint[])
      union all
      select up.of, c.id, c.parent_id, up.height + 1 from item_category c join up on up.parent_id = c.id
    ), nearest as (
      select distinct on (up.of, a.name) up.of, a.* from up join category_attribute a on a.category_id = up.id
      order by up.of, a.name, up.height
    )
    select of, id, name, value_type, unit, choices, is_measure, is_required
    from nearest where is_active order by of, sort, id`,
  )
  const found = new Map<number, EffectiveAttribute[]>(wanted.map((id) => [id, []]))
  for (const { of, ...attribute } of rows) found.get(of)?.push(attribute)
  return found
}

const tree = sql`
  with recursive tree as (
    select c.id, c.parent_id, array[c.name] as path, array[c.sort::bigint, c.id] as place
    from item_category c where c.parent_id is null
    union all
    select c.id, c.parent_id, t.path || c.name, t.place || array[c.sort::bigint, c.id]
    from item_category c join tree t on t.id = c.parent_id
  )`

export async function categoryPaths(db: Db): Promise<{ id: number; path: string[] }[]> {
  const { rows } = await sql<{
    id: number
    path: string[]
  }>`${tree} select id, path from tree order by place`.execute(db)
  return rows
}

export interface AttributeMaster extends EffectiveAttribute {
  category: number
  category_path: string[]
  sort: number
  is_active: boolean
  version: number
}

export interface AttributeFilter {
  q?: string | undefined
  category?: number | undefined
  is_active?: boolean | undefined
}

const shown = sql`a.id, a.category_id as category, t.path as category_path, a.name, a.value_type, a.unit, a.choices, a.is_measure,
  a.is_required, a.sort, a.is_active, a.version`

const filtered = ({ q = '', category, is_active }: AttributeFilter) => sql`
  (${is_active ?? null}::boolean is null or a.is_active = ${is_active ?? null}::boolean)
  and (${category ?? null}::bigint is null or a.category_id = ${category ?? null}::bigint)
  and position(${q} in a.name) > 0`

export const countAttributes = (db: Db, filter: AttributeFilter): Promise<number> =>
  countOf(db, sql`category_attribute a where ${filtered(filter)}`)

export async function attributeRows(
  db: Db,
  filter: AttributeFilter,
  { limit, offset }: Window,
): Promise<AttributeMaster[]> {
  const { rows } = await sql<AttributeMaster>`
    ${tree} select ${shown} from category_attribute a join tree t on t.id = a.category_id where ${filtered(filter)}
    order by t.place, a.sort, a.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function attributeMaster(db: Db, id: number): Promise<AttributeMaster | undefined> {
  const { rows } = await sql<AttributeMaster>`
    ${tree} select ${shown} from category_attribute a join tree t on t.id = a.category_id where a.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

export interface StoredAttribute extends EffectiveAttribute {
  path: string[]
  sort: number
  is_active: boolean
  is_used: boolean
}

export async function storedAttributes(db: Db): Promise<StoredAttribute[]> {
  const { rows } = await sql<StoredAttribute>`
    ${tree} select a.id, t.path, a.name, a.value_type, a.unit, a.choices, a.is_measure, a.is_required, a.sort, a.is_active,
      exists (select from product_value v where v.attribute_id = a.id) as is_used
    from category_attribute a join tree t on t.id = a.category_id`.execute(db)
  return rows
}

export async function isAttributeUsed(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from product_value where attribute_id = ${id} limit 1`.execute(db)
  return rows.length > 0
}

export type AttributeColumns = Omit<EffectiveAttribute, 'id'> & { sort: number; is_active: boolean }

/** Without a place, behind the others of its category. */
export async function insertAttribute(
  tx: Tx,
  row: AttributeColumns & { category_id: number },
): Promise<number> {
  const next = sql<number>`(select coalesce(max(sort), 0) + 1 from category_attribute where category_id = ${row.category_id})`
  const { id } = await tx
    .insertInto('category_attribute')
    .values({ ...row, sort: row.sort === 0 ? next : row.sort })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateAttribute(tx: Tx, id: number, set: Partial<AttributeColumns>): Promise<void> {
  await tx
    .updateTable('category_attribute')
    .set({ ...set, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

export const allAttributes = (db: Db, filter: AttributeFilter) =>
  sql<Omit<AttributeMaster, 'category_path'> & { path: string }>`
    ${tree} select ${shown}, array_to_string(t.path, '>') as path
    from category_attribute a join tree t on t.id = a.category_id where ${filtered(filter)}
    order by t.place, a.sort, a.id`.compile(db)
