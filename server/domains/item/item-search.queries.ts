import { sql } from 'kysely'
import { type SearchCode, searchTerms } from '#contract/search-terms'
import { brandLike } from '#server/domains/catalogue/brand-search.rules'
import { atPlace, codesOf, idsOf, requestsOfCodes, unionOf } from '#server/domains/customer/code-search'
import type { Db } from '#server/platform/db'
import { contains } from '#server/platform/like'
import type { Window } from '#server/platform/paging'
import { type Countable, sharedRows } from '#server/platform/shared-reads'
import { joined, limited, type Part } from '#server/platform/statement'

export const isOfCustomer = (company: number, name: string): Part => sql`i.request_id in (
  select r.id from customer c join purchase_request r on r.customer_id = c.id
  where r.company_id = ${company} and ${contains('c.search_text', name)})`

/**
 * Conditions about the item `i`, of which one has to hold for a searched text. A query reads each by an index of its own:
 * in one condition they would make it read every article of the company.
 */
export function waysToMatch(company: number, q: string | undefined): Part[] {
  if (!q) return [sql`true`]
  const terms = searchTerms(q)
  if ('words' in terms) {
    return [
      contains('i.name_folded', q),
      sql`i.brand_id in (select id from brand where search_text like ${brandLike(q)})`,
      isOfCustomer(company, q),
    ]
  }
  const found = sql`i.id in (${idsOf(itemsOfCodes(terms.codes))})`
  const [only] = terms.codes
  // A name such as 501 looks like an id.
  const isName = terms.codes.length === 1 && (only?.kind === 'request' || only?.kind === 'other')
  return isName ? [found, contains('i.name_folded', q)] : [found]
}

/** As one condition, where few rows are looked at anyway. */
export const meetsAny = (ways: readonly Part[]): Part => sql`(${sql.join(ways, sql` or `)})`

/** Items `i` for which one of the conditions holds; `select` reads `i.id` under one of them. */
export const matchingAny = (ways: readonly Part[], select: (match: Part) => Part): Part =>
  sql`(${sql.join(
    ways.map((match) => sql`(${select(match)})`),
    sql` union `,
  )}) found`

/** All that match, to be counted: none of the conditions has to find more than the limit. */
export const allMatching =
  (ways: readonly Part[], from: (match: Part) => Part): Countable =>
  (limit) =>
    sql`select from ${matchingAny(ways, (match) => sql`select i.id from ${from(match)} ${limit}`)}`

export interface OrderPart {
  by: Part
  direction: 'asc' | 'desc' | 'asc nulls last' | 'desc nulls last'
}

/** The ids of a page: the first rows under each condition, put together. The last of `order` is unique. */
export async function pageMatching(
  db: Db,
  company: number,
  ways: readonly Part[],
  order: readonly OrderPart[],
  window: Window,
  from: (match: Part) => Part,
): Promise<number[]> {
  const keys = order.map(({ by }, place) => sql`${by} as ${sql.ref(`key_${place}`)}`)
  const ordered = joined(
    order.map(({ direction }, place) => sql`${sql.ref(`key_${place}`)} ${sql.raw(direction)}`),
    ', ',
  )
  const first = limited({ limit: window.offset + window.limit, offset: 0 })
  const found = matchingAny(
    ways,
    (match) => sql`select i.id, ${joined(keys, ', ')} from ${from(match)} order by ${ordered} ${first}`,
  )
  const rows = await sharedRows<{ id: number }>(
    db,
    company,
    sql`select found.id from ${found} order by ${ordered} ${limited(window)}`,
  )
  return rows.map(({ id }) => id)
}

/** One number may be a part of it, as typed from a label; several are whole. */
const productNumberIs = (numbers: readonly string[]): Part =>
  numbers.length === 1
    ? sql`product_number ilike ${`%${numbers[0]}%`}`
    : sql`product_number <> '' and upper(product_number) = any(${numbers}::text[])`

/** Ids of items with the code that led to each. */
export function itemsOfCodes(codes: readonly SearchCode[]): Part {
  const slugs = codesOf(codes, 'item').map(({ value }) => value)
  const numbers = codesOf(codes, 'item_number')
  const others = codesOf(codes, 'other').map(({ value }) => value.toUpperCase())
  const boxes = codes.filter(({ kind }) => kind !== 'item' && kind !== 'item_number')
  return unionOf([
    ...(slugs.length > 0 ? [sql`select id, slug from purchase_item where slug = any(${slugs}::text[])`] : []),
    ...(numbers.length > 0
      ? [sql`select id, request_id || '-' || seq from purchase_item where ${atPlace(numbers)}`]
      : []),
    ...(others.length > 0
      ? [sql`select id, upper(product_number) from purchase_item where ${productNumberIs(others)}`]
      : []),
    ...(boxes.length > 0
      ? [
          sql`select i.id, k.code from purchase_item i join (${requestsOfCodes(boxes)}) k on k.id = i.request_id`,
        ]
      : []),
  ])
}
