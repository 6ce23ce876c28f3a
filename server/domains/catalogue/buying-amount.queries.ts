import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor, BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { countOf, type Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'
import type { AmountArrays } from './buying-amount.rules.ts'
import { matchesBrand } from './catalogue.predicates.ts'

export interface AmountFilter {
  q?: string | undefined
  category?: number | undefined
}

export interface AmountLine {
  brand: number
  brand_name: string
  category: number
  category_name: string
  amounts: { grade: string; amount: number | null; version: number }[]
}

const own = (actor: Actor) => scopeOf(actor, { company: 'a.company_id' })

function filtered(actor: Actor, { q, category }: AmountFilter): RawBuilder<SqlBool> {
  const conditions = [own(actor)]
  if (q) conditions.push(matchesBrand('b.search_text', q))
  if (category !== undefined) conditions.push(sql<SqlBool>`a.category_id = ${category}`)
  return sql.join(conditions, sql` and `)
}

export async function countLines(db: Db, actor: Actor, filter: AmountFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from buying_amount a join brand b on b.id = a.brand_id
      where ${filtered(actor, filter)} and a.amount is not null group by a.brand_id, a.category_id) as line`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Lines of the file: one for each amount. */
export const countAmounts = (db: Db, actor: Actor, filter: AmountFilter): Promise<number> =>
  countOf(
    db,
    sql`buying_amount a join brand b on b.id = a.brand_id where ${filtered(actor, filter)} and a.amount is not null`,
  )

export async function amountLines(db: Db, actor: Actor, filter: AmountFilter, { limit, offset }: Window) {
  const { rows } = await sql<AmountLine>`
    select l.brand, l.brand_name, l.category, l.category_name,
      (select jsonb_agg(jsonb_build_object('grade', a.grade, 'amount', a.amount, 'version', a.version) order by a.grade)
        from buying_amount a where ${own(actor)} and a.brand_id = l.brand and a.category_id = l.category) as amounts
    from (
      select a.brand_id as brand, b.name as brand_name, b.search_text, a.category_id as category, c.name as category_name, c.sort
      from buying_amount a join brand b on b.id = a.brand_id join item_category c on c.id = a.category_id
      where ${filtered(actor, filter)}
      group by a.brand_id, b.name, b.search_text, a.category_id, c.name, c.sort
      having count(a.amount) > 0
      order by b.search_text, c.sort, a.category_id limit ${limit} offset ${offset}) l
    order by l.search_text, l.sort, l.category`.execute(db)
  return rows
}

interface Key {
  brand: number
  category: number
  grade: string
}

const one = (actor: Actor, { brand, category, grade }: Key) => sql<SqlBool>`
  ${own(actor)} and a.brand_id = ${brand} and a.category_id = ${category} and a.grade = ${grade}`

export async function amountAt(db: Db, actor: Actor, key: Key) {
  const { rows } = await sql<{ amount: number | null; version: number }>`
    select a.amount, a.version from buying_amount a where ${one(actor, key)}`.execute(db)
  return rows[0]
}

/** Nothing is written, and nothing returned, when the version is another; it is 0 where no amount was ever entered. */
export async function writeAmount(
  tx: Tx,
  actor: BusinessActor,
  { brand, category, grade, amount, version }: Key & { amount: number | null; version: number },
) {
  const { rows } = await sql<{ amount: number | null; version: number }>`
    insert into buying_amount as a (company_id, brand_id, category_id, grade, amount, updated_at)
    select ${actor.company_id}, ${brand}, ${category}, ${grade}, ${amount}, ${actor.at.toISOString()}
    where ${version}::integer = 0
      or exists (select from buying_amount a where ${one(actor, { brand, category, grade })})
    on conflict (company_id, brand_id, category_id, grade) do update
      set amount = excluded.amount, version = a.version + 1, updated_at = excluded.updated_at
      where a.version = ${version} or a.amount is null and ${version}::integer = 0
    returning amount, version`.execute(tx)
  return rows[0]
}

const rowsOf = ({ brand, category, grade, amount, line }: AmountArrays) => sql`unnest(
  ${brand}::bigint[], ${category}::bigint[], ${grade}::text[], ${amount}::bigint[], ${line}::int[])
  as r(brand_id, category_id, grade, amount, line)`

export interface AmountChange {
  line: number
  brand_name: string
  category_name: string
  grade: string
  amount: number
  before: number | null
}

/** How many change, how many of them are new, and the first ones. */
export async function changesOf(tx: Db, company: number, amounts: AmountArrays, limit: number) {
  const { rows } = await sql<AmountChange & { changed: number; created: number }>`
    select r.line, b.name as brand_name, c.name as category_name, r.grade, r.amount, a.amount as before,
      count(*) over () as changed, count(*) filter (where a.amount is null) over () as created
    from ${rowsOf(amounts)} join brand b on b.id = r.brand_id join item_category c on c.id = r.category_id
    left join buying_amount a on a.company_id = ${company} and a.brand_id = r.brand_id
      and a.category_id = r.category_id and a.grade = r.grade
    where a.amount is distinct from r.amount order by r.line limit ${limit}`.execute(tx)
  const [first] = rows
  return {
    changed: first?.changed ?? 0,
    created: first?.created ?? 0,
    changes: rows.map(({ changed: _changed, created: _created, ...change }) => change),
  }
}

/** In the order of the key, so that two loads do not wait for each other. */
export async function upsertAmounts(
  tx: Tx,
  { company_id, at }: { company_id: number; at: Date },
  amounts: AmountArrays,
): Promise<void> {
  await sql`
    insert into buying_amount as a (company_id, brand_id, category_id, grade, amount, updated_at)
    select ${company_id}, r.brand_id, r.category_id, r.grade, r.amount, ${at.toISOString()}
    from ${rowsOf(amounts)} order by r.brand_id, r.category_id, r.grade
    on conflict (company_id, brand_id, category_id, grade) do update
      set amount = excluded.amount, version = a.version + 1, updated_at = excluded.updated_at
      where a.amount is distinct from excluded.amount`.execute(tx)
}

const paths = sql`paths as (
  select c.id, c.name as path from item_category c where c.parent_id is null
  union all select c.id, p.path || '>' || c.name from item_category c join paths p on p.id = c.parent_id)`

export const allAmounts = (db: Db, actor: Actor, filter: AmountFilter) =>
  sql<{ brand: string; category: string; grade: string; amount: number }>`
    with recursive ${paths}
    select b.name as brand, p.path as category, a.grade, a.amount
    from buying_amount a join brand b on b.id = a.brand_id join paths p on p.id = a.category_id
    where ${filtered(actor, filter)} and a.amount is not null
    order by b.search_text, p.path, a.grade`.compile(db)
