import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import UnannouncedBoxesPage from './unannounced-boxes.page.tsx'

const photo = { id: 5, url: '/p.webp', thumbnail_url: '/s.webp', kind: 'parcel', caption: '' }
const box = {
  ...{ id: 7, shop: 2, shop_name: '渋谷店', state: 'waiting', request: null, sender_name: '岡本 美和' },
  ...{ carrier: null, tracking_number: '', note: '', return_carrier: null, return_tracking_number: '' },
  ...{ reason: '', received_by: '青山 一郎', received_at: '2026-11-23T10:00:00+09:00', closed_by: '' },
  ...{ closed_at: null, version: 1, photos: [photo] },
}
const shops = [
  { id: 1, name: '青山本店' },
  { id: 2, name: '渋谷店' },
]

let server: TestServer
let isFailing: boolean

function respond({ path, method }: Seen): Reply {
  if (path === '/api/me/') {
    const company = { id: 1, name: 'アオヤマ', shops }
    return { json: { id: 9, business_user: { id: 9, name: '青山 一郎', role: 'staff', company } } }
  }
  if (path === '/api/biz/purchase_requests/10050/') return { json: { id: 10_050, shop: 2 } }
  if (path.endsWith('/photos/'))
    return isFailing ? { status: 400, json: { file: ['開けません。'] } } : { status: 201, json: photo }
  if (method === 'DELETE') return { status: 204 }
  if (method === 'POST') return { status: 201, json: box }
  return { json: { count: 1, results: [box] } }
}

beforeEach(async () => {
  localStorage.clear()
  isFailing = false
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const path = '/biz/unannounced-boxes'
const open = (search: string) => openBiz(`${path}${search}`, { [path]: UnannouncedBoxesPage })

it('takes the box of a cancelled request in at the shop of the request, and the next one at the same', async () => {
  open('?take=1&request=10050')
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/取り消された申し込み 10050/)
  fireEvent.click(within(dialog).getByRole('button', { name: /^受け取る/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [{ json } = { json: undefined }] = server
    .to('/api/biz/unannounced-boxes/')
    .filter(({ method }) => method === 'POST')
  expect(json).toMatchObject({ shop: 2, request: 10_050 })
  fireEvent.keyDown(document.body, { code: 'KeyN', key: 'n' })
  const next = await screen.findByRole('dialog', { name: /予定外の箱を受け取ります/ })
  expect((within(next).getByLabelText(/店舗/) as HTMLSelectElement).value).toBe('2')
})

it('sends each photo by itself, and those that failed again', async () => {
  open('?open=7')
  const input = await screen.findByLabelText('箱の写真')
  const files = ['a', 'b'].map((name) => new File([name], `${name}.jpg`, { type: 'image/jpeg' }))
  isFailing = true
  fireEvent.change(input, { target: { files } })
  expect((await screen.findByText(/送れなかった写真が2枚あります/)).textContent).toContain('開けません')
  isFailing = false
  fireEvent.click(screen.getByRole('button', { name: 'もう一度送る' }))
  await waitFor(() => expect(server.to('/api/biz/unannounced-boxes/7/photos/')).toHaveLength(4))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'もう一度送る' })).toBeNull())
})

it('removes a wrong photo once that is confirmed', async () => {
  open('?open=7')
  const remove = await screen.findByRole('button', { name: '1枚目を消す' })
  fireEvent.click(remove)
  const dialog = await screen.findByRole('dialog', { name: /1枚目を消しますか/ })
  expect(server.to('/api/biz/unannounced-boxes/7/photos/5/')).toHaveLength(0)
  fireEvent.click(within(dialog).getByRole('button', { name: /^消す/ }))
  await waitFor(() => expect(server.to('/api/biz/unannounced-boxes/7/photos/5/')).toHaveLength(1))
})
