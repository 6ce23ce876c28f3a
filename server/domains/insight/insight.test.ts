import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, tokyoDate } from '#contract/day'
import { type GapBand, gapBandNames, type Outcome, wideGaps } from '#contract/insight'
import { makeOffer } from '#server/domains/assessment/assessment.factory'
import { makeAmounts } from '#server/domains/catalogue/catalogue.factory'
import { makeCompany, makeShop } from '#server/domains/company/company.factory'
import { makeItem } from '#server/domains/item/item.factory'
import { makeRequest } from '#server/domains/purchase-request/purchase-request.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply, assessAll, publish, receive, startAssessing } from '../../../tests/support/steps.ts'
import { makeEmployee, makeWorld, type Person, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const MINUTE = 60_000
const period = { date_from: '2026-11-10', date_to: '2026-11-16' }
const firstNoon = Date.parse('2026-11-10T12:00:00+09:00')

interface Sample {
  price: number
  cut: number
  /** Of a campaign. */
  uplift: number
  assessor: number | null
  past: number | null
  brand: 'gucci' | 'issey' | null
  /** Minutes after the noon of the first day. */
  bought: number | null
  rescinded: boolean
}
interface Box {
  shop: number
  published: number
  /** Minutes of each step. */
  wait: number
  assess: number
  check: number
  items: Sample[]
  ended: {
    at: number
    to: 13 | 22 | 23
    by: 'customer' | 'system'
    secondLook: boolean
    total: number
  } | null
}

const minutes = fc.integer({ min: -15_000, max: 15_000 })
const sample: fc.Arbitrary<Sample> = fc.record({
  price: fc.integer({ min: 1, max: 90_000 }),
  cut: fc.integer({ min: 0, max: 20_000 }),
  uplift: fc.constantFrom(0, 0, 3_000),
  assessor: fc.constantFrom(0, 1, null),
  past: fc.option(fc.integer({ min: 1, max: 90_000 })),
  brand: fc.constantFrom('gucci', 'issey', null),
  bought: fc.option(minutes),
  rescinded: fc.boolean(),
})
const box: fc.Arbitrary<Box> = fc.record({
  shop: fc.integer({ min: 0, max: 2 }),
  published: minutes,
  wait: fc.integer({ min: 0, max: 9_000 }),
  assess: fc.integer({ min: 0, max: 9_000 }),
  check: fc.integer({ min: 0, max: 3_000 }),
  items: fc.array(sample, { maxLength: 4 }),
  ended: fc.option(
    fc.record({
      at: minutes,
      to: fc.constantFrom(13, 22, 23),
      by: fc.constantFrom('customer', 'system'),
      secondLook: fc.boolean(),
      total: fc.constantFrom(0, 5_000),
    }),
  ),
})

interface Dealer {
  companies: number[]
  /** The last is another company's. */
  shops: number[]
  assessors: Person[]
  admin: Person
}

let made = 0
async function makeDealers(): Promise<Dealer> {
  made += 1
  const license = (of: string) => ({ license_number: `第${made}${of}号`, store_key: `s${made}${of}` })
  const [own, other] = [await makeCompany(t.db, license('1')), await makeCompany(t.db, license('2'))]
  await makeAmounts(t.db, own, [
    { brand_id: w.brands.gucci, category_id: w.categories.bag, grade: 'A_2', amount: standard },
  ])
  const person = (name: string, role: 'admin' | 'staff') =>
    makeEmployee(t, own, name, role, `${role}${name.length}.${made}@example.jp`)
  return {
    companies: [own, own, other],
    shops: [await makeShop(t.db, own), await makeShop(t.db, own), await makeShop(t.db, other)],
    assessors: [await person('佐藤', 'staff'), await person('鈴木 次', 'staff')],
    admin: await person('店 長', 'admin'),
  }
}

const at = (minute: number) => new Date(firstNoon + minute * MINUTE).toISOString()
const cutOf = ({ price, cut }: Sample) => Math.min(cut, price - 1)
const ownPrice = (item: Sample) => item.price - cutOf(item)
/** The standard amount of the dealer for a bag of Gucci; there is none for other articles. */
const standard = 20_000
const usualOf = ({ brand, past }: Sample) => (brand === 'gucci' ? standard : past)

async function write(dealer: Dealer, one: Box): Promise<void> {
  const place = { company_id: dealer.companies[one.shop] ?? 0, shop_id: dealer.shops[one.shop] ?? 0 }
  const before = one.check + one.assess
  const id = await makeRequest(t.db, {
    ...place,
    customer_id: w.hanako.id,
    terms_version: w.terms,
    arrived_at: at(one.published - before - one.wait),
    offer_total: one.ended?.total ?? 0,
    second_look_at: one.ended?.secondLook ? at(0) : null,
  })
  const move = (from: number, to: number, when: string, by: string) =>
    t.pool.query(
      'insert into request_history (request_id, from_status, to_status, actor_kind, at) values ($1, $2, $3, $4, $5)',
      [id, from, to, by, when],
    )
  await move(3, 10, at(one.published - before), 'business')
  const { rows } = await t.pool.query(
    `insert into consent (request_id, customer_id, kind, text_version, text, at)
      values ($1, $2, 'answer', '1', '売ります', now()) returning id`,
    [id, w.hanako.id],
  )
  for (const item of one.items) await writeItem({ ...place, id }, one, item, dealer, rows[0].id)
  await makeOffer(t.db, id, { published_at: at(one.published) })
  if (one.ended) await move(11, one.ended.to, at(one.ended.at), one.ended.by)
}

async function writeItem(
  place: { id: number; company_id: number; shop_id: number },
  one: Box,
  item: Sample,
  dealer: Dealer,
  consent: number,
): Promise<void> {
  const isBought = item.bought !== null
  const isSold = isBought && !item.rescinded
  const { id } = await makeItem(
    t.db,
    { ...place, category_id: item.brand === 'gucci' ? w.categories.bag : w.categories.coat },
    {
      status: isSold ? 6 : isBought ? 7 : 2,
      brand_id: item.brand && w.brands[item.brand],
      base_price: item.price,
      deduction_total: cutOf(item),
      uplift: item.uplift,
      price: item.price - cutOf(item) + item.uplift,
      evidence: item.past === null ? null : JSON.stringify({ n: 5, median: item.past }),
      ...(isBought && { consent_id: consent, purchased_at: at(item.bought ?? 0) }),
    },
  )
  const assessor = item.assessor === null ? null : dealer.assessors[item.assessor]
  await t.pool.query(
    `insert into item_history (item_id, from_status, to_status, actor_kind, actor_id, at) values ($1, 1, 2, $2, $3, $4)`,
    [id, assessor ? 'business' : 'system', assessor?.id ?? null, at(one.published - one.check)],
  )
}

const dayOf = (minute: number) => tokyoDate(firstNoon + minute * MINUTE)
const isIn = (day: string, { date_from, date_to } = period) => day >= date_from && day <= date_to
const weekBefore = { date_from: addDays(period.date_from, -7), date_to: addDays(period.date_from, -1) }
/** By nearest rank. */
const ranked = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? null
const thousandths = (part: number, of: number) =>
  Math.sign(part) * Math.floor((2 * Math.abs(part) * 1000 + of) / (2 * of)) + 0

const outcomeOf = ({ to, by, total, secondLook }: NonNullable<Box['ended']>): Outcome => {
  if (to === 13) return 'sold'
  if (to === 23 || total === 0) return 'no_price'
  if (by === 'system') return 'expired'
  return secondLook ? 'after_second_look' : 'chosen'
}

function bandOf(gap: number): GapBand {
  if (gap < -250) return 'under_25'
  if (gap < -150) return 'under_15'
  if (gap < -50) return 'under_5'
  if (gap <= 50) return 'near'
  return gap <= 150 ? 'over_5' : 'over_15'
}

function naive(boxes: readonly Box[]) {
  const published = boxes.filter((one) => isIn(dayOf(one.published)))
  const lead = (list: readonly Box[], of: (one: Box) => number) => ({
    p50: ranked(list.map(of), 0.5),
    p90: ranked(list.map(of), 0.9),
  })
  const whole = ({ wait, assess, check }: Box) => wait + assess + check
  const p90 = lead(published, whole).p90 ?? 0
  const ended = boxes.flatMap((one) =>
    one.ended ? [{ day: dayOf(one.ended.at), outcome: outcomeOf(one.ended) }] : [],
  )
  const now = ended.filter(({ day }) => isIn(day))
  const past = ended.filter(({ day }) => isIn(day, weekBefore))
  const sold = (list: typeof ended) => list.filter(({ outcome }) => outcome === 'sold').length
  const items = boxes.flatMap((one) => one.items)
  const bought = items.flatMap((item) =>
    item.bought === null || item.rescinded
      ? []
      : [{ day: dayOf(item.bought), price: ownPrice(item) + item.uplift, brand: item.brand }],
  )
  const prices = published.flatMap((one) => one.items)
  const gaps = prices.flatMap((item) =>
    item.past === null ? [] : [bandOf(thousandths(ownPrice(item) - item.past, item.past))],
  )
  return {
    n: published.length,
    withItems: published.filter((one) => one.items.length > 0).length,
    wait: lead(published, ({ wait }) => wait),
    lead: lead(published, whole),
    over: published.filter((one) => whole(one) > p90).length,
    answers: { n: now.length, sold: sold(now), n_before: past.length, sold_before: sold(past) },
    outcomes: now.map(({ outcome }) => outcome),
    bought: bought.filter(({ day }) => isIn(day)),
    boughtBefore: bought.filter(({ day }) => isIn(day, weekBefore)),
    priced: (assessor: number) => prices.filter((item) => item.assessor === assessor).length,
    deviations: (assessor: number) =>
      prices
        .filter((item) => item.assessor === assessor)
        .flatMap((item) => {
          const usual = usualOf(item)
          return usual === null ? [] : [thousandths(ownPrice(item) - usual, usual)]
        }),
    gaps,
  }
}

const sum = (list: readonly { price: number }[]) => list.reduce((total, { price }) => total + price, 0)

async function figures(token: string, query: Record<string, string | number> = period) {
  const get = async (path: string) => {
    const { status, body } = await t.ask(`GET /api/biz/insight/${path}/`, { token, query })
    expect(status).toBe(200)
    return body
  }
  return {
    lead: await get('lead-time'),
    acceptance: await get('acceptance'),
    purchases: await get('purchases'),
    spread: await get('price-spread'),
    gap: await get('past-gap'),
  }
}

/** Rows of a list under the filters that its figure names. */
async function listed(token: string, path: string, query: Record<string, string | number>): Promise<number> {
  const { status, body } = await t.ask(`GET /api/biz/${path}/`, { token, query })
  expect(status).toBe(200)
  return body.count
}

test('every figure is what its rows say, and opens a list of as many', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(box, { minLength: 1, maxLength: 16 }), async (boxes) => {
      const dealer = await makeDealers()
      for (const one of boxes) await write(dealer, one)
      const own = naive(boxes.filter(({ shop }) => shop < 2))
      const { token } = dealer.admin
      const told = await figures(token)
      // Lead time.
      expect(told.lead).toMatchObject({ n: own.n, over_p90: own.over })
      const step = (name: string) => told.lead.steps.find((one: { step: string }) => one.step === name)
      expect(step('wait')).toMatchObject({ n: own.n, ...own.wait })
      expect(step('lead')).toMatchObject({ n: own.n, ...own.lead })
      expect(step('assess').n).toBe(own.withItems)
      const days = { published_from: period.date_from, published_to: period.date_to }
      expect(await listed(token, 'purchase_requests', days)).toBe(own.n)
      if (own.lead.p90 !== null)
        expect(await listed(token, 'purchase_requests', { ...days, lead_over: own.lead.p90 })).toBe(own.over)
      // Acceptance.
      expect(told.acceptance).toMatchObject(own.answers)
      for (const { outcome, n } of told.acceptance.reasons)
        expect(n).toBe(own.outcomes.filter((one) => one === outcome).length)
      const ends = { ended_from: period.date_from, ended_to: period.date_to }
      expect(await listed(token, 'purchase_requests', { ...ends, outcome: 'refused' })).toBe(
        own.answers.n - own.answers.sold,
      )
      // Purchases.
      expect(told.purchases).toMatchObject({
        item_count: own.bought.length,
        amount: sum(own.bought),
        item_count_before: own.boughtBefore.length,
        amount_before: sum(own.boughtBefore),
      })
      expect(told.purchases.by_day).toHaveLength(7)
      for (const { date, item_count, amount } of told.purchases.by_day) {
        const those = own.bought.filter(({ day }) => day === date)
        expect([item_count, amount]).toEqual([those.length, sum(those)])
      }
      const gucci = own.bought.filter(({ brand }) => brand === 'gucci')
      const brands = told.purchases.by_brand as { brand: number; item_count: number; amount: number }[]
      const row = brands.find(({ brand }) => brand === w.brands.gucci)
      expect([row?.item_count ?? 0, row?.amount ?? 0]).toEqual([gucci.length, sum(gucci)])
      const purchased = { purchased_from: period.date_from, purchased_to: period.date_to }
      expect(await listed(token, 'purchase-items', { ...purchased, brand: w.brands.gucci })).toBe(
        gucci.length,
      )
      expect(await listed(token, 'purchase-items', { ...purchased, brand: 0 })).toBe(
        own.bought.filter(({ brand }) => brand === null).length,
      )
      // Prices.
      for (const [place, person] of dealer.assessors.entries()) {
        const values = own.deviations(place)
        const shown = told.spread.assessors.find((one: { assessor: number }) => one.assessor === person.id)
        expect(shown ?? null).toEqual(
          own.priced(place) === 0
            ? null
            : {
                assessor: person.id,
                assessor_name: person.name,
                n: values.length,
                priced: own.priced(place),
                q1: ranked(values, 0.25),
                median: ranked(values, 0.5),
                q3: ranked(values, 0.75),
              },
        )
        expect(await listed(token, 'purchase-items', { ...days, priced_by: person.id })).toBe(
          own.priced(place),
        )
      }
      const wide = own.gaps.filter((band) => wideGaps.includes(band)).length
      expect(told.gap).toMatchObject({ n: own.gaps.length, within: own.gaps.length - wide })
      expect(told.gap.bands).toEqual(
        gapBandNames.map((band) => ({ band, n: own.gaps.filter((one) => one === band).length })),
      )
      expect(await listed(token, 'purchase-items', { ...days, past_gap: 'wide' })).toBe(wide)
      // One shop, and the shops together.
      const first = await figures(token, { ...period, shop: dealer.shops[0] ?? 0 })
      const alone = naive(boxes.filter(({ shop }) => shop === 0))
      expect([first.lead.n, first.purchases.item_count, first.acceptance.n, first.gap.n]).toEqual([
        alone.n,
        alone.bought.length,
        alone.answers.n,
        alone.gaps.length,
      ])
      // Another company's shop is as none at all.
      const foreign = await figures(token, { ...period, shop: dealer.shops[2] ?? 0 })
      expect([foreign.lead.n, foreign.purchases.item_count, foreign.acceptance.n, foreign.spread.n]).toEqual([
        0, 0, 0, 0,
      ])
      expect(foreign.purchases.by_shop).toEqual([])
    }),
    { numRuns: 5 },
  )
})

describe('who sees what', () => {
  test('staff see their own prices only, administrators those of all', async () => {
    const dealer = await makeDealers()
    const item = {
      price: 10_000,
      cut: 1_000,
      uplift: 0,
      past: null,
      brand: null,
      bought: null,
      rescinded: false,
    } as const
    const items = [0, 0, 1].map((assessor) => ({ ...item, assessor }))
    await write(dealer, { shop: 0, published: 0, wait: 1, assess: 1, check: 1, items, ended: null })
    const [sato, suzuki] = dealer.assessors as [Person, Person]
    const names = async ({ token }: Person) =>
      (await figures(token)).spread.assessors.map((row: { assessor: number }) => row.assessor)
    expect(await names(sato)).toEqual([sato.id])
    expect(await names(suzuki)).toEqual([suzuki.id])
    expect((await names(dealer.admin)).toSorted()).toEqual([sato.id, suzuki.id].toSorted())
    const days = { published_from: period.date_from, published_to: period.date_to }
    const count = (who: Person, of: Person) =>
      listed(who.token, 'purchase-items', { ...days, priced_by: of.id })
    expect(await count(sato, sato)).toBe(2)
    expect(await count(sato, suzuki)).toBe(0)
    expect(await count(dealer.admin, suzuki)).toBe(1)
  })

  test('staff of some shops see these alone', async () => {
    const dealer = await makeDealers()
    const empty = { published: 0, wait: 1, assess: 1, check: 1, items: [], ended: null }
    await write(dealer, { ...empty, shop: 0 })
    await write(dealer, { ...empty, shop: 1 })
    const [sato] = dealer.assessors as [Person]
    await t.pool.query('insert into business_user_shop (business_user_id, shop_id) values ($1, $2)', [
      sato.id,
      dealer.shops[1],
    ])
    t.clock.forward(60_000)
    const { lead, purchases } = await figures(sato.token)
    expect(lead.n).toBe(1)
    expect(lead.by_shop.map(({ shop }: { shop: number }) => shop)).toEqual([dealer.shops[1]])
    expect(purchases.by_shop).toHaveLength(1)
  })
})

test('without days: the seven until yesterday in Tokyo; days that make no period are refused', async () => {
  const { token } = w.aoyama.admin
  const ask = (query: Record<string, string>) => t.ask('GET /api/biz/insight/lead-time/', { token, query })
  const today = tokyoDate(t.clock.now())
  expect((await ask({})).body.period).toEqual({
    date_from: addDays(today, -7),
    date_to: addDays(today, -1),
  })
  expect((await ask({ date_from: '2026-11-01' })).body.period).toEqual({
    date_from: '2026-11-01',
    date_to: '2026-11-01',
  })
  for (const [from, to] of [
    ['2026-11-02', '2026-11-01'],
    ['2025-01-01', '2026-11-01'],
  ] as const) {
    const { status, body } = await ask({ date_from: from, date_to: to })
    expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining(['date_to'])])
  }
})

test('the work itself leaves the rows behind: a published box and its prices, once', async () => {
  const box = await apply(t, w)
  await receive(t, box, 2)
  await startAssessing(t, box)
  await assessAll(t, w, box, [14_000, null])
  await publish(t, box)
  const today = tokyoDate(t.clock.now())
  const told = await figures(w.aoyama.admin.token, { date_from: today, date_to: today })
  expect(told.lead.n).toBe(1)
  expect(told.lead.steps.map(({ n }: { n: number }) => n)).toEqual([1, 1, 1, 1])
  // What has no price is not counted.
  expect(told.spread.assessors.map(({ priced }: { priced: number }) => priced)).toEqual([1])
  expect((await figures(w.umeda.admin.token, { date_from: today, date_to: today })).lead.n).toBe(0)
})

test('a table as a file: with a mark for spreadsheets, and the days without a purchase', async () => {
  const { token } = w.aoyama.admin
  const file = (query: Record<string, string>) =>
    t.ask('GET /api/biz/insight/csv/', { token, query: { ...period, ...query } })
  const { status, body, headers } = await file({ table: 'purchases_by_day' })
  expect(status).toBe(200)
  expect(decodeURIComponent(String(headers['content-disposition']))).toContain(
    '買取(日別) 2026-11-10〜2026-11-16.csv',
  )
  const lines = String(body).split('\r\n')
  expect(lines[0]).toBe('\uFEFF日付,点数,買取額')
  expect(lines.slice(1, -1)).toHaveLength(7)
  for (const table of [
    'lead_time',
    'acceptance',
    'refusals',
    'purchases_by_shop',
    'price_spread',
    'past_gap',
  ])
    expect((await file({ table })).status).toBe(200)
  expect((await file({})).status).toBe(400)
})
