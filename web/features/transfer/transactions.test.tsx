import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openPage } from '#web/ui/test-page.tsx'
import TransactionsPage from './transactions.page.tsx'

const item = {
  slug: 'abc',
  name: 'ウール テーラードジャケット',
  brand_name: 'BEAMS',
  price: 14_000,
  photo: { id: 1, url: '/files/a', thumbnail_url: '/files/a-small', kind: 'front', caption: '' },
  is_rescinded: false,
}
const entry = {
  id: 3,
  kind: 'PURCHASE',
  amount: 14_000,
  balance_after: 14_000,
  status: null,
  purchase_request: 21,
  transfer: null,
  dealer: '株式会社青山',
  note: '',
  created_at: '2026-11-21T10:00:00+09:00',
  items: [item],
}
const statement = {
  year: 2026,
  years: [2026, 2025],
  holder: '山田 花子',
  opening: 500,
  added: 14_000,
  taken: 0,
  closing: 14_500,
  entries: [entry],
}

let server: TestServer
let years: number[]

const yearOf = (url: string) => new URL(url, 'http://here').searchParams.get('year')

function respond({ path, url }: Seen): Reply {
  if (path.endsWith('/pdf/')) return { text: '%PDF-1.3', headers: { 'content-type': 'application/pdf' } }
  const year = Number(yearOf(url) ?? 2026)
  return { json: { ...statement, years, year, entries: year === 2026 && years.length > 0 ? [entry] : [] } }
}

beforeEach(async () => {
  years = [2026, 2025]
  vi.stubGlobal('scrollTo', () => undefined)
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await server.close()
})

const open = () => openPage('/balance/transactions', { '/balance/transactions': TransactionsPage })

it('shows the sums of the year, and each purchase down to the picture, name and price of its articles', async () => {
  open()
  await screen.findByText('期末残高')
  expect(screen.getByText('¥14,500')).toBeTruthy()
  const row = screen.getByText('お品物 1点を見る').closest('details') as HTMLElement
  expect(within(row).getByText('ウール テーラードジャケット')).toBeTruthy()
  expect(within(row).getByText('¥14,000')).toBeTruthy()
  expect(row.querySelector('img')?.getAttribute('src')).toBe('/files/a-small')
})

it('reads another year when it is chosen, and says when nothing happened in it', async () => {
  open()
  fireEvent.change(await screen.findByLabelText('年'), { target: { value: '2025' } })
  expect(await screen.findByText('2025年の入出金はありません。')).toBeTruthy()
})

it('asks for the file of the year on the screen', async () => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  )
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'PDFを保存する' }))
  await waitFor(() => {
    const asked = server.seen.find(({ path }) => path === '/api/transactions/statement/pdf/')
    expect(yearOf(asked?.url ?? '')).toBe('2026')
  })
})

it('says what comes here before the first entry', async () => {
  years = []
  open()
  expect(await screen.findByText('明細はありません')).toBeTruthy()
})
