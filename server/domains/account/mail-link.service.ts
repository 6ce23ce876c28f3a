import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db'

export type LinkPurpose = 'register' | 'change_email' | 'reset_password' | 'sign_in_code'

const dayMinutes = 24 * 60

const linkMinutes: Readonly<Record<LinkPurpose, number>> = {
  register: dayMinutes,
  change_email: 60,
  reset_password: 10,
  sign_in_code: 30,
}

/** Mails of one purpose per mailbox: in ten minutes, and in a day. */
const mostAtOnce = 3
const mostInADay = 10

/** Invitations are opened on the next working day, so the link lasts three days. */
export const invitationMinutes = 3 * 24 * 60

/** Only the hash is stored, so that read access to the table does not give usable links. */
export function hashLink(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

interface NewLink {
  purpose: LinkPurpose
  account_id: number | null
  email: string
  store_key?: string
  return_url?: string
}

/** Returns minutes of validity, null at the limit. Anybody can request mails, so a day's last link lasts a day. */
export async function mailAllowance(tx: Tx, { purpose, account_id, email }: NewLink, at: Date) {
  const of =
    account_id === null ? sql`account_id is null and email = ${email}` : sql`account_id = ${account_id}`
  const since = (minutes: number) => new Date(at.getTime() - minutes * 60_000).toISOString()
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail ${purpose} ${account_id ?? email}`}, 0))`.execute(
    tx,
  )
  const { rows } = await sql<{ recent: number; today: number }>`
    select count(*) filter (where created_at > ${since(10)}) as recent, count(*) as today from mail_token
    where purpose = ${purpose} and created_at > ${since(dayMinutes)} and ${of}`.execute(tx)
  const { recent = 0, today = 0 } = rows[0] ?? {}
  if (recent >= mostAtOnce || today >= mostInADay) return null
  return { minutes: today === mostInADay - 1 ? dayMinutes : linkMinutes[purpose] }
}

/** Earlier links stay valid: anybody can request a new one and must not invalidate the owner's. */
export async function makeLink(
  tx: Tx,
  link: NewLink,
  at: Date,
  { minutes = linkMinutes[link.purpose], token = randomBytes(32).toString('base64url') } = {},
): Promise<{ id: number; token: string }> {
  const { id } = await tx
    .insertInto('mail_token')
    .values({
      purpose: link.purpose,
      account_id: link.account_id,
      email: link.email,
      store_key: link.store_key ?? '',
      return_url: link.return_url ?? '',
      token_hash: hashLink(token),
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + minutes * 60_000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

/** A link's time begins with the delivery of its mail: the mail server may have been down for hours. */
export const isOpenLink = (at: Date) => sql<boolean>`
  mail_token.used_at is null and ${at.toISOString()}::timestamptz < mail_token.expires_at + coalesce(
    (select m.sent_at - mail_token.created_at from mail m where m.id = mail_token.mail_id), interval '0')`

export async function tieToMail(tx: Tx, link: { id: number }, mail: number | undefined): Promise<void> {
  if (mail === undefined) return
  await tx.updateTable('mail_token').set({ mail_id: mail }).where('id', '=', link.id).execute()
}

/** Without using it up; also a link that is used or expired, which opens nothing any more. */
export async function readLink(db: Db, purpose: LinkPurpose, token: string, at: Date) {
  return db
    .selectFrom('mail_token')
    .select(['email', 'store_key', 'return_url', isOpenLink(at).as('is_open')])
    .where('token_hash', '=', hashLink(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
}

/** Of several parallel attempts one gets the row; the others, like unknown and expired tokens, get undefined. */
export async function takeLink(tx: Tx, purpose: LinkPurpose, token: string, at: Date) {
  return tx
    .updateTable('mail_token')
    .set({ used_at: at.toISOString() })
    .where('token_hash', '=', hashLink(token))
    .where('purpose', '=', purpose)
    .where(isOpenLink(at))
    .returning(['id', 'account_id', 'email', 'store_key'])
    .executeTakeFirst()
}

export async function endRegistering(tx: Tx, email: string, at: Date): Promise<void> {
  await tx
    .updateTable('mail_token')
    .set({ used_at: at.toISOString() })
    .where('email', '=', email)
    .where('purpose', '=', 'register')
    .where('used_at', 'is', null)
    .execute()
}

export async function endLinks(
  tx: Tx,
  accountId: number,
  purposes: readonly LinkPurpose[],
  at: Date,
): Promise<void> {
  await tx
    .updateTable('mail_token')
    .set({ used_at: at.toISOString() })
    .where('account_id', '=', accountId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}
