import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/db'

export type LinkPurpose = 'register' | 'change_email' | 'reset_password' | 'sign_in_code'

const dayMinutes = 24 * 60

/** How long what was mailed works. The link to a new password is the shortest: it opens the account. */
const linkMinutes: Readonly<Record<LinkPurpose, number>> = {
  register: dayMinutes,
  change_email: 60,
  reset_password: 10,
  sign_in_code: 30,
}

/** Mails of one purpose to one mailbox: in ten minutes, and in a day. */
const mostAtOnce = 3
const mostInADay = 10

/** An invitation is read when somebody comes to work, so its link to the first password waits three days. */
export const invitationMinutes = 3 * 24 * 60

/** Only this is stored: whoever reads the table cannot use the links. */
export function hashLink(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

interface NewLink {
  purpose: LinkPurpose
  /** Null: for an address, whoever it belongs to. */
  account_id: number | null
  email: string
  store_key?: string
}

/**
 * How many minutes the next mail to a mailbox is good for; null: none is sent. Anybody may ask for such mails, so a
 * mailbox gets a few of them a day. The last one of a day is good for a day: whoever uses the others up leaves the
 * owner with a mail that works.
 */
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

/**
 * A new one-time link. Earlier ones go on working until they run out or one of them is used: asking for another is open
 * to anybody, and must not spoil the one its owner is about to open. Answers the token for the mail and the row's id.
 */
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
      token_hash: hashLink(token),
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + minutes * 60_000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

/** Uses a link up. Of parallel attempts one gets the row; used, expired and unknown ones give nothing. */
export async function takeLink(tx: Tx, purpose: LinkPurpose, token: string, at: Date) {
  return tx
    .updateTable('mail_token')
    .set({ used_at: at.toISOString() })
    .where('token_hash', '=', hashLink(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at.toISOString())
    .returning(['id', 'account_id', 'email', 'store_key'])
    .executeTakeFirst()
}

/** Links to sign up with an address that has an account now. */
export async function endRegistering(tx: Tx, email: string, at: Date): Promise<void> {
  await tx
    .updateTable('mail_token')
    .set({ used_at: at.toISOString() })
    .where('email', '=', email)
    .where('purpose', '=', 'register')
    .where('used_at', 'is', null)
    .execute()
}

/** Links of an account that must not work any more. */
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
