import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import PriceTemplatesPage from './templates.page.tsx'

const template = (id: number, brand_name: string, base: number) => ({
  ...{ id, brand: 1, brand_rank: null, category: 8, gender: null, condition: null, season: null },
  ...{ attributes: {}, base, band_permille: 150, valid_from: '2026-01-01', valid_to: null },
  ...{ brand_name, category_name: 'バッグ', condition_name: '', season_name: '' },
  ...{ replaces: null, replaced_at: null, created_by_name: '原田', created_at: '2026-01-01T10:00:00+09:00' },
  ...{ drift_permille: -300, past_n: 7, past_median: 7000 },
})

let server: TestServer
let answers: Reply[]

const company = { id: 4, name: '株式会社アオヤマ', is_operator: false, shops: [] }
const staff = { id: 9, name: '青山 一郎', role: 'admin', is_admin: true, needs_second_factor: false, company }
const pageOf = (results: readonly object[]) => ({
  json: { count: results.length, next: null, previous: null, results },
})

function respond({ method, path }: Seen): Reply {
  if (path === '/api/me/')
    return { json: { id: 9, email: 'x@x.example', customer: null, business_user: staff } }
  if (method !== 'GET') return answers.shift() ?? { json: template(90, 'GUCCI', 1) }
  if (path === '/api/pre-assessment/price-templates/')
    return pageOf([template(31, 'GUCCI', 52_000), template(32, 'PRADA', 48_000)])
  if (path === '/api/pre-assessment/categories/')
    return pageOf([{ id: 8, name: 'バッグ', path: [], factor_permille: 1000, version: 0 }])
  return pageOf([])
}

beforeEach(async () => {
  answers = []
  localStorage.clear()
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = () => openBiz('/biz/price-templates', { '/biz/price-templates': () => <PriceTemplatesPage /> })
const cell = (brand: string, column: string) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${brand}.* ${column}$`) })
const sent = () =>
  server.seen
    .filter(({ method }) => method !== 'GET')
    .map(({ path, json }) => [path, json as Record<string, unknown>] as const)
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })

it('saves a row by Enter as a new version from the chosen day, and goes to the row below', async () => {
  open()
  const gucci = await cell('GUCCI', '基準額')
  gucci.focus()
  type(gucci, '５５，０００')
  answers = [{ json: { ...template(33, 'GUCCI', 55_000), replaces: 31 } }]
  fireEvent.keyDown(gucci, { key: 'Enter' })
  await waitFor(async () => expect(document.activeElement).toBe(await cell('PRADA', '基準額')))
  const [[path, body] = []] = sent()
  expect(path).toBe('/api/pre-assessment/price-templates/31/')
  expect(body).toMatchObject({ brand: 1, category: 8, base: 55_000, band_permille: 150 })
  expect(body?.valid_from).not.toBe('2026-01-01')
})

it('says at the row why it was refused, and keeps what was typed', async () => {
  open()
  const gucci = await cell('GUCCI', '基準額')
  type(gucci, '55000')
  const detail = '同じ品に当てはまるテンプレート(番号40)があり、どちらを使うか決まりません。'
  answers = [{ status: 400, json: { code: 'guard_failed', detail } }]
  fireEvent.keyDown(gucci, { key: 'Enter' })
  expect((await screen.findByRole('alert')).textContent).toContain('番号40')
  expect(gucci.value).toBe('55000')
})

it('shows both versions when somebody else was faster, and saves what was chosen', async () => {
  open()
  const gucci = await cell('GUCCI', '基準額')
  type(gucci, '55000')
  const current = { ...template(77, 'GUCCI', 60_000), replaces: 31 }
  answers = [{ status: 400, json: { code: 'stale_version', version: ['x'], current } }]
  fireEvent.keyDown(gucci, { key: 'Enter' })
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('60,000')).toBeTruthy()
  answers = [{ json: { ...template(78, 'GUCCI', 55_000), replaces: 77 } }]
  fireEvent.click(dialog.getByRole('button', { name: '選んだ内容で保存する' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]?.[0]).toBe('/api/pre-assessment/price-templates/77/')
  expect(sent()[1]?.[1]).toMatchObject({ base: 55_000 })
})

it('takes a block of cells down the rows, and prices several rows at once', async () => {
  open()
  const gucci = await cell('GUCCI', '基準額')
  fireEvent.paste(gucci, { clipboardData: { getData: () => '50,000\t20\n40,000\t10\n' } })
  const prada = await cell('PRADA', '基準額')
  expect([gucci.value, prada.value]).toEqual(['50,000', '40,000'])
  fireEvent.click(screen.getByRole('checkbox', { name: /^PRADA.*を選ぶ$/ }))
  type(screen.getByRole('textbox', { name: '選んだ1行の基準額の変え方' }), '-10%')
  fireEvent.click(screen.getByRole('button', { name: '金額に反映する' }))
  expect(prada.value).toBe('36,000')
  fireEvent.click(screen.getByRole('button', { name: /^2行を保存する/ }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent().map(([, body]) => [body.base, body.band_permille])).toEqual([
    [50_000, 200],
    [36_000, 100],
  ])
})

it('keeps unsaved rows over a reload', async () => {
  open()
  type(await cell('GUCCI', '基準額'), '51,000')
  fireEvent(window, new Event('pagehide'))
  cleanup()
  open()
  expect((await cell('GUCCI', '基準額')).value).toBe('51,000')
  expect(screen.getByText('書きかけの内容が残っていました')).toBeTruthy()
})
