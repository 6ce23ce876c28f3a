import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { itemStatus as I } from '#contract/lifecycle'

const idOf = (id: string | number): RawBuilder<unknown> => (typeof id === 'string' ? sql.ref(id) : sql`${id}`)

export const isHoldOn = (alias: string) => sql<SqlBool>`${sql.ref(`${alias}.released_at`)} is null`

export const holds = (hold: { released_at: string | null }): boolean => hold.released_at === null

/** Until the deal one held item stops the whole box. */
export const isRequestOnHold = (requestId: string | number) =>
  sql<SqlBool>`exists (select from hold h where h.request_id = ${idOf(requestId)} and ${isHoldOn('h')})`

/** What the customer sells was handed over to the police, as the release of its hold records: it cannot be bought. */
export const isSoldSeized = (requestId: string | number) =>
  sql<SqlBool>`exists (
    select from hold h join purchase_item i on i.request_id = h.request_id and (h.item_id is null or h.item_id = i.id)
    where h.request_id = ${idOf(requestId)} and h.released_at is not null and h.seizure <> ''
      and i.status = ${sql.lit(I.ACCEPTED)})`

/** Held itself or with its box. */
export const isItemOnHold = (alias: string) =>
  sql<SqlBool>`exists (select from hold h where h.request_id = ${sql.ref(`${alias}.request_id`)}
    and (h.item_id is null or h.item_id = ${sql.ref(`${alias}.id`)}) and ${isHoldOn('h')})`
