import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { moveFocusOnNavigation } from './router-effects.ts'

let arrive: () => void = () => undefined

/** As most pages do: one heading while it loads, and another element for it afterwards. */
function SlowPage() {
  const [isHere, setHere] = useState(false)
  arrive = () => setHere(true)
  return isHere ? (
    <main id="main" key="page">
      <h1>青山本店</h1>
      <input aria-label="さがす" />
    </main>
  ) : (
    <main id="main" key="loading">
      <h1>お店の情報</h1>
    </main>
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
  moveFocusOnNavigation(router)
  render(<RouterProvider router={router as never} />)
  await screen.findByRole('heading', { name: 'トップ' })
  await act(() => router.navigate({ to: '/slow' } as never))
  await screen.findByRole('heading', { name: 'お店の情報' })
}

const focused = () => document.activeElement?.matches('h1') && document.activeElement.textContent

afterEach(cleanup)

describe('the focus after a change of page', () => {
  it('goes to the heading, and with it when the page that was loading is replaced', async () => {
    await goToSlowPage()
    await waitFor(() => expect(focused()).toBe('お店の情報'))
    act(() => arrive())
    await waitFor(() => expect(focused()).toBe('青山本店'))
  })

  it('is left to the reader who has done something since', async () => {
    await goToSlowPage()
    await waitFor(() => expect(focused()).toBe('お店の情報'))
    fireEvent.keyDown(document.body, { key: 'Tab' })
    act(() => arrive())
    await screen.findByRole('heading', { name: '青山本店' })
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(document.activeElement).toBe(document.body)
  })
})
