import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { moveFocusOnNavigation } from './router-effects.ts'

let arrive: () => void = () => undefined
let send: () => void = () => undefined

function SlowPage() {
  const [state, setState] = useState<'loading' | 'here' | 'sent'>('loading')
  arrive = () => setState('here')
  send = () => setState('sent')
  const title = { loading: 'お店の情報', here: '青山本店', sent: 'お送りしました' }[state]
  return (
    <main id="main" key={state}>
      <h1>{title}</h1>
      {state === 'here' && <input aria-label="さがす" />}
      <Photos />
    </main>
  )
}

function Photos() {
  const [shown, setShown] = useState(true)
  return (
    <section>
      <h2>写真</h2>
      {shown && (
        <p>
          <button type="button" onClick={() => setShown(false)}>
            消す
          </button>
        </p>
      )}
    </section>
  )
}

const First = () => (
  <main id="main">
    <h1>トップ</h1>
  </main>
)

async function goToSlowPage() {
  window.scrollTo = () => undefined
  const root = createRootRoute({ component: Outlet })
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/', component: First }),
      createRoute({ getParentRoute: () => root, path: '/slow', component: SlowPage }),
    ]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  stop = moveFocusOnNavigation(router)
  render(<RouterProvider router={router as never} />)
  await screen.findByRole('heading', { name: 'トップ' })
  await act(() => router.navigate({ to: '/slow' } as never))
  await screen.findByRole('heading', { name: 'お店の情報' })
}

const focused = () => document.activeElement?.matches('h1') && document.activeElement.textContent

let stop: () => void = () => undefined

afterEach(() => {
  stop()
  cleanup()
})

describe('the focus after a change of page', () => {
  it('goes to the heading, and with it when the page that was loading is replaced', async () => {
    await goToSlowPage()
    await waitFor(() => expect(focused()).toBe('お店の情報'))
    act(() => arrive())
    await waitFor(() => expect(focused()).toBe('青山本店'))
  })

  it('stays where the reader has put it since', async () => {
    await goToSlowPage()
    await waitFor(() => expect(focused()).toBe('お店の情報'))
    const elsewhere = document.body.appendChild(document.createElement('button'))
    elsewhere.focus()
    act(() => arrive())
    await screen.findByRole('heading', { name: '青山本店' })
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(document.activeElement).toBe(elsewhere)
    elsewhere.remove()
  })

  it('goes to the heading of what a form puts in its place', async () => {
    await goToSlowPage()
    act(() => arrive())
    await waitFor(() => expect(focused()).toBe('青山本店'))
    act(() => screen.getByLabelText('さがす').focus())
    act(() => send())
    await waitFor(() => expect(focused()).toBe('お送りしました'))
  })

  it('is left alone on the page somebody begins with', async () => {
    window.scrollTo = () => undefined
    const root = createRootRoute({ component: SlowPage })
    const router = createRouter({
      routeTree: root,
      history: createMemoryHistory({ initialEntries: ['/'] }),
    })
    stop = moveFocusOnNavigation(router)
    render(<RouterProvider router={router as never} />)
    await screen.findByRole('heading', { name: 'お店の情報' })
    act(() => arrive())
    await screen.findByRole('heading', { name: '青山本店' })
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(document.activeElement).toBe(document.body)
  })

  it('passes to the heading of its part when what had it goes away', async () => {
    await goToSlowPage()
    const remove = screen.getByRole('button', { name: '消す' })
    act(() => remove.focus())
    act(() => remove.click())
    expect(document.activeElement).toBe(document.body)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: '写真' })))
  })
})
