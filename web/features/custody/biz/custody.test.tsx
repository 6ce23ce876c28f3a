import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { placeCode } from '#contract/scan-code'
import { logout } from '#web/lib/session.ts'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { countUnsent, countUnsentMoves, hasUnsentMoves, sendUnsent } from '#web/lib/unsent.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import CustodyPage from './custody.page.tsx'

const shelf = placeCode(12)
const spot = { place: 12, holder: null, name: '保管棚A', kind: 'storage', shop_name: '青山店' }
const box = 'OKB-ABCDEFGHJKMN'
const thing = { request: 31, box: 1, slug: null, seq: null, name: '' }

let server: TestServer
let online = true
let handovers = 0
let refusal: Reply | undefined

function respond({ method, path }: Seen): Reply {
  if (!online) return { ends: 'cut' }
  if (path === '/api/biz/custody/places/') return { json: [] }
  if (path.includes('/codes/'))
    return path.includes('OKP-')
      ? { json: { to: spot, thing: null } }
      : { json: { to: null, thing: { ...thing, spot: null, since: null } } }
  if (method === 'POST' && path === '/api/biz/custody/handovers/')
    return (
      refusal ?? {
        status: 201,
        json: { id: ++handovers, to: spot, moved: [{ ...thing, from: null }], unchanged: [] },
      }
    )
  return path === '/api/logout/' ? { status: 204 } : { json: {} }
}
const sent = () => server.to('/api/biz/custody/handovers/').map(({ json, headers }) => ({ json, headers }))
const open = () => openBiz('/biz/custody', { '/biz/custody': CustodyPage })
const read = async (code: string) => {
  const field = await screen.findByLabelText(/読み取ってください/, { selector: 'input' })
  fireEvent.change(field, { target: { value: code } })
  fireEvent.submit(field)
}

beforeEach(async () => {
  localStorage.clear()
  online = true
  refusal = undefined
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await logout()
  await server.close()
})

describe('a scanner without a connection', () => {
  it('keeps what it read for the place it is told afterwards, though neither has a name yet', async () => {
    open()
    online = false
    await read(box)
    expect(await screen.findByRole('heading', { name: '読み取った品 未確認1件' })).toBeTruthy()
    await read(shelf)
    expect(await screen.findByText(`${box} → ${shelf} は、まだ記録していません`)).toBeTruthy()
    expect(screen.queryByRole('heading', { name: /^読み取った品/ })).toBeNull()
    expect(countUnsent()).toBe(1)

    // Another scan is told after it, and recorded after it.
    await read('31-2')
    await screen.findByRole('heading', { name: '読み取った品 未確認1件' })
    cleanup()
    open()
    const list = await screen.findByRole('list', { name: 'まだ記録していない移動' })
    expect(within(list).getByText(`${box} → ${shelf}`)).toBeTruthy()
    expect(await screen.findByRole('heading', { name: '読み取った品 未確認1件' })).toBeTruthy()

    online = true
    server.seen.length = 0
    await read(shelf)
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent().map(({ json }) => json)).toEqual([
      { target: shelf, codes: [box] },
      { target: shelf, codes: ['31-2'] },
    ])
    await waitFor(() => expect(countUnsent()).toBe(0))
    await waitFor(() => expect(hasUnsentMoves()).toBe(false))
    expect(screen.queryByRole('list', { name: 'まだ記録していない移動' })).toBeNull()
  })

  it('does not say that a refused one is on its way, but counts it before a sign-out', async () => {
    open()
    await read(shelf)
    await screen.findByText('移す先: 保管棚A(保管)', { selector: 'h2' })
    online = false
    await read(box)
    await screen.findByText(/は、まだ記録していません/)
    expect([countUnsent(), countUnsentMoves()]).toEqual([1, 1])
    refusal = { status: 404, json: { code: 'not_found' } }
    online = true
    sendUnsent()
    await waitFor(() => expect([countUnsent(), countUnsentMoves()]).toEqual([0, 1]))
    expect(await screen.findByText('記録できなかった移動があります')).toBeTruthy()
    expect(screen.queryByText(/は、まだ記録していません/)).toBeNull()
    refusal = undefined
    fireEvent.click(screen.getByRole('button', { name: '記録する' }))
    await waitFor(() => expect(countUnsentMoves()).toBe(0))
    expect(screen.queryByText('記録できなかった移動があります')).toBeNull()
  })

  it('leaves nothing to the next person after a sign-out', async () => {
    open()
    await read(shelf)
    await screen.findByText('移す先: 保管棚A(保管)', { selector: 'h2' })
    online = false
    await read(box)
    await screen.findByText(/は、まだ記録していません/)
    expect(hasUnsentMoves()).toBe(true)
    await logout()
    expect([hasUnsentMoves(), countUnsent()]).toEqual([false, 0])
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft'))).toEqual([])
  })
})
