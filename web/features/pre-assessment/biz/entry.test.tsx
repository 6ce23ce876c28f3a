import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { logout } from '#web/lib/session.ts'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import EntryPage from './entry.page.tsx'

type Item = Record<string, unknown> & { id: number; version: number }

const blank = (id: number): Item => ({
  ...{ id, position: id, brand: null, brand_name: '', category: null, category_name: '', gender: null },
  ...{ condition: null, condition_name: '', season: null, season_name: '', attributes: {}, count: 1 },
  ...{ note: '', hand_reason: '', photos: [], result: null, low: null, center: null, high: null },
  ...{ template: null, steps: [], past: null, drift_permille: null, reason: 'incomplete', version: 1 },
})

const brands = [
  { id: 1, name: 'GUCCI', name_kana: 'グッチ', aliases: [] },
  { id: 3, name: 'COMME des GARÇONS', name_kana: 'コム デ ギャルソン', aliases: ['CDG'] },
]
const named = {
  ...{
    low: 8_500,
    center: 10_000,
    high: 11_500,
    template: 2,
    past: null,
    drift_permille: null,
    reason: null,
  },
  steps: [
    { step: 'template', label: 'テンプレート コート', template: 2, amount: 10_000 },
    { step: 'band', label: '幅 ±15%', permille: 150, low: 8_500, high: 11_500 },
  ],
}
const names: Readonly<Record<string, Record<number, string>>> = {
  brand: { 1: 'GUCCI', 3: 'COMME des GARÇONS' },
  category: { 5: 'コート' },
  condition: { 7: 'A 美品', 8: 'B 使用感あり' },
  season: { 9: '通年' },
}

let server: TestServer
let cut: boolean
let items: Item[]
let state: string

const total = () => ({ low: 0, center: 0, high: 0, priced: 0, unpriced: 0 })
const assessment = () => ({
  ...{ id: 4, state, channel: 'phone', shop: 1, shop_name: '青山店', prospect: null, prospect_name: '' },
  ...{ operator: null, operator_name: '', item_count: items.length, total: total(), valid_until: null },
  ...{
    request: null,
    created_at: '2026-11-20T03:00:00Z',
    version: 1,
    note: '',
    prospect_detail: null,
    items,
  },
  ...{ sent_at: null, ended_at: null, link_expires_at: null, allowed_transitions: [] },
})

function written(
  item: Item,
  { version: _, brand_text = '', hand_reason = '', ...part }: Record<string, unknown>,
): Item {
  const shown = Object.fromEntries(
    Object.keys(names).flatMap((field) =>
      field in part ? [[`${field}_name`, names[field]?.[part[field] as number] ?? brand_text]] : [],
    ),
  )
  const next: Item = { ...item, ...part, ...shown, hand_reason, version: item.version + 1 }
  const isPriced = next.category !== null && next.condition !== null
  return isPriced ? { ...next, ...named } : next
}

function respond({ method, path, json }: Seen): Reply {
  const rows = (results: unknown[]) => ({
    json: { count: results.length, next: null, previous: null, results },
  })
  if (cut && method !== 'GET') return { ends: 'cut' }
  if (path.endsWith('/assessments/4/items/') && method === 'POST') {
    items = [...items, blank(items.length + 1)]
    return { status: 201, json: items.at(-1) }
  }
  const [, id] = /assessments\/4\/items\/(\d+)\/$/.exec(path) ?? []
  if (id && method === 'PATCH') {
    items = items.map((item) =>
      item.id === Number(id) ? written(item, json as Record<string, unknown>) : item,
    )
    return { json: items.find((item) => item.id === Number(id)) }
  }
  if (path.endsWith('/assessments/4/')) return { json: assessment() }
  if (path.endsWith('/prices/')) return { json: { prices: [named], total: total() } }
  if (path === '/api/biz/brands/') return { json: brands }
  if (path === '/api/item-category/')
    return { json: [{ id: 5, name: 'コート', parent: null, ledger_class: '02' }] }
  if (path.endsWith('/item-status/'))
    return rows(
      Object.entries(names.condition ?? {}).map(([key, name]) => ({
        ...{ id: Number(key), name, grade_band: 'A', description: '', sort: 1, factor_permille: 1000 },
        ...{ is_active: true, version: 1 },
      })),
    )
  if (path.endsWith('/season-tags/'))
    return rows([
      {
        ...{ id: 9, name: '通年', months: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], factor_permille: 1000 },
        ...{ sort: 1, is_active: true, version: 1 },
      },
    ])
  if (path.endsWith('/operators/')) return { json: [] }
  return { status: 204 }
}

beforeEach(async () => {
  localStorage.clear()
  Element.prototype.scrollIntoView = () => undefined
  ;[cut, items, state] = [false, [], 'draft']
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await logout()
  await server.close()
})

const open = () => openBiz('/biz/pre-assessments/4', { '/biz/pre-assessments/$id': EntryPage })
const cell = (label: string) => screen.findByRole<HTMLInputElement>('combobox', { name: label })
const type = async (label: string, text: string) =>
  fireEvent.change(await cell(label), { target: { value: text } })
const enter = async (label: string) => fireEvent.keyDown(await cell(label), { key: 'Enter', code: 'Enter' })
const focused = (label: string) =>
  waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(label))

describe('the entry of named prices', () => {
  it('takes an article by its alias and figures, and begins the next one for the same', async () => {
    open()
    await focused('ブランド')
    await type('ブランド', 'cdg')
    await enter('ブランド')
    await focused('カテゴリ')
    await type('カテゴリ', 'コー')
    await enter('カテゴリ')
    await focused('対象')
    await type('対象', '2')
    await focused('状態')
    await type('状態', '1')
    await focused('ブランド')
    await waitFor(() =>
      expect(items[0]).toMatchObject({ brand: 3, category: 5, gender: 1, condition: 7, season: 9 }),
    )
    expect(await screen.findByText('¥8,500〜¥11,500', { selector: 'td' })).toBeTruthy()
    await type('ブランド', 'グッ')
    await enter('ブランド')
    await waitFor(() => expect(items[1]).toMatchObject({ brand: 1, gender: 1 }), { timeout: 3000 })
  })
})
