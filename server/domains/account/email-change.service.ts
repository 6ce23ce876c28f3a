import { recordActivity } from '#server/domains/activity/activity.service'
import { queueSignedMail } from '#server/domains/company/operator.service'
import type { SignedIn } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { invalidField, refuse } from '#server/platform/refusal'
import type { SignInGuard } from '#server/platform/sign-in-guard'
import type { Tools } from '#server/platform/tools'
import { addressInUseMail, changeEmailMail, emailChangedMail } from './account.mail.ts'
import { accountByEmail, accountById } from './account.queries.ts'
import { foldEmail } from './account.rules.ts'
import { endSessions, forgetPrincipal } from './account.service.ts'
import { checkOwnPassword } from './device.service.ts'
import { endLinks, makeLink, takeLink, tieToMail } from './mail-link.service.ts'
import { lockAddress } from './sign-up.service.ts'

interface Address {
  email: string
  is_email_auth: boolean
}

/** Requires the password: whoever reads the mail owns the account. A used address gets the same response. */
export async function mailEmailChangeLink(
  db: Db,
  actor: SignedIn,
  input: { email: string; current_password?: string | undefined },
  guard: SignInGuard,
  tools: Pick<Tools, 'config'>,
): Promise<Address> {
  const { email, current_password: password } = input
  const folded = foldEmail(email)
  const own = await accountById(db, actor.account_id)
  if (!own) throw refuse('user_not_found')
  // Accounts made by a sign-in provider may have no password; a fresh sign-in stands in for it.
  if (own.password_hash !== null) {
    if (password === undefined) throw invalidField('current_password', 'この項目は必須です。')
    if (!(await checkOwnPassword(actor, own.password_hash, password, guard))) throw refuse('wrong_password')
  }
  if (foldEmail(own.email) === folded) {
    throw invalidField('email', '現在のメールアドレスと同じです。新しいメールアドレスを入力してください。')
  }
  await inTransaction(db, async (tx) => {
    const owner = await accountByEmail(tx, actor.kind, folded)
    await endLinks(tx, actor.account_id, ['change_email'], actor.at)
    const made = await makeLink(
      tx,
      { purpose: 'change_email', account_id: actor.account_id, email },
      actor.at,
    )
    const text = owner ? addressInUseMail() : changeEmailMail(tools.config.publicUrl, made.token)
    await tieToMail(tx, made, await queueSignedMail(tx, { account_id: null, to: email, ...text }, actor.at))
    await recordActivity(tx, actor, {
      action: 'account.ask_change_email',
      object_type: 'account',
      object_id: actor.account_id,
    })
  })
  return { email: own.email, is_email_auth: own.is_email_auth }
}

export async function changeEmail(db: Db, actor: SignedIn, token: string): Promise<Address> {
  const changed = await inTransaction(db, async (tx) => {
    const link = await takeLink(tx, 'change_email', token, actor.at)
    if (!link || link.account_id !== actor.account_id) throw refuse('invalid_link')
    await lockAddress(tx, foldEmail(link.email))
    const owner = await accountByEmail(tx, actor.kind, foldEmail(link.email))
    if (owner && owner.id !== actor.account_id) throw refuse('email_taken')
    const old = await tx
      .selectFrom('account')
      .select('email')
      .where('id', '=', actor.account_id)
      .where('is_active', '=', true)
      .forUpdate()
      .executeTakeFirst()
    // The owner left meanwhile, and nobody could use the address any more.
    if (!old) throw refuse('user_inactive')
    await tx
      .updateTable('account')
      .set({ email: link.email, email_folded: foldEmail(link.email), is_email_auth: true })
      .where('id', '=', actor.account_id)
      .execute()
    // Links mailed to the old address must not open the account any more.
    await endLinks(tx, actor.account_id, ['reset_password', 'sign_in_code'], actor.at)
    await endSessions(tx, actor.account_id, actor.at, actor.session.id)
    await queueSignedMail(
      tx,
      { account_id: actor.account_id, to: old.email, ...emailChangedMail(actor.at) },
      actor.at,
    )
    await recordActivity(tx, actor, {
      action: 'account.change_email',
      object_type: 'account',
      object_id: actor.account_id,
    })
    return { email: link.email, is_email_auth: true }
  })
  forgetPrincipal(db, actor.account_id)
  return changed
}
