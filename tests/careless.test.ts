import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { makePurchase } from '#server/domains/book/book.factory'
import { makePayee } from '#server/domains/transfer/transfer.factory'
import { randomKey, type TestApp, type TestResponse, testApp, testStart } from './support/app.ts'
import {
  answer,
  apply,
  assessAll,
  type Box,
  move,
  offered,
  photographAll,
  publish,
  read,
  receive,
  requestBody,
  startAssessing,
} from './support/steps.ts'
import { makeWorld, type Person, signIn, type World } from './support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp({ max: 20 })
  w = await makeWorld(t)
})
afterEach(() => t.clock.set(testStart))
afterAll(() => t.close())

const statuses = (responses: TestResponse[]) => responses.map(({ status }) => status).sort()
const fresh = async (person: { account_id: number }) => (await signIn(t, person)).token

async function newCustomer(birthday = '1990-05-17'): Promise<Person> {
  const made = await makeCustomerAccount(t.db, t.tools, { birthday })
  const tokens = await signIn(t, made)
  return { ...made, id: made.customer_id, name: '佐藤 美咲', ...tokens }
}

const sends = (person: { token: string }, key: string, overrides: Record<string, unknown> = {}) =>
  t.ask('POST /api/purchase_requests/', { token: person.token, key, body: requestBody(w, overrides) })

describe('operation keys', () => {
  test('belong to one person and one call', async () => {
    const [mei, rin] = [await newCustomer(), await newCustomer()]
    const mine = await sends(mei, 'same')
    const hers = await sends(rin, 'same')
    expect([mine.status, hers.status]).toEqual([201, 201])
    expect(hers.body.id).not.toBe(mine.body.id)
    // The same key from another person must not reveal the first one's response.
    expect((await sends(rin, 'same', { box_count: 2 })).body.code).toBe('idempotency_key_reused')
    const transfer = await t.ask('POST /api/transfer/', { token: mei.token, key: 'same', body: {} })
    expect(transfer.body.code).not.toBe('idempotency_key_reused')
  })

  test('of any length and letters keep their promise', async () => {
    for (const key of [
      'k'.repeat(300),
      'k'.repeat(5_000),
      '  spaced  ',
      "'; drop table account",
      '\u00e9\u00ff',
    ]) {
      const person = await newCustomer()
      const responses = [await sends(person, key), await sends(person, key)]
      expect([key.slice(0, 10), ...responses.map(({ status }) => status)]).toEqual([
        key.slice(0, 10),
        201,
        201,
      ])
      expect(responses[0]?.body.id).toBe(responses[1]?.body.id)
    }
    const person = await newCustomer()
    const long = 'k'.repeat(300)
    const [one, two] = [await sends(person, `${long}1`), await sends(person, `${long}2`)]
    expect(one.body.id).not.toBe(two.body.id)
  })

  test('in flight: whoever comes second waits and hears the same', async () => {
    const person = await newCustomer()
    const responses = await Promise.all(Array.from({ length: 8 }, () => sends(person, 'flying')))
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    const torn = await Promise.all([1, 2, 3].map((count) => sends(person, 'torn', { box_count: count })))
    expect(statuses(torn)).toEqual([201, 400, 400])
  })

  test('a refusal is not kept: after what was wrong is put right, the same key works', async () => {
    const made = await makePayee(t.db, t.tools, w.aoyama.company)
    const token = await fresh(made)
    const ask = () => t.ask('POST /api/transfer/', { token, key: 'later', body: {} })
    expect((await ask()).body.code).toBe('balance_empty')
    const purchase = { company_id: w.aoyama.company, shop_id: w.aoyama.shops[0], terms: w.terms, amount: 900 }
    await makePurchase(t.db, { customer_id: made.customer_id, ...purchase })
    expect((await ask()).status).toBe(201)
  })
})

const photo = (shade: number) =>
  sharp({ create: { width: 24, height: 24, channels: 3, background: { r: shade * 7, g: 90, b: 20 } } })
    .png()
    .toBuffer()

async function upload(slug: string, shade: number): Promise<TestResponse> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await photo(shade))], { type: 'image/png' }), 'a.png')
  const request = new Request('http://test/', { method: 'POST', body: form })
  return t.ask(`POST /api/biz/purchase-items/${slug}/photos/`, {
    token: w.aoyama.staff.token,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  })
}

async function assessingBox(count: number): Promise<Box & { slugs: string[] }> {
  const box = await apply(t, w)
  await receive(t, box, count)
  await startAssessing(t, box)
  return { ...box, slugs: (await read(t, box)).items.map((item: { slug: string }) => item.slug) }
}

test('thirty-two photos and one of them four times at once: thirty, each once, in order', async () => {
  const [slug] = (await assessingBox(1)).slugs as [string]
  const same = await Promise.all(Array.from({ length: 4 }, () => upload(slug, 0)))
  expect(new Set(same.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  const rest = await Promise.all(Array.from({ length: 31 }, (_, index) => upload(slug, index + 1)))
  expect(statuses(rest).filter((status) => status === 201)).toHaveLength(29)
  expect(statuses(rest).filter((status) => status === 400)).toHaveLength(2)
  const { rows } = await t.pool.query(
    'select position from item_photo p join purchase_item i on i.id = p.item_id where i.slug = $1 order by position',
    [slug],
  )
  expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 30 }, (_, index) => index))
})

test('photos sent while the result is being published are in it, or refused: never added afterwards', async () => {
  const box = await assessingBox(1)
  const [slug] = box.slugs as [string]
  const { version } = (await t.ask(`GET /api/purchase_items/${slug}/`, { token: w.aoyama.staff.token })).body
  await t.ask(`PATCH /api/purchase_items/${slug}/`, {
    token: w.aoyama.staff.token,
    body: { version, status: 3, name: 'シャツ', not_buyable_reason: '破れ' },
  })
  await upload(slug, 0)
  const photos = Promise.all(Array.from({ length: 12 }, (_, index) => upload(slug, index + 1)))
  await new Promise((resolve) => setTimeout(resolve, 40))
  await publish(t, box)
  const published = await t.pool.query(
    'select count(*)::int as n from item_photo p join purchase_item i on i.id = p.item_id where i.slug = $1',
    [slug],
  )
  const responses = await photos
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(published.rows[0].n - 1)
  expect(responses.filter(({ status, body }) => status !== 201 && body.code !== 'guard_failed')).toEqual([])
})

test('articles added by several people at once are numbered one after another', async () => {
  const box = await assessingBox(2)
  const add = () =>
    t.ask(`POST /api/biz/purchase_requests/${box.id}/items/`, {
      token: w.aoyama.staff.token,
      body: { name: '帽子' },
    })
  expect(statuses(await Promise.all(Array.from({ length: 6 }, add)))).toEqual([201, 201, 201, 201, 201, 201])
  const after = await read(t, box)
  expect(after.items.map((item: { seq: number }) => item.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(after.arrived_item_count).toBe(8)
})

describe('answers', () => {
  test('with five hundred words, with one too many, and contradicting themselves', async () => {
    const box = await offered(t, w)
    const word = (decision: string, index = 0) => ({ slug: box.slugs[index], decision })
    const state = () => read(t, box)
    const before = await state()
    const unknown = Array.from({ length: 497 }, (_, index) => ({
      slug: `unknown-${index}`,
      decision: 'sell',
    }))
    const given = [word('sell'), word('sell', 1), word('return', 2)]
    expect((await answer(t, box, { decisions: [...given, ...unknown] })).body.code).toBe('unknown_slug')
    expect((await answer(t, box, { decisions: [...given, ...unknown, ...given] })).status).toBe(400)
    for (const decisions of [
      [...given, word('return')],
      [word('return'), ...given],
      [word('dispose'), word('sell', 1), word('return', 2)],
      [word('sell'), word('sell', 1), word('sell', 2)],
    ])
      expect((await answer(t, box, { decisions })).body.code).toBe('answer_incomplete')
    expect(await state()).toEqual(before)
    const same = Array.from({ length: 166 }, () => given).flat()
    expect((await answer(t, box, { decisions: same })).status).toBe(200)
  })

  test('count until the last second of the day of the deadline, and not one later', async () => {
    const [late, just] = [await offered(t, w), await offered(t, w)]
    t.clock.set('2026-12-03T23:59:59+09:00')
    expect(
      (
        await answer(
          t,
          { ...just, customer: { ...w.hanako, token: await fresh(w.hanako) } },
          { decision_all: 'sell' },
        )
      ).status,
    ).toBe(200)
    t.clock.set('2026-12-04T00:00:00+09:00')
    const customer = { ...w.hanako, token: await fresh(w.hanako) }
    for (const body of [{ decision_all: 'sell' }, { decision_all: 'return' }])
      expect((await answer(t, { ...late, customer }, body)).body.code).toBe('offer_expired')
    const look = await t.ask(`POST /api/purchase_requests/${late.id}/second-look/`, {
      token: customer.token,
      body: { reason: '再度' },
    })
    expect(look.body.code).toBe('offer_expired')
  })

  test('a second look is asked for once, also by two tabs at once', async () => {
    const box = await offered(t, w)
    const look = (reason: string) =>
      t.ask(`POST /api/purchase_requests/${box.id}/second-look/`, { token: w.hanako.token, body: { reason } })
    const responses = await Promise.all([look('丈を見てください'), look('色を見てください')])
    expect(statuses(responses)).toEqual([200, 400])
    expect(responses.find(({ status }) => status === 400)?.body.code).toBe('second_look_used')
    await assessAll(t, w, box, [14_000, 3_500, null])
    await publish(t, box)
    expect((await look('もう一度')).body.code).toBe('second_look_used')
  })

  test('a brand is not to be found by guessing before the result is published', async () => {
    const person = await newCustomer()
    const box = await apply(t, w, {}, person)
    await receive(t, box, 1)
    await startAssessing(t, box)
    const [item] = (await read(t, box)).items
    const { version } = (
      await t.ask(`GET /api/purchase_items/${item.slug}/`, { token: w.aoyama.staff.token })
    ).body
    await t.ask(`PATCH /api/purchase_items/${item.slug}/`, {
      token: w.aoyama.staff.token,
      body: {
        version,
        status: 3,
        name: 'コート',
        brand: Object.values(w.brands)[0],
        not_buyable_reason: '破れ',
      },
    })
    const { rows } = await t.pool.query('select name from brand where id = $1', [Object.values(w.brands)[0]])
    const search = async () =>
      (
        await t.ask('GET /api/purchase_requests/', {
          token: person.token,
          query: { brand_name: rows[0].name },
        })
      ).body.count
    expect(await search()).toBe(0)
    await photographAll(t, box)
    await publish(t, box)
    expect(await search()).toBe(1)
  })
})

describe('days of Tokyo', () => {
  test.each([
    ['2026-11-24T23:59:59+09:00', '2026-11-24', 400],
    ['2026-11-24T23:59:59+09:00', '2026-11-25', 201],
    ['2026-11-25T00:00:00+09:00', '2026-11-25', 400],
    ['2026-11-25T08:59:59+09:00', '2026-11-25', 400],
    ['2026-11-25T00:00:00+09:00', '2026-12-09', 201],
    ['2026-11-24T23:59:59+09:00', '2026-12-09', 400],
  ])('at %s a pickup on %s: %i', async (at, pickup_date, status) => {
    t.clock.set(at)
    const token = await fresh(w.hanako)
    const answered = await sends({ token }, randomKey(), {
      delivering_option: 'PICKUP_ONLY',
      pickup_date,
      pickup_time_slot: '14-16',
    })
    expect([answered.status, answered.status === 400 && answered.body.code]).toEqual([
      status,
      status === 400 && 'pickup_date_invalid',
    ])
  })

  test.each([
    ['2026-11-24T19:59:59+09:00', '2026-11-25', 'AM', 201],
    ['2026-11-24T20:00:00+09:00', '2026-11-25', 'AM', 400],
    ['2026-11-24T20:00:00+09:00', '2026-11-25', '14-16', 201],
    ['2026-11-24T23:59:59+09:00', '2026-11-26', 'AM', 201],
  ])('at %s a pickup on %s in the slot %s: %i', async (at, pickup_date, pickup_time_slot, status) => {
    t.clock.set(at)
    const token = await fresh(w.hanako)
    const answered = await sends({ token }, randomKey(), {
      delivering_option: 'PICKUP_ONLY',
      pickup_date,
      pickup_time_slot,
    })
    expect([answered.status, status === 400 && answered.body.code]).toEqual([
      status,
      status === 400 && 'pickup_slot_closed',
    ])
  })

  // November 29 is a Sunday.
  test.each([
    ['SAGAWA', '2026-11-28T11:59:59+09:00', 201],
    ['SAGAWA', '2026-11-28T12:00:00+09:00', 400],
    ['YAMATO', '2026-11-28T12:00:00+09:00', 201],
  ])('%s asked at %s comes on the Sunday after: %i', async (carrier, at, status) => {
    t.clock.set(at)
    const token = await fresh(w.hanako)
    const sunday = {
      delivering_option: 'PICKUP_ONLY',
      carrier,
      pickup_date: '2026-11-29',
      pickup_time_slot: '14-16',
    }
    const answered = await sends({ token }, randomKey(), sunday)
    expect(answered.status).toBe(status)
    if (status === 400) expect(answered.body.pickup_date[0]).toContain('前日の12時まで')
    // Nor by a change of the carrier alone.
    if (carrier !== 'YAMATO') return
    const changed = await t.ask(`PATCH /api/purchase_requests/${answered.body.id}/`, {
      token,
      body: { carrier: 'SAGAWA' },
    })
    expect([changed.status, changed.body.code]).toEqual([400, 'pickup_date_invalid'])
  })

  test.each([
    ['2026-11-24T00:00:00+09:00', '2008-11-24', 201],
    ['2026-11-23T23:59:59+09:00', '2008-11-24', 400],
    ['2026-11-24T23:59:59+09:00', '2008-11-25', 400],
    // Born on a leap day: of age on March 1 in a year without February 29.
    ['2030-02-28T23:59:59+09:00', '2012-02-29', 400],
    ['2030-03-01T00:00:00+09:00', '2012-02-29', 201],
    ['2028-02-29T00:00:00+09:00', '2010-02-28', 201],
  ])('at %s somebody born on %s asks: %i', async (at, birthday, status) => {
    t.clock.set(at)
    const person = await newCustomer(birthday)
    const answered = await sends(person, randomKey())
    expect([answered.status, answered.body.code]).toEqual([status, status === 400 ? 'under_age' : undefined])
  })

  test('no day that is none, and nobody from the future', async () => {
    const person = await newCustomer()
    for (const birthday of ['2025-02-29', '2026-11-25', '2100-01-01', '1899-12-31', '0000-01-01', '20260101'])
      expect(
        (await t.ask(`PATCH /api/customers/${person.id}/`, { token: person.token, body: { birthday } }))
          .status,
      ).toBe(400)
    for (const birthday of ['2024-02-29', '2026-11-24', '1900-01-01'])
      expect(
        (await t.ask(`PATCH /api/customers/${person.id}/`, { token: person.token, body: { birthday } }))
          .status,
      ).toBe(200)
  })
})

test('the holder of an account may be written in any kana, and money still finds the same name', async () => {
  for (const kana of [
    'ヤマダ ハナコ',
    'ﾔﾏﾀﾞ ﾊﾅｺ',
    'やまだ はなこ',
    'ヤマダ　ハナコ',
    'ﾔﾏﾀﾞﾊﾅｺ',
    'やまだ　ﾊﾅｺ',
  ]) {
    const given = await t.ask(`PATCH /api/customers/${w.hanako.id}/banckaccount/${w.hanako.bank_account}/`, {
      token: w.hanako.token,
      body: { account_holder_kana: kana },
    })
    expect([kana, given.status]).toEqual([kana, 200])
    expect(given.body.account_holder_kana.replace(' ', '')).toBe('ﾔﾏﾀﾞﾊﾅｺ')
  }
})

test('a deadline stands still for the whole time that holds cover, however they overlap', async () => {
  const box = await offered(t, w)
  const until = async () =>
    new Date((await read(t, { ...box, staff: await staff() })).offer_expires_at).getTime()
  const staff = async () => ({ ...w.aoyama.staff, token: await fresh(w.aoyama.staff) })
  const before = await until()
  const place = async () =>
    (
      await t.ask(`POST /api/biz/purchase_requests/${box.id}/holds/`, {
        token: await fresh(w.aoyama.staff),
        body: { kind: 'dispute', reason: '確認中' },
      })
    ).body.id as number
  const release = async (id: number) => {
    for (const person of [w.aoyama.staff, w.aoyama.admin]) {
      const token = await fresh(person)
      expect(
        (await t.ask(`POST /api/biz/holds/${id}/release/`, { token, body: { reason: '済' } })).status,
      ).toBe(200)
    }
  }
  const first = await place()
  t.clock.forward(3_600_000)
  const second = await place()
  t.clock.forward(3_600_000)
  await release(first)
  t.clock.forward(3_600_000)
  await release(second)
  expect(await until()).toBe(before + 3 * 3_600_000)
  t.clock.forward(3_600_000)
  const third = await place()
  t.clock.forward(3_600_000)
  await release(third)
  expect(await until()).toBe(before + 4 * 3_600_000)
})

test('two boxes asked for at once by one person are two boxes, and a move made twice is one move', async () => {
  const person = await newCustomer()
  const boxes = await Promise.all([sends(person, 'left'), sends(person, 'right')])
  expect(statuses(boxes)).toEqual([201, 201])
  const box = { id: boxes[0]?.body.id, customer: person, staff: w.aoyama.staff }
  const moved = await Promise.all([move(t, box, 1), move(t, box, 1), move(t, box, 1)])
  expect(moved.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect(moved.filter(({ status, body }) => status !== 200 && body.code !== 'stale_version')).toEqual([])
  const history = (await read(t, box)).status_history.map((line: { to_status: number }) => line.to_status)
  expect(history).toEqual([0, 1])
})
