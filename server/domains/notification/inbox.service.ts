import { sql } from 'kysely'
import type { SignedIn } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { countOf, type Listed, type Paged, paginate } from '#server/platform/paging'

export interface Message {
  id: number
  title: string
  body: string
  link: string
  created_at: string
  read_at: string | null
}

export async function listMessages(db: Db, actor: SignedIn, query: Paged): Promise<Listed<Message>> {
  const own = db.selectFrom('notification').where('account_id', '=', actor.account_id)
  return paginate(
    query,
    () => countOf(db, sql`notification where account_id = ${actor.account_id}`),
    ({ limit, offset }) =>
      own
        .select(['id', 'title', 'body', 'link', 'created_at', 'read_at'])
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
  )
}

/** `upTo` keeps messages unread that arrived after the page loaded. */
export async function readMessages(db: Db, actor: SignedIn, upTo: number): Promise<{ unread: number }> {
  return inTransaction(db, async (tx) => {
    await tx
      .updateTable('notification')
      .set({ read_at: actor.at.toISOString() })
      .where('account_id', '=', actor.account_id)
      .where('id', '<=', upTo)
      .where('read_at', 'is', null)
      .execute()
    const unread = sql`notification where account_id = ${actor.account_id} and read_at is null`
    return { unread: await countOf(tx, unread) }
  })
}

export async function eraseMessages(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('notification_choice').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('notification').where('account_id', '=', accountId).execute()
}
