import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ActDialog } from './act-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { renderThemed } from './test-render.tsx'
import { TextButton } from './text-button.tsx'

const watchers: FakeWatcher[] = []
class FakeWatcher {
  onclose: (() => void) | null = null
  destroy = vi.fn()
  constructor() {
    watchers.push(this)
  }
}
let pointer: string

beforeEach(() => {
  watchers.length = 0
  pointer = '(pointer: coarse)'
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === pointer,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('where the browser has a CloseWatcher', () => {
  beforeEach(() => {
    vi.stubGlobal('CloseWatcher', FakeWatcher)
  })

  it("the phone's back button closes an open dialog, and only that", () => {
    const close = vi.fn()
    const shown = renderThemed(<Dialog open title="再査定を頼む" onClose={close} />)
    expect(watchers).toHaveLength(1)
    watchers[0]?.onclose?.()
    expect(close).toHaveBeenCalledOnce()
    shown.unmount()
    expect(watchers[0]?.destroy).toHaveBeenCalled()
  })

  it('is left to the page where nothing is open, and to the keys where there is a mouse', () => {
    renderThemed(<Dialog open={false} title="再査定を頼む" onClose={vi.fn()} />)
    pointer = '(pointer: fine)'
    renderThemed(<Dialog open title="再査定を頼む" onClose={vi.fn()} />)
    expect(watchers).toHaveLength(0)
  })
})

function Result() {
  const [open, setOpen] = useState<'none' | 'ask' | 'sure'>('none')
  return (
    <>
      <h1>査定結果</h1>
      <TextButton onClick={() => setOpen('ask')}>頼む</TextButton>
      {open !== 'none' && (
        <ActDialog
          title="再査定を頼む"
          confirm="送る"
          onConfirm={() => setOpen('sure')}
          onClose={() => setOpen('none')}
        />
      )}
      {open === 'sure' && <Dialog open title="送りますか" onClose={() => setOpen('ask')} />}
    </>
  )
}

const Stubborn = () => (
  <>
    <h1>続き</h1>
    <Dialog open title="もう一度ログイン" onClose={() => undefined} />
  </>
)

const title = (name: string) => screen.findByRole('heading', { level: 1, name, hidden: true })
const dialogs = () =>
  screen.queryAllByRole('heading', { level: 2, hidden: true }).map((one) => one.textContent)
const shows = (...open: string[]) => waitFor(() => expect(dialogs()).toEqual(open))
const press = (name: string) => fireEvent.click(screen.getByText(name))

async function pages() {
  window.history.replaceState(null, '', '/')
  window.scrollTo = () => undefined
  const root = createRootRoute({ component: Outlet })
  const at = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component })
  const history = createBrowserHistory()
  const router = createRouter({
    routeTree: root.addChildren([
      at('/', () => <h1>マイページ</h1>),
      at('/result', Result),
      at('/next', () => <h1>つぎ</h1>),
      at('/stubborn', Stubborn),
    ]),
    history,
  })
  renderThemed(<RouterProvider router={router as never} />)
  await title('マイページ')
  return { history, go: (to: string) => act(() => router.navigate({ to } as never)) }
}

describe('where it has none', () => {
  let open: Awaited<ReturnType<typeof pages>>
  const back = () => act(async () => window.history.back())
  const place = () => window.history.state.__TSR_index
  beforeEach(async () => {
    vi.stubGlobal('CloseWatcher', undefined)
    open = await pages()
  })
  afterEach(() => open.history.destroy())

  it('a step back closes the top dialog, then the one below, then leaves the page', async () => {
    await open.go('/result')
    press('頼む')
    press('送る')
    await shows('再査定を頼む', '送りますか')
    await back()
    await shows('再査定を頼む')
    await waitFor(() => expect(window.location.pathname).toBe('/result'))
    await back()
    await shows()
    await title('査定結果')
    await back()
    await title('マイページ')
  })

  it('leaves the history as it was: forward still leads where it led, and back too', async () => {
    await open.go('/result')
    await open.go('/next')
    await back()
    await title('査定結果')
    const length = window.history.length
    press('頼む')
    await shows('再査定を頼む')
    await back()
    await shows()
    expect([window.location.pathname, place(), window.history.length]).toEqual(['/result', 1, length])
    press('頼む')
    press('戻る')
    await shows()
    expect(window.history.length).toBe(length)
    await act(async () => window.history.forward())
    await title('つぎ')
    await back()
    await title('査定結果')
    await back()
    await title('マイページ')
  })

  it('a dialog opened again is closed again', async () => {
    await open.go('/result')
    for (let times = 0; times < 3; times++) {
      press('頼む')
      await shows('再査定を頼む')
      await back()
      await shows()
    }
    expect(place()).toBe(1)
  })

  it('nobody is kept on a page by a dialog that does not close', async () => {
    await open.go('/stubborn')
    await shows('もう一度ログイン')
    await back()
    await waitFor(() => expect(place()).toBe(1))
    await shows('もう一度ログイン')
    await back()
    await title('マイページ')
  })

  it('a link in a dialog is followed, and leaving the site asks nothing', async () => {
    await open.go('/result')
    press('頼む')
    await shows('再査定を頼む')
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(false)
    await open.go('/next')
    await title('つぎ')
    await back()
    await title('査定結果')
  })
})
