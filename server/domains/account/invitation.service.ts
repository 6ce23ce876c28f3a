import { randomUUID } from 'node:crypto'
import { queueSignedMail } from '#server/domains/company/operator.service'
import type { Tx } from '#server/platform/db'
import type { Tools } from '#server/platform/tools'
import { invitationLink, invitationMail } from './account.mail.ts'
import { foldEmail } from './account.rules.ts'
import { endLinks, invitationMinutes, makeLink, tieToMail } from './mail-link.service.ts'
import { uidOf } from './password.service.ts'

/** Creates a business account without a password; returns undefined if the address is taken. */
export async function openBusinessAccount(tx: Tx, email: string, at: Date): Promise<number | undefined> {
  const row = await tx
    .insertInto('account')
    .values({ kind: 'business', email, email_folded: foldEmail(email), created_at: at.toISOString() })
    .onConflict((conflict) => conflict.columns(['kind', 'email_folded']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** For what a machine does; it has no address and no way to sign in. */
export async function openMachineAccount(tx: Tx, at: Date): Promise<number> {
  const { id } = await tx
    .insertInto('account')
    .values({
      kind: 'business',
      email: '',
      email_folded: `machine ${randomUUID()}`,
      is_active: false,
      created_at: at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** So that an account can serve somebody else, who gave its address in these letters. */
export async function passOn(tx: Tx, accountId: number, email: string): Promise<void> {
  await tx
    .updateTable('account')
    .set({ email, password_hash: null, last_sign_in_at: null })
    .where('id', '=', accountId)
    .execute()
}

/** Same purpose as a password reset, so that a reset also replaces a lost invitation. */
export async function makeInvitationLink(
  tx: Tx,
  accountId: number,
  at: Date,
  tools: Pick<Tools, 'config'>,
): Promise<{ id: number; email: string; url: string }> {
  const { email } = await tx
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  await endLinks(tx, accountId, ['reset_password'], at)
  const { id, token } = await makeLink(tx, { purpose: 'reset_password', account_id: accountId, email }, at, {
    minutes: invitationMinutes,
  })
  return { id, email, url: invitationLink(tools.config.publicUrl, uidOf(accountId), token) }
}

export async function mailInvitation(
  tx: Tx,
  invited: { account_id: number; company: string },
  at: Date,
  tools: Pick<Tools, 'config'>,
): Promise<void> {
  const { id, email, url } = await makeInvitationLink(tx, invited.account_id, at, tools)
  const text = invitationMail(tools.config.publicUrl, invited.company, url)
  const mailed = await queueSignedMail(tx, { account_id: invited.account_id, to: email, ...text }, at)
  await tieToMail(tx, { id }, mailed)
}
