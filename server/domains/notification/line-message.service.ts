import type { CallQuery } from '#contract/call'
import type { lineCalls } from '#contract/line'
import { queueSignedMail } from '#server/domains/company/operator.service'
import { lineAddressOf } from '#server/domains/line/line.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { LineError, retryKeyOf } from '#server/platform/line'
import { type Listed, paginate } from '#server/platform/paging'
import type { Tools } from '#server/platform/tools'
import { countLineMessages, type LineMessageRow, lineMessages } from './line-message.queries.ts'
import { buttonOf, type Letter } from './notification.letter.ts'
import { lineMessageRow } from './notification.queries.ts'

/** `letter`: mailed when LINE refuses the message; null when it is mailed anyway. */
export async function queueLineMessage(
  tx: Tx,
  message: { notification: number; text: string; letter: Letter['mail'] | null },
  at: Date,
): Promise<void> {
  const row = await tx
    .insertInto('line_message')
    .values({
      notification_id: message.notification,
      text: message.text,
      letter: message.letter && JSON.stringify(message.letter),
      created_at: at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addJob(tx, 'notification.line_send', { message: row.id })
}

/** LINE knows a retry key for 24 hours; a message is given up and mailed long before. */
const hoursTried = 3

export async function sendLineMessage(
  db: Db,
  id: number,
  tools: Pick<Tools, 'line' | 'clock' | 'config' | 'log'>,
): Promise<void> {
  const row = await lineMessageRow(db, id)
  if (!row) return
  const { line, clock, config, log } = tools
  const now = clock.now()
  const to = await lineAddressOf(db, row.account_id)
  // Unlinked or blocked since.
  if (!line || to === undefined) return giveUp(db, row, 'not linked', now)
  const message = { title: row.title, body: row.text, button: buttonOf(row.link, config.publicUrl) }
  try {
    await line.push(to, message, retryKeyOf(`line-message ${id} ${row.created_at}`))
  } catch (error) {
    if (!(error instanceof LineError)) throw error
    const isOver = now.getTime() - Date.parse(row.created_at) > hoursTried * 3_600_000
    if (error.temporary && !isOver) throw error
    log.warn({ message: id, reason: error.message }, 'LINE did not take a message')
    return giveUp(db, row, error.message, now)
  }
  await db
    .updateTable('line_message')
    .set({ sent_at: now.toISOString(), is_recorded: !line.isReal, text: '', letter: null })
    .where('id', '=', id)
    .execute()
}

export function listLineMessages(
  db: Db,
  actor: BusinessActor,
  query: CallQuery<typeof lineCalls.messages>,
): Promise<Listed<LineMessageRow>> {
  return paginate(
    query,
    () => countLineMessages(db, actor, query.state),
    async (window) => (await lineMessages(db, actor, query.state, window)).map(shown),
  )
}

/** It names the first price, which whoever looks again does not see before there is a new one. */
const withheld = '再査定が終わると、本文が表示されます。'

const shown = (row: LineMessageRow): LineMessageRow => (row.is_withheld ? { ...row, body: withheld } : row)

type Row = NonNullable<Awaited<ReturnType<typeof lineMessageRow>>>

async function giveUp(db: Db, row: Row, failure: string, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('line_message')
      .set({ failed_at: now.toISOString(), failure, text: '', letter: null })
      .where('id', '=', row.id)
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n || !row.letter) return
    const { account_id, email: to, event, letter } = row
    await queueSignedMail(tx, { account_id, to, template: templateOf(event), ...letter }, now)
  })
}

/** The name of an event without its ids. */
export const templateOf = (event: string | null): string =>
  `notification.${(event ?? '').replace(/\.[\d.-]+/g, '')}`
