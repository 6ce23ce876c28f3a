import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mostPublications } from '#contract/assessment'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import { BulkPublishDialog } from './bulk-publish-dialog.tsx'

const outcome = (request: number, more: object = {}) => ({
  ...{ request, is_refused: false, code: '', message: '', items: [], customer: request },
  ...{ customer_name: '山田 花子', item_count: 2, total: 9_000, is_accepted: false, version: 7 },
  ...more,
})
const open = outcome(3, {
  ...{ is_refused: true, code: 'items_unfinished', message: '査定が終わっていません。', total: null },
  items: [{ slug: 'a', seq: 2, problems: ['items_unfinished'] }],
})

let server: TestServer
let published: Reply
const respond = ({ path }: Seen): Reply => {
  if (path === '/api/biz/publications/preview/') return { json: { results: [outcome(1), outcome(2), open] } }
  if (path === '/api/biz/publications/') return published
  return { json: null }
}
beforeEach(async () => {
  published = { json: { results: [outcome(1), outcome(2)] } }
  server = await startServer(respond)
})
afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  await server.close()
})

const requests = [1, 2, 3]
const show = () =>
  openBiz('/biz/requests', {
    '/biz/requests': () => <BulkPublishDialog requests={requests} onClose={() => undefined} />,
  })
const sent = () => server.seen.filter(({ path }) => path === '/api/biz/publications/').map(({ json }) => json)

it('says the total and who is told, sends nothing for ten seconds, and can be cancelled', async () => {
  show()
  await screen.findByText('2件、合計 ¥18,000 を公開し、お客さま 2人にお知らせします。')
  screen.getByText('査定が終わっていません。(2点目)')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(screen.getByRole('button', { name: '2件を公開する' }))
  for (let second = 0; second < 9; second++) await act(async () => vi.advanceTimersByTime(1000))
  screen.getByText('1秒後に公開します')
  fireEvent.click(screen.getByRole('button', { name: '取りやめる' }))
  await act(async () => vi.advanceTimersByTime(5000))
  vi.useRealTimers()
  expect(sent()).toEqual([])
})

it('sends what can go out with the versions that were looked at, and says what became of it', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: '2件を公開する' }))
  fireEvent.click(screen.getByRole('button', { name: '待たずに公開する' }))
  await screen.findByText('2件を公開しました')
  expect(sent()).toEqual([
    {
      requests: [
        { id: 1, version: 7, total: 9_000, item_count: 2 },
        { id: 2, version: 7, total: 9_000, item_count: 2 },
      ],
    },
  ])
})

it('repeats a lost answer with the same key, so that nobody is told twice', async () => {
  published = { status: 503, json: { detail: 'x', code: 'busy' } }
  show()
  fireEvent.click(await screen.findByRole('button', { name: '2件を公開する' }))
  fireEvent.click(screen.getByRole('button', { name: '待たずに公開する' }))
  const again = await screen.findByRole('button', { name: 'もう一度送る' })
  published = { json: { results: [outcome(1), outcome(2)] } }
  fireEvent.click(again)
  await screen.findByText('2件を公開しました')
  await waitFor(() => expect(sent()).toHaveLength(2))
  const keys = server.seen
    .filter(({ path }) => path === '/api/biz/publications/')
    .map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

it('looks at and publishes the whole choice in turns; what went out is reported, what is left is sent again', async () => {
  const all = Array.from({ length: mostPublications + 10 }, (_, index) => index + 1)
  let isLost = true
  await server.close()
  server = await startServer(({ path, json }) => {
    if (!path.startsWith('/api/biz/publications/')) return { json: null }
    const { requests: asked } = json as { requests: (number | { id: number })[] }
    const ids = asked.map((each) => (typeof each === 'number' ? each : each.id))
    if (path === '/api/biz/publications/' && ids.length === 9 && isLost)
      return { status: 503, json: { detail: 'x', code: 'busy' } }
    return { json: { results: ids.map((id) => outcome(id, id === 3 ? { is_refused: true } : {})) } }
  })
  const published: number[] = []
  openBiz('/biz/requests', {
    '/biz/requests': () => (
      <BulkPublishDialog
        requests={all}
        onClose={() => undefined}
        onPublished={(ids) => void published.push(...ids)}
      />
    ),
  })
  fireEvent.click(await screen.findByRole('button', { name: `${all.length - 1}件を公開する` }))
  fireEvent.click(screen.getByRole('button', { name: '待たずに公開する' }))
  await screen.findByText(new RegExp(`${mostPublications}件は終わっています`))
  expect(published).toHaveLength(mostPublications)
  isLost = false
  fireEvent.click(screen.getByRole('button', { name: 'もう一度送る' }))
  await screen.findByText(`${all.length - 1}件を公開しました`)
  expect([published.toSorted((a, b) => a - b), sent().length]).toEqual([all.filter((id) => id !== 3), 3])
})
