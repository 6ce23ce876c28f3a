import type { Tx } from './db.ts'
import { addJob, type Jobs } from './jobs.ts'

export interface QueuedMail {
  account_id: number | null
  to: string
  template: string
  subject: string
  body: string
}

/** Accounts of sign-in providers may have no address; their messages stay in the inbox. */
export async function queueMail(tx: Tx, mail: QueuedMail, at: Date): Promise<void> {
  if (mail.to === '') return
  const row = await tx
    .insertInto('mail')
    .values({
      account_id: mail.account_id,
      to_address: mail.to,
      template: mail.template,
      subject: mail.subject,
      body: mail.body,
      created_at: at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addJob(tx, 'mail.send', { mail: row.id })
}

/** Sends a mail, then clears its text, which may hold a one-time link. */
export const mailJobs: Jobs<'mail'> = {
  tasks: (db, tools) => ({
    'mail.send': async ({ mail }) => {
      const row = await db
        .selectFrom('mail')
        .selectAll()
        .where('id', '=', mail)
        .where('sent_at', 'is', null)
        .executeTakeFirst()
      if (!row) return
      await tools.mail.send({ to: row.to_address, subject: row.subject, text: row.body })
      await db
        .updateTable('mail')
        .set({ sent_at: tools.clock.now().toISOString(), body: '' })
        .where('id', '=', row.id)
        .execute()
    },
  }),
}

export async function eraseMails(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('mail').where('account_id', '=', accountId).execute()
}
