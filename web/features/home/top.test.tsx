import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openPublic } from '#web/ui/test-page.tsx'
import TopPage from './top.page.tsx'

const figures = {
  n: 42,
  min: 8000,
  q1: 10_900,
  median: 12_800,
  q3: 15_600,
  max: 21_000,
  first_on: '2026-08-01',
  last_on: '2026-11-20',
}
const example = {
  brand: 7,
  brand_name: 'COMME des GARÇONS',
  category: 3,
  category_name: 'ジャケット',
  grade_band: 'A',
  base_price: 14_500,
  deductions: [{ label: '毛羽立ち', place: '袖口', amount: 1500 }],
  uplift: 1300,
  price: 14_300,
  figures,
}
const categories = [
  { id: 1, name: '衣類', parent: null, ledger_class: '02' },
  { id: 3, name: 'ジャケット', parent: 1, ledger_class: '02' },
  { id: 4, name: 'ニット', parent: 1, ledger_class: '02' },
]

let server: TestServer
let shown: object | null
let guides: Record<string, unknown>

function respond({ path, url }: Seen): Reply {
  const query = new URL(url, 'http://x').searchParams
  switch (path) {
    case '/api/price-guide/example/':
      return { json: shown }
    case '/api/price-guide/':
      return { json: guides[query.get('brand') ?? ''] ?? null }
    case '/api/price-guide/brands/':
      return {
        json: shown ? [{ ...figures, id: 7, name: 'COMME des GARÇONS', name_kana: 'コムデギャルソン' }] : [],
      }
    case '/api/brand/':
      return {
        json: query.get('q') ? [{ id: 9, name: 'GUCCI', name_kana: 'グッチ', is_private: false }] : [],
      }
    case '/api/brand/9/':
      return { json: { id: 9, name: 'GUCCI', name_kana: 'グッチ', is_private: false } }
    case '/api/item-category/':
      return { json: categories }
    case '/api/announcements/':
      return { json: { count: 0, next: null, previous: null, results: [] } }
    case '/api/price-guide/deals/':
    case '/api/shop/':
      return { json: [] }
    default:
      return { status: 404, json: { detail: '見つかりません' } }
  }
}

beforeEach(async () => {
  server = await startServer(respond)
  shown = example
  const found = { ...figures, brand: 7, category: 3, grade_band: 'A' }
  guides = { 7: found, 9: null }
})
afterEach(async () => {
  cleanup()
  sessionStorage.clear()
  await server.close()
})

const open = (path = '/') => openPublic(path, { '/': TopPage })
const answer = () => {
  const [last] = within(screen.getByRole('region', { name: 'いくらになる?' }))
    .getAllByRole('status')
    .slice(-1)
  return last as HTMLElement
}

describe('the top page', () => {
  it('opens with an example of a real result, and what others like it brought', async () => {
    open()
    const sheet = await screen.findByRole('article', { name: '査定結果の例' })
    await waitFor(() => expect(sheet.textContent).toContain('実際の査定結果です'))
    for (const words of ['COMME des GARÇONS', '−¥1,500', '袖口の毛羽立ち', '+¥1,300', '¥14,300', '42件'])
      expect(sheet.textContent).toContain(words)
    await waitFor(() => expect(answer().textContent).toContain('¥12,800'))
    expect(answer().textContent).toContain('¥8,000〜¥21,000')
    expect(answer().textContent).toContain('42件・直近180日')
  })

  it('says that the example is invented while there are no deals, and asks for a brand', async () => {
    shown = null
    open()
    const sheet = await screen.findByRole('article', { name: '査定結果の例' })
    await waitFor(() => expect(sheet.textContent).toContain('説明のための例です'))
    expect(answer().textContent).toContain('ブランドをお選びください')
  })

  it('finds a brand by what is typed, takes it with Enter, and keeps the choice in the address', async () => {
    const { router } = open()
    const field = await screen.findByRole('textbox', { name: 'ブランド' })
    await waitFor(() => expect((field as HTMLInputElement).value).toBe('COMME des GARÇONS'))
    fireEvent.focus(field)
    const box = await screen.findByRole('combobox', { name: 'ブランド' })
    fireEvent.change(box, { target: { value: 'ｸﾞｯﾁ' } })
    await screen.findByRole('option', { name: /GUCCI/ })
    fireEvent.keyDown(box, { key: 'Enter' })
    await waitFor(() => expect(router.state.location.search).toEqual({ brand: '9' }))
    await waitFor(() => expect(answer().textContent).toContain('金額をお見せできる件数に届きません'))
    expect(within(answer()).getByRole('link').getAttribute('href')).toBe('/brands/9')
  })

  it('says when the figures are of more than was asked for', async () => {
    guides = { 7: { ...figures, brand: 7, category: null, grade_band: null } }
    open('/?brand=7&category=4&grade_band=C')
    await waitFor(() => expect(answer().textContent).toContain('ニットは5件に満たないため'))
  })

  it('is not confused by an address somebody wrote by hand', async () => {
    open('/?brand=%3Cscript%3E&category=-1&grade_band=constructor')
    await waitFor(() => expect(answer().textContent).toContain('¥12,800'))
    cleanup()
    open('/?brand=404')
    await screen.findByText(/このブランドは見つかりませんでした/)
    expect(answer().textContent).toContain('ブランドをお選びください')
  })
})
