import { sql } from 'kysely'
import type { SearchCode } from '#contract/search-terms'
import type { Part } from '#server/platform/statement'

// SQL for searches by code. Not scoped: the calling list limits it to its reader's rows.

type Kind = SearchCode['kind']
type OfKind<K extends Kind> = Extract<SearchCode, { kind: K }>

export function codesOf<K extends Kind>(codes: readonly SearchCode[], kind: K): OfKind<K>[] {
  return codes.filter((code): code is OfKind<K> => code.kind === kind)
}

const startOf = (text: string): string => `${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** A union lets each select use its own index; a condition with `or` would use none. */
export function unionOf(selects: readonly Part[]): Part {
  return selects.reduce((all, one) => sql`${all} union all ${one}`, sql`select null::bigint`)
}

function customersByContact(codes: readonly SearchCode[]): Part[] {
  const phones = codesOf(codes, 'phone').map(({ value }) => value)
  const emails = codesOf(codes, 'email').map(({ value }) => value)
  return [
    ...(phones.length > 0
      ? [sql`select id from customer where phone <> '' and phone = any(${phones}::text[])`]
      : []),
    ...(emails.length > 0
      ? [
          sql`select c.id from account a join customer c on c.account_id = a.id
            where a.kind = 'customer' and a.email_folded = any(${emails}::text[])`,
        ]
      : []),
    ...codesOf(codes, 'email_start').map(
      ({ value }) =>
        sql`select c.id from account a join customer c on c.account_id = a.id
          where a.kind = 'customer' and a.email_folded like ${startOf(value)}`,
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
    ...(ids.length > 0 ? [sql`select id from purchase_request where id = any(${ids}::bigint[])`] : []),
    ...(boxes.length > 0
      ? [sql`select request_id from request_box where box_code = any(${boxes}::text[])`]
      : []),
    ...(slugs.length > 0
      ? [sql`select request_id from purchase_item where slug = any(${slugs}::text[])`]
      : []),
    ...(numbers.length > 0 ? [sql`select request_id from purchase_item where ${atPlace(numbers)}`] : []),
    ...(parcels.length > 0
      ? [
          sql`select request_id from request_box where tracking_number <> '' and tracking_number = any(${parcels}::text[])`,
          sql`select id from purchase_request
            where return_tracking_number <> '' and return_tracking_number = any(${parcels}::text[])`,
          // A box can go back in several parcels; the request names only the last one.
          sql`select request_id from return_parcel where tracking_number = any(${parcels}::text[])`,
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
      ? [sql`select id from purchase_request where customer_id in (${unionOf(contacts)})`]
      : []),
  ])
}

export function customersOfCodes(codes: readonly SearchCode[]): Part {
  const labels = requestsByLabel(codes)
  return unionOf([
    ...customersByContact(codes),
    ...(labels.length > 0
      ? [sql`select customer_id from purchase_request where id in (${unionOf(labels)})`]
      : []),
  ])
}
