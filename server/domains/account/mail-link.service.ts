import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '#server/platform/db'

export type LinkPurpose = 'register' | 'confirm' | 'change_email' | 'reset_password'

/** How long a mailed link works. The one to a new password is the shortest: it opens the account. */
export const linkMinutes: Readonly<Record<LinkPurpose, number>> = {
  register: 24 * 60,
  confirm: 24 * 60,
  change_email: 60,
  reset_password: 10,
}

/** An invitation is read when somebody comes to work, so its link to the first password waits three days. */
export const invitationMinutes = 3 * 24 * 60

/** Only this is stored: whoever reads the table cannot use the links. */
export function hashLink(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** A new one-time link; an earlier one for the same purpose stops working. Answers the token for the mail and the row's id. */
export async function makeLink(
  tx: Tx,
  link: { purpose: LinkPurpose; account_id: number | null; email: string; store_key?: string },
  at: Date,
  { minutes = linkMinutes[link.purpose] }: { minutes?: number } = {},
): Promise<{ id: number; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const earlier = tx
    .updateTable('mail_token')
    .set({ used_at: at.toISOString() })
    .where('purpose', '=', link.purpose)
    .where('used_at', 'is', null)
  await (link.account_id === null
    ? earlier.where('account_id', 'is', null).where('email', '=', link.email)
    : earlier.where('account_id', '=', link.account_id)
  ).execute()
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
