import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { openSession } from '#server/domains/account/account.service'
import { makeIdentitySession } from '#server/domains/identity/session.factory'
import { inTransaction } from '#server/platform/db'
import { someoneWaits, type TestApp, testApp } from '../../../tests/support/app.ts'
import {
  answer,
  apply,
  contracted,
  move,
  offered,
  read,
  receive,
  requestBody,
} from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'
import { closeUnsent, closeUnverified, remindOffers } from './purchase-request.jobs.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const start = '2026-11-24T10:00:00+09:00'
const create = (body: object, token = w.hanako.token) =>
  t.ask('POST /api/purchase_requests/', { token, body })
const total = async () => Number((await t.pool.query('select count(*) as n from purchase_request')).rows[0].n)

async function customerBorn(birthday: string, overrides: Record<string, unknown> = {}): Promise<string> {
  const made = await makeCustomerAccount(t.db, t.tools, {
    account: { email: `b${Math.random()}@example.jp` },
    birthday,
    customer: overrides,
  })
  const account = { id: made.account_id, kind: 'customer' as const, generation: 1 }
  return (await inTransaction(t.db, (tx) => openSession(tx, account, 'test', t.clock.now(), t.tools))).access
}

describe('who may ask', () => {
  test('under 18 is refused with the reason; eighteen begins on the birthday', async () => {
    expect((await create(requestBody(w), await customerBorn('2008-11-25'))).body.code).toBe('under_age')
    expect((await create(requestBody(w), await customerBorn('2008-11-24'))).status).toBe(201)
  })

  test('corporate and incomplete customers are told why, and nothing is written', async () => {
    const before = await total()
    expect(
      (await create(requestBody(w), await customerBorn('1980-01-01', { is_corporate: true }))).body.code,
    ).toBe('customer_incomplete')
    expect((await create(requestBody(w), w.taro.token)).body.code).toBe('customer_incomplete')
    expect(await total()).toBe(before)
  })
})

describe('what may be asked', () => {
  test('every wrong field is named, and nothing is written', async () => {
    const before = await total()
    const bad = await create({
      shop: 999_999,
      delivering_option: 'PICKUP_AND_SELF',
      box_count: 0,
      approval_mode: 'x',
      unpriced_policy: null,
    })
    expect(bad.status).toBe(400)
    expect(Object.keys(bad.body).sort()).toEqual([
      'agreed_terms',
      'approval_mode',
      'box_count',
      'delivering_option',
      'unpriced_policy',
    ])
    expect((await create(requestBody(w, { shop: 999_999 }))).body.shop[0]).toContain('主キー')
    expect((await create(requestBody(w, { agreed_terms: '1999-01' }))).body).toMatchObject({
      code: 'terms_outdated',
      terms_version: w.terms,
    })
    expect(
      (await create(requestBody(w, { approval_mode: 'auto_accept_from' }))).body.auto_accept_amount,
    ).toBeDefined()
    const pickup = { delivering_option: 'PICKUP_ONLY', pickup_time_slot: 'AM', carrier: 'YAMATO' }
    for (const [date, status] of [
      ['2026-11-24', 400],
      ['2026-12-09', 400],
      ['2026-11-25', 201],
      ['2026-12-08', 201],
    ] as const) {
      expect((await create(requestBody(w, { ...pickup, pickup_date: date }))).status).toBe(status)
    }
    expect(await total()).toBe(before + 2)
  })

  test('the same key asks once, another body with it is refused', async () => {
    const before = await total()
    const send = (body: object) =>
      t.ask('POST /api/purchase_requests/', { token: w.hanako.token, key: 'one-box', body })
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(requestBody(w))))
    expect(new Set(responses.map((one) => one.body.id)).size).toBe(1)
    expect((await send(requestBody(w, { box_count: 2 }))).body.code).toBe('idempotency_key_reused')
    expect(await total()).toBe(before + 1)
  })
})

describe('before it is sent', () => {
  test('the customer changes, ships or cancels; afterwards it is too late', async () => {
    const box = await apply(t, w)
    const patch = (body: object) =>
      t.ask(`PATCH /api/purchase_requests/${box.id}/`, { token: w.hanako.token, body })
    const changed = await patch({ box_count: 3, version: 1 })
    expect(changed.body).toMatchObject({ box_count: 3, version: 2 })
    expect((await patch({ box_count: 4, version: 1 })).body).toMatchObject({
      code: 'stale_version',
      current: { box_count: 3 },
    })
    expect((await patch({ tracking_number: '123456789012' })).body.tracking_number[0]).toContain('間違い')
    expect((await patch({ tracking_number: '1234-5678-9013' })).body).toMatchObject({
      status: 2,
      boxes: [{ tracking_number: '123456789013' }, {}, {}],
    })
    expect((await patch({ box_count: 5 })).body.code).toBe('not_editable')
    expect(
      (await t.ask(`DELETE /api/purchase_requests/${box.id}/`, { token: w.hanako.token })).body.code,
    ).toBe('not_editable')
    const other = await apply(t, w)
    for (const _ of [1, 2])
      expect(
        (await t.ask(`DELETE /api/purchase_requests/${other.id}/`, { token: w.hanako.token })).status,
      ).toBe(204)
  })

  test('a box never sent is reminded after seven days and canceled fourteen days later', async () => {
    const box = await apply(t, w)
    expect((await move(t, box, 1)).status).toBe(200)
    const state = async () =>
      (await t.pool.query('select status, reminders_sent from purchase_request where id = $1', [box.id]))
        .rows[0]
    const later = (days: number) => new Date(new Date(start).getTime() + days * 86_400_000 + 1000)
    await closeUnsent(t.db, later(6), t.tools.log)
    expect(await state()).toEqual({ status: 1, reminders_sent: 0 })
    await closeUnsent(t.db, later(7), t.tools.log)
    expect(await state()).toEqual({ status: 1, reminders_sent: 1 })
    await closeUnsent(t.db, later(20), t.tools.log)
    expect((await state()).status).toBe(1)
    await closeUnsent(t.db, later(22), t.tools.log)
    expect((await state()).status).toBe(4)
  })
})

describe('lists', () => {
  test('each shop sees its own, filters and orders are lenient, bad values are named', async () => {
    const own = await t.ask('GET /api/biz/purchase_requests/', {
      token: w.aoyama.staff.token,
      query: { ordering: '-password_hash;drop,-id', size: 3 },
    })
    expect(own.status).toBe(200)
    const ids = own.body.results.map((row: { id: number }) => row.id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(own.body.next).toContain('page=2')
    expect((await t.ask('GET /api/biz/purchase_requests/', { token: w.umeda.staff.token })).body.count).toBe(
      0,
    )
    expect(
      (
        await t.ask('GET /api/biz/purchase_requests/', {
          token: w.aoyama.staff.token,
          query: { status: 9, date_from: 'x' },
        })
      ).body,
    ).toEqual({
      status: ['正しく選択してください。 9 は候補にありません。'],
      date_from: ['日付を正しく入力してください。'],
    })
    expect(
      (await t.ask('GET /api/biz/purchase_requests/', { token: w.aoyama.staff.token, query: { page: 999 } }))
        .status,
    ).toBe(404)
  })

  test('the last page read from the other end is the page counted from the front', async () => {
    const all = (
      await t.ask('GET /api/biz/purchase_requests/', { token: w.aoyama.staff.token, query: { size: 200 } })
    ).body
    for (const ordering of [
      '-id',
      'id',
      'status',
      '-status',
      'pickup_date',
      '-pickup_date',
      '-offer_expires_at',
    ]) {
      const whole = (
        await t.ask('GET /api/biz/purchase_requests/', {
          token: w.aoyama.staff.token,
          query: { size: 200, ordering },
        })
      ).body.results
      const seen: number[] = []
      for (let page = 1; (page - 1) * 3 < all.count; page++) {
        const part = await t.ask('GET /api/biz/purchase_requests/', {
          token: w.aoyama.staff.token,
          query: { size: 3, page, ordering },
        })
        seen.push(...part.body.results.map((row: { id: number }) => row.id))
      }
      expect(seen).toEqual(whole.map((row: { id: number }) => row.id))
    }
  })

  test('names are found by two letters, in any width and kana', async () => {
    for (const name of ['山田', 'ヤマ', 'やまだ', 'ﾔﾏﾀﾞ', '山田 花', '花子']) {
      const found = await t.ask('GET /api/biz/purchase_requests/', {
        token: w.aoyama.staff.token,
        query: { customer_name: name },
      })
      expect(found.body.count).toBeGreaterThan(0)
      expect(found.body.count).toBe(found.body.results.length)
      expect(
        found.body.results.every((row: { customer_name: string }) => row.customer_name === '山田 花子'),
      ).toBe(true)
    }
    const all = await t.ask('GET /api/biz/purchase_requests/', {
      token: w.aoyama.staff.token,
      query: { customer_name: '山田' },
    })
    const { status } = all.body.results[0]
    const some = await t.ask('GET /api/biz/purchase_requests/', {
      token: w.aoyama.staff.token,
      query: { customer_name: '山田', status },
    })
    const expected = all.body.results.filter((row: { status: number }) => row.status === status).length
    expect([some.body.count, some.body.results.length]).toEqual([expected, expected])
    expect(
      (
        await t.ask('GET /api/biz/purchase_requests/', {
          token: w.aoyama.staff.token,
          query: { customer_name: '鈴木' },
        })
      ).body.count,
    ).toBe(0)
    expect(
      (
        await t.ask('GET /api/biz/purchase_requests/', {
          token: w.aoyama.staff.token,
          query: { customer_name: '%_' },
        })
      ).body.count,
    ).toBe(0)
  })
})

describe('on the way', () => {
  test('reminders come on the first, third and sixth day, once each', async () => {
    const box = await offered(t, w)
    const sent = async () =>
      Number(
        (await t.pool.query('select reminders_sent as n from purchase_request where id = $1', [box.id]))
          .rows[0].n,
      )
    const at = (days: number) => new Date(new Date(start).getTime() + days * 86_400_000 + 1000)
    for (const [day, count] of [
      [0.5, 0],
      [1, 1],
      [2, 1],
      [3, 2],
      [6, 3],
      [7, 3],
    ] as const) {
      await remindOffers(t.db, at(day))
      await remindOffers(t.db, at(day))
      expect(await sent()).toBe(count)
    }
  })

  test('nobody is reminded of a box that is just being held', async () => {
    const box = await offered(t, w)
    const other = await t.pool.connect()
    try {
      await other.query('begin')
      await other.query('select id from purchase_request where id = $1 for update', [box.id])
      const reminding = remindOffers(t.db, new Date(new Date(start).getTime() + 90_000_000))
      await someoneWaits(t)
      await other.query(
        `insert into hold (request_id, company_id, kind, reason, placed_by, placed_at) values ($1, $2, 'dispute', '確認中', $3, $4)`,
        [box.id, w.aoyama.company, w.aoyama.staff.id, start],
      )
      await other.query('commit')
      await reminding
    } finally {
      other.release()
    }
    const { rows } = await t.pool.query('select reminders_sent as n from purchase_request where id = $1', [
      box.id,
    ])
    expect(rows).toEqual([{ n: 0 }])
  })

  test('an answer without identification waits thirty days, then the goods go back', async () => {
    const token = await customerBorn('1990-01-01')
    const me = (await t.ask('GET /api/me/', { token })).body
    const customer = { ...w.hanako, token, id: me.customer.id }
    const created = await create(requestBody(w), token)
    const box = { id: created.body.id, customer, staff: w.aoyama.staff }
    await receive(t, box, 1)
    await move(t, box, 10)
    const { assessAll, publish } = await import('../../../tests/support/steps.ts')
    await assessAll(t, w, box, [2_000])
    await publish(t, box)
    expect((await answer(t, box, { decision_all: 'sell' })).status).toBe(200)
    await t.runJobs()
    const seen = await t.ask(`GET /api/purchase_requests/${box.id}/`, { token })
    expect(seen.body).toMatchObject({
      status: 13,
      deal_blockers: ['not_identified'],
      what_blocks_contract: ['本人確認が終わると契約に進みます。'],
    })
    const blockersOf = async () =>
      (await t.ask(`GET /api/purchase_requests/${box.id}/`, { token })).body.deal_blockers
    const papers = await makeIdentitySession(t.db, t.tools, {
      customer_id: customer.id,
      company_id: w.aoyama.company,
    })
    expect(await blockersOf()).toEqual(['identity_in_review'])
    await t.db
      .updateTable('identity_review')
      .set({ ekyc_status: 5 })
      .where('id', '=', papers.review)
      .execute()
    expect(await blockersOf()).toEqual(['not_identified'])
    const birthday = t.tools.keys.field.encrypt('2008-12-31', 'customer.birthday_enc', customer.id)
    await t.db.updateTable('customer').set({ birthday_enc: birthday }).where('id', '=', customer.id).execute()
    expect(await blockersOf()).toEqual(['under_age'])
    await closeUnverified(t.db, new Date(new Date(start).getTime() + 29 * 86_400_000), t.tools.log)
    expect((await read(t, box)).status).toBe(13)
    await closeUnverified(t.db, new Date(new Date(start).getTime() + 30 * 86_400_000 + 1000), t.tools.log)
    expect((await read(t, box)).status).toBe(22)
    expect(
      (await t.pool.query('select 1 from book_entry where request_id = $1', [box.id])).rows,
    ).toHaveLength(0)
  })

  test('staff cannot end a sold request as returned, nor move what is finished', async () => {
    const box = await contracted(t, w)
    expect((await move(t, box, 22)).status).toBe(200)
    expect((await move(t, box, 23, { carrier: 'KLD', tracking_number: 'K1' })).body.code).toBe(
      'illegal_transition',
    )
    expect((await move(t, box, 21, { carrier: 'KLD', tracking_number: 'K1' })).status).toBe(200)
    for (const to of [0, 10, 11, 13, 20, 22, 24])
      expect((await move(t, box, to, { reason: 'x' })).status).toBe(400)
  })

  test('what staff write to themselves the customer never reads', async () => {
    const box = await apply(t, w)
    const { version } = await read(t, box)
    await t.ask(`PUT /api/biz/purchase_requests/${box.id}/`, {
      token: w.aoyama.staff.token,
      body: { version, internal_note: '要注意の箱' },
    })
    const own = await t.ask(`GET /api/purchase_requests/${box.id}/`, { token: w.hanako.token })
    expect(JSON.stringify(own.body)).not.toContain('要注意の箱')
    expect(JSON.stringify(own.body)).not.toContain(w.aoyama.staff.name)
  })
})
