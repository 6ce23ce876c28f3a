import { type RawBuilder, type SqlBool, sql } from 'kysely'

// What other domains may ask of holds, as SQL about columns given by name (or an id as a value), and as the pure twin.

const idOf = (id: string | number): RawBuilder<unknown> => (typeof id === 'string' ? sql.ref(id) : sql`${id}`)

/** The hold is on: two people have not released it yet. */
export const isHoldOn = (alias: string) => sql<SqlBool>`${sql.ref(`${alias}.released_at`)} is null`

export const holds = (hold: { released_at: string | null }): boolean => hold.released_at === null

/** Anything of the request is held: until the deal one held item stops the whole box. */
export const isRequestOnHold = (requestId: string | number) =>
  sql<SqlBool>`exists (select from hold h where h.request_id = ${idOf(requestId)} and ${isHoldOn('h')})`

/** The item is held, by itself or with its box: a hold stops every move of an item. */
export const isItemOnHold = (alias: string) =>
  sql<SqlBool>`exists (select from hold h where h.request_id = ${sql.ref(`${alias}.request_id`)}
    and (h.item_id is null or h.item_id = ${sql.ref(`${alias}.id`)}) and ${isHoldOn('h')})`
