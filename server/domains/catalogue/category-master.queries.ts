import { sql } from 'kysely'
import type { Db } from '#server/platform/db'
import type { Window } from '#server/platform/paging'
import { useWords } from './catalogue-list.rules.ts'

export interface CategoryMaster {
  id: number
  name: string
  name_kana: string
  ledger_class: string
  sort: number
  is_active: boolean
  parent: number | null
  path: string[]
  version: number
}

export interface CategoryFilter {
  q?: string | undefined
  is_active?: boolean | undefined
}

const tree = sql`
  with recursive tree as (
    select c.*, array[]::text[] as path, array[c.sort::bigint, c.id] as place
    from item_category c where c.parent_id is null
    union all
    select c.*, t.path || t.name, t.place || array[c.sort::bigint, c.id]
    from item_category c join tree t on t.id = c.parent_id
  )`

const shown = sql`t.id, t.name, t.name_kana, t.ledger_class, t.sort, t.is_active, t.parent_id as parent, t.path, t.version`

const filtered = ({ q = '', is_active }: CategoryFilter) => sql`
  (${is_active ?? null}::boolean is null or t.is_active = ${is_active ?? null}::boolean)
  and (position(${q} in t.name) > 0 or position(${q} in t.name_kana) > 0)`

export async function countCategories(db: Db, filter: CategoryFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from item_category t where ${filtered(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function categoryMasterRows(db: Db, filter: CategoryFilter, { limit, offset }: Window) {
  const { rows } = await sql<CategoryMaster>`
    ${tree} select ${shown} from tree t where ${filtered(filter)}
    order by t.place limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function categoryMaster(db: Db, id: number): Promise<CategoryMaster | undefined> {
  const { rows } = await sql<CategoryMaster>`${tree} select ${shown} from tree t where t.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** Parents first, as a file that is loaded again needs them. Without a place the next load leaves it as it is. */
export const allCategories = (db: Db, filter: CategoryFilter) =>
  sql<{
    above: string
    name: string
    ledger_class: string
    name_kana: string
    sort: number | null
    use: string
  }>`
    ${tree} select array_to_string(t.path, '>') as above, t.name, t.ledger_class, t.name_kana, nullif(t.sort, 0) as sort,
      case when t.is_active then ${useWords.yes} else ${useWords.no} end as use
    from tree t where ${filtered(filter)} order by t.place`.compile(db)
