import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db'

/** Serializes transactions that are about to link the same person. */
export async function lockSubject(tx: Tx, provider: string, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`provider ${provider} ${subject}`}, 0))`.execute(
    tx,
  )
}

export const accountOfSubject = (db: Db, provider: string, subject: string) =>
  db
    .selectFrom('provider_account')
    .select('account_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** `usable` needs a confirmed address: the password is checked against it. */
export async function passwordOf(db: Db, accountId: number): Promise<'none' | 'unaddressed' | 'usable'> {
  const { password_hash, is_email_auth } = await db
    .selectFrom('account')
    .select(['password_hash', 'is_email_auth'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (password_hash === null) return 'none'
  return is_email_auth ? 'usable' : 'unaddressed'
}

export const linksOf = (db: Db, accountId: number) =>
  db
    .selectFrom('provider_account')
    .select(['provider', 'subject', 'linked_at'])
    .where('account_id', '=', accountId)
    .execute()
