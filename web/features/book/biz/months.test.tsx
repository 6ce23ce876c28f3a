import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import MonthsPage from './months.page.tsx'
import ProposalsPage from './proposals.page.tsx'

const month = {
  month: '2026-10',
  is_closed: false,
  may_close: true,
  entry_count: 12,
  totals: [
    { kind: 'company', debit: 9000, credit: 0 },
    { kind: 'customer', debit: 0, credit: 9000 },
  ],
  closed_by: '',
  closed_at: null,
}
const proposal = {
  ...{ id: 7, kind: 'adjustment', state: 'waiting', purchase_request: 31, transfer: null, amount: -800 },
  ...{
    customer_name: '山田 花子',
    dealer: '株式会社アオヤマ',
    reason: '入力の間違い',
    note: '査定額の訂正のため',
  },
  ...{
    announced_on: null,
    available: 5000,
    proposed_by: '大手 進',
    proposed_at: '2026-11-20T10:00:00+09:00',
    lapses_at: '2026-12-23T10:00:00+09:00',
  },
  ...{ decided_by: '', decided_at: null, decision_note: '', refusal: 'two_people_required' },
  ...{ approvers: ['内幸 望'], version: 1 },
}
const deal = {
  ...{ purchase_request: 31, customer_name: '山田 花子', dealer: '株式会社アオヤマ', price: 9000 },
  ...{ balance: 5000, receivable: 0 },
}

let server: TestServer

function respond({ method, path }: Seen): Reply {
  const page = (results: unknown[]) => ({ json: { count: 1, next: null, previous: null, results } })
  if (path.includes('months')) return page([month])
  if (path.includes('deals')) return { json: deal }
  return method === 'POST' ? { status: 201, json: proposal } : page([proposal])
}

beforeEach(async () => {
  localStorage.clear()
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

it('shows what a month moved, and asks for the password before it is closed', async () => {
  openBiz('/biz/money/months', { '/biz/money/months': MonthsPage })
  fireEvent.click(await screen.findByText('2026年10月'))
  const detail = await screen.findByRole('complementary', { name: '月の内容' })
  expect(within(detail).getByText('お客さまの残高')).toBeTruthy()
  fireEvent.click(within(detail).getByRole('button', { name: '2026年10月を締める' }))
  const dialog = await screen.findByRole('dialog', { name: '2026年10月を締めます' })
  expect(within(dialog).getByLabelText(/パスワード/)).toBeTruthy()
  expect(server.seen.every(({ method }) => method === 'GET')).toBe(true)
})

it('names who may approve, shows whose deal it is, and keeps to the fields of the kind', async () => {
  openBiz('/biz/money/proposals', { '/biz/money/proposals': ProposalsPage })
  expect(await screen.findByText(/承認できるのは、内幸 望さんです/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '申請7を承認する' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '申請する' }))
  const dialog = await screen.findByRole('dialog')
  const send = () => fireEvent.click(within(dialog).getByRole('button', { name: /申請する/ }))
  send()
  expect(await within(dialog).findByText('理由を入力してください')).toBeTruthy()
  const write = (label: RegExp, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
  write(/申し込み番号/, '31')
  expect(await within(dialog).findByText(/株式会社アオヤマ/)).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('radio', { name: '差し引く' }))
  write(/金額/, '800')
  write(/^理由/, '入力の間違い')
  write(/お客さまへの説明/, '査定額の訂正のため')
  send()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.seen.find(({ method }) => method === 'POST')?.json).toMatchObject({
    ...{ kind: 'adjustment', amount: -800, purchase_request: 31, transfer: null, announced_on: null },
  })
})
