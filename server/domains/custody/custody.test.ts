import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlaceKind } from '#contract/custody'
import { placeCode, staffCode } from '#contract/scan-code'
import { makeBusinessAccount } from '#server/domains/account/account.factory'
import { randomKey, type TestApp, testApp } from '../../../tests/support/app.ts'
import {
  answer,
  apply,
  assessAll,
  type Box,
  move,
  offered,
  read,
  receive,
  startAssessing,
} from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { makePlace } from './custody.factory.ts'

let t: TestApp
let w: World
let first: number
let second: number
let desk: number
let bench: number
let shelf: number
let exit: number
let photo: number

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  ;[first, second] = w.aoyama.shops
  const make = (name: string, kind: PlaceKind, shop = first) =>
    makePlace(t.db, { company_id: w.aoyama.company, shop_id: shop }, { name, kind })
  desk = await make('受付カウンター', 'intake')
  bench = await make('査定台1', 'assessment')
  shelf = await make('保管棚A', 'storage')
  exit = await make('返送の台', 'return')
  photo = await make('撮影ブース', 'photo')
})
afterAll(() => t.close())

const staff = () => w.aoyama.staff.token
const handOver = (target: string, codes: string[], token = staff(), key = randomKey()) =>
  t.ask('POST /api/biz/custody/handovers/', { token, key, body: { target, codes } })
const undo = (id: number, token = staff()) => t.ask(`POST /api/biz/custody/handovers/${id}/undo/`, { token })
const custodyOf = async (box: Box) =>
  (await t.ask(`GET /api/biz/purchase_requests/${box.id}/custody/`, { token: box.staff.token })).body
const spots = async (box: Box) =>
  (await custodyOf(box)).now.map((one: { spot: { name: string } | null }) => one.spot?.name ?? null)
const places = async (token = staff(), query = {}) =>
  (await t.ask('GET /api/biz/custody/places/', { token, query })).body

async function received(count = 3, overrides = {}): Promise<Box & { boxes: string[]; items: string[] }> {
  const box = await apply(t, w, overrides)
  const { boxes, items } = await receive(t, box, count)
  return {
    ...box,
    boxes: boxes.map(({ box_code }: { box_code: string }) => box_code),
    items: items.map(({ slug }: { slug: string }) => slug),
  }
}

describe('places', () => {
  const make = (body: object, token = w.aoyama.admin.token, key = randomKey()) =>
    t.ask('POST /api/biz/custody/places/', { token, key, body })
  const change = (id: number, body: object) =>
    t.ask(`PATCH /api/biz/custody/places/${id}/`, { token: w.aoyama.admin.token, body })

  test('are made and changed by administrators, each name once in a shop', async () => {
    const made = await make({ shop: second, name: '保管棚A', kind: 'storage' })
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ code: placeCode(made.body.id), shop_name: '渋谷店', boxes: 0, items: 0 }),
    ])
    expect((await make({ shop: second, name: '保管棚A', kind: 'photo' })).body.code).toBe('place_name_taken')
    expect((await make({ shop: second, name: '棚', kind: 'photo' }, staff())).status).toBe(403)
    expect((await make({ shop: w.umeda.shops[0], name: '棚', kind: 'photo' })).body).toHaveProperty('shop')
    const id = made.body.id
    expect((await change(id, { name: '保管棚B', kind: 'photo', version: 1 })).body).toMatchObject({
      name: '保管棚B',
      kind: 'photo',
      version: 2,
    })
    expect((await change(id, { name: '保管棚C', version: 1 })).body).toMatchObject({
      code: 'stale_version',
      current: { name: '保管棚B' },
    })
    expect((await change(id, { is_active: false, version: 2 })).status).toBe(200)
    expect((await places(staff(), { shop: second })).length).toBe(0)
    expect((await places(staff(), { shop: second, all: true })).length).toBe(1)
    expect(await places(w.umeda.staff.token, { all: true })).toEqual([])
  })

  test('show a colleague of some shops as much as they list, and are in use by what is of another', async () => {
    const shared = await makePlace(
      t.db,
      { company_id: w.aoyama.company, shop_id: first },
      { name: '共用の棚', kind: 'storage' },
    )
    const own = await received(1)
    const away = await received(2, { shop: second })
    for (const code of [...own.boxes, ...away.boxes])
      expect((await handOver(placeCode(shared), [code])).status).toBe(201)
    const made = await makeBusinessAccount(t.db, w.aoyama.company, {
      user: { name: '本店 長', role: 'admin' },
      shop_ids: [first],
    })
    const limited = (await signIn(t, made)).token
    const of = async (token: string) => {
      const [{ boxes, items, version }] = (await places(token)).filter(
        ({ id }: { id: number }) => id === shared,
      )
      const { body } = await t.ask(`GET /api/biz/custody/places/${shared}/contents/`, { token })
      return { boxes, items, version, listed: body.length }
    }
    expect(await of(staff())).toMatchObject({ boxes: 2, items: 3, listed: 5 })
    expect(await of(limited)).toMatchObject({ boxes: 1, items: 1, listed: 2 })

    const counted = await t.ask('POST /api/biz/custody/counts/', {
      token: staff(),
      key: randomKey(),
      body: { place: shared, codes: [], with_boxes: false },
    })
    expect(counted.body).toMatchObject({ missing: 5, open: 5 })
    const seen = await t.ask(`GET /api/biz/custody/counts/${counted.body.id}/`, { token: limited })
    expect([seen.body.missing, seen.body.open, seen.body.lines.length]).toEqual([2, 2, 2])

    for (const code of own.boxes) expect((await handOver(placeCode(shelf), [code])).status).toBe(201)
    const { version } = await of(limited)
    const closed = await t.ask(`PATCH /api/biz/custody/places/${shared}/`, {
      token: limited,
      body: { is_active: false, version },
    })
    expect(closed.body.code).toBe('place_in_use')
  })

  test('in use are not taken away', async () => {
    await received(1)
    const [{ version }] = (await places()).filter(({ id }: { id: number }) => id === desk)
    expect((await change(desk, { is_active: false, version })).body.code).toBe('place_in_use')
  })
})

describe('a box that is received', () => {
  test('starts with its articles at the first place for arrivals, and is moved with them', async () => {
    const box = await received()
    expect(await spots(box)).toEqual(Array.from({ length: 4 }, () => '受付カウンター'))
    const moved = await handOver(placeCode(shelf), box.boxes)
    expect(moved.status).toBe(201)
    expect(moved.body.moved).toHaveLength(4)
    expect(await spots(box)).toEqual(Array.from({ length: 4 }, () => '保管棚A'))
    const { records, tally } = await custodyOf(box)
    expect(tally).toMatchObject({
      declared: 3,
      received: 3,
      articles: 3,
      assessed: 0,
      unplaced: [],
      left_over: [],
    })
    expect(records).toMatchObject([
      {
        kind: 'scan',
        by: w.aoyama.staff.name,
        from: { name: '受付カウンター' },
        to: { name: '保管棚A' },
        boxes: [1],
        items: [1, 2, 3],
      },
      { kind: 'arrival', from: null, to: { name: '受付カウンター' } },
    ])
  })

  test('leaves the articles behind while another box of the request stays', async () => {
    const box = await received(4, { box_count: 2 })
    await handOver(placeCode(bench), box.boxes.slice(0, 1))
    expect((await spots(box)).slice(0, 3)).toEqual(['査定台1', '受付カウンター', '受付カウンター'])
    await handOver(placeCode(bench), box.boxes.slice(1))
    expect(new Set(await spots(box))).toEqual(new Set(['査定台1']))
  })

  test('in a shop without places is recorded nowhere, and worked on as before', async () => {
    const box = await apply(t, w, { shop: second })
    await receive(t, box)
    expect(await custodyOf(box)).toMatchObject({ is_used: false, records: [] })
    await startAssessing(t, box)
    await assessAll(t, w, box, [3000])
  })
})

describe('a hand-over', () => {
  test('scanned again changes nothing, and goes into the hands of a colleague', async () => {
    const box = await received()
    const [slug = ''] = box.items
    const key = randomKey()
    const one = await handOver(placeCode(shelf), [slug, `${box.id}-2`], staff(), key)
    expect((await handOver(placeCode(shelf), [slug, `${box.id}-2`], staff(), key)).body).toEqual(one.body)
    const again = await handOver(placeCode(shelf), [slug.toUpperCase()])
    expect(again.body).toMatchObject({ id: null, moved: [], unchanged: [{ slug }] })
    const { body } = await handOver(staffCode(w.aoyama.admin.id), [slug])
    expect(body.to).toMatchObject({ holder: w.aoyama.admin.id, name: w.aoyama.admin.name, place: null })
    expect((await custodyOf(box)).records).toHaveLength(3)
  })

  test('is all or nothing, and names what it does not know', async () => {
    const box = await received(2)
    const [slug = ''] = box.items
    const before = await spots(box)
    const unknown = await handOver(placeCode(shelf), [slug, 'OKB-AAAAAAAAAAAA'])
    expect(unknown.body.codes[0]).toContain('OKB-AAAAAAAAAAAA')
    expect((await handOver('OKP-99999', [slug])).body).toHaveProperty('target')
    expect((await handOver(placeCode(999_999), [slug])).body).toHaveProperty('target')
    expect((await handOver(placeCode(shelf), [slug], w.umeda.staff.token)).body).toHaveProperty('codes')
    const awaited = await read(t, await apply(t, w))
    expect((await handOver(placeCode(shelf), [awaited.boxes[0].box_code])).body.codes[0]).toContain(
      'まだ受け取っていません',
    )
    expect(await spots(box)).toEqual(before)
  })

  test('is undone once, unless something has moved on', async () => {
    const box = await received(2)
    const { id } = (await handOver(placeCode(shelf), box.boxes)).body
    expect((await undo(id, w.umeda.staff.token)).status).toBe(404)
    const undone = await undo(id)
    expect(undone.status).toBe(200)
    expect(undone.body.moved).toHaveLength(3)
    expect((await undo(id)).body).toEqual(undone.body)
    expect(new Set(await spots(box))).toEqual(new Set(['受付カウンター']))
    const other = (await handOver(placeCode(shelf), box.boxes)).body
    await handOver(placeCode(bench), box.items.slice(0, 1))
    expect((await undo(other.id)).body.code).toBe('custody_moved_on')
  })

  test('by two people at once is recorded one after the other', async () => {
    const box = await received(1)
    const [slug = ''] = box.items
    const both = await Promise.all([
      handOver(placeCode(shelf), [slug], w.aoyama.staff.token),
      handOver(placeCode(bench), [slug], w.aoyama.admin.token),
    ])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    const { records } = await custodyOf(box)
    expect(records[0].from).toEqual(records[1].to)
    expect(records[0].to).toEqual((await custodyOf(box)).now[1].spot)
  })

  test('reaches no further than the shops of a person', async () => {
    const { account_id, business_user_id } = await makeBusinessAccount(t.db, w.aoyama.company, {
      user: { name: '渋谷 係', role: 'staff' },
      shop_ids: [second],
    })
    const { token } = await signIn(t, { account_id, business_user_id } as never)
    const box = await received(1)
    expect((await handOver(placeCode(shelf), box.items, token)).body).toHaveProperty('codes')
    expect(await places(token)).toEqual([])
    const look = (code: string) => t.ask(`GET /api/biz/custody/codes/${code}/`, { token })
    expect((await look(placeCode(shelf))).status).toBe(404)
    expect((await look(box.items[0] as string)).status).toBe(404)
  })
})

describe('a count', () => {
  const count = (place: number, codes: string[], with_boxes = false, token = staff()) =>
    t.ask('POST /api/biz/custody/counts/', { token, key: randomKey(), body: { place, codes, with_boxes } })
  const settle = (id: number) => t.ask(`POST /api/biz/custody/counts/${id}/settle/`, { token: staff() })

  test('says what is missing and what is there too much, until it is moved', async () => {
    const corner = await makePlace(
      t.db,
      { company_id: w.aoyama.company, shop_id: first },
      { name: '奥の棚', kind: 'storage' },
    )
    const here = await received(3)
    const elsewhere = await received(1)
    await handOver(placeCode(corner), here.boxes)
    const [present = '', ...lost] = here.items
    const { body } = await count(corner, [...here.boxes, present, ...elsewhere.items])
    expect(body).toMatchObject({
      expected: 4,
      found: 3,
      missing: 2,
      extra: 1,
      open: 3,
      by: w.aoyama.staff.name,
    })
    const lines = (which: boolean) =>
      body.lines.filter((line: { is_missing: boolean }) => line.is_missing === which)
    expect(lines(true).map(({ slug }: { slug: string }) => slug)).toEqual(lost)
    expect(lines(false)).toMatchObject([{ slug: elsewhere.items[0], recorded: { name: '受付カウンター' } }])

    const settled = await settle(body.id)
    expect(settled.body).toMatchObject({ open: 2, missing: 2, extra: 1 })
    expect((await settle(body.id)).body).toEqual(settled.body)
    expect((await custodyOf(elsewhere)).records[0]).toMatchObject({ kind: 'count', to: { name: '奥の棚' } })
    await handOver(placeCode(bench), lost)
    const read = `GET /api/biz/custody/counts/${body.id}/`
    expect((await t.ask(read, { token: staff() })).body.open).toBe(0)
    expect((await t.ask(read, { token: w.umeda.staff.token })).status).toBe(404)
    const list = await t.ask('GET /api/biz/custody/counts/', { token: w.umeda.staff.token })
    expect(list.body.count).toBe(0)
  })

  test('of closed boxes finds the articles in them', async () => {
    const corner = await makePlace(
      t.db,
      { company_id: w.aoyama.company, shop_id: first },
      { name: '入口の棚', kind: 'storage' },
    )
    const box = await received(3)
    await handOver(placeCode(corner), box.boxes)
    expect((await count(corner, box.boxes, true)).body).toMatchObject({ expected: 4, found: 4, lines: [] })
    expect((await count(corner, [], true)).body).toMatchObject({ missing: 4 })
    expect((await count(corner, box.boxes, true, w.umeda.staff.token)).body).toHaveProperty('place')
    const other = await makePlace(
      t.db,
      { company_id: w.aoyama.company, shop_id: first },
      { name: '地下の棚', kind: 'storage' },
    )
    const found = await count(other, box.boxes, true)
    expect((await settle(found.body.id)).body).toMatchObject({ extra: 1, open: 0 })
    const { now } = await custodyOf(box)
    expect(new Set(now.map(({ spot }: { spot: { name: string } }) => spot.name))).toEqual(
      new Set(['地下の棚']),
    )
  })

  test('does not look for what is to be recycled, which can still be moved', async () => {
    const corner = await makePlace(
      t.db,
      { company_id: w.aoyama.company, shop_id: first },
      { name: '回収の棚', kind: 'storage' },
    )
    const box = await offered(t, w, { unpriced_policy: 'dispose' }, [5000, null])
    const [kept = '', slug = ''] = box.slugs
    await handOver(placeCode(corner), box.slugs)
    await answer(t, box, { decision_all: 'sell' })
    const { items } = await read(t, box)
    expect(items.map((one: { is_disposed: boolean }) => one.is_disposed)).toEqual([false, true])
    expect((await count(corner, [kept])).body).toMatchObject({ expected: 1, missing: 0, extra: 0 })
    expect((await count(corner, [slug, kept])).body).toMatchObject({ missing: 0, extra: 0 })
    expect((await handOver(placeCode(exit), [slug])).status).toBe(201)
  })
})

describe('the wrong place', () => {
  test('refuses an assessment, and says where the article is and where it must be', async () => {
    const box = await received(1)
    await startAssessing(t, box)
    const [slug = ''] = box.items
    await handOver(placeCode(exit), [slug])
    const token = staff()
    const { version } = (await t.ask(`GET /api/purchase_items/${slug}/`, { token })).body
    const write = () =>
      t.ask(`PATCH /api/purchase_items/${slug}/`, { token, body: { name: 'コート', version } })
    const refused = await write()
    expect(refused).toMatchObject({ status: 400, body: { code: 'wrong_place' } })
    expect(refused.body.non_field_errors[0]).toBe(
      `商品 ${box.id}-1は、いま「返送の台」(返送)にあります。査定は、お店の「査定」か「受付」の置き場に移してから行ってください。`,
    )
    await handOver(staffCode(w.aoyama.staff.id), [slug])
    expect((await write()).status).toBe(200)
  })

  test('keeps an article from being sent back until it is where returns are packed, and then it is gone', async () => {
    const box = await offered(t, w, {}, [5000])
    const [slug = ''] = box.slugs
    await answer(t, box, { decision_all: 'return' })
    const { status } = await read(t, box)
    if (status !== 22) expect((await move(t, box, 22)).status).toBe(200)
    const send = () => move(t, box, 23, { carrier: 'YAMATO', tracking_number: '377845100684' })
    const refused = await send()
    expect(refused.body).toMatchObject({ code: 'wrong_place' })
    await handOver(staffCode(w.aoyama.staff.id), [slug])
    expect((await send()).body.non_field_errors[0]).toContain(`${w.aoyama.staff.name}さんの手元`)
    await handOver(placeCode(exit), [slug])
    expect((await send()).status).toBe(200)
    const { now, records, tally } = await custodyOf(box)
    expect(tally).toMatchObject({
      declared: 3,
      received: 1,
      assessed: 1,
      returned: 1,
      unplaced: [],
      left_over: [],
    })
    expect(now.find((one: { slug: string }) => one.slug === slug).spot).toBeNull()
    expect(records[0]).toMatchObject({ kind: 'sent', from: { name: '返送の台' }, to: null })
    expect((await handOver(placeCode(photo), [slug])).body.codes[0]).toContain('お店にありません')
  })

  test('is every place of another shop', async () => {
    const box = await received(1)
    await startAssessing(t, box)
    const away = await makePlace(
      t.db,
      { company_id: w.aoyama.company, shop_id: second },
      { name: '渋谷の査定台', kind: 'assessment' },
    )
    const [slug = ''] = box.items
    await handOver(placeCode(away), [slug])
    const token = staff()
    const { version } = (await t.ask(`GET /api/purchase_items/${slug}/`, { token })).body
    const refused = await t.ask(`PATCH /api/purchase_items/${slug}/`, { token, body: { name: 'a', version } })
    expect(refused.body.non_field_errors[0]).toContain('渋谷店の「渋谷の査定台」')
  })
})
