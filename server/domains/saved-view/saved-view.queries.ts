import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SavedList } from '#contract/saved-view'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { scopeOf } from '#server/platform/scope'

export interface ViewRow {
  id: number
  list: SavedList
  name: string
  search: string
  hidden: string[] | null
  shop: number | null
  shop_name: string
  shared_by: string
  is_default: boolean
  place: number
  version: number
}

/** One's own, and what is shared with a shop in reach. */
function isVisible(actor: BusinessActor): RawBuilder<SqlBool> {
  return sql<SqlBool>`case when v.shop_id is null then v.business_user_id = ${actor.business_user_id}
    else ${scopeOf(actor, { company: 'v.company_id', shop: 'v.shop_id' })} end`
}

export async function viewRows(
  db: Db,
  actor: BusinessActor,
  { list, id }: { list?: SavedList | undefined; id?: number },
): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select v.id, v.list, v.name, v.search, v.hidden, v.shop_id as shop, coalesce(s.name, '') as shop_name,
      case when v.shop_id is null then '' else b.name end as shared_by, d.view_id is not null as is_default, v.place, v.version
    from saved_view v
    join business_user b on b.id = v.business_user_id
    left join shop s on s.id = v.shop_id
    left join saved_view_default d on d.view_id = v.id and d.business_user_id = ${actor.business_user_id}
    where v.company_id = ${actor.company_id} and ${isVisible(actor)}
      ${list === undefined ? sql`` : sql`and v.list = ${list}`} ${id === undefined ? sql`` : sql`and v.id = ${id}`}
    order by v.shop_id nulls first, v.place, v.id`.execute(db)
  return rows
}

export interface Group {
  list: SavedList
  shop: number | null
}

/** Views that share one order and one limit: those of a person, or of a shop. */
export async function groupRows(
  db: Db,
  actor: BusinessActor,
  { list, shop }: Group,
): Promise<{ id: number; name: string; place: number }[]> {
  return db
    .selectFrom('saved_view')
    .select(['id', 'name', 'place'])
    .where('company_id', '=', actor.company_id)
    .where('list', '=', list)
    .where((eb) =>
      shop === null
        ? eb.and([eb('shop_id', 'is', null), eb('business_user_id', '=', actor.business_user_id)])
        : eb('shop_id', '=', shop),
    )
    .orderBy('place')
    .orderBy('id')
    .execute()
}
