import { sql } from 'kysely'
import type { PlaceKind } from '#contract/custody'
import { requestStatus as S } from '#contract/lifecycle'
import { placeCode, staffCode } from '#contract/scan-code'
import { contentsOf, recordCount } from '#server/domains/custody/count.service'
import { makePlace } from '#server/domains/custody/custody.factory'
import { handOver } from '#server/domains/custody/custody.service'
import { explainDiscrepancy, listDiscrepancies } from '#server/domains/custody/discrepancy.service'
import { takeIn } from '#server/domains/unannounced-box/unannounced-box.service'
import { inTransaction } from '#server/platform/db'
import { asWorker } from './demo-actors.ts'
import type { Worker } from './demo-business.ts'
import { instantOf } from './demo-days.ts'
import type { Stage } from './demo-stage.ts'

const places = [
  ['受付カウンター', 'intake'],
  ['査定台1', 'assessment'],
  ['査定台2', 'assessment'],
  ['保管棚A', 'storage'],
  ['保管棚B', 'storage'],
  ['返送の台', 'return'],
  ['撮影ブース', 'photo'],
] as const satisfies readonly (readonly [string, PlaceKind])[]
type Name = (typeof places)[number][0]

/** Where the boxes of a status stand, in turn. */
const standing: Readonly<Record<number, readonly Name[]>> = {
  [S.ARRIVED]: [],
  [S.ASSESSING]: ['査定台1', '査定台2'],
  [S.REASSESSING]: ['査定台2'],
  [S.OFFERED]: ['保管棚A', '保管棚B'],
  [S.ANSWERED]: ['保管棚A'],
  [S.RETURNING]: ['返送の台'],
  [S.CONTRACTED]: ['撮影ブース', '保管棚B'],
}

/** Places of the shops, and where what is in the house was carried on the last day. */
export async function placeArticles(stage: Stage): Promise<void> {
  const { db, world, anchor } = stage
  const opened = instantOf(anchor, '09:00').toISOString()
  for (const shop of world.shops) {
    const company_id = world.companies[shop.dealer] as number
    const worker = [...world.workers.values()].find((one) => one.company_id === company_id) as Worker
    const made = new Map<string, number>()
    for (const [name, kind] of places)
      made.set(
        name,
        await makePlace(
          db,
          { company_id, shop_id: shop.id },
          { name, kind, created_at: opened, updated_at: opened },
        ),
      )
    const carry = (name: Name, codes: string[], at: string) =>
      inTransaction(db, (tx) =>
        handOver(tx, asWorker(worker, instantOf(anchor, at)), {
          target: placeCode(made.get(name) as number),
          codes,
        }),
      )
    const boxes = await boxesHere(stage, shop.id)
    for (const [index, { status, codes }] of boxes.entries()) {
      await carry('受付カウンター', codes, '09:10')
      const names = standing[status] ?? []
      const name = names[index % names.length]
      if (name) await carry(name, codes, '09:40')
    }
    await takeOneInHand(stage, worker, shop.id)
    await countShelf(stage, worker, made.get('保管棚A') as number)
    if (shop !== world.shops[0]) continue
    await takeInStrangers(stage, worker, shop.id)
    await explainOne(stage, worker)
  }
}

async function boxesHere({ db }: Stage, shop: number) {
  const { rows } = await sql<{ status: number; codes: string[] }>`
    select r.status, array_agg(b.box_code order by b.seq) as codes
    from purchase_request r join request_box b on b.request_id = r.id and b.arrived_at is not null
    where r.shop_id = ${shop} and r.status = any(${Object.keys(standing).map(Number)}::int[])
    group by r.id order by r.id`.execute(db)
  return rows
}

/** One article is not found. */
async function countShelf({ db, anchor }: Stage, worker: Worker, place: number): Promise<void> {
  const actor = asWorker(worker, instantOf(anchor, '10:05'))
  const [first, ...found] = (await contentsOf(db, actor, place)).flatMap(({ slug }) => slug ?? [])
  if (first === undefined) return
  const { rows: boxes } = await sql<{ box_code: string }>`
    select b.box_code from request_box b join custody_position c on c.request_id = b.request_id and c.box_seq = b.seq
    where c.place_id = ${place}`.execute(db)
  const codes = [...boxes.map(({ box_code }) => box_code), ...found]
  const body = { place, codes, with_boxes: false }
  await recordCount(db, actor, body, { call: 'demo count', key: undefined, body: null })
}

const strangers = [
  {
    sender_name: '岡本 美和',
    carrier: 'YAMATO',
    tracking_number: '377845100684',
    note: '申し込みなし。電話番号の記載もなし。',
  },
  {
    sender_name: '判読できず',
    carrier: null,
    tracking_number: '',
    note: '伝票が濡れて読めない。受領印あり。',
  },
] as const

async function takeInStrangers(
  { db, tools, anchor, photos }: Stage,
  worker: Worker,
  shop: number,
): Promise<void> {
  for (const [index, stranger] of strangers.entries()) {
    const actor = asWorker(worker, instantOf(anchor, '09:20'))
    const { id } = await inTransaction(db, (tx) => takeIn(tx, actor, { ...stranger, shop }, tools))
    const photo = { box_id: id, file_id: photos.parcel(index), created_at: actor.at.toISOString() }
    await db.insertInto('unannounced_box_photo').values(photo).execute()
  }
}

/** Of a request that was broken off: its articles are here still. */
async function explainOne({ db, anchor }: Stage, worker: Worker): Promise<void> {
  const actor = asWorker(worker, instantOf(anchor, '10:20'))
  const { rows } = await listDiscrepancies(db, actor, { kind: 'left_over' })
  const [left] = rows
  if (!left) return
  const reason = 'お客さまのご希望で着払いで返送する。送り先のご連絡を待っている。'
  await inTransaction(db, (tx) => explainDiscrepancy(tx, actor, left.request, { reason, mark: left.mark }))
}

async function takeOneInHand({ db, anchor }: Stage, worker: Worker, shop: number): Promise<void> {
  const { rows } = await sql<{ slug: string }>`
    select i.slug from purchase_item i join purchase_request r on r.id = i.request_id
    where r.shop_id = ${shop} and r.status = ${S.ASSESSING} order by i.id limit 1`.execute(db)
  const [item] = rows
  if (!item) return
  await inTransaction(db, (tx) =>
    handOver(tx, asWorker(worker, instantOf(anchor, '09:55')), {
      target: staffCode(worker.id),
      codes: [item.slug],
    }),
  )
}
