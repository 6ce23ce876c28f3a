import { type RawBuilder, sql } from 'kysely'
import { itemStatus as I } from '#contract/lifecycle'
import type { MatchReason, MatchStrength } from '#contract/notice-match'
import { hasComparedWords } from '#contract/stolen-notice'
import { isDisposedItem, isInBox } from '#server/domains/item/item.predicates'
import type { Db, Tx } from '#server/platform/db'
import { pagesById } from '#server/platform/each'
import type { Candidate, Wanted } from './notice-match.rules.ts'

/**
 * What the dealer has in hand, or sold: the police ask whom it went to. Neither sent back, given to recycling nor taken by
 * the police, and no copy by mistake.
 */
const isInHand = sql`i.status <> ${sql.lit(I.RETURNED)} and not ${isDisposedItem('i')} and ${isInBox('i')}`

const pathOf = (category: string): RawBuilder<unknown> => sql`array(
  with recursive up as (
    select k.id, k.parent_id, 1 as step from item_category k where k.id = ${sql.ref(category)}
    union all select k.id, k.parent_id, up.step + 1 from item_category k join up on k.id = up.parent_id
  ) select id from up order by step desc)`

export interface ItemToCompare extends Candidate {
  id: number
  request: number
  company_id: number
}

const itemColumns = sql`
  i.id, i.request_id as request, i.company_id, string_to_array(coalesce(b.search_text, ''), chr(10)) as brand_spellings,
  ${pathOf('i.category_id')} as category_path, i.name, i.color, i.features, i.product_number, i.serial_number`
const itemTables = sql`purchase_item i left join brand b on b.id = i.brand_id`

export async function itemsToCompare(db: Db, ids: readonly number[]): Promise<ItemToCompare[]> {
  const { rows } = await sql<ItemToCompare>`
    select ${itemColumns} from ${itemTables}
    where i.id = any(${[...ids]}::bigint[]) and ${isInHand} order by i.id`.execute(db)
  return rows
}

export interface ArticleToCompare extends Wanted {
  id: number
  notice: number
  company_id: number
  number: string
  police_station: string
  arrived_on: string
  brand: string
}

const articleColumns = sql`
  a.id, a.notice_id as notice, n.company_id, n.number, n.police_station, n.arrived_on, a.brand, a.brand_folded,
  ${pathOf('a.category_id')} as category_path, a.name, a.color, a.features, a.product_number, a.serial_number, a.other_number`

export async function articlesOfNotice(db: Db, notice: number, today: string): Promise<ArticleToCompare[]> {
  const { rows } = await sql<ArticleToCompare>`
    select ${articleColumns} from stolen_notice_article a join stolen_notice n on n.id = a.notice_id
    where n.id = ${notice} and n.expires_on >= ${today} order by a.position, a.id`.execute(db)
  return rows
}

/** Notices in force that name one of the brands, however it is spelt. */
export async function noticesOfBrands(
  db: Db,
  brands: readonly number[],
  today: string,
): Promise<{ id: number; company_id: number }[]> {
  const { rows } = await sql<{ id: number; company_id: number }>`
    select n.id, n.company_id from stolen_notice n
    where n.expires_on >= ${today} and exists (
      select from stolen_notice_article a where a.notice_id = n.id and a.brand_folded <> '' and a.brand_folded in (
        select unnest(string_to_array(b.search_text, chr(10))) from brand b where b.id = any(${[...brands]}::bigint[])))
    order by n.company_id, n.id`.execute(db)
  return rows
}

/** Articles of the notices in force that may be one of these items; the rules decide. */
export async function articlesFor(
  tx: Tx,
  company: number,
  today: string,
  of: {
    numbers: readonly string[]
    brands: readonly string[]
    names: readonly string[]
    /** Some of them have no brand. */
    isBrandUnknown: boolean
  },
): Promise<ArticleToCompare[]> {
  const { rows } = await sql<ArticleToCompare>`
    select ${articleColumns} from stolen_notice n join stolen_notice_article a on a.notice_id = n.id
    where n.company_id = ${company} and n.expires_on >= ${today} and (
      (a.product_number <> '' or a.serial_number <> '' or a.other_number <> '') and
        item_numbers(a.product_number, a.serial_number, a.other_number, '') && ${[...of.numbers]}::text[]
      or a.brand_folded = any(${[...of.brands]}::text[])
      or ((a.brand_folded = '' or ${of.isBrandUnknown}) and (a.features <> '' or a.name <> '' and a.color <> ''))
      or (a.brand_folded <> '' and exists (
        select from unnest(${[...of.names]}::text[]) as names(name) where position(a.brand_folded in name) > 0)))
    order by a.id`.execute(tx)
  return rows
}

/** Of the tree of the article's category; an item may have none yet. Anything where the article has none. */
const isOfKind = ({ category_path: [root] }: ArticleToCompare): RawBuilder<unknown> =>
  root === undefined
    ? sql`true`
    : sql`(i.category_id is null or i.category_id in (
        with recursive kind as (
          select k.id from item_category k where k.id = ${root}
          union all select k.id from item_category k join kind on k.parent_id = kind.id
        ) select id from kind))`

/** Where one side names no brand: what the rules then ask for. */
function isComparable(article: ArticleToCompare): RawBuilder<unknown> {
  const words = sql`(i.name <> '' or i.features <> '')`
  // The brand can also be in the name only.
  if (article.brand_folded !== '') return sql`i.brand_id is null and ${words}`
  return hasComparedWords(article) ? sql`${words} and ${isOfKind(article)}` : sql`false`
}

/** Ids of items in hand above `after` that may be this article, by id. Each part is cut at its lowest ones. */
async function candidatesAfter(
  db: Db,
  article: ArticleToCompare,
  numbers: readonly string[],
  after: number,
  limit: number,
): Promise<{ id: number }[]> {
  const part = (from: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`
    (select i.id from ${from} where i.company_id = ${article.company_id} and i.id > ${after} and ${which} and ${isInHand}
      order by i.id limit ${limit})`
  const hasNumber = sql`item_numbers(i.product_number, i.serial_number, i.name, i.features) && ${[...numbers]}::text[]`
  const parts = [
    ...(numbers.length === 0 ? [] : [part(sql`purchase_item i`, hasNumber)]),
    ...(article.brand_folded === ''
      ? []
      : [part(sql`brands b join purchase_item i on i.brand_id = b.id`, sql`true`)]),
    part(sql`purchase_item i`, isComparable(article)),
  ]
  const { rows } = await sql<{ id: number }>`
    with brands as materialized (
      select id from brand where ${article.brand_folded} = any(string_to_array(search_text, chr(10)))
    )
    select id from (${sql.join(parts, sql` union `)}) found order by id limit ${limit}`.execute(db)
  return rows
}

const idsAtOnce = 20_000
/** So few that other calls do not wait while they are compared. */
const itemsAtOnce = 500

/** Every item in hand that may be this article, in small pages. */
export async function* candidatesFor(
  db: Db,
  article: ArticleToCompare,
  numbers: readonly string[],
): AsyncGenerator<ItemToCompare[]> {
  const find = (after: number, limit: number) => candidatesAfter(db, article, numbers, after, limit)
  for await (const page of pagesById(find, idsAtOnce)) {
    for (let start = 0; start < page.length; start += itemsAtOnce) {
      const ids = page.slice(start, start + itemsAtOnce).map(({ id }) => id)
      yield await itemsToCompare(db, ids)
    }
  }
}

/** Of an article, what staff or a number have decided. */
export async function decidedItems(db: Db, article: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('stolen_notice_match')
    .select('item_id')
    .where('article_id', '=', article)
    .where('state', '<>', 'open')
    .execute()
  return new Set(rows.map(({ item_id }) => item_id))
}

export interface MatchRow {
  id: number
  article_id: number
  item_id: number
  strength: MatchStrength
  state: 'open' | 'held' | 'dismissed'
  /** Its hold stands. */
  is_holding: boolean
}

export async function matchesOfItems(tx: Tx, items: readonly number[]): Promise<MatchRow[]> {
  const { rows } = await sql<MatchRow>`
    select m.id, m.article_id, m.item_id, m.strength, m.state, h.id is not null as is_holding
    from stolen_notice_match m left join hold h on h.id = m.hold_id and h.released_at is null
    where m.item_id = any(${[...items]}::bigint[])`.execute(tx)
  return rows
}

export interface FoundMatch {
  company_id: number
  article_id: number
  item_id: number
  score: number
  reasons: readonly MatchReason[]
}

/** What only looks alike waits for staff; what they decided before stays. */
export async function askAbout(tx: Tx, found: readonly FoundMatch[], at: string): Promise<void> {
  if (found.length === 0) return
  await sql`
    insert into stolen_notice_match (company_id, article_id, item_id, strength, score, reasons, state, found_at)
    select f.company_id, f.article_id, f.item_id, 'features', f.score, string_to_array(f.reasons, ','), 'open', ${at}::timestamptz
    from unnest(${found.map((match) => match.company_id)}::bigint[], ${found.map((match) => match.article_id)}::bigint[],
      ${found.map((match) => match.item_id)}::bigint[], ${found.map((match) => match.score)}::int[],
      ${found.map((match) => match.reasons.join(','))}::text[]) as f(company_id, article_id, item_id, score, reasons)
    on conflict (article_id, item_id) do update set score = excluded.score, reasons = excluded.reasons
      where stolen_notice_match.state = 'open'`.execute(tx)
}

/** The number agrees: also where staff had decided by the looks alone. */
export async function keepHeld(tx: Tx, match: FoundMatch & { hold: number }, at: string): Promise<void> {
  await sql`
    insert into stolen_notice_match (company_id, article_id, item_id, strength, score, reasons, state, hold_id, found_at, decided_at)
    values (${match.company_id}, ${match.article_id}, ${match.item_id}, 'number', ${match.score}, ${[...match.reasons]}::text[], 'held', ${match.hold}, ${at}, ${at})
    on conflict (article_id, item_id) do update set strength = 'number', score = excluded.score, reasons = excluded.reasons,
      state = 'held', hold_id = excluded.hold_id, decided_at = excluded.decided_at, decided_by = null, decision_reason = ''`.execute(
    tx,
  )
}

/** Nobody decided about them, and they do not look alike any more. */
export async function forgetOpen(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('stolen_notice_match')
    .where('id', 'in', [...ids])
    .where('state', '=', 'open')
    .execute()
}
