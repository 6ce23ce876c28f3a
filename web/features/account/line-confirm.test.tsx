import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Reply, startServer, type TestServer } from '#web/lib/test-server.ts'
import { clearTokens } from '#web/lib/tokens.ts'
import { openPage, openPublic } from '#web/ui/test-page.tsx'
import LineConfirmPage from './line-confirm.page.tsx'

const link = {
  ...{ is_offered: true, is_recorded: false, is_friend: true, friend_url: '' },
  ...{ linked_at: '2026-04-01T03:00:00Z', confirm_url: null },
}

let server: TestServer
let reply: Reply

beforeEach(async () => {
  clearTokens()
  localStorage.clear()
  reply = { json: link }
  server = await startServer(() => reply)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const pages = { '/line/link': LineConfirmPage }
const press = async () => fireEvent.click(await screen.findByRole('button', { name: '連携する' }))

test('a link that was cut off says how to get a new one, and asks nothing', async () => {
  openPage('/line/link', pages)
  await screen.findByText(/新しい「連携する」ボタンが届きます/)
  expect(screen.queryByRole('button', { name: '連携する' })).toBeNull()
  expect(server.seen).toEqual([])
})

test('whoever is not signed in comes back to the same link', async () => {
  openPublic('/line/link?token=a%26b', pages)
  const way = await screen.findByRole('link', { name: 'ログインして続ける' })
  const search = new URL(way.getAttribute('href') ?? '', 'http://here').searchParams
  expect(search.get('returnUrl')).toBe('/line/link?token=a%26b')
  expect(server.seen).toEqual([])
})

test('nothing is linked before the press; then it says so', async () => {
  openPage('/line/link?token=secret', pages)
  await screen.findByRole('heading', { level: 1, name: 'LINEと連携します' })
  expect(server.seen).toEqual([])
  await press()
  expect((await screen.findByRole('status')).textContent).toBe('LINEと連携しました。')
  expect(server.seen.map(({ json }) => json)).toEqual([{ link_token: 'secret' }])
})

test('a refusal says why, and the press can be repeated', async () => {
  reply = {
    status: 400,
    json: { non_field_errors: ['友だちに追加してください。'], code: 'line_friend_first' },
  }
  openPage('/line/link?token=secret', pages)
  await press()
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  reply = { json: link }
  await press()
  await screen.findByRole('status')
})

test('whoever comes back from LINE with the back button can go there again', async () => {
  const left: string[] = []
  const { location } = window
  const assign = (url: string) => void left.push(url)
  Object.defineProperty(window, 'location', { configurable: true, value: { ...location, assign } })
  reply = { json: { ...link, linked_at: null, confirm_url: 'https://access.line.me/dialog/bot/accountLink' } }
  openPage('/line/link?token=secret', pages)
  await press()
  await waitFor(() => expect(left).toHaveLength(1))
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }))
  await press()
  await waitFor(() => expect(left).toHaveLength(2))
  Object.defineProperty(window, 'location', { configurable: true, value: location })
})
