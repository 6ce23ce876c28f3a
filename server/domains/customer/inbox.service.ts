import { sql } from 'kysely'
import { recordActivity } from '#server/domains/activity/activity.service'
import { queueSignedMail } from '#server/domains/company/operator.service'
import type { Actor, SignedIn } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
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
    const { rows } = await sql<{ unread: number }>`
      select count(*) as unread from notification where account_id = ${actor.account_id} and read_at is null`.execute(
      tx,
    )
    return { unread: rows[0]?.unread ?? 0 }
  })
}

/** A letter to the house, to the mailboxes of the people who run the site. */
export async function writeToOperator(
  db: Db,
  actor: Actor,
  letter: { name: string; email: string; body: string },
): Promise<void> {
  const { rows: people } = await sql<{ account_id: number; email: string }>`
    select a.id as account_id, a.email from business_user b join company o on o.id = b.company_id
    join account a on a.id = b.account_id
    where o.is_operator and b.can_sign_in and a.is_active order by b.id`.execute(db)
  await inTransaction(db, async (tx) => {
    for (const person of people) {
      await queueSignedMail(
        tx,
        {
          account_id: person.account_id,
          to: person.email,
          template: 'contact',
          subject: 'お問い合わせがありました',
          body: `お名前: ${oneLine(letter.name)}\nメールアドレス: ${letter.email}\n\n${letter.body}\n`,
        },
        actor.at,
      )
    }
    await recordActivity(tx, actor, { action: 'contact.send' })
  })
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ')
}
