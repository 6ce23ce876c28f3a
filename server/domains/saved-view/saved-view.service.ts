import type { CallBody } from '#contract/call'
import { roleMay } from '#contract/permission'
import { readableSearch, savedLists } from '#contract/saved-list'
import { mostViews, type SavedList, type savedViewCalls } from '#contract/saved-view'
import { recordActivity } from '#server/domains/activity/activity.service'
import { requireOwnShop } from '#server/domains/company/company.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, lockNamed, type Tx } from '#server/platform/db'
import { notFound, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import { type Group, groupRows, type ViewRow, viewRows } from './saved-view.queries.ts'

const mayRead = (actor: BusinessActor, list: SavedList): boolean => roleMay(actor.role, savedLists[list].may)

const mayChange = (actor: BusinessActor, { shop }: Pick<ViewRow, 'shop'>): boolean =>
  shop === null || actor.is_admin

/** The list may have lost a filter since the view was saved. */
function asShown(actor: BusinessActor, { place: _, ...row }: ViewRow) {
  return { ...row, search: readableSearch(row.list, row.search), may_change: mayChange(actor, row) }
}

export async function listViews(db: Db, actor: BusinessActor, list: SavedList | undefined) {
  const rows = await viewRows(db, actor, { list })
  return rows.filter((row) => mayRead(actor, row.list)).map((row) => asShown(actor, row))
}

async function viewOf(db: Db, actor: BusinessActor, id: number): Promise<ViewRow> {
  const [row] = await viewRows(db, actor, { id })
  if (!row || !mayRead(actor, row.list)) throw notFound()
  return row
}

export const isViewOf = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await viewRows(db, actor, { id })).length > 0

/** Views of a company change one after another, so that names and limits hold. */
async function lockedView(tx: Tx, actor: BusinessActor, id: number): Promise<ViewRow> {
  await lockNamed(tx, `saved-view.${actor.company_id}`)
  const row = await viewOf(tx, actor, id)
  if (!mayChange(actor, row)) throw refuse('permission_denied')
  return row
}

async function requireSharing(tx: Tx, actor: BusinessActor, shop: number | null): Promise<void> {
  if (shop === null) return
  if (!actor.is_admin) throw refuse('permission_denied')
  await requireOwnShop(tx, actor, shop)
}

/** Where a further view of the group goes; refuses a name twice, and one too many. */
async function placeIn(tx: Tx, actor: BusinessActor, group: Group, name: string): Promise<number> {
  const others = await groupRows(tx, actor, group)
  if (others.some((other) => other.name === name)) throw refuse('view_name_taken')
  if (others.length >= mostViews) throw refuse('too_many_views')
  return (others.at(-1)?.place ?? 0) + 1
}

function record(
  tx: Tx,
  actor: BusinessActor,
  act: 'create' | 'change' | 'remove',
  id: number,
  detail: Record<string, unknown>,
) {
  return recordActivity(tx, actor, {
    action: `saved_view.${act}`,
    object_type: 'saved_view',
    object_id: id,
    detail,
  })
}

export async function createView(
  tx: Tx,
  actor: BusinessActor,
  { list, name, search, hidden, shop }: CallBody<typeof savedViewCalls.create>,
) {
  if (!mayRead(actor, list)) throw refuse('permission_denied')
  await lockNamed(tx, `saved-view.${actor.company_id}`)
  await requireSharing(tx, actor, shop)
  const at = actor.at.toISOString()
  const { id } = await tx
    .insertInto('saved_view')
    .values({
      company_id: actor.company_id,
      business_user_id: actor.business_user_id,
      shop_id: shop,
      list,
      name,
      search: readableSearch(list, search),
      hidden,
      place: await placeIn(tx, actor, { list, shop }, name),
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record(tx, actor, 'create', id, { list, shop })
  return asShown(actor, await viewOf(tx, actor, id))
}

export async function changeView(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  input: CallBody<typeof savedViewCalls.update>,
) {
  const row = await lockedView(tx, actor, id)
  if (input.version !== row.version) throw staleVersion(asShown(actor, row))
  const name = input.name ?? row.name
  const shop = input.shop === undefined ? row.shop : input.shop
  const group = { list: row.list, shop }
  const moves = shop !== row.shop
  if (moves) await requireSharing(tx, actor, shop)
  else if ((await groupRows(tx, actor, group)).some((other) => other.id !== id && other.name === name))
    throw refuse('view_name_taken')
  await tx
    .updateTable('saved_view')
    .set({
      name,
      ...(input.search === undefined ? {} : { search: readableSearch(row.list, input.search) }),
      ...(input.hidden === undefined ? {} : { hidden: input.hidden }),
      ...(moves
        ? {
            shop_id: shop,
            business_user_id: actor.business_user_id,
            place: await placeIn(tx, actor, group, name),
          }
        : {}),
      version: row.version + 1,
      updated_at: actor.at.toISOString(),
    })
    .where('id', '=', id)
    .execute()
  await record(tx, actor, 'change', id, { list: row.list, before: { shop: row.shop }, after: { shop } })
  return asShown(actor, await viewOf(tx, actor, id))
}

export async function removeView(tx: Tx, actor: BusinessActor, id: number): Promise<undefined> {
  const { list, shop } = await lockedView(tx, actor, id)
  await tx.deleteFrom('saved_view').where('id', '=', id).execute()
  await record(tx, actor, 'remove', id, { list, shop })
}

export async function shiftView(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { towards }: CallBody<typeof savedViewCalls.shift>,
) {
  const row = await lockedView(tx, actor, id)
  const ids = (await groupRows(tx, actor, row)).map((one) => one.id)
  const from = ids.indexOf(id)
  ids.splice(Math.max(0, from + (towards === 'front' ? -1 : 1)), 0, ...ids.splice(from, 1))
  for (const [place, one] of ids.entries())
    await tx.updateTable('saved_view').set({ place }).where('id', '=', one).execute()
  return asShown(actor, await viewOf(tx, actor, id))
}

export async function openWithView(
  db: Db,
  actor: BusinessActor,
  { list, view }: CallBody<typeof savedViewCalls.open>,
) {
  return inTransaction(db, async (tx) => {
    await lockNamed(tx, `saved-view.${actor.company_id}`)
    if (view !== null && !(await viewRows(tx, actor, { id: view, list })).length)
      throw unknownKey('view', view)
    await tx
      .deleteFrom('saved_view_default')
      .where('business_user_id', '=', actor.business_user_id)
      .where('list', '=', list)
      .execute()
    if (view !== null)
      await tx
        .insertInto('saved_view_default')
        .values({ business_user_id: actor.business_user_id, list, view_id: view })
        .execute()
    return { list, view }
  })
}
