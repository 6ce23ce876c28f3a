import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { clearTokens } from '#web/lib/tokens.ts'
import { openPublic } from '#web/ui/test-page.tsx'
import ContactPage from './contact.page.tsx'

let server: TestServer
let reply: Reply

function respond({ path }: Seen): Reply {
  if (path === '/api/contact/') return reply
  return { status: 404, json: { code: 'not_found' } }
}

beforeEach(async () => {
  clearTokens()
  localStorage.clear()
  reply = { status: 204 }
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = () => openPublic('/contact', { '/contact': ContactPage })
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name: new RegExp(`^${label}`) }), {
    target: { value },
  })
const send = () => fireEvent.click(screen.getByRole('button', { name: 'この内容で送る' }))
const sent = () => server.to('/api/contact/')

async function fillIn() {
  await type('お名前', '鈴木 次郎')
  await type('メールアドレス', 'jiro@example.com')
  await type('お問い合わせの内容', '申し込み 12 の集荷について')
}

test('names everything that is missing, at once, and sends nothing', async () => {
  open()
  await type('メールアドレス', 'jiro@')
  send()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('3か所をご確認ください')
  expect(sent()).toEqual([])
})

test('sends once, says where the reply will come, and keeps no draft', async () => {
  open()
  await fillIn()
  send()
  send()
  await screen.findByRole('heading', { level: 1, name: 'お問い合わせを受け付けました' })
  expect(screen.getByText(/jiro@example.com/)).toBeTruthy()
  expect(sent().map(({ json }) => json)).toEqual([
    { name: '鈴木 次郎', email: 'jiro@example.com', body: '申し込み 12 の集荷について' },
  ])
  cleanup()
  open()
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: /^お問い合わせの内容/ })).toHaveProperty('value', ''),
  )
})

test('what was written stays when the server cannot take it', async () => {
  open()
  await fillIn()
  reply = { status: 503, json: { code: 'database_unavailable' } }
  send()
  await screen.findByRole('alert')
  expect(screen.getByRole('textbox', { name: /^お問い合わせの内容/ })).toHaveProperty(
    'value',
    '申し込み 12 の集荷について',
  )
  reply = { status: 204 }
  send()
  await screen.findByRole('heading', { level: 1, name: 'お問い合わせを受け付けました' })
})
