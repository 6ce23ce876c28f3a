import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { itemStatus as I } from '#contract/lifecycle'

const idOf = (id: string | number): RawBuilder<unknown> => (typeof id === 'string' ? sql.ref(id) : sql`${id}`)

export const isHoldOn = (alias: string) => sql<SqlBool>`${sql.ref(`${alias}.released_at`)} is null`

export const holds = (hold: { released_at: string | null }): boolean => hold.released_at === null

/** Whether the police have the item: see `isItemSeized`. */
export const seizes = (
  hold: { released_at: string | null; seizure: string; item: number | null },
  item: { id: number },
): boolean => !holds(hold) && hold.seizure !== '' && (hold.item === null || hold.item === item.id)

/** Until the deal one held item stops the whole box. */
export const isRequestOnHold = (requestId: string | number) =>
  sql<SqlBool>`exists (select from hold h where h.request_id = ${idOf(requestId)} and ${isHoldOn('h')})`

/** Handed over to the police, as the release of its hold records: itself or with its box. */
export const isItemSeized = (alias: string) =>
  sql<boolean>`exists (select from hold h where h.request_id = ${sql.ref(`${alias}.request_id`)}
    and (h.item_id is null or h.item_id = ${sql.ref(`${alias}.id`)}) and h.released_at is not null and h.seizure <> '')`

/** What the customer sells was handed over to the police: it cannot be bought. */
export const isSoldSeized = (requestId: string | number) =>
  sql<SqlBool>`exists (
    select from purchase_item i
    where i.request_id = ${idOf(requestId)} and i.status = ${sql.lit(I.ACCEPTED)} and ${isItemSeized('i')})`

/** Held itself or with its box. */
export const isItemOnHold = (alias: string) =>
  sql<SqlBool>`exists (select from hold h where h.request_id = ${sql.ref(`${alias}.request_id`)}
    and (h.item_id is null or h.item_id = ${sql.ref(`${alias}.id`)}) and ${isHoldOn('h')})`
