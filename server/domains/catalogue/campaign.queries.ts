import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CampaignState } from '#contract/campaign-master'
import { ofStore } from '#server/domains/company/company.service'
import { isOwnRequest } from '#server/domains/purchase-request/purchase-request.predicates'
import type { Actor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { scopeOf } from '#server/platform/scope'
import type { ConditionName, ConditionNames } from './campaign-condition.rules.ts'

export interface CampaignRow {
  id: number
  name: string
  percent: number | null
  bonus_yen: number | null
  bonus_cap: number | null
  starts_on: string
  ends_on: string
  brands: number[]
  categories: number[]
}

/** Replaces merged brands by the one that stayed. JSON, because the driver returns arrays of bigint as text. */
const conditionColumns = sql`
  to_jsonb(array(select distinct coalesce(m.merged_into, m.id) from brand m where m.id = any(c.brands) order by 1)) as brands,
  to_jsonb(c.categories) as categories`
/** The terms that a dealer sets. */
export interface CampaignTerms {
  name: string
  percent: number | null
  bonus_yen: number | null
  bonus_cap: number | null
  starts_on: string
  ends_on: string
  brands: number[]
  categories: number[]
  shops: number[]
  is_first_only: boolean
  is_published: boolean
}
export interface StoredCampaign extends CampaignTerms {
  id: number
  state: CampaignState
  is_announced: boolean
}
export const termColumns = sql`
  c.name, c.percent, c.bonus_yen, c.bonus_cap, c.starts_on, c.ends_on, ${conditionColumns},
  to_jsonb(c.shops) as shops, c.is_first_only, c.is_published`

const columns = sql`c.id, c.name, c.percent, c.bonus_yen, c.bonus_cap, c.starts_on, c.ends_on, ${conditionColumns}`

export const stateOn = (day: string) => sql<CampaignState>`
  case when ${day}::date < c.starts_on then 'upcoming' when ${day}::date > c.ends_on then 'over' else 'running' end`
/** True once customers may have seen the campaign on the site. */
export const announcedOn = (day: string) =>
  sql<boolean>`(c.is_announced or (c.is_published and ${day}::date >= c.starts_on))`

const runsOn = (day: string) => sql<SqlBool>`${day}::date between c.starts_on and c.ends_on`
const own = (actor: Actor) => scopeOf(actor, { company: 'c.company_id' })

const brandNames = sql`array(
  select b.name from brand b
  where b.id in (select coalesce(m.merged_into, m.id) from brand m where m.id = any(c.brands)) order by b.search_text, b.id)`

async function campaignsWhere(db: Db, where: RawBuilder<SqlBool>): Promise<CampaignRow[]> {
  const { rows } = await sql<CampaignRow>`
    select ${columns} from campaign c where ${where} order by c.percent desc nulls last, c.bonus_yen desc, c.id`.execute(
    db,
  )
  return rows
}

export const campaignsOn = (db: Db, actor: Actor, day: string) =>
  campaignsWhere(db, sql`${own(actor)} and ${runsOn(day)}`)

/** Also those that articles were priced with: requests from before promises were recorded have no others. */
export const campaignsOfRequest = (db: Db, actor: Actor, request: number) =>
  campaignsWhere(
    db,
    sql`${own(actor)} and exists (select from purchase_request r where r.id = ${request} and ${isOwnRequest(actor, 'r')})
      and (exists (select from promised_campaign p where p.request_id = ${request} and p.campaign_id = c.id)
        or c.id in (select i.campaign_id from purchase_item i where i.request_id = ${request}))`,
  )

/** Everything that the company's campaigns may use as a condition. A category's name includes its parents. */
export async function conditionNames(db: Db, company: number): Promise<ConditionNames> {
  const { rows } = await sql<{
    brands: ConditionName[]
    categories: ConditionName[]
    shops: ConditionName[]
  }>`
    with recursive path as (
      select t.id, t.name from item_category t where t.parent_id is null
      union all select t.id, p.name || '>' || t.name from item_category t join path p on p.id = t.parent_id
    )
    select (select coalesce(jsonb_agg(jsonb_build_object('id', coalesce(b.merged_into, b.id), 'name', b.name,
        'isOld', b.merged_into is not null)), '[]') from brand b) as brands,
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name)), '[]') from path p) as categories,
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name)), '[]')
        from shop s where s.company_id = ${company}) as shops`.execute(db)
  return rows[0] ?? { brands: [], categories: [], shops: [] }
}

/** Locks the campaigns, so that their terms cannot change while an article is priced with them. */
export async function promisedCampaigns(tx: Tx, request: number): Promise<CampaignRow[]> {
  const { rows } = await sql<CampaignRow>`
    select ${columns} from campaign c
    where c.id in (select p.campaign_id from promised_campaign p where p.request_id = ${request})
    order by c.id for key share of c`.execute(tx)
  return rows
}

export async function runningSaleTerms(tx: Tx, company: number, day: string) {
  const { rows } = await sql<{ id: number; shops: number[]; is_first_only: boolean }>`
    select c.id, to_jsonb(c.shops) as shops, c.is_first_only from campaign c
    where c.company_id = ${company} and ${runsOn(day)} order by c.id for key share of c`.execute(tx)
  return rows
}

export async function insertPromises(tx: Tx, request: number, campaigns: readonly number[]): Promise<void> {
  if (campaigns.length === 0) return
  await tx
    .insertInto('promised_campaign')
    .values(campaigns.map((campaign_id) => ({ request_id: request, campaign_id })))
    .execute()
}

export interface CampaignNoticeRow extends Omit<CampaignRow, 'brands' | 'categories'> {
  company_name: string
  brand_names: string[]
  category_names: string[]
  shop_names: string[]
  is_first_only: boolean
}

/** Leaves out campaigns for a brand that the dealer hides: their notice would have to name it. */
export async function campaignNoticeRows(
  db: Db,
  day: string,
  { shop, store }: { shop?: number | undefined; store?: string | undefined },
): Promise<CampaignNoticeRow[]> {
  const { rows } = await sql<CampaignNoticeRow>`
    select c.id, c.name, c.percent, c.bonus_yen, c.bonus_cap, c.starts_on, c.ends_on, k.name as company_name,
      ${brandNames} as brand_names, c.is_first_only,
      array(select t.name from item_category t where t.id = any(c.categories) order by t.sort, t.id) as category_names,
      array(select s.name from shop s where s.id = any(c.shops) and s.is_open order by s.id) as shop_names
    from campaign c join company k on k.id = c.company_id
    where c.is_published and ${runsOn(day)} and not k.is_operator and ${ofStore('k.store_key', store)}
      and exists (select from shop s where s.company_id = c.company_id and s.is_open
        and (c.shops = '{}' or s.id = any(c.shops))
        and (${shop ?? null}::bigint is null or s.id = ${shop ?? null}::bigint))
      and not exists (select from brand m join company_brand h on h.brand_id in (m.id, m.merged_into)
        where m.id = any(c.brands) and h.company_id = c.company_id and h.is_private)
    order by c.ends_on, c.id`.execute(db)
  return rows
}
