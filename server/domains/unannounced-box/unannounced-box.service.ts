import { sql, type Updateable } from 'kysely'
import type { CallBody, CallQuery } from '#contract/call'
import { isFinal, type RequestStatus } from '#contract/lifecycle'
import { type Carrier, normalizeTrackingNumber } from '#contract/tracking-number'
import { daysSenderIsKept, type unannouncedBoxCalls } from '#contract/unannounced-box'
import { recordActivity } from '#server/domains/activity/activity.service'
import { requireOwnShop } from '#server/domains/company/company.service'
import { isOwnRequest } from '#server/domains/purchase-request/purchase-request.predicates'
import type { BusinessActor } from '#server/platform/actor'
import { daysBefore } from '#server/platform/calendar'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import type { unannounced_box } from '#server/platform/db-types'
import { type Paged, paginate } from '#server/platform/paging'
import { dropPicture, pictureOf } from '#server/platform/picture'
import { invalidField, notFound, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import { selectRows } from '#server/platform/statement'
import type { Tools } from '#server/platform/tools'
import { discardNow } from '#server/platform/unclaimed-file'
import { type BoxRow, boxRows, countBoxes } from './unannounced-box.queries.ts'

type PictureTools = Pick<Tools, 'keys'>

const shown = (row: BoxRow, { at }: BusinessActor, tools: PictureTools) => ({
  ...row,
  photos: row.photos.map((photo) => pictureOf(photo, at, tools)),
})

export async function listBoxes(
  db: Db,
  actor: BusinessActor,
  { state, q, ...query }: CallQuery<typeof unannouncedBoxCalls.list> & Paged,
  tools: PictureTools,
) {
  const listed = await paginate(
    query,
    () => countBoxes(db, actor, { state, q }),
    (window) => boxRows(db, actor, { state, q }, window),
  )
  return { ...listed, rows: listed.rows.map((row) => shown(row, actor, tools)) }
}

async function boxOf(db: Db, actor: BusinessActor, id: number): Promise<BoxRow> {
  const [row] = await boxRows(db, actor, { id })
  if (!row) throw notFound()
  return row
}

export const isBoxOf = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await boxRows(db, actor, { id })).length > 0

async function requireRequest(tx: Tx, actor: BusinessActor, request: number): Promise<void> {
  const rows = await selectRows(
    tx,
    sql`select from purchase_request r where r.id = ${request} and ${isOwnRequest(actor, 'r')}`,
  )
  if (rows.length === 0) throw unknownKey('request', request)
}

function numberOf(carrier: Carrier | null | undefined, text: string): string {
  if (!carrier || text === '') return text
  const read = normalizeTrackingNumber(carrier, text)
  if (!read.ok) throw invalidField('tracking_number', read.message)
  return read.number
}

export async function takeIn(
  tx: Tx,
  actor: BusinessActor,
  input: CallBody<typeof unannouncedBoxCalls.create>,
  tools: PictureTools,
) {
  await requireOwnShop(tx, actor, input.shop)
  if (input.request) await requireRequest(tx, actor, input.request)
  const number = numberOf(input.carrier, input.tracking_number)
  if (!input.request && !input.sender_name && !number) {
    throw invalidField(
      'sender_name',
      '差出人のお名前か送り状番号を入力してください。読めないときは「不明」と入力します。',
    )
  }
  const { id } = await tx
    .insertInto('unannounced_box')
    .values({
      company_id: actor.company_id,
      shop_id: input.shop,
      request_id: input.request ?? null,
      sender_name: input.sender_name,
      carrier: input.carrier ?? null,
      tracking_number: number,
      note: input.note,
      received_by: actor.business_user_id,
      received_at: actor.at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record(tx, actor, 'take_in', id)
  return shown(await boxOf(tx, actor, id), actor, tools)
}

type Act = 'take_in' | 'link' | 'return' | 'keep'

function record(tx: Tx, actor: BusinessActor, act: Act, id: number) {
  return recordActivity(tx, actor, {
    action: `unannounced_box.${act}`,
    object_type: 'unannounced_box',
    object_id: id,
  })
}

export async function lockBox(tx: Tx, actor: BusinessActor, id: number): Promise<BoxRow> {
  await boxOf(tx, actor, id)
  await tx.selectFrom('unannounced_box').select('id').where('id', '=', id).forUpdate().execute()
  return boxOf(tx, actor, id)
}

/** Once: what became of a parcel is not changed afterwards. */
async function close(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  act: Act,
  version: number,
  changes: Updateable<unannounced_box>,
  tools: PictureTools,
) {
  const row = await lockBox(tx, actor, id)
  if (version !== row.version) throw staleVersion(shown(row, actor, tools))
  if (row.state !== 'waiting') throw refuse('box_settled')
  await tx
    .updateTable('unannounced_box')
    .set({
      ...changes,
      closed_by: actor.business_user_id,
      closed_at: actor.at.toISOString(),
      version: version + 1,
    })
    .where('id', '=', id)
    .execute()
  await record(tx, actor, act, id)
  return shown(await boxOf(tx, actor, id), actor, tools)
}

export async function linkBox(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { request, version }: CallBody<typeof unannouncedBoxCalls.link>,
  tools: PictureTools,
) {
  await requireRequest(tx, actor, request)
  const { status } = await tx
    .selectFrom('purchase_request')
    .select('status')
    .where('id', '=', request)
    .executeTakeFirstOrThrow()
  if (isFinal(status as RequestStatus))
    throw invalidField(
      'request',
      'この申し込みは終わっているため、結び付けられません。番号をお確かめください。',
    )
  return close(tx, actor, id, 'link', version, { state: 'linked', request_id: request }, tools)
}

export function giveBack(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { carrier, tracking_number, version }: CallBody<typeof unannouncedBoxCalls.giveBack>,
  tools: PictureTools,
) {
  const number = numberOf(carrier, tracking_number)
  return close(
    tx,
    actor,
    id,
    'return',
    version,
    {
      state: 'returned',
      return_carrier: carrier,
      return_tracking_number: number,
    },
    tools,
  )
}

export function keepBox(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { reason, version }: CallBody<typeof unannouncedBoxCalls.keep>,
  tools: PictureTools,
) {
  return close(tx, actor, id, 'keep', version, { state: 'kept', reason }, tools)
}

/** What a sender wrote is kept a year after the parcel is settled; its photos show it too. */
export async function eraseSenders(db: Db, at: Date, tools: Pick<Tools, 'files' | 'log'>): Promise<void> {
  const keys = await inTransaction(db, async (tx) => {
    const erased = await tx
      .updateTable('unannounced_box')
      .set({ sender_name: '', note: '', reason: '', erased_at: at.toISOString() })
      .where('erased_at', 'is', null)
      .where('closed_at', '<=', daysBefore(at, daysSenderIsKept).toISOString())
      .returning('id')
      .execute()
    const photos = await tx
      .deleteFrom('unannounced_box_photo')
      .where('box_id', '=', sql<number>`any(${erased.map(({ id }) => id)}::bigint[])`)
      .returning('file_id')
      .execute()
    const gone: string[] = []
    for (const { file_id } of photos) gone.push(await dropPicture(tx, file_id, at))
    return gone
  })
  await discardNow(db, keys, tools)
}
