import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staffCode } from '#contract/scan-code'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import {
  answer,
  apply,
  type Box,
  contracted,
  move,
  offered,
  read,
  receive,
  startAssessing,
} from '../../../tests/support/steps.ts'
import { makeSeller, makeWorld, type Person, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let jiro: Person
let box: Box & { slugs: string[] }
let code: string
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  jiro = await makeSeller(t)
  box = await offered(t, w)
  code = (await read(t, box)).boxes[0].box_code
})
afterAll(() => t.close())

const scan = async (text: string, who: Person = w.aoyama.staff) =>
  t.ask(`GET /api/biz/scan/${encodeURIComponent(text)}/`, { token: who.token })
const write = (id: number, column: string, value: string) =>
  t.pool.query(
    column === 'tracking_number'
      ? 'update request_box set tracking_number = $2 where request_id = $1'
      : `update purchase_request set ${column} = $2 where id = $1`,
    [id, value],
  )

describe('a scanned code', () => {
  test('leads to its box and to nobody else’s, in any width, case and with or without hyphens', async () => {
    const bare = code.replace('OKB-', '')
    const wide = [...code].map((one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)).join('')
    for (const text of [code, code.toLowerCase(), ` ${code} `, `okb${bare}`, wide]) {
      expect((await scan(text)).body, text).toMatchObject({
        kind: 'box',
        request: box.id,
        name: w.hanako.name,
        next: 'result',
      })
    }
    expect((await scan(code, w.umeda.staff)).status).toBe(404)
    expect((await scan(code, w.operator.operator)).status).toBe(404)
  })

  test('of an article is known by its label and by the number printed beside it', async () => {
    const [, second = ''] = box.slugs
    for (const text of [second, second.toUpperCase(), `${box.id}-2`]) {
      expect((await scan(text)).body, text).toMatchObject({
        kind: 'item',
        request: box.id,
        slug: second,
        seq: 2,
        name: expect.stringContaining('ウール テーラードジャケット'),
        customer_name: w.hanako.name,
      })
    }
    expect((await scan(`${box.id}-9`)).status).toBe(404)
  })

  test('of a parcel leads to its box on the way here and on the way back, to the open one of two', async () => {
    const [older, newer] = [await apply(t, w), await apply(t, w)]
    await write(older.id, 'tracking_number', '377845100680')
    expect((await scan('3778-4510-0680')).body).toMatchObject({ kind: 'parcel', request: older.id })
    await write(newer.id, 'return_tracking_number', '377845100680')
    expect((await move(t, older, 4)).status).toBe(200)
    for (const text of ['377845100680', 'A377845100680B'])
      expect((await scan(text)).body, text).toMatchObject({ kind: 'parcel', request: newer.id })
    await write(older.id, 'tracking_number', 'KLD-77001')
    expect((await scan('kld-77001')).body).toMatchObject({ kind: 'parcel', request: older.id })
    expect((await scan('377845100680', w.umeda.staff)).status).toBe(404)
  })

  test('of a parcel that several open requests have leads to none of them: somebody chooses', async () => {
    const number = '377845100735'
    const [hers, his, closed] = [await apply(t, w), await apply(t, w, {}, jiro), await apply(t, w)]
    for (const { id } of [hers, his, closed]) await write(id, 'tracking_number', number)
    expect((await move(t, closed, 4)).status).toBe(200)
    const several = await scan(number)
    expect(several.body).toMatchObject({ kind: 'parcel', request: null, box: null, next: null })
    const candidate = { box: 1, status: 0, shop_name: expect.any(String), arrived_at: null, next: 'receive' }
    expect(several.body.candidates).toEqual([
      { ...candidate, request: his.id, customer_name: jiro.name, created_at: expect.any(String) },
      { ...candidate, request: hers.id, customer_name: w.hanako.name, created_at: expect.any(String) },
    ])
    // The one that is here comes last: the parcel may still be the other's.
    await receive(t, his, 2)
    expect((await scan(number)).body.candidates).toMatchObject([
      { request: hers.id, arrived_at: null },
      { request: his.id, arrived_at: expect.any(String), next: 'start' },
    ])
    expect((await move(t, hers, 4)).status).toBe(200)
    expect((await scan(number)).body).toMatchObject({ request: his.id, candidates: [] })
    expect((await scan(number, w.umeda.staff)).status).toBe(404)
  })

  test('of a parcel leads to its box also when another one goes back after it', async () => {
    const twice = await apply(t, w)
    await write(twice.id, 'return_tracking_number', '377845100691')
    await t.pool.query(
      `insert into return_parcel (request_id, carrier, tracking_number, item_count, sent_at)
        values ($1, 'YAMATO', '377845100702', 1, $2)`,
      [twice.id, t.clock.now()],
    )
    for (const text of ['377845100691', '377845100702']) {
      expect((await scan(text)).body, text).toMatchObject({ kind: 'parcel', request: twice.id })
      const listed = await t.ask('GET /api/biz/purchase_requests/', {
        token: w.aoyama.staff.token,
        query: { q: text },
      })
      expect(
        listed.body.results.map(({ id }: { id: number }) => id),
        text,
      ).toEqual([twice.id])
    }
  })

  test('of a badge is a colleague, and nobody when it is another company’s or misread', async () => {
    const badge = staffCode(w.aoyama.admin.id)
    expect((await scan(badge.toLowerCase().replace('-', ''))).body).toMatchObject({
      kind: 'staff',
      staff: w.aoyama.admin.id,
      name: w.aoyama.admin.name,
      request: null,
      next: null,
    })
    expect((await scan(badge, w.umeda.staff)).status).toBe(404)
    const wrong = (Number(badge.at(-1)) + 1) % 10
    expect((await scan(badge.slice(0, -1) + wrong)).status).toBe(404)
  })

  test('says what is next for the box and for the article', async () => {
    const way = await apply(t, w)
    const next = async (text = String(way.id)) => (await scan(text)).body.next
    expect(await next()).toBe('receive')
    await receive(t, way, 2)
    expect(await next()).toBe('start')
    expect(await next(`${way.id}-1`)).toBe('start')
    await startAssessing(t, way)
    expect(await next()).toBe('assess')
    expect(await next(`${way.id}-1`)).toBe('assess')
    await t.pool.query(
      `update purchase_item set status = 3, not_buyable_reason = '破れ' where request_id = $1 and seq = 1`,
      [way.id],
    )
    expect(await next()).toBe('assess')
    await t.pool.query(
      `update purchase_item set status = 3, not_buyable_reason = '破れ' where request_id = $1`,
      [way.id],
    )
    expect(await next()).toBe('publish')
    const back = await offered(t, w)
    await answer(t, back, { decision_all: 'return' })
    await t.runJobs()
    const { status } = await read(t, back)
    if (status !== 22) expect((await move(t, back, 22)).status).toBe(200)
    expect(await next(String(back.id))).toBe('pack')
    expect(await next(back.slugs[0])).toBe('pack')
    const bought = await contracted(t, w)
    expect(await next(bought.slugs[0])).toBe('productize')
  })
})

describe('a search', () => {
  const list = async (path: string, q: string, who: Person = w.aoyama.staff) =>
    (await t.ask(`GET ${path}`, { token: who.token, query: { q } })).body
  const requests = async (q: string, who?: Person): Promise<number[]> =>
    (await list('/api/biz/purchase_requests/', q, who)).results.map((row: { id: number }) => row.id)
  const items = async (q: string, who?: Person): Promise<string[]> =>
    (await list('/api/biz/purchase-items/', q, who)).results.map((row: { slug: string }) => row.slug)
  const customers = async (q: string, who = w.aoyama.staff, shop = w.aoyama.shops[0]): Promise<number[]> =>
    (await list(`/api/biz/shops/${shop}/customers/`, q, who)).results.map((row: { id: number }) => row.id)

  test('for requests takes every code that is printed, and mail addresses', async () => {
    await write(box.id, 'tracking_number', '500011112226')
    for (const text of [
      `${box.id}-3`,
      code.toLowerCase().replace('-', ''),
      box.slugs[0]?.toUpperCase() ?? '',
      '5000-1111-2226',
    ])
      expect(await requests(text), text).toEqual([box.id])
    const hers = await requests('山田 花子')
    expect(hers.length).toBeGreaterThan(1)
    for (const text of ['hanako@example.jp', 'HANAKO@', '090-1234-5678'])
      expect(await requests(text), text).toEqual(text.includes('@') ? hers : await requests('09012345678'))
    expect(await requests('nobody@example.jp')).toEqual([])
  })

  test('for requests takes several codes of several kinds at once', async () => {
    const other = await apply(t, w)
    const pasted = `${code}\n${other.id}, ${box.slugs[1]}  ${box.id}-2`
    expect(await requests(pasted)).toEqual([other.id, box.id])
    expect(await requests(`${code} 山田`)).toEqual([])
    expect(await requests(pasted, w.umeda.staff)).toEqual([])
  })

  test('says which of several codes the list does not show, under all its conditions', async () => {
    const other = await apply(t, w)
    const missing = async (path: string, query: object, who = w.aoyama.staff) =>
      (await t.ask(`GET ${path}codes/`, { token: who.token, query: { ...query } })).body.missing
    const inRequests = (q: string, more: object = {}, who = w.aoyama.staff) =>
      missing('/api/biz/purchase_requests/', { q, ...more }, who)
    const pasted = `${code}\r\n${other.id}、99999999　${box.slugs[1]},${box.id}-2 OKB-ZZZZ-ZZZZ-ZZZZ\thanako@example.jp；09099999999`
    expect(await inRequests(pasted)).toEqual(['99999999', 'OKB-ZZZZZZZZZZZZ', '09099999999'])
    expect(await inRequests(`${code} ${other.id}`, { status: 0 })).toEqual([code])
    expect(await inRequests(`${code} ${other.id}`, {}, w.umeda.staff)).toEqual([code, String(other.id)])
    expect(await inRequests('99999999')).toEqual([])
    expect(await inRequests(`${code} 山田`)).toEqual([])
    expect(
      await missing('/api/biz/purchase-items/', { q: `${box.slugs[0]} ${box.id}-99 ${code} ZZ-9999X` }),
    ).toEqual([`${box.id}-99`, 'ZZ-9999X'])
    expect(
      await missing('/api/biz/purchase-items/', { q: `${box.slugs[0]} ${box.id}-2` }, w.umeda.staff),
    ).toEqual([box.slugs[0], `${box.id}-2`])
  })

  test('for articles finds the very one, all of a box, and by words', async () => {
    const [first, second] = box.slugs
    expect(await items(`${box.id}-2`)).toEqual([second])
    expect((await items(`${box.id}-2 ${first}`)).toSorted()).toEqual([first, second].toSorted())
    expect((await items(code)).toSorted()).toEqual(box.slugs.toSorted())
    expect(await items('テーラードジャケット')).toContain(first)
    expect(await items('山田')).toContain(first)
    await t.pool.query(`update purchase_item set product_number = 'AB-1234X' where slug = $1`, [first])
    expect(await items('ab-1234x')).toEqual([first])
    expect(await items('hanako@example.jp', w.umeda.staff)).toEqual([])
  })

  test('for customers finds who sent what a code stands on', async () => {
    for (const text of ['hanako@example.jp', code, `${box.id}-1`, box.slugs[2] ?? '', String(box.id), '花子'])
      expect(await customers(text), text).toContain(w.hanako.id)
    expect(await customers('nobody@example.jp')).toEqual([])
    const [shop] = w.umeda.shops
    expect(await customers('hanako@example.jp', w.umeda.staff, shop)).toEqual([])
  })

  test('survives whatever is pasted', async () => {
    for (const text of ['%', "'", '\\', '@', 'a@b@c', '-', '1-1-1', '9'.repeat(400), '1 '.repeat(90)]) {
      for (const path of ['/api/biz/purchase_requests/', '/api/biz/purchase-items/'])
        expect(
          (await t.ask(`GET ${path}`, { token: w.aoyama.staff.token, query: { q: text } })).status,
          text,
        ).toBe(200)
      expect(
        (
          await t.ask(`GET /api/biz/shops/${w.aoyama.shops[0]}/customers/`, {
            token: w.aoyama.staff.token,
            query: { q: text },
          })
        ).status,
        text,
      ).toBe(200)
    }
  })

  test('by code goes over indexes', async () => {
    await contracted(t, w)
    const client = await t.pool.connect()
    try {
      await client.query('begin')
      // The tables are too small for the planner to choose the index.
      await client.query('set local enable_seqscan = off')
      const plan = async (text: string, values: unknown[]) =>
        (await client.query(`explain ${text}`, values)).rows.map((row) => row['QUERY PLAN']).join('\n')
      const parcels = `from request_box where tracking_number <> '' and tracking_number = any($1::text[])`
      expect(await plan(`select request_id ${parcels}`, [['1']])).toContain('request_box_tracking')
      const products = `from purchase_item where product_number <> '' and upper(product_number) = any($1::text[])`
      expect(await plan(`select id ${products}`, [['AB-1']])).toContain('purchase_item_product_number')
      const mail = `select id from account where kind = 'customer' and email_folded like $1`
      expect(await plan(mail, ['hanako@%'])).toContain('account_customer_email')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
