import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import BizShell from './biz-shell.tsx'
import { BizTheme, StoreThemeProvider } from './theme/store-theme-provider.tsx'

const Office = () => (
  <StoreThemeProvider>
    <BizTheme>
      <BizShell />
    </BizTheme>
  </StoreThemeProvider>
)

let server: TestServer
beforeEach(async () => {
  localStorage.clear()
  server = await startServer(({ path }) =>
    path === '/api/me/'
      ? {
          json: {
            id: 9,
            customer: null,
            business_user: {
              id: 1,
              name: '佐藤 美咲',
              role: 'admin',
              is_admin: true,
              company: { id: 1, name: '青山リユース', is_operator: false, shops: [] },
            },
          },
        }
      : path === '/api/biz/news/'
        ? { json: { count: 0, next: null, previous: null, results: [] } }
        : { json: { stations: [], late: [], arriving: [] } },
  )
})
afterEach(async () => {
  cleanup()
  await server.close()
})

describe('the drawer of the back office', () => {
  it('says that it is open, takes the focus, and gives it back on Escape pressed anywhere', async () => {
    openBiz('/biz', { '/biz': Office })
    await screen.findByRole('link', { name: '申し込み' })
    const button = screen.getByRole('button', { name: 'メニューを開く' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(button)
    expect(button.getAttribute('aria-expanded')).toBe('true')
    const drawer = document.getElementById(button.getAttribute('aria-controls') ?? '')
    await waitFor(() => expect(drawer?.contains(document.activeElement)).toBe(true))
    fireEvent.keyDown(document.body, { key: 'Escape', code: 'Escape' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    await waitFor(() => expect(document.activeElement).toBe(button))
  })
})
