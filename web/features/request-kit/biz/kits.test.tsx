import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { openBiz } from '#web/ui/test-page.tsx'
import KitsPage from './kits.page.tsx'

const kit = (request: number, changes: object = {}) => ({
  request,
  shop: 1,
  shop_name: '青山店',
  shop_address: {
    postal_code: '1070062',
    prefecture: '東京都',
    city: '港区',
    address1: '南青山3-4-5',
    address2: '青山ビル2F',
  },
  shop_phone: '0357712345',
  customer: 7,
  customer_name: '山田 花子',
  phone: '09012345678',
  address: {
    postal_code: '1500001',
    prefecture: '東京都',
    city: '渋谷区',
    address1: '神宮前1-2-3',
    address2: 'メゾン405',
  },
  size: 120,
  box_count: 2,
  delivering_option: 'PICKUP_ONLY',
  carrier: 'YAMATO',
  pickup_date: '2026-11-30',
  ordered_at: '2026-11-24T10:00:00+09:00',
  send_by: '2026-11-25',
  is_late: false,
  expected_on: '2026-11-27',
  sent_at: null,
  sent_by_name: '',
  tracking_number: '',
  tracking_url: null,
  may_take_back: false,
  ...changes,
})
const sentKit = kit(41, {
  sent_at: '2026-11-24T15:00:00+09:00',
  sent_by_name: '鈴木 健一',
  may_take_back: true,
})

let server: TestServer
let waiting: object[]
let sent: object[]
let marked: Reply
let back: Reply

function respond({ method, path, url }: Seen & { url?: string }): Reply {
  if (method === 'POST') return path.endsWith('/take-back/') ? back : marked
  const results = (url ?? path).includes('state=sent') ? sent : waiting
  return { json: { count: results.length, next: null, previous: null, results } }
}

beforeEach(async () => {
  waiting = [kit(31, { is_late: true, send_by: '2026-11-20' }), kit(32)]
  sent = [sentKit]
  marked = { json: { results: [] } }
  back = { json: kit(41) }
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = (path = '/biz/kits') => openBiz(path, { '/biz/kits': KitsPage })
const posts = () => server.seen.filter(({ method }) => method === 'POST')
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

describe('kits to send', () => {
  it('are chosen, numbered and marked together; what colleagues did first is told', async () => {
    open()
    expect(await screen.findByText('期限を過ぎました')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '発送済みにする' }).disabled).toBe(true)
    fireEvent.click(screen.getByLabelText('この一覧をすべて選ぶ'))
    fireEvent.change(screen.getByLabelText('申し込み31の送り状番号'), { target: { value: '3000-0000-0005' } })
    marked = {
      json: {
        results: [
          { request: 31, result: 'sent' },
          { request: 32, result: 'already_sent' },
        ],
      },
    }
    waiting = []
    press('2件を発送済みにする')
    const told = await screen.findByText(/ほかの担当者が、先に発送済みにしていました/)
    expect(told.textContent).toContain('申し込み 32')
    expect(screen.getByText(/10分後にお知らせします/).textContent).toContain('申し込み 31')
    expect(posts()[0]?.json).toEqual({
      kits: [
        { request: 31, tracking_number: '3000-0000-0005' },
        { request: 32, tracking_number: '' },
      ],
    })
    expect(await screen.findByText('発送を待つ段ボールはありません')).toBeTruthy()
  })

  it('with a wrong number are not marked, and the number stays where it is', async () => {
    open()
    const number = await screen.findByLabelText<HTMLInputElement>('申し込み32の送り状番号')
    fireEvent.change(number, { target: { value: '300000000004' } })
    fireEvent.click(screen.getByLabelText(/^申し込み32/, { selector: 'input[type=checkbox]' }))
    press('1件を発送済みにする')
    expect((await screen.findByRole('alert')).textContent).toContain('12桁のどこかが違うようです')
    expect(number.value).toBe('300000000004')
    expect(posts()).toHaveLength(0)
  })

  it('take one number after another from a scanner, but none twice', async () => {
    waiting = [kit(31), kit(32, { customer: 8, customer_name: '佐藤 次郎' })]
    open()
    const first = await screen.findByLabelText<HTMLInputElement>('申し込み31の送り状番号')
    const second = screen.getByLabelText<HTMLInputElement>('申し込み32の送り状番号')
    const scan = (field: HTMLInputElement, number: string) => {
      fireEvent.change(field, { target: { value: number } })
      fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' })
    }
    scan(first, '300000000005')
    expect(document.activeElement).toBe(second)
    expect(screen.getByRole('button', { name: '1件を発送済みにする' })).toBeTruthy()
    scan(second, '3000-0000-0005')
    expect((await screen.findByRole('alert')).textContent).toContain('申し込み31と同じ番号です')
    expect(screen.getByRole('button', { name: '1件を発送済みにする' })).toBeTruthy()
    scan(second, '300000000016')
    fireEvent.keyDown(second, { key: 'Enter', code: 'Enter', ctrlKey: true })
    await waitFor(() => expect(posts()[0]?.json).toMatchObject({ kits: [{ request: 31 }, { request: 32 }] }))
  })

  it('say where a kit cannot be there before its pickup', async () => {
    waiting = [kit(31, { pickup_date: '2026-11-27' }), kit(32)]
    open()
    const warning = await screen.findByText('間に合いません')
    expect(within(warning.closest('tr') as HTMLElement).getByRole('link', { name: '31' })).toBeTruthy()
    expect(screen.getAllByText('間に合いません')).toHaveLength(1)
  })

  it('keep what was chosen and typed when the server cannot be reached', async () => {
    open()
    fireEvent.click(await screen.findByLabelText(/^申し込み31/, { selector: 'input[type=checkbox]' }))
    marked = { status: 503, json: { detail: 'ただいま混み合っています。', code: 'busy' } }
    press('1件を発送済みにする')
    expect(await screen.findByText('記録できませんでした')).toBeTruthy()
    marked = { json: { results: [{ request: 31, result: 'sent' }] } }
    press('1件を発送済みにする')
    expect(await screen.findByText(/発送済みにしました/)).toBeTruthy()
    expect(screen.queryByText('記録できませんでした')).toBeNull()
  })

  it('without a connection are told once: by the page, and not by the shell as well', async () => {
    openBiz('/biz/kits', {
      '/biz/kits': () => (
        <>
          <OfflineBanner working />
          <KitsPage />
        </>
      ),
    })
    fireEvent.click(await screen.findByLabelText(/^申し込み31/, { selector: 'input[type=checkbox]' }))
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(screen.getByText(/^通信が切れています/)).toBeTruthy()
    await server.close()
    press('1件を発送済みにする')
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toMatch(/^記録できませんでした.*つながっていません/)
    expect(screen.queryByText(/^通信が切れています/)).toBeNull()
    online.mockRestore()
    act(() => void window.dispatchEvent(new Event('online')))
  })

  it('print a label for each kit, with where it comes from', async () => {
    const printed: number[] = []
    window.print = () => printed.push(document.querySelectorAll('ol > li').length)
    open()
    fireEvent.click(await screen.findByLabelText('この一覧をすべて選ぶ'))
    press('宛名を印刷する(2件)')
    await waitFor(() => expect(printed).toEqual([2]))
    expect(screen.getAllByText('転送不要')).toHaveLength(2)
    const [label] = document.querySelectorAll('ol > li')
    expect(label?.textContent).toContain('申し込み 31・段ボール 120サイズ 2箱')
    expect(label?.textContent).toContain('差出人 〒107-0062 東京都港区南青山3-4-5 青山ビル2F')
    expect(label?.textContent).toContain('青山店　電話 03-5771-2345')
  })
})

describe('kits that were sent', () => {
  it('take their number later, and a mistaken mark is taken back after a second word', async () => {
    open('/biz/kits?state=sent')
    fireEvent.change(await screen.findByLabelText('申し込み41の送り状番号'), {
      target: { value: '300000000005' },
    })
    marked = { json: { results: [{ request: 41, result: 'numbered' }] } }
    press('申し込み41の送り状番号を記録する')
    expect(await screen.findByText(/送り状番号を記録しました/)).toBeTruthy()
    press('申し込み41の発送の記録を取り消す')
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: '発送待ちに戻す' }))
    await waitFor(() => expect(posts()).toHaveLength(2))
    expect([posts()[1]?.path, posts()[1]?.json]).toEqual([
      '/api/biz/kits/41/take-back/',
      { sent_at: '2026-11-24T15:00:00+09:00' },
    ])
  })
})
