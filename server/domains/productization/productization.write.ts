import { itemStatus as I, isBought } from '#contract/lifecycle'
import { type ProductProblem, productProblemLabel } from '#contract/product'
import type { ProductUpdate } from '#contract/productization'
import { recordActivities } from '#server/domains/activity/activity.service'
import type { EffectiveAttribute } from '#server/domains/catalogue/catalogue.service'
import { requireRightPlace } from '#server/domains/custody/handover.service'
import { changeBoughtItems } from '#server/domains/item/item.bought'
import { moveItems } from '#server/domains/item/item.service'
import { queueChange } from '#server/domains/next-engine/upload.service'
import { compareItems } from '#server/domains/stolen-notice/compare.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import {
  type FieldErrors,
  invalid,
  notFound,
  type Refusal,
  refuse,
  staleVersion,
} from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import {
  insertProducts,
  type NewValue,
  touchProduct,
  updateProducts,
  writeFinish,
  writeStates,
  writeValues,
} from './product-write.queries.ts'
import { attributesFor, attributesIn, presentProducts } from './productization.present.ts'
import {
  itemsOfSlugs,
  type LockedItem,
  lockProducts,
  photoCounts,
  stateFacts,
  valuesOf,
} from './productization.queries.ts'
import { checkValue, stateOf } from './productization.rules.ts'

export type ProductBody = ProductUpdate | { items: ProductUpdate[] }

interface Change {
  item: LockedItem
  input: ProductUpdate
  kept: NewValue[]
  /** Attributes whose values are taken off. */
  gone: number[]
}

/** One article or several, all or none. Of several, those with another version are in `current`. */
export async function writeProducts(
  db: Db,
  actor: BusinessActor,
  body: ProductBody,
  replaces: boolean,
  tools: Pick<Tools, 'keys'>,
) {
  const inputs = 'items' in body ? body.items : [body]
  const at = (errors: FieldErrors[]): Refusal =>
    invalid('items' in body ? { items: errors } : (errors[0] ?? {}))
  const stale = await inTransaction(db, (tx) => changeProducts(tx, actor, inputs, { replaces, at }))
  if (stale.length > 0) throw staleVersion({ items: await presentProducts(db, actor, stale, tools) })
  const slugs = inputs.map(({ slug }) => slug)
  return { items: await presentProducts(db, actor, slugs, tools) }
}

interface Manner {
  /** Values that are not named are taken off. */
  replaces: boolean
  /** What is wrong, in the order of the articles. */
  at: (errors: FieldErrors[]) => Refusal
}

/** All or none. Writes nothing when some have another version, and returns those. */
export async function changeProducts(
  tx: Tx,
  actor: BusinessActor,
  inputs: readonly ProductUpdate[],
  { replaces, at }: Manner,
): Promise<string[]> {
  const items = await lockNamed(tx, actor, inputs, at)
  const outdated = items.filter((item, place) => item.version !== inputs[place]?.version)
  if (outdated.length > 0) return outdated.map(({ slug }) => slug)
  refuseClosed(items)
  await requireRightPlace(tx, 'list', idsOf(items))
  const changes = await checked(tx, items, inputs, replaces, at)
  await startProducts(tx, actor, items)
  const compared = await write(tx, actor, changes)
  await refresh(tx, changes)
  await moveAsked(tx, actor, changes)
  // Last, because a number that agrees with a notice of the police holds the article.
  await compareItems(tx, actor, compared)
  await queueChange(tx, idsOf(items))
  return []
}

const idsOf = (items: readonly { id: number }[]) => items.map(({ id }) => id)

/** In the order of the body. */
async function lockNamed(
  tx: Tx,
  actor: BusinessActor,
  inputs: readonly ProductUpdate[],
  at: (errors: FieldErrors[]) => Refusal,
): Promise<LockedItem[]> {
  const slugs = inputs.map(({ slug }) => slug)
  const found = await itemsOfSlugs(tx, actor, slugs)
  const known = new Set(found.map(({ slug }) => slug))
  const earlier = new Set<string>()
  const errors = slugs.map((slug): FieldErrors => {
    if (!known.has(slug)) return { slug: [`主キー "${slug}" は不正です - データが存在しません。`] }
    if (earlier.has(slug)) return { slug: ['同じ商品が2回含まれています。'] }
    earlier.add(slug)
    return {}
  })
  if (errors.some(({ slug }) => slug)) throw at(errors)
  const locked = new Map((await lockProducts(tx, found)).map((item) => [item.slug, item]))
  return slugs.flatMap((slug) => locked.get(slug) ?? [])
}

const refuseFor = (
  code: 'illegal_transition' | 'held' | 'already_sold',
  items: readonly LockedItem[],
  message: string,
) =>
  items.length === 0
    ? undefined
    : refuse(code, {
        message: `商品 ${items.map(({ request_id, seq }) => `${request_id}-${seq}`).join('、')} は、${message}`,
      })

/** What was refused, rescinded, held or sold. */
function refuseClosed(items: readonly LockedItem[]): void {
  const refusal =
    refuseFor(
      'illegal_transition',
      items.filter(({ status }) => !isBought(status)),
      '買取が成立していないため、商品化できません。',
    ) ??
    refuseFor(
      'held',
      items.filter(({ is_held }) => is_held),
      '保留中のため、商品化できません。',
    ) ??
    refuseFor(
      'already_sold',
      items.filter(({ is_sold }) => is_sold),
      '販売済みです。返品があったときは、先に販売の画面で返品を記録してください。',
    )
  if (refusal) throw refusal
}

async function checked(
  tx: Tx,
  items: readonly LockedItem[],
  inputs: readonly ProductUpdate[],
  replaces: boolean,
  at: (errors: FieldErrors[]) => Refusal,
): Promise<Change[]> {
  const all = await attributesFor(tx, items)
  const errors: FieldErrors[] = []
  const changes = items.map((item, place): Change => {
    const input = inputs[place] as ProductUpdate
    const attributes = attributesIn(all, item.category)
    const read = readValues(input.values ?? [], attributes)
    errors.push({ ...read.errors, ...statusError(input.status) })
    const isKept = (id: number) => read.kept.some(({ attribute }) => attribute === id)
    const others = attributes.map(({ id }) => id).filter((id) => !isKept(id))
    return { item, input, kept: read.kept, gone: replaces ? others : read.gone }
  })
  if (errors.some((one) => Object.keys(one).length > 0)) throw at(errors)
  return changes
}

/** Only the two statuses of productization can be asked for; one that is there already changes nothing. */
function statusError(status: number | undefined): FieldErrors {
  const may = status === undefined || status === I.PRODUCTIZING || status === I.PRODUCTIZED
  return may ? {} : { status: ['「商品化中」か「商品化完了」を選んでください。'] }
}

function readValues(
  given: NonNullable<ProductUpdate['values']>,
  attributes: readonly EffectiveAttribute[],
): { kept: NewValue[]; gone: number[]; errors: FieldErrors } {
  const kept: NewValue[] = []
  const gone: number[] = []
  const problems = given.map(({ attribute, value }, place): FieldErrors => {
    const known = attributes.find(({ id }) => id === attribute)
    if (!known) return { attribute: ['この商品のカテゴリにない項目です。'] }
    if (given.findIndex((other) => other.attribute === attribute) < place)
      return { attribute: ['同じ項目が2回含まれています。'] }
    const read = checkValue(known, value)
    if (!read.ok) return { value: [read.message] }
    if (read.value === null) gone.push(attribute)
    else kept.push({ attribute, value: read.value })
    return {}
  })
  const isWrong = problems.some((one) => Object.keys(one).length > 0)
  return { kept, gone, errors: isWrong ? { values: problems } : {} }
}

interface Act {
  item: number
  detail?: Record<string, unknown>
}

const record = (
  tx: Tx,
  actor: BusinessActor,
  act: 'start' | 'finish' | 'reopen' | 'price',
  acts: readonly Act[],
) =>
  recordActivities(
    tx,
    actor,
    acts.map(({ item, detail = {} }) => ({
      action: `product.${act}` as const,
      object_type: 'item',
      object_id: item,
      detail,
    })),
  )

const actsOn = (items: readonly { id: number }[]): Act[] => items.map(({ id }) => ({ item: id }))

/** The first work on a bought article takes it into productization. */
async function startProducts(tx: Tx, actor: BusinessActor, items: readonly LockedItem[]): Promise<void> {
  const bought = items.filter(({ status }) => status === I.PURCHASED)
  await moveTogether(tx, actor, bought, I.PRODUCTIZING)
  await record(tx, actor, 'start', actsOn(bought))
  await insertProducts(tx, actor, idsOf(items.filter(({ is_written }) => !is_written)))
}

/** Requests are in different statuses, which decide about a move. */
async function moveTogether(
  tx: Tx,
  actor: BusinessActor,
  items: readonly Pick<LockedItem, 'id' | 'status' | 'price' | 'request_status'>[],
  to: number,
): Promise<void> {
  for (const status of new Set(items.map(({ request_status }) => request_status))) {
    const alike = items.filter(({ request_status }) => request_status === status)
    await moveItems(tx, actor, alike, { to, by: 'staff', requestStatus: status })
  }
}

/** Returns which articles have to be compared with the notices again. */
async function write(tx: Tx, actor: BusinessActor, changes: readonly Change[]): Promise<number[]> {
  const writes = changes.map(({ item, input, kept, gone }) => ({ ...input, item: item.id, kept, gone }))
  await updateProducts(tx, actor, writes)
  await writeValues(tx, writes)
  const prices = changes.flatMap(({ item, input: { selling_price } }): Act[] =>
    selling_price === undefined || selling_price === item.selling_price
      ? []
      : [
          {
            item: item.id,
            detail: { before: { selling_price: item.selling_price }, after: { selling_price } },
          },
        ],
  )
  await record(tx, actor, 'price', prices)
  return changeBoughtItems(tx, actor, changes)
}

/** A finished article stays complete. */
async function refresh(tx: Tx, changes: readonly Change[]): Promise<void> {
  const states = await refreshStates(tx, idsOf(changes.map(({ item }) => item)))
  for (const { item, input } of changes) {
    const missing = states.get(item.id) ?? []
    const isFinished = (input.status ?? item.status) === I.PRODUCTIZED
    if (isFinished && missing.length > 0) throw incomplete(item, missing)
  }
}

function incomplete(
  item: Pick<LockedItem, 'request_id' | 'seq'>,
  missing: readonly ProductProblem[],
): Refusal {
  const words = missing.map((problem) => productProblemLabel[problem]).join('・')
  return refuse('guard_failed', {
    message: `商品 ${item.request_id}-${item.seq} は、${words}がそろっていないため、商品化を終えられません。`,
  })
}

async function moveAsked(tx: Tx, actor: BusinessActor, changes: readonly Change[]): Promise<void> {
  for (const [to, act] of [
    [I.PRODUCTIZED, 'finish'],
    [I.PRODUCTIZING, 'reopen'],
  ] as const) {
    const items = changes
      .filter(({ input }) => input.status === to)
      .map(({ item }) => ({ ...item, status: item.status === I.PURCHASED ? I.PRODUCTIZING : item.status }))
      .filter(({ status }) => status !== to)
    await moveTogether(tx, actor, items, to)
    await writeFinish(tx, actor, idsOf(items), act === 'finish' ? actor.business_user_id : null)
    await record(tx, actor, act, actsOn(items))
  }
}

/** By item what is missing. */
export async function refreshStates(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProductProblem[]>> {
  const [items, photos, values] = [
    await stateFacts(tx, ids),
    await photoCounts(tx, ids),
    await valuesOf(tx, ids),
  ]
  const all = await attributesFor(tx, items)
  const valuesBy = Map.groupBy(values, ({ item }) => item)
  const states = items.map(({ id, category, selling_price, sales_channel, extras }) => {
    const filled = new Set((valuesBy.get(id) ?? []).map(({ attribute }) => attribute))
    const facts = { photos: photos.get(id) ?? 0, filled, selling_price, sales_channel, extras }
    return { item: id, ...stateOf({ ...facts, attributes: attributesIn(all, category) }) }
  })
  await writeStates(tx, states)
  return new Map(states.map(({ item, missing }) => [item, missing]))
}

/**
 * Before whatever else is written about an article: locks its request and itself, refuses what may not be sold, and takes
 * it into productization. Foreign and missing ones are 404.
 */
export async function takeUpProduct(tx: Tx, actor: BusinessActor, slug: string): Promise<LockedItem> {
  const [found] = await itemsOfSlugs(tx, actor, [slug])
  const [item] = found ? await lockProducts(tx, [found]) : []
  if (!item) throw notFound()
  refuseClosed([item])
  await requireRightPlace(tx, 'list', [item.id])
  await startProducts(tx, actor, [item])
  return item
}

/** After whatever else was written about an article, in the same transaction: what is missing, and where it waits. */
export async function refreshProduct(tx: Tx, actor: BusinessActor, itemId: number): Promise<void> {
  const missing = (await refreshStates(tx, [itemId])).get(itemId) ?? []
  await touchProduct(tx, actor, itemId)
  const [item] = await stateFacts(tx, [itemId])
  if (item?.status === I.PRODUCTIZED && missing.length > 0) throw incomplete(item, missing)
}
