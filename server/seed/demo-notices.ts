import { sql } from 'kysely'
import { addDays } from '#contract/day'
import { boughtStatuses } from '#contract/lifecycle'
import { registerNotice } from '#server/domains/stolen-notice/stolen-notice.service'
import { asWorker } from './demo-actors.ts'
import type { Worker } from './demo-business.ts'
import { instantOf } from './demo-days.ts'
import type { Stage } from './demo-stage.ts'

type Input = Parameters<typeof registerNotice>[2]
type Article = Input['articles'][number]

const article = (known: Partial<Article>): Article => ({
  brand: '',
  name: '',
  color: '',
  features: '',
  product_number: '',
  serial_number: '',
  other_number: '',
  quantity: 1,
  stolen_place: '',
  ...known,
})

/** One whose six months are over, one without a hit, one of a model that was bought, and one that looks like a box in hand. */
export async function registerNotices(stage: Stage): Promise<void> {
  const { db, tools, world, anchor } = stage
  const staff = world.workers.get('staff@aoyama.example') as Worker
  const day = (daysAgo: number) => addDays(anchor, -daysAgo)
  const register = (daysAgo: number, input: Omit<Input, 'arrived_on'>) =>
    registerNotice(
      db,
      asWorker(staff, instantOf(day(daysAgo), '10:20')),
      { ...input, arrived_on: day(daysAgo) },
      { call: 'demo notice', key: undefined, body: null },
      tools,
    )
  await register(200, {
    number: '第41号',
    police_station: '原宿警察署',
    contact: '生活安全課 盗犯係 03-0000-0110',
    issued_on: day(202),
    articles: [
      article({ brand: 'モンクレール', name: 'ダウンジャケット', color: '紺', serial_number: 'C209-1151' }),
    ],
  })
  await register(25, {
    number: '第87号',
    police_station: '渋谷警察署',
    issued_on: day(27),
    note: '空き巣。仕立券つきの紳士服ほか。',
    articles: [
      article({
        brand: 'エルメス',
        category: world.categoryIds.get('バッグ') ?? null,
        name: 'バーキン30',
        color: '黒',
        serial_number: 'Z-417-0082',
        features: '金具は金色。持ち手に赤いスカーフ',
        stolen_from: day(40),
        stolen_until: day(38),
        stolen_place: '東京都渋谷区',
      }),
      article({ name: '紳士用スーツ', color: 'グレー', features: '内側に「S.Kurata」の名入れ', quantity: 2 }),
    ],
  })
  await register(1, await aboutBought(stage, staff.company_id, day))
  const looks = await aboutLooks(stage, staff.company_id)
  if (looks) await register(0, looks)
}

/** A notice is seldom about what everybody sells. */
const itemsOfTheKind = sql`(select count(*) from purchase_item o where o.company_id = i.company_id and o.brand_id = i.brand_id and o.category_id = i.category_id)`

async function aboutBought(
  { db }: Stage,
  company: number,
  day: (daysAgo: number) => string,
): Promise<Omit<Input, 'arrived_on'>> {
  const bought = await db
    .selectFrom('purchase_item as i')
    .innerJoin('brand as b', 'b.id', 'i.brand_id')
    .select(['i.product_number', 'i.color', 'i.name', 'i.category_id', 'b.name as brand'])
    .where('i.company_id', '=', company)
    .where('i.status', 'in', [...boughtStatuses])
    .where('i.product_number', '<>', '')
    // Not the watch: what is on hold cannot be sold.
    .where('i.serial_number', '=', '')
    .orderBy(itemsOfTheKind)
    .orderBy('i.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    number: '第112号',
    police_station: '赤坂警察署',
    contact: '刑事課 03-0000-0110',
    issued_on: day(3),
    articles: [
      article({
        brand: bought?.brand ?? 'プラダ',
        category: bought?.category_id ?? null,
        name: bought?.name ?? '長財布',
        color: bought?.color ?? '赤',
        product_number: bought?.product_number ?? '1ML506',
        stolen_from: day(60),
        stolen_until: day(58),
        stolen_place: '東京都港区',
      }),
    ],
  }
}

/** As the police would describe an article that is under assessment. */
async function aboutLooks({ db }: Stage, company: number): Promise<Omit<Input, 'arrived_on'> | undefined> {
  const item = await db
    .selectFrom('purchase_item as i')
    .innerJoin('brand as b', 'b.id', 'i.brand_id')
    .select(['b.name as brand', 'i.category_id', 'i.name', 'i.color'])
    .where('i.company_id', '=', company)
    .where('i.status', '=', 2)
    .where('i.color', '<>', '')
    .where('i.category_id', 'is not', null)
    .orderBy(itemsOfTheKind)
    .orderBy('i.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (
    item && {
      number: '第118号',
      police_station: '青山警察署',
      contact: '生活安全課 盗犯係 03-0000-0110',
      articles: [
        article({ brand: item.brand, category: item.category_id, name: item.name, color: item.color }),
      ],
    }
  )
}
