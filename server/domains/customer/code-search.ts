import { sql } from 'kysely'
import type { SearchCode } from '#contract/search-terms'
import type { Part } from '#server/platform/statement'

// SQL for searches by code. Nothing here is cut down to what a reader owns: the list that uses it does that.

type Kind = SearchCode['kind']
type OfKind<K extends Kind> = Extract<SearchCode, { kind: K }>

export function codesOf<K extends Kind>(codes: readonly SearchCode[], kind: K): OfKind<K>[] {
  return codes.filter((code): code is OfKind<K> => code.kind === kind)
}

const startOf = (text: string): string => `${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Selects put together, so that each goes over its own index; a condition with `or` would go over none. */
export function unionOf(selects: readonly Part[]): Part {
  return selects.reduce((all, one) => sql`${all} union all ${one}`, sql`select null::bigint`)
}

/** Ids of the customers with these telephone numbers and mail addresses. */
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

/** Ids of the requests with these codes on their boxes, articles and parcels. */
function requestsByLabel(codes: readonly SearchCode[]): Part[] {
  const boxes = codesOf(codes, 'box').map(({ value }) => value)
  const slugs = codesOf(codes, 'item').map(({ value }) => value)
  const ids = codesOf(codes, 'request').map(({ id }) => id)
  const numbers = codesOf(codes, 'item_number')
  const parcels = [
    ...codesOf(codes, 'parcel').map(({ value }) => value),
    // Free text is stored as it was typed.
    ...codesOf(codes, 'other').flatMap(({ value }) => [value, value.toUpperCase(), value.toLowerCase()]),
  ]
  return [
    ...(ids.length > 0 ? [sql`select id from purchase_request where id = any(${ids}::bigint[])`] : []),
    ...(boxes.length > 0
      ? [sql`select id from purchase_request where box_code = any(${boxes}::text[])`]
      : []),
    ...(slugs.length > 0
      ? [sql`select request_id from purchase_item where slug = any(${slugs}::text[])`]
      : []),
    ...(numbers.length > 0 ? [sql`select request_id from purchase_item where ${atPlace(numbers)}`] : []),
    ...(parcels.length > 0
      ? [
          sql`select id from purchase_request where tracking_number <> '' and tracking_number = any(${parcels}::text[])`,
          sql`select id from purchase_request
            where return_tracking_number <> '' and return_tracking_number = any(${parcels}::text[])`,
          // A box can go back in several parcels; the request names the last one.
          sql`select request_id from return_parcel where tracking_number = any(${parcels}::text[])`,
        ]
      : []),
  ]
}

/** Rows of `purchase_item` by request and sequence. */
export function atPlace(numbers: readonly OfKind<'item_number'>[]): Part {
  return sql`(request_id, seq) in (select * from unnest(
    ${numbers.map(({ request }) => request)}::bigint[], ${numbers.map(({ seq }) => seq)}::int[]))`
}

/** Ids of the requests any of the codes leads to: its own number and labels, or whoever sent it. */
export function requestsOfCodes(codes: readonly SearchCode[]): Part {
  const contacts = customersByContact(codes)
  return unionOf([
    ...requestsByLabel(codes),
    ...(contacts.length > 0
      ? [sql`select id from purchase_request where customer_id in (${unionOf(contacts)})`]
      : []),
  ])
}

/** Ids of the customers any of the codes leads to. */
export function customersOfCodes(codes: readonly SearchCode[]): Part {
  const labels = requestsByLabel(codes)
  return unionOf([
    ...customersByContact(codes),
    ...(labels.length > 0
      ? [sql`select customer_id from purchase_request where id in (${unionOf(labels)})`]
      : []),
  ])
}
