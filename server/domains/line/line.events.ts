import { systemActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import type { line_event } from '#server/platform/db-types'
import { LineError, type LineMessage, retryKeyOf } from '#server/platform/line'
import type { Tools } from '#server/platform/tools'
import { lockedEvent, lockedLineUser } from './line.queries.ts'
import { linkAccount, linkKnownSubject, takeNonce } from './line.service.ts'
import { automaticReply, invitation, welcomeBack } from './line.texts.ts'

type EventTools = Pick<Tools, 'clock' | 'config' | 'line' | 'log'>
type Response = 'invitation' | 'welcome_back' | 'automatic_reply'

/** Repeatable: the process may be killed after the response was sent. */
export async function handleEvent(db: Db, eventId: string, tools: EventTools): Promise<void> {
  const now = tools.clock.now()
  const found = await inTransaction(db, async (tx) => {
    const event = await lockedEvent(tx, eventId)
    if (!event?.line_user_id) return undefined
    return { lineUserId: event.line_user_id, response: await apply(tx, event, event.line_user_id, now) }
  })
  if (found?.response) await respond(found.response, found.lineUserId, eventId, tools)
  await db
    .updateTable('line_event')
    .set({ done_at: now.toISOString(), line_user_id: null, nonce: null })
    .where('id', '=', eventId)
    .execute()
}

async function apply(
  tx: Tx,
  event: line_event,
  lineUserId: string,
  now: Date,
): Promise<Response | undefined> {
  const actor = systemActor(now)
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

/** Events may arrive out of order: the newest by LINE's time counts. */
async function noteFriend(tx: Tx, lineUserId: string, isFriend: boolean, at: string): Promise<void> {
  const news = { is_friend: isFriend, changed_at: at }
  await tx
    .insertInto('line_user')
    .values({ line_user_id: lineUserId, ...news })
    .onConflict((conflict) =>
      conflict.column('line_user_id').doUpdateSet(news).where('line_user.changed_at', '<', at),
    )
    .execute()
}

/** An invitation's link lasts ten minutes. */
const minutesBetween = { invitation: 10, automatic_reply: 60 } as const

/**
 * Not after each of many messages: LINE allows so many a month, and a stranger could use them up. Again for a repeated
 * attempt at the same event.
 */
async function mayRespond(tx: Tx, lineUserId: string, at: string, minutes: number): Promise<boolean> {
  const since = new Date(Date.parse(at) - minutes * 60_000).toISOString()
  const { numUpdatedRows } = await tx
    .updateTable('line_user')
    .set({ responded_at: at })
    .where('line_user_id', '=', lineUserId)
    .where(({ eb, or }) =>
      or([eb('responded_at', 'is', null), eb('responded_at', '<=', since), eb('responded_at', '=', at)]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function respond(
  response: Response,
  lineUserId: string,
  eventId: string,
  { line, config, log }: EventTools,
): Promise<void> {
  if (!line) return
  try {
    const message = await messageOf(response, config.publicUrl, () => line.issueLinkToken(lineUserId))
    await line.push(lineUserId, message, retryKeyOf(eventId))
  } catch (error) {
    // LINE refuses users who blocked the account meanwhile.
    if (!(error instanceof LineError) || error.temporary) throw error
    log.warn({ response, reason: error.message }, 'LINE refused a response')
  }
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
