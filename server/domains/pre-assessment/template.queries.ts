import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { templateOrder } from '#contract/pre-assessment-master'
import type { Template } from '#contract/pre-assessment-price'
import { isBoughtItem } from '#server/domains/item/item.predicates'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import type { Window } from '#server/platform/paging'
import { orderingOf } from '#server/platform/paging'
import { sharedCount, sharedRows } from '#server/platform/shared-reads'
import { limited, selectRows } from '#server/platform/statement'
import { attributesOf, matchKeyOf, type TemplateInput } from './template.rules.ts'

export interface TemplateFilter {
  brand?: number | undefined
  rank?: string | undefined
  category?: number | undefined
  gender?: number | undefined
  condition?: number | undefined
  season?: number | undefined
  on?: string | undefined
  is_replaced?: boolean | undefined
  is_drifting?: boolean | undefined
  ordering?: string | undefined
}

export interface TemplateRow extends TemplateInput {
  id: number
  attributes: Record<string, string | number | boolean>
  brand_name: string
  category_name: string
  condition_name: string
  season_name: string
  replaces: number | null
  replaced_at: string | null
  created_by_name: string
  created_at: string
  drift_permille: number | null
  past_n: number | null
  past_median: number | null
}

/** From this on a template and what is paid have parted. */
const wideDrift = 150

function conditionsOf(actor: BusinessActor, filter: TemplateFilter): RawBuilder<SqlBool> {
  const { brand, rank, category, gender, condition, season, on, is_replaced = false, is_drifting } = filter
  const all: RawBuilder<SqlBool>[] = [
    sql`t.company_id = ${actor.company_id}`,
    is_replaced ? sql`t.replaced_at is not null` : sql`t.replaced_at is null`,
  ]
  if (brand !== undefined) all.push(brand === 0 ? sql`t.brand_id is null` : sql`t.brand_id = ${brand}`)
  if (rank) all.push(sql`t.brand_rank = ${rank}`)
  if (category !== undefined)
    all.push(category === 0 ? sql`t.category_id is null` : sql`t.category_id = ${category}`)
  if (gender !== undefined) all.push(sql`t.gender = ${gender}`)
  if (condition !== undefined) all.push(sql`t.status_id = ${condition}`)
  if (season !== undefined) all.push(sql`t.season_id = ${season}`)
  if (on !== undefined)
    all.push(sql`t.valid_from <= ${on}::date and (t.valid_to is null or t.valid_to >= ${on}::date)`)
  if (is_drifting !== undefined)
    all.push(sql`${is_drifting ? sql`` : sql`not`} exists (
      select from price_template_drift d where d.template_id = t.id and abs(d.drift_permille) > ${wideDrift})`)
  return sql.join(all, sql` and `)
}

const columns = sql`
  t.id, t.brand_id as brand, t.brand_rank, t.category_id as category, t.gender, t.status_id as condition,
  t.season_id as season, t.attributes, t.base, t.band_permille, t.valid_from, t.valid_to,
  coalesce(b.name, '') as brand_name, coalesce(c.name, '') as category_name, coalesce(s.name, '') as condition_name,
  coalesce(g.name, '') as season_name, t.replaces_id as replaces, t.replaced_at,
  coalesce(u.name, '') as created_by_name, t.created_at, d.drift_permille,
  d.n as past_n, d.median as past_median`

const joined = sql`
  left join brand b on b.id = t.brand_id left join item_category c on c.id = t.category_id
  left join pre_assessment_status s on s.id = t.status_id left join season_tag g on g.id = t.season_id
  left join business_user u on u.id = t.created_by left join price_template_drift d on d.template_id = t.id`

export const countTemplates = (db: Db, actor: BusinessActor, filter: TemplateFilter): Promise<number> =>
  sharedCount(db, actor.company_id, sql`price_template t where ${conditionsOf(actor, filter)}`)

const orders = {
  kind: ['brand_id', 'brand_rank', 'category_id', 'gender', 'status_id', 'season_id', 'valid_from'],
  id: ['id'],
  base: ['base'],
  valid_from: ['valid_from'],
} as const

export async function templateRows(
  db: Db,
  actor: BusinessActor,
  filter: TemplateFilter,
  window: Window,
): Promise<TemplateRow[]> {
  const wanted = orderingOf(filter.ordering, templateOrder)
  const order = sql.join(
    [
      ...wanted.flatMap(({ field, desc }) =>
        orders[field].map((column) => sql`${sql.ref(`t.${column}`)} ${desc ? sql`desc` : sql`asc`}`),
      ),
      sql`t.id desc`,
    ],
    sql`, `,
  )
  const page = await sharedRows<{ id: number }>(
    db,
    actor.company_id,
    sql`select t.id from price_template t where ${conditionsOf(actor, filter)} order by ${order} ${limited(window)}`,
  )
  return selectRows<TemplateRow>(
    db,
    sql`select ${columns} from unnest(${page.map(({ id }) => id)}::bigint[]) with ordinality as page(id, place)
      join price_template t using (id) ${joined} where t.company_id = ${actor.company_id} order by place`,
  )
}

export async function templateRow(
  db: Db,
  actor: BusinessActor,
  id: number,
): Promise<TemplateRow | undefined> {
  const { rows } = await sql<TemplateRow>`
    select ${columns} from price_template t ${joined}
    where t.id = ${id} and t.company_id = ${actor.company_id}`.execute(db)
  return rows[0]
}

/** All versions of the one that a row belongs to, the newest first. */
export async function versionsOf(db: Db, actor: BusinessActor, id: number): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    with recursive older as (
      select t.id, t.replaces_id from price_template t where t.id = ${id} and t.company_id = ${actor.company_id}
      union
      select t.id, t.replaces_id from price_template t join older o on t.id = o.replaces_id
    ), family as (
      select id from older
      union
      select t.id from price_template t join family f on t.replaces_id = f.id
    )
    select ${columns} from price_template t ${joined} where t.id in (select id from family) order by t.id desc`.execute(
    db,
  )
  return rows
}

const same = (column: string, value: number | string | null) =>
  value === null ? sql<SqlBool>`${sql.ref(column)} is null` : sql<SqlBool>`${sql.ref(column)} = ${value}`

/** In force, and alike but for attributes and days: among them may be a tie. */
export async function templatesLike(tx: Tx, company: number, input: TemplateInput): Promise<Template[]> {
  const { rows } = await sql<Template>`
    select t.id, t.brand_id as brand, t.brand_rank, t.category_id as category, t.gender, t.status_id as status,
      t.season_id as season, t.attributes, t.base, t.band_permille, t.valid_from, t.valid_to
    from price_template t
    where t.company_id = ${company} and t.replaced_at is null and ${same('t.brand_id', input.brand)}
      and ${same('t.brand_rank', input.brand_rank)} and ${same('t.category_id', input.category)}
      and ${same('t.gender', input.gender)} and ${same('t.status_id', input.condition)}
      and ${same('t.season_id', input.season)}`.execute(tx)
  return rows
}

export async function insertTemplate(
  tx: Tx,
  actor: BusinessActor,
  input: TemplateInput,
  replaces: number | null,
): Promise<number> {
  const { id } = await tx
    .insertInto('price_template')
    .values({
      company_id: actor.company_id,
      brand_id: input.brand,
      brand_rank: input.brand_rank,
      category_id: input.category,
      gender: input.gender,
      status_id: input.condition,
      season_id: input.season,
      attributes: JSON.stringify(attributesOf(input.attributes)),
      match_key: matchKeyOf(input),
      base: input.base,
      band_permille: input.band_permille,
      valid_from: input.valid_from,
      valid_to: input.valid_to,
      replaces_id: replaces,
      created_by: actor.business_user_id,
      created_at: actor.at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function endTemplate(tx: Tx, id: number, at: Date): Promise<void> {
  await tx
    .updateTable('price_template')
    .set({ replaced_at: at.toISOString() })
    .where('id', '=', id)
    .where('replaced_at', 'is', null)
    .execute()
}

/** Of templates that name a brand, a category and a condition: only of these there are comparable purchases. */
export async function countDrift(tx: Tx, day: string, since: Date): Promise<void> {
  await sql`delete from price_template_drift`.execute(tx)
  await sql`
    insert into price_template_drift (template_id, n, median, drift_permille, counted_on)
    select t.id, p.n, p.median, round((p.median - t.base) * 1000.0 / t.base), ${day}::date
    from price_template t join pre_assessment_status s on s.id = t.status_id
    join (
      select i.company_id, i.brand_id, i.category_id, left(i.grade, 1) as band, count(*)::int as n,
        percentile_disc(0.5) within group (order by i.price - i.uplift) as median
      from purchase_item i where i.purchased_at >= ${since.toISOString()}::timestamptz and ${isBoughtItem('i')}
      group by 1, 2, 3, 4 having count(*) >= 5
    ) p on p.company_id = t.company_id and p.brand_id = t.brand_id and p.category_id = t.category_id
      and p.band = s.grade_band
    where t.replaced_at is null and t.base > 0`.execute(tx)
}

/** Of two that would say two things of one brand, that of the brand that stayed counts, and the other one ends. */
export async function moveTemplates(tx: Tx, from: number, into: number, at: Date): Promise<void> {
  // The brand is the first that a key says.
  const moved = sql`'[' || ${into}::bigint || substring(t.match_key from position(',' in t.match_key))`
  await sql`
    update price_template t set replaced_at = ${at.toISOString()}::timestamptz
    where t.brand_id = ${from} and t.replaced_at is null
      and exists (select from price_template o where o.company_id = t.company_id and o.replaced_at is null
        and o.match_key = ${moved} and o.valid_from <= coalesce(t.valid_to, 'infinity')
        and t.valid_from <= coalesce(o.valid_to, 'infinity'))`.execute(tx)
  await sql`update price_template t set brand_id = ${into}, match_key = ${moved} where t.brand_id = ${from}`.execute(
    tx,
  )
}
