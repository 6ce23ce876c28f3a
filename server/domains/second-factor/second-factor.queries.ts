import { sql } from 'kysely'
import type { Db } from '#server/platform/db'

export interface Factors {
  totp: boolean
  passkeys: number
  recovery_codes: number
}

export async function factorsOf(db: Db, accountId: number): Promise<Factors> {
  const { rows } = await sql<Factors>`
    select exists (select from totp_factor where account_id = ${accountId} and confirmed_at is not null) as totp,
      (select count(*) from passkey where account_id = ${accountId}) as passkeys,
      (select count(*) from recovery_code where account_id = ${accountId} and used_at is null) as recovery_codes`.execute(
    db,
  )
  return rows[0] ?? { totp: false, passkeys: 0, recovery_codes: 0 }
}

export const hasAny = ({ totp, passkeys }: Factors): boolean => totp || passkeys > 0

export async function passkeyRows(db: Db, accountId: number) {
  return db
    .selectFrom('passkey')
    .select(['id', 'name', 'rp_id', 'credential_id', 'transports', 'is_synced', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
}

export async function totpRow(db: Db, accountId: number, which: 'confirmed' | 'begun') {
  return db
    .selectFrom('totp_factor')
    .select(['id', 'secret_enc', 'created_at', 'confirmed_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('confirmed_at', which === 'confirmed' ? 'is not' : 'is', null)
    .executeTakeFirst()
}

export async function personOf(db: Db, businessUser: number) {
  return db
    .selectFrom('business_user')
    .select(['account_id', 'company_id'])
    .where('id', '=', businessUser)
    .executeTakeFirst()
}

export async function staffNamed(db: Db, foldedEmail: string) {
  return db
    .selectFrom('business_user as b')
    .innerJoin('account as a', 'a.id', 'b.account_id')
    .select(['b.id', 'b.account_id', 'b.company_id'])
    .where('a.email_folded', '=', foldedEmail)
    .executeTakeFirst()
}

export async function waitingReset(db: Db, accountId: number) {
  return db
    .selectFrom('second_factor_reset')
    .select(['asked_by', 'asked_at'])
    .where('account_id', '=', accountId)
    .where('done_at', 'is', null)
    .executeTakeFirst()
}
