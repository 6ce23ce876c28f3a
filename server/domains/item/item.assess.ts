import { sql, type Updateable } from 'kysely'
import { itemColumns } from '#contract/item'
import { itemStatus as I, requestStatus as S } from '#contract/lifecycle'
import { withoutUplift } from '#contract/price'
import { reasonStands } from '#contract/publication'
import { foldSearch } from '#contract/text'
import { recordActivity } from '#server/domains/activity/activity.service'
import { currentBrand } from '#server/domains/catalogue/catalogue.service'
import { requireRightPlace } from '#server/domains/custody/handover.service'
import { compareItems } from '#server/domains/stolen-notice/compare.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import type { purchase_item } from '#server/platform/db-types'
import { invalid, notFound, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import { keysOf } from '#server/platform/statement'
import type { Tools } from '#server/platform/tools'
import { type ItemUpdate, pricing } from './item.price.ts'
import { type ItemRecord, itemBySlug } from './item.queries.ts'
import { findItemTransition, missingFor } from './item.rules.ts'
import { getItem, writeItemHistory } from './item.service.ts'

const plainFields = [...keysOf(itemColumns), 'grade', 'sales_channel'] as const satisfies (keyof ItemUpdate)[]

/** What makes an article another one. */
const comparedFields = [
  'name',
  'brand',
  'category',
  'color',
  'features',
  'product_number',
  'serial_number',
] as const satisfies (keyof ItemUpdate)[]

/** Autosave sends parts. The server computes the price; one that the caller computed must agree. */
export async function assessItem(
  db: Db,
  actor: BusinessActor,
  slug: string,
  input: ItemUpdate,
  tools: Pick<Tools, 'keys'>,
) {
  const stale = await inTransaction(db, async (tx) => {
    const item = await lockForWriting(tx, actor, slug)
    if (input.version !== item.version) return true
    refuseFixed(item)
    await requireRightPlace(tx, 'assess', [item.id])
    await write(tx, actor, item, input)
    return false
  })
  const shown = await getItem(db, actor, slug, tools)
  if (stale) throw staleVersion(shown)
  return shown
}

/** What cannot be assessed now, or not by this person. */
export function refuseFixed(item: ItemRecord): void {
  if (item.request_status !== S.ASSESSING && item.request_status !== S.REASSESSING)
    throw refuse('illegal_transition')
  if (item.status > I.NOT_BUYABLE) throw refuse('illegal_transition')
  if (item.needs_other_assessor) throw refuse('second_look_other_person')
}

export async function lockForWriting(tx: Tx, actor: BusinessActor, slug: string): Promise<ItemRecord> {
  const found = await itemBySlug(tx, actor, slug)
  if (!found) throw notFound()
  // Request before item, as everywhere.
  await sql`select 1 from purchase_request where id = ${found.request} for update`.execute(tx)
  await sql`select 1 from purchase_item where id = ${found.id} for update`.execute(tx)
  return itemStillThere(tx, actor, slug)
}

/** Under the lock: a copy may have been taken back meanwhile. */
export async function itemStillThere(tx: Tx, actor: BusinessActor, slug: string): Promise<ItemRecord> {
  const item = await itemBySlug(tx, actor, slug)
  if (!item) throw notFound()
  return item
}

export async function write(
  tx: Tx,
  actor: BusinessActor,
  item: ItemRecord,
  input: ItemUpdate,
): Promise<void> {
  const brand = await checkReferences(tx, item, input)
  const price = await pricing(tx, item, input, brand)
  // The first write starts the assessment.
  const from = item.status === I.RECEIVED ? I.ASSESSING : item.status
  const to = input.status ?? from
  if (to !== from && !findItemTransition(from, to, 'assessor', item.request_status))
    throw refuse('illegal_transition')
  if (to !== item.status && item.is_held) throw refuse('held')
  if (item.disposed_at !== null) {
    throw refuse('guard_failed', {
      message: 'お客さまの同意でリサイクルに出した商品は、もう変えられません。',
    })
  }
  const merged = {
    grade: input.grade === undefined ? item.grade : input.grade,
    category_id: input.category === undefined ? item.category_id : input.category,
    price: price.price === undefined ? item.price : price.price,
    not_buyable_reason: input.not_buyable_reason ?? item.not_buyable_reason,
  }
  const missing = missingFor(to, merged)
  if (missing.length > 0)
    throw refuse('guard_failed', { message: `先に${missing.join('・')}を入力してください。` })
  await tx
    .updateTable('purchase_item')
    .set({
      ...columns(input, brand),
      ...price,
      ...reasonOf(item, input, withoutUplift({ ...item, ...price })),
      ...{ status: to, version: sql`version + 1`, updated_at: actor.at.toISOString() },
      ...{ edited_by: actor.business_user_id, edited_at: actor.at.toISOString() },
    })
    .where('id', '=', item.id)
    .execute()
  if (input.deductions) await replaceDeductions(tx, item.id, input.deductions)
  if (comparedFields.some((field) => input[field] !== undefined)) {
    if (item.is_held) await recordHeldChange(tx, actor, item)
    await compareItems(tx, actor, [item.id])
  }
  const isPricedAnew = merged.price !== item.price && merged.price !== null
  if (to !== item.status || (isPricedAnew && (to === I.ASSESSED || !(await hasPriced(tx, actor, item.id))))) {
    const steps = item.status === I.RECEIVED && to !== I.ASSESSING ? [I.ASSESSING, to] : [to]
    let before = item.status
    for (const step of steps) {
      await writeItemHistory(tx, actor, [{ id: item.id, from: before, to: step, price: merged.price }], '')
      before = step
    }
  }
  if (to !== item.status) {
    await recordActivity(tx, actor, {
      action: 'item.move',
      object_type: 'item',
      object_id: item.id,
      detail: { from: item.status, to },
    })
  }
}

const identityOf = (item: ItemRecord) => ({
  name: item.name,
  brand_name: item.brand_name ?? '',
  category_name: item.category_name ?? '',
  color: item.color,
  features: item.features,
  product_number: item.product_number,
  serial_number: item.serial_number,
})

/** What the police ask about can be put right, but not unseen. */
async function recordHeldChange(tx: Tx, actor: BusinessActor, item: ItemRecord): Promise<void> {
  const before = identityOf(item)
  const after = identityOf(await itemStillThere(tx, actor, item.slug))
  const changed = keysOf(after).filter((field) => after[field] !== before[field])
  if (changed.length === 0) return
  const of = (all: typeof after) => Object.fromEntries(changed.map((field) => [field, all[field]]))
  await recordActivity(tx, actor, {
    action: 'item.change_held',
    object_type: 'item',
    object_id: item.id,
    detail: { before: of(before), after: of(after) },
  })
}

/** One entry for each person who set a price: none of them may give the second look. */
async function hasPriced(tx: Tx, actor: BusinessActor, item: number): Promise<boolean> {
  const row = await tx
    .selectFrom('item_history')
    .select('id')
    .where('item_id', '=', item)
    .where('actor_kind', '=', 'business')
    .where('actor_id', '=', actor.business_user_id)
    .where('price', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function columns(input: ItemUpdate, brand: number | null | undefined): Updateable<purchase_item> {
  const set: Record<string, unknown> = {}
  for (const field of plainFields) if (input[field] !== undefined) set[field] = input[field]
  if (brand !== undefined) set.brand_id = brand
  if (input.category !== undefined) set.category_id = input.category
  if (input.comment_filled !== undefined) set.comment_filled = JSON.stringify(input.comment_filled)
  if (input.name !== undefined) {
    set.name = input.name
    set.name_folded = foldSearch(input.name)
  }
  return set
}

/**
 * The price, without what a campaign adds, that the reason and its photo are for. A reason given before there is a price is for the first one. With the
 * reason for another price the photo goes too, unless it is named again.
 */
function reasonOf(item: ItemRecord, input: ItemUpdate, price: number | null): Updateable<purchase_item> {
  const { price_reason: text = item.price_reason, price_reason_photo: named } = input
  const before = item.price_reason_amount
  const isGivenNow = text !== item.price_reason || before === null
  const amount = input.price_reason_amount ?? (isGivenNow ? price : before)
  const keptPhoto = before === null || reasonStands(amount, before, {}) ? item.price_reason_photo_id : null
  const photo = named === undefined ? keptPhoto : named
  const isGiven = text !== '' || photo !== null
  return { price_reason_photo_id: photo, price_reason_amount: isGiven ? amount : null }
}

/** Returns the brand to write: a merged one is not named any more. */
async function checkReferences(
  tx: Tx,
  item: ItemRecord,
  input: ItemUpdate,
): Promise<number | null | undefined> {
  const brand = input.brand ? await currentBrand(tx, input.brand) : input.brand
  if (input.brand && brand === undefined) throw unknownKey('brand', input.brand)
  const hasCategory = async (id: number) =>
    (await tx.selectFrom('item_category').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  if (input.category && !(await hasCategory(input.category))) throw unknownKey('category', input.category)
  await checkPhotos(tx, item.id, input)
  return brand
}

async function checkPhotos(tx: Tx, itemId: number, input: ItemUpdate): Promise<void> {
  const deductions = input.deductions ?? []
  const named = [...deductions.map(({ photo }) => photo), input.price_reason_photo].filter(
    (photo) => photo !== null && photo !== undefined,
  )
  if (named.length === 0) return
  const rows = await tx
    .selectFrom('item_photo')
    .select('id')
    .where('item_id', '=', itemId)
    .where('id', '=', sql<number>`any(${named}::bigint[])`)
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  const bad = deductions.map(
    ({ photo }): Record<string, string[]> =>
      photo && !known.has(photo) ? { photo: [`主キー "${photo}" は不正です - データが存在しません。`] } : {},
  )
  if (bad.some((entry) => entry.photo)) throw invalid({ deductions: bad })
  const reason = input.price_reason_photo
  if (reason && !known.has(reason)) throw unknownKey('price_reason_photo', reason)
}

async function replaceDeductions(
  tx: Tx,
  itemId: number,
  deductions: NonNullable<ItemUpdate['deductions']>,
): Promise<void> {
  await tx.deleteFrom('deduction').where('item_id', '=', itemId).execute()
  if (deductions.length === 0) return
  await tx
    .insertInto('deduction')
    .values(
      deductions.map((deduction, position) => ({
        item_id: itemId,
        position,
        label: deduction.label,
        place: deduction.place,
        amount: deduction.amount,
        photo_id: deduction.photo ?? null,
        // A circle without its photo is nowhere.
        mark: deduction.photo && deduction.mark ? JSON.stringify(deduction.mark) : null,
      })),
    )
    .execute()
}
