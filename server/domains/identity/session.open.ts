import { openRequestStatuses } from '#contract/lifecycle'
import { lineAddressOf } from '#server/domains/line/line.service'
import type { Actor, CustomerActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { refuse, unknownKey } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { closeSession } from './session.close.ts'
import { dealersToIdentify, liveSession, reviewsOf, type SessionRow } from './session.queries.ts'
import { closedAsWithout, isEditable, sessionStatus } from './session.rules.ts'
import {
  addReviews,
  insertSession,
  lockedCustomer,
  refuseUnsuitable,
  shownSession,
} from './session.service.ts'

export interface OpenedSession {
  id: number
  url: string
  ekyc_status: number
  expires_at: string
  is_new: boolean
}

/** Opens a check of the customer for the dealers concerned, or returns the one under way. */
export async function openIdentitySession(
  db: Db,
  actor: Actor,
  of: { customer_id: number; shop: number | null },
  tools: Pick<Tools, 'keys' | 'config'>,
): Promise<OpenedSession> {
  return inTransaction(db, (tx) => openSession(tx, actor, of, tools))
}

async function openSession(
  tx: Tx,
  actor: Actor,
  of: { customer_id: number; shop: number | null },
  tools: Pick<Tools, 'keys' | 'config'>,
): Promise<OpenedSession> {
  const subject = await lockedCustomer(tx, of.customer_id)
  refuseUnsuitable(subject, actor.at, tools)
  const companies = await companiesOf(tx, of)
  const known = await usableSession(tx, actor, of.customer_id)
  const provider = tools.config.ekyc?.name ?? ''
  const id = known?.id ?? (await insertSession(tx, actor, of.customer_id, { provider }))
  await addReviews(tx, actor, id, companies)
  const session = await shownSession(tx, id, of.customer_id)
  return {
    id,
    url: `${tools.config.publicUrl}/identity/${id}`,
    ekyc_status: sessionStatus(session.dealers),
    expires_at: session.expires_at,
    is_new: known === undefined,
  }
}

/** Only to the linked LINE user: anybody could name another one. */
export async function openSessionByLine(
  db: Db,
  actor: CustomerActor,
  of: { customer_id: number; line_user_id: string },
  tools: Pick<Tools, 'keys' | 'config' | 'line'>,
): Promise<Omit<OpenedSession, 'expires_at' | 'is_new'>> {
  if (!tools.line) throw refuse('line_not_offered')
  return inTransaction(db, async (tx) => {
    const linked = await lineAddressOf(tx, actor.account_id)
    if (linked === undefined || (of.line_user_id !== '' && of.line_user_id !== linked)) {
      throw refuse('line_friend_first')
    }
    const { id, url, ekyc_status } = await openSession(tx, actor, { ...of, shop: null }, tools)
    await addJob(tx, 'notification.identity_link', { session: id, at: actor.at.toISOString() })
    return { id, url, ekyc_status }
  })
}

async function companiesOf(tx: Tx, of: { customer_id: number; shop: number | null }): Promise<number[]> {
  const dealers = await dealersToIdentify(tx, of.customer_id, of.shop, openRequestStatuses)
  const open = dealers.filter(({ is_identified }) => !is_identified).map(({ company_id }) => company_id)
  if (open.length > 0) return open
  if (dealers.length > 0) throw refuse('already_identified')
  throw of.shop === null ? refuse('no_dealer_to_identify') : unknownKey('shop', of.shop)
}

/** One that ran out, but that no job has closed yet, is closed here. */
async function usableSession(tx: Tx, actor: Actor, customerId: number): Promise<SessionRow | undefined> {
  const live = await liveSession(tx, customerId)
  if (!live) return undefined
  const reviews = await reviewsOf(tx, live.id)
  if (!isEditable(reviews) || new Date(live.expires_at) > actor.at) return live
  await closeSession(tx, actor, live, closedAsWithout(reviews, 'expired'))
  return undefined
}
