import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import MoneyPage from './money.page.tsx'

const balances: Record<string, number[]> = { company: [-9000] }
const proof = {
  id: 4,
  made_at: '2026-11-21T03:00:00+09:00',
  is_ok: false,
  entry_count: 76,
  checks: [
    { name: 'balances_sum_to_zero', expected: 0, found: 300, is_ok: false },
    { name: 'transfers_equal_entries', expected: 0, found: 0, is_ok: true },
  ],
}
const page = (results: unknown[], count = results.length) => ({ count, next: null, previous: null, results })

const kind = (name: string, count: number, debit: number, credit: number) => ({
  ...{ kind: name, count, debit, credit },
})
const balanced = [
  kind('bank', 1, 2800, 0),
  kind('company', 1, 9000, 0),
  kind('receivable', 0, 0, 0),
  kind('customer', 2, 0, 11_800),
  kind('in_progress', 1, 0, 0),
  kind('fee', 0, 0, 0),
  kind('adjustment', 0, 0, 0),
]

let server: TestServer
let sides = balanced

function respond({ method, path, url }: Seen): Reply {
  if (method === 'POST') return { status: 201, json: path.includes('proofs') ? { ...proof, id: 5 } : {} }
  if (path.includes('proofs')) return { json: page([proof]) }
  if (path === '/api/biz/saved-views/') return { json: [] }
  if (path === '/api/dealers/') return { json: [{ id: 31, name: '株式会社アオヤマ' }] }
  if (path === '/api/biz/book/kinds/') return { json: sides }
  if (path.endsWith('/csv/')) return { text: '番号', headers: { 'Content-Type': 'text/csv' } }
  if (path.includes('entries')) return { json: page([]) }
  const kind = new URL(url, 'http://x').searchParams.get('kind') ?? ''
  const rows = (balances[kind] ?? []).map((balance, index) => ({
    id: index + 1,
    kind,
    owner: kind === 'company' ? '株式会社アオヤマ' : '',
    balance,
  }))
  return { json: page(rows) }
}

beforeEach(async () => {
  localStorage.clear()
  sides = balanced
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = (path: string) => openBiz(path, { '/biz/money': MoneyPage }).router

const posts = () => server.seen.filter(({ method }) => method === 'POST')

describe('the trial balance', () => {
  it('has what is held or owed to the house on the left, what it owes on the right, and equal sums', async () => {
    open('/biz/money')
    const bank = await screen.findByRole('row', { name: /^銀行/ })
    const cells = within(bank)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(cells.slice(1, 3)).toEqual(['¥2,800', ''])
    // Balances have a side, not a sign.
    expect(screen.getByRole('table').textContent).not.toContain('\u2212')
    const customers = within(screen.getByRole('row', { name: /^お客さまの残高/ })).getAllByRole('cell')
    expect(customers.map(({ textContent }) => textContent).slice(1, 3)).toEqual(['', '¥11,800'])
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads.slice(1, 3)).toEqual(['借方', '貸方'])
    const total = within(screen.getByRole('row', { name: /^合計/ })).getAllByRole('cell')
    expect(total.map(({ textContent }) => textContent).slice(1, 3)).toEqual(['¥11,800', '¥11,800'])
    expect(screen.queryByText('借方と貸方の合計が一致していません')).toBeNull()
  })

  it('says when the two sides differ', async () => {
    sides = sides.map((row) => (row.kind === 'bank' ? { ...row, debit: 2801 } : row))
    open('/biz/money')
    await screen.findByText('借方と貸方の合計が一致していません')
  })

  it('shows each account of a kind on its side', async () => {
    open('/biz/money?kind=company')
    const row = await screen.findByRole('row', { name: /株式会社アオヤマ/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['1', '株式会社アオヤマ', '¥9,000', ''])
  })

  it('is saved as a file by the server', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined })
    open('/biz/money?view=entries&account=4')
    fireEvent.click(await screen.findByRole('button', { name: 'CSVを保存する' }))
    await waitFor(() => expect(server.to('/api/biz/book/entries/csv/')[0]?.url).toContain('account=4'))
  })
})

describe('proofs', () => {
  it('says what does not agree, in words and in yen', async () => {
    open('/biz/money?view=proofs')
    fireEvent.click(await screen.findByText('不一致'))
    expect(await screen.findByRole('heading', { name: '1項目が一致していません' })).toBeTruthy()
    const row = screen.getByRole('row', { name: /すべての残高の合計が0になる/ })
    expect(row.textContent).toContain('¥300')
  })

  it('are made when asked for', async () => {
    open('/biz/money?view=proofs')
    fireEvent.click(await screen.findByRole('button', { name: '今すぐ証明する' }))
    await waitFor(() => expect(posts()).toHaveLength(1))
    await waitFor(() => expect(server.to('/api/biz/book/proofs/').length).toBeGreaterThan(2))
  })
})

describe('a settlement', () => {
  it('says what is missing, shows what is owed and asks before it is written', async () => {
    open('/biz/money')
    fireEvent.click(await screen.findByRole('button', { name: '会社からの精算を記録する' }))
    const dialog = within(await screen.findByRole('dialog', { name: '会社からの精算を記録' }))
    fireEvent.click(dialog.getByRole('button', { name: '内容を確認する' }))
    expect(await dialog.findByText('3か所をご確認ください')).toBeTruthy()
    await dialog.findByRole('option', { name: '株式会社アオヤマ' })
    fireEvent.change(dialog.getByRole('combobox'), { target: { value: '31' } })
    expect((await dialog.findByText(/まだ精算されていない金額/)).textContent).toContain('¥9,000')
    const [amount, note] = dialog.getAllByRole('textbox')
    fireEvent.change(amount as HTMLElement, { target: { value: '９，０００円' } })
    fireEvent.change(note as HTMLElement, { target: { value: '11月分' } })
    fireEvent.click(dialog.getByRole('button', { name: '内容を確認する' }))
    const sure = await screen.findByRole('button', { name: '記録する' })
    expect(posts()).toHaveLength(0)
    fireEvent.click(sure)
    expect(await screen.findByRole('dialog', { name: '精算を記録しました' })).toBeTruthy()
    expect(posts()[0]).toMatchObject({
      path: '/api/biz/book/settlements/',
      json: { company: 31, amount: 9000, note: '11月分' },
    })
    expect(posts()[0]?.headers['idempotency-key']).toBeTruthy()
  })

  it('finds again what was typed before a reload', async () => {
    const start = async () => {
      open('/biz/money')
      fireEvent.click(await screen.findByRole('button', { name: '会社からの精算を記録する' }))
      return within(await screen.findByRole('dialog', { name: '会社からの精算を記録' }))
    }
    const [, note] = (await start()).getAllByRole('textbox')
    fireEvent.change(note as HTMLElement, { target: { value: '11月分' } })
    cleanup()
    expect((await start()).getByDisplayValue('11月分')).toBeTruthy()
  })
})
