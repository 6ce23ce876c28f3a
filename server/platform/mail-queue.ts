import { type Db, inTransaction, type Tx } from './db.ts'
import { addJob, type Jobs } from './jobs.ts'
import { MailError } from './mail.ts'
import type { Tools } from './tools.ts'

export interface QueuedMail {
  account_id: number | null
  to: string
  template: string
  subject: string
  body: string
  html: string
}

/** Returns its id. Accounts of sign-in providers may have no address; their messages stay in the inbox. */
export async function queueMail(tx: Tx, mail: QueuedMail, at: Date): Promise<number | undefined> {
  if (mail.to === '') return undefined
  const row = await tx
    .insertInto('mail')
    .values({
      account_id: mail.account_id,
      to_address: mail.to,
      template: mail.template,
      subject: mail.subject,
      body: mail.body,
      html: mail.html,
      created_at: at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addSending(tx, row.id)
  return row.id
}

/** One job per mail: a second would send at the same time. Adding it anew replaces the one under way. */
const addSending = (tx: Tx, mail: number, runAt?: Date) =>
  addJob(tx, 'mail.send', { mail }, { jobKey: `mail.send.${mail}`, ...(runAt && { runAt }) })

const minutesBetween = 5
const daysTried = 3
const minute = 60_000

type SendTools = Pick<Tools, 'mail' | 'clock' | 'config' | 'log'>

/**
 * Sends a mail, then clears its texts, which may hold a one-time link. While the mail server is away it is tried again
 * every few minutes, for days. The queue's own retries grow too long for that, and end.
 */
function mailSender(db: Db, { mail, clock, config, log }: SendTools) {
  /** While it lasts, the other mails do not wait for the server's time-out. */
  let awayUntil = 0

  const later = async (id: number, now: Date): Promise<void> => {
    const runAt = new Date(now.getTime() + minutesBetween * minute)
    await inTransaction(db, (tx) => addSending(tx, id, runAt))
  }

  return async (id: number): Promise<void> => {
    const row = await db
      .selectFrom('mail')
      .selectAll()
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .executeTakeFirst()
    if (!row) return
    const now = clock.now()
    if (now.getTime() < awayUntil) return later(id, now)
    try {
      await mail.send({
        // The same at every attempt: mail programs show one of two copies.
        id: `mail-${row.id}-${Date.parse(row.created_at)}@${new URL(config.publicUrl).hostname}`,
        to: row.to_address,
        subject: row.subject,
        text: row.body,
        ...(row.html === '' ? {} : { html: row.html }),
      })
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      const isOver = now.getTime() - Date.parse(row.created_at) > daysTried * 24 * 60 * minute
      log.warn({ mail: id, reason: error.message, temporary: error.temporary }, 'a mail was not sent')
      if (!error.temporary || isOver) return done(db, id, { failed_at: now, failure: error.message })
      if (error.isAway) awayUntil = now.getTime() + minute
      return later(id, now)
    }
    await done(db, id, { sent_at: now })
  }
}

async function done(
  db: Db,
  id: number,
  { sent_at, failed_at, failure }: { sent_at?: Date; failed_at?: Date; failure?: string },
): Promise<void> {
  await db
    .updateTable('mail')
    .set({
      body: '',
      html: '',
      ...(sent_at && { sent_at: sent_at.toISOString() }),
      ...(failed_at && { failed_at: failed_at.toISOString(), failure: failure ?? '' }),
    })
    .where('id', '=', id)
    .execute()
}

export const mailJobs: Jobs<'mail'> = {
  tasks: (db, tools) => {
    const send = mailSender(db, tools)
    return { 'mail.send': ({ mail }) => send(mail) }
  },
}

export async function eraseMails(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('mail').where('account_id', '=', accountId).execute()
}
