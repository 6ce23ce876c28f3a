import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { networkOf } from '#server/platform/network'
import type { SharedThrottle } from '#server/platform/shared-throttle'
import type { Rate } from '#server/platform/throttle'
import { foldEmail } from './account.rules.ts'
import { type LinkPurpose, makeLink } from './mail-link.service.ts'

/** Mails of one purpose to one address that somebody behind one network address may ask for. */
const asked: Rate = { limit: 5, windowSeconds: 600 }

/**
 * Whether somebody may ask for one more mail of this purpose to this address. Counted by who asks, so that a stranger
 * uses up nobody's tries but their own; whoever gets a no is told nothing of it.
 */
export async function mayAskForMail(
  throttle: SharedThrottle,
  { purpose, email, ip }: { purpose: LinkPurpose; email: string; ip: string },
): Promise<boolean> {
  const taken = await throttle.take(`mail ${purpose} ${networkOf(ip)} ${foldEmail(email)}`, asked)
  return taken.ok
}

/**
 * Writes down that somebody wants a mail to an address, whether an account has it or not; a job looks for the account
 * and mails it. So neither the answer nor its time tells whether there is one.
 */
export async function wishForMail(
  db: Db,
  wish: { purpose: LinkPurpose; email: string },
  at: Date,
  queue: (tx: Tx, wishId: number) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { id } = await makeLink(
      tx,
      { purpose: wish.purpose, account_id: null, email: foldEmail(wish.email) },
      at,
    )
    await queue(tx, id)
  })
}

/** The address a wish is for; undefined when it was fulfilled already. */
export async function takeWish(
  tx: Tx,
  purpose: LinkPurpose,
  wishId: number,
  at: Date,
): Promise<string | undefined> {
  const wish = await tx
    .updateTable('mail_token')
    .set({ used_at: at.toISOString() })
    .where('id', '=', wishId)
    .where('purpose', '=', purpose)
    .where('account_id', 'is', null)
    .where('used_at', 'is', null)
    .returning('email')
    .executeTakeFirst()
  return wish?.email
}
