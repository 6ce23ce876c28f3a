import { type SqlBool, sql } from 'kysely'
import type { AnalysisCandidate, AnalysisEngine, AnalysisFallback, AnalysisKind } from '#contract/analysis'
import { isUnfinishedItem } from '#server/domains/item/item.predicates'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { countOf, type Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'
import { daysBetween, joined, limited, type Part } from '#server/platform/statement'

const itemScope = { company: 'i.company_id', shop: 'i.shop_id' } as const
const runScope = { company: 'a.company_id', shop: 'a.shop_id' } as const

export interface AnalysedItem {
  id: number
  company_id: number
  shop_id: number
  name: string
  brand: string
  category: string
  color: string
  material: string
  size: string
  product_number: string
  features: string
  grade: string | null
  deductions: { label: string; place: string }[]
}

export async function itemRow(db: Db, actor: BusinessActor, slug: string): Promise<AnalysedItem | undefined> {
  const { rows } = await sql<AnalysedItem>`
    select i.id, i.company_id, i.shop_id, i.name, coalesce(b.name, '') as brand, coalesce(k.name, '') as category, i.color,
      i.material, i.size, i.product_number, i.features, i.grade,
      coalesce((select jsonb_agg(jsonb_build_object('label', d.label, 'place', d.place) order by d.position)
        from deduction d where d.item_id = i.id), '[]') as deductions
    from purchase_item i
      left join brand b on b.id = i.brand_id
      left join item_category k on k.id = i.category_id
    where i.slug = ${slug} and ${scopeOf(actor, itemScope)}`.execute(db)
  return rows[0]
}

/** In the order of the photos; `ids` limits them. */
export async function photoKeys(db: Db, item: number, ids: readonly number[] | undefined, most: number) {
  const { rows } = await sql<{ id: number; key: string }>`
    select p.id, f.key from item_photo p join stored_file f on f.id = p.file_id
    where p.item_id = ${item} and (${ids ? [...ids] : null}::bigint[] is null or p.id = any(${ids ? [...ids] : null}::bigint[]))
    order by p.position, p.id limit ${most}`.execute(db)
  return rows
}

export interface OwnArticle {
  product_number: string
  brand: number | null
  brand_name: string | null
  category: number | null
  category_name: string | null
  n: number
}

/** Articles of the company by the keys of their product numbers, the most frequent first. */
export async function ownArticles(
  db: Db,
  actor: BusinessActor,
  keys: readonly string[],
  except: number | null,
): Promise<OwnArticle[]> {
  const { rows } = await sql<OwnArticle>`
    select max(i.product_number) as product_number, i.brand_id as brand, b.name as brand_name, i.category_id as category,
      k.name as category_name, count(*)::int as n
    from purchase_item i
      left join brand b on b.id = i.brand_id
      left join item_category k on k.id = i.category_id and k.is_active
    where item_numbers(i.product_number, i.serial_number, i.name, i.features) && ${[...keys]}::text[]
      and number_key(i.product_number) = any(${[...keys]}::text[]) and i.id is distinct from ${except}::bigint
      and ${scopeOf(actor, itemScope)}
    group by number_key(i.product_number), i.brand_id, b.name, i.category_id, k.name
    order by n desc, product_number limit 20`.execute(db)
  return rows
}

export interface NewRun {
  company_id: number
  shop_id: number | null
  item_id: number | null
  kind: AnalysisKind
  engine: AnalysisEngine
  fallback: AnalysisFallback | null
  ms: number
  candidates: AnalysisCandidate[]
  review: string
  asked_by: number
  asked_at: string
}

export async function insertRun(tx: Tx, run: NewRun): Promise<number> {
  const { id } = await tx
    .insertInto('analysis_run')
    .values({ ...run, candidates: JSON.stringify(run.candidates) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface RunFilter {
  kind?: string | undefined
  engine?: string | undefined
  is_confirmed?: boolean | undefined
  is_fallback?: boolean | undefined
  slug?: string | undefined
  asked_from?: string | undefined
  asked_to?: string | undefined
}

const isConfirmed = sql<SqlBool>`exists (select from analysis_confirmation c where c.run_id = a.id)`

function conditionsOf(actor: BusinessActor, filter: RunFilter): Part {
  const { kind, engine, is_confirmed, is_fallback, slug, asked_from, asked_to } = filter
  return joined(
    [
      scopeOf(actor, runScope),
      ...(kind === undefined ? [] : [sql<SqlBool>`a.kind = ${kind}`]),
      ...(engine === undefined ? [] : [sql<SqlBool>`a.engine = ${engine}`]),
      ...(is_confirmed === undefined ? [] : [is_confirmed ? isConfirmed : sql<SqlBool>`not ${isConfirmed}`]),
      ...(is_fallback === undefined ? [] : [sql<SqlBool>`(a.fallback is not null) = ${is_fallback}`]),
      ...(slug === undefined
        ? []
        : [sql<SqlBool>`a.item_id = (select i.id from purchase_item i where i.slug = ${slug})`]),
      ...daysBetween('a.asked_at', asked_from, asked_to),
    ],
    ' and ',
  )
}

export interface RunRow {
  id: number
  kind: string
  slug: string | null
  item_name: string
  engine: string
  fallback: string | null
  ms: number
  candidates: AnalysisCandidate[]
  review: string
  confirmed: {
    field: string
    suggested: string
    confidence: number | null
    chosen: string
    by: string
    at: string
  }[]
  written: { field: string; value: string }[]
  asked_by: string
  asked_at: string
}

/** Of the run `a` and its item `i`: what was settled on in the end, typed or chosen. Nothing before the assessment is done. */
const writtenFields = sql`(
  select w.field, w.value from (values ('brand', b.name), ('category', k.name), ('color', i.color), ('material', i.material),
    ('product_number', i.product_number), ('size', i.size)) w(field, value)
  where w.value <> '' and not ${isUnfinishedItem('i')})`
const writtenTables = sql`left join purchase_item i on i.id = a.item_id left join brand b on b.id = i.brand_id
  left join item_category k on k.id = i.category_id`

const runColumns = sql`a.id, a.kind, i.slug, coalesce(i.name, '') as item_name, a.engine, a.fallback, a.ms, a.candidates, a.review,
  coalesce((select jsonb_agg(jsonb_build_object('field', c.field, 'suggested', c.suggested, 'confidence', c.confidence,
      'chosen', c.chosen, 'by', w.name, 'at', c.at) order by c.id)
    from analysis_confirmation c join business_user w on w.id = c.by_id where c.run_id = a.id), '[]') as confirmed,
  coalesce((select jsonb_agg(jsonb_build_object('field', w.field, 'value', w.value)) from ${writtenFields} w
    where exists (select from jsonb_array_elements(a.candidates) s where s ->> 'field' = w.field)), '[]') as written,
  u.name as asked_by, a.asked_at`
const runTables = sql`analysis_run a join business_user u on u.id = a.asked_by ${writtenTables}`

export const countRuns = (db: Db, actor: BusinessActor, filter: RunFilter): Promise<number> =>
  countOf(db, sql`analysis_run a where ${conditionsOf(actor, filter)}`)

export async function runRows(
  db: Db,
  actor: BusinessActor,
  filter: RunFilter,
  window: Window,
): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select ${runColumns} from ${runTables} where ${conditionsOf(actor, filter)}
    order by a.id desc ${limited(window)}`.execute(db)
  return rows
}

export async function runById(db: Db, actor: BusinessActor, id: number): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select ${runColumns} from ${runTables} where a.id = ${id} and ${scopeOf(actor, runScope)}`.execute(db)
  return rows[0]
}

export interface NewConfirmation {
  run_id: number
  field: string
  suggested: string
  confidence: number | null
  chosen: string
  by_id: number
  at: string
}

/** The last choice of a field stands. */
export async function keepConfirmation(tx: Tx, row: NewConfirmation): Promise<void> {
  await tx
    .insertInto('analysis_confirmation')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['run_id', 'field'])
        .doUpdateSet({ chosen: row.chosen, by_id: row.by_id, at: row.at })
        .where('analysis_confirmation.chosen', '<>', row.chosen),
    )
    .execute()
}

/** Counts one call of the day, unless as many as there may be have been made. */
export async function takeFromBudget(db: Db, company: number, day: string, most: number): Promise<boolean> {
  if (most === 0) return false
  const { rows } = await sql<{ calls: number }>`
    insert into analysis_budget as b (company_id, day, calls) values (${company}, ${day}, 1)
    on conflict (company_id, day) do update set calls = b.calls + 1 where b.calls < ${most}
    returning calls`.execute(db)
  return rows.length > 0
}

export interface JudgedField {
  engine: string
  field: string
  /** The likeliest first. */
  suggested: string[]
  confidence: number | null
  /** Null: nobody said anything of it. Empty: none of them. */
  chosen: string | null
  /** Null: not assessed yet, or nothing was written. */
  written: string | null
}

/** Every field of which the truth is known. Of several runs about an article, the last. */
export async function judgedFields(db: Db): Promise<JudgedField[]> {
  const { rows } = await sql<JudgedField>`
    with run as (
      select distinct on (coalesce(item_id, -id)) id, engine, item_id, candidates from analysis_run
      where kind <> 'staff_review' order by coalesce(item_id, -id), id desc
    ), told as (
      select a.id, a.engine, s.field, array_agg(s.value order by s.place) as suggested,
        (array_agg(s.confidence order by s.place))[1] as confidence
      from run a cross join lateral (
        select one.value ->> 'field' as field, one.value ->> 'value' as value, (one.value ->> 'confidence')::float8 as confidence, one.place
        from jsonb_array_elements(a.candidates) with ordinality as one(value, place)
      ) s group by 1, 2, 3
      union all
      select a.id, a.engine, c.field, '{}', null from run a join analysis_confirmation c on c.run_id = a.id
      where not exists (select from jsonb_array_elements(a.candidates) one where one ->> 'field' = c.field)
    )
    select t.engine, t.field, t.suggested, t.confidence, c.chosen, w.value as written
    from told t join run a on a.id = t.id ${writtenTables}
    left join lateral ${writtenFields} w on w.field = t.field
    left join analysis_confirmation c on c.run_id = t.id and c.field = t.field
    where c.run_id is not null or w.value is not null
    order by t.engine, t.field`.execute(db)
  return rows
}
