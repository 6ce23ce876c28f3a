import { afterAll, beforeAll, expect, test } from 'vitest'
import { activityLabel } from '#contract/activity'
import { setupCalls } from '#contract/setup'
import { transferCalls } from '#contract/transfer'
import { systemActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply, receive } from '../../../tests/support/steps.ts'
import { makeEmployee, makeWorld, type Person, signIn, type World } from '../../../tests/support/world.ts'
import { fieldWords, inWords } from './activity.rules.ts'
import { type recordActivity, recordRead } from './activity.service.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const trail = async (who: Pick<Person, 'account_id'>, query: Record<string, string | number> = {}) => {
  const { token } = await signIn(t, who)
  return t.ask('GET /api/biz/activities/', { token, query })
}
const rows = async (who: Pick<Person, 'account_id'>, query: Record<string, string | number> = {}) => {
  const { status, body } = await trail(who, query)
  expect(status).toBe(200)
  return body.results
}
const csv = async (who: Pick<Person, 'account_id'>, query: Record<string, string | number> = {}) => {
  const { token } = await signIn(t, who)
  const { status, body } = await t.ask('GET /api/biz/activities/csv/', { token, query })
  expect(status).toBe(200)
  return String(body)
}

async function as(who: Person, company_id: number, activity: Parameters<typeof recordActivity>[2]) {
  await inTransaction(t.db, (tx) =>
    tx
      .insertInto('activity')
      .values({
        at: t.clock.now().toISOString(),
        actor_kind: 'business',
        actor_id: who.account_id,
        company_id,
        action: activity.action,
        object_type: activity.object_type ?? '',
        object_id: String(activity.object_id ?? ''),
        detail: JSON.stringify(activity.detail ?? {}),
      })
      .execute(),
  )
}

test('an administrator reads who changed whose rights, from what to what', async () => {
  const { admin, staff, shops } = w.aoyama
  const { token } = await signIn(t, admin)
  const changed = await t.ask(`PATCH /api/business-users/${staff.id}/`, {
    token,
    body: { shops: [shops[1]] },
  })
  expect(changed.status).toBe(200)
  const [row] = await rows(admin, { group: 'business_user' })
  expect(row).toMatchObject({
    who: { kind: 'own', name: '青山 一郎' },
    label: '役割・担当の店舗を変えた',
    object: { type: 'business_user', id: String(staff.id), label: '担当者 鈴木 健一' },
    changes: [{ label: '担当の店舗', before: 'すべての店舗', after: '渋谷店' }],
    lacks_values: false,
  })
  expect(await rows(admin, { person: w.aoyama.admin2.id })).toEqual([])
  expect(await rows(admin, { person: w.umeda.admin.id })).toEqual([])
  expect((await rows(admin, { person: admin.id, group: 'business_user' })).length).toBe(1)
  expect(await rows(admin, { date_to: '2000-01-01' })).toEqual([])
})

test('only administrators read it, and another company nothing of it, nor does the operator', async () => {
  for (const who of [w.aoyama.staff, w.hanako]) expect((await trail(who)).status).toBe(403)
  const foreign = await rows(w.umeda.admin)
  const house = await rows(w.operator.operator)
  for (const row of [...foreign, ...house]) expect(row.who.name).not.toMatch(/青山|鈴木/)
  expect(await csv(w.umeda.admin)).not.toMatch(/青山|鈴木|渋谷/)
  const people = await t.ask('GET /api/biz/activities/people/', {
    token: (await signIn(t, w.umeda.admin)).token,
  })
  expect(people.body.map(({ name }: { name: string }) => name).toSorted()).toEqual(['中津 渚', '梅田 次郎'])
})

test('what the operator does to a dealer is in the dealer’s trail, without a name', async () => {
  const { token } = await signIn(t, w.operator.operator)
  const path = `/api/biz/companies/${w.umeda.company}/`
  const before = (await t.ask(`GET ${path}`, { token })).body
  const { id, is_operator: _, shop_count: __, user_count: ___, unconfirmed_count: ____, ...fields } = before
  const put = await t.ask(`PUT ${path}`, {
    token,
    body: { ...fields, return_cost: fields.return_cost + 100 },
  })
  expect(put.status).toBe(200)
  const [row] = await rows(w.umeda.admin, { group: 'company' })
  expect(row).toMatchObject({
    who: { kind: 'house', name: '' },
    object: { type: 'company', id: String(id) },
    changes: [{ label: '返送料' }],
  })
  expect(await rows(w.aoyama.admin, { group: 'company' })).toEqual([])
  expect((await rows(w.operator.operator, { group: 'company' }))[0].who.name).toBe('大手 進')
})

test('limited to a shop, an administrator sees what belongs to it', async () => {
  const { company, shops, admin } = w.aoyama
  const limited = await makeEmployee(t, company, '表参道 渡', 'admin', 'wataru@aoyama.example.jp')
  await t.db
    .insertInto('business_user_shop')
    .values({ business_user_id: limited.id, shop_id: shops[1] })
    .execute()
  await as(admin, company, { action: 'shop.set_brands', object_type: 'shop', object_id: shops[0] })
  await as(admin, company, { action: 'shop.set_brands', object_type: 'shop', object_id: shops[1] })
  await as(admin, company, { action: 'ledger.download', object_type: 'antique_ledger', object_id: company })
  await as(limited, company, { action: 'insight.export', detail: { table: 'acceptance', rows: 3 } })
  const seen = await rows(limited)
  expect(seen.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['shop.set_brands', 'insight.export', 'business_user.change_rights']),
  )
  expect(seen.map(({ object }: { object: { label: string } }) => object.label)).not.toContain('店舗 青山店')
  expect(seen.some(({ action }: { action: string }) => action === 'ledger.download')).toBe(false)
  const everything = await rows(admin, { object: 'shop' })
  expect(everything.length).toBe(2)
})

test('rows of earlier versions say plainly that the values were not recorded', async () => {
  const { admin, company } = w.aoyama
  const detail = { changed: ['phone', 'return_cost'] }
  await as(admin, company, { action: 'company.replace', object_type: 'company', object_id: company, detail })
  const [row] = await rows(admin, { object: 'company', q: String(company) })
  expect(row).toMatchObject({
    changes: [],
    facts: [{ label: '変えた項目', text: '電話番号、返送料' }],
    lacks_values: true,
  })
})

test('the file holds what the filter shows, and taking it away is in the trail', async () => {
  const { admin, company } = w.aoyama
  const change = { before: { name: '=1+1' }, after: { name: '佐藤, "一"' } }
  await as(admin, company, {
    action: 'business_user.rename',
    object_type: 'business_user',
    object_id: w.aoyama.staff.id,
    detail: change,
  })
  const filter = { group: 'business_user', person: admin.id }
  const file = await csv(admin, filter)
  expect(file.startsWith('\uFEFF番号,日時,担当者,操作,対象,変更前,変更後,内容\r\n')).toBe(true)
  expect(file).toContain(
    ',青山 一郎,担当者の名前を変えた,担当者 鈴木 健一,名前: =1+1,"名前: 佐藤, ""一""",\r\n',
  )
  expect(file.trim().split('\r\n').length).toBe((await rows(admin, filter)).length + 1)
  const [exported] = await rows(admin, { group: 'activity' })
  expect(exported).toMatchObject({ label: '操作の記録をCSVで保存した', who: { name: '青山 一郎' } })
  expect(exported.facts).toEqual([{ label: '件数', text: '2' }])
})

test('refuses what is no filter, and finds nothing for a code of another company', async () => {
  const bad = await trail(w.aoyama.admin, { group: 'nonsense', date_from: 'gestern' })
  expect([bad.status, Object.keys(bad.body).toSorted()]).toEqual([400, ['date_from', 'group']])
  expect((await trail(w.aoyama.admin, { page: 99 })).status).toBe(404)
  expect(await rows(w.aoyama.admin, { q: 'abcd'.repeat(4) })).toEqual([])
  expect(await rows(w.aoyama.admin, { q: "' or 1=1 --" })).toEqual([])
  expect(await rows(w.aoyama.admin, { person: Number.MAX_SAFE_INTEGER % 1e15 })).toEqual([])
})

test('every act has words, and every field that the set-up of company, shop and payer changes', () => {
  expect(new Set(Object.values(activityLabel)).size).toBe(Object.keys(activityLabel).length)
  const bodies = [setupCalls.replaceCompany, setupCalls.replaceShop, transferCalls.changeOriginator]
  const fields = bodies.flatMap(({ body }) => Object.keys((body as unknown as { shape: object }).shape))
  const unnamed = fields.filter((field) => field !== 'version' && !fieldWords[field])
  expect(unnamed).toEqual([])
  const none = { shop: new Map<number, string>(), person: new Map<number, string>() }
  const odd = inWords(
    { action: 'old.act', object_type: 'gone', object_id: '', object_name: '', detail: {} },
    none,
  )
  expect(odd).toEqual({ label: 'そのほかの操作', object: '', changes: [], facts: [], lacks_values: false })
})

test('an article is named and found by the number on its label', async () => {
  const box = await apply(t, w, { shop: w.aoyama.shops[1] })
  const { items } = await receive(t, box, 2)
  const item = await t.db
    .selectFrom('purchase_item')
    .select('id')
    .where('slug', '=', items[1].slug)
    .executeTakeFirstOrThrow()
  await as(w.aoyama.staff, w.aoyama.company, {
    action: 'item.photo_remove',
    object_type: 'item',
    object_id: item.id,
  })
  const number = `${box.id}-2`
  const named = { object: { type: 'item', label: `商品 ${number}`, request: box.id } }
  for (const q of [number, items[1].slug]) expect(await rows(w.aoyama.admin, { q })).toMatchObject([named])
  expect(await rows(w.aoyama.admin, { q: `${box.id}-1` })).toEqual([])
  expect(await csv(w.aoyama.admin, { q: number })).toContain(number)
  expect(await rows(w.umeda.admin, { q: number })).toEqual([])
})

test('what many read at the same moment is recorded once each, also beside one that is refused', async () => {
  const actor = systemActor(t.clock.now())
  const read = (object_id: string) =>
    recordRead(t.db, actor, { action: 'ledger.view', object_type: 'antique_ledger', object_id })
  const ids = Array.from({ length: 30 }, (_, place) => `together-${place}`)
  const results = await Promise.allSettled([...ids.slice(0, 5), 'together-\0', ...ids.slice(5)].map(read))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  const { rows: recorded } = await t.pool.query<{ object_id: string }>(
    "select object_id from activity where object_id like 'together-%' order by id",
  )
  expect(recorded.map(({ object_id }) => object_id).sort()).toEqual([...ids].sort())
})

test('a long record is counted to the end of the list, and anew for whoever is limited to shops', async () => {
  const { company, admin, shops } = w.aoyama
  const limited = await makeEmployee(t, company, '外苑 前', 'admin', 'mae@aoyama.example.jp')
  const { id: request } = await apply(t, w, { shop: shops[0] })
  await t.pool.query(
    `insert into activity (at, actor_kind, company_id, action, object_type, object_id)
      select $1, 'system', $2, 'request.update', 'request', $3 from generate_series(1, 10001)`,
    [t.clock.now().toISOString(), company, String(request)],
  )
  const countFor = async (who: Pick<Person, 'account_id'>) =>
    (await trail(who, { object: 'request' })).body.count
  await t.db
    .insertInto('business_user_shop')
    .values({ business_user_id: limited.id, shop_id: shops[0] })
    .execute()
  expect([await countFor(admin), await countFor(admin)]).toEqual([10_000, 10_000])
  expect(await countFor(limited)).toBe(10_000)
  await t.pool.query('update purchase_request set shop_id = $2 where id = $1', [request, shops[1]])
  expect(await countFor(limited)).toBeLessThan(10)
})
