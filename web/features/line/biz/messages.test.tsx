import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Reply, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import LineMessagesPage from './messages.page.tsx'

const message = {
  id: 3,
  request: 10482,
  shop_name: '青山本店',
  customer: 7,
  customer_name: '山田 花子',
  kind: 'deal',
  title: '査定結果をお知らせします',
  body: '3点の査定が終わりました。',
  state: 'sent',
  created_at: '2026-11-24T10:00:00+09:00',
  settled_at: '2026-11-24T10:00:02+09:00',
}

let server: TestServer
let list: Reply
const listed = (...results: object[]): Reply => ({
  json: { count: results.length, next: null, previous: null, results },
})

beforeEach(async () => {
  localStorage.clear()
  server = await startServer(() => list)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = (search = '') =>
  openBiz(`/biz/line-messages${search}`, { '/biz/line-messages': LineMessagesPage })

it('says what was sent to whom about which request, and whether it reached them', async () => {
  list = listed({ ...message, id: 4, state: 'failed' }, message)
  open()
  const table = await screen.findByRole('table', { name: 'LINEの記録: すべて' })
  const [, failed, sent] = within(table).getAllByRole('row')
  expect(failed?.textContent).toContain('届かず')
  expect(sent?.textContent).toContain('送信済み')
  expect(within(sent as HTMLElement).getByText('3点の査定が終わりました。')).toBeTruthy()
  expect(
    within(sent as HTMLElement)
      .getByRole('link', { name: '10482' })
      .getAttribute('href'),
  ).toBe('/biz/requests/10482')
  expect(screen.getByText(/メールでお送りしています/)).toBeTruthy()
  expect(screen.queryByText(/お客さまに届いていません/)).toBeNull()
})

it('does not pretend that a recorded message was sent', async () => {
  list = listed({ ...message, state: 'recorded' })
  open()
  expect(await screen.findByText('記録だけ')).toBeTruthy()
  expect(screen.getByText(/お客さまに届いていません/)).toBeTruthy()
  expect(screen.queryByText('送信済み')).toBeNull()
})

it('asks for one state by its tab, and says when there is nothing', async () => {
  list = listed()
  open('?state=failed')
  expect(await screen.findByText('届かなかったお知らせはありません')).toBeTruthy()
  expect(server.to('/api/biz/line-messages/')[0]?.url).toContain('state=failed')
})

it('offers another try when the list cannot be read', async () => {
  list = { status: 500, json: { detail: 'だめでした' } }
  open()
  expect(await screen.findByRole('button', { name: /もう一度|再/ })).toBeTruthy()
})
