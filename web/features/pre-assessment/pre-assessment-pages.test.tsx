import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DEFAULT_STORE_KEY } from '#web/app/theme/stores.ts'
import { currentOwner, takeDraft, writeDraft } from '#web/lib/draft-store.ts'
import { measureVisits, storeConsent } from '#web/lib/measurement.ts'
import { type Reply, type Seen, startServer, type TestServer, tokenOf } from '#web/lib/test-server.ts'
import { storeSession } from '#web/lib/tokens.ts'
import { REQUEST_DRAFT } from '#web/lib/unsent.ts'
import { openPublic } from '#web/ui/test-page.tsx'
import LinkPage from './link.page.tsx'
import QuickPage from './quick.page.tsx'
import { type Answered, offersOf } from './use-bands.ts'

const token = 'A-b_c'.padEnd(43, 'x')
const pages = {
  '/estimate': QuickPage,
  '/price-estimate/$token': LinkPage,
  '/requests/new': () => <p>wizard</p>,
}

const estimate = {
  company_name: '株式会社青山',
  store_key: 'aoyama',
  shop: 3,
  shop_name: '青山本店',
  operator_name: '鈴木 健一',
  state: 'sent',
  is_requested: false,
  valid_until: '2026-12-08',
  items: [
    {
      ...{
        position: 0,
        brand_name: 'GUCCI',
        category_name: 'バッグ',
        gender: null,
        condition_name: 'A 美品',
      },
      ...{ attributes: { 素材: '革' }, count: 2, note: '', low: 20_000, high: 30_000, photos: [] },
    },
    {
      ...{ position: 1, brand_name: '', category_name: '着物', gender: null, condition_name: '' },
      ...{ attributes: {}, count: 1, note: '', low: null, high: null, photos: [] },
    },
  ],
  total: { low: 40_000, center: 50_000, high: 60_000, priced: 2, unpriced: 1 },
  within_percent: 76,
  n: 42,
}
const band = {
  ...{ company: 1, company_name: '株式会社青山', shop: 3, low: 7_000, high: 13_000 },
  ...{ n: 6, within_percent: null, accuracy_n: 0 },
}
const kept = [
  { key: 1, brand: 7, brandName: 'GUCCI', category: 2, categoryName: 'バッグ', gradeBand: 'A', count: 2 },
  {
    key: 2,
    brand: null,
    brandName: '祖母の帯',
    category: 2,
    categoryName: 'バッグ',
    gradeBand: 'B',
    count: 1,
  },
]

let server: TestServer
let shown: Reply
let bands: Reply
let taken: Reply
beforeEach(async () => {
  localStorage.clear()
  shown = { json: estimate }
  bands = { json: [band] }
  taken = { json: { draft: 5, shop: 3, items: [] } }
  server = await startServer(({ method, path }: Seen) => {
    if (path === '/api/price-estimates/accuracy/') return { json: { n: 42, within_percent: 76 } }
    if (path === '/api/price-estimates/draft/') return { ...taken, status: taken.status ?? 201 }
    if (path === '/api/price-estimates/') return bands
    if (path === '/api/ad-tracking/create/') return { json: { token: 'of this visit' } }
    if (path.endsWith('/take/')) return taken
    if (path.endsWith('/decline/')) return { json: { ...estimate, state: 'declined' } }
    if (method === 'GET' && path.startsWith('/api/price-estimates/')) return shown
    return { json: [] }
  })
})
afterEach(async () => {
  cleanup()
  localStorage.clear()
  await server.close()
})

const keep = () => localStorage.setItem('askedArticles', JSON.stringify(kept))
/** The pages are for everybody. */
function openSignedIn(path: string) {
  storeSession({ access: tokenOf(7), refresh: 'refresh', userType: 'customer' })
  openPublic(path, pages)
}
const main = () => screen.getByRole('main').textContent ?? ''

it('shows what was named, what it means, and how often it came true', async () => {
  openPublic(`/price-estimate/${token}`, pages)
  await screen.findByText('合計の目安')
  expect(main()).toContain('¥40,000〜¥60,000')
  expect(main()).toContain('2026年12月8日(火)まで有効です。')
  expect(main()).toContain('実物を拝見して金額が変わる場合があります。')
  expect(main()).toContain('ほかの1点は、お品物を拝見してからご案内します')
  expect(main()).toContain('買い取った42点のうち76%')
  expect(screen.getByRole('link', { name: '会員登録して申し込む' }).getAttribute('href')).toBe(
    `/register?returnUrl=${encodeURIComponent(`/price-estimate/${token}`)}`,
  )
})

it.each([
  ['expired', '有効期限が過ぎました'],
  ['withdrawn', 'この内容は、いまはご覧いただけません'],
])('names no price once it is %s', async (state, title) => {
  const total = { low: 0, center: 0, high: 0, priced: 0, unpriced: 0 }
  shown = { json: { ...estimate, state, items: [], total } }
  openPublic(`/price-estimate/${token}`, pages)
  await screen.findByText(title)
  expect(main()).not.toContain('¥')
  expect(screen.queryByText('今回は見送る')).toBeNull()
})

it('leads to the storefront of its dealer where it was opened on another one', async () => {
  sessionStorage.setItem('storeKey', 'umeda')
  shown = { json: { ...estimate, state: 'elsewhere', items: [] } }
  openSignedIn(`/price-estimate/${token}`)
  fireEvent.click(await screen.findByRole('button', { name: 'お店のサイトでひらく' }))
  expect(sessionStorage.getItem('storeKey')).toBe('aoyama')
  expect(main()).toContain('株式会社青山 青山本店がお伝えしたものです')
  expect(screen.queryByRole('button', { name: 'この内容で申し込む' })).toBeNull()
  sessionStorage.clear()
})

it('says how long to wait where it was opened too often', async () => {
  shown = {
    status: 429,
    headers: { 'retry-after': '45' },
    json: { detail: 'リクエストの処理は絞られました。 Expected available in 45 seconds.' },
  }
  openPublic(`/price-estimate/${token}`, pages)
  await waitFor(() => expect(main()).toContain('45秒'))
  shown = { json: estimate }
  fireEvent.click(screen.getByRole('button', { name: 'もう一度試す' }))
  await screen.findByText('合計の目安')
})

it('tells somebody who is not the first that it is taken', async () => {
  taken = { status: 404, json: { detail: '見つかりませんでした。' } }
  openSignedIn(`/price-estimate/${token}`)
  fireEvent.click(await screen.findByRole('button', { name: 'この内容で申し込む' }))
  await screen.findByText(/別のお客さまにお伝えしたものです/)
  taken = { json: { draft: 5, shop: 3, items: [] } }
  fireEvent.click(screen.getByRole('button', { name: 'この内容で申し込む' }))
  await screen.findByText('wizard')
})

const elsewhere = (version: number, count: number, store_key = 'umeda'): Reply => ({
  status: 400,
  json: {
    ...{ non_field_errors: ['別のお店への申し込みが書きかけです。'], code: 'draft_elsewhere' },
    begun: { id: 9, version, shop_name: '梅田店', store_key, count },
  },
})
const others = () => server.seen.filter(({ method, path }) => method === 'POST' && !path.includes('tracking'))

it.each([
  ['link', `/price-estimate/${token}`],
  ['quick estimate', '/estimate'],
])('asks before a request begun for another shop goes: %s', async (_name, path) => {
  keep()
  taken = elsewhere(4, 3)
  openSignedIn(path)
  await screen.findByText(/^合計の目安/)
  fireEvent.click(await screen.findByRole('button', { name: 'この内容で申し込む' }))
  const dialog = await screen.findByRole('dialog', { name: '別のお店への申し込みが書きかけです' })
  expect(dialog.textContent).toContain('梅田店への申し込み(品3点)が途中です。')
  fireEvent.click(screen.getByRole('button', { name: '戻る' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(others().at(-1)?.json).not.toHaveProperty('replaces')
  const asked = others().length

  fireEvent.click(screen.getByRole('button', { name: 'この内容で申し込む' }))
  fireEvent.click(await screen.findByRole('button', { name: '書きかけの続きへ' }))
  await screen.findByText('wizard')
  expect(others()).toHaveLength(asked + 1)
  expect(localStorage.getItem('askedArticles')).not.toBeNull()
})

it.each([
  ['on the storefront of another dealer it leads to that of the draft', 'aoyama', 'umeda', 'umeda'],
  ['where its dealer has none, to the common one', 'aoyama', '', DEFAULT_STORE_KEY],
  ['on its own it goes on', 'umeda', 'umeda', undefined],
])('goes on with what was begun where its shop can be chosen: %s', async (_name, here, of, to) => {
  sessionStorage.setItem('storeKey', here)
  taken = elsewhere(4, 3, of)
  openSignedIn(`/price-estimate/${token}`)
  fireEvent.click(await screen.findByRole('button', { name: 'この内容で申し込む' }))
  const name = to ? 'お店のサイトで続ける' : '書きかけの続きへ'
  fireEvent.click(await screen.findByRole('button', { name }))
  if (to) expect(sessionStorage.getItem('storeKey')).toBe(to)
  else await screen.findByText('wizard')
  sessionStorage.clear()
})

it('gives up what was begun for another shop when the customer says so, and only what was shown', async () => {
  taken = elsewhere(4, 3)
  openSignedIn(`/price-estimate/${token}`)
  fireEvent.click(await screen.findByRole('button', { name: 'この内容で申し込む' }))
  await screen.findByText(/品3点/)
  taken = elsewhere(5, 4)
  fireEvent.click(screen.getByRole('button', { name: '書きかけを消して申し込む' }))
  await screen.findByText(/品4点/)
  expect(others().at(-1)?.json).toMatchObject({ replaces: { id: 9, version: 4 } })
  writeDraft(currentOwner(), REQUEST_DRAFT, 2, { value: null })
  taken = { json: { draft: 5, shop: 3, items: [] } }
  fireEvent.click(screen.getByRole('button', { name: '書きかけを消して申し込む' }))
  await screen.findByText('wizard')
  expect(others().at(-1)?.json).toMatchObject({ replaces: { id: 9, version: 5 } })
  expect(takeDraft(currentOwner(), REQUEST_DRAFT, 2)).toBeUndefined()
})

it('asks for a shop where no dealer names a price', async () => {
  keep()
  bands = { json: [] }
  openSignedIn('/estimate')
  await screen.findByText(/実物を拝見してから金額をお知らせします/)
  fireEvent.click(screen.getByRole('button', { name: 'この内容で申し込む' }))
  await screen.findByText('申し込むお店を選んでください。')
  expect(server.to('/api/price-estimates/draft/')).toEqual([])
})

it('says so once the request is made', async () => {
  shown = { json: { ...estimate, state: 'accepted', is_requested: true } }
  openSignedIn(`/price-estimate/${token}`)
  await screen.findByText('お申し込みいただいた内容です')
  expect(main()).not.toContain('続きから')
})

it('adds up what was kept on the device, and sends it with the shop of the dealer', async () => {
  keep()
  openSignedIn('/estimate')
  await screen.findByText('合計の目安(2点)')
  expect(main()).toContain('¥14,000〜¥26,000')
  expect(main()).toContain('ほかの1点は、実物を拝見してからのご案内です')
  expect(main()).toContain('買取実績 6件')
  fireEvent.click(screen.getByRole('button', { name: 'この内容で申し込む' }))
  await screen.findByText('wizard')
  const [sent] = server.to('/api/price-estimates/draft/')
  expect(sent?.json).toEqual({
    shop: 3,
    articles: [
      { brand: 7, brand_text: '', category: 2, grade_band: 'A', count: 2 },
      { brand: null, brand_text: '祖母の帯', category: 2, grade_band: 'B', count: 1 },
    ],
  })
  expect(sent?.headers['idempotency-key']).toBeTruthy()
  expect(localStorage.getItem('askedArticles')).toBeNull()
})

it('keeps everything where sending fails, and takes nothing foreign from the device', async () => {
  localStorage.setItem('askedArticles', JSON.stringify([...kept, { key: 'x' }, null, 5]))
  taken = { status: 400, json: { shop: ['主キー "3" は不正です - データが存在しません。'] } }
  openSignedIn('/estimate')
  await screen.findByText('合計の目安(2点)')
  fireEvent.click(screen.getByRole('button', { name: 'この内容で申し込む' }))
  await screen.findByRole('alert')
  expect(JSON.parse(localStorage.getItem('askedArticles') ?? '[]')).toHaveLength(5)
})

it('says of each article when its price could not be read, and asks again', async () => {
  keep()
  bands = { status: 429, headers: { 'retry-after': '20' }, json: { detail: '絞られました。' } }
  openPublic('/estimate', pages)
  const again = await screen.findByRole('button', { name: /もう一度調べる/ })
  expect(main()).toContain('20秒')
  bands = { json: [band] }
  fireEvent.click(again)
  await screen.findByText('合計の目安(2点)')
})

it('puts the dealer first that names most articles, then most money', () => {
  const article = (key: number, count: number) => ({ ...kept[0], key, count }) as Answered['article']
  const of = (company: number, low: number, high: number) => ({
    ...{
      company,
      companyName: `会社${company}`,
      shop: company,
      low,
      high,
      n: 0,
      withinPercent: null,
      accuracyN: 0,
    },
  })
  const one = { error: null, isFetching: false, again: () => undefined }
  const offers = offersOf([
    {
      ...one,
      article: article(1, 2),
      bands: [of(1, 1_000, 2_000), of(2, 1_500, 2_500), of(3, 9_000, 9_900)],
    },
    { ...one, article: article(2, 1), bands: [of(1, 100, 200), of(2, 100, 200)] },
  ])
  expect(
    offers.map(({ company, low, high, priced, unpriced }) => [company, low, high, priced, unpriced]),
  ).toEqual([
    [2, 3_100, 5_200, 3, 0],
    [1, 2_100, 4_200, 3, 0],
    [3, 18_000, 19_800, 2, 1],
  ])
})

it('records a visit without the token of its link', async () => {
  storeConsent('granted')
  const stop = measureVisits({
    href: `http://shop.example/price-estimate/${token}?utm_source=line`,
    referrer: '',
    store: '',
  })
  await waitFor(() => expect(server.to('/api/ad-tracking/create/').length).toBe(1))
  stop()
  const [sent] = server.to('/api/ad-tracking/create/')
  expect(sent?.body).toContain('/price-estimate/')
  expect(sent?.body).not.toContain(token)
})
