import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { press } from '#web/ui/test-keys.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import ItemsPage from './items.page.tsx'

const row = (seq: number) => ({
  ...{ slug: `abcdefghjkmnpq0${seq}`, seq, request: 10050, name: 'コート', status: 2, price: 9_000 },
  ...{ brand: 1, brand_name: 'オーラリー', category: 2, category_name: 'コート', grade: 'A_2' },
  ...{ shop: 1, shop_name: '青山店', customer_name: '山田 花子', purchased_at: null, is_disputed: false },
})

let server: TestServer
let role: 'admin' | 'staff'
const people = [
  { id: 7, name: '佐藤 次郎', is_active: true, shop: null, shops: [] },
  { id: 8, name: '元 社員', is_active: false, shop: null, shops: [] },
]
const respond = ({ path }: Seen): Reply => {
  if (path === '/api/me/') {
    const company = { id: 1, name: 'アオヤマ', shops: [] }
    return {
      json: { id: 9, business_user: { id: 9, name: '青山 一郎', is_admin: role === 'admin', role, company } },
    }
  }
  if (path === '/api/biz/purchase-items/')
    return { json: { count: 3, next: null, previous: null, results: [row(1), row(2), row(3)] } }
  return path === '/api/biz/assessors/'
    ? { json: people }
    : { status: 404, json: { detail: '見つかりませんでした。' } }
}
beforeEach(async () => {
  localStorage.clear()
  role = 'staff'
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

it('prints the labels of the chosen articles, which name no customer', async () => {
  openBiz('/biz/items', { '/biz/items': ItemsPage })
  fireEvent.click(await screen.findByRole('checkbox', { name: '商品10050-1を選ぶ' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: '商品10050-3を選ぶ' }))
  press('KeyL')
  const dialog = within(await screen.findByRole('dialog', { name: '商品のラベル' }))
  await dialog.findByRole('button', { name: /商品ラベルを印刷する\(2枚\)/ })
  const labels = within(dialog.getByRole('list', { name: '商品ラベル' }))
  expect(labels.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '10050-1オーラリー コート青山店abcdefghjkmnpq01',
    '10050-3オーラリー コート青山店abcdefghjkmnpq03',
  ])
})

it('lets administrators choose who assessed, also who cannot sign in any more', async () => {
  role = 'admin'
  openBiz('/biz/items', { '/biz/items': ItemsPage })
  const select = await screen.findByRole('combobox', { name: 'はじめに査定した人' })
  await within(select).findByRole('option', { name: '元 社員(停止)' })
  fireEvent.change(select, { target: { value: '8' } })
  await waitFor(() => expect(server.to('/api/biz/purchase-items/').at(-1)?.url).toContain('priced_by=8'))
})
