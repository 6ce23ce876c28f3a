import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import { custodyOnWire, requestOnWire } from '../shared/biz/test-request.ts'
import RequestPage from './request.page.tsx'

const item = (seq: number, status: number, price: number) => ({
  slug: `item${seq}`,
  seq,
  name: `コート${seq}`,
  brand_name: 'AURALEE',
  category_name: 'コート',
  status,
  price,
  photo: null,
  grade: 'A_2',
  is_rescinded: false,
  is_disposed: false,
})

let server: TestServer
let stored: typeof requestOnWire
let isAdmin: boolean
let refused: Reply | undefined

function respond({ method, path, json }: Seen): Reply {
  if (path === '/api/me/') {
    const shops = [{ id: 1, name: '青山店', store_key: 'aoyama' }]
    const company = { id: 1, name: 'アオヤマ', is_operator: false, shops }
    const user = { id: 9, name: '青山 一郎', role: isAdmin ? 'admin' : 'staff', is_admin: isAdmin, company }
    return { json: { id: 9, email: 'a@example.jp', customer: null, business_user: user } }
  }
  if (path === '/api/biz/purchase_requests/31/rescind/') {
    if (refused) return refused
    const { slugs } = json as { slugs: string[] }
    const items = stored.items as ReturnType<typeof item>[]
    stored = {
      ...stored,
      status: 22,
      version: stored.version + 1,
      items: items.map((each) => (slugs.includes(each.slug) ? { ...each, status: 5 } : each)),
    }
    return { json: stored }
  }
  if (path === '/api/biz/purchase_requests/31/custody/') return { json: custodyOnWire }
  if (path !== '/api/biz/purchase_requests/31/' || method !== 'GET') return { json: [] }
  return { json: stored }
}

beforeEach(async () => {
  localStorage.clear()
  isAdmin = true
  refused = undefined
  stored = { ...requestOnWire, status: 21, items: [item(1, 6, 8000), item(2, 6, 4500), item(3, 9, 3000)] }
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const asked = () => server.to('/api/biz/purchase_requests/31/rescind/').map(({ json }) => json)
const open = () => openBiz('/biz/requests/31', { '/biz/requests/$id': RequestPage })
const fill = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('is not offered to those who may not', async () => {
  isAdmin = false
  open()
  expect(await screen.findByText('これまで')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '契約を取り消す' })).toBeNull()
})

it('takes articles, a reason and the amount typed out, and says what is missing', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: '契約を取り消す' }))
  const sheet = await screen.findByRole('dialog', { name: '契約を取り消す' })
  const send = () => fireEvent.click(within(sheet).getByRole('button', { name: /取り消す$/ }))
  expect(within(sheet).getAllByRole('checkbox')).toHaveLength(2)
  send()
  expect(await within(sheet).findByText('取り消す商品を選んでください')).toBeTruthy()
  expect(within(sheet).getByText('理由を入力してください')).toBeTruthy()
  expect(document.activeElement).toBe(within(sheet).getAllByRole('checkbox')[0])

  fireEvent.click(within(sheet).getByRole('checkbox', { name: /コート2/ }))
  fill(/^理由/, ' 別のお客さまの品でした。 ')
  fill(/取り消す金額/, '4000')
  send()
  expect(await within(sheet).findByText('取り消す金額 ¥4,500 をそのまま入力してください')).toBeTruthy()
  expect(asked()).toEqual([])

  fill(/取り消す金額/, '4500')
  send()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked()).toEqual([{ slugs: ['item2'], reason: '別のお客さまの品でした。', version: 3 }])
})

it('keeps what was typed when somebody else was first', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: '契約を取り消す' }))
  const sheet = await screen.findByRole('dialog', { name: '契約を取り消す' })
  fireEvent.click(within(sheet).getByRole('checkbox', { name: /コート1/ }))
  fill(/^理由/, '別のお客さまの品でした。')
  fill(/取り消す金額/, '8000')
  stored = { ...stored, version: 9 }
  refused = { status: 400, json: { code: 'stale_version', current: stored } }
  fireEvent.click(within(sheet).getByRole('button', { name: '1点・¥8,000 を取り消す' }))
  expect(await within(sheet).findByText(/ほかの画面で更新されました。/)).toBeTruthy()
  expect(screen.getByDisplayValue('別のお客さまの品でした。')).toBeTruthy()
  refused = undefined
  fireEvent.click(within(sheet).getByRole('button', { name: '1点・¥8,000 を取り消す' }))
  await waitFor(() => expect(asked()).toHaveLength(2))
  expect(asked()[1]).toMatchObject({ version: 9 })
})
