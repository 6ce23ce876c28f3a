import { cleanup, fireEvent, screen, within } from '@testing-library/react'
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
const respond = ({ path }: Seen): Reply => {
  if (path === '/api/biz/purchase-items/')
    return { json: { count: 3, next: null, previous: null, results: [row(1), row(2), row(3)] } }
  return path === '/api/biz/assessors/'
    ? { json: [] }
    : { status: 404, json: { detail: '見つかりませんでした。' } }
}
beforeEach(async () => {
  localStorage.clear()
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
