import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ofStore } from '#server/domains/company/company.service'
import type { Actor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { inScope } from '#server/platform/scope'

export interface BrandFilter {
  /** Folded. */
  q: string
  /** Only brands that the shop (or any shop) handles. */
  handled: boolean
  shop: number | null
  /** Store key: with `handled`, only shops of the company that owns it count. */
  store: string | undefined
  /** How many at most. */
  limit: number
}

/**
 * Brands by name, kana or alias, those that begin with the text first. What a dealer keeps private is only seen by
 * its own staff: others do not find it at that dealer's shops.
 */
export async function brandRows(db: Db, actor: Actor, filter: BrandFilter) {
  const ownCompany = actor.kind === 'business' ? actor.company_id : null
  const hiddenAt = (company: RawBuilder<unknown>) => sql<SqlBool>`(
    ${company} is distinct from ${ownCompany}::bigint and exists (
      select from company_brand p where p.company_id = ${company} and p.brand_id = b.id and p.is_private))`
  const conditions: RawBuilder<SqlBool>[] = []
  if (filter.q !== '') conditions.push(sql`position(${filter.q} in b.search_text) > 0`)
  if (filter.handled) {
    conditions.push(sql`exists (
      select from shop_brand h join shop s on s.id = h.shop_id join company c on c.id = s.company_id
      where h.brand_id = b.id and s.is_open and ${ofStore('c.store_key', filter.store)} and (${filter.shop}::bigint is null or s.id = ${filter.shop}::bigint)
        and not ${hiddenAt(sql`s.company_id`)})`)
  }
  if (filter.shop !== null) {
    conditions.push(sql`not exists (
      select from shop s where s.id = ${filter.shop}::bigint and ${hiddenAt(sql`s.company_id`)})`)
  }
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  const { rows } = await sql<{
    id: number
    name: string
    name_kana: string
    is_private: boolean
    aliases: string[]
  }>`
    select b.id, b.name, b.name_kana, b.aliases, coalesce(o.is_private, false) as is_private
    from brand b
    left join company_brand o on o.brand_id = b.id and o.company_id = ${ownCompany}::bigint
    ${where}
    order by position(${filter.q} in b.search_text) > 1
      and position(chr(10) || ${filter.q} in b.search_text) = 0, b.name, b.id
    limit ${filter.limit}`.execute(db)
  return rows
}

export async function brandRow(db: Db, actor: Actor, id: number) {
  const ownCompany = actor.kind === 'business' ? actor.company_id : null
  const { rows } = await sql<{ id: number; name: string; name_kana: string; is_private: boolean }>`
    select b.id, b.name, b.name_kana, coalesce(o.is_private, false) as is_private
    from brand b left join company_brand o on o.brand_id = b.id and o.company_id = ${ownCompany}::bigint
    where b.id = ${id}`.execute(db)
  return rows[0]
}

/** Parents before their children, in the order the masters give. */
export async function categoryRows(db: Db) {
  const { rows } = await sql<{ id: number; name: string; parent: number | null; ledger_class: string }>`
    with recursive tree as (
      select c.id, c.name, c.parent_id, c.ledger_class, array[c.sort::bigint, c.id] as place
      from item_category c where c.parent_id is null
      union all
      select c.id, c.name, c.parent_id, c.ledger_class, t.place || array[c.sort::bigint, c.id]
      from item_category c join tree t on t.id = c.parent_id
    )
    select id, name, parent_id as parent, ledger_class from tree order by place`.execute(db)
  return rows
}

export async function commentTemplateRows(db: Db, actor: Actor) {
  const { rows } = await sql<{
    id: number
    title: string
    body: string
    category: string
    short_code: string
  }>`
    select t.id, t.title, t.body, t.category, t.short_code from comment_template t
    where ${inScope(actor, { company: 't.company_id' })}
    order by t.sort, t.id`.execute(db)
  return rows
}

/** Campaigns of the own company on a day, the most generous first. */
export async function campaignRows(db: Db, actor: Actor, day: string) {
  const { rows } = await sql<{
    id: number
    name: string
    percent: number
    starts_on: string
    ends_on: string
  }>`
    select c.id, c.name, c.percent, c.starts_on, c.ends_on from campaign c
    where ${inScope(actor, { company: 'c.company_id' })} and ${day}::date between c.starts_on and c.ends_on
    order by c.percent desc, c.id`.execute(db)
  return rows
}
