import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import { OperatorToday } from './operator-today.tsx'

const page = (results: unknown[], count = results.length) => ({ count, next: null, previous: null, results })

let server: TestServer
let counts: Record<string, number> = {}
let drafts: object[] = []
let unconfirmed = 0
let proven = true
let broken = false

function respond({ path, url }: Seen): Reply {
  if (broken) return { status: 500, json: { code: 'internal' } }
  if (path.includes('proofs'))
    return {
      json: page([{ id: 1, made_at: '2026-11-21T03:00:00Z', is_ok: proven, entry_count: 3, checks: [] }]),
    }
  if (path.includes('companies')) return { json: page([{ id: 3, unconfirmed_count: unconfirmed }]) }
  if (url.includes('state=draft')) return { json: page(drafts, counts.draft ?? drafts.length) }
  if (path.includes('candidates'))
    return { json: { pay_date: '2026-11-24', total: 0, candidates: [], problems: [] } }
  return { json: page([], counts[new URL(url, 'http://x').searchParams.get('state') ?? ''] ?? 0) }
}

beforeEach(async () => {
  counts = {}
  drafts = []
  unconfirmed = 0
  proven = true
  broken = false
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = () => openBiz('/biz', { '/biz': () => <OperatorToday tiles="ul" /> })

it('begins with what has come furthest, and counts what waits at each step', async () => {
  counts = { draft: 2, sent: 1 }
  open()
  const next = await screen.findByRole('link', { name: '銀行の結果 1件を記録する' })
  expect(next.getAttribute('href')).toBe('/biz/payouts?state=sent')
  expect(screen.getByRole('link', { name: /承認待ち/ }).textContent).toBe('承認待ち2')
})

const draft = (id: number, may_approve: boolean) => ({
  ...{ id, may_approve, state: 'draft', pay_date: '2026-11-25', line_count: 3, total: 123_456_789_012 },
  ...{ created_by: '大手 進', approved_by: '', created_at: '2026-11-24T10:00:00+09:00' },
})

it('shows an approver first what waits for the approval, and nobody what is not theirs to approve', async () => {
  counts = { draft: 2, sent: 4 }
  drafts = [draft(8, true), draft(7, false)]
  open()
  const next = await screen.findByRole('link', {
    name: '承認を待つ振込データ 3件 ¥123,456,789,012 を確かめる',
  })
  expect(next.getAttribute('href')).toBe('/biz/payouts/8')
  const rows = within(screen.getByRole('table', { name: '承認を待つ振込データ' })).getAllByRole('row')
  expect(rows).toHaveLength(2)
  expect(rows[1]?.textContent).toContain('大手 進')
  const tiles = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(tiles[0]).toBe('承認待ち2')
  cleanup()
  drafts = [draft(7, false)]
  open()
  expect((await screen.findByRole('link', { name: '銀行の結果 4件を記録する' })).getAttribute('href')).toBe(
    '/biz/payouts?state=sent',
  )
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getAllByRole('listitem')[0]?.textContent).toBe('振込待ち0')
})

it('leads to the people of the house who wait for a second administrator', async () => {
  unconfirmed = 1
  open()
  const link = await screen.findByRole('link', { name: '確認を待つ運営の担当者が1人います' })
  expect(link.getAttribute('href')).toBe('/biz/companies/3')
})

it('puts books that do not agree before everything else', async () => {
  counts = { sent: 1 }
  proven = false
  open()
  const next = await screen.findByRole('link', { name: '一致していない証明を確かめる' })
  expect(next.getAttribute('href')).toBe('/biz/money?view=proofs')
})

it('says so when there is nothing to do', async () => {
  open()
  await screen.findByText(/^いま行うことはありません。/)
})

it('says what could not be read, offers no step, and reads it again', async () => {
  broken = true
  open()
  const again = await screen.findByRole('button', { name: 'もう一度試す' })
  await waitFor(() => expect(screen.queryByText('…')).toBeNull())
  expect(screen.queryByText(/いま行うことはありません/)).toBeNull()
  broken = false
  fireEvent.click(again)
  await screen.findByText(/いま行うことはありません/)
})
