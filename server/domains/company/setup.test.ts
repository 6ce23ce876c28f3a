import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeEmployee, makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const token = () => w.operator.operator.token
const get = async (path: string, query = {}) =>
  (await t.ask(`GET /api/biz/companies/${path}`, { token: token(), query })).body
const post = (path: string, body: object, key?: string) =>
  t.ask(`POST /api/biz/companies/${path}`, { token: token(), body, ...(key ? { key } : {}) })
const put = (path: string, body: object, as = token()) =>
  t.ask(`PUT /api/biz/companies/${path}`, { token: as, body })

const typed = {
  name: '株式会社栄リユース',
  representative: '栄 三枝',
  license_number: '５４１０３１９０８２１５',
  public_safety_commission: '愛知県公安委員会',
  postal_code: '460-0008',
  address: '愛知県名古屋市中区栄3-6-1',
  phone: '052(242)0300',
  store_key: 'sakae',
  reply_business_days: 7,
  return_cost: 0,
}
const shopTyped = {
  name: '栄店',
  store_key: 'sakae',
  description: 'コートとバッグが得意です。',
  delivering_option: 'SELF_ONLY',
  address: {
    postal_code: '460-0008',
    prefecture: '愛知県',
    city: '名古屋市中区',
    address1: '栄3-6-1',
    address2: '',
  },
  phone: '052-242-0300',
  tags: ['コート', 'バッグ', 'コート'],
  is_open: true,
}
const acts = async (type: string, id: number) =>
  t.db
    .selectFrom('activity')
    .select(['action', 'detail'])
    .where('object_type', '=', type)
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute()

test('a dealer is taken in, in one spelling, and shown with what the law asks at once', async () => {
  const made = await post('', typed)
  expect([made.status, made.body]).toEqual([
    201,
    {
      ...typed,
      id: expect.any(Number),
      license_number: '第541031908215号',
      postal_code: '4600008',
      phone: '0522420300',
      is_operator: false,
      shop_count: 0,
      user_count: 0,
      unconfirmed_count: 0,
      version: 1,
    },
  ])
  expect(await get(`${made.body.id}/`)).toEqual(made.body)
  const dealers = (await t.ask('GET /api/dealers/')).body
  expect(dealers.at(-1)).toMatchObject({ name: typed.name, license_number: '第541031908215号' })
  expect(await acts('company', made.body.id)).toEqual([{ action: 'company.create', detail: {} }])
})

test('the list has the operator first, is paged, and is searched whatever the width of letters', async () => {
  const { count, results } = await get('')
  expect(count).toBe(4)
  expect(results[0]).toMatchObject({ is_operator: true, id: w.operator.company, user_count: 2 })
  expect((await get('', { size: 1, page: 2 })).results).toMatchObject([
    { id: w.aoyama.company, shop_count: 2 },
  ])
  expect((await get('', { name: '栄 リユース' })).results).toMatchObject([{ name: typed.name }])
  expect((await get('', { name: '%' })).count).toBe(0)
})

test('what a dealer has to show is asked for at its field', async () => {
  const { status, body } = await post('', {
    ...typed,
    name: '',
    representative: '',
    license_number: '123',
    public_safety_commission: '東京公安',
    postal_code: '12',
    address: '🏠',
    phone: '1',
    store_key: 'Sakae!',
    reply_business_days: 0,
    return_cost: -1,
  })
  expect(status).toBe(400)
  expect(Object.keys(body).toSorted()).toEqual(['name', 'reply_business_days', 'return_cost'])
  const second = await post('', {
    ...typed,
    representative: ' ',
    license_number: '123',
    public_safety_commission: '東京公安',
    postal_code: '12',
    address: '🏠',
    phone: '1',
    store_key: 'Sakae!',
  })
  expect(Object.keys(second.body).toSorted()).toEqual([
    'address',
    'license_number',
    'phone',
    'postal_code',
    'public_safety_commission',
    'representative',
    'store_key',
  ])
})

test('a licence and a store key are one company’s alone; the default look is everybody’s', async () => {
  const taken = await post('', { ...typed, name: '株式会社にせもの' })
  expect([taken.status, taken.body]).toEqual([
    400,
    {
      license_number: ['この許可証番号は、ほかの会社で登録されています。'],
      store_key: ['このキーは、ほかの会社が使っています。'],
    },
  ])
  const free = { ...typed, name: '株式会社ほんもの', license_number: '541031908216', store_key: '' }
  expect((await post('', free)).body).toMatchObject({ store_key: 'default' })
  const twice = await Promise.all(
    ['541031908217', '541031908217'].map((license_number) => post('', { ...free, license_number })),
  )
  expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 400])
})

test('the same key makes one company', async () => {
  const body = { ...typed, name: '株式会社いちど', license_number: '541031908218', store_key: '' }
  const first = await post('', body, 'once')
  expect((await post('', body, 'once')).body).toEqual(first.body)
  expect((await get('', { name: '株式会社いちど' })).count).toBe(1)
})

test('a change needs the version it was made upon, and records what the fields were and are', async () => {
  const before = await get(`${w.umeda.company}/`)
  const { id, is_operator: _, shop_count: __, user_count: ___, ...fields } = before
  const responses = await Promise.all([
    put(`${id}/`, { ...fields, representative: '梅田 三郎' }),
    put(`${id}/`, { ...fields, representative: '梅田 四郎' }),
  ])
  const [kept, late] = responses.toSorted((a, b) => a.status - b.status)
  expect([kept?.status, kept?.body.version]).toEqual([200, 2])
  expect(late?.body).toMatchObject({ code: 'stale_version', current: kept?.body })
  expect(await acts('company', id)).toEqual([
    {
      action: 'company.replace',
      detail: {
        before: { representative: '梅田 次郎' },
        after: { representative: kept?.body.representative },
      },
    },
  ])
})

test('the operator is changed like any company, needs no licence, and stays the operator', async () => {
  const { id, shop_count: _, user_count: __, ...fields } = await get(`${w.operator.company}/`)
  const changed = await put(`${id}/`, { ...fields, name: '株式会社おくる', is_operator: false })
  expect([changed.status, changed.body]).toMatchObject([200, { name: '株式会社おくる', is_operator: true }])
  const half = await put(`${id}/`, { ...fields, license_number: '301012345699', version: 2 })
  expect(Object.keys(half.body)).toEqual(['public_safety_commission'])
  expect((await post(`${id}/shops/`, shopTyped)).body).toEqual({
    non_field_errors: ['運営の会社は、店舗を持てません。'],
  })
})

test('a shop is opened, found by customers, changed and closed', async () => {
  const [company] = (await get('', { name: '栄リユース' })).results
  const made = await post(`${company.id}/shops/`, shopTyped)
  expect([made.status, made.body]).toEqual([
    201,
    {
      ...shopTyped,
      id: expect.any(Number),
      company: company.id,
      address: { ...shopTyped.address, postal_code: '4600008' },
      phone: '0522420300',
      tags: ['コート', 'バッグ'],
      kit_sizes: [],
      version: 1,
    },
  ])
  const place = `${company.id}/shops/${made.body.id}/`
  expect(await get(place)).toEqual(made.body)
  const found = async () => (await t.ask('GET /api/shop/', { query: { name: 'サカエ' } })).body
  expect(await found()).toEqual([])
  const { id: _, company: __, ...fields } = made.body
  const changes = { name: 'サカエ店', tags: ['バッグ', '靴'], kit_sizes: [140, 80, 140] }
  const renamed = await put(place, { ...fields, ...changes })
  expect(renamed.body).toMatchObject({ ...changes, kit_sizes: [80, 140], version: 2 })
  expect(await found()).toMatchObject([
    { name: 'サカエ店', kit_sizes: [80, 140], company: { license_number: '第541031908215号' } },
  ])
  const tags = (await t.ask('GET /api/shoptag/')).body.map(({ name }: { name: string }) => name)
  expect(tags).toEqual(['バッグ', '靴'])
  expect((await put(place, fields)).body).toMatchObject({ code: 'stale_version', current: renamed.body })
  expect((await put(place, { ...fields, kit_sizes: [90], version: 2 })).body.kit_sizes).toBeDefined()
  const closed = await put(place, { ...fields, name: 'サカエ店', is_open: false, version: 2 })
  expect(closed.body).toMatchObject({ is_open: false, version: 3 })
  expect(await found()).toEqual([])
  expect((await get(`${company.id}/shops/`)).map(({ id }: { id: number }) => id)).toEqual([made.body.id])
  const kinds = (await acts('shop', made.body.id)).map(({ action }) => action)
  expect(kinds).toEqual(['shop.create', 'shop.replace', 'shop.replace'])
})

test('a shop says at its fields what is wrong, inside the address too', async () => {
  const wrong = await post(`${w.aoyama.company}/shops/`, {
    ...shopTyped,
    store_key: 'umeda',
    phone: '12',
    address: { ...shopTyped.address, prefecture: '愛知', city: '' },
  })
  expect(wrong.body).toEqual({
    phone: [expect.any(String)],
    address: { prefecture: [expect.any(String)], city: [expect.any(String)] },
  })
  expect((await post(`${w.aoyama.company}/shops/`, { ...shopTyped, store_key: 'umeda' })).body).toEqual({
    store_key: ['このキーは、ほかの会社が使っています。'],
  })
})

test('missing companies and shops are missing, also with a bad body', async () => {
  for (const path of ['999999/', `${w.aoyama.company}/shops/${w.umeda.shops[0]}/`]) {
    expect((await put(path, {})).status).toBe(404)
    expect(
      (await put(path, { ...typed, ...shopTyped, address: typed.address, version: 1 })).status,
    ).toBeGreaterThan(399)
    expect((await t.ask(`GET /api/biz/companies/${path}`, { token: token() })).status).toBe(404)
  }
  expect((await post('999999/shops/', {})).status).toBe(404)
  expect((await t.ask('GET /api/biz/companies/999999/shops/', { token: token() })).status).toBe(404)
})

test('only the operator looks, and only its administrators change', async () => {
  for (const as of [w.aoyama.admin.token, w.aoyama.staff.token, w.hanako.token]) {
    expect((await t.ask('GET /api/biz/companies/', { token: as })).status).toBe(403)
    expect((await put(`${w.aoyama.company}/`, { ...typed, version: 1 }, as)).status).toBe(403)
  }
  const staff = await makeEmployee(t, w.operator.company, '三田 光', 'staff', 'hikari@okuru.example.jp')
  expect((await t.ask('GET /api/biz/companies/', { token: staff.token })).status).toBe(200)
  const own = { ...typed, license_number: '541031908299', store_key: '' }
  expect((await t.ask('POST /api/biz/companies/', { token: staff.token, body: own })).status).toBe(403)
})
