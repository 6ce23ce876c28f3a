import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { networkOf } from '#server/platform/network'
import type { SharedThrottle } from '#server/platform/shared-throttle'
import type { Rate } from '#server/platform/throttle'
import { foldEmail } from './account.rules.ts'
import { type LinkPurpose, makeLink } from './mail-link.service.ts'

const mailRequests: Rate = { limit: 5, windowSeconds: 600 }

/** Counted per client, so that a stranger uses up only their own tries. A refusal is not reported. */
export async function mayRequestMail(
  throttle: SharedThrottle,
  { purpose, email, ip }: { purpose: LinkPurpose; email: string; ip: string },
): Promise<boolean> {
  const taken = await throttle.take(`mail ${purpose} ${networkOf(ip)} ${foldEmail(email)}`, mailRequests)
  return taken.ok
}

/** A job looks up the account, so neither response nor timing reveals whether it exists. */
export async function queueMailRequest(
  db: Db,
  request: { purpose: LinkPurpose; email: string },
  at: Date,
  queue: (tx: Tx, requestId: number) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { id } = await makeLink(
      tx,
      { purpose: request.purpose, account_id: null, email: foldEmail(request.email) },
      at,
    )
    await queue(tx, id)
  })
}

/** Marks the request as done; returns its address, or undefined if it was done before. */
export async function takeMailRequest(
  tx: Tx,
  purpose: LinkPurpose,
  requestId: number,
  at: Date,
): Promise<string | undefined> {
  const request = await tx
    .updateTable('mail_token')
    .set({ used_at: at.toISOString() })
    .where('id', '=', requestId)
    .where('purpose', '=', purpose)
    .where('account_id', 'is', null)
    .where('used_at', 'is', null)
    .returning('email')
    .executeTakeFirst()
  return request?.email
}
