import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply, type Box, move, read, receive } from '../../../tests/support/steps.ts'
import { makeWorld, type Person, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  await t.pool.query("update shop set kit_sizes = '{120}' where id = $1", [w.aoyama.shops[0]])
})
afterAll(() => t.close())

const check = (body: object, who: Person = w.aoyama.staff) =>
  t.ask('POST /api/biz/carrier-labels/check/', { token: who.token, body })
const file = (body: object, who: Person = w.aoyama.staff) =>
  t.ask('POST /api/biz/carrier-labels/', { token: who.token, body })

async function rowsOf(payload: object): Promise<string[][]> {
  const { statusCode, rawPayload } = await t.app.inject({
    method: 'POST',
    url: '/api/biz/carrier-labels/',
    headers: { authorization: `Bearer ${w.aoyama.staff.token}` },
    payload,
  })
  expect(statusCode).toBe(200)
  const [, ...lines] = iconv.decode(rawPayload, 'cp932').trimEnd().split('\r\n')
  return lines.map((line) => line.split(','))
}

async function returning(): Promise<Box> {
  const box = await apply(t, w)
  await receive(t, box, 2)
  expect((await move(t, box, 22, { reason: 'お客さまのご希望' })).status).toBe(200)
  return box
}
const withKit = () => apply(t, w, { kit_size: 120, box_count: 2 })
const booked = (pickup_date = '2026-11-26') =>
  apply(t, w, {
    delivering_option: 'PICKUP_ONLY',
    pickup_date,
    pickup_time_slot: '14-16',
    carrier: 'SAGAWA',
    box_count: 2,
  })

describe('files of parcels', () => {
  test('of returns: paid by the shop, or by the receiver where the dealer says so', async () => {
    const box = await returning()
    const wish = { carrier: 'YAMATO', kind: 'return', requests: [box.id] }
    expect((await check(wish)).body).toEqual({ count: 1, left_out: [], problems: [] })
    const [row] = await rowsOf(wish)
    expect(row?.slice(0, 5)).toEqual([`R-${box.id}`, '0', '0', '', '2026/11/24'])
    expect([row?.[15], row?.[24], row?.[27]]).toEqual(['山田 花子', '青山本店', '衣類・雑貨 2点'])
    await t.pool.query('update company set return_cost = 1100 where id = $1', [w.aoyama.company])
    expect((await rowsOf(wish))[0]?.[1]).toBe('5')
    expect((await rowsOf({ ...wish, carrier: 'SAGAWA', ship_on: '2026-11-25' }))[0]?.[57]).toBe('2')
    await t.pool.query('update company set return_cost = 0 where id = $1', [w.aoyama.company])
    const { rows } = await t.pool.query(
      "select detail from activity where action = 'carrier_label.download' order by id desc limit 1",
    )
    expect(rows[0].detail).toEqual({ carrier: 'SAGAWA', kind: 'return', rows: 1, requests: [box.id] })
  })

  test('of all kits that wait up to a day, and of the pickups of a day, a label for each box', async () => {
    const kit = await withKit()
    const kits = await rowsOf({ carrier: 'YAMATO', kind: 'kit', through: '2026-11-25' })
    expect(kits.map(([reference]) => reference)).toContain(`K-${kit.id}`)
    expect(kits.find(([reference]) => reference === `K-${kit.id}`)?.[32]).toBe('転送不要')
    expect((await check({ carrier: 'YAMATO', kind: 'kit', through: '2026-11-24' })).body.count).toBe(0)
    const box = await booked()
    const other = await booked('2026-11-27')
    const pickups = await rowsOf({ carrier: 'SAGAWA', kind: 'pickup', through: '2026-11-26' })
    expect(pickups.map((row) => row[9])).toEqual([`P-${box.id}-1`, `P-${box.id}-2`])
    expect(pickups.map((row) => [row[7], row[57], row[60]])).toEqual(
      Array(2).fill(['青山本店', '2', '20261126']),
    )
    const told = (await check({ carrier: 'YAMATO', kind: 'pickup', requests: [other.id] })).body
    expect(told).toMatchObject({
      count: 0,
      left_out: Array(2).fill({ request: other.id, reason: 'other_carrier' }),
    })
    expect((await file({ carrier: 'YAMATO', kind: 'pickup', requests: [other.id] })).body.code).toBe(
      'no_parcels',
    )
  })

  test('leave out what is sent or has its number', async () => {
    const [numbered, sent] = [await returning(), await withKit()]
    const { version } = await read(t, numbered)
    const put = { carrier: 'YAMATO', tracking_number: '300000000005', version }
    expect(
      (
        await t.ask(`PUT /api/biz/purchase_requests/${numbered.id}/`, {
          token: w.aoyama.staff.token,
          body: put,
        })
      ).status,
    ).toBe(200)
    const told = (kind: string, box: Box) => check({ carrier: 'YAMATO', kind, requests: [box.id] })
    expect((await told('return', numbered)).body.left_out).toEqual([
      { request: numbered.id, reason: 'numbered' },
    ])
    await t.ask('POST /api/biz/kits/sent/', {
      token: w.aoyama.staff.token,
      body: { kits: [{ request: sent.id }] },
    })
    expect((await told('kit', sent)).body.left_out).toEqual([{ request: sent.id, reason: 'not_waiting' }])
  })

  test('wait for a text where a label cannot print one', async () => {
    const box = await returning()
    await t.pool.query("update customer set name = '𠮷田 花子' where id = $1", [w.hanako.id])
    const wish = { carrier: 'YAMATO', kind: 'return', requests: [box.id] }
    try {
      expect((await check(wish)).body.problems).toEqual([
        {
          row: 1,
          request: box.id,
          customer_name: '𠮷田 花子',
          field: 'to_name',
          problem: 'characters',
          text: '𠮷田 花子',
          characters: ['𠮷'],
          suggestion: '吉田 花子',
        },
      ])
      const refused = await file(wish)
      expect([refused.status, refused.body.code]).toEqual([400, 'label_unprintable'])
      const texts = [{ request: box.id, field: 'to_name', text: '吉田 花子' }]
      expect((await check({ ...wish, texts })).body.problems).toEqual([])
      expect((await rowsOf({ ...wish, texts }))[0]?.[15]).toBe('吉田 花子')
    } finally {
      await t.pool.query("update customer set name = '山田 花子' where id = $1", [w.hanako.id])
    }
  })

  test('are made for the own shops only', async () => {
    const box = await returning()
    const wish = { carrier: 'YAMATO', kind: 'return', requests: [box.id] }
    expect((await check(wish, w.umeda.staff)).status).toBe(400)
    expect((await check({ carrier: 'YAMATO', kind: 'return' }, w.umeda.admin)).body.count).toBe(0)
    expect((await file(wish, w.umeda.admin)).status).toBe(400)
    expect((await check(wish, w.hanako)).status).toBe(403)
    const [, other] = w.aoyama.shops
    await t.pool.query('insert into business_user_shop (business_user_id, shop_id) values ($1, $2)', [
      w.aoyama.staff.id,
      other,
    ])
    try {
      expect((await check(wish)).status).toBe(400)
    } finally {
      await t.pool.query('delete from business_user_shop where business_user_id = $1', [w.aoyama.staff.id])
    }
  })
})
