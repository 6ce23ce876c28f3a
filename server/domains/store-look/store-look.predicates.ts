import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A closed storefront is as a key that nobody has: it shows the common look and all shops. */
export const isClosedStore = (store: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from store_look o where o.store_key = ${store} and o.withdrawn_at is not null)`
