import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '#web/lib/test-server.ts'
import { scanKeys } from '#web/ui/test-keys.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import BizShell from './biz-shell.tsx'

const code = 'OKB-AAAAAAAAAAAA'
const found = {
  ...{ kind: 'box', request: 31, slug: null, seq: null, staff: null, status: 11, item_status: null },
  ...{ name: '山田 花子', customer_name: '山田 花子', next: 'result', candidates: [] },
}
const businessUser = {
  ...{ id: 1, name: '佐藤 美咲', role: 'admin', is_admin: true },
  company: { id: 1, name: '青山リユース', is_operator: false, shops: [] },
}

let server: TestServer
beforeEach(async () => {
  localStorage.clear()
  server = await startServer(({ path }) => {
    if (path === '/api/me/') return { json: { id: 9, customer: null, business_user: businessUser } }
    if (path.includes('/scan/')) return { json: found }
    return { json: {} }
  })
})
afterEach(async () => {
  cleanup()
  await server.close()
})

describe('the palette', () => {
  it('does not lie over the box that was scanned while it was open', async () => {
    const { router } = openBiz('/biz', { $: BizShell })
    await screen.findByRole('link', { name: '申し込み' })
    fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
    await screen.findByRole('combobox', { name: '画面・お客さま・番号・操作' })
    scanKeys(code)
    await waitFor(() => expect(router.state.location.pathname).toBe('/biz/requests/31/result'))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '呼び出す' })).toBeNull())
  })
})
