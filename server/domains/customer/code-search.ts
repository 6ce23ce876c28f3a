import { sql } from 'kysely'
import { type SearchCode, textOfCode } from '#contract/search-terms'
import { isOwnRequest } from '#server/domains/purchase-request/purchase-request.predicates'
import type { Actor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { startingWith } from '#server/platform/like'
import { type Part, selectRows } from '#server/platform/statement'

// SQL for searches by code. Not scoped: the calling list limits it to its reader's rows.

type Kind = SearchCode['kind']
type OfKind<K extends Kind> = Extract<SearchCode, { kind: K }>

export function codesOf<K extends Kind>(codes: readonly SearchCode[], kind: K): OfKind<K>[] {
  return codes.filter((code): code is OfKind<K> => code.kind === kind)
}

/**
 * Rows of `id` and the `code` that led to it, as `textOfCode` writes it. A union lets each select use its own index; a
 * condition with `or` would use none.
 */
export function unionOf(selects: readonly Part[]): Part {
  return selects.reduce(
    (all, one) => sql`${all} union all ${one}`,
    sql`select null::bigint as id, null::text as code`,
  )
}

export const idsOf = (found: Part): Part => sql`select found.id from (${found}) found`

/** What was asked for and leads to no row of the list. `rows`: table with alias and conditions, after a join with `found`. */
export async function codesWithout(
  db: Db,
  codes: readonly SearchCode[],
  found: Part,
  rows: Part,
): Promise<string[]> {
  const there = await selectRows<{ code: string }>(
    db,
    sql`select distinct found.code from (${found}) found join ${rows}`,
  )
  const known = new Set(there.map(({ code }) => code))
  return [...new Set(codes.map(textOfCode))].filter((code) => !known.has(code))
}

function customersByContact(codes: readonly SearchCode[]): Part[] {
  const phones = codesOf(codes, 'phone').map(({ value }) => value)
  const emails = codesOf(codes, 'email').map(({ value }) => value)
  return [
    ...(phones.length > 0
      ? [sql`select id, phone from customer where phone <> '' and phone = any(${phones}::text[])`]
      : []),
    ...(emails.length > 0
      ? [
          sql`select c.id, a.email_folded from account a join customer c on c.account_id = a.id
            where a.kind = 'customer' and a.email_folded = any(${emails}::text[])`,
        ]
      : []),
    ...codesOf(codes, 'email_start').map(
      ({ value }) =>
        sql`select c.id, ${value}::text from account a join customer c on c.account_id = a.id
          where a.kind = 'customer' and a.email_folded like ${startingWith(value)}`,
    ),
  ]
}

function requestsByLabel(codes: readonly SearchCode[]): Part[] {
  const boxes = codesOf(codes, 'box').map(({ value }) => value)
  const slugs = codesOf(codes, 'item').map(({ value }) => value)
  const ids = codesOf(codes, 'request').map(({ id }) => id)
  const numbers = codesOf(codes, 'item_number')
  const parcels = [
    ...codesOf(codes, 'parcel').map(({ value }) => value),
    // Free text is stored as typed.
    ...codesOf(codes, 'other').flatMap(({ value }) => [value, value.toUpperCase(), value.toLowerCase()]),
  ]
  return [
    ...(ids.length > 0
      ? [sql`select id, id::text from purchase_request where id = any(${ids}::bigint[])`]
      : []),
    ...(boxes.length > 0
      ? [sql`select request_id, box_code from request_box where box_code = any(${boxes}::text[])`]
      : []),
    ...(slugs.length > 0
      ? [sql`select request_id, slug from purchase_item where slug = any(${slugs}::text[])`]
      : []),
    ...(numbers.length > 0
      ? [sql`select request_id, request_id || '-' || seq from purchase_item where ${atPlace(numbers)}`]
      : []),
    ...(parcels.length > 0
      ? [
          sql`select request_id, upper(tracking_number) from request_box where tracking_number <> '' and tracking_number = any(${parcels}::text[])`,
          sql`select id, upper(return_tracking_number) from purchase_request
            where return_tracking_number <> '' and return_tracking_number = any(${parcels}::text[])`,
          // A box can go back in several parcels; the request names only the last one.
          sql`select request_id, upper(tracking_number) from return_parcel where tracking_number = any(${parcels}::text[])`,
        ]
      : []),
  ]
}

export function atPlace(numbers: readonly OfKind<'item_number'>[]): Part {
  return sql`(request_id, seq) in (select * from unnest(
    ${numbers.map(({ request }) => request)}::bigint[], ${numbers.map(({ seq }) => seq)}::int[]))`
}

export function requestsOfCodes(codes: readonly SearchCode[]): Part {
  const contacts = customersByContact(codes)
  return unionOf([
    ...requestsByLabel(codes),
    ...(contacts.length > 0
      ? [
          sql`select r.id, k.code from purchase_request r join (${unionOf(contacts)}) k on k.id = r.customer_id`,
        ]
      : []),
  ])
}

/** By requests only of the reader's own shops: others would tell where else a customer sells. */
export function customersOfCodes(actor: Actor, codes: readonly SearchCode[]): Part {
  const labels = requestsByLabel(codes)
  return unionOf([
    ...customersByContact(codes),
    ...(labels.length > 0
      ? [
          sql`select r.customer_id, k.code from purchase_request r join (${unionOf(labels)}) k on k.id = r.id
            where ${isOwnRequest(actor, 'r')}`,
        ]
      : []),
  ])
}
