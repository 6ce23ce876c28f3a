import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { CallBody } from '#contract/call'
import type { customerCalls } from '#contract/customer'
import { recordActivity } from '#server/domains/activity/activity.service'
import { queueSignedMail } from '#server/domains/company/operator.service'
import type { Actor } from '#server/platform/actor'
import { daysBefore } from '#server/platform/calendar'
import { type Db, inTransaction, lockNamed, type Tx } from '#server/platform/db'
import type { Secret } from '#server/platform/keys'
import type { Tools } from '#server/platform/tools'

type Enquiry = CallBody<typeof customerCalls.contact>

const template = 'contact'

/** The same words again within a day are the same enquiry, whose answer was lost. */
export async function writeToOperator(
  db: Db,
  actor: Actor,
  letter: Enquiry,
  { keys }: Pick<Tools, 'keys'>,
): Promise<void> {
  const number = numberOf(letter, keys.mark)
  const subject = `お問い合わせがありました(番号 ${number})`
  const { rows: people } = await sql<{ account_id: number; email: string }>`
    select a.id as account_id, a.email from business_user b join company o on o.id = b.company_id
    join account a on a.id = b.account_id
    where o.is_operator and b.can_sign_in and a.is_active order by b.id`.execute(db)
  await inTransaction(db, async (tx) => {
    await lockNamed(tx, `enquiry.${number}`)
    if (await isSent(tx, subject, daysBefore(actor.at, 1))) return
    for (const person of people) {
      await queueSignedMail(
        tx,
        {
          account_id: person.account_id,
          to: person.email,
          template,
          subject,
          body: `お名前: ${oneLine(letter.name)}\nメールアドレス: ${letter.email}\n\n${letter.body}\n`,
        },
        actor.at,
      )
    }
    await recordActivity(tx, actor, { action: 'contact.send' })
  })
}

const numberOf = ({ name, email, body }: Enquiry, key: Secret): string =>
  createHmac('sha256', key)
    .update(`enquiry\0${JSON.stringify([name, email, body])}`)
    .digest('hex')
    .slice(0, 10)
    .toUpperCase()

async function isSent(tx: Tx, subject: string, since: Date): Promise<boolean> {
  const sent = await tx
    .selectFrom('mail')
    .select('id')
    // A literal, so that every plan may use the index.
    .where('template', '=', sql.lit(template))
    .where('subject', '=', subject)
    .where('created_at', '>', since.toISOString())
    .executeTakeFirst()
  return sent !== undefined
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ')
}
