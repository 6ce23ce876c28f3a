import { systemActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import type { line_event } from '#server/platform/db-types'
import { addJob } from '#server/platform/jobs'
import { LineError, type LineMessage, retryKeyOf } from '#server/platform/line'
import type { Tools } from '#server/platform/tools'
import { lockedEvent, lockedLineUser, personOf, waitingEvents } from './line.queries.ts'
import { linkAccount, linkKnownSubject, lockLinks, takeNonce } from './line.service.ts'
import { automaticReply, invitation, welcomeBack } from './line.texts.ts'

export type Response = 'invitation' | 'welcome_back' | 'automatic_reply'

/** What fails stays and is tried again with the next, so that it holds up nobody else's, however many they are. */
export async function handleEvents(db: Db, tools: Pick<Tools, 'clock' | 'log'>): Promise<void> {
  for await (const { id } of waitingEvents(db)) {
    try {
      await inTransaction(db, (tx) => handleEvent(tx, id, tools.clock.now()))
    } catch (error) {
      tools.log.error({ err: error }, 'an event of LINE could not be handled')
    }
  }
}

async function handleEvent(tx: Tx, id: string, now: Date): Promise<void> {
  const event = await lockedEvent(tx, id)
  if (!event) return
  const { line_user_id } = event
  const response = line_user_id === null ? undefined : await apply(tx, event, line_user_id, now)
  if (response) await addJob(tx, 'line.respond', { event: id, response })
  await tx
    .updateTable('line_event')
    .set({ done_at: now.toISOString(), nonce: null, ...(response ? {} : { line_user_id: null }) })
    .where('id', '=', id)
    .execute()
}

async function apply(
  tx: Tx,
  event: line_event,
  lineUserId: string,
  now: Date,
): Promise<Response | undefined> {
  const actor = systemActor(now)
  if (event.kind === 'follow' || event.kind === 'accountLink') await lockLinks(tx)
  await noteFriend(tx, lineUserId, event.kind !== 'unfollow', event.at)
  const user = await lockedLineUser(tx, lineUserId)
  // A later event says that the person has blocked the account since.
  if (!user?.is_friend) return undefined
  switch (event.kind) {
    case 'follow':
      if (user.account_id !== null) return 'welcome_back'
      if (await linkKnownSubject(tx, actor, lineUserId)) return undefined
      return (await mayRespond(tx, lineUserId, event.at, minutesBetween.invitation))
        ? 'invitation'
        : undefined
    case 'accountLink': {
      const account = event.nonce === null ? undefined : await takeNonce(tx, event.nonce, now)
      if (account !== undefined) await linkAccount(tx, actor, account, lineUserId)
      return undefined
    }
    case 'message': {
      const response = user.account_id === null ? 'invitation' : 'automatic_reply'
      return (await mayRespond(tx, lineUserId, event.at, minutesBetween[response])) ? response : undefined
    }
    default:
      return undefined
  }
}

/**
 * Events may arrive out of order: the newest by LINE's time counts. Of two in the same millisecond nothing says which came
 * first. Blocked counts then: LINE accepts messages to who has blocked the account and shows them to nobody, while a
 * friend who is taken for blocked still gets mails, until the next message.
 */
async function noteFriend(tx: Tx, lineUserId: string, isFriend: boolean, at: string): Promise<void> {
  const news = { is_friend: isFriend, changed_at: at }
  await tx
    .insertInto('line_user')
    .values({ line_user_id: lineUserId, ...news })
    .onConflict((conflict) =>
      conflict
        .column('line_user_id')
        .doUpdateSet(news)
        .where('line_user.changed_at', isFriend ? '<' : '<=', at),
    )
    .execute()
}

/** An invitation's link lasts ten minutes. */
const minutesBetween = { invitation: 10, automatic_reply: 60 } as const

/**
 * Not after each of many messages: LINE allows so many a month, and a stranger could use them up.
 */
async function mayRespond(tx: Tx, lineUserId: string, at: string, minutes: number): Promise<boolean> {
  const since = new Date(Date.parse(at) - minutes * 60_000).toISOString()
  const { numUpdatedRows } = await tx
    .updateTable('line_user')
    .set({ responded_at: at })
    .where('line_user_id', '=', lineUserId)
    .where(({ eb, or }) => or([eb('responded_at', 'is', null), eb('responded_at', '<=', since)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Repeatable: the process may be killed after the response was sent. */
export async function respond(
  db: Db,
  { event, response }: { event: string; response: Response },
  { line, config, log }: Pick<Tools, 'config' | 'line' | 'log'>,
): Promise<void> {
  const lineUserId = await personOf(db, event)
  if (lineUserId === null) return
  try {
    if (line) {
      const message = await messageOf(response, config.publicUrl, () => line.issueLinkToken(lineUserId))
      await line.push(lineUserId, message, retryKeyOf(event))
    }
  } catch (error) {
    // LINE refuses users who blocked the account meanwhile.
    if (!(error instanceof LineError) || error.temporary) throw error
    log.warn({ response, reason: error.message }, 'LINE refused a response')
  }
  await db.updateTable('line_event').set({ line_user_id: null }).where('id', '=', event).execute()
}

async function messageOf(
  response: Response,
  origin: string,
  linkToken: () => Promise<string>,
): Promise<LineMessage> {
  switch (response) {
    case 'invitation':
      return invitation(origin, await linkToken())
    case 'welcome_back':
      return welcomeBack(origin)
    case 'automatic_reply':
      return automaticReply(origin)
  }
}
