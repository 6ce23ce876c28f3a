import type { CallBody, CallQuery } from '#contract/call'
import { type custodyCalls, mostPlaces } from '#contract/custody'
import { placeCode } from '#contract/scan-code'
import { recordActivity } from '#server/domains/activity/activity.service'
import { requireOwnShop } from '#server/domains/company/company.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, lockNamed, type Tx } from '#server/platform/db'
import { notFound, refuse, staleVersion } from '#server/platform/refusal'
import { isPlaceEmpty, type PlaceRow, placeRows } from './custody.queries.ts'

const asShown = (row: PlaceRow) => ({ ...row, code: placeCode(row.id) })

export async function listPlaces(db: Db, actor: BusinessActor, query: CallQuery<typeof custodyCalls.places>) {
  return (await placeRows(db, actor, { shop: query.shop, all: query.all === true })).map(asShown)
}

async function placeOf(db: Db, actor: BusinessActor, id: number): Promise<PlaceRow> {
  const [row] = await placeRows(db, actor, { id, all: true })
  if (!row) throw notFound()
  return row
}

export const isPlaceOf = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await placeRows(db, actor, { id, all: true })).length > 0

/** A place of the company, as a scanned code names it. */
export async function placeNamed(
  db: Db,
  actor: BusinessActor,
  id: number,
): Promise<{ id: number; name: string } | undefined> {
  const [row] = await placeRows(db, actor, { id })
  return row
}

/** Places of a shop change one after another, so that names and the limit hold. */
const lockPlaces = (tx: Tx, shop: number) => lockNamed(tx, `custody-places.${shop}`)

async function requireRoom(tx: Tx, actor: BusinessActor, shop: number, name: string, except?: number) {
  const others = (await placeRows(tx, actor, { shop })).filter(({ id }) => id !== except)
  if (others.some((other) => other.name === name)) throw refuse('place_name_taken')
  if (others.length >= mostPlaces) throw refuse('too_many_places')
}

export async function createPlace(
  tx: Tx,
  actor: BusinessActor,
  { shop, name, kind }: CallBody<typeof custodyCalls.createPlace>,
) {
  await requireOwnShop(tx, actor, shop)
  await lockPlaces(tx, shop)
  await requireRoom(tx, actor, shop, name)
  const at = actor.at.toISOString()
  const { id } = await tx
    .insertInto('custody_place')
    .values({ company_id: actor.company_id, shop_id: shop, name, kind, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordActivity(tx, actor, {
    action: 'custody.place_create',
    object_type: 'custody_place',
    object_id: id,
    detail: { shop, name },
  })
  return asShown(await placeOf(tx, actor, id))
}

const changeable = ({ name, kind, is_active }: PlaceRow) => ({ name, place_kind: kind, is_active })

export async function changePlace(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { version, ...input }: CallBody<typeof custodyCalls.updatePlace>,
) {
  const { shop } = await placeOf(tx, actor, id)
  await lockPlaces(tx, shop)
  // Against moves into it, which hold it shared.
  await tx.selectFrom('custody_place').select('id').where('id', '=', id).forUpdate().execute()
  const row = await placeOf(tx, actor, id)
  if (version !== row.version) throw staleVersion(asShown(row))
  const name = input.name ?? row.name
  const isActive = input.is_active ?? row.is_active
  if (!isActive && !(await isPlaceEmpty(tx, id))) throw refuse('place_in_use')
  if (isActive) await requireRoom(tx, actor, shop, name, id)
  await tx
    .updateTable('custody_place')
    .set({
      name,
      kind: input.kind ?? row.kind,
      is_active: isActive,
      version: row.version + 1,
      updated_at: actor.at.toISOString(),
    })
    .where('id', '=', id)
    .execute()
  const changed = await placeOf(tx, actor, id)
  await recordActivity(tx, actor, {
    action: 'custody.place_change',
    object_type: 'custody_place',
    object_id: id,
    detail: { shop, before: changeable(row), after: changeable(changed) },
  })
  return asShown(changed)
}
