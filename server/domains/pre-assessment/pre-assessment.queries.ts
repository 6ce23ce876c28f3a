import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { foldSearch } from '#contract/text'
import { ofStore } from '#server/domains/company/company.service'
import { ownStoreOf } from '#server/domains/store-look/store-look.predicates'
import type { Actor, BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { orderingOf, type Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'
import { daysBetween } from '#server/platform/statement'

export interface PreAssessmentFilter {
  q?: string | undefined
  status?: string | undefined
  channel?: string | undefined
  operator?: number | undefined
  customer?: number | undefined
  shop?: number | undefined
  date_from?: string | undefined
  date_to?: string | undefined
  ordering?: string | undefined
}

export interface PreAssessmentRow {
  id: number
  state: 'draft' | 'sent' | 'accepted' | 'declined' | 'expired'
  channel: 'counter' | 'phone' | 'line' | 'web'
  shop: number
  shop_name: string
  company: number
  company_name: string
  store_key: string
  prospect: number | null
  prospect_name: string
  operator: number | null
  operator_name: string
  note: string
  item_count: number
  low: number
  center: number
  high: number
  priced: number
  unpriced: number
  valid_until: string | null
  sent_at: string | null
  ended_at: string | null
  link_expires_at: string | null
  request: number | null
  customer: number | null
  created_at: string
  version: number
}

export const isOwnPreAssessment = (actor: Actor, alias: string) =>
  scopeOf(actor, { company: `${alias}.company_id`, shop: `${alias}.shop_id` })

function conditionsOf(actor: BusinessActor, filter: PreAssessmentFilter): RawBuilder<SqlBool> {
  const all: RawBuilder<SqlBool>[] = [isOwnPreAssessment(actor, 'a')]
  const { q, status, channel, operator, customer, shop } = filter
  if (q) {
    const number = /^\s*P?-?(\d{1,12})\s*$/i.exec(q)?.[1]
    const named = sql<SqlBool>`a.prospect_id in (
      select p.id from prospect p where p.company_id = a.company_id and position(${foldSearch(q)} in p.search_text) > 0)`
    all.push(number ? sql`(a.id = ${Number(number)} or ${named})` : named)
  }
  if (status) all.push(sql`a.state = ${status}`)
  if (channel) all.push(sql`a.channel = ${channel}`)
  if (operator !== undefined) all.push(sql`a.operator_id = ${operator}`)
  if (customer !== undefined) all.push(sql`a.prospect_id = ${customer}`)
  if (shop !== undefined) all.push(sql`a.shop_id = ${shop}`)
  all.push(...(daysBetween('a.created_at', filter.date_from, filter.date_to) as RawBuilder<SqlBool>[]))
  return sql.join(all, sql` and `)
}

export async function countPreAssessments(db: Db, actor: BusinessActor, filter: PreAssessmentFilter) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pre_assessment a where ${conditionsOf(actor, filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

const columns = sql`
  a.id, a.state, a.channel, a.shop_id as shop, s.name as shop_name, a.company_id as company, o.name as company_name, ${ownStoreOf('o')} as store_key,
  a.prospect_id as prospect, coalesce(p.name, '') as prospect_name, a.operator_id as operator,
  coalesce(u.name, '') as operator_name, a.note, i.item_count, i.low, i.center, i.high, i.priced, i.unpriced,
  a.valid_until, a.sent_at, a.ended_at, (select min(r.id) from purchase_request r where r.declared_list_id = a.declared_list_id) as request, a.customer_id as customer, a.created_at, a.version,
  (select max(l.expires_at) from pre_assessment_link l
    where l.pre_assessment_id = a.id and l.revoked_at is null) as link_expires_at`

const joined = sql`
  join shop s on s.id = a.shop_id join company o on o.id = a.company_id
  left join prospect p on p.id = a.prospect_id left join business_user u on u.id = a.operator_id
  cross join lateral (
    select coalesce(sum(i.count), 0)::int as item_count, coalesce(sum(i.low * i.count), 0)::bigint as low,
      coalesce(sum(i.center * i.count), 0)::bigint as center, coalesce(sum(i.high * i.count), 0)::bigint as high,
      coalesce(sum(i.count) filter (where i.center is not null), 0)::int as priced,
      coalesce(sum(i.count) filter (where i.center is null), 0)::int as unpriced
    from pre_assessment_item i where i.pre_assessment_id = a.id
  ) i`

const orders = { id: sql`a.id`, created_at: sql`a.created_at`, valid_until: sql`a.valid_until` } as const

const orderOf = (filter: PreAssessmentFilter) =>
  sql.join(
    [
      ...orderingOf(filter.ordering, { fields: ['id', 'created_at', 'valid_until'], usual: '-id' }).map(
        ({ field, desc }) => sql`${orders[field]} ${desc ? sql`desc` : sql`asc`}`,
      ),
      sql`a.id desc`,
    ],
    sql`, `,
  )

export async function preAssessmentRows(
  db: Db,
  actor: BusinessActor,
  filter: PreAssessmentFilter,
  { limit, offset }: Window,
): Promise<PreAssessmentRow[]> {
  const order = orderOf(filter)
  const { rows } = await sql<PreAssessmentRow>`
    with a as materialized (
      select a.*, row_number() over (order by ${order}) as place from pre_assessment a
      where ${conditionsOf(actor, filter)} order by ${order} limit ${limit} offset ${offset}
    ) select ${columns} from a ${joined} order by a.place`.execute(db)
  return rows
}

export const allPreAssessments = (db: Db, actor: BusinessActor, filter: PreAssessmentFilter) =>
  sql<PreAssessmentRow>`
    select ${columns} from pre_assessment a ${joined}
    where ${conditionsOf(actor, filter)} order by ${orderOf(filter)}`.compile(db)

export async function preAssessmentRow(db: Db, actor: BusinessActor, id: number) {
  const { rows } = await sql<PreAssessmentRow>`
    select ${columns} from pre_assessment a ${joined}
    where a.id = ${id} and ${isOwnPreAssessment(actor, 'a')}`.execute(db)
  return rows[0]
}

export interface LinkedRow extends PreAssessmentRow {
  runs_until: string
  revoked_at: string | null
  /** It was opened on the storefront of another dealer. */
  is_elsewhere: boolean
  /** The list that its articles went into, as long as there is one. */
  declared_list: number | null
  /** Whom it belongs to, since the shop knows who asked or since it was taken. */
  owner: number | null
}

/** For who has its link, whoever that is; not long after it ended. `store`: where it was opened. */
export async function preAssessmentOfLink(
  db: Db,
  hash: Buffer,
  { endedAfter, store }: { endedAfter: Date; store?: string | undefined },
) {
  const after = sql`${endedAfter.toISOString()}::timestamptz`
  const { rows } = await sql<LinkedRow>`
    select ${columns}, k.expires_at as runs_until, k.revoked_at, not ${ofStore('o.store_key', store)} as is_elsewhere,
      a.declared_list_id as declared_list, coalesce(a.customer_id, p.customer_id) as owner
    from pre_assessment_link k join pre_assessment a on a.id = k.pre_assessment_id ${joined}
    where k.token_hash = ${hash} and k.expires_at > ${after} and (k.revoked_at is null or k.revoked_at > ${after})`.execute(
    db,
  )
  return rows[0]
}

export interface PreItemRow {
  id: number
  position: number
  brand: number | null
  brand_name: string
  category: number | null
  category_name: string
  gender: 0 | 1 | 9 | null
  condition: number | null
  condition_name: string
  grade_band: string | null
  season: number | null
  season_name: string
  attributes: Record<string, string | number | boolean>
  count: number
  note: string
  template: number | null
  explanation: {
    steps: { step: string; label: string }[]
    reason: 'no_template' | 'seen_first' | 'incomplete' | null
  }
  low: number | null
  center: number | null
  high: number | null
  hand_reason: string
  photos: { id: number; key: string; thumbnail_key: string }[]
  result: { slug: string; price: number; error_permille: number; is_within: boolean } | null
  version: number
}

export async function preItemRows(
  db: Db,
  preAssessment: number,
  { id, limit, offset = 0 }: { id?: number; limit?: number; offset?: number } = {},
): Promise<PreItemRow[]> {
  const { rows } = await sql<PreItemRow>`
    select i.id, i.position, i.brand_id as brand, coalesce(b.name, i.brand_text) as brand_name,
      i.category_id as category, coalesce(c.name, '') as category_name, i.gender, i.status_id as condition,
      coalesce(s.name, '') as condition_name, s.grade_band, i.season_id as season, coalesce(g.name, '') as season_name, i.attributes,
      i.count, i.note, i.template_id as template, i.explanation, i.low, i.center, i.high, i.hand_reason, i.version,
      coalesce((select json_agg(json_build_object('id', p.id, 'key', f.key, 'thumbnail_key', f.thumbnail_key) order by p.id)
        from pre_assessment_photo p join stored_file f on f.id = p.file_id where p.item_id = i.id), '[]') as photos,
      (select json_build_object('slug', x.slug, 'price', r.price, 'error_permille', r.error_permille, 'is_within', r.is_within)
        from pre_assessment_result r join purchase_item x on x.id = r.item_id where r.pre_item_id = i.id
        order by r.item_id limit 1) as result
    from pre_assessment_item i left join brand b on b.id = i.brand_id left join item_category c on c.id = i.category_id
    left join pre_assessment_status s on s.id = i.status_id left join season_tag g on g.id = i.season_id
    where i.pre_assessment_id = ${preAssessment} and (${id ?? null}::bigint is null or i.id = ${id ?? null}::bigint)
    order by i.position, i.id limit ${limit ?? null}::int offset ${offset}`.execute(db)
  return rows
}
