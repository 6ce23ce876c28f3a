import { sql } from 'kysely'
import type { accountCalls } from '#contract/account'
import type { CallBody } from '#contract/call'
import { tokyoDate } from '#contract/day'
import { recordActivity } from '#server/domains/activity/activity.service'
import { queueSignedMail } from '#server/domains/company/operator.service'
import type { Actor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { hashPassword, passwordProblems } from '#server/platform/password'
import { invalid, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { alreadyMemberMail, confirmMail, signupLinkMail } from './account.mail.ts'
import { accountByEmail } from './account.queries.ts'
import { foldEmail } from './account.rules.ts'
import { endSessions } from './account.service.ts'
import { endLinks, makeLink, takeLink } from './mail-link.service.ts'
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
    const account = await accountByEmail(tx, 'customer', folded)
    const { token } = await makeLink(
      tx,
      { purpose: 'register', account_id: null, email: folded, store_key: store },
      actor.at,
    )
    const mail = account?.is_email_auth
      ? { to: account.email, ...alreadyMemberMail(origin) }
      : { to: input.email, ...signupLinkMail(origin, token, store) }
    await queueSignedMail(tx, { account_id: null, ...mail }, actor.at)
  })
}

/**
 * Makes a customer account. With a mailed token the address is proven and signing in works at once. Without one
 * a confirmation goes out first, and a used address gets the same answer while its owner is told by mail.
 */
export async function signUp(db: Db, actor: Actor, body: SignupBody, tools: SignupTools): Promise<SignedUp> {
  // Hashed before it is known whether the address is free: both ways take the same time.
  const passwordHash = await hashPassword(body.password)
  return inTransaction(db, async (tx) => {
    await lockAddress(tx, foldEmail(body.email))
    return body.token
      ? signUpWithLink(tx, actor, { ...body, token: body.token }, passwordHash, tools)
      : signUpUnproven(tx, actor, body, passwordHash, tools)
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
  const id = await writeAccount(tx, actor, known?.id ?? (await nextAccountId(tx)), {
    body,
    passwordHash,
    store,
    isProven: true,
    isNew: !known,
    keys: tools.keys,
  })
  return { id, email: body.email, is_email_auth: true }
}

async function signUpUnproven(
  tx: Tx,
  actor: Actor,
  body: SignupBody,
  passwordHash: string,
  tools: SignupTools,
): Promise<SignedUp> {
  const known = await accountByEmail(tx, 'customer', foldEmail(body.email))
  const origin = tools.config.publicUrl
  // The number answered is drawn in every case, so that it does not tell a new account from a known one.
  const drawn = await nextAccountId(tx)
  if (known?.is_email_auth || known?.is_active === false) {
    await queueSignedMail(
      tx,
      { account_id: known.id, to: known.email, ...alreadyMemberMail(origin) },
      actor.at,
    )
  } else {
    // An address nobody has proven belongs to whoever writes last; earlier confirmations stop working.
    const id = await writeAccount(tx, actor, known?.id ?? drawn, {
      body,
      passwordHash,
      store: body.store ?? '',
      isProven: false,
      isNew: !known,
      keys: tools.keys,
    })
    const { token } = await makeLink(tx, { purpose: 'confirm', account_id: id, email: body.email }, actor.at)
    await queueSignedMail(tx, { account_id: id, to: body.email, ...confirmMail(origin, token) }, actor.at)
  }
  return { id: drawn, email: body.email, is_email_auth: false }
}

interface NewAccount {
  body: SignupBody
  passwordHash: string
  store: string
  isProven: boolean
  isNew: boolean
  keys: Tools['keys']
}

async function writeAccount(tx: Tx, actor: Actor, id: number, input: NewAccount): Promise<number> {
  const { body } = input
  const at = actor.at.toISOString()
  const account = {
    email: body.email,
    email_folded: foldEmail(body.email),
    password_hash: input.passwordHash,
    is_email_auth: input.isProven,
    password_changed_at: at,
    store_key: input.store,
  }
  const customer = { ...profileColumns(body, input.keys, actor.at), updated_at: at }
  if (input.isNew) {
    await tx
      .insertInto('account')
      .values({ id, kind: 'customer', created_at: at, ...account })
      .execute()
    await tx
      .insertInto('customer')
      .values({ account_id: id, created_at: at, ...customer })
      .execute()
  } else {
    await tx.updateTable('account').set(account).where('id', '=', id).execute()
    await tx.updateTable('customer').set(customer).where('account_id', '=', id).execute()
    await endSessions(tx, id, actor.at)
    await endLinks(tx, id, ['confirm', 'reset_password'], actor.at)
  }
  await recordActivity(tx, actor, {
    action: 'account.sign_up',
    object_type: 'account',
    object_id: id,
    detail: { is_email_auth: input.isProven, agreed_terms: body.agreed_terms ?? false, store: input.store },
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

function profileColumns(body: SignupBody, keys: Tools['keys'], at: Date) {
  const told = toldData(body, at)
  if (!told.ok) throw invalid(told.fields)
  const { birthday, workplace: _none, ...data } = told.data
  return {
    ...data,
    search_text: searchTextOf(data),
    birthday_enc: birthday ? keys.field.encrypt(birthday, 'customer.birthday_enc') : null,
  }
}

async function nextAccountId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('account', 'id')) as id`.execute(tx)
  return (rows[0] as { id: number }).id
}

/** Whoever is about to take an address takes turns with others who are. */
export async function lockAddress(tx: Tx, folded: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account ${folded}`}, 0))`.execute(tx)
}

/** Confirms the address of a new account, signed in or not. */
export async function confirmEmail(
  db: Db,
  actor: Actor,
  token: string,
): Promise<{ account_id: number; email: string; is_email_auth: boolean }> {
  return inTransaction(db, async (tx) => {
    const link = await takeLink(tx, 'confirm', token, actor.at)
    if (!link?.account_id) throw refuse('invalid_link')
    const account = await tx
      .updateTable('account')
      .set({ is_email_auth: true })
      .where('id', '=', link.account_id)
      .where('is_active', '=', true)
      .returning(['id', 'email'])
      .executeTakeFirst()
    if (!account) throw refuse('invalid_link')
    await recordActivity(tx, actor, {
      action: 'account.confirm_email',
      object_type: 'account',
      object_id: account.id,
    })
    return { account_id: account.id, email: account.email, is_email_auth: true }
  })
}
