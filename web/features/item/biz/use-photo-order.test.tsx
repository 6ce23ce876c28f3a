import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { itemCalls } from '#contract/item'
import { useCall } from '#web/lib/query-client.ts'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import { usePhotoOrder } from './use-photo-order.ts'

const slug = 'aaaaaaaaaaaaaaaa'
const path = `/api/biz/purchase-items/${slug}/photos/`
const photo = (id: number) => ({
  id,
  url: `/${id}`,
  thumbnail_url: `/${id}`,
  caption: '',
  kind: 'assessment',
})

let server: TestServer
let stored: { photos: ReturnType<typeof photo>[]; photo_order_version: number }
/** Releases the delayed responses. */
let release: () => void
let reply: ((seen: Seen) => Reply) | undefined

async function respond(seen: Seen): Promise<Reply> {
  if (seen.method !== 'PUT') return { json: { ...stored, slug } }
  await new Promise<void>((resolve) => {
    release = resolve
  })
  if (reply) return reply(seen)
  const { photos } = seen.json as { photos: number[] }
  stored = { photos: photos.map(photo), photo_order_version: stored.photo_order_version + 1 }
  return { json: { ...stored, slug } }
}

beforeEach(async () => {
  localStorage.clear()
  stored = { photos: [1, 2, 3].map(photo), photo_order_version: 4 }
  release = () => undefined
  reply = undefined
  server = await startServer(respond)
})
afterEach(async () => {
  release()
  cleanup()
  await server.close()
})

function Strip() {
  const { data } = useCall(itemCalls.get, { params: { slug } })
  const arrange = usePhotoOrder(slug)
  if (!data) return null
  const ids = data.photos.map(({ id }) => id)
  return (
    <>
      <output>{ids.join(' ')}</output>
      <button type="button" onClick={() => arrange([...ids.slice(1), ids[0] as number])}>
        回す
      </button>
    </>
  )
}

const shown = () => screen.getByRole('status').textContent
const turn = () => fireEvent.click(screen.getByRole('button', { name: '回す' }))
const orders = () => server.to(path).map(({ json }) => json)
const open = async () => {
  openBiz('/strip', { '/strip': Strip })
  await screen.findByText('1 2 3')
}

it('shows an order at once, and sends of several only the last, with the version of the one before', async () => {
  await open()
  turn()
  await screen.findByText('2 3 1')
  await waitFor(() => expect(orders()).toHaveLength(1))
  turn()
  await screen.findByText('3 1 2')
  turn()
  await screen.findByText('1 2 3')
  release()
  await waitFor(() => expect(orders()).toHaveLength(2))
  expect(shown()).toBe('1 2 3')
  release()
  await waitFor(() => expect(stored.photo_order_version).toBe(6))
  expect(orders()).toEqual([
    { photos: [2, 3, 1], photo_order_version: 4 },
    { photos: [1, 2, 3], photo_order_version: 5 },
  ])
  expect(shown()).toBe('1 2 3')
})

it('shows the order somebody else made first', async () => {
  await open()
  reply = () => {
    stored = { photos: [3, 1, 2].map(photo), photo_order_version: 5 }
    return { status: 400, json: { code: 'stale_version', current: { ...stored, slug } } }
  }
  turn()
  await waitFor(() => expect(orders()).toHaveLength(1))
  release()
  await screen.findByText('3 1 2')
})

it('goes back to what is stored when an order cannot be kept', async () => {
  await open()
  reply = () => ({ status: 400, json: { code: 'invalid' } })
  turn()
  await screen.findByText('2 3 1')
  await waitFor(() => expect(orders()).toHaveLength(1))
  release()
  await screen.findByText('1 2 3')
})
