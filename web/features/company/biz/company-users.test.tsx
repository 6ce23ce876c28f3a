import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import type { Company } from './company.rules.ts'
import { CompanyUsers } from './company-users.tsx'

const house = { id: 3, name: '株式会社おくる', isOperator: true, shopCount: 0 } as Company
const waiting = {
  id: 5,
  email: 'shinjin@okuru.example',
  name: '新人 一',
  role: 'admin',
  is_active: true,
  is_confirmed: false,
  let_in_by: '大手 進',
  confirmation: {
    what: 'admission',
    by: '大手 進',
    refusal: null as string | null,
    able: ['内幸 望'],
  },
  has_password: false,
  invited_until: null,
}

let server: TestServer
let person: object = waiting
let fresh = false

function respond({ method, path }: Seen): Reply {
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
  if (method === 'POST' && !fresh)
    return { status: 403, json: { code: 'reauthentication_required', detail: 'もう一度' } }
  if (method === 'POST') return { json: { ...waiting, is_confirmed: true, confirmation: null } }
  return { json: { count: 1, next: null, previous: null, results: [person] } }
}

beforeEach(async () => {
  person = waiting
  fresh = false
  localStorage.clear()
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = () =>
  openBiz('/biz/companies/3', { '/biz/companies/3': () => <CompanyUsers company={house} mayEdit /> })

it('lets the second administrator confirm, with the password, and says what comes of it', async () => {
  open()
  await screen.findByText('確認待ち')
  screen.getByText('大手 進さんが加えました。内幸 望さんが確認すると、ログインできるようになります')
  expect(screen.queryByRole('button', { name: 'リンクをもう一度送る' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '確認する' }))
  const question = within(await screen.findByRole('dialog'))
  question.getByText(/shinjin@okuru\.example/)
  fireEvent.click(question.getByRole('button', { name: '間違いないので確認する' }))
  fireEvent.change(await screen.findByLabelText('パスワード'), { target: { value: 'right' } })
  fireEvent.click(screen.getByRole('button', { name: '確認して続ける' }))
  await screen.findByText(
    /新人 一さん\(shinjin@okuru\.example\)を確認し、パスワードを設定するリンクを送りました/,
  )
  const sent = server.seen.filter(({ path }) => path.endsWith('/confirm/'))
  await waitFor(() => expect(sent).toHaveLength(2))
})

it('offers nothing to whoever let the person in, and says who can', async () => {
  person = { ...waiting, confirmation: { ...waiting.confirmation, refusal: 'two_people_required' } }
  open()
  await screen.findByText(/内幸 望さんが確認すると/)
  expect(screen.queryByRole('button', { name: '確認する' })).toBeNull()
})
