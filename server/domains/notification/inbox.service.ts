import type { SignedIn } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { type Listed, paginate } from '#server/platform/paging'

export interface Message {
  id: number
  title: string
  body: string
  link: string
  created_at: string
  read_at: string | null
}

/** Messages to the signed-in account, the newest first. */
export async function listMessages(
  db: Db,
  actor: SignedIn,
  query: { page?: string | number; size?: string | number },
): Promise<Listed<Message>> {
  const own = db.selectFrom('notification').where('account_id', '=', actor.account_id)
  return paginate(
    query,
    async () => {
      const row = await own.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirst()
      return row?.count ?? 0
    },
    ({ limit, offset }) =>
      own
        .select(['id', 'title', 'body', 'link', 'created_at', 'read_at'])
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
  )
}

/** Marks what was on the screen: a message that came in meanwhile stays unread. */
export async function readMessages(db: Db, actor: SignedIn, upTo: number): Promise<{ unread: number }> {
  return inTransaction(db, async (tx) => {
    await tx
      .updateTable('notification')
      .set({ read_at: actor.at.toISOString() })
      .where('account_id', '=', actor.account_id)
      .where('id', '<=', upTo)
      .where('read_at', 'is', null)
      .execute()
    return tx
      .selectFrom('notification')
      .select((eb) => eb.fn.countAll<number>().as('unread'))
      .where('account_id', '=', actor.account_id)
      .where('read_at', 'is', null)
      .executeTakeFirstOrThrow()
  })
}

/** Deletes the messages to an account that is erased. */
export async function eraseMessages(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('notification').where('account_id', '=', accountId).execute()
}
