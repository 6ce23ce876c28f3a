import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import BrandPage from '#web/features/catalogue/brand.page.tsx'
import { lettersOf } from '#web/features/catalogue/brand.rules.ts'
import BrandsPage from '#web/features/catalogue/brands.page.tsx'
import ContactPage from '#web/features/company/contact.page.tsx'
import OperatorPage from '#web/features/company/operator.page.tsx'
import ShopPage from '#web/features/company/shop.page.tsx'
import ShopsPage from '#web/features/company/shops.page.tsx'
import PrivacyPage from '#web/features/terms/privacy.page.tsx'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openPublic } from '#web/ui/test-page.tsx'
import { STORE_KEY_ITEM } from './theme/store-key.ts'

const dealer = (id: number, name: string) => ({
  id,
  name,
  license_number: '第1号',
  public_safety_commission: '東京都公安委員会',
})
const shopOf = (id: number, name: string, company: object) => ({
  id,
  name,
  store_key: 'aoyama',
  description: '',
  tags: [],
  delivering_option: 'PICKUP_AND_SELF',
  kit_sizes: [],
  is_favorite: false,
  address: {
    postal_code: '1070062',
    prefecture: '東京都',
    city: '港区',
    address1: '南青山3-1-1',
    address2: '',
  },
  phone: '0312345678',
  company,
  lead_time_days: 2,
  acceptance_rate: 0.85,
  return_cost: 0,
  reply_business_days: 7,
})
const [aoyama, umeda] = [dealer(1, '株式会社青山'), dealer(2, '株式会社梅田')]
const shops = [shopOf(3, '青山本店', aoyama), shopOf(4, '梅田店', umeda)]
const gucci = { id: 7, name: 'GUCCI', name_kana: 'グッチ', is_private: false }
const house = {
  name: '北風運営合同会社',
  representative: '北風 太一',
  postal_code: '0600042',
  address: '北海道札幌市中央区大通西1-2-3',
  phone: '0112223333',
}

let server: TestServer
const spread = { n: 9, min: 8000, q1: 10_900, median: 12_800, q3: 15_600, max: 21_000 }
const days = { first_on: '2026-08-01', last_on: '2026-11-20' }
const noFigures = { all: null, categories: [] }

let figures: object
let operator: typeof house | null
let handling: object[]

function respond({ path, url }: Seen): Reply {
  const asked = new URL(url, 'http://x').searchParams
  const ofStore = asked.get('store') === 'aoyama'
  if (path === '/api/operator/') return { json: { operator } }
  if (path === '/api/dealers/') {
    const of = (one: object) => ({
      ...one,
      representative: '',
      address: '',
      phone: '',
      store_key: '',
      shops: [],
    })
    return { json: (ofStore ? [aoyama] : [aoyama, umeda]).map(of) }
  }
  if (path === '/api/shop/') return { json: asked.has('brand') ? handling : ofStore ? [shops[0]] : shops }
  if (path.startsWith('/api/shop/')) return { json: shops.find(({ id }) => path === `/api/shop/${id}/`) }
  if (path === '/api/brand/') return { json: asked.get('shopOnly') === 'true' ? [gucci] : [gucci, gucci] }
  if (path === '/api/brand/7/') return { json: gucci }
  if (path === '/api/price-guide/brands/7/') return { json: figures }
  if (path.startsWith('/api/brand/') || path.startsWith('/api/price-guide/brands/'))
    return { status: 404, json: { detail: '見つかりませんでした。' } }
  return { json: [] }
}

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  operator = house
  handling = shops
  figures = noFigures
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = (path: string) =>
  openPublic(path, {
    '/shops': ShopsPage,
    '/shops/$id': ShopPage,
    '/brands': BrandsPage,
    '/brands/$id': BrandPage,
    '/operator': OperatorPage,
    '/privacy': PrivacyPage,
    '/contact': ContactPage,
  })
const asStore = (key: string) => sessionStorage.setItem(STORE_KEY_ITEM, key)

describe('a store of its own look', () => {
  it('lists the shops of its company, and asks for its own brands and dealer', async () => {
    asStore('aoyama')
    open('/shops')
    await screen.findByRole('heading', { name: '青山本店' })
    expect(screen.queryByText('梅田店')).toBeNull()
    cleanup()
    open('/brands')
    await screen.findByRole('link', { name: /GUCCI/ })
    const asked = server.to('/api/brand/').at(-1)?.url ?? ''
    expect(asked).toContain('store=aoyama')
    expect(asked).toContain('shopOnly=true')
  })

  it('does not offer the shop of another company, whatever the address says', async () => {
    asStore('aoyama')
    open('/shops/4')
    await screen.findByText('このサイトでは、このお店にお申し込みいただけません')
    expect(screen.queryByText('このお店に申し込む')).toBeNull()
    cleanup()
    sessionStorage.clear()
    open('/shops/4')
    expect(await screen.findByText('このお店に申し込む')).toBeTruthy()
  })
})

describe('what a shop and a brand lead to', () => {
  it('a shop lists what it handles, each leading to its brand', async () => {
    open('/shops/3')
    const link = await screen.findByRole('link', { name: 'GUCCI' })
    expect(link.getAttribute('href')).toBe('/brands/7')
    const asked = server.to('/api/brand/').at(-1)?.url ?? ''
    expect(asked).toContain('shop=3')
    expect(asked).toContain('shopOnly=true')
  })

  it('a brand leads to its shops and to a request, to the only shop at once', async () => {
    open('/brands/7')
    await screen.findByRole('heading', { level: 1, name: 'GUCCI' })
    const umedaLink = await screen.findByRole('link', { name: '梅田店' })
    expect(umedaLink.getAttribute('href')).toBe('/shops/4')
    const apply = async () =>
      (await screen.findByRole('link', { name: '買取を申し込む' })).getAttribute('href')
    expect(await apply()).toBe('/requests/new?brand=7')
    cleanup()
    handling = shops.slice(0, 1)
    open('/brands/7')
    expect(await apply()).toBe('/requests/new?shop=3')
  })

  it('a brand shows what it brought by category, on one scale', async () => {
    figures = { all: { ...spread, ...days }, categories: [{ id: 3, name: 'バッグ', ...spread, ...days }] }
    open('/brands/7')
    const table = await screen.findByRole('table', { name: 'GUCCIの種類ごとの買取額' })
    expect(table.textContent).toContain('バッグ9件¥8,000¥10,900¥12,800¥15,600¥21,000')
    cleanup()
    figures = noFigures
    open('/brands/7')
    expect(await screen.findByText(/5件に満たないため/)).toBeTruthy()
  })

  it('a brand nobody handles, and one that is not there, lead on as well', async () => {
    handling = []
    open('/brands/7')
    expect(await screen.findByRole('heading', { name: '取扱なし' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'お問い合わせ' })).toBeTruthy()
    // Said once, with one next step.
    expect(screen.queryByRole('heading', { name: 'GUCCIを取り扱うお店' })).toBeNull()
    cleanup()
    open('/brands/99')
    expect(await screen.findByRole('link', { name: 'ブランドの一覧へ' })).toBeTruthy()
  })

  it('brands are leafed through by letter', () => {
    const names = ['A.P.C.', 'Acne', 'ÉTUDES', 'ハイク', '45R']
    const letters = lettersOf(names.map((name) => ({ name })))
    expect(letters.map(({ letter, brands }) => [letter, brands.length])).toEqual([
      ['A', 2],
      ['E', 1],
      ['その他', 2],
    ])
  })
})

describe('who runs the site', () => {
  it.each([
    ['/operator', ['北風運営合同会社', '北風 太一', '〒060-0042', '大通西1-2-3', '011-222-3333']],
    ['/privacy', ['北風運営合同会社', '北風 太一', '大通西1-2-3']],
    ['/contact', ['北風運営合同会社', '011-222-3333']],
  ])('%s names the company entered at set-up', async (path, words) => {
    open(path)
    const main = await screen.findByRole('main')
    await waitFor(() => expect(main.textContent).toContain(words[0]))
    for (const word of words) expect(main.textContent).toContain(word)
  })

  it.each(['/operator', '/privacy', '/contact'])(
    '%s says plainly that nobody is entered yet',
    async (path) => {
      operator = null
      open(path)
      const main = await screen.findByRole('main')
      expect(await within(main).findByText(/運営会社は準備中です/)).toBeTruthy()
      expect(main.textContent).not.toContain('事務局')
    },
  )
})
