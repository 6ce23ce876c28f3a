import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import { requestOnWire } from '../shared/biz/test-request.ts'
import TodayPage from './today.page.tsx'

const HOUR = 3_600_000
const instant = (hours: number) => new Date(Date.now() + hours * HOUR + 1000).toISOString()
const box = {
  id: 10_447,
  status: 3,
  shop: 2,
  shop_name: '渋谷店',
  customer: 5,
  customer_name: '井上 志保',
  item_count: 3,
  arrived_at: '2026-11-17T10:00:00+09:00',
  assessor: null,
  assessor_name: null,
}

let server: TestServer
let free: object | null

function respond({ path, method }: Seen): Reply {
  if (path === '/api/biz/today/')
    return {
      json: {
        stations: [{ key: 'assessing', label: '査定', count: 2, late: 1 }],
        late: [],
        objected: [],
        arriving: [],
        promised: {
          count: 2,
          late: 1,
          due_today: 0,
          boxes: [
            { ...box, promised_at: instant(-20), is_late: true },
            { ...box, id: 10_453, customer_name: '近藤 彩', promised_at: instant(51), is_late: false },
          ],
        },
        free,
      },
    }
  if (path.includes('/purchase_requests/10447/')) {
    if (method === 'PUT') free = null
    return { json: { ...requestOnWire, id: 10_447, version: 8, assessor: null, assessor_name: null } }
  }
  return { json: { id: 9, business_user: { id: 1, company: { is_operator: false, shops: [] } } } }
}

beforeEach(async () => {
  localStorage.clear()
  free = { id: 4, name: '西野', box_count: 2 }
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

it('names the box to take next, why it waits and who is free, who can be asked at once', async () => {
  openBiz('/biz', { '/biz': TodayPage })
  const next = within(await screen.findByRole('region', { name: '次の箱' }))
  expect(next.getByRole('heading').textContent).toBe('井上 志保 様 10447')
  expect(next.getByText(/^(19|20)時間\d+分 遅れ$/)).toBeTruthy()
  expect(next.getByText(/査定がまだ始まっていません。担当が決まっていません。/).textContent).toContain(
    '手が空いているのは 西野(2箱)です。',
  )
  const row = screen.getByRole('row', { name: /近藤 彩/ })
  expect(row.textContent).toContain('あと 2日と3時間')
  fireEvent.click(next.getByRole('button', { name: '西野に頼む' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '西野に頼む' })).toBeNull())
  const put = server.seen.find(({ method }) => method === 'PUT')
  expect(put?.json).toEqual({ assessor: 4, version: 8 })
})
