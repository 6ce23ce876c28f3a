import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db'
import type { Entry } from './upload-entry.rules.ts'

/** How many lines of a file are new, changed, and known already. */
export interface Tally {
  created: number
  updated: number
  unchanged: number
}

/** Entries as a table of PostgreSQL: one parameter, whatever their number. */
export const entriesAs = (entries: readonly Entry[], columns: RawBuilder<unknown>) =>
  sql`jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e(${columns})`

/** `written` returns a row for each entry that was written, with whether it is new. */
async function tallyOf(
  tx: Tx,
  entries: readonly Entry[],
  written: RawBuilder<{ is_new: boolean }>,
): Promise<Tally> {
  const { rows } = await written.execute(tx)
  const created = rows.filter(({ is_new }) => is_new).length
  return { created, updated: rows.length - created, unchanged: entries.length - rows.length }
}

/** What says no more than is so for a brand without a word of the company needs no row. */
export const loadBrands = (tx: Tx, company: number, entries: readonly Entry[]): Promise<Tally> =>
  tallyOf(
    tx,
    entries,
    sql<{ is_new: boolean }>`
      insert into pre_assessment_brand as p (company_id, brand_id, rank, factor_permille)
      select ${company}, e.brand, e.rank, e.factor_permille
      from ${entriesAs(entries, sql`brand bigint, rank text, factor_permille int`)}
      where (e.rank, e.factor_permille) <> ('', 1000)
        or exists (select from pre_assessment_brand o where o.company_id = ${company} and o.brand_id = e.brand)
      order by e.brand
      on conflict (company_id, brand_id) do update set rank = excluded.rank,
        factor_permille = excluded.factor_permille, version = p.version + 1
        where (p.rank, p.factor_permille) <> (excluded.rank, excluded.factor_permille)
      returning p.version = 1 as is_new`,
  )

export const loadCategories = (tx: Tx, company: number, entries: readonly Entry[]): Promise<Tally> =>
  tallyOf(
    tx,
    entries,
    sql<{ is_new: boolean }>`
      insert into pre_assessment_category as p (company_id, category_id, factor_permille)
      select ${company}, e.category, e.factor_permille
      from ${entriesAs(entries, sql`category bigint, factor_permille int`)}
      where e.factor_permille <> 1000
        or exists (select from pre_assessment_category o where o.company_id = ${company} and o.category_id = e.category)
      order by e.category
      on conflict (company_id, category_id) do update set factor_permille = excluded.factor_permille,
        version = p.version + 1 where p.factor_permille <> excluded.factor_permille
      returning p.version = 1 as is_new`,
  )

export async function loadSeasons(tx: Tx, company: number, entries: readonly Entry[]): Promise<Tally> {
  const columns = sql`season bigint, name text, months text, factor_permille int, sort int, is_active boolean`
  await sql`create temp table season_file on commit drop as select e.*, e.months::smallint[] as in_months
    from ${entriesAs(entries, columns)}`.execute(tx)
  return tallyOf(
    tx,
    entries,
    sql<{ is_new: boolean }>`
      with changed as (
        update season_tag s set name = e.name, months = e.in_months, factor_permille = e.factor_permille,
          sort = e.sort, is_active = e.is_active, version = s.version + 1
        from season_file e where s.id = e.season and s.company_id = ${company}
          and (s.name, s.months, s.factor_permille, s.sort, s.is_active)
            is distinct from (e.name, e.in_months, e.factor_permille, e.sort, e.is_active)
        returning false as is_new
      ), added as (
        insert into season_tag (company_id, name, months, factor_permille, sort, is_active)
        select ${company}, name, in_months, factor_permille, sort, is_active from season_file where season is null
        returning true as is_new
      ) select is_new from changed union all select is_new from added`,
  )
}

export async function countSeasons(db: Db, company: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from season_tag where company_id = ${company}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Texts of the company that its files may say again: by kind of file. */
export async function storedTexts(db: Db, company: number, of: 'customers' | 'price_templates') {
  if (of === 'price_templates') {
    const { rows } = await sql<{ attributes: Record<string, string | number | boolean> }>`
      select distinct attributes from price_template
      where company_id = ${company} and replaced_at is null and attributes <> '{}'`.execute(db)
    return { attributes: rows.map(({ attributes }) => attributes), texts: [] }
  }
  const { rows } = await sql<{ text: string }>`
    select distinct t.text from prospect p, unnest(array[p.name, p.name_kana, p.email, p.note]) as t(text)
    where p.company_id = ${company} and p.erased_at is null and t.text ~ '[^\\x01-\\x7f]'`.execute(db)
  return { attributes: [], texts: rows.map(({ text }) => text) }
}
