import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import AmountsPage from './amounts.page.tsx'

let server: TestServer
let answer: Reply | undefined
let upload: Reply

const line = (brand: number, brand_name: string, amount: number) => ({
  ...{ brand, brand_name, category: 8, category_name: 'バッグ' },
  amounts: [{ grade: 'A_1', amount, version: 3 }],
})

const company = { id: 4, name: '株式会社アオヤマ', is_operator: false, shops: [] }
const staff = { id: 9, name: '青山 一郎', role: 'admin', is_admin: true, needs_second_factor: false, company }

function respond({ method, path, json }: Seen): Reply {
  if (path === '/amounts/bulk-upload/') return upload
  if (path === '/api/me/')
    return { json: { id: 9, email: 'x@x.example', customer: null, business_user: staff } }
  if (path === '/api/biz/saved-views/') return { json: [] }
  if (path === '/api/item-category/')
    return { json: [{ id: 8, name: 'バッグ', parent: null, ledger_class: '11' }] }
  if (path !== '/api/biz/amounts/') return { json: null }
  if (method === 'POST') return answer ?? { json: { ...(json as object), version: 4 } }
  return {
    json: {
      count: 2,
      next: null,
      previous: null,
      results: [line(1, 'GUCCI', 52_000), line(2, 'PRADA', 48_000)],
    },
  }
}

beforeEach(async () => {
  answer = undefined
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = () => openBiz('/biz/amounts', { '/biz/amounts': () => <AmountsPage /> })
const cell = (brand: string) => screen.findByRole<HTMLInputElement>('textbox', { name: `${brand} バッグ A1` })
const sent = () => server.seen.filter(({ method }) => method === 'POST').map(({ json }) => json)

it('takes an amount in by Enter, as it is typed, and goes to the next row', async () => {
  open()
  const gucci = await cell('GUCCI')
  gucci.focus()
  fireEvent.change(gucci, { target: { value: '￥５５，０００' } })
  fireEvent.keyDown(gucci, { key: 'Enter' })
  await waitFor(async () => expect(document.activeElement).toBe(await cell('PRADA')))
  expect(sent()).toEqual([{ brand: 1, category: 8, grade: 'A_1', amount: 55_000, version: 3 }])
  expect(gucci.value).toBe('55,000')
})

it('keeps what was typed when it is no amount, or somebody else was faster', async () => {
  open()
  const gucci = await cell('GUCCI')
  fireEvent.change(gucci, { target: { value: 'abc' } })
  fireEvent.keyDown(gucci, { key: 'Enter' })
  expect((await screen.findByRole('alert')).textContent).toContain('1円以上の数字')
  const current = { brand: 1, category: 8, grade: 'A_1', amount: 60_000, version: 7 }
  answer = { status: 400, json: { code: 'stale_version', version: ['x'], current } }
  fireEvent.change(gucci, { target: { value: '55000' } })
  fireEvent.keyDown(gucci, { key: 'Enter' })
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('¥60,000に変えました'))
  expect(gucci.value).toBe('55000')
  answer = undefined
  fireEvent.keyDown(gucci, { key: 'Enter' })
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ amount: 55_000, version: 7 }))
})

it('shows the lines of a file that are wrong, and loads one that is right after it was looked at', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'CSVを取り込む' }))
  const choose = (text: string) =>
    fireEvent.change(screen.getByLabelText('CSVファイル', { selector: 'input' }), {
      target: { files: [new File([text], '基準.csv')] },
    })
  upload = {
    status: 400,
    json: { rows: [{}, { amount: ['金額を数字で入力してください。'] }], lines: [2, 5] },
  }
  choose('悪い')
  expect(await screen.findByText('5行目: 金額を数字で入力してください。')).toBeTruthy()
  upload = { json: { created: 2, updated: 1, unchanged: 4, errors: [], changes: [] } }
  choose('よい')
  fireEvent.click(await screen.findByRole('button', { name: '3件を取り込む' }))
  await waitFor(() => expect(sent()).toHaveLength(3))
  expect(sent().map((body) => (body as { dry_run: boolean }).dry_run)).toEqual([true, true, false])
})
