import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import { GoodsFileDialog, type GoodsFilter } from './goods-file-dialog.tsx'
import { GoodsUploadDialog } from './goods-upload-dialog.tsx'

let server: TestServer
let found: object
let loaded: Reply[]
const closed = vi.fn()

const clean = {
  ...{ format: 'okuru', encoding: 'utf-8', articles: 12, good: 12, substitutable: 0 },
  ...{ problem_count: 0, problems: [] },
}
const problem = {
  ...{
    line: 3,
    slug: 'abcdefgh12345678',
    title: 'コート①',
    column: 'name',
    label: 'タイトル',
    problem: 'characters',
  },
  ...{ text: 'コート①', characters: ['①'], suggestion: 'コート1' },
}
const long = { ...problem, line: 4, problem: 'too_long', characters: [], suggestion: '' }

const respond = ({ path }: Seen): Reply => {
  if (path.endsWith('/csv/check/')) return { json: found }
  if (path.endsWith('/csv/')) return { headers: { 'Content-Type': 'text/csv' }, pieces: ['a\r\n'] }
  if (path.endsWith('/bulk-upload/')) return (loaded.length > 1 ? loaded.shift() : loaded[0]) as Reply
  return { json: {} }
}

beforeEach(async () => {
  found = clean
  loaded = []
  closed.mockClear()
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  server = await startServer(respond)
})
afterEach(async () => {
  vi.restoreAllMocks()
  cleanup()
  await server.close()
})

const openFile = (filter: GoodsFilter = {}) =>
  openBiz('/biz/productization', {
    '/biz/productization': () => <GoodsFileDialog filter={filter} onClose={closed} />,
  })
const queries = (end: string) =>
  server.seen
    .filter(({ path }) => path.endsWith(end))
    .map(({ url }) => Object.fromEntries(new URL(url, 'http://x').searchParams))
const check = (name: string | RegExp) => fireEvent.click(screen.getByRole('checkbox', { name }))
const choose = (name: string | RegExp) => fireEvent.click(screen.getByRole('radio', { name }))
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

it('says how many articles of which list it saves, and saves them as chosen', async () => {
  openFile({ brand: 4 })
  expect((await screen.findByText('12点')).parentElement?.textContent).toContain(
    'いまの条件に合う、商品化が終わって売れていない商品は12点です。',
  )
  choose('Shift_JIS')
  await screen.findByText('12点')
  press('CSVを保存する')
  await waitFor(() =>
    expect(queries('/csv/')).toEqual([{ brand: '4', format: 'okuru', encoding: 'shift_jis' }]),
  )
})

it('lists what a format does not take with its article, and saves only what was agreed to', async () => {
  found = { ...clean, articles: 3, good: 1, substitutable: 1, problem_count: 2, problems: [problem, long] }
  openFile({ status: 9 })
  expect((await screen.findAllByText('コート①'))[0]?.closest('a')?.getAttribute('href')).toBe(
    '/biz/productization?q=abcdefgh12345678',
  )
  expect(screen.getByText('この形式で使えない文字があります ①')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'CSVを保存する' })).toBeNull()
  check(/近い文字に置き換えて/)
  expect(screen.queryByRole('button', { name: 'CSVを保存する' })).toBeNull()
  check('問題の残る1点を除いて保存する')
  expect(screen.getByText('2点。保存したことは記録に残ります。')).toBeTruthy()
  press('CSVを保存する')
  await waitFor(() =>
    expect(queries('/csv/')[0]).toMatchObject({ substitute: 'true', leave_out: 'true', status: '9' }),
  )
})

it('says what a missing value is for, in the words of the staff', async () => {
  const missing = { ...problem, column: 'Price', label: '販売価格', problem: 'missing', text: '' }
  found = {
    ...{ ...clean, format: 'shopify', articles: 1, good: 0, problem_count: 1 },
    problems: [{ ...missing, characters: [], suggestion: '' }],
  }
  openFile()
  expect(await screen.findByText('未入力')).toBeTruthy()
  expect(screen.getByText('販売価格を入れてください')).toBeTruthy()
  expect(screen.getByText('Price').closest('td')?.textContent).toBe('販売価格Price')
})

it('asks for what the system needs before it looks', async () => {
  openFile()
  await screen.findByText('12点')
  choose(/^Yahoo!/)
  expect(screen.queryByRole('button', { name: 'CSVを保存する' })).toBeNull()
  fireEvent.change(screen.getByLabelText(/^プロダクトカテゴリ/), { target: { value: '３６５０４' } })
  await waitFor(() => expect(queries('/csv/check/').at(-1)).toMatchObject({ product_category: '36504' }))
  choose(/^ネクストエンジン/)
  await waitFor(() => expect(queries('/csv/check/').at(-1)).toMatchObject({ supplier_code: '9999' }))
  expect(queries('/csv/check/').at(-1)).not.toHaveProperty('product_category')
})

it('says that no article is found, and that the connection broke', async () => {
  found = { ...clean, articles: 0, good: 0 }
  openFile()
  await screen.findByText('いまの条件に合う、商品化が終わって売れていない商品はありません。')
  expect(screen.queryByRole('button', { name: 'CSVを保存する' })).toBeNull()
})

it('shows what a file would change, and that an empty stock is no sale', async () => {
  const result = {
    ...{ format: 'shopify', created: 0, updated: 1, unchanged: 4, errors: [] },
    out_of_stock: [{ line: 5, slug: 'b', title: 'シャツ' }],
    changes: [
      {
        ...{ line: 2, slug: 'a', title: 'コート' },
        fields: [{ column: 'Price', label: '販売価格', before: '9800', after: '8800' }],
      },
    ],
  }
  loaded = [{ json: result }]
  openBiz('/biz/productization', {
    '/biz/productization': () => <GoodsUploadDialog onClose={closed} />,
  })
  fireEvent.change(await screen.findByLabelText('CSVファイル', { selector: 'input' }), {
    target: { files: [new File(['SKU\n'], 'a.csv')] },
  })
  await screen.findByText('変更1件、変わらない行4件です。')
  expect(screen.getByText('8800')).toBeTruthy()
  expect(screen.getByText('在庫が0の商品が1点あります')).toBeTruthy()
  press('1件を取り込む')
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(server.seen.filter(({ method }) => method === 'POST').map(({ json }) => json)).toMatchObject([
    { csv: 'SKU\n', dry_run: true },
    { csv: 'SKU\n', dry_run: false },
  ])
})

it('tells the lines that are wrong', async () => {
  loaded = [
    { status: 400, json: { rows: [{ version: ['この商品が変わっています'] }], lines: [7], code: 'invalid' } },
  ]
  openBiz('/biz/productization', {
    '/biz/productization': () => <GoodsUploadDialog onClose={closed} />,
  })
  fireEvent.change(await screen.findByLabelText('CSVファイル', { selector: 'input' }), {
    target: { files: [new File(['SKU\n'], 'a.csv')] },
  })
  await screen.findByText('7行目: この商品が変わっています')
  expect(screen.queryByRole('button', { name: /取り込む/ })).toBeNull()
})
