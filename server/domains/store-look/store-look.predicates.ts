import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A closed storefront is as a key that nobody has: it shows the common look and all shops. */
export const isClosedStore = (store: string | RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (
    select from store_look closed where closed.store_key = ${store} and closed.withdrawn_at is not null)`
