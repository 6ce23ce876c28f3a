import { sql } from 'kysely'
import type { CallBody } from '#contract/call'
import type { custodyCalls } from '#contract/custody'
import { codeKind, placeOfCode, staffOfCode, tidyCode } from '#contract/scan-code'
import { visibleColleague } from '#server/domains/company/staff.service'
import { isOwnRequest } from '#server/domains/purchase-request/purchase-request.predicates'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { invalidField, notFound, refuse } from '#server/platform/refusal'
import { type Part, selectRows } from '#server/platform/statement'
import {
  boxRows,
  handoverLines,
  itemRows,
  type LineRow,
  placeRows,
  recordRows,
  type Spot,
  type ThingRow,
  tallyRow,
} from './custody.queries.ts'
import { lockRequests, type Target, writeHandover } from './handover.service.ts'

type Destination = Target & { spot: Spot }

async function destinationOf(db: Db, actor: BusinessActor, code: string): Promise<Destination | undefined> {
  const none = { place: null, holder: null, kind: null, shop_name: '' }
  if (codeKind(code) === 'staff') {
    const colleague = await visibleColleague(db, actor, staffOfCode(code))
    if (!colleague) return undefined
    const { id, name } = colleague
    return { place: null, holder: id, spot: { ...none, holder: id, name } }
  }
  const id = placeOfCode(code)
  const [row] = id === undefined ? [] : await placeRows(db, actor, { id })
  if (!row) return undefined
  const { name, kind, shop_name } = row
  return { place: row.id, holder: null, spot: { ...none, place: row.id, name, kind, shop_name } }
}

/** Boxes and articles by their codes, in any width, case and hyphenation. */
export async function thingsOf(db: Db, actor: BusinessActor, codes: readonly string[]): Promise<ThingRow[]> {
  const tidy = codes.map((code) => ({ code, kind: codeKind(code), tidy: tidyCode(code) }))
  const of = (kind: string) => tidy.filter((one) => one.kind === kind).map((one) => one.tidy)
  const numbers = of('item_number').map((code) => code.split('-').map(Number))
  const boxes = await boxRows(db, actor, sql`b.box_code = any(${of('box')}::text[])`)
  const items = await itemRows(
    db,
    actor,
    sql`(i.slug = any(${of('item')}::text[]) or (i.request_id, i.seq) in (
      select * from unnest(${numbers.map(([request]) => request)}::bigint[], ${numbers.map(([, seq]) => seq)}::int[])))`,
  )
  const found = [...boxes, ...items]
  const known = new Set(found.flatMap((row) => [row.code, `${row.request}-${row.seq}`]))
  const missing = tidy.find((one) => !known.has(one.tidy))
  if (missing) throw invalidField('codes', `「${missing.code}」の箱や商品は見つかりません。`)
  return found
}

export function requireHere(things: readonly ThingRow[]): void {
  const gone = things.find(({ is_here }) => !is_here)
  if (!gone) return
  throw invalidField(
    'codes',
    gone.item === null
      ? `申し込み ${gone.request} の${gone.box}箱目は、まだ受け取っていません。先に受け取りを記録してください。`
      : `商品 ${gone.request}-${gone.seq} は、お店にありません(返送済み・販売済みか、警察に渡した品です)。`,
  )
}

export const keyOf = ({ request, item, box }: Pick<ThingRow, 'request' | 'item' | 'box'>): string =>
  item === null ? `${request} ${box}` : `${item}`

export const isAt = (one: Target, other: Target): boolean =>
  one.place === other.place && one.holder === other.holder

/** The articles recorded with a box go along, unless another box of the request stays where they are. */
export async function carried(
  tx: Tx,
  actor: BusinessActor,
  things: readonly ThingRow[],
): Promise<ThingRow[]> {
  const boxes = things.filter(({ item }) => item === null)
  if (boxes.length === 0) return []
  const requests = [...new Set(boxes.map(({ request }) => request))]
  const all = await boxRows(tx, actor, sql`b.arrived_at is not null and r.id = any(${requests}::bigint[])`)
  const items = await itemRows(tx, actor, sql`r.id = any(${requests}::bigint[])`)
  const goes = new Set(things.map(keyOf))
  const stays = (box: ThingRow) =>
    all.some((other) => other.request === box.request && isAt(other, box) && !goes.has(keyOf(other)))
  const leading = boxes.filter((box) => !stays(box))
  return items.filter(
    (item) =>
      item.is_here &&
      !goes.has(keyOf(item)) &&
      leading.some((box) => box.request === item.request && isAt(box, item)),
  )
}

const shownThing = ({ request, box, slug, seq, name }: ThingRow) => ({ request, box, slug, seq, name })

export async function handOver(
  tx: Tx,
  actor: BusinessActor,
  input: CallBody<typeof custodyCalls.move>,
  kind: 'scan' | 'count' = 'scan',
) {
  const named = await thingsOf(tx, actor, input.codes)
  await lockRequests(
    tx,
    named.map(({ request }) => request),
  )
  const to = await destinationOf(tx, actor, input.target)
  if (!to) {
    throw invalidField(
      'target',
      `「${input.target}」の置き場や名札は見つかりません。停止した置き場か、番号の読み違いかもしれません。`,
    )
  }
  const things = await thingsOf(tx, actor, input.codes)
  requireHere(things)
  const [moving, unchanged] = parted(things, to)
  const moved = [...moving, ...(await carried(tx, actor, moving)).filter((thing) => !isAt(thing, to))]
  const id = await writeHandover(
    tx,
    actor,
    kind,
    moved.map((thing) => ({ ...thing, to })),
  )
  return {
    id,
    to: to.spot,
    moved: moved.map((thing) => ({ ...shownThing(thing), from: thing.spot })),
    unchanged: unchanged.map(shownThing),
  }
}

function parted(things: readonly ThingRow[], to: Target): [ThingRow[], ThingRow[]] {
  return [things.filter((thing) => !isAt(thing, to)), things.filter((thing) => isAt(thing, to))]
}

export const isHandoverOf = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await handoverLines(db, actor, id)).length > 0

const undone = (id: number, lines: readonly LineRow[]) => ({
  id,
  to: null,
  moved: lines.map((line) => ({ ...shownThing(line), from: line.from })),
  unchanged: [],
})

/** A repeat returns what the first one did. */
export async function undoHandover(tx: Tx, actor: BusinessActor, id: number) {
  const found = await handoverLines(tx, actor, id)
  if (found.length === 0) throw notFound()
  await lockRequests(
    tx,
    found.map(({ request }) => request),
  )
  const before = await tx
    .selectFrom('custody_handover')
    .select('id')
    .where('undoes_id', '=', id)
    .executeTakeFirst()
  if (before) return undone(before.id, await handoverLines(tx, actor, before.id))
  const { kind } = await tx
    .selectFrom('custody_handover')
    .select('kind')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const lines = await handoverLines(tx, actor, id)
  const isLast = lines.every(({ is_newest, is_from_usable }) => is_newest && is_from_usable)
  if (!(kind === 'scan' || kind === 'count') || !isLast) throw refuse('custody_moved_on')
  const undoing = await writeHandover(
    tx,
    actor,
    'undo',
    lines.map((line) => ({ ...line, to: { place: line.from_place, holder: line.from_holder } })),
    id,
  )
  return undone(undoing as number, await handoverLines(tx, actor, undoing as number))
}

export const shownPlaced = (thing: ThingRow) => ({
  ...shownThing(thing),
  spot: thing.spot,
  since: thing.since,
})

export async function lookUp(db: Db, actor: BusinessActor, code: string) {
  const to = await destinationOf(db, actor, code)
  if (to) return { to: to.spot, thing: null }
  const which = thingWhich(code)
  const rows = which ? await (which.kind === 'box' ? boxRows : itemRows)(db, actor, which.part) : []
  const [thing] = rows
  if (!thing) throw notFound()
  return { to: null, thing: shownPlaced(thing) }
}

function thingWhich(code: string): { kind: 'box' | 'item'; part: Part } | undefined {
  const tidy = tidyCode(code)
  switch (codeKind(code)) {
    case 'box':
      return { kind: 'box', part: sql`b.box_code = ${tidy}` }
    case 'item':
      return { kind: 'item', part: sql`i.slug = ${tidy}` }
    case 'item_number': {
      const [request, seq] = tidy.split('-').map(Number)
      return { kind: 'item', part: sql`i.request_id = ${request}::bigint and i.seq = ${seq}::int` }
    }
    default:
      return undefined
  }
}

export async function isRequestOf(db: Db, actor: BusinessActor, id: number): Promise<boolean> {
  const rows = await selectRows(
    db,
    sql`select from purchase_request r where r.id = ${id} and ${isOwnRequest(actor, 'r')}`,
  )
  return rows.length > 0
}

export async function custodyOfRequest(db: Db, actor: BusinessActor, id: number, item: string | undefined) {
  if (!(await isRequestOf(db, actor, id))) throw notFound()
  const boxes =
    item === undefined ? await boxRows(db, actor, sql`r.id = ${id} and b.arrived_at is not null`) : []
  const items = await itemRows(
    db,
    actor,
    item === undefined ? sql`r.id = ${id}` : sql`r.id = ${id} and i.slug = ${item}`,
  )
  const now = [...boxes, ...items]
  const records = await recordRows(db, id, item)
  const shop = now[0]?.shop
  const hasPlaces = shop !== undefined && (await placeRows(db, actor, { shop })).length > 0
  const tally = item === undefined ? ((await tallyRow(db, id)) ?? null) : null
  return { is_used: hasPlaces || records.length > 0, tally, now: now.map(shownPlaced), records }
}
