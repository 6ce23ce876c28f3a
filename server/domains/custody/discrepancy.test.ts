import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlaceKind } from '#contract/custody'
import { placeCode } from '#contract/scan-code'
import { makeBusinessAccount } from '#server/domains/account/account.factory'
import { randomKey, type TestApp, testApp } from '../../../tests/support/app.ts'
import { statementsOf } from '../../../tests/support/statements.ts'
import { answer, apply, type Box, move, offered, receive } from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { makePlace } from './custody.factory.ts'

let t: TestApp
let w: World
let first: number
let second: number
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  ;[first, second] = w.aoyama.shops
})
afterAll(() => t.close())

const path = '/api/biz/custody/discrepancies/'
const make = (name: string, kind: PlaceKind, shop: number) =>
  makePlace(t.db, { company_id: w.aoyama.company, shop_id: shop }, { name, kind })
const token = () => w.aoyama.staff.token
const list = async (query: Record<string, string | number | boolean> = {}, who = token()) => {
  const { body } = await t.ask(`GET ${path}`, { token: who, query })
  return { count: body.count, rows: body.results }
}
const of = async (box: Box, query = {}) =>
  (await list(query)).rows.find(({ request }: { request: number }) => request === box.id)
const kinds = async (box: Box) => ((await of(box))?.problems ?? []).map(({ kind }: { kind: string }) => kind)
const onBoard = async (query = {}, who = token()) => {
  const { stations } = (await t.ask('GET /api/biz/today/', { token: who, query })).body
  return stations.find(({ key }: { key: string }) => key === 'discrepancies').count
}
const explain = (box: Box, mark: string, who = token()) =>
  t.ask(`POST ${path}${box.id}/explain/`, {
    token: who,
    key: randomKey(),
    body: { reason: 'お客さまに確認済み。', mark },
  })
const count = (place: number, codes: string[]) =>
  t.ask('POST /api/biz/custody/counts/', {
    token: token(),
    key: randomKey(),
    body: { place, codes, with_boxes: false },
  })
const slugsOf = (body: { items: { slug: string }[] }) => body.items.map(({ slug }) => slug)

test('fewer articles than declared are listed until the customer has answered', async () => {
  const more = await apply(t, w, { item_count: 2 })
  await receive(t, more, 3)
  expect(await of(more)).toBeUndefined()
  const box = await offered(t, w, { item_count: 5 }, [5000, 3000])
  expect(await of(box)).toMatchObject({
    declared: 5,
    received: 2,
    articles: 2,
    customer_name: w.hanako.name,
    problems: [{ kind: 'short', count: 3, items: [] }],
  })
  await answer(t, box, { decision_all: 'sell' })
  expect(await of(box)).toBeUndefined()
})

test('an article at no place is listed once its shop has places, and no longer once it is there', async () => {
  const box = await apply(t, w, { shop: second, item_count: 2 })
  const { items, boxes } = await receive(t, box, 2)
  expect(await of(box)).toBeUndefined()
  const shelf = await make('棚', 'storage', second)
  expect(await of(box)).toMatchObject({ placed: 0, problems: [{ kind: 'unplaced', items: [1, 2] }] })
  expect([await onBoard({ shop: second }), (await list({ shop: second })).count]).toEqual([1, 1])
  expect((await list({ shop: first, kind: 'unplaced' })).count).toBe(0)
  const body = { target: placeCode(shelf), codes: [boxes[0].box_code, ...slugsOf({ items })] }
  await t.ask('POST /api/biz/custody/handovers/', { token: token(), key: randomKey(), body })
  expect(await of(box)).toBeUndefined()
  expect(await onBoard({ shop: second })).toBe(0)
})

test('what a count of its place does not find is listed until a newer one finds it', async () => {
  const desk = await make('受付', 'intake', first)
  const box = await apply(t, w, { item_count: 2 })
  const { items, boxes } = await receive(t, box, 2)
  const [one = '', other = ''] = slugsOf({ items })
  const code = boxes[0].box_code
  const { body } = await count(desk, [code, one])
  expect(await of(box)).toMatchObject({ placed: 2, problems: [{ kind: 'missing', count: 1, items: [2] }] })
  await count(desk, [one])
  expect((await of(box)).problems).toEqual([{ kind: 'missing', count: 2, items: [2] }])
  await count(desk, [code, one, other])
  expect(await kinds(box)).toEqual([])
  const before = await t.ask(`GET /api/biz/custody/counts/${body.id}/`, { token: token() })
  expect(before.body).toMatchObject({ missing: 1, open: 0 })
})

test('what a broken-off request leaves here waits for an explanation, and again when it changes', async () => {
  const box = await apply(t, w, { item_count: 3 })
  await receive(t, box, 3)
  expect((await move(t, box, 24, { reason: 'お取り扱いできない品' })).status).toBe(200)
  const row = await of(box)
  expect(row).toMatchObject({ status: 24, problems: [{ kind: 'left_over', count: 3, items: [1, 2, 3] }] })
  const outdated = await explain(box, '0000000000000000')
  expect([outdated.body.code, outdated.body.current.mark]).toEqual(['stale_version', row.mark])
  const waiting = await onBoard()
  const both = await Promise.all([explain(box, row.mark), explain(box, row.mark)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await onBoard()).toBe(waiting - 1)
  expect(await of(box)).toBeUndefined()
  expect(await of(box, { explained: true })).toMatchObject({
    explanation: { reason: 'お客さまに確認済み。', by: w.aoyama.staff.name },
  })
  await t.pool.query(
    `insert into purchase_item (slug, request_id, company_id, shop_id, seq, created_at, updated_at)
     values ('wasureta22222222', $1, $2, $3, 4, now(), now())`,
    [box.id, w.aoyama.company, first],
  )
  expect(await of(box)).toMatchObject({ explanation: null, problems: [{ items: [1, 2, 3, 4] }] })
})

test('every page has the count of all, and what does not add up is found once for all readers', async () => {
  for (const item_count of [7, 8]) await receive(t, await apply(t, w, { item_count }), 1)
  const all = await list({ kind: 'short' })
  expect(all.rows.length).toBe(all.count)
  const pages = await Promise.all([1, 2, 'last'].map((page) => list({ kind: 'short', size: 1, page })))
  expect(pages.map(({ count, rows }) => [count, rows])).toEqual(
    [all.rows[0], all.rows[1], all.rows.at(-1)].map((row) => [all.count, [row]]),
  )
  const again = await statementsOf(() => list({ kind: 'short' }, w.aoyama.admin.token))
  expect(again.filter((text) => /left_over/.test(text))).toEqual([])
})

test('reaches no further than the shops of a person, and nothing of it another dealer', async () => {
  const box = await apply(t, w, { item_count: 9 })
  await receive(t, box, 1)
  const { mark } = await of(box)
  const limited = await makeBusinessAccount(t.db, w.aoyama.company, { shop_ids: [second] })
  for (const who of [(await signIn(t, limited)).token, w.umeda.admin.token]) {
    const { count: found, rows } = await list({}, who)
    expect([found, rows, await onBoard({}, who)]).toEqual([0, [], 0])
    expect((await explain(box, mark, who)).status).toBe(404)
  }
})

test('thousands of articles at one place make one count, which says what is missing', async () => {
  const shelf = await make('倉庫', 'storage', first)
  const box = await apply(t, w, { item_count: 1 })
  await receive(t, box, 1)
  const { rows } = await t.pool.query<{ slug: string }>(
    `insert into purchase_item (slug, request_id, company_id, shop_id, seq, created_at, updated_at)
     select translate(lpad(n::text, 16, '0'), '0123456789', 'abcdefghjk'), $1, $2, $3, n, now(), now() from generate_series(2, 6001) n returning slug`,
    [box.id, w.aoyama.company, first],
  )
  const counted = await count(
    shelf,
    rows.map(({ slug }) => slug),
  )
  expect([counted.status, counted.body.found, counted.body.extra]).toEqual([201, 6000, 6000])

  const settled = await t.ask(`POST /api/biz/custody/counts/${counted.body.id}/settle/`, { token: token() })
  expect([settled.status, settled.body.open]).toEqual([200, 0])
  const [, , lost, ...found] = rows.map(({ slug }) => slug)
  const again = await count(shelf, found)
  expect(again.body).toMatchObject({ expected: 6000, found: 5997, missing: 3 })
  expect(again.body.lines.map((line: { seq: number }) => line.seq)).toEqual([2, 3, 4])
  expect((await of(box)).problems).toContainEqual({ kind: 'missing', count: 3, items: [2, 3, 4] })
  // Nothing scanned at all, and then all but one: each line is looked up in the newer counts.
  const nothing = await count(shelf, [])
  expect(nothing.body).toMatchObject({ missing: 6000, open: 6000 })
  await count(
    shelf,
    [...rows.map(({ slug }) => slug)].filter((slug) => slug !== lost),
  )
  const before = await t.ask(`GET /api/biz/custody/counts/${nothing.body.id}/`, { token: token() })
  expect(before.body).toMatchObject({ missing: 6000, open: 1 })
})
