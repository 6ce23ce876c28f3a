import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { clearTokens, readTokens } from '#web/lib/tokens.ts'
import { renderThemed } from '#web/ui/test-render.tsx'
import { LoginForm } from './login-form.tsx'

const pair = { refresh: 'eyJr.e.f', access: 'eyJa.b.c' }
const codeRequired = {
  status: 400,
  json: { one_time_code: ['確認コードが必要です。'], code: 'sign_in_code_required' },
}
const paths = {
  customer: ['/api/auth/jwt/create/', '/api/auth/jwt/code/'],
  business: ['/api/biz/auth/jwt/create/', '/api/biz/auth/jwt/code/'],
} as const
let server: TestServer
let enters: (seen: Seen) => Reply

beforeEach(async () => {
  clearTokens()
  localStorage.clear()
  server = await startServer((seen) => (seen.path.endsWith('/create/') ? enters(seen) : { status: 204 }))
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
function fillIn(email = 'hanako@example.com') {
  type(/メールアドレス/, email)
  type(/^パスワード/, 'secret')
}

describe.each(['customer', 'business'] as const)('the door for %s', (userType) => {
  const [create, code] = paths[userType]

  it('asks for a mailed code after many wrong passwords, with what was typed still there', async () => {
    enters = ({ json }) =>
      (json as { one_time_code?: string }).one_time_code === '1234 5678' ? { json: pair } : codeRequired
    renderThemed(<LoginForm userType={userType} />)
    fillIn()
    press('ログインする')
    const field = await screen.findByLabelText<HTMLInputElement>(/確認コード/)
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(server.to(code).map(({ json }) => json)).toEqual([{ email: 'hanako@example.com' }])
    expect(screen.getByRole('status').textContent).toContain('hanako@example.com')
    // Asking for a code is not an error.
    expect(screen.queryByRole('alert')).toBeNull()

    press('確認してログインする')
    expect((await screen.findByRole('alert')).textContent).toContain('確認コード(数字8桁)を入力してください')
    expect(server.to(create)).toHaveLength(1)

    type(/確認コード/, '1234 5678')
    press('確認してログインする')
    await waitFor(() => expect(readTokens().userType).toBe(userType))
    expect(server.to(create)[1]?.json).toEqual({
      email: 'hanako@example.com',
      password: 'secret',
      one_time_code: '1234 5678',
    })
  })

  it('says on the field that a code is wrong, and mails another one when asked', async () => {
    enters = ({ json }) =>
      'one_time_code' in (json as object)
        ? { status: 400, json: { one_time_code: ['確認コードが違います。'], code: 'sign_in_code_wrong' } }
        : codeRequired
    renderThemed(<LoginForm userType={userType} />)
    fillIn()
    press('ログインする')
    await screen.findByLabelText(/確認コード/)
    type(/確認コード/, '0000 0000')
    press('確認してログインする')
    expect((await screen.findByRole('alert')).textContent).toContain('確認コードが違います。')
    expect(screen.getByLabelText(/確認コード/).getAttribute('aria-invalid')).toBe('true')
    press(/もう一度受け取る/)
    await waitFor(() => expect(server.to(code)).toHaveLength(2))
    await screen.findByText(/もう一度お送りしました/)
  })

  it('forgets the code when it is another account after all', async () => {
    enters = () => codeRequired
    renderThemed(<LoginForm userType={userType} />)
    fillIn()
    press('ログインする')
    await screen.findByLabelText(/確認コード/)
    type(/メールアドレス/, 'taro@example.com')
    expect(screen.queryByLabelText(/確認コード/)).toBeNull()
  })
})

it('shows the server the mark it left at an earlier sign-in, also after signing out', async () => {
  enters = () => ({
    json: pair,
    headers: { 'X-Okuru-Device': 'mark-of-this-browser', 'Access-Control-Expose-Headers': 'X-Okuru-Device' },
  })
  renderThemed(<LoginForm userType="customer" />)
  fillIn()
  press('ログインする')
  await waitFor(() => expect(readTokens().userType).toBe('customer'))
  clearTokens()
  press('ログインする')
  await waitFor(() => expect(server.to(paths.customer[0])).toHaveLength(2))
  expect(server.to(paths.customer[0]).map(({ headers }) => headers['x-okuru-device'])).toEqual([
    undefined,
    'mark-of-this-browser',
  ])
})
