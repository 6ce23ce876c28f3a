import { type SqlBool, sql } from 'kysely'

/** About the row of a sale: it has not come back. */
export const standsSale = (alias: string) => sql<SqlBool>`${sql.ref(`${alias}.returned_at`)} is null`

/** About the id of an item: somebody bought it, and it has not come back. */
export const isSoldOn = (itemId: string) =>
  sql<boolean>`exists (select from sale z where z.item_id = ${sql.ref(itemId)} and ${standsSale('z')})`
