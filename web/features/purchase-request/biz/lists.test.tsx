import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import { requestOnWire } from '../shared/biz/test-request.ts'
import { ArrivingList } from './intake-arriving.tsx'
import RequestsPage from './requests.page.tsx'
import ReturnsPage from './returns.page.tsx'
import SecondLooksPage from './second-looks.page.tsx'

let server: TestServer
let today: Reply

const row = { id: 31, status: 2, shop: 1, shop_name: '青山店', customer: 5, customer_name: '山田 花子' }
const reopened = {
  id: 1,
  from_status: 11,
  to_status: 12,
  actor: 'お客さま',
  reason: 'もう少し見てほしい',
  at: '2026-11-18T10:00:00+09:00',
}

function respond({ path }: Seen): Reply {
  if (path === '/api/biz/today/') return today
  if (path === '/api/biz/purchase_requests/')
    return {
      json: {
        count: 1,
        next: null,
        previous: null,
        results: [
          {
            ...row,
            updated_at: '2026-11-21T10:00:00+09:00',
            status_changed_at: '2026-11-18T10:00:00+09:00',
          },
        ],
      },
    }
  if (path === '/api/biz/assessors/') return { json: [{ id: 7, name: '佐藤 次郎', shop: null, shops: [] }] }
  if (path === '/api/business-users/8/') return { json: { id: 8, name: '元 社員', is_active: false } }
  if (path.includes('/purchase_requests/31/'))
    return { json: { ...requestOnWire, status: 12, status_history: [reopened] } }
  return { status: 404, json: { detail: '見つかりませんでした。' } }
}

beforeEach(async () => {
  localStorage.clear()
  today = { json: { stations: [], late: [], arriving: [] } }
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

describe('the list of requests', () => {
  it('says for which customer it is narrowed, and takes that off', async () => {
    const { router } = openBiz('/biz/requests?customer_id=5', { '/biz/requests': RequestsPage })
    const off = await screen.findByRole('button', { name: '条件「お客さま」を外す' })
    await waitFor(() => expect(off.parentElement?.textContent).toBe('お客さま: 山田 花子'))
    fireEvent.click(off)
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  it('names whose boxes it shows, also of somebody who has left', async () => {
    openBiz('/biz/requests?assessor=8', { '/biz/requests': RequestsPage })
    fireEvent.click(await screen.findByRole('button', { name: '担当: 元 社員' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText('担当')).toHaveProperty('value', '8')
    expect(server.seen.filter(({ path }) => path === '/api/business-users/7/')).toEqual([])
  })

  it('says by which figure it is narrowed, and takes that off', async () => {
    const { router } = openBiz('/biz/requests?ended_from=2026-11-15&ended_to=2026-11-21&outcome=expired', {
      '/biz/requests': RequestsPage,
    })
    const off = await screen.findByRole('button', { name: '条件「お返事の内容」を外す' })
    expect(off.parentElement?.textContent).toBe('お返事の内容: お返事の期限が過ぎた')
    fireEvent.click(off)
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ ended_from: '2026-11-15', ended_to: '2026-11-21' }),
    )
    expect(screen.getByRole('button', { name: '条件「お返事」を外す' })).toBeTruthy()
  })

  it('has the field of a search in the dialog its chip opens', async () => {
    const { router } = openBiz('/biz/requests?q=%E5%B1%B1', { '/biz/requests': RequestsPage })
    fireEvent.click(await screen.findByRole('button', { name: '検索: 山' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText(/^検索/), { target: { value: '山田' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'この条件で見る' }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ q: '山田' }))
  })

  it('leads to each request by its number', async () => {
    openBiz('/biz/requests', { '/biz/requests': RequestsPage })
    const link = await screen.findByRole('link', { name: '31' })
    expect(link.getAttribute('href')).toBe('/biz/requests/31')
  })
})

it('says of a second look when it was asked for, whatever was noted since', async () => {
  openBiz('/biz/second-looks', { '/biz/second-looks': SecondLooksPage })
  expect(await screen.findByText(/11\/18|11月18日/)).toBeTruthy()
})

it('says since when a box is to go back, whatever was noted on it later', async () => {
  openBiz('/biz/returns', { '/biz/returns': ReturnsPage })
  expect(await screen.findByRole('columnheader', { name: '返送が決まった日' })).toBeTruthy()
  expect(await screen.findByRole('cell', { name: '11/18' })).toBeTruthy()
})

it('says that the boxes of today could not be read, not that there are none', async () => {
  today = { status: 500, json: { code: 'internal' } }
  openBiz('/biz/intake', { '/biz/intake': () => <ArrivingList onPick={() => undefined} /> })
  const again = await screen.findByRole('button', { name: 'もう一度試す' })
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('今日届く予定')
  today = { json: { stations: [], late: [], arriving: [row] } }
  fireEvent.click(again)
  expect(await screen.findByText('今日届く予定 1件')).toBeTruthy()
})

it('says which boxes the carrier has delivered, before they are scanned', async () => {
  const delivered = { ...row, id: 32, delivered_at: '2026-11-22T23:30:00+09:00' }
  today = { json: { stations: [], late: [], arriving: [{ ...row, delivered_at: null }, delivered] } }
  openBiz('/biz/intake', { '/biz/intake': () => <ArrivingList onPick={() => undefined} /> })
  const [waited, here] = (await screen.findAllByRole('button')).map(({ textContent }) => textContent)
  expect(waited).not.toContain('配達完了')
  expect(here).toMatch(/配達完了 (2026\/)?11\/22/)
})
