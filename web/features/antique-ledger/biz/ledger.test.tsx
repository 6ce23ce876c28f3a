import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import LedgerPage from './ledger.page.tsx'

const person = { name: '山田 花子', address: '東京都港区', occupation: '会社員', age: 41 }
const rows = [
  { id: 1, seq: 1, entry_kind: '買受け', item_name: 'コート', price: 12_000, person },
  { id: 2, seq: 2, entry_kind: '買受け', item_name: 'シャツ', price: 3000, person: null },
]
const columns = [
  { key: 'seq', label: '番号' },
  { key: 'item_name', label: '品目' },
  { key: 'price', label: '代価' },
  { key: 'person.name', label: '氏名' },
]

let server: TestServer
let isAdmin: boolean
let list: Reply
let printed: Reply

function respond({ path }: Seen): Reply {
  if (path === '/api/biz/saved-views/') return { json: [] }
  if (path === '/api/me/') {
    const company = { id: 1, name: 'アオヤマ', shops: [] }
    const role = isAdmin ? 'admin' : 'staff'
    return { json: { id: 9, business_user: { id: 9, name: '青山 一郎', role, is_admin: isAdmin, company } } }
  }
  if (path.endsWith('/header/')) return { json: { dealer_name: '株式会社アオヤマ', columns } }
  if (path.endsWith('/print/')) return printed
  if (path === '/api/biz/second-factor/')
    return { json: { totp: null, passkeys: [], recovery_codes_left: 0 } }
  if (path.endsWith('/csv/'))
    return { headers: { 'Content-Type': 'text/csv; charset=Shift_JIS' }, pieces: ['番号\r\n'] }
  if (path.endsWith('/csv/check/')) {
    const character = { character: '𠮷', substitute: '吉' }
    const place = { line: 3, seq: 2, column: '氏名', ...character }
    const characters = [{ ...character, count: 2 }]
    return { json: { count: 2, characters, places: [place, place], until: 2 } }
  }
  if (path.endsWith('/verify/'))
    return { json: { is_ok: false, count: 2, first_bad_seq: 2, problem: '2番の記載が変わっています。' } }
  return list
}

beforeEach(async () => {
  localStorage.clear()
  isAdmin = false
  list = { json: { count: 2, results: rows } }
  printed = { json: rows }
  server = await startServer(respond)
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
})
afterEach(async () => {
  vi.restoreAllMocks()
  cleanup()
  await server.close()
})

const open = (search = '') => openBiz(`/biz/ledger${search}`, { '/biz/ledger': LedgerPage })
const asked = () =>
  server.seen.filter(({ path }) => path === '/api/biz/antique-ledger/').map(({ url }) => url)

it("shows the law's columns, and says whose data were erased", async () => {
  open()
  const table = await screen.findByRole('table', { name: '古物台帳' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(columns.map(({ label }) => label))
  const [, first, second] = within(table).getAllByRole('row')
  expect(first?.textContent).toBe('1コート¥12,000山田 花子')
  expect(second?.textContent).toContain('(保存期間が過ぎました)')
})

it('reads its conditions from the address', async () => {
  open('?customer_name=%E5%B1%B1%E7%94%B0&page=2')
  await screen.findByRole('table', { name: '古物台帳' })
  expect(asked().at(-1)).toContain('customer_name=%E5%B1%B1%E7%94%B0')
  expect(asked().at(-1)).toContain('page=2')
})

it('says that the book could not be read, and reads it again', async () => {
  list = { status: 500, json: { detail: 'サーバーエラーが発生しました。' } }
  open()
  const again = await screen.findByRole('button', { name: 'もう一度試す' })
  list = { json: { count: 2, results: rows } }
  fireEvent.click(again)
  expect(await screen.findByRole('table', { name: '古物台帳' })).toBeTruthy()
})

it('tells where the chain is broken', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: '改ざんがないか確かめる' }))
  const dialog = await screen.findByRole('dialog', { name: '台帳の確認' })
  expect(within(dialog).getByText('台帳に問題があります')).toBeTruthy()
  expect(within(dialog).getByText('2番の記載が変わっています。')).toBeTruthy()
  expect(within(dialog).getByText('No.2')).toBeTruthy()
})

it.each([true, false])('leaves the file of the book to administrators (admin: %s)', async (admin) => {
  isAdmin = admin
  open()
  await screen.findByRole('table', { name: '古物台帳' })
  await waitFor(() => expect(server.to('/api/me/')).toHaveLength(1))
  const csv = () => screen.queryByRole('button', { name: /CSV/ })
  if (admin) await waitFor(() => expect(csv()).toBeTruthy())
  else expect(csv()).toBeNull()
})

it('lists what Shift_JIS lacks before it saves the file, and asks for exactly that file', async () => {
  isAdmin = true
  open('?customer_name=%E5%B1%B1%E7%94%B0')
  fireEvent.click(await screen.findByRole('button', { name: 'CSVを保存する' }))
  const dialog = await screen.findByRole('dialog', { name: '古物台帳をCSVで保存' })
  fireEvent.click(within(dialog).getByRole('radio', { name: /Shift_JIS/ }))
  const table = await within(dialog).findByRole('table', { name: '置き換わる文字' })
  expect(within(table).getAllByRole('row')[1]?.textContent).toBe('32氏名𠮷吉')
  expect(dialog.textContent).toContain('2か所')
  fireEvent.click(within(dialog).getByRole('button', { name: 'CSVを保存する' }))
  await waitFor(() => expect(server.to('/api/biz/antique-ledger/csv/')).toHaveLength(1))
  const [{ url } = { url: '' }] = server.to('/api/biz/antique-ledger/csv/')
  const query = new URL(url, 'http://x').searchParams
  expect(Object.fromEntries(query)).toEqual({
    customer_name: '山田',
    encoding: 'shift_jis',
    substitute: 'true',
    until: '2',
  })
})

it('prints what was asked for only after the password, and nothing by the browser alone', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue()
  printed = { status: 403, json: { detail: '', code: 'reauthentication_required' } }
  open('?customer_name=%E5%B1%B1%E7%94%B0')
  await screen.findByRole('table', { name: '古物台帳' })
  expect(document.body.textContent).toContain('画面の印刷のボタンから印刷してください')
  fireEvent.keyDown(document.body, { code: 'KeyP', key: 'p', ctrlKey: true })
  const dialog = await screen.findByRole('dialog', { name: 'ご本人の確認' })
  expect(print).not.toHaveBeenCalled()
  fireEvent.click(within(dialog).getByRole('button', { name: /戻る|やめる|キャンセル/ }))
  printed = { json: rows }
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(await screen.findByRole('button', { name: '印刷する' }))
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  expect(server.to('/api/biz/antique-ledger/print/').at(-1)?.url).toContain('customer_name')
  fireEvent(window, new Event('afterprint'))
  await waitFor(() => expect(document.body.textContent).toContain('画面の印刷のボタンから印刷してください'))
})
