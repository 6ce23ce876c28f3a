import { createHash, randomBytes } from 'node:crypto'
import { lockOpenAccount, requireOpenAccount } from '#server/domains/account/open-account.service'
import { recordActivity } from '#server/domains/activity/activity.service'
import { providerSubject, subjectAccount } from '#server/domains/sign-in-provider/sign-in-provider.service'
import type { Actor, CustomerActor } from '#server/platform/actor'
import { daysBefore } from '#server/platform/calendar'
import { type Db, inTransaction, lockNamed, type Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { recordingLine } from '#server/platform/line'
import { refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { insertEvents, isFriend, lineUserOf } from './line.queries.ts'
import { daysKept, eventsTaken } from './line.rules.ts'

/** The sign-in provider whose subjects are LINE users, when both channels belong to one company at LINE. */
const signInWithLine = 'line'
const minutesToConfirm = 10

export async function takeEvents(db: Db, events: readonly unknown[], now: Date): Promise<void> {
  const taken = eventsTaken(events, now)
  if (taken.length > 0) await insertEvents(db, taken, now)
}

export async function lineLinkOf(db: Db, accountId: number, { line }: Pick<Tools, 'line'>) {
  const user = await lineUserOf(db, accountId)
  return {
    is_offered: line !== null,
    is_recorded: line !== null && !line.isReal,
    is_friend: user?.is_friend ?? false,
    linked_at: user?.linked_at ?? null,
    friend_url: line?.friendUrl ?? '',
  }
}

/** Without a token, links a person who signs in with LINE and is a friend already. */
export async function linkLine(
  db: Db,
  actor: CustomerActor,
  linkToken: string | undefined,
  tools: Pick<Tools, 'line'>,
): Promise<{ confirm_url: string | null }> {
  const { line } = tools
  if (!line) throw refuse('line_not_offered')
  if (line === recordingLine) {
    await linkOwn(db, actor, `recorded-${actor.account_id}`)
    return { confirm_url: null }
  }
  if (linkToken !== undefined) return { confirm_url: await startLink(db, actor, linkToken) }
  const lineUserId = await providerSubject(db, actor.account_id, signInWithLine)
  if (!lineUserId || !(await isFriend(db, lineUserId))) throw refuse('line_friend_first')
  await linkOwn(db, actor, lineUserId)
  return { confirm_url: null }
}

async function linkOwn(db: Db, actor: CustomerActor, lineUserId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockLinks(tx)
    await requireOpenAccount(tx, actor)
    await linkAccount(tx, actor, actor.account_id, lineUserId)
  })
}

const hashNonce = (nonce: string): string => createHash('sha256').update(nonce).digest('base64url')

async function startLink(db: Db, actor: CustomerActor, linkToken: string): Promise<string> {
  const nonce = randomBytes(32).toString('base64url')
  await db
    .insertInto('line_link')
    .values({
      nonce_hash: hashNonce(nonce),
      account_id: actor.account_id,
      expires_at: new Date(actor.at.getTime() + minutesToConfirm * 60_000).toISOString(),
    })
    .execute()
  return `https://access.line.me/dialog/bot/accountLink?${new URLSearchParams({ linkToken, nonce })}`
}

/** Returns the account that asked for the link; the nonce is used once. */
export async function takeNonce(tx: Tx, nonce: string, at: Date): Promise<number | undefined> {
  const started = await tx
    .deleteFrom('line_link')
    .where('nonce_hash', '=', hashNonce(nonce))
    .where('expires_at', '>', at.toISOString())
    .returning('account_id')
    .executeTakeFirst()
  return started?.account_id
}

/** Before any `line_user` is locked: a link changes two of them. */
export const lockLinks = (tx: Tx): Promise<void> => lockNamed(tx, 'line.link')

/** One LINE user per account and one account per LINE user: the newest link counts. */
export async function linkAccount(
  tx: Tx,
  actor: Actor,
  accountId: number,
  lineUserId: string,
): Promise<void> {
  await lockLinks(tx)
  if (!(await lockOpenAccount(tx, accountId))) return
  const at = actor.at.toISOString()
  const known = await lineUserOf(tx, accountId)
  if (known?.line_user_id === lineUserId) return
  await detach(tx, accountId)
  const link = { account_id: accountId, linked_at: at, responded_at: null }
  await tx
    .insertInto('line_user')
    .values({ line_user_id: lineUserId, is_friend: true, changed_at: at, ...link })
    .onConflict((conflict) => conflict.column('line_user_id').doUpdateSet(link))
    .execute()
  await recordLink(tx, actor, 'link_line', accountId)
  await addJob(tx, 'notification.line_linked', { account: accountId, at })
}

/** For a person who already signs in with LINE. */
export async function linkKnownSubject(tx: Tx, actor: Actor, lineUserId: string): Promise<boolean> {
  const account = await subjectAccount(tx, signInWithLine, lineUserId)
  if (account === undefined) return false
  await linkAccount(tx, actor, account, lineUserId)
  return true
}

const detach = (tx: Tx, accountId: number) =>
  tx
    .updateTable('line_user')
    .set({ account_id: null, linked_at: null })
    .where('account_id', '=', accountId)
    .executeTakeFirst()

export async function unlinkLine(db: Db, actor: CustomerActor): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockLinks(tx)
    await forgetLinks(tx, actor.account_id)
    const { numUpdatedRows } = await detach(tx, actor.account_id)
    if (numUpdatedRows > 0n) await recordLink(tx, actor, 'unlink_line', actor.account_id)
  })
}

const recordLink = (tx: Tx, actor: Actor, act: 'link_line' | 'unlink_line', accountId: number) =>
  recordActivity(tx, actor, { action: `account.${act}`, object_type: 'account', object_id: accountId })

const forgetLinks = (tx: Tx, accountId: number) =>
  tx.deleteFrom('line_link').where('account_id', '=', accountId).execute()

/** Of a person who leaves the service. */
export async function forgetLine(tx: Tx, accountId: number): Promise<void> {
  await forgetLinks(tx, accountId)
  await tx.deleteFrom('line_user').where('account_id', '=', accountId).execute()
}

/** The LINE user to send to; undefined when not linked, or when the person blocked the account. */
export async function lineAddressOf(db: Db, accountId: number): Promise<string | undefined> {
  const user = await lineUserOf(db, accountId)
  return user?.is_friend ? user.line_user_id : undefined
}

/** Linked, but the person has blocked the account. */
export async function isLineBlocked(db: Db, accountId: number): Promise<boolean> {
  return (await lineUserOf(db, accountId))?.is_friend === false
}

export async function cleanLine(db: Db, now: Date): Promise<void> {
  const before = (days: number) => daysBefore(now, days).toISOString()
  await db.deleteFrom('line_event').where('at', '<', before(daysKept)).execute()
  await db.deleteFrom('line_link').where('expires_at', '<', now.toISOString()).execute()
  await db
    .deleteFrom('line_user')
    .where('account_id', 'is', null)
    .where('is_friend', '=', false)
    .where('changed_at', '<', before(30))
    .execute()
}
