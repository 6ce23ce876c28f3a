import type { accountCalls } from '#contract/account'
import type { CallBody } from '#contract/call'
import { recordActivity } from '#server/domains/activity/activity.service'
import { queueSignedMail } from '#server/domains/company/operator.service'
import type { Actor, SignedIn } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { requireFreshSignIn } from '#server/platform/handle'
import { hashPassword, passwordProblems } from '#server/platform/password'
import { invalid, invalidField, refuse } from '#server/platform/refusal'
import type { SignInGuard } from '#server/platform/sign-in-guard'
import type { Tools } from '#server/platform/tools'
import { passwordChangedMail, resetMail } from './account.mail.ts'
import { accountById, principalOf, usableAccountsByEmail } from './account.queries.ts'
import { foldEmail, guardedAddress } from './account.rules.ts'
import { endSessions, forgetPrincipal } from './account.service.ts'
import { checkOwnPassword } from './device.service.ts'
import { endLinks, mailAllowance, makeLink, takeLink, tieToMail } from './mail-link.service.ts'
import { takeMailRequest } from './mail-request.service.ts'

const required = 'この項目は必須です。'

export async function changePassword(
  db: Db,
  actor: SignedIn,
  input: CallBody<typeof accountCalls.changePassword>,
  guard: SignInGuard,
  tools: Pick<Tools, 'config'>,
): Promise<void> {
  const account = await accountById(db, actor.account_id)
  if (account?.password_hash) {
    if (input.current_password === undefined) throw invalidField('current_password', required)
    if (!(await checkOwnPassword(actor, account.password_hash, input.current_password, guard))) {
      throw refuse('wrong_password')
    }
  } else {
    requireFreshSignIn(actor)
  }
  if (input.re_new_password !== undefined && input.re_new_password !== input.new_password) {
    throw refuse('password_mismatch')
  }
  requireGoodPassword(input.new_password, actor)
  const hash = await hashPassword(input.new_password)
  await inTransaction(db, (tx) =>
    writePassword(tx, actor, actor.account_id, hash, { tools, except: actor.session.id }),
  )
  forgetPrincipal(db, actor.account_id)
}

function requireGoodPassword(password: string, about: { email: string; name: string }): void {
  const problems = passwordProblems(password, about)
  if (problems.length > 0) throw invalid({ new_password: problems })
}

async function writePassword(
  tx: Tx,
  actor: Actor,
  accountId: number,
  hash: string,
  options: { tools: Pick<Tools, 'config'>; except: string | null },
): Promise<void> {
  const account = await tx
    .updateTable('account')
    .set({ password_hash: hash, password_changed_at: actor.at.toISOString() })
    .where('id', '=', accountId)
    .returning(['email', 'kind'])
    .executeTakeFirstOrThrow()
  await endSessions(tx, accountId, actor.at, options.except)
  await endLinks(tx, accountId, ['reset_password', 'change_email', 'sign_in_code'], actor.at)
  const kind = account.kind === 'business' ? 'business' : 'customer'
  const text = passwordChangedMail(options.tools.config.publicUrl, kind, actor.at)
  await queueSignedMail(tx, { account_id: accountId, to: account.email, ...text }, actor.at)
  await recordActivity(tx, actor, {
    action: 'account.change_password',
    object_type: 'account',
    object_id: accountId,
  })
}

/** Mails one link per account of the address: one person may be both customer and staff. */
export async function mailResets(
  tx: Tx,
  requestId: number,
  at: Date,
  tools: Pick<Tools, 'config'>,
): Promise<void> {
  const email = await takeMailRequest(tx, 'reset_password', requestId, at)
  if (email === undefined) return
  for (const account of await usableAccountsByEmail(tx, email, at)) {
    const link = { purpose: 'reset_password', account_id: account.id, email: account.email } as const
    const allowed = await mailAllowance(tx, link, at)
    if (!allowed) continue
    const made = await makeLink(tx, link, at, allowed)
    const to = { kind: account.kind, uid: uidOf(account.id) }
    const text = resetMail(tools.config.publicUrl, to, { token: made.token, ...allowed })
    const mailed = await queueSignedMail(tx, { account_id: account.id, to: account.email, ...text }, at)
    await tieToMail(tx, made, mailed)
  }
}

export function uidOf(accountId: number): string {
  return Buffer.from(String(accountId)).toString('base64url')
}

function accountIdOf(uid: string): number {
  const text = Buffer.from(uid, 'base64url').toString('latin1')
  if (!/^\d{1,15}$/.test(text)) throw refuse('invalid_uid')
  return Number(text)
}

export async function resetPassword(
  db: Db,
  actor: Actor,
  input: CallBody<typeof accountCalls.resetPassword>,
  guard: SignInGuard,
  tools: Pick<Tools, 'config'>,
): Promise<void> {
  const { uid, token, new_password: password } = input
  if (!uid || !token || !password) {
    throw invalid({
      ...(uid ? {} : { uid: [required] }),
      ...(token ? {} : { token: [required] }),
      ...(password ? {} : { new_password: [required] }),
    })
  }
  const accountId = accountIdOf(uid)
  const { kind, email } = await inTransaction(db, async (tx) => {
    // A refusal below rolls this back: a weak password does not cost the link.
    const link = await takeLink(tx, 'reset_password', token, actor.at)
    if (!link || link.account_id !== accountId) throw refuse('invalid_reset')
    const account = await principalOf(tx, accountId)
    if (!account?.is_active || account.left_at !== null || account.business_active === false) {
      throw refuse('invalid_reset')
    }
    requireGoodPassword(password, {
      email: account.email,
      name: account.customer_name ?? account.business_name ?? '',
    })
    await writePassword(tx, actor, accountId, await hashPassword(password), { tools, except: null })
    await tx.updateTable('account').set({ is_email_auth: true }).where('id', '=', accountId).execute()
    return account
  })
  await guard.forgetTries(guardedAddress(kind, foldEmail(email)))
  forgetPrincipal(db, accountId)
}
