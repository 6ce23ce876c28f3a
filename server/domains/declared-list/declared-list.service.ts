import { sql } from 'kysely'
import type { CallBody } from '#contract/call'
import { type declaredListCalls as calls, mostDeclaredItems } from '#contract/declared-list'
import { currentBrand } from '#server/domains/catalogue/catalogue.service'
import type { CustomerActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { dropPicture, pictureOf } from '#server/platform/picture'
import { invalidField, notFound, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { discardNow } from '#server/platform/unclaimed-file'
import {
  type ItemRow,
  itemRow,
  listOfItem,
  listRow,
  lockedOwnList,
  ownList,
} from './declared-list.queries.ts'

type ItemInput = CallBody<typeof calls.addItem>

const shownItem = ({ photos, ...item }: ItemRow, at: Date, tools: Pick<Tools, 'keys'>) => ({
  ...item,
  photos: photos.map((photo) => pictureOf({ ...photo, kind: 'declared', caption: '' }, at, tools)),
})

export type DeclaredList = NonNullable<Awaited<ReturnType<typeof shownList>>>

/** Of a list that the caller has found in its own scope. */
export async function shownList(db: Db | Tx, id: number, at: Date, tools: Pick<Tools, 'keys'>) {
  const row = await listRow(db, id)
  if (!row) return null
  return {
    ...row,
    total: row.items.reduce((sum, { count }) => sum + count, 0),
    items: row.items.map((item) => shownItem(item, at, tools)),
  }
}

export async function getList(db: Db, actor: CustomerActor, id: number, tools: Pick<Tools, 'keys'>) {
  const list = (await ownList(db, actor.customer_id, id)) && (await shownList(db, id, actor.at, tools))
  if (!list) throw notFound()
  return list
}

export const listExists = async (db: Db, actor: CustomerActor, id: number): Promise<boolean> =>
  (await ownList(db, actor.customer_id, id)) !== undefined

export const itemExists = async (db: Db, actor: CustomerActor, id: number): Promise<boolean> =>
  (await listOfItem(db, actor.customer_id, id)) !== undefined

async function getItem(db: Db | Tx, actor: CustomerActor, id: number, tools: Pick<Tools, 'keys'>) {
  const item = await itemRow(db, id)
  if (!item) throw notFound()
  return shownItem(item, actor.at, tools)
}

/** Locks the list, so that its limits hold and nobody closes it meanwhile. */
export async function lockOpenList(tx: Tx, actor: CustomerActor, id: number): Promise<void> {
  const list = await lockedOwnList(tx, actor.customer_id, id)
  if (!list) throw notFound()
  if (!list.is_open)
    throw refuse('not_editable', { message: '箱をお送りになったあとは、品のリストを変更できません。' })
}

/** Returns the list of the row. */
export async function lockListOfItem(tx: Tx, actor: CustomerActor, item: number): Promise<number> {
  const list = await listOfItem(tx, actor.customer_id, item)
  if (list === undefined) throw notFound()
  await lockOpenList(tx, actor, list)
  // Somebody may have removed the row before the lock was granted.
  if ((await listOfItem(tx, actor.customer_id, item)) === undefined) throw notFound()
  return list
}

async function columnsOf(tx: Tx, input: ItemInput) {
  const category = input.category ?? null
  const brand = input.brand ? await currentBrand(tx, input.brand) : null
  if (brand === undefined) throw unknownKey('brand', input.brand)
  if (
    category !== null &&
    !(await tx.selectFrom('item_category').select('id').where('id', '=', category).executeTakeFirst())
  )
    throw unknownKey('category', category)
  return {
    brand_id: brand,
    brand_text: brand === null ? (input.brand_text ?? '') : '',
    category_id: category,
    condition: input.condition ?? null,
    count: input.count,
    note: input.note ?? '',
  }
}

export async function addItem(
  db: Db,
  actor: CustomerActor,
  listId: number,
  input: ItemInput,
  once: Once,
  tools: Tools,
) {
  const { id } = await inTransactionOnce(db, actor, once, async (tx) => {
    await lockOpenList(tx, actor, listId)
    const { count } = await tx
      .selectFrom('declared_item')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('list_id', '=', listId)
      .executeTakeFirstOrThrow()
    if (count >= mostDeclaredItems)
      throw invalidField(
        'non_field_errors',
        `リストに入れられるのは${mostDeclaredItems}行までです。同じ種類の品は点数でまとめてください。`,
      )
    const at = actor.at.toISOString()
    return tx
      .insertInto('declared_item')
      .values({ list_id: listId, ...(await columnsOf(tx, input)), created_at: at, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  return getItem(db, actor, id, tools)
}

export async function changeItem(
  db: Db,
  actor: CustomerActor,
  id: number,
  { version, ...input }: CallBody<typeof calls.changeItem>,
  tools: Tools,
) {
  return inTransaction(db, async (tx) => {
    await lockListOfItem(tx, actor, id)
    const current = await getItem(tx, actor, id, tools)
    if (current.version !== version) throw staleVersion(current)
    await tx
      .updateTable('declared_item')
      .set({ ...(await columnsOf(tx, input)), version: version + 1, updated_at: actor.at.toISOString() })
      .where('id', '=', id)
      .execute()
    return getItem(tx, actor, id, tools)
  })
}

export async function removeItem(db: Db, actor: CustomerActor, id: number, tools: Tools): Promise<void> {
  const keys = await inTransaction(db, async (tx) => {
    await lockListOfItem(tx, actor, id)
    const dropped = await dropPhotos(tx, [id], actor.at)
    await tx.deleteFrom('declared_item').where('id', '=', id).execute()
    return dropped
  })
  await discardNow(db, keys, tools)
}

/** Returns the keys of the files, for `discardNow` after the commit. */
export async function dropPhotos(tx: Tx, items: readonly number[], at: Date): Promise<string[]> {
  if (items.length === 0) return []
  const files = await tx
    .deleteFrom('declared_photo')
    .where('item_id', 'in', items)
    .returning('file_id')
    .execute()
  const keys: string[] = []
  for (const { file_id } of files) keys.push(await dropPicture(tx, file_id, at))
  return keys
}

export async function createList(tx: Tx, customer: number, at: Date): Promise<number> {
  const { id } = await tx
    .insertInto('declared_list')
    .values({ customer_id: customer, created_at: at.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** From now on it is a record. */
export async function closeList(tx: Tx, id: number, at: Date): Promise<void> {
  await tx
    .updateTable('declared_list')
    .set({ closed_at: at.toISOString() })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute()
}

/** With its rows and photos. Returns the keys of the files, for `discardNow` after the commit. */
export async function dropList(tx: Tx, id: number, at: Date): Promise<string[]> {
  // Photos that are being added wait for this lock, and then find no row.
  await tx.selectFrom('declared_list').select('id').where('id', '=', id).forUpdate().execute()
  const items = await tx.selectFrom('declared_item').select('id').where('list_id', '=', id).execute()
  const keys = await dropPhotos(
    tx,
    items.map((item) => item.id),
    at,
  )
  await tx.deleteFrom('declared_item').where('list_id', '=', id).execute()
  await tx.deleteFrom('declared_list').where('id', '=', id).execute()
  return keys
}

/** What nobody has to keep of a customer who left. */
export async function eraseLists(tx: Tx, customer: number, at: Date): Promise<void> {
  const lists = await tx
    .selectFrom('declared_list')
    .select('id')
    .where('customer_id', '=', customer)
    .execute()
  for (const { id } of lists) await dropList(tx, id, at)
}
