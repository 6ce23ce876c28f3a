import { type RawBuilder, sql } from 'kysely'

/** Whether the account `id` (a column) has a second factor that was confirmed. Recovery codes alone are none. */
export const hasSecondFactor = (id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from totp_factor t where t.account_id = ${id} and t.confirmed_at is not null)
    or exists (select from passkey p where p.account_id = ${id}))`
