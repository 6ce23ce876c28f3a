import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { logout } from '#web/lib/session.ts'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { press } from '#web/ui/test-keys.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import DeskPage from './desk.page.tsx'
import { inNameOrder } from './dropped-files.ts'
import { moved, resized } from './photo-crop.tsx'
import { photoOnWire, productOnWire } from './test-product.ts'

const slug = 'aaaaaaaaaaaaaaaa'
type Shown = ReturnType<typeof photoOnWire>
interface PhotoPatch {
  version: number
  role?: string
  edits?: Shown['edits']
}

let server: TestServer
let photos: Shown[]
let order: number
let cut: boolean
let more: object
let refuse: string | undefined

const product = () => productOnWire(slug, 1, { photos, photo_order_version: order, status: 8, ...more })

function respond({ method, path, json }: Seen): Reply {
  const [, of] = /\/photos\/(\d+)\/$/.exec(path) ?? []
  if (of && method === 'PATCH') {
    const change = json as PhotoPatch
    const photo = photos.find(({ id }) => id === Number(of)) as Shown
    if (refuse) return { status: 400, json: { code: 'guard_failed', non_field_errors: [refuse] } }
    if (photo.version !== change.version)
      return { status: 400, json: { code: 'stale_version', version: ['x'], current: photo } }
    const next = { ...photo, ...change, version: photo.version + 1 } as Shown
    photos = photos.map((one) => (one.id === next.id ? next : one))
    return { json: next }
  }
  if (of && method === 'DELETE') {
    photos = photos.filter(({ id }) => id !== Number(of))
    return { status: 204 }
  }
  if (path.endsWith('/photos/') && method === 'PUT') {
    const wanted = json as { photos: number[]; photo_order_version: number }
    if (wanted.photo_order_version !== order)
      return { status: 400, json: { code: 'stale_version', version: ['x'], current: product() } }
    order += 1
    photos = wanted.photos.map((id) => photos.find((one) => one.id === id) as Shown)
    return { json: product() }
  }
  if (path === '/api/biz/item-productization-image/') {
    if (cut) return { ends: 'cut' }
    const added = photoOnWire(50 + photos.length)
    photos = [...photos, added]
    return { status: 201, json: { slug, images: [added] } }
  }
  if (path === '/api/biz/item-productization/')
    return { json: { count: 0, next: null, previous: null, results: [] } }
  if (path === '/api/biz/item-productization/counts/') return { json: { stages: [], finished_today: 0 } }
  if (path.endsWith('/sale-evidence/')) return { json: null }
  if (path === '/api/biz/channel-costs/') return { json: [] }
  if (path === `/api/biz/item-productization/${slug}/`) return { json: product() }
  return { status: 204 }
}

beforeEach(async () => {
  localStorage.clear()
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined })
  photos = [photoOnWire(1), { ...photoOnWire(2), role: 'back' }, { ...photoOnWire(3), role: 'tag' }]
  order = 1
  cut = false
  more = {}
  refuse = undefined
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await logout()
  await server.close()
})

const open = async () => {
  const page = openBiz(`/biz/productization/${slug}`, { '/biz/productization/$slug': DeskPage })
  await screen.findByText(/^写真 \d+枚$/)
  return page
}
const sentOf = (method: string, ending = '') =>
  server.seen.filter((seen) => seen.method === method && seen.path.endsWith(ending))
const patches = () => sentOf('PATCH').map(({ json }) => json as PhotoPatch)
const thumbs = () => screen.getAllByLabelText(/^写真\d+を見る/)
const picture = (name: string) =>
  new File([name], name, { type: name.endsWith('.jpg') ? 'image/jpeg' : 'text/plain' })
const chooser = () => screen.getByLabelText(/^写真を選ぶ/)
const choose = (...names: string[]) => fireEvent.change(chooser(), { target: { files: names.map(picture) } })

describe('the photos of an article', () => {
  it('stand in their order with what they show, and a number says it by a key', async () => {
    await open()
    expect(thumbs().map(({ parentElement }) => parentElement?.textContent)).toEqual([
      '1正面',
      '2背面',
      '3タグ',
    ])
    press('Period')
    await waitFor(() => expect(thumbs()[1]?.getAttribute('aria-current')).toBe('true'))
    press('Digit5')
    await waitFor(() => expect(patches()).toEqual([{ version: 1, role: 'flaw' }]))
    await waitFor(() => expect(thumbs()[1]?.parentElement?.textContent).toBe('2傷'))
  })

  it('are turned as often as it was pressed, and compared with the original', async () => {
    await open()
    press('KeyR')
    press('KeyR')
    press('KeyR')
    await waitFor(() => expect(photos[0]?.edits.turn).toBe(270))
    press('KeyW')
    await waitFor(() => expect(photos[0]?.edits).toMatchObject({ turn: 270, is_balanced: true }))
    expect(await screen.findByText('色合いを整えました')).toBeTruthy()
    const shown = () => screen.getByAltText(/写真1/).getAttribute('src')
    press('KeyB')
    await waitFor(() => expect(shown()).toBe('/files/1o'))
    press('KeyB')
    await waitFor(() => expect(shown()).toBe('/files/1'))
  })

  it('stay as they are when the ground cannot become white', async () => {
    refuse = '背景と商品の色が近いため、白くしませんでした。'
    await open()
    press('KeyU')
    await waitFor(() => expect(patches()).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText('写真を直しています…')).toBeNull())
    expect(screen.getByText('背景を白く').getAttribute('aria-pressed')).toBe('false')
  })

  it('move by Alt and an arrow; an order somebody else made is shown instead', async () => {
    await open()
    press('ArrowRight', 120, { altKey: true })
    await waitFor(() => expect(photos.map(({ id }) => id)).toEqual([2, 1, 3]))
    expect(thumbs()[1]?.getAttribute('aria-current')).toBe('true')
    photos = [3, 2, 1].map((id) => photos.find((one) => one.id === id) as Shown)
    order += 1
    press('ArrowRight', 120, { altKey: true })
    await waitFor(() =>
      expect(thumbs().map(({ parentElement }) => parentElement?.textContent)).toEqual([
        '1タグ',
        '2背面',
        '3正面',
      ]),
    )
    expect(photos.map(({ id }) => id)).toEqual([3, 2, 1])
  })

  it('come back when they were taken off by mistake, and are gone once the desk is left', async () => {
    const page = await open()
    press('Delete')
    await waitFor(() => expect(thumbs()).toHaveLength(2))
    fireEvent.click(screen.getByText(/^元に戻す/))
    await waitFor(() => expect(thumbs()).toHaveLength(3))
    expect(sentOf('DELETE')).toEqual([])
    press('Delete')
    await waitFor(() => expect(thumbs()).toHaveLength(2))
    page.unmount()
    await waitFor(() =>
      expect(sentOf('DELETE').map(({ path }) => path)).toEqual([expect.stringMatching(/1\/$/)]),
    )
  })

  it('are cropped by keys', async () => {
    await open()
    press('KeyX')
    const frame = await screen.findByLabelText(/^残す範囲/)
    await waitFor(() => expect(document.activeElement).toBe(frame))
    for (let time = 0; time < 10; time++) fireEvent.keyDown(frame, { key: 'ArrowLeft', shiftKey: true })
    fireEvent.keyDown(frame, { key: 'ArrowRight' })
    fireEvent.keyDown(frame, { key: 'Enter' })
    await waitFor(() => expect(photos[0]?.edits.crop).not.toBeNull())
    const { x, y, width, height } = (photos[0]?.edits.crop ?? {}) as Record<string, number>
    expect([x, y, width, height].map((value) => Math.round((value ?? 0) * 100))).toEqual([1, 0, 90, 100])
  })

  it('that look the same are marked', async () => {
    photos = photos.map((photo) => (photo.id === 3 ? ({ ...photo, looks_like: 1 } as never) : photo))
    await open()
    press('Comma')
    expect(await screen.findByText('写真1と同じに見えます')).toBeTruthy()
    expect(screen.getByText('同じ写真?')).toBeTruthy()
  })

  it('can only be looked at when the article is held', async () => {
    more = { is_held: true }
    await open()
    expect(screen.queryByLabelText('写真を直す')).toBeNull()
    expect(screen.queryByLabelText(/^写真を選ぶ/)).toBeNull()
    press('KeyR')
    press('Delete')
    expect(thumbs()).toHaveLength(3)
    expect(patches()).toEqual([])
  })
})

describe('new photos', () => {
  it('arrive once each although the connection is lost on the way', async () => {
    photos = []
    await open()
    expect(screen.getByText(/まだ写真がありません/)).toBeTruthy()
    cut = true
    choose('IMG_10.jpg', 'IMG_9.jpg', 'notes.txt')
    expect(await screen.findByText('未送信 2枚を送る')).toBeTruthy()
    cut = false
    fireEvent.click(screen.getByText('未送信 2枚を送る'))
    await waitFor(() => expect(thumbs()).toHaveLength(2))
    expect(photos).toHaveLength(2)
    await waitFor(() => expect(screen.queryByText(/枚を送りました/)).toBeNull())
  })

  it('above sixty are said, and not sent', async () => {
    photos = Array.from({ length: 59 }, (_, place) => photoOnWire(100 + place))
    await open()
    choose('a.jpg', 'b.jpg', 'c.jpg')
    expect(await screen.findByText(/2枚は入れていません/)).toBeTruthy()
    await waitFor(() => expect(sentOf('POST', '-image/')).toHaveLength(1))
  })

  it('are taken from a drop and from the clipboard', async () => {
    await open()
    const place = screen.getByText(/^写真 3枚$/).closest('[class]')?.parentElement as HTMLElement
    const dropped = picture('dropped.jpg')
    fireEvent.drop(place, { dataTransfer: { types: ['Files'], items: [], files: [dropped] } })
    await waitFor(() => expect(thumbs()).toHaveLength(4))
    fireEvent.paste(document.body, { clipboardData: { files: [picture('pasted.jpg')] } })
    await waitFor(() => expect(thumbs()).toHaveLength(5))
    expect(sentOf('POST', '-image/')).toHaveLength(2)
  })

  it('of a folder stand in the order of their numbers', () => {
    const names = ['IMG_10.jpg', 'IMG_9.JPG', 'IMG_9.heic', 'Thumbs.db', 'a.png']
    const files = names.map((name) => new File([''], name))
    expect(inNameOrder(files).map(({ name }) => name)).toEqual([
      'a.png',
      'IMG_9.heic',
      'IMG_9.JPG',
      'IMG_10.jpg',
    ])
  })
})

describe('a crop', () => {
  const half = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 }
  it('stays inside the picture', () => {
    expect(moved(half, -1, 1)).toEqual({ x: 0, y: 0.5, width: 0.5, height: 0.5 })
    expect(resized(half, 'se', 1, 1)).toEqual({ x: 0.25, y: 0.25, width: 0.75, height: 0.75 })
  })
  it('never becomes nothing', () => {
    const { width, height } = resized(half, 'nw', 1, 1)
    expect([width, height].every((side) => side > 0.049)).toBe(true)
  })
})
