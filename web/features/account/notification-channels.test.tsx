import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { clearTokens } from '#web/lib/tokens.ts'
import { openPage } from '#web/ui/test-page.tsx'
import NotificationChannelsPage from './notification-channels.page.tsx'

const kinds = [
  { kind: 'progress', mail: true, line: false, is_required: false },
  { kind: 'safety', mail: true, line: true, is_required: true },
]
const unlinked = { is_offered: true, is_recorded: false, is_friend: false, linked_at: null, friend_url: '' }

let server: TestServer
let channels: Record<string, unknown>
let line: Record<string, unknown>
let writes: Reply[]

function respond({ path, method }: Seen): Reply {
  if (method !== 'GET') return writes.shift() ?? { status: 500, json: { code: 'internal' } }
  return { json: path === '/api/account/line/' ? line : channels }
}

beforeEach(async () => {
  clearTokens()
  localStorage.clear()
  channels = { has_mail: true, has_line: true, kinds }
  line = { ...unlinked, is_friend: true, linked_at: '2026-04-01T03:00:00Z' }
  writes = []
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = () =>
  openPage('/settings/notifications', { '/settings/notifications': NotificationChannelsPage })
const group = (name: string) => screen.findByRole('group', { name })
const boxIn = async (kind: string, channel: string | RegExp) =>
  within(await group(kind)).getByRole<HTMLInputElement>('checkbox', { name: channel })

test('a channel is switched by itself, and what must be sent cannot be switched off', async () => {
  open()
  const required = await boxIn('本人確認と安全のお知らせ', /必ずお送りします/)
  expect([required.checked, required.disabled]).toEqual([true, true])
  const byLine = await boxIn('お荷物の進み具合', 'LINE')
  expect(byLine.checked).toBe(false)
  const next = [{ ...kinds[0], line: true }, kinds[1]]
  writes = [{ json: { ...channels, kinds: next } }]
  channels = { ...channels, kinds: next }
  fireEvent.click(byLine)
  await waitFor(async () => expect((await boxIn('お荷物の進み具合', 'LINE')).checked).toBe(true))
  const [sent] = server.seen.filter(({ method }) => method === 'PATCH')
  expect(sent?.json).toEqual({ kind: 'progress', channel: 'line', is_on: true })
})

test('a refused choice goes back to what is stored, with the reason', async () => {
  open()
  writes = [{ status: 503, json: { code: 'database_unavailable' } }]
  fireEvent.click(await boxIn('お荷物の進み具合', 'メール'))
  await screen.findByRole('alert')
  await waitFor(async () => expect((await boxIn('お荷物の進み具合', 'メール')).checked).toBe(true))
})

test('whoever has neither mail nor LINE learns how to get messages', async () => {
  channels = { has_mail: false, has_line: false, kinds: [kinds[0]] }
  line = unlinked
  open()
  await screen.findByText('メールアドレスを登録すると、メールでお受け取りいただけます。')
  expect(screen.queryByRole('checkbox')).toBeNull()
  await screen.findByRole('button', { name: 'LINEと連携する' })
})

test('a blocked account is said, with the way back; unlinking asks first', async () => {
  line = { ...line, is_friend: false, friend_url: 'https://line.me/R/ti/p/%40okuru' }
  open()
  await screen.findByText('LINEにお送りできません')
  expect(screen.getByRole('link', { name: '友だちに追加し直す' }).getAttribute('href')).toBe(line.friend_url)
  fireEvent.click(screen.getByRole('button', { name: '連携を解除する' }))
  const dialog = await screen.findByRole('dialog', { name: 'LINEとの連携を解除しますか?' })
  expect(server.seen.some(({ method }) => method === 'DELETE')).toBe(false)
  writes = [{ status: 204 }]
  line = unlinked
  fireEvent.click(within(dialog).getByRole('button', { name: '解除する' }))
  await screen.findByRole('button', { name: 'LINEと連携する' })
})
