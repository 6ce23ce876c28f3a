import { sql } from 'kysely'
import type { accountCalls } from '#contract/account'
import type { CallBody } from '#contract/call'
import { tokyoDate } from '#contract/day'
import { recordActivity } from '#server/domains/activity/activity.service'
import { queueSignedMail } from '#server/domains/company/operator.service'
import type { Actor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { nextId } from '#server/platform/next-id'
import { hashPassword, passwordProblems } from '#server/platform/password'
import { invalid, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { alreadyMemberMail, signupLinkMail } from './account.mail.ts'
import { accountByEmail } from './account.queries.ts'
import { foldEmail } from './account.rules.ts'
import { endSessions } from './account.service.ts'
import { endRegistering, mailAllowance, makeLink, takeLink } from './mail-link.service.ts'
import { changedData, noData, searchTextOf } from './profile.rules.ts'

type SignupBody = CallBody<typeof accountCalls.signup>
type SignupTools = Pick<Tools, 'keys' | 'config'>

export interface SignedUp {
  id: number
  email: string
  is_email_auth: boolean
}

/**
 * Mails a link to sign up with. The caller learns nothing: an address in use gets a mail that says so, and the
 * work up to there is the same.
 */
export async function askToRegister(
  db: Db,
  actor: Actor,
  input: { email: string; store?: string | undefined },
  tools: Pick<Tools, 'config'>,
): Promise<void> {
  const folded = foldEmail(input.email)
  const store = input.store ?? ''
  const origin = tools.config.publicUrl
  await inTransaction(db, async (tx) => {
    await lockAddress(tx, folded)
    const link = { purpose: 'register', account_id: null, email: folded, store_key: store } as const
    const allowed = await mailAllowance(tx, link, actor.at)
    if (!allowed) return
    const account = await accountByEmail(tx, 'customer', folded)
    const { token } = await makeLink(tx, link, actor.at, allowed)
    const mail = account?.is_email_auth
      ? { to: account.email, ...alreadyMemberMail(origin) }
      : { to: input.email, ...signupLinkMail(origin, token, store) }
    await queueSignedMail(tx, { account_id: null, ...mail }, actor.at)
  })
}

/**
 * Makes a customer account for who holds a mailed link: the address is proven and signing in works at once. Without a
 * link one is mailed and nothing of what was sent is kept: whoever opens it chooses the password and says who they are.
 * The answer and its work are the same for an address in use, whose owner is told by mail.
 */
export async function signUp(
  db: Db,
  actor: Actor,
  body: SignupBody,
  mayMail: () => Promise<boolean>,
  tools: SignupTools,
): Promise<SignedUp> {
  const { token } = body
  if (!token) {
    if (await mayMail()) await askToRegister(db, actor, body, tools)
    // A number of its own, as for an account, so that clients which read it find one.
    const id = await inTransaction(db, (tx) => nextId(tx, 'account'))
    return { id, email: body.email, is_email_auth: false }
  }
  const passwordHash = await hashPassword(body.password)
  return inTransaction(db, async (tx) => {
    await lockAddress(tx, foldEmail(body.email))
    return signUpWithLink(tx, actor, { ...body, token }, passwordHash, tools)
  })
}

/** Refuses what has to be looked at again, before anything is done for it. */
export function checkSignUp(body: SignupBody, actor: Actor): void {
  const told = toldData(body, actor.at)
  const problems = told.ok ? {} : told.fields
  const weak = passwordProblems(body.password, { email: body.email, name: body.name ?? null })
  if (weak.length > 0) problems.password = weak
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

async function signUpWithLink(
  tx: Tx,
  actor: Actor,
  body: SignupBody & { token: string },
  passwordHash: string,
  tools: SignupTools,
): Promise<SignedUp> {
  const folded = foldEmail(body.email)
  const link = await takeLink(tx, 'register', body.token, actor.at)
  if (!link || link.email !== folded) throw refuse('invalid_link')
  const known = await accountByEmail(tx, 'customer', folded)
  if (known && (known.is_email_auth || !known.is_active)) throw refuse('email_taken')
  const store = body.store ?? link.store_key
  const id = await writeAccount(tx, actor, known?.id ?? null, { body, passwordHash, store, keys: tools.keys })
  await endRegistering(tx, folded, actor.at)
  return { id, email: body.email, is_email_auth: true }
}

interface NewAccount {
  body: SignupBody
  passwordHash: string
  store: string
  keys: Tools['keys']
}

/** A new account, or one that was made before addresses had to be proven first and was never used. */
async function writeAccount(
  tx: Tx,
  actor: Actor,
  known: number | null,
  { body, passwordHash, store, keys }: NewAccount,
): Promise<number> {
  const at = actor.at.toISOString()
  const id = known ?? (await nextId(tx, 'account'))
  const account = {
    email: body.email,
    email_folded: foldEmail(body.email),
    password_hash: passwordHash,
    is_email_auth: true,
    password_changed_at: at,
    store_key: store,
  }
  if (known === null) {
    const customer = await nextId(tx, 'customer')
    const profile = { ...profileColumns(customer, body, keys, actor.at), updated_at: at }
    await tx
      .insertInto('account')
      .values({ id, kind: 'customer', created_at: at, ...account })
      .execute()
    await tx
      .insertInto('customer')
      .values({ id: customer, account_id: id, created_at: at, ...profile })
      .execute()
  } else {
    await tx.updateTable('account').set(account).where('id', '=', id).execute()
    const customer = await tx
      .selectFrom('customer')
      .select('id')
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('customer')
      .set({ ...profileColumns(customer.id, body, keys, actor.at), updated_at: at })
      .where('id', '=', customer.id)
      .execute()
    await endSessions(tx, id, actor.at)
  }
  await recordActivity(tx, actor, {
    action: 'account.sign_up',
    object_type: 'account',
    object_id: id,
    detail: { is_email_auth: true, agreed_terms: body.agreed_terms ?? false, store },
  })
  return id
}

/** What was said of the profile in the form it is kept in, judged as a change of it is; the rest starts empty. */
function toldData(body: SignupBody, at: Date) {
  const { name, name_kana, birthday, gender, job, job_detail, phone, address } = body
  const { is_corporate, is_invoice_issuer, invoice_registration_number } = body
  const told = { name, name_kana, birthday, gender, job, job_detail, phone, address, is_corporate }
  return changedData(noData, { ...told, is_invoice_issuer, invoice_registration_number }, tokyoDate(at))
}

function profileColumns(id: number, body: SignupBody, keys: Tools['keys'], at: Date) {
  const told = toldData(body, at)
  if (!told.ok) throw invalid(told.fields)
  const { birthday, workplace: _none, ...data } = told.data
  return {
    ...data,
    search_text: searchTextOf(data),
    birthday_enc: birthday ? keys.field.encrypt(birthday, 'customer.birthday_enc', id) : null,
  }
}

/** Whoever is about to take an address takes turns with others who are. */
export async function lockAddress(tx: Tx, folded: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account ${folded}`}, 0))`.execute(tx)
}
