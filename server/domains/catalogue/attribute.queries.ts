import { sql } from 'kysely'
import type { ValueType } from '#contract/category-attribute'
import type { Db } from '#server/platform/db'

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
  const { rows } = await sql<EffectiveAttribute & { of: number }>`
    with recursive up as (
      select c.id as of, c.id, c.parent_id, 0 as height from item_category c where c.id = any(${wanted}::bigint[])
      union all
      select up.of, c.id, c.parent_id, up.height + 1 from item_category c join up on up.parent_id = c.id
    ), nearest as (
      select distinct on (up.of, a.name) up.of, a.* from up join category_attribute a on a.category_id = up.id
      order by up.of, a.name, up.height
    )
    select of, id, name, value_type, unit, choices, is_measure, is_required
    from nearest where is_active order by of, sort, id`.execute(db)
  const found = new Map<number, EffectiveAttribute[]>(wanted.map((id) => [id, []]))
  for (const { of, ...attribute } of rows) found.get(of)?.push(attribute)
  return found
}
