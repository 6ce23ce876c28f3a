import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CampaignState } from '#contract/campaign-master'
import { tokyoDate } from '#contract/day'
import { isBoughtItem } from '#server/domains/item/item.predicates'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import type { Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'
import {
  announcedOn,
  type CampaignTerms,
  type StoredCampaign,
  stateOn,
  termColumns,
} from './campaign.queries.ts'

export interface CampaignMaster extends StoredCampaign {
  may_change: boolean
  bought_count: number
  uplift_total: number
  version: number
}

const own = (actor: BusinessActor) => scopeOf(actor, { company: 'c.company_id' })

/** People limited to some shops may not change a campaign that also applies to other shops. */
const isWithinReach = ({ shop_ids }: BusinessActor) => sql<boolean>`(
  ${shop_ids}::bigint[] is null or (c.shops <> '{}' and c.shops <@ ${shop_ids}::bigint[]))`

function filtered(actor: BusinessActor, state: CampaignState | undefined): RawBuilder<SqlBool> {
  if (state === undefined) return own(actor)
  return sql`${own(actor)} and ${stateOn(tokyoDate(actor.at))} = ${state}`
}

export async function countCampaigns(db: Db, actor: BusinessActor, state: CampaignState | undefined) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from campaign c where ${filtered(actor, state)}`.execute(db)
  return rows[0]?.count ?? 0
}

const described = (actor: BusinessActor, where: RawBuilder<SqlBool>, place: RawBuilder<unknown>) =>
  sql<CampaignMaster>`
    select c.id, ${termColumns},
      ${stateOn(tokyoDate(actor.at))} as state, ${announcedOn(tokyoDate(actor.at))} as is_announced,
      ${isWithinReach(actor)} as may_change, c.version,
      u.bought_count, u.uplift_total
    from (select c.* from campaign c where ${where} order by c.starts_on desc, c.id desc ${place}) c
    cross join lateral (
      select count(*) as bought_count, coalesce(sum(i.uplift), 0)::bigint as uplift_total
      from purchase_item i where i.campaign_id = c.id and ${isBoughtItem('i')}
        and ${scopeOf(actor, { company: 'i.company_id', shop: 'i.shop_id' })}) u
    order by c.starts_on desc, c.id desc`

export async function campaignMasterRows(
  db: Db,
  actor: BusinessActor,
  state: CampaignState | undefined,
  { limit, offset }: Window,
) {
  const place = sql`limit ${limit} offset ${offset}`
  return (await described(actor, filtered(actor, state), place).execute(db)).rows
}

export async function allCampaigns(db: Db, actor: BusinessActor, state: CampaignState | undefined) {
  const { rows } = await sql<CampaignTerms>`
    select ${termColumns} from campaign c where ${filtered(actor, state)} order by c.starts_on desc, c.id desc`.execute(
    db,
  )
  return rows
}

export async function campaignMaster(db: Db, actor: BusinessActor, id: number) {
  const where = sql<SqlBool>`${own(actor)} and c.id = ${id}`
  return (await described(actor, where, sql``).execute(db)).rows[0]
}

export async function createdCampaign(tx: Tx, company_id: number, row: CampaignTerms): Promise<number> {
  const { id } = await tx
    .insertInto('campaign')
    .values({ company_id, ...row })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteCampaign(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('campaign').where('id', '=', id).execute()
}

/** Conditions that cannot be used: merged brands, unknown categories, shops outside the actor's reach. */
export async function unknownConditions(
  tx: Tx,
  actor: BusinessActor,
  { brands, categories, shops }: Pick<CampaignTerms, 'brands' | 'categories' | 'shops'>,
) {
  const without = (keys: readonly number[], known: RawBuilder<unknown>) => sql<number[]>`(
    select coalesce(jsonb_agg(k), '[]') from unnest(${keys}::bigint[]) as k where k not in (${known}))`
  const { rows } = await sql<{ brands: number[]; categories: number[]; shops: number[] }>`
    select ${without(brands, sql`select b.id from brand b where b.merged_into is null`)} as brands,
      ${without(categories, sql`select t.id from item_category t`)} as categories,
      ${without(
        shops,
        sql`select s.id from shop s where ${scopeOf(actor, { company: 's.company_id', shop: 's.id' })}`,
      )} as shops`.execute(tx)
  return rows[0] ?? { brands: [], categories: [], shops: [] }
}
