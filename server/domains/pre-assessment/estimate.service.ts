import { sql } from 'kysely'
import { tokyoDate } from '#contract/day'
import { evidenceDays } from '#contract/evidence'
import { findPreAssessmentMove, type PriceEstimateState } from '#contract/pre-assessment'
import { requireOpenAccount } from '#server/domains/account/open-account.service'
import { addToDraft } from '#server/domains/declared-list/draft.service'
import type { Actor, CustomerActor } from '#server/platform/actor'
import { daysBefore } from '#server/platform/calendar'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { pictureOf } from '#server/platform/picture'
import { notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { accuracyOf, accuracyOfStore } from './accuracy.queries.ts'
import { hashOfToken } from './link.service.ts'
import { type LinkedRow, preAssessmentOfLink, preItemRows } from './pre-assessment.queries.ts'

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
  shareIn(await accuracyOfStore(db, { store: store ?? '', from: firstDay(at) }))

/** So long it says why it shows nothing any more. */
const daysTold = 90

async function ofLink(db: Db, token: string, at: Date): Promise<LinkedRow> {
  const row = await preAssessmentOfLink(db, hashOfToken(token), daysBefore(at, daysTold))
  if (!row) throw notFound()
  return row
}

function stateOf({ revoked_at, runs_until, state }: LinkedRow, at: Date): PriceEstimateState {
  if (revoked_at !== null || state === 'draft') return 'withdrawn'
  return state === 'sent' && new Date(runs_until) <= at ? 'expired' : state
}

const nothing = { low: 0, center: 0, high: 0, priced: 0, unpriced: 0 }

/** Without name, telephone or notes about the person: a link may be passed on. One that has ended names no prices. */
export async function shownEstimate(db: Db, token: string, at: Date, tools: Pick<Tools, 'keys'>) {
  const row = await ofLink(db, token, at)
  const { company_name, shop, shop_name, operator_name, valid_until } = row
  const share = await shareOf(db, row.company, at)
  const state = stateOf(row, at)
  const head = { company_name, shop, shop_name, state, valid_until, ...share }
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
export async function numberOfEstimate(db: Db, token: string, at: Date): Promise<number> {
  const row = await ofLink(db, token, at)
  if (!standsStill(row, at)) throw notFound()
  return row.id
}

async function lockOfLink(tx: Tx, token: string, at: Date) {
  const found = await ofLink(tx, token, at)
  await tx.selectFrom('pre_assessment').select('id').where('id', '=', found.id).forUpdate().execute()
  const row = await ofLink(tx, token, at)
  return { ...row, state: stateOf(row, at) }
}

const end = (tx: Tx, id: number, state: 'accepted' | 'declined', at: Date, set: object = {}) =>
  tx
    .updateTable('pre_assessment')
    .set({
      ...set,
      state,
      ended_at: at.toISOString(),
      version: sql`version + 1`,
      updated_at: at.toISOString(),
    })
    .where('id', '=', id)
    .execute()

export async function declineEstimate(db: Db, actor: Actor, token: string, tools: Pick<Tools, 'keys'>) {
  await inTransaction(db, async (tx) => {
    const row = await lockOfLink(tx, token, actor.at)
    if (row.state === 'declined') return
    if (!findPreAssessmentMove(row.state, 'declined', 'customer')) throw refuse('illegal_transition')
    await end(tx, row.id, 'declined', actor.at)
  })
  return shownEstimate(db, token, actor.at, tools)
}

/**
 * Puts the articles into the customer's draft. The first who does it is the one it was named for; to anybody else the link
 * says nothing from then on.
 */
export async function takeEstimate(db: Db, actor: CustomerActor, token: string, tools: Pick<Tools, 'keys'>) {
  const { customer_id, at } = actor
  if (customer_id === null) throw refuse('customer_incomplete')
  return inTransaction(db, async (tx) => {
    await requireOpenAccount(tx, actor)
    const row = await lockOfLink(tx, token, at)
    if (row.customer !== null && row.customer !== customer_id) throw notFound()
    const isTaken = row.state === 'accepted'
    if (!isTaken && !findPreAssessmentMove(row.state, 'accepted', 'customer'))
      throw refuse('illegal_transition')
    const items = await preItemRows(tx, row.id)
    const taken = await addToDraft(
      tx,
      actor,
      {
        fields: { shop: row.shop },
        rows: isTaken
          ? []
          : items.map((item) => ({
              brand_id: item.brand,
              brand_text: item.brand === null ? item.brand_name : '',
              category_id: item.category,
              condition: item.grade_band,
              count: item.count,
              note: '',
            })),
      },
      tools,
    )
    if (!isTaken)
      await handOver(
        tx,
        row.id,
        items.map(({ id }) => id),
        taken,
        { customer_id, at },
      )
    return { draft: taken.draft, shop: row.shop, items: taken.items }
  })
}

async function handOver(
  tx: Tx,
  id: number,
  items: readonly number[],
  { list, added }: { list: number; added: readonly number[] },
  { customer_id, at }: { customer_id: number; at: Date },
): Promise<void> {
  await sql`
    update pre_assessment_item i set declared_item_id = p.declared
    from rows from (unnest(${items}::bigint[], ${added}::bigint[])) as p(item, declared) where i.id = p.item`.execute(
    tx,
  )
  await end(tx, id, 'accepted', at, { customer_id, declared_list_id: list })
  await tx
    .updateTable('prospect')
    .set({ customer_id, updated_at: at.toISOString() })
    .where('customer_id', 'is', null)
    .where('id', '=', tx.selectFrom('pre_assessment').select('prospect_id').where('id', '=', id))
    .execute()
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
