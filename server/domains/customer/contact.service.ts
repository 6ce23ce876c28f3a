import { sql } from 'kysely'
import type { CallBody } from '#contract/call'
import type { customerCalls } from '#contract/customer'
import { recordActivity } from '#server/domains/activity/activity.service'
import { queueSignedMail } from '#server/domains/company/operator.service'
import type { Actor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'

export async function writeToOperator(
  db: Db,
  actor: Actor,
  letter: CallBody<typeof customerCalls.contact>,
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
