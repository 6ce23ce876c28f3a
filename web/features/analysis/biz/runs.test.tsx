import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import AnalysisRunsPage from './runs.page.tsx'

const candidate = (field: string, value: string, confidence = 0.95) => ({
  ...{ field, value, confidence, id: null, source: 'label', picture: 0, box: null },
})
const choice = (field: string, suggested: string, chosen: string) => ({
  ...{ field, suggested, chosen, confidence: 0.95, by: '佐藤 次郎', at: '2026-11-24T10:00:00+09:00' },
})
const run = (id: number, change: object) => ({
  ...{
    id,
    kind: 'images',
    slug: 'k7m2qw4n9xta3dfg',
    item_name: 'コート',
    engine: 'local',
    fallback: null,
    ms: 900,
  },
  ...{
    candidates: [],
    review: '',
    confirmed: [],
    written: [],
    asked_by: '鈴木 健一',
    asked_at: '2026-11-24T10:00:00+09:00',
  },
  ...change,
})

let server: TestServer
let rows: object[]
let answer: Reply | undefined
const respond = ({ path }: Seen): Reply =>
  path === '/api/me/'
    ? {
        json: {
          id: 9,
          business_user: {
            id: 9,
            name: '鈴木 健一',
            role: 'staff',
            is_admin: false,
            company: { id: 1, shops: [] },
          },
        },
      }
    : path === '/api/biz/saved-views/'
      ? { json: [] }
      : (answer ?? { json: { count: rows.length, next: null, previous: null, results: rows } })

beforeEach(async () => {
  localStorage.clear()
  answer = undefined
  rows = [
    run(4, {
      candidates: [candidate('brand', 'GUCCI'), candidate('brand', 'PRADA', 0.4), candidate('color', '紺')],
      confirmed: [choice('brand', 'GUCCI', 'GUCCI')],
      written: [
        { field: 'brand', value: 'CELINE' },
        { field: 'color', value: '紺' },
      ],
    }),
    run(3, { candidates: [candidate('size', 'M')], confirmed: [choice('size', 'M', '')] }),
    run(2, { fallback: 'timeout' }),
    run(1, { kind: 'staff_review', review: 'ウールのコートです。\n2行目' }),
  ]
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = (path = '/biz/analysis-runs') => openBiz(path, { '/biz/analysis-runs': AnalysisRunsPage })
const rowOf = async (at: number) => within((await screen.findAllByRole('row'))[at + 1] as HTMLElement)

it('says what was suggested, and what the article says in the end goes before what was chosen', async () => {
  open()
  const first = await rowOf(0)
  expect(first.getByText(/ブランド GUCCI/)).toBeTruthy()
  expect(first.queryByText(/PRADA/)).toBeNull()
  expect(first.getByText(/CELINE\(候補はGUCCI\)/)).toBeTruthy()
  expect(first.getByText(/色 紺 正しい/)).toBeTruthy()
  expect((await rowOf(1)).getByText(/サイズ どれも違う/)).toBeTruthy()
  const unread = await rowOf(2)
  expect(unread.getByText('読み取れませんでした')).toBeTruthy()
  expect(unread.getByText(/時間内に応答しませんでした/)).toBeTruthy()
  expect((await rowOf(3)).getByText('ウールのコートです。')).toBeTruthy()
})

it('says that nothing was analysed, or that nothing matches, and takes the filter off', async () => {
  rows = []
  open()
  await screen.findByText('分析はまだありません')
  cleanup()
  const { router } = open('/biz/analysis-runs?kind=images')
  fireEvent.click(await screen.findByRole('button', { name: '条件をすべて外す' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

it('says so when it cannot be read, and reads it again', async () => {
  answer = { status: 500, json: {} }
  open()
  const again = await screen.findByRole('button', { name: /もう一度/ }, { timeout: 10_000 })
  answer = undefined
  fireEvent.click(again)
  await rowOf(0)
})
