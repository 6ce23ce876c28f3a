import { type CompiledQuery, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import {
  type ActivityGroup,
  type ActivityObject,
  activityLabel,
  activityObjectLabel,
  mostActivities,
} from '#contract/activity'
import { codeKind, staffOfCode, tidyCode } from '#contract/scan-code'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { countOf, type Window } from '#server/platform/paging'
import { questionOf, readTogether } from '#server/platform/shared-reads'
import { daysBetween, joined, limited, nothing, type Part, selectRows } from '#server/platform/statement'

export interface TrailFilter {
  /** Of a person. */
  account?: number | undefined
  group?: ActivityGroup | undefined
  object?: ActivityObject | undefined
  date_from?: string | undefined
  date_to?: string | undefined
  q?: string | undefined
}

export interface TrailRow {
  id: number
  at: string
  is_own: boolean
  is_house: boolean
  actor_name: string
  action: string
  object_type: string
  object_id: string
  object_name: string
  object_request: number | null
  object_shop: number | null
  detail: Record<string, unknown>
}

/** `own`: what people of the company did. `others`: what others did to the company, its shops and its people. */
type Side = 'own' | 'others'

const columns = sql`a.id, a.at, a.actor_id, a.company_id, a.action, a.object_type, a.object_id, a.detail`
/** All that the order needs, so that every row before the page is read from an index alone. */
const keys = sql`a.id, a.at`

const objectsOf = (company: number) => sql`
  select 'company' as type, ${String(company)} as id
  union all select 'shop', s.id::text from shop s where s.company_id = ${company}
  union all select 'business_user', u.id::text from business_user u where u.company_id = ${company}
  union all select 'account', u.account_id::text from business_user u where u.company_id = ${company}`

const isNumber = sql`a.object_id ~ '^[0-9]{1,15}$'`

/** Somebody limited to shops sees the acts on what belongs to them; of other acts, those of who works in them. */
function withinShops(actor: BusinessActor): Part[] {
  if (actor.shop_ids === null) return []
  const shops = sql`any(${actor.shop_ids}::bigint[])`
  const ofColleague = sql`exists (
    select from business_user u join business_user_shop l on l.business_user_id = u.id
    where u.account_id = a.actor_id and l.shop_id = ${shops})`
  return [
    sql`(a.actor_id = ${actor.account_id} or case
      when not ${isNumber} then ${ofColleague}
      when a.object_type = 'request' then exists (
        select from purchase_request r where r.id = a.object_id::bigint and r.shop_id = ${shops})
      when a.object_type = 'item' then exists (
        select from purchase_item i where i.id = a.object_id::bigint and i.shop_id = ${shops})
      when a.object_type = 'customer' then exists (
        select from purchase_request r where r.customer_id = a.object_id::bigint and r.shop_id = ${shops})
      when a.object_type = 'shop' then a.object_id::bigint = ${shops}
      when a.object_type = 'business_user' then exists (
        select from business_user_shop l where l.business_user_id = a.object_id::bigint and l.shop_id = ${shops})
      when a.object_type = 'account' then exists (
        select from business_user u join business_user_shop l on l.business_user_id = u.id
        where u.account_id = a.object_id::bigint and l.shop_id = ${shops})
      else ${ofColleague} end)`,
  ]
}

const actionsOf = (group: ActivityGroup): string[] =>
  Object.keys(activityLabel).filter((action) => action.startsWith(`${group}.`))

/** A number is that of a request, a customer, a batch …; otherwise that of an item, `10050-3`, or the code of an item, a badge or a store. */
function ofCode(text: string): Part {
  const types = Object.keys(activityObjectLabel)
  const staff = staffOfCode(text)
  if (staff !== undefined) return sql`a.object_type = 'business_user' and a.object_id = ${String(staff)}`
  if (codeKind(text) === 'item_number') {
    const [request, seq] = tidyCode(text).split('-').map(Number)
    return sql`a.object_type = 'item' and a.object_id in (
      select i.id::text from purchase_item i where i.request_id = ${request}::bigint and i.seq = ${seq}::int
      union all select t.item_id::text from taken_back_item t where t.request_id = ${request}::bigint and t.seq = ${seq}::int)`
  }
  return sql`(a.object_type = any(${types}::text[]) and a.object_id = ${text}
    or a.object_type = 'item' and a.object_id = (
      select i.id::text from purchase_item i where i.slug = ${text.toLowerCase()}))`
}

const byPerson = (account: number, side: Side): Part =>
  side === 'own'
    ? sql`a.actor_id = ${account}`
    : sql`a.object_type = 'account' and a.object_id = ${String(account)} and a.actor_id is null`

function conditions(actor: BusinessActor, filter: TrailFilter, side: Side, ofGroup?: Part): Part {
  const { account, group, object, date_from, date_to } = filter
  const code = filter.q?.normalize('NFKC').trim()
  return joined(
    [
      side === 'own'
        ? sql`a.company_id = ${actor.company_id}`
        : sql`a.company_id is distinct from ${actor.company_id} and a.actor_kind <> 'customer'`,
      ...withinShops(actor),
      ...(account === undefined ? [] : [byPerson(account, side)]),
      ...(group ? [ofGroup ?? sql`a.action = any(${actionsOf(group)}::text[])`] : []),
      ...(object ? [sql`a.object_type = ${object}`] : []),
      ...daysBetween('a.at', date_from, date_to),
      ...(code ? [ofCode(code)] : []),
    ],
    ' and ',
  )
}

const newestFirst = sql`order by a.at desc, a.id desc`

/** For a group, reads the newest rows of each action by index: a filter alone would scan all rows of the company. */
function own(actor: BusinessActor, filter: TrailFilter, newest?: number): Part {
  if (filter.group === undefined || newest === undefined)
    return sql`activity a where ${conditions(actor, filter, 'own')}`
  return sql`unnest(${actionsOf(filter.group)}::text[]) as of_group(action) cross join lateral (
    select ${keys} from activity a where ${conditions(actor, filter, 'own', sql`a.action = of_group.action`)}
    ${newestFirst} limit ${newest}) a`
}

/** Either side by its own index; `newest` keeps both from being read to the end, and gives only the keys of rows. */
function matching(actor: BusinessActor, filter: TrailFilter, newest?: number): Part {
  const part = newest === undefined ? nothing : sql`${newestFirst} limit ${newest}`
  const selected = newest === undefined ? columns : keys
  return sql`(
    (select ${selected} from ${own(actor, filter, newest)} ${part})
    union all
    (select ${selected} from (${objectsOf(actor.company_id)}) o
      join activity a on a.object_type = o.type and a.object_id = o.id
      where ${conditions(actor, filter, 'others')} ${part})
  ) a`
}

/**
 * Questions whose count has reached the end of the list. Rows are added, never removed, so it stays there; not for somebody
 * limited to shops, whose rows change with what belongs to those shops.
 */
const reachesEnd = new WeakMap<Db, LRUCache<string, true>>()
const mostRemembered = 1000

/** Counts no further than the list goes. */
export async function countTrail(db: Db, actor: BusinessActor, filter: TrailFilter): Promise<number> {
  const statement = sql`select count(*) as count from (select from ${matching(actor, filter)} limit ${sql.lit(mostActivities)}) n`
  const known = reachesEnd.get(db) ?? new LRUCache<string, true>({ max: mostRemembered })
  reachesEnd.set(db, known)
  const question = questionOf(db, statement)
  if (known.has(question)) return mostActivities
  const [row] = await readTogether<{ count: number }>(db, statement)
  const count = row?.count ?? 0
  if (count === mostActivities && actor.shop_ids === null) known.set(question, true)
  return count
}

export const countWholeTrail = (db: Db, actor: BusinessActor, filter: TrailFilter): Promise<number> =>
  countOf(db, matching(actor, filter))

/** Words and links of one row. Names are only those of the reader's company, or of what the operator sets up. */
const described = (actor: BusinessActor, rows: Part): Part => sql`
  select a.id, a.at, a.action, a.object_type, a.object_id, a.detail,
    coalesce(u.company_id, p.company_id) is not distinct from ${actor.company_id} as is_own, coalesce(c.is_operator, false) as is_house,
    case when u.company_id = ${actor.company_id} then u.name when p.company_id = ${actor.company_id} then p.authority else '' end
      as actor_name,
    coalesce(case when not ${isNumber} then null
      when a.object_type = 'business_user' then (select b.name from business_user b where b.id = a.object_id::bigint)
      when a.object_type = 'account' then (select b.name from business_user b where b.account_id = a.object_id::bigint)
      when a.object_type = 'api_key' then (select k.name from api_key k where k.id = a.object_id::bigint)
      when a.object_type = 'webhook_endpoint' then (select w.name from webhook_endpoint w where w.id = a.object_id::bigint)
      when a.object_type = 'inspection' then (select i.authority from inspection i where i.id = a.object_id::bigint)
      when a.object_type = 'shop' then (select s.name from shop s where s.id = a.object_id::bigint)
      when a.object_type = 'company' then (select k.name from company k where k.id = a.object_id::bigint)
      when a.object_type = 'brand' then (select b.name from brand b where b.id = a.object_id::bigint)
      when a.object_type = 'category' then (select t.name from item_category t where t.id = a.object_id::bigint)
      when a.object_type = 'campaign' then (select m.name from campaign m where m.id = a.object_id::bigint)
      when a.object_type = 'announcement' then (select n.title from announcement n where n.id = a.object_id::bigint)
      when a.object_type = 'item' then (
        select concat(coalesce(i.request_id, t.request_id), '-', i.seq) from purchase_item i
        left join taken_back_item t on t.item_id = i.id where i.id = a.object_id::bigint)
    end, '') as object_name,
    case when a.object_type = 'item' and ${isNumber} then (
      select coalesce(i.request_id, t.request_id) from purchase_item i
      left join taken_back_item t on t.item_id = i.id where i.id = a.object_id::bigint) end as object_request,
    case when a.object_type = 'customer' and ${isNumber} then (
      select min(r.shop_id) from purchase_request r
      where r.customer_id = a.object_id::bigint and r.company_id = ${actor.company_id}
        and (${actor.shop_ids}::bigint[] is null or r.shop_id = any(${actor.shop_ids}::bigint[]))) end as object_shop
  from (${rows}) a
  left join business_user u on u.account_id = coalesce(a.actor_id,
    case when a.object_type = 'account' and ${isNumber} then a.object_id::bigint end)
  left join lateral (
    select i.company_id, i.authority from inspection i where i.account_id = a.actor_id and i.begun_at <= a.at order by i.id desc limit 1
  ) p on u.id is null
  left join company c on c.id = u.company_id
  ${newestFirst}`

export async function trailRows(
  db: Db,
  actor: BusinessActor,
  filter: TrailFilter,
  window: Window,
): Promise<TrailRow[]> {
  const page = await readTogether<{ id: number }>(
    db,
    sql`select a.id from ${matching(actor, filter, window.offset + window.limit)} ${newestFirst} ${limited(window)}`,
  )
  if (page.length === 0) return []
  // Separate from the choice of the page: with only ids as parameters PostgreSQL reuses one plan, and planning this costs more
  // than running it.
  const ids = page.map(({ id }) => id)
  return selectRows<TrailRow>(
    db,
    described(actor, sql`select ${columns} from activity a where a.id = any(${ids}::bigint[])`),
  )
}

export const wholeTrail = (db: Db, actor: BusinessActor, filter: TrailFilter): CompiledQuery<TrailRow> =>
  sql<TrailRow>`${described(actor, sql`select a.* from ${matching(actor, filter)}`)}`.compile(db)

export async function accountOf(db: Db, actor: BusinessActor, person: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('business_user')
    .select('account_id')
    .where('id', '=', person)
    .where('company_id', '=', actor.company_id)
    .executeTakeFirst()
  return row?.account_id
}

export interface TrailPerson {
  id: number
  name: string
  is_active: boolean
}

export const trailPersons = (db: Db, actor: BusinessActor): Promise<TrailPerson[]> =>
  selectRows<TrailPerson>(
    db,
    sql`select u.id, u.name, u.is_active from business_user u
      where u.company_id = ${actor.company_id} and (
        ${actor.shop_ids}::bigint[] is null or u.id = ${actor.business_user_id} or exists (
          select from business_user_shop l
          where l.business_user_id = u.id and l.shop_id = any(${actor.shop_ids}::bigint[])))
      order by u.is_active desc, u.name, u.id`,
  )

/** Names that the facts of a row give by number. */
export async function namesFor(
  db: Db,
  actor: BusinessActor,
): Promise<Record<'shop' | 'person', Map<number, string>>> {
  const named = await readTogether<{ kind: 'shop' | 'person'; id: number; name: string }>(
    db,
    sql`select 'shop' as kind, s.id, s.name from shop s where ${actor.is_operator}::boolean or s.company_id = ${actor.company_id}
      union all
      select 'person', u.id, u.name from business_user u where ${actor.is_operator}::boolean or u.company_id = ${actor.company_id}`,
  )
  const mapOf = (wanted: 'shop' | 'person') =>
    new Map(named.filter(({ kind }) => kind === wanted).map(({ id, name }) => [id, name]))
  return { shop: mapOf('shop'), person: mapOf('person') }
}
