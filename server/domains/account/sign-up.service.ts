import { sql } from 'kysely'
import { queueSignedMail } from '#server/domains/company/operator.service'
import type { Actor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { nextId } from '#server/platform/next-id'
import { refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { alreadyMemberMail, signupLinkMail } from './account.mail.ts'
import { accountByEmail } from './account.queries.ts'
import { foldEmail } from './account.rules.ts'
import { endSessions } from './account.service.ts'
import {
  endRegistering,
  mailAllowance,
  makeLink,
  readLink,
  takeLink,
  tieToMail,
} from './mail-link.service.ts'

/** Mails a sign-up link. An address in use gets another mail; response and work are the same. */
export async function mailSignupLink(
  db: Db,
  actor: Actor,
  input: { email: string; store?: string | undefined; return_url?: string | undefined },
  tools: Pick<Tools, 'config'>,
): Promise<void> {
  const folded = foldEmail(input.email)
  const store = input.store ?? ''
  const origin = tools.config.publicUrl
  await inTransaction(db, async (tx) => {
    await lockAddress(tx, folded)
    const link = {
      purpose: 'register',
      account_id: null,
      email: folded,
      store_key: store,
      return_url: input.return_url ?? '',
    } as const
    const allowed = await mailAllowance(tx, link, actor.at)
    if (!allowed) return
    const account = await accountByEmail(tx, 'customer', folded)
    const made = await makeLink(tx, link, actor.at, allowed)
    const mail = account?.is_email_auth
      ? { to: account.email, ...alreadyMemberMail(origin) }
      : { to: input.email, ...signupLinkMail(origin, made.token, store) }
    await tieToMail(tx, made, await queueSignedMail(tx, { account_id: null, store, ...mail }, actor.at))
  })
}

/**
 * What was entered on the device that asked for the link; whoever holds the link has the mail. After the sign-up
 * the link no longer says whose it was: it stays in the history of the browser.
 */
export async function readSignupLink(db: Db, token: string, at: Date) {
  const link = await readLink(db, 'register', token, at)
  if (!link) throw refuse('invalid_link')
  const known = await accountByEmail(db, 'customer', link.email)
  const isRegistered = known?.is_email_auth === true && known.is_active
  if (!isRegistered && !link.is_open) throw refuse('invalid_link')
  return {
    email: isRegistered ? '' : link.email,
    store: link.store_key,
    return_url: link.return_url,
    is_registered: isRegistered,
  }
}

interface NewAccount {
  email: string
  token: string
  store: string | undefined
  passwordHash: string
}

/** Reuses an unverified account of the address. Throws `invalid_link` or `email_taken`. */
export async function openAccount(
  tx: Tx,
  actor: Actor,
  { email, token, store, passwordHash }: NewAccount,
): Promise<{ id: number; store: string; isKnown: boolean }> {
  const folded = foldEmail(email)
  await lockAddress(tx, folded)
  const link = await readLink(tx, 'register', token, actor.at)
  if (!link || link.email !== folded) throw refuse('invalid_link')
  const known = await accountByEmail(tx, 'customer', folded)
  if (known && (known.is_email_auth || !known.is_active)) throw refuse('email_taken')
  if (!(await takeLink(tx, 'register', token, actor.at))) throw refuse('invalid_link')
  const at = actor.at.toISOString()
  const account = {
    email,
    email_folded: folded,
    password_hash: passwordHash,
    is_email_auth: true,
    password_changed_at: at,
    store_key: store ?? link.store_key,
  }
  const id = known?.id ?? (await nextId(tx, 'account'))
  if (known) {
    await tx.updateTable('account').set(account).where('id', '=', id).execute()
    await endSessions(tx, id, actor.at)
  } else {
    await tx
      .insertInto('account')
      .values({ id, kind: 'customer', created_at: at, ...account })
      .execute()
  }
  await endRegistering(tx, folded, actor.at)
  return { id, store: account.store_key, isKnown: known !== undefined }
}

/** Serializes transactions that are about to take the same address. */
export async function lockAddress(tx: Tx, folded: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account ${folded}`}, 0))`.execute(tx)
}
