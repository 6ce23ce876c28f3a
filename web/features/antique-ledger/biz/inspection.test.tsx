import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import InspectionPage from './inspection.page.tsx'

const person = { name: '山田 花子', address: '東京都港区', occupation: '会社員', age: 41 }
const row = {
  ...{ id: 1, seq: 1, entry_kind: '買受け', item_name: 'コート', price: 12_000, person, slug: 'abc' },
  ...{ corrects_seq: null, corrected_by: null, shop_name: '青山本店', hash: '0a1b', invoice_note: '' },
  created_at: '2026-11-20T10:00:00+09:00',
}
const columns = [
  { key: 'seq', label: '番号' },
  { key: 'item_name', label: '品目' },
  { key: 'person.name', label: '氏名' },
]

let server: TestServer

function respond({ path }: Seen): Reply {
  if (path === '/api/me/') {
    const company = { id: 1, name: 'アオヤマ', shops: [] }
    const inspector = { id: 9, name: '渋谷警察署', role: 'inspector', is_admin: false, company }
    return { json: { id: 9, business_user: inspector } }
  }
  if (path.endsWith('/header/')) return { json: { dealer_name: '株式会社アオヤマ', columns } }
  if (path.endsWith('/print/')) return { json: [row] }
  return { json: { count: 1, results: [row] } }
}

beforeEach(async () => {
  localStorage.clear()
  server = await startServer(respond)
})
afterEach(async () => {
  vi.restoreAllMocks()
  cleanup()
  await server.close()
})

const asked = (end: string) =>
  server.seen.filter(({ path }) => path === `/api/biz/antique-ledger/${end}`).map(({ url }) => url)

it('finds by one field, shows all rows of an article, and corrects nothing', async () => {
  openBiz('/biz/inspection', { '/biz/inspection': InspectionPage })
  fireEvent.change(await screen.findByLabelText(/台帳の番号/), { target: { value: ' コート ' } })
  // The fields of days come by themselves.
  await waitFor(() => expect(screen.getAllByRole('group')).toHaveLength(2))
  fireEvent.change(screen.getByLabelText('年月日(から)'), { target: { value: '2026/11/01' } })
  fireEvent.click(screen.getByRole('button', { name: '探す' }))
  await waitFor(() => expect(asked('').at(-1)).toContain('date_from=2026-11-01'))
  expect(decodeURIComponent(asked('').at(-1) ?? '')).toContain('q=コート')
  fireEvent.click(await screen.findByText('山田 花子'))
  expect(await screen.findByText('0a1b')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /訂正/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'この品物の記載をすべて見る' }))
  await waitFor(() => expect(asked('').at(-1)).toContain('slug=abc'))
})

it('prints what the server says that it recorded', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue()
  openBiz('/biz/inspection?q=1', { '/biz/inspection': InspectionPage })
  fireEvent.click(await screen.findByRole('button', { name: 'この条件で印刷する' }))
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  expect(asked('print/')).toEqual([expect.stringContaining('q=1')])
  expect(document.body.textContent).toContain('株式会社アオヤマ')
})
