import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#contract/day'
import { makeCompany, makeShop } from '#server/domains/company/company.factory'
import { makeItem } from '#server/domains/item/item.factory'
import { makeRequest } from '#server/domains/purchase-request/purchase-request.factory'
import { makeSale } from '#server/domains/sale/sale.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeEmployee, makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const from = '2026-11-10'
const period = { date_from: from, date_to: '2026-11-16' }

interface Sample {
  shop: number
  /** After the first day; some lie outside of the period. */
  day: number
  held: number
  price: number
  cost: number
  fee: number
  shipping: number
  handling: number
  channel: 1 | 2 | 3
  brand: 'gucci' | 'issey' | null
  category: 'coat' | 'bag'
  isBack: boolean
}

const yen = fc.integer({ min: 1, max: 60_000 })
const sample: fc.Arbitrary<Sample> = fc.record({
  shop: fc.integer({ min: 0, max: 2 }),
  day: fc.integer({ min: -8, max: 8 }),
  held: fc.integer({ min: 0, max: 90 }),
  price: fc.integer({ min: 1, max: 120_000 }),
  ...{ cost: yen, fee: yen, shipping: yen, handling: yen },
  channel: fc.constantFrom(1 as const, 2 as const, 3 as const),
  brand: fc.constantFrom('gucci', 'issey', null),
  category: fc.constantFrom('coat', 'bag'),
  isBack: fc.boolean(),
})

let made = 0
async function dealer() {
  made += 1
  const company = await makeCompany(t.db, { license_number: `第70${made}号`, store_key: `m${made}` })
  const other = await makeCompany(t.db, { license_number: `第71${made}号`, store_key: `n${made}` })
  const shops = [await makeShop(t.db, company), await makeShop(t.db, company), await makeShop(t.db, other)]
  const admin = await makeEmployee(t, company, '店 長', 'admin', `margin.${made}@example.jp`)
  return { companies: [company, company, other], shops, admin }
}

async function write({ companies, shops }: Awaited<ReturnType<typeof dealer>>, one: Sample): Promise<void> {
  const place = { company_id: companies[one.shop] ?? 0, shop_id: shops[one.shop] ?? 0 }
  const request_id = await makeRequest(t.db, { ...place, customer_id: w.hanako.id, terms_version: w.terms })
  const sold_on = addDays(from, one.day)
  const { rows } = await t.pool.query(
    `insert into consent (request_id, customer_id, kind, text_version, text, at)
      values ($1, $2, 'answer', '1', '売ります', now()) returning id`,
    [request_id, w.hanako.id],
  )
  const { id: item_id } = await makeItem(
    t.db,
    { id: request_id, ...place, category_id: w.categories[one.category] },
    {
      ...{ status: 9, price: one.cost, base_price: one.cost, brand_id: one.brand && w.brands[one.brand] },
      consent_id: rows[0].id,
      purchased_at: `${addDays(sold_on, -one.held)}T10:00:00+09:00`,
    },
  )
  const back = { returned_on: addDays(sold_on, 1), returned_at: `${addDays(sold_on, 1)}T10:00:00+09:00` }
  await makeSale(
    t.db,
    { ...place, item_id },
    {
      ...{ sold_on, price: one.price, fee: one.fee, shipping: one.shipping, handling: one.handling },
      ...{
        sales_channel: one.channel,
        recorded_at: `${sold_on}T10:00:00+09:00`,
        ...(one.isBack ? back : {}),
      },
    },
  )
}

const profitOf = ({ price, cost, fee, shipping, handling }: Sample) =>
  price - cost - fee - shipping - handling
const sum = (rows: readonly Sample[], of: (row: Sample) => number) =>
  rows.reduce((total, row) => total + of(row), 0)
/** By nearest rank. */
const median = (days: readonly number[]) =>
  days.toSorted((one, other) => one - other)[Math.ceil(days.length / 2) - 1] ?? null

const figuresOf = (rows: readonly Sample[]) => ({
  n: rows.length,
  revenue: sum(rows, ({ price }) => price),
  cost: sum(rows, ({ cost }) => cost),
  fees: sum(rows, ({ fee }) => fee),
  shipping: sum(rows, ({ shipping }) => shipping),
  handling: sum(rows, ({ handling }) => handling),
  profit: sum(rows, profitOf),
  days_to_sell: median(rows.map(({ held }) => held)),
})

type Part = Record<string, number>
const added = (parts: readonly Part[]) =>
  Object.fromEntries(
    ['n', 'revenue', 'cost', 'fees', 'shipping', 'handling', 'profit'].map((name) => [
      name,
      parts.reduce((total, part) => total + (part[name] ?? 0), 0),
    ]),
  )

test('the parts make up the whole, as the rows themselves say; what came back and what others sold is not counted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sample, { minLength: 1, maxLength: 8 }), async (samples) => {
      const own = await dealer()
      for (const one of samples) await write(own, one)
      const ask = async (query: Record<string, string | number>) =>
        (await t.ask('GET /api/biz/insight/margin/', { token: own.admin.token, query })).body
      const stands = samples.filter(({ shop, isBack }) => shop < 2 && !isBack)
      const within = stands.filter(({ day }) => day >= 0 && day <= 6)
      const earlier = stands.filter(({ day }) => day >= -7 && day < 0)
      const told = await ask(period)
      const whole = figuresOf(within)
      expect(told).toMatchObject({
        ...whole,
        n_before: earlier.length,
        profit_before: sum(earlier, profitOf),
      })
      for (const part of ['by_day', 'by_brand', 'by_category', 'by_channel'])
        expect([part, added(told[part])]).toEqual([part, added([whole as unknown as Part])])
      expect(told.by_day).toHaveLength(7)
      for (const { sales_channel, ...figures } of told.by_channel)
        expect(figures).toEqual(figuresOf(within.filter(({ channel }) => channel === sales_channel)))
      const shop = await ask({ ...period, shop: own.shops[0] ?? 0 })
      expect(shop).toMatchObject(figuresOf(within.filter((one) => one.shop === 0)))
      const list = await t.ask('GET /api/biz/sales/', {
        token: own.admin.token,
        query: { sold_from: period.date_from, sold_to: period.date_to, is_returned: false },
      })
      expect(list.body.count).toBe(whole.n)
    }),
    { numRuns: 12 },
  )
})
