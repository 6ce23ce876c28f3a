import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { press } from '#web/ui/test-keys.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import RequestsPage from './requests.page.tsx'

let server: TestServer
/** Every request has a next step; the second turn is lost once. */
let many: boolean | 'again'

const rows = Array.from({ length: 60 }, (_, index) => ({
  id: 100 + index,
  status: index === 3 ? 0 : index === 4 ? 1 : 2,
  shop: 1,
  shop_name: '青山店',
  customer: 5,
  customer_name: '山田 花子',
  version: index,
}))

const stale = 'ほかの画面で更新されました。'
const moved = (request: number, more: object) => ({
  ...{ request, is_refused: false, code: '', message: '', status: null },
  ...more,
})

function respond({ path, url, method, json }: Seen): Reply {
  const query = new URL(url, 'http://x').searchParams
  if (path === '/api/biz/assessors/')
    return {
      json: [
        { id: 7, name: '佐藤 次郎', shop: null, shops: [1, 2] },
        { id: 8, name: '渋谷 係', shop: null, shops: [2, 3] },
      ],
    }
  if (path === '/api/biz/purchase_requests/assign/')
    return { json: { act: 3, changed: [100, 101, 102], kept: [150] } }
  if (path === '/api/biz/purchase_requests/move/' && many) {
    const { requests } = json as { requests: { id: number }[] }
    if (requests.length < 50 && many !== 'again') return { status: 503, json: { detail: 'x', code: 'busy' } }
    return {
      json: {
        results: requests.map(({ id }) =>
          moved(id, id === 159 ? { is_refused: true, message: stale } : { status: 1 }),
        ),
      },
    }
  }
  if (path === '/api/biz/purchase_requests/move/')
    return {
      json: { results: [moved(103, { status: 1 }), moved(104, { is_refused: true, message: stale })] },
    }
  if (path === '/api/biz/assignments/3/undo/') return { json: { changed: [100, 102], kept: [101] } }
  if (path === '/api/biz/purchase_requests/' && method === 'GET') {
    const size = Number(query.get('size') ?? 50)
    const from = (Number(query.get('page') ?? 1) - 1) * size
    return {
      json: {
        count: 60,
        next: null,
        previous: null,
        results: rows.slice(from, from + size).map((row) => (many ? { ...row, status: 0 } : row)),
      },
    }
  }
  return { status: 404, json: { detail: '見つかりませんでした。' } }
}

beforeEach(async () => {
  many = false
  localStorage.clear()
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const box = (id: number) => screen.findByRole('checkbox', { name: `申し込み${id} 山田 花子様を選ぶ` })
const bar = () => within(screen.getByRole('region', { name: '選んだ行の操作' }))
/** Behind an open dialog. */
const barBehind = () => within(screen.getByRole('region', { name: '選んだ行の操作', hidden: true }))

it('assigns rows of several pages by keys, says which stayed, and takes it back with Ctrl+Z', async () => {
  openBiz('/biz/requests', { '/biz/requests': RequestsPage })
  fireEvent.click(await box(100))
  fireEvent.click(await box(102), { shiftKey: true })
  expect(bar().getByText('3件')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /次/ }))
  fireEvent.click(await box(150))
  expect(bar().getByText('4件')).toBeTruthy()
  expect(screen.getAllByRole('status').some(({ textContent }) => textContent === '4件を選んでいます')).toBe(
    true,
  )

  press('KeyT')
  const dialog = within(await screen.findByRole('dialog', { name: '4件の担当を決める' }))
  fireEvent.click(dialog.getByRole('button', { name: 'この担当にする' }))
  expect(dialog.getByText('担当を選んでください。')).toBeTruthy()
  await dialog.findByRole('option', { name: '佐藤 次郎' })
  expect(dialog.queryByRole('option', { name: '渋谷 係' })).toBeNull()
  fireEvent.change(dialog.getByLabelText('担当'), { target: { value: '7' } })
  fireEvent.click(dialog.getByRole('button', { name: 'この担当にする' }))
  await screen.findByText(/3件の担当を佐藤 次郎さんにしました。申し込み150は、ほかの人が変更したか/)
  const sent = server.seen.find(({ path }) => path.endsWith('/assign/'))
  expect(sent?.json).toEqual({
    assessor: 7,
    requests: [150, 100, 101, 102].map((id) => ({ id, version: id - 100 })),
  })
  expect(sent?.headers['idempotency-key']).toBeTruthy()
  expect(screen.queryByRole('region', { name: '選んだ行の操作' })).toBeNull()

  press('KeyZ', 300, { ctrlKey: true })
  await screen.findByText(
    '2件の担当を元に戻しました。申し込み101は、そのあとで変更されたため、戻していません。',
  )
  expect(screen.queryByRole('button', { name: /元に戻す/ })).toBeNull()
})

it('moves what has a next step, after a time to call it off, and says for each what became of it', async () => {
  openBiz('/biz/requests', { '/biz/requests': RequestsPage })
  for (const id of [102, 103, 104]) fireEvent.click(await box(id))
  fireEvent.click(bar().getByRole('button', { name: '次へ進める' }))
  const dialog = within(await screen.findByRole('dialog', { name: '申し込みをまとめて進める' }))
  dialog.getByText('集荷・発送の手配を済ませる 1件')
  dialog.getByText('輸送中にする 1件')
  dialog.getByText('そのままにする 1件')
  const sent = () => server.seen.filter(({ path }) => path.endsWith('/move/')).map(({ json }) => json)
  fireEvent.click(dialog.getByRole('button', { name: '2件を進める' }))
  fireEvent.click(dialog.getByRole('button', { name: '取りやめる' }))
  expect(sent()).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: '2件を進める' }))
  fireEvent.click(dialog.getByRole('button', { name: '待たずに進める' }))
  await screen.findByText('1件を進めました')
  screen.getByText(stale)
  expect(sent()).toEqual([
    {
      requests: [
        { id: 103, version: 3 },
        { id: 104, version: 4 },
      ],
    },
  ])
  // What was not moved stays chosen.
  expect(barBehind().getByText('2件')).toBeTruthy()
})

it('moves more than one call takes in turns, and after a lost answer goes on with the turn that failed', async () => {
  many = true
  openBiz('/biz/requests', { '/biz/requests': RequestsPage })
  fireEvent.click(await box(100))
  fireEvent.click(bar().getByRole('button', { name: '条件に合う60件をすべて選ぶ' }))
  await waitFor(() => expect(bar().getByText('60件')).toBeTruthy())
  fireEvent.click(bar().getByRole('button', { name: '次へ進める' }))
  const dialog = within(await screen.findByRole('dialog', { name: '申し込みをまとめて進める' }))
  fireEvent.click(dialog.getByRole('button', { name: '60件を進める' }))
  fireEvent.click(dialog.getByRole('button', { name: '待たずに進める' }))
  await screen.findByText(/50件は終わっています/)
  expect(barBehind().getByText('10件')).toBeTruthy()
  many = 'again'
  fireEvent.click(screen.getByRole('button', { name: 'もう一度送る' }))
  await screen.findByText('59件を進めました')
  expect(barBehind().getByText('1件')).toBeTruthy()
  const sent = server.seen.filter(({ path }) => path.endsWith('/move/'))
  const rowsOf = ({ json }: Seen) => (json as { requests: object[] }).requests.length
  expect(sent.map(rowsOf)).toEqual([50, 10, 10])
  const keys = sent.map(({ headers }) => headers['idempotency-key'])
  expect([keys[1] === keys[2], keys[0] === keys[1]]).toEqual([true, false])
})

it('chooses all that the list finds when asked to, and none with another filter', async () => {
  const { router } = openBiz('/biz/requests', { '/biz/requests': RequestsPage })
  fireEvent.click(await box(100))
  fireEvent.click(bar().getByRole('button', { name: '条件に合う60件をすべて選ぶ' }))
  await waitFor(() => expect(bar().getByText('60件')).toBeTruthy())
  expect(bar().queryByRole('button', { name: /すべて選ぶ/ })).toBeNull()
  await router.navigate({ to: '/biz/requests', search: { status: 2 } as never })
  await waitFor(() => expect(screen.queryByRole('region', { name: '選んだ行の操作' })).toBeNull())
})
