import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import { accountText } from './book-words.ts'
import MoneyPage from './money.page.tsx'

configure({ asyncUtilTimeout: 8000 })

const balances: Record<string, number[]> = { customer: [5000, 1200], company: [-9000], bank: [2800] }
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

let server: TestServer
let customers = 2

function answer({ method, path, url }: Seen): Reply {
  if (method === 'POST') return { status: 201, json: path.includes('proofs') ? { ...proof, id: 5 } : {} }
  if (path.includes('proofs')) return { json: page([proof]) }
  if (path === '/api/dealers/') return { json: [{ id: 31, name: '株式会社アオヤマ' }] }
  if (path.includes('entries')) return { json: page([]) }
  const kind = new URL(url, 'http://x').searchParams.get('kind') ?? ''
  const rows = (balances[kind] ?? []).map((balance, index) => ({
    id: index + 1,
    kind,
    owner: kind === 'company' ? '株式会社アオヤマ' : '',
    balance,
  }))
  return { json: page(rows, kind === 'customer' ? customers : rows.length) }
}

beforeEach(async () => {
  localStorage.clear()
  customers = 2
  server = await startServer(answer)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = (path: string) => openBiz(path, { '/biz/money': MoneyPage }).router

const posts = () => server.seen.filter(({ method }) => method === 'POST')

describe('the trial balance', () => {
  it('sums each kind and everything', async () => {
    open('/biz/money')
    const row = await screen.findByRole('row', { name: /お客さまの残高/ })
    expect(row.textContent).toContain('¥6,200')
    expect(screen.getByText(/すべての口座の合計/).textContent).toContain('¥0')
  })

  it('shows no sum of a kind whose accounts are not all known', async () => {
    customers = 4000
    open('/biz/money')
    const row = await screen.findByRole('row', { name: /お客さまの残高/ })
    expect(row.textContent).toContain('4,000—')
    expect(screen.queryByText(/すべての口座の合計/)).toBeNull()
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

describe('the words of the books', () => {
  it('puts the kind of an account in words and leaves names alone', () => {
    expect(accountText('customer お客さま番号 12 / bank社')).toBe('お客さまの残高 お客さま番号 12 / bank社')
    expect(accountText('in_progress')).toBe('振込の手続き中')
  })
})
