import { sql } from 'kysely'
import type { CallBody } from '#contract/call'
import { tokyoDate } from '#contract/day'
import { evidenceDays } from '#contract/evidence'
import { findPreAssessmentMove } from '#contract/pre-assessment'
import type { priceEstimateCalls as calls, PriceEstimateState } from '#contract/price-estimate'
import { requireOpenAccount } from '#server/domains/account/open-account.service'
import { draftOfList } from '#server/domains/declared-list/draft.service'
import type { Actor, CustomerActor } from '#server/platform/actor'
import { daysBefore } from '#server/platform/calendar'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { pictureOf } from '#server/platform/picture'
import { notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { accuracyOf, accuracyOfStore } from './accuracy.queries.ts'
import { endPreAssessment, handOver } from './hand-over.service.ts'
import { hashOfToken } from './link.service.ts'
import { type LinkedRow, preAssessmentOfLink, preItemRows } from './pre-assessment.queries.ts'
import { dropPreAssessments } from './pre-assessment.service.ts'

/** A share of fewer would say nothing. */
const leastForShare = 20

const firstDay = (at: Date): string => tokyoDate(daysBefore(at, evidenceDays))

const shareIn = ({ n, within }: { n: number; within: number }) => ({
  n,
  within_percent: n < leastForShare ? null : Math.floor((within * 100) / n),
})

/** Of the dealer in the last half year; null where there are too few. */
export const shareOf = async (db: Db, company: number, at: Date) =>
  shareIn(await accuracyOf(db, { company, from: firstDay(at) }))

/** Of all dealers of a storefront together. */
export const shareOfStore = async (db: Db, store: string | undefined, at: Date) =>
  shareIn(await accuracyOfStore(db, { store, from: firstDay(at) }))

/** So long it says why it shows nothing any more. */
const daysTold = 90

/** How it came: by which link, opened on which storefront. */
export interface Opened {
  token: string
  store?: string | undefined
}

async function ofLink(db: Db, { token, store }: Opened, at: Date): Promise<LinkedRow> {
  const row = await preAssessmentOfLink(db, hashOfToken(token), {
    endedAfter: daysBefore(at, daysTold),
    store,
  })
  if (!row) throw notFound()
  return row
}

function stateOf(row: LinkedRow, at: Date): PriceEstimateState {
  const { revoked_at, runs_until, is_elsewhere, declared_list } = row
  if (is_elsewhere) return 'elsewhere'
  // The draft was given up: it can be taken again, even before `reopenEstimates` has run.
  const state = row.state === 'accepted' && declared_list === null ? 'sent' : row.state
  if (revoked_at !== null || state === 'draft') return 'withdrawn'
  return state === 'sent' && new Date(runs_until) <= at ? 'expired' : state
}

const nothing = { low: 0, center: 0, high: 0, priced: 0, unpriced: 0 }

/** Without name, telephone or notes about the person: a link may be passed on. One that has ended names no prices. */
export async function shownEstimate(db: Db, opened: Opened, at: Date, tools: Pick<Tools, 'keys'>) {
  const row = await ofLink(db, opened, at)
  const { company_name, store_key, shop, shop_name, operator_name, valid_until } = row
  const share = await shareOf(db, row.company, at)
  const state = stateOf(row, at)
  const is_requested = row.request !== null && state === 'accepted'
  const head = { company_name, store_key, shop, shop_name, state, is_requested, valid_until, ...share }
  if (!standsStill(row, at)) return { ...head, operator_name: '', items: [], total: nothing }
  const items = await preItemRows(db, row.id)
  return {
    ...head,
    operator_name,
    items: items.map((item) => ({
      position: item.position,
      brand_name: item.brand_name,
      category_name: item.category_name,
      gender: item.gender,
      condition_name: item.condition_name,
      attributes: item.attributes,
      count: item.count,
      // What is written beside a row is for the shop.
      note: '',
      low: item.low,
      high: item.high,
      photos: item.photos.map((photo) =>
        pictureOf({ ...photo, kind: 'pre_assessment', caption: '' }, at, tools),
      ),
    })),
    total: { low: row.low, center: row.center, high: row.high, priced: row.priced, unpriced: row.unpriced },
  }
}

const standsStill = (row: LinkedRow, at: Date): boolean =>
  new Date(row.runs_until) > at && ['sent', 'accepted', 'declined'].includes(stateOf(row, at))

/** Its number, for the file; only while it stands. */
export async function numberOfEstimate(db: Db, opened: Opened, at: Date): Promise<number> {
  const row = await ofLink(db, opened, at)
  if (!standsStill(row, at)) throw notFound()
  return row.id
}

async function lockOfLink(tx: Tx, opened: Opened, at: Date) {
  const found = await ofLink(tx, opened, at)
  await tx.selectFrom('pre_assessment').select('id').where('id', '=', found.id).forUpdate().execute()
  const row = await ofLink(tx, opened, at)
  return { ...row, state: stateOf(row, at) }
}

export async function declineEstimate(db: Db, actor: Actor, opened: Opened, tools: Pick<Tools, 'keys'>) {
  await inTransaction(db, async (tx) => {
    const row = await lockOfLink(tx, opened, actor.at)
    if (row.state === 'declined') return
    if (!findPreAssessmentMove(row.state, 'declined', 'customer')) throw refuse('illegal_transition')
    await endPreAssessment(tx, row.id, 'declined', actor.at)
  })
  return shownEstimate(db, opened, actor.at, tools)
}

/**
 * Puts the articles into the customer's draft. Only for whom it was named, where the shop knows; otherwise that is the first
 * who takes it.
 */
export async function takeEstimate(
  db: Db,
  actor: CustomerActor,
  { replaces, ...opened }: Opened & Pick<CallBody<typeof calls.take>, 'replaces'>,
  tools: Pick<Tools, 'keys'>,
) {
  const { customer_id, at } = actor
  if (customer_id === null) throw refuse('customer_incomplete')
  return inTransaction(db, async (tx) => {
    await requireOpenAccount(tx, actor)
    const row = await lockOfLink(tx, opened, at)
    if (row.owner !== null && row.owner !== customer_id) throw notFound()
    const before = row.state === 'accepted' && (await draftOfList(tx, actor, row.declared_list, tools))
    if (before) return { draft: before.id, shop: row.shop, items: before.declared.items }
    if (!findPreAssessmentMove(row.state, 'accepted', 'customer')) throw refuse('illegal_transition')
    const taken = await handOver(tx, row, { customer_id, at, replaces }, tools)
    return { draft: taken.draft, shop: row.shop, items: taken.items }
  })
}

/** Nobody answered until the day it stands for. */
export async function expireEstimates(tx: Tx, at: Date): Promise<void> {
  await tx
    .updateTable('pre_assessment')
    .set({
      state: 'expired',
      ended_at: at.toISOString(),
      version: sql`version + 1`,
      updated_at: at.toISOString(),
    })
    .where('state', '=', 'sent')
    .where('valid_until', '<', tokyoDate(at))
    .execute()
}

/** Created by かんたん査定 when a customer began a request; staff never handed it out. */
const isOfStorefront = sql<boolean>`channel = 'web' and operator_id is null and prospect_id is null and sent_at = created_at
  and not exists (select from pre_assessment_link l where l.pre_assessment_id = pre_assessment.id)`

/**
 * For pre-assessments whose draft was given up. Sets their state back: `sent` or, by its date, `expired` if a link is
 * valid, else `draft`. Deletes those of かんたん査定. One that a customer has taken again in the meantime stays accepted.
 */
export async function reopenEstimates(tx: Tx, ids: readonly number[], at: Date): Promise<void> {
  const given = tx
    .selectFrom('pre_assessment')
    .where('id', 'in', ids)
    .where('state', '=', 'accepted')
    .where('declared_list_id', 'is', null)
  await given.select('id').orderBy('id').forUpdate().execute()
  const dropped = await given.select('id').where(isOfStorefront).execute()
  if (dropped.length > 0)
    await dropPreAssessments(
      tx,
      dropped.map(({ id }) => id),
    )
  const today = tokyoDate(at)
  await sql`
    update pre_assessment a set version = a.version + 1, updated_at = ${at.toISOString()}, state = n.state,
      ended_at = case when n.state = 'expired' then ${at.toISOString()}::timestamptz end
    from (select p.id, case
        when not exists (select from pre_assessment_link l where l.pre_assessment_id = p.id and l.revoked_at is null)
          then 'draft'
        when p.valid_until < ${today}::date then 'expired'
        else 'sent' end as state
      from pre_assessment p where p.id = any(${ids}::bigint[]) and p.state = 'accepted' and p.declared_list_id is null) n
    where a.id = n.id`.execute(tx)
}
