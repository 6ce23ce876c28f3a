import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { itemCalls } from '#contract/item'
import { ask } from '#web/lib/ask.ts'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import { PersonalCsvButton } from './personal-csv.tsx'

let server: TestServer
let fresh = false
let saved: string[]

function respond({ path }: Seen): Reply {
  if (path === '/api/biz/second-factor/')
    return {
      json: { is_required: false, totp: null, passkey_origin: null, passkeys: [], recovery_codes_left: 0 },
    }
  if (path === '/api/me/')
    return { json: { id: 9, email: 'x@x.example', customer: null, business_user: null } }
  if (path.includes('reauthenticate')) {
    fresh = true
    return { json: { access: 'eyJh.fresh.x' } }
  }
  if (!fresh) return { status: 403, json: { code: 'reauthentication_required', detail: 'もう一度' } }
  return { headers: { 'Content-Type': 'text/csv; charset=utf-8' }, pieces: ['\uFEFF商品\r\n'] }
}

beforeEach(async () => {
  fresh = false
  saved = []
  server = await startServer(respond)
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  openBiz('/biz/items', {
    '/biz/items': () => (
      <PersonalCsvButton name="商品一覧" load={(options) => ask(itemCalls.csv, { ...options })} />
    ),
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  cleanup()
  await server.close()
})

it('asks for the password first where the sign-in is older, then saves', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'CSVを保存する' }))
  fireEvent.change(await screen.findByLabelText('パスワード'), { target: { value: 'right' } })
  expect(saved).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: '確認して続ける' }))
  await waitFor(() => expect(saved).toHaveLength(1))
})

it('saves nothing, and says nothing, to somebody who goes back', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'CSVを保存する' }))
  await screen.findByLabelText('パスワード')
  fireEvent.click(screen.getByRole('button', { name: /戻る|やめる|キャンセル/ }))
  await screen.findByRole('button', { name: 'CSVを保存する' })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(saved).toEqual([])
})
