import { afterAll, beforeAll, expect, test } from 'vitest'
import { paramNames } from '#contract/call'
import { allCalls } from '#contract/calls'
import { roleMay } from '#contract/permission'
import { placeCode } from '#contract/scan-code'
import { makeBusinessAccount, makeCustomerAccount } from '#server/domains/account/account.factory'
import { makePlace } from '#server/domains/custody/custody.factory'
import { makeIdentitySession } from '#server/domains/identity/session.factory'
import { type TestApp, testApp } from './support/app.ts'
import { answer, apply, type Box, offered, read, receive, startAssessing } from './support/steps.ts'
import { makeWorld, type Person, signIn, type World } from './support/world.ts'

let t: TestApp
let w: World
let own: Box & { slugs: string[] }
let readers: { admin: { account_id: number }; foreign: Person }

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  const [shop] = w.aoyama.shops
  readers = {
    admin: await makeBusinessAccount(t.db, w.aoyama.company, {
      user: { name: '本店 長', role: 'admin' },
      shop_ids: [shop],
    }),
    foreign: w.umeda.admin,
  }
  await makePlace(t.db, { company_id: w.aoyama.company, shop_id: shop })
  own = await offered(t, w, { shop })
  expect((await answer(t, own, { decision_all: 'sell' })).status).toBe(200)
  await t.runJobs()
})
afterAll(() => t.close())

/** What the other shop changes all the same, and why. */
const shared: Readonly<Record<string, string>> = {
  'GET /api/biz/antique-ledger/csv/check/': 'the number of the last row of the company’s ledger',
  'GET /api/biz/shops/{shop_pk}/customers/{id}/': 'what the company owes the customer',
}
/** What a reader does is in there. */
const ofReader = /\/activities\/(csv\/)?$/

const params = (): Record<string, string | number> => ({
  shop_pk: w.aoyama.shops[0],
  purchase_request_pk: own.id,
  slug: own.slugs[0] as string,
  code: own.slugs[0] as string,
})

/** Each reading call of the back office, for objects of the first shop where there are any. */
async function readAll(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [role, person] of Object.entries(readers)) {
    const { token } = await signIn(t, person)
    for (const { call } of allCalls) {
      if (call.notBuilt || call.method !== 'GET' || !call.path.startsWith('/api/biz')) continue
      if (!roleMay('admin', call.may) || ofReader.test(call.path)) continue
      const ids = !paramNames(call.path).includes('id')
        ? [0]
        : call.path.includes('customers/')
          ? [w.hanako.id]
          : [own.id, 1, 2]
      for (const id of ids) {
        const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
          String(params()[name] ?? (name === 'id' ? id : 'x')),
        )
        const { status, body } = await t.ask(`GET ${path}`, { token })
        const text = JSON.stringify(body).replaceAll(/(signature|expires)=[^"&]*/g, '')
        found.set(`${role} ${call.route} ${id}`, `${status} ${text}`)
      }
    }
  }
  return found
}

/** Something in every list. */
async function workElsewhere(): Promise<void> {
  const shop = w.aoyama.shops[1]
  const { token } = await signIn(t, w.aoyama.admin)
  w.aoyama.staff = { ...w.aoyama.staff, ...(await signIn(t, w.aoyama.staff)) }
  w.hanako = { ...w.hanako, ...(await signIn(t, w.hanako)) }
  const post = async (path: string, body: object) =>
    expect([path, (await t.ask(`POST ${path}`, { token, body })).status]).toEqual([path, 201])
  const made = await makeCustomerAccount(t.db, t.tools)
  const seller = { ...w.hanako, ...made, id: made.customer_id, ...(await signIn(t, made)) }
  const box = await apply(t, w, { shop }, seller)
  await receive(t, box, 2)
  await startAssessing(t, box)
  await post(`/api/biz/purchase_requests/${box.id}/holds/`, { kind: 'suspicion', reason: '照会中' })
  const place = await makePlace(t.db, { company_id: w.aoyama.company, shop_id: shop })
  const { slug } = (await read(t, box)).items[0]
  await post('/api/biz/custody/handovers/', { target: placeCode(place), codes: [slug] })
  await post('/api/biz/custody/counts/', { place, codes: [], with_boxes: false })
  const parcel = { shop, sender_name: '不明', tracking_number: '', note: '' }
  await post('/api/biz/unannounced-boxes/', parcel)
  await post('/api/biz/saved-views/', { list: 'requests', name: '夕方', search: '', hidden: null, shop })
  const news = { title: '棚卸し', body: '今夜です。', level: 'info', audience: 'business', shop }
  await post('/api/biz/announcements/', { ...news, publication: 'now', published_at: null, ends_at: null })
  await makeIdentitySession(t.db, t.tools, { customer_id: seller.id, company_id: w.aoyama.company })
  await makeBusinessAccount(t.db, w.aoyama.company, { user: { name: '渋谷 係' }, shop_ids: [shop] })
  await t.pool.query("update shop set kit_sizes = '{120}' where id = $1", [shop])
  await apply(t, w, { shop, kit_size: 120 }, seller)
  const sold = await offered(t, w, { shop })
  expect((await answer(t, sold, { decision_all: 'sell' })).status).toBe(200)
  await t.runJobs()
}

test('nothing that another shop does is seen by somebody limited to shops, nor by another company', async () => {
  const before = await readAll()
  expect(before.size).toBeGreaterThan(100)
  await workElsewhere()
  const after = await readAll()
  const changed = [...after].flatMap(([key, text]) => (before.get(key) === text ? [] : [key]))
  const isShared = (key: string) => Object.keys(shared).some((route) => key.startsWith(`admin ${route} `))
  expect(changed.filter((key) => !isShared(key))).toEqual([])
  expect(changed.filter(isShared).length).toBe(Object.keys(shared).length)
})
