import { type SqlBool, sql } from 'kysely'

/** Sold, and did not come back. About the id of an item. */
export const isSoldOn = (itemId: string) =>
  sql<SqlBool>`exists (select from sale x where x.item_id = ${sql.ref(itemId)} and x.returned_at is null)`
