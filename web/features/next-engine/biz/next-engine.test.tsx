import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Reply, startServer, type TestServer } from '#web/lib/test-server.ts'
import { clearTokens } from '#web/lib/tokens.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import { markDeparture } from './arrival.ts'
import NextEnginePage from './next-engine.page.tsx'

const connected = {
  state: 'connected',
  next_engine_company: '株式会社青山',
  connected_at: '2026-11-24T01:00:00Z',
  connected_by: '青山 一郎',
  connected_until: '2026-11-27T01:00:00Z',
  answered_at: '2026-11-24T01:00:00Z',
  supplier_code: '9999',
  waiting_count: 0,
  failed_count: 0,
  version: 1,
  sign_in_address: 'https://base.next-engine.example/users/sign_in/?client_id=okuru',
}
const empty = { count: 0, next: null, previous: null, results: [] }

let server: TestServer
let connection: object
let exchanged: Reply

beforeEach(async () => {
  clearTokens()
  localStorage.clear()
  sessionStorage.clear()
  connection = connected
  exchanged = { json: { connected: true, access_token_end_date: '2026-11-25T01:00:00Z' } }
  server = await startServer(({ url }) => {
    if (url.includes('/next-engine/auth/')) return exchanged
    return { json: url.includes('/goods/') || url.includes('/batches/') ? empty : connection }
  })
})
afterEach(async () => {
  cleanup()
  window.history.replaceState(null, '', '/')
  await server.close()
})

const Strict = () => (
  <StrictMode>
    <NextEnginePage />
  </StrictMode>
)
function open(search = '') {
  window.history.replaceState(null, '', `/biz/next-engine${search}`)
  return openBiz(`/biz/next-engine${search}`, { '/biz/next-engine': Strict })
}
const posts = () =>
  server.seen.filter(({ url }) => url.includes('/next-engine/auth/')).map(({ json }) => json)

test('what Next Engine added to the address is posted once and taken out of it', async () => {
  markDeparture()
  const { router } = open('?uid=00123&state=once')
  await screen.findByText('接続中')
  await waitFor(() => expect(posts()).toEqual([{ uid: '00123', state: 'once' }]))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  cleanup()
  markDeparture()
  open('?uid=00123&state=once')
  await screen.findByText('接続中')
  expect(posts().length).toBe(1)
})

test('a sign-in that did not begin here is asked about first', async () => {
  open('?uid=1&state=of-somebody')
  await screen.findByText('この会社をネクストエンジンと接続しますか')
  expect(posts()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'やめる' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '接続する' })).toBeNull())
  expect(posts()).toEqual([])
})

test('a refusal says what to do', async () => {
  exchanged = {
    status: 400,
    json: { non_field_errors: ['もう一度ログインしてください。'], code: 'next_engine_refused' },
  }
  markDeparture()
  open('?uid=1&state=late')
  expect((await screen.findByRole('alert')).textContent).toContain('接続できませんでした')
})

test('where it is not offered, the page says so and nothing else', async () => {
  connection = { ...connected, state: 'not_offered', sign_in_address: null }
  open()
  await screen.findByText(/まだ提供していません/)
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('link', { name: /ログイン/ })).toBeNull()
})
