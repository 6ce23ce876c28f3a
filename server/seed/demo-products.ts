import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { saleEntryOf } from '#contract/antique-ledger'
import type { ValueType } from '#contract/category-attribute'
import { addDays, tokyoDate } from '#contract/day'
import { effectiveAttributes } from '#server/domains/catalogue/catalogue.service'
import { isItemOnHold } from '#server/domains/hold/hold.predicates'
import { makeChannelCosts, makeSalePhoto } from '#server/domains/productization/productization.factory'
import {
  refreshProduct,
  takeUpProduct,
  writeProducts,
} from '#server/domains/productization/productization.service'
import { recordSale, returnSale } from '#server/domains/sale/sale.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { asWorker } from './demo-actors.ts'
import type { Worker } from './demo-business.ts'
import { instantOf } from './demo-days.ts'
import type { Stage } from './demo-stage.ts'
import { type Dice, dice } from './random.ts'

/** How far the work on an article got. */
type Reach =
  | 'untouched'
  | 'measured'
  | 'photographed'
  | 'described'
  | 'ready'
  | 'finished'
  | 'sold'
  | 'returned'

interface Bought {
  id: number
  slug: string
  company_id: number
  shop_id: number
  category_id: number
  price: number
  ledger_class: string
  purchased_at: string
}

/** Of what was bought long ago nearly everything is sold; what came these days waits. */
function reachOf(die: Dice, age: number): Reach {
  if (age > 30) return die.weighted(['sold', 'finished', 'ready'], [8, 3, 1])
  if (age > 7)
    return die.weighted(
      ['sold', 'finished', 'ready', 'described', 'photographed', 'measured'],
      [8, 8, 3, 3, 2, 2],
    )
  const early = ['untouched', 'measured', 'photographed', 'described', 'ready'] as const
  return die.weighted(early, [5, 2, 2, 2, 1])
}

/** Articles at each stage, with values, prices and photos; some are sold, and one came back. */
export async function makeProducts(stage: Stage): Promise<void> {
  const { db, world, anchor } = stage
  const die = dice(20_261_107)
  for (const company of world.companies) await makeChannelCosts(db, company)
  const items = await boughtItems(db)
  const attributes = await effectiveAttributes(
    db,
    items.map(({ category_id }) => category_id),
  )
  const chosen = items.map((item) => {
    const age = ageOf(item, anchor)
    return { item, age, reach: reachOf(die, age) }
  })
  const back = chosen.find(
    ({ item, reach, age }) => item.company_id === world.companies[0] && reach === 'sold' && age > 20,
  )
  if (back) back.reach = 'returned'
  for (const one of chosen) if (isNamedSale(one.item)) one.reach = 'sold'
  for (const { item, age, reach } of chosen) {
    if (reach === 'untouched') continue
    const day = addDays(tokyoDate(item.purchased_at), Math.min(age, die.int(1, 6)))
    const at = new Date(Math.min(instantOf(day, '14:00').getTime(), stage.tools.clock.now().getTime()))
    const worker = [...world.workers.values()].find(({ company_id }) => company_id === item.company_id)
    if (!worker) continue
    await work(stage, asWorker(worker, at), item, reach, attributes.get(item.category_id) ?? [], die)
    if (reach === 'sold' || reach === 'returned')
      await sell(stage, worker, item, { day, comesBack: reach === 'returned' }, die)
  }
}

const ageOf = ({ purchased_at }: Bought, anchor: string): number =>
  Math.round((Date.parse(anchor) - Date.parse(tokyoDate(purchased_at))) / 86_400_000)

async function boughtItems(db: Db): Promise<Bought[]> {
  const { rows } = await sql<Bought>`
    select i.id, i.slug, i.company_id, i.shop_id, i.category_id, i.price, i.purchased_at, k.ledger_class
    from purchase_item i join item_category k on k.id = i.category_id
    where i.status = 6 and i.category_id is not null and not ${isItemOnHold('i')} order by i.purchased_at, i.id`.execute(
    db,
  )
  return rows
}

type Attribute = { id: number; name: string; value_type: ValueType; choices: string[]; is_required: boolean }

const usual: Readonly<Record<string, readonly [number, number]>> = {
  ...{ 着丈: [58, 76], 身幅: [44, 58], 肩幅: [38, 47], 袖丈: [55, 63], 裄丈: [76, 84], 総丈: [88, 122] },
  ...{
    ウエスト: [33, 42],
    ヒップ: [45, 55],
    股上: [23, 31],
    股下: [62, 80],
    わたり幅: [26, 34],
    裾幅: [15, 24],
  },
  ...{
    高さ: [10, 32],
    横: [11, 38],
    マチ: [2, 16],
    持ち手: [18, 52],
    アウトソール: [25, 30],
    ヒール: [2, 8],
  },
  ...{ 頭囲: [56, 60], 長さ: [42, 180], 幅: [3, 60], ケース径: [28, 42] },
}

function valueFor({ name, value_type, choices }: Attribute, die: Dice): string | number | boolean {
  if (value_type === 'BOOLEAN') return true
  if (value_type === 'STRING')
    return choices.length > 0 ? die.pick(choices) : name === 'サイズ' ? '11号' : '保存袋'
  const [from, to] = usual[name] ?? [10, 40]
  return die.int(from * 2, to * 2) / 2
}

async function work(
  stage: Stage,
  actor: BusinessActor,
  item: Bought,
  reach: Reach,
  attributes: readonly Attribute[],
  die: Dice,
): Promise<void> {
  const { db, tools } = stage
  if (reach !== 'measured') await photograph(stage, actor, item)
  if (reach === 'photographed') return
  const wanted = attributes.filter((one) => one.is_required || die.chance(0.5))
  const values = wanted.map((one) => ({ attribute: one.id, value: valueFor(one, die) }))
  const isPriced = reach !== 'measured' && reach !== 'described'
  const isFinished = reach === 'finished' || reach === 'sold' || reach === 'returned'
  const { rows } = await sql<{ version: number }>`
    select coalesce((select version from product where item_id = ${item.id}), 0) as version`.execute(db)
  const input = {
    slug: item.slug,
    version: rows[0]?.version ?? 0,
    values,
    ...(isPriced
      ? { selling_price: priceOf(item), sales_channel: die.weighted([1, 2, 3] as const, [7, 2, 1]) }
      : {}),
    ...(isFinished ? { status: 9 as const } : {}),
  }
  await writeProducts(db, actor, input, false, tools)
}

const priceOf = ({ price }: Bought): number => Math.max(1000, Math.round((price * 2.3) / 100) * 100)

const roleOf: Readonly<Record<string, 'front' | 'material' | 'tag' | 'flaw'>> = {
  assessment: 'front',
  label: 'tag',
  defect: 'flaw',
}

/** The drawings of the assessment, as files of their own: what is changed or removed here stays there. */
async function photograph({ db, tools }: Stage, actor: BusinessActor, item: Bought): Promise<void> {
  const { rows } = await sql<{ file_id: number; kind: string }>`
    select file_id, kind from item_photo where item_id = ${item.id} order by position, id limit 6`.execute(db)
  const files: { file: number; role: string }[] = []
  for (const { file_id, kind } of rows)
    files.push({ file: await copied(db, tools, item.id, file_id), role: roleOf[kind] ?? 'other' })
  await inTransaction(db, async (tx) => {
    const { id } = await takeUpProduct(tx, actor, item.slug)
    for (const [position, { file, role }] of files.entries())
      await makeSalePhoto(tx, id, {
        ...{ file, role, position, created_by: actor.business_user_id },
        created_at: actor.at.toISOString(),
      })
    await refreshProduct(tx, actor, id)
  })
}

async function copied(db: Db, tools: Stage['tools'], item: number, file: number): Promise<number> {
  const {
    id: _,
    key,
    thumbnail_key,
    ...row
  } = await db.selectFrom('stored_file').selectAll().where('id', '=', file).executeTakeFirstOrThrow()
  const name = `products/${item}/${randomBytes(16).toString('hex')}`
  const copies = [
    [key, `${name}.webp`],
    [thumbnail_key, `${name}-s.webp`],
  ] as const
  for (const [from, to] of copies) {
    const stored = await tools.files.get(from)
    if (stored) await tools.files.put(to, stored.bytes, stored.contentType)
  }
  const made = await db
    .insertInto('stored_file')
    .values({ ...row, key: `${name}.webp`, thumbnail_key: `${name}-s.webp` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

const isNamedSale = (item: Bought): boolean => saleEntryOf(item.ledger_class, priceOf(item)) === 'named'

const buyers = [
  { name: '高瀬 由紀', address: '神奈川県横浜市中区山下町12-3', occupation: '会社員', age: 43 },
  { name: '本多 章', address: '埼玉県川越市脇田町5-8', occupation: '自営業', age: 58 },
]

/** What the ledger names is recorded last: its rows follow each other in time. */
async function sell(
  { db, tools, anchor }: Stage,
  worker: Worker,
  item: Bought,
  { day, comesBack }: { day: string; comesBack: boolean },
  die: Dice,
): Promise<void> {
  const later = (days: number) => {
    const date = addDays(day, days)
    return date > anchor ? anchor : date
  }
  const price = priceOf(item)
  const isNamed = isNamedSale(item)
  const sold_on = isNamed ? anchor : later(die.int(2, 40))
  const at = isNamed ? tools.clock.now() : instantOf(sold_on, '18:00')
  const sales_channel = die.weighted([1, 2] as const, [8, 2])
  await inTransaction(db, async (tx) => {
    const sale = await recordSale(
      tx,
      asWorker(worker, at),
      {
        ...{ item_id: item.id, sales_channel, sold_on, price, source: 'hand' },
        order_number: sales_channel === 1 ? `EC-${sold_on.replaceAll('-', '')}-${item.id}` : '',
        buyer: isNamed ? die.pick(buyers) : null,
      },
      tools,
    )
    const back = { returned_on: anchor, reason: 'サイズが合わないため' }
    if (comesBack) await returnSale(tx, asWorker(worker, tools.clock.now()), sale.id, back, tools)
  })
}
