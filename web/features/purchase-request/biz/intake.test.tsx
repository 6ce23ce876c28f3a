import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keptFiles } from '#web/lib/kept-files.ts'
import { logout } from '#web/lib/session.ts'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { scanKeys, typeKeys } from '#web/ui/test-keys.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import { requestOnWire } from '../shared/biz/test-request.ts'
import IntakePage from './intake.page.tsx'
import { gramsOf } from './intake-count.tsx'

afterEach(cleanup)

describe('the weight of a box', () => {
  it('is typed in kilograms and kept in grams', () => {
    expect(gramsOf('6.2')).toBe(6200)
    expect(gramsOf('６．２kg')).toBe(6200)
    expect(gramsOf('')).toBeNull()
    expect(gramsOf('重い')).toBeNaN()
  })
})

const found = (id: number) => ({
  kind: 'box',
  request: id,
  slug: null,
  seq: null,
  staff: null,
  status: 2,
  name: '山田 花子',
  customer_name: '山田 花子',
  next: 'receive',
  candidates: [] as object[],
})

const candidate = (request: number, customer_name: string, more: object = {}) => ({
  request,
  customer_name,
  box: 1,
  status: 2,
  shop_name: '青山店',
  created_at: '2026-11-20T10:00:00+09:00',
  arrived_at: null,
  next: 'receive',
  ...more,
})
const mistyped = {
  ...found(0),
  kind: 'parcel',
  request: null,
  status: null,
  name: '',
  customer_name: '',
  next: null,
  candidates: [
    candidate(32, '佐藤 次郎'),
    candidate(31, '山田 花子', { status: 3, arrived_at: '2026-11-22T09:00:00+09:00', next: 'start' }),
  ],
}

describe('a box that is being counted', () => {
  let server: TestServer
  const respond = ({ path }: Seen): Reply => {
    const id = Number(/(\d+)\//.exec(path)?.[1])
    if (path === '/api/logout/') return { status: 204 }
    if (path.endsWith('/opening-photos/')) return { status: 201, json: {} }
    if (path.includes('/scan/377845100680/')) return { json: mistyped }
    if (path.includes('/scan/'))
      return id === 31 || id === 32 ? { json: found(id) } : { status: 404, json: { code: 'not_found' } }
    if (path.includes('/purchase_requests/')) return { json: { ...requestOnWire, id } }
    return { json: { late: [], arriving: [], stations: [] } }
  }
  beforeEach(async () => {
    localStorage.clear()
    Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined })
    server = await startServer(respond)
  })
  afterEach(async () => {
    cleanup()
    await logout()
    await server.close()
  })

  const open = () => openBiz('/biz/intake?code=31', { '/biz/intake': IntakePage })
  const received = () => server.seen.filter(({ path }) => path.endsWith('/receive/')).map(({ json }) => json)
  const sentPhotos = () => server.seen.filter(({ path }) => path.endsWith('/opening-photos/')).length
  const scan = (code: string) => {
    const field = screen.getByLabelText('箱のラベルを読み取ってください')
    fireEvent.change(field, { target: { value: code } })
    fireEvent.submit(field)
  }
  const enter = async () => {
    fireEvent.change(await screen.findByLabelText(/点数/), { target: { value: '8' } })
    fireEvent.change(screen.getByLabelText(/気づいたこと/), { target: { value: '角がつぶれている' } })
    const [camera] = document.querySelectorAll<HTMLInputElement>('input[type="file"]')
    fireEvent.change(camera as HTMLInputElement, { target: { files: [new File(['x'], 'box.jpg')] } })
  }

  it('stays on the screen when a code is scanned that nobody knows', async () => {
    open()
    await enter()
    scan('99')
    expect(await screen.findByText(/申し込み番号のようですが、見つかりません/)).toBeTruthy()
    expect(screen.getByDisplayValue('角がつぶれている')).toBeTruthy()
    expect(document.querySelectorAll('img[src="blob:photo"]')).toHaveLength(1)
  })

  it('is left for another box only when asked, and found again as it was', async () => {
    open()
    await enter()
    scan('32')
    expect(
      await screen.findByRole('dialog', { name: '申し込み 31 の箱は、まだ受け取っていません' }),
    ).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'この箱に戻る' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByDisplayValue('角がつぶれている')).toBeTruthy()

    scan('32')
    fireEvent.click(await screen.findByRole('button', { name: '申し込み 32 の箱を開く' }))
    expect(await screen.findByText(/^申し込み 32 ・/)).toBeTruthy()
    expect(screen.queryByDisplayValue('角がつぶれている')).toBeNull()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    scan('31')
    expect(await screen.findByDisplayValue('角がつぶれている')).toBeTruthy()
    expect(screen.getByDisplayValue('8')).toBeTruthy()
    expect(document.querySelectorAll('img[src="blob:photo"]')).toHaveLength(1)
  })

  it('is chosen by hand when two requests have its tracking number, never by a key typed ahead', async () => {
    open()
    await enter()
    scan('3778-4510-0680')
    const title = await screen.findByRole('heading', { name: 'この番号は、2件の申し込みにあります' })
    await waitFor(() => expect(document.activeElement).toBe(title))
    // The box in hand stays until another one is chosen.
    expect(screen.getByDisplayValue('角がつぶれている')).toBeTruthy()
    const [first, second] = within(screen.getByRole('list', { name: title.textContent ?? '' })).getAllByRole(
      'button',
    )
    expect(first?.textContent).toMatch(/佐藤 次郎 様.*申し込み 32.*1箱目.*11\/20 申し込み/)
    expect(second?.textContent).toContain('11/22 受け取り済み')
    fireEvent.click(first as HTMLElement)
    fireEvent.click(await screen.findByRole('button', { name: '申し込み 32 の箱を開く' }))
    expect(await screen.findByText(/^申し込み 32 ・/)).toBeTruthy()
    expect(screen.queryByRole('heading', { name: title.textContent ?? '' })).toBeNull()
    expect(received()).toEqual([])
  })

  it('is joined by the next parcel that is scanned while its articles are counted', async () => {
    open()
    const count = await screen.findByLabelText<HTMLInputElement>(/点数/)
    act(() => {
      count.focus()
      typeKeys('8')
      scanKeys('377845100680')
    })
    await screen.findByText(/32/)
    expect(server.seen.some(({ path }) => path.includes('/scan/377845100680/'))).toBe(true)
    expect(count.value).toBe('8')
  })

  it('is found again after a reload with its photos, which go once it is received', async () => {
    open()
    await enter()
    const kept = keptFiles('photos')
    await waitFor(async () => expect(await kept.of('business:9')).toHaveLength(1))
    cleanup()
    openBiz('/biz/intake', { '/biz/intake': IntakePage })
    await screen.findByText('受け取りの途中の箱が1件あります')
    fireEvent.click(screen.getByRole('button', { name: '申し込み 31 を続ける' }))
    expect(await screen.findByDisplayValue('角がつぶれている')).toBeTruthy()
    expect(screen.queryByText('受け取りの途中の箱が1件あります')).toBeNull()
    expect(document.querySelectorAll('img[src="blob:photo"]')).toHaveLength(1)
    fireEvent.change(screen.getByLabelText(/点数/), { target: { value: '2' } })
    fireEvent.click(screen.getByRole('button', { name: '2点で受け取る' }))
    await waitFor(() => expect(sentPhotos()).toBe(1))
    expect(received()).toEqual([expect.objectContaining({ item_count: 2 })])
    await waitFor(async () => expect(await kept.of('business:9')).toEqual([]))
  })

  it('asks for a photo and a second count before a difference is written down', async () => {
    open()
    fireEvent.change(await screen.findByLabelText(/点数/), { target: { value: '1' } })
    expect(screen.getByText('申告より 1点少ない')).toBeTruthy()
    const receive = () => fireEvent.click(screen.getByRole('button', { name: '1点で受け取る' }))
    receive()
    expect(await screen.findByText('申告と点数が違うときは、開封の写真を撮ってください')).toBeTruthy()
    const [camera] = document.querySelectorAll<HTMLInputElement>('input[type="file"]')
    fireEvent.change(camera as HTMLInputElement, { target: { files: [new File(['x'], 'box.jpg')] } })

    receive()
    const asked = await screen.findByRole('dialog', { name: '申告は2点、入力は1点です' })
    expect(asked.textContent).toContain('お客さまに開封の写真と両方の点数をすぐにお知らせします')
    fireEvent.click(within(asked).getByRole('button', { name: '数え直す' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/点数/)))
    expect(received()).toEqual([])

    receive()
    const again = await screen.findByRole('dialog')
    fireEvent.click(within(again).getByRole('button', { name: '1点で受け取る' }))
    await waitFor(() => expect(received()).toEqual([expect.objectContaining({ item_count: 1 })]))
  })

  it('refuses a weight that is none, or more than a box can have', async () => {
    open()
    fireEvent.change(await screen.findByLabelText(/点数/), { target: { value: '2' } })
    for (const weight of ['重い', '999']) {
      fireEvent.change(screen.getByLabelText(/重さ/), { target: { value: weight } })
      fireEvent.click(screen.getByRole('button', { name: '2点で受け取る' }))
      expect(await screen.findByText('重さは kg で入力してください(例 6.2)')).toBeTruthy()
    }
    expect(received()).toEqual([])
    fireEvent.change(screen.getByLabelText(/重さ/), { target: { value: '６．２kg' } })
    fireEvent.click(screen.getByRole('button', { name: '2点で受け取る' }))
    await waitFor(() => expect(received()).toEqual([expect.objectContaining({ weight_g: 6200 })]))
  })

  it('asks nothing when the number is the declared one', async () => {
    open()
    fireEvent.change(await screen.findByLabelText(/点数/), { target: { value: '2' } })
    fireEvent.click(screen.getByRole('button', { name: '2点で受け取る' }))
    await waitFor(() => expect(received()).toEqual([expect.objectContaining({ item_count: 2 })]))
  })

  it('is received by the next step of the page, from the note as well', async () => {
    open()
    fireEvent.change(await screen.findByLabelText(/点数/), { target: { value: '2' } })
    const note = screen.getByLabelText(/気づいたこと/)
    fireEvent.change(note, { target: { value: '底が濡れている' } })
    fireEvent.keyDown(note, { code: 'Enter', key: 'Enter', ctrlKey: true })
    await waitFor(() =>
      expect(received()).toEqual([expect.objectContaining({ item_count: 2, note: '底が濡れている' })]),
    )
  })
})
