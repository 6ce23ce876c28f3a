import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Reply, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import { PrintReturns } from '../shared/biz/print-returns.tsx'
import PickupsPage from './pickups.page.tsx'

const address = {
  postal_code: '1500001',
  prefecture: '東京都',
  city: '渋谷区',
  address1: '神宮前1-2-3',
  address2: 'メゾン405',
}
const box = (at: number, tracking_number = '', picked_up_at: string | null = null) => ({
  box: at,
  tracking_number,
  picked_up_at,
})
const pickup = (request: number, changes: object = {}) => ({
  request,
  status: 1,
  shop_name: '青山店',
  customer: 7,
  customer_name: '山田 花子',
  phone: '09012345678',
  address,
  carrier: 'YAMATO',
  pickup_date: '2026-11-26',
  pickup_time_slot: 'AM',
  boxes: [box(1, '300000000005'), box(2)],
  ...changes,
})
const slip = {
  request: 31,
  customer_name: '山田 花子',
  phone: '09012345678',
  address,
  shop_name: '青山店',
  shop_address: address,
  shop_phone: '0357712345',
  is_collect: true,
  is_held: false,
  items: [{ seq: 2, title: 'GUCCI バッグ', color: '黒', size: '' }],
}

let server: TestServer
let rows: object[]
let slips: Reply
const print = vi.fn()

beforeEach(async () => {
  rows = []
  slips = { json: [slip] }
  print.mockClear()
  window.print = print
  server = await startServer(({ path }) => {
    if (path === '/api/biz/pickups/days/') return { json: [{ day: '2026-11-26', count: 2, unbooked: 1 }] }
    if (path === '/api/biz/return-slips/') return slips
    if (path !== '/api/biz/pickups/') return { status: 404, json: { detail: '見つかりませんでした。' } }
    return { json: { count: rows.length, next: null, previous: null, results: rows } }
  })
})
afterEach(async () => {
  cleanup()
  await server.close()
})

describe('the pickups of a day', () => {
  it('say when, where and whether they are booked, and are printed', async () => {
    rows = [
      pickup(31),
      pickup(32, { status: 0, pickup_time_slot: null, carrier: null }),
      pickup(33, { boxes: [box(1, '', '2026-11-26T10:00:00+09:00'), box(2)] }),
    ]
    openBiz('/biz/pickups?day=2026-11-26', { '/biz/pickups': PickupsPage })
    const table = await screen.findByRole('table', { name: /集荷/ })
    expect(within(table).getByText('手配済み')).toBeTruthy()
    expect(within(table).getByText('手配前')).toBeTruthy()
    expect(within(table).getByText('2箱のうち1箱を集荷')).toBeTruthy()
    expect(screen.getByText(/3件・6箱。うち1件は、まだ手配していません/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '集荷リストを印刷する' }))
    await waitFor(() => expect(print).toHaveBeenCalled())
    expect(screen.getByText('集荷リスト 2026年11月26日(木) 3件 6箱')).toBeTruthy()
  })

  it('lead to the days that have some', async () => {
    const { router } = openBiz('/biz/pickups?day=2026-11-25', { '/biz/pickups': PickupsPage })
    expect(await screen.findByText(/の集荷はありません/)).toBeTruthy()
    const days = screen.getByRole('group', { name: '集荷のある日' })
    fireEvent.click(await within(days).findByRole('button', { name: /11\/26.*2/ }))
    await waitFor(() => expect(router.state.location.search).toEqual({ day: '2026-11-26' }))
  })
})

describe('slips of returns', () => {
  const open = () => openBiz('/biz/returns', { '/biz/returns': () => <PrintReturns requests={[31]} /> })
  const press = async () =>
    fireEvent.click(await screen.findByRole('button', { name: '返送票を印刷する(1件)' }))

  it('are printed with the address, who pays and what belongs into the box', async () => {
    open()
    await press()
    await waitFor(() => expect(print).toHaveBeenCalled())
    const paper = screen.getByText('返送票 申し込み 31').closest('section')
    for (const text of ['着払い', '31-2', 'GUCCI バッグ', '合計 1点', '山田 花子 様'])
      expect(paper?.textContent).toContain(text)
  })

  it('say why there are none', async () => {
    slips = { status: 503, json: { detail: 'ただいま混み合っています。', code: 'database_unavailable' } }
    open()
    await press()
    expect((await screen.findByRole('alert')).textContent).toContain('つながりにくく')
    expect(print).not.toHaveBeenCalled()
  })
})
