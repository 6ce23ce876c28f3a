import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sharedStoreKey } from '#contract/setup-input'

/** A closed storefront is as a key that nobody has: it shows the common look and all shops. */
export const isClosedStore = (store: string | RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (
    select from store_look closed where closed.store_key = ${store} and closed.withdrawn_at is not null)`

/** The storefront that shows itself as that of the dealer; blank where there is none. */
export const ownStoreOf = (company: string): RawBuilder<string> => {
  const key = sql.ref(`${company}.store_key`)
  return sql<string>`case when ${key} = ${sharedStoreKey} or ${isClosedStore(key)} then '' else ${key} end`
}
