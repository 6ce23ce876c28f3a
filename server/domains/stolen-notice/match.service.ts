import { tokyoDate } from '#contract/day'
import { recordActivity } from '#server/domains/activity/activity.service'
import { placeHold } from '#server/domains/hold/hold.service'
import type { BusinessActor } from '#server/platform/actor'
import { daysBefore } from '#server/platform/calendar'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { pictureOf } from '#server/platform/picture'
import { notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { holdReason } from './compare.service.ts'
import { countOpen, type MatchToDecide, matchById, matchesOfNotice } from './match.queries.ts'

export { hitsOfItem, type NoticeHit } from './match.queries.ts'

export const waitingHits = (db: Db, actor: BusinessActor, shop: number | undefined) =>
  countOpen(db, actor, tokyoDate(actor.at), daysBefore(actor.at, 1).toISOString(), shop)

export async function shownMatches(db: Db, actor: BusinessActor, notice: number, tools: Pick<Tools, 'keys'>) {
  const rows = await matchesOfNotice(db, actor, notice)
  return rows.map(({ photo_id, key, thumbnail_key, kind, caption, ...row }) => ({
    ...row,
    item: {
      ...row,
      photo:
        photo_id === null || key === null
          ? null
          : pictureOf(
              {
                id: photo_id,
                key,
                thumbnail_key: thumbnail_key ?? '',
                kind: kind ?? '',
                caption: caption ?? '',
              },
              actor.at,
              tools,
            ),
    },
  }))
}

export async function matchExists(db: Db, actor: BusinessActor, id: number): Promise<boolean> {
  return (await matchById(db, actor, id)) !== undefined
}

/** Returns the notice. */
export async function confirmMatch(
  db: Db,
  actor: BusinessActor,
  id: number,
  reason: string,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const match = await lockOpen(tx, actor, id)
    const hold = await placeHold(tx, actor, {
      request_id: match.request,
      company_id: match.company_id,
      item_id: match.item,
      kind: 'stolen_notice',
      reason: `${holdReason(match, match.reasons)}${reason}`,
      police_station: match.police_station,
    })
    await decide(tx, actor, match, { state: 'held', hold_id: hold.id, reason })
    return match.notice
  })
}

/** The pair is remembered; a number that agrees later still holds the item. Returns the notice. */
export async function dismissMatch(
  db: Db,
  actor: BusinessActor,
  id: number,
  reason: string,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const match = await lockOpen(tx, actor, id)
    await decide(tx, actor, match, { state: 'dismissed', hold_id: null, reason })
    return match.notice
  })
}

/** Under the lock of the request, as every hold. */
async function lockOpen(tx: Tx, actor: BusinessActor, id: number): Promise<MatchToDecide> {
  const found = await matchById(tx, actor, id)
  if (!found) throw notFound()
  await tx.selectFrom('purchase_request').select('id').where('id', '=', found.request).forUpdate().execute()
  await tx.selectFrom('stolen_notice_match').select('id').where('id', '=', id).forUpdate().execute()
  const match = await matchById(tx, actor, id)
  if (!match) throw notFound()
  if (match.state !== 'open')
    throw refuse('illegal_transition', { message: 'ほかの担当者が、すでに確認しています。' })
  return match
}

async function decide(
  tx: Tx,
  actor: BusinessActor,
  match: MatchToDecide,
  { reason, ...set }: { state: 'held' | 'dismissed'; hold_id: number | null; reason: string },
): Promise<void> {
  await tx
    .updateTable('stolen_notice_match')
    .set({
      ...set,
      decided_by: actor.business_user_id,
      decided_at: actor.at.toISOString(),
      decision_reason: reason,
    })
    .where('id', '=', match.id)
    .execute()
  await recordActivity(tx, actor, {
    action: `stolen_notice.${set.state === 'held' ? 'confirm' : 'dismiss'}`,
    object_type: 'item',
    object_id: match.item,
    detail: { notice: match.notice },
  })
}
