import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { announcementCalls } from '#contract/announcement'
import { setupCalls } from '#contract/setup'
import { openBiz } from '#web/ui/test-page.tsx'
import { type Reply, startServer, type TestServer } from './test-server.ts'
import { useList } from './use-list.ts'

let server: TestServer
let release: () => void
let late: Promise<void>

/** Each page counts ten rows for its number; the third comes when it is let go. */
async function respond({ url }: { url: string }): Promise<Reply> {
  if (url.includes('page=3')) await late
  const query = new URL(url, 'http://site.test').searchParams
  return { json: { count: 10 * Number(query.get('page') ?? query.get('offset') ?? 1), results: [] } }
}

beforeEach(async () => {
  late = new Promise((resolve) => {
    release = resolve
  })
  server = await startServer(respond as never)
})
afterEach(async () => {
  release()
  cleanup()
  await server.close()
})

let list: Pick<
  ReturnType<typeof useList<typeof setupCalls.companies>>,
  'page' | 'set' | 'setPage' | 'setOpen'
>
function Companies() {
  const state = useList(setupCalls.companies)
  list = state
  return <p>{state.read.data?.count}</p>
}
function News() {
  const { page, read } = useList(announcementCalls.list, { size: 20 })
  return (
    <p>
      {page}: {read.data?.count}
    </p>
  )
}

it('keeps the last page until the next has come, and a late one never replaces a newer one', async () => {
  openBiz('/list?name=x&page=2', { '/list': Companies })
  await screen.findByText('20')
  act(() => list.setPage(3))
  await waitFor(() => expect(server.seen.some(({ url }) => url.includes('page=3'))).toBe(true))
  expect(screen.getByText('20')).toBeTruthy()
  act(() => list.setPage(4))
  await screen.findByText('40')
  await act(async () => {
    release()
    await late
  })
  expect(screen.getByText('40')).toBeTruthy()
})

it('makes filters and pages steps of Back, but not the chosen row; a filter begins at the first page', async () => {
  const { router } = openBiz('/list?page=2&ordering=name', { '/list': Companies })
  await screen.findByText('20')
  const { history } = router
  const search = () => router.state.location.search
  act(() => list.set({ name: 'x' }))
  await waitFor(() => expect(search()).toEqual({ ordering: 'name', name: 'x' }))
  act(() => list.setOpen(7))
  await waitFor(() => expect(router.state.location.searchStr).toContain('open=7'))
  act(() => history.back())
  await waitFor(() => expect(search()).toEqual({ ordering: 'name', page: '2' }))
  expect(list.page).toBe(2)
})

it('counts pages of a list that is read by rows to leave out', async () => {
  openBiz('/news?offset=40', { '/news': News })
  await screen.findByText('3: 400')
  expect(server.seen.at(-1)?.url).toContain('limit=20')
})

it('shows the first page where the address names none that there can be', async () => {
  openBiz('/list?page=no', { '/list': Companies })
  expect(await screen.findByText('10')).toBeTruthy()
})
