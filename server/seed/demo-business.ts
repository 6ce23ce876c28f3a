import { addDays } from '#contract/day'
import { makeBusinessAccount, makeBusinessSignIn } from '#server/domains/account/account.factory'
import { invitationMinutes, makeLink } from '#server/domains/account/mail-link.service'
import { makeAnnouncement } from '#server/domains/announcement/announcement.factory'
import {
  makeAmounts,
  makeCampaign,
  makeCategory,
  makeCommentTemplates,
} from '#server/domains/catalogue/catalogue.factory'
import { loadCatalogue } from '#server/domains/catalogue/catalogue.load'
import { makeCompany, makeShop, makeShopTag } from '#server/domains/company/company.factory'
import { createOperator } from '#server/domains/company/setup.service'
import { makeInspection } from '#server/domains/inspection/inspection.factory'
import { makeTerms } from '#server/domains/terms/terms.factory'
import { systemActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { readAllShipped } from './catalogue.ts'
import { instantOf } from './demo-days.ts'
import {
  announcements,
  colleagues,
  dealers,
  employees,
  handledBrands,
  operatorCompany,
  ownTemplates,
  shops as shopTexts,
  termsBody,
} from './demo-texts.ts'
import { makeDemoViews } from './demo-views.ts'
import { kinds } from './goods.ts'

export const termsVersion = '2026-04'

export interface Worker {
  id: number
  account_id: number
  name: string
  email: string
  role: 'staff' | 'admin' | 'operator'
  company_id: number
}

export interface BusinessWorld {
  companies: number[]
  house: number
  shops: { id: number; dealer: number; delivering_option: string }[]
  workers: Map<string, Worker>
  brandIds: Map<string, number>
  categoryIds: Map<string, number>
}

/** Dealers, shops, staff and masters, without customers. */
export async function makeBusinessWorld(
  db: Db,
  anchor: string,
  hash: string,
  opened: string,
): Promise<BusinessWorld> {
  await makeTerms(db, { version: termsVersion, effective_on: opened.slice(0, 10), body: termsBody })
  const companies: number[] = []
  for (const dealer of dealers) companies.push(await makeCompany(db, { ...dealer, created_at: opened }))
  const house = await makeHouse(db, opened)
  const made = await makeShops(db, companies, opened)
  const { brandIds, categoryIds } = await makeMasters(db, companies, made, opened)
  await makeNews(db, anchor, companies)
  await makeCampaigns(db, companies, anchor, categoryIds.get('アウター'))
  const world = {
    companies,
    house,
    shops: made,
    workers: await makeWorkers(db, companies, house, hash, opened),
    brandIds,
    categoryIds,
  }
  await makeColleagues(db, world, hash, anchor)
  await makeInspections(db, world, hash, anchor)
  await makeDemoViews(db, world)
  return world
}

async function makeHouse(db: Db, opened: string): Promise<number> {
  const id = await inTransaction(db, (tx) =>
    createOperator(tx, systemActor(new Date(opened)), operatorCompany),
  )
  if (id === undefined) throw new Error('the demo needs an empty database')
  return id
}

async function makeShops(db: Db, companies: readonly number[], opened: string) {
  const made: BusinessWorld['shops'] = []
  for (const shop of shopTexts) {
    const [postal_code, prefecture, city, address1, phone] = shop.place
    const { name, description, delivering_option, kit_sizes } = shop
    const id = await makeShop(db, companies[shop.dealer] as number, {
      ...{
        name,
        description,
        delivering_option,
        kit_sizes: [...kit_sizes],
        postal_code,
        prefecture,
        city,
        address1,
        phone,
      },
      store_key: dealers[shop.dealer].store_key,
      created_at: opened,
    })
    for (const tag of shop.tags) await makeShopTag(db, id, tag)
    made.push({ id, dealer: shop.dealer, delivering_option })
  }
  return made
}

async function makeNews(db: Db, anchor: string, companies: readonly number[]): Promise<void> {
  for (const { daysAgo, dealer, ...news } of [...announcements].reverse()) {
    const published_at = daysAgo === null ? null : instantOf(addDays(anchor, -daysAgo), '10:00').toISOString()
    const company = dealer === undefined ? null : (companies[dealer] ?? null)
    await makeAnnouncement(db, { ...news, published_at, company_id: company, author_id: company })
  }
}

async function makeCampaigns(
  db: Db,
  companies: readonly number[],
  anchor: string,
  coats: number | undefined,
): Promise<void> {
  for (const [index, company] of companies.entries()) {
    const terms =
      index === 0
        ? {
            name: '冬物アウター買取10%アップ',
            percent: 10,
            bonus_cap: 5000,
            categories: coats ? [coats] : [],
          }
        : { name: '季節の買取5%アップ', percent: 5 }
    const days = { starts_on: addDays(anchor, -20), ends_on: addDays(anchor, 40) }
    await makeCampaign(db, company, { ...terms, ...days, is_published: true })
  }
  const [first] = companies
  if (first === undefined) return
  await makeCampaign(db, first, {
    name: '初めて売る方 1点300円アップ',
    percent: null,
    bonus_yen: 300,
    is_first_only: true,
    is_published: true,
    starts_on: addDays(anchor, -3),
    ends_on: addDays(anchor, 27),
  })
  await makeCampaign(db, first, {
    name: '夏物クリアランス買取7%アップ',
    percent: 7,
    starts_on: addDays(anchor, -140),
    ends_on: addDays(anchor, -80),
  })
  await makeCampaign(db, first, {
    name: '新春の買取8%アップ',
    percent: 8,
    starts_on: addDays(anchor, 39),
    ends_on: addDays(anchor, 60),
  })
}

async function makeWorkers(
  db: Db,
  companies: readonly number[],
  house: number,
  password_hash: string,
  created_at: string,
): Promise<Map<string, Worker>> {
  const workers = new Map<string, Worker>()
  for (const [dealer, name, role, email] of employees) {
    const company_id = dealer === null ? house : (companies[dealer] as number)
    const made = await makeBusinessAccount(db, company_id, {
      account: { email, password_hash, created_at },
      user: { name, role, created_at },
    })
    workers.set(email, {
      ...{ id: made.business_user_id, account_id: made.account_id, name, email, company_id },
      role: dealer === null ? 'operator' : role,
    })
  }
  return workers
}

/** They do none of the demo's work. Whoever was invited has no password, and a link of three days. */
async function makeColleagues(
  db: Db,
  world: BusinessWorld,
  password_hash: string,
  anchor: string,
): Promise<void> {
  for (const person of colleagues) {
    const { dealer, name, role, email } = person
    const { shops = [], state = 'active' } = person as { shops?: readonly string[]; state?: string }
    const host = world.workers.get(dealer === null ? 'operator@okuru.example' : hosts[dealer])
    const wasInvited = state === 'invited' || state === 'expired' || state === 'waiting'
    const created_at = instantOf(
      addDays(anchor, state === 'invited' ? -1 : wasInvited ? -9 : -150),
      '11:20',
    ).toISOString()
    const { account_id } = await makeBusinessAccount(
      db,
      dealer === null ? world.house : (world.companies[dealer] as number),
      {
        account: { email, password_hash: wasInvited ? null : password_hash, created_at },
        user: {
          name,
          role,
          created_at,
          is_active: state !== 'inactive',
          confirmed_at: state === 'waiting' ? null : created_at,
          invited_by: host?.id ?? null,
        },
        shop_ids: world.shops
          .filter((_, index) => shops.includes(shopTexts[index]?.name ?? ''))
          .map(({ id }) => id),
      },
    )
    if (state === 'invited')
      await inTransaction(db, (tx) =>
        makeLink(tx, { purpose: 'reset_password', account_id, email }, new Date(created_at), {
          minutes: invitationMinutes,
        }),
      )
  }
}

/** Police who read the ledger: one inspection is over, the other goes on for some days. */
async function makeInspections(
  db: Db,
  world: BusinessWorld,
  password_hash: string,
  anchor: string,
): Promise<void> {
  const admin = world.workers.get('admin@aoyama.example')
  if (!admin) throw new Error('the demo has no administrator at Aoyama')
  const account_id = await makeBusinessSignIn(db, 'inspector@aoyama.example', { password_hash })
  const at = (days: number, time: string) => instantOf(addDays(anchor, days), time).toISOString()
  const of = { company_id: admin.company_id, account_id, begun_by: admin.id }
  await makeInspection(db, {
    ...of,
    authority: '渋谷警察署 生活安全課',
    officer: '巡査部長 中野 守',
    begun_at: at(-60, '10:30'),
    valid_until: at(-57, '00:00'),
    ended_by: admin.id,
    ended_at: at(-60, '16:05'),
  })
  await makeInspection(db, {
    ...of,
    authority: '赤坂警察署 生活安全課',
    officer: '警部補 乃木 亮',
    begun_at: at(-1, '13:20'),
    valid_until: at(6, '00:00'),
  })
}

const hosts = ['admin@aoyama.example', 'admin@umeda.example', 'admin@sakae.example'] as const

async function makeMasters(
  db: Db,
  companies: readonly number[],
  made: BusinessWorld['shops'],
  opened: string,
) {
  await inTransaction(db, (tx) => loadCatalogue(tx, systemActor(new Date(opened)), readAllShipped()))
  const brandIds = await idsByName(db, 'brand')
  const handled = handledBrands.map((name) => {
    const id = brandIds.get(name)
    if (id === undefined) throw new Error(`the shipped list lacks the brand ${name}`)
    return id
  })
  await db
    .insertInto('company_brand')
    .values(companies.flatMap((company_id) => handled.map((brand_id) => ({ company_id, brand_id }))))
    .execute()
  await db
    .insertInto('shop_brand')
    .values(
      made.flatMap(({ id: shop_id }, index) =>
        handled.filter((_, place) => (place + index) % 3 !== 0).map((brand_id) => ({ shop_id, brand_id })),
      ),
    )
    .execute()
  const categoryIds = await idsByName(db, 'item_category')
  await makeCategory(db, {
    name: '毛皮のコート',
    name_kana: 'ケガワノコート',
    parent_id: categoryIds.get('衣類') ?? null,
    sort: 99,
    is_active: false,
  })
  for (const company of companies) {
    await makeAmounts(db, company, standardAmounts(brandIds, categoryIds))
    await makeCommentTemplates(db, company, ownTemplates)
  }
  const shy = handled.slice(-2)
  await db
    .updateTable('company_brand')
    .set({ is_private: true })
    .where('company_id', '=', companies[0] as number)
    .where('brand_id', 'in', shy)
    .execute()
  return { brandIds, categoryIds }
}

/** Of the price of grade A, as the drawn articles are priced. */
const partOfBand = { S: 1.3, A: 1, B: 0.7, C: 0.45 } as const

function standardAmounts(brandIds: Map<string, number>, categoryIds: Map<string, number>) {
  const kindsOnce = new Map(kinds.map((kind) => [`${kind.brand} ${kind.category}`, kind]))
  return [...kindsOnce.values()].flatMap(({ brand, category, price: [from, to] }) =>
    Object.entries(partOfBand).flatMap(([band, part]) =>
      [1, 2, 3].map((step) => ({
        brand_id: brandIds.get(brand) as number,
        category_id: categoryIds.get(category) as number,
        grade: `${band}_${step}`,
        amount: Math.round((((from + to) / 2) * (part - (step - 1) * 0.07)) / 100) * 100,
      })),
    ),
  )
}

async function idsByName(db: Db, table: 'brand' | 'item_category'): Promise<Map<string, number>> {
  const rows = await db.selectFrom(table).select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}
