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
const place = {
  ...{ id: 12, shop: 1, shop_name: '青山店', name: '保管棚A', kind: 'storage', code: 'OKP-00120' },
  ...{ is_active: true, takes_arrivals: false, boxes: 0, items: 3, version: 1 },
}
const to = { place: 12, holder: null, name: '保管棚A', kind: 'storage', shop_name: '青山店' }
const thing = { request: 10050, box: null, slug: 'abcdefghjkmnpq01', seq: 1, name: 'コート' }
const moved = { id: 40, to, moved: [{ ...thing, from: null }], unchanged: [{ ...thing, seq: 3 }] }
const respond = ({ path }: Seen): Reply => {
  if (path === '/api/biz/custody/places/') return { json: [place] }
  if (path === '/api/biz/custody/handovers/') return { status: 201, json: moved }
  if (path === '/api/biz/custody/handovers/40/undo/') return { json: { ...moved, to: null, unchanged: [] } }
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

it('records the chosen articles at a place, and takes that back once', async () => {
  openBiz('/biz/items', { '/biz/items': ItemsPage })
  fireEvent.click(await screen.findByRole('checkbox', { name: '商品10050-1を選ぶ' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: '商品10050-3を選ぶ' }))
  press('KeyM')
  const dialog = within(await screen.findByRole('dialog', { name: '2点を別の置き場へ移す' }))
  await dialog.findByRole('option', { name: /保管棚A/ })
  fireEvent.click(dialog.getByRole('button', { name: '移したと記録する' }))
  await dialog.findByText('置き場を選んでください。')
  fireEvent.change(dialog.getByLabelText('置き場'), { target: { value: 'OKP-00120' } })
  fireEvent.click(dialog.getByRole('button', { name: '移したと記録する' }))
  await screen.findByText('1点を保管棚Aへ移したと記録しました。1点は、もう保管棚Aにあります。')
  expect(server.to('/api/biz/custody/handovers/').at(-1)?.json).toEqual({
    target: 'OKP-00120',
    codes: ['abcdefghjkmnpq01', 'abcdefghjkmnpq03'],
  })
  // The rest of the page is hidden from assistive technology until the dialog has closed.
  fireEvent.click(await screen.findByRole('button', { name: /元に戻す/ }))
  await screen.findByText('1点を元の場所に戻しました。')
})
