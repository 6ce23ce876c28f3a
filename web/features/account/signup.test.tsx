import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rememberAddress } from '#web/lib/register-address.ts'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { clearTokens, readTokens } from '#web/lib/tokens.ts'
import { renderThemed } from '#web/ui/test-render.tsx'
import { newPasswordProblem, passwordRules } from './password-field.tsx'
import SignupPage from './signup.page.tsx'

let server: TestServer
let signUpAnswer: Reply
let linkAnswer: Reply
let loginAnswer: Reply

function respond({ path }: Seen): Reply {
  if (path === '/api/terms/') return { json: { version: '2026-04', effective_on: '2026-04-01', body: '' } }
  if (path === '/api/signup/') return signUpAnswer
  if (path === '/api/signup/link/') return linkAnswer
  return loginAnswer
}

async function openForm() {
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/signup', component: SignupPage })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/signup?token=abc&store=aoyama'] }),
  })
  renderThemed(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(server.to('/api/signup/link/').length).toBeGreaterThan(0))
  await waitFor(() =>
    expect(
      screen.queryByRole('button', { name: '登録する' }) ??
        screen.queryByText('登録のメールを受け取り直す') ??
        screen.queryByRole('link', { name: 'ログインする' }),
    ).toBeTruthy(),
  )
  return router
}

beforeEach(async () => {
  clearTokens()
  localStorage.clear()
  linkAnswer = {
    json: {
      email: 'jiro@example.com',
      store: 'aoyama',
      return_url: '/requests/new?shop=3',
      is_registered: false,
    },
  }
  loginAnswer = { json: { access: 'eyJa.b.c', refresh: 'eyJr.e.f' } }
  signUpAnswer = { status: 201, json: { id: 7, email: 'jiro@example.com', is_email_auth: true } }
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

function fillIn(password = 'hako-to-fuku-88') {
  type(/メールアドレス/, 'jiro@example.com')
  type(/お名前/, '鈴木 次郎')
  type(/^パスワード/, password)
  fireEvent.click(screen.getByRole('checkbox'))
}
const send = () => fireEvent.click(screen.getByRole('button', { name: '登録する' }))

describe('the sign-up form', () => {
  it('names everything that is missing and sends nothing', async () => {
    await openForm()
    send()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('3か所をご確認ください')
    expect(alert.textContent).toContain('利用規約をお読みのうえ、同意をお願いします。')
    expect(server.to('/api/signup/')).toHaveLength(0)
  })

  it('sends the token, the store and the version of the terms, and signs in', async () => {
    await openForm()
    fillIn()
    send()
    await waitFor(() => expect(readTokens().userType).toBe('customer'))
    expect(server.to('/api/signup/')[0]?.json).toEqual({
      email: 'jiro@example.com',
      password: 'hako-to-fuku-88',
      name: '鈴木 次郎',
      agreed_terms: '2026-04',
      token: 'abc',
      store: 'aoyama',
    })
  })

  it('of a corporation asks for its name and for the person in charge, and tells the two apart', async () => {
    await openForm()
    fillIn()
    fireEvent.click(screen.getByRole('radio', { name: /^法人/ }))
    expect(screen.queryByLabelText(/お名前/)).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>(/取引のご担当者/).value).toBe('鈴木 次郎')
    send()
    expect((await screen.findByRole('alert')).textContent).toContain('法人の名称')
    type(/法人の名称/, '鈴木　次郎')
    send()
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('ご担当者のお名前ではなく'))
    expect(server.to('/api/signup/')).toHaveLength(0)
    type(/法人の名称/, '株式会社おくる商事')
    send()
    await waitFor(() => expect(readTokens().userType).toBe('customer'))
    expect(server.to('/api/signup/')[0]?.json).toMatchObject({
      is_corporate: true,
      name: '株式会社おくる商事',
      agent_name: '鈴木 次郎',
    })
  })

  it('keeps who signs up through a reload, and a person again has the own name', async () => {
    await openForm()
    fillIn()
    fireEvent.click(screen.getByRole('radio', { name: /^法人/ }))
    type(/法人の名称/, '株式会社おくる商事')
    cleanup()
    await openForm()
    expect(screen.getByLabelText<HTMLInputElement>(/法人の名称/).value).toBe('株式会社おくる商事')
    fireEvent.click(screen.getByRole('radio', { name: /^個人/ }))
    expect(screen.getByLabelText<HTMLInputElement>(/お名前/).value).toBe('鈴木 次郎')
    type(/^パスワード/, 'hako-to-fuku-88')
    fireEvent.click(screen.getByRole('checkbox'))
    send()
    await waitFor(() => expect(readTokens().userType).toBe('customer'))
    expect(server.to('/api/signup/')[0]?.json).not.toHaveProperty('is_corporate')
    expect(server.to('/api/signup/')[0]?.json).not.toHaveProperty('agent_name')
  })

  it('has the name again after a reload, and never the password', async () => {
    await openForm()
    fillIn()
    cleanup()
    expect(JSON.stringify({ ...localStorage })).not.toContain('hako-to-fuku-88')
    await openForm()
    expect(screen.getByLabelText<HTMLInputElement>(/お名前/).value).toBe('鈴木 次郎')
    expect(screen.getByLabelText<HTMLInputElement>(/^パスワード/).value).toBe('')
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
    fillIn()
    send()
    await waitFor(() => expect(readTokens().userType).toBe('customer'))
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
  })

  it('goes on to where the registration came between', async () => {
    rememberAddress('jiro@example.com', '/requests/new?shop=3')
    const router = await openForm()
    fillIn()
    send()
    await waitFor(() => expect(router.state.location.href).toBe('/requests/new?shop=3'))
    expect(localStorage.getItem('registerReturn')).toBeNull()
  })

  it('on another device has the address and goes on to the shop that was chosen', async () => {
    const router = await openForm()
    const address = await screen.findByLabelText<HTMLInputElement>(/メールアドレス/)
    expect(address.value).toBe('jiro@example.com')
    type(/お名前/, '鈴木 次郎')
    type(/^パスワード/, 'hako-to-fuku-88')
    fireEvent.click(screen.getByRole('checkbox'))
    send()
    await waitFor(() => expect(router.state.location.href).toBe('/requests/new?shop=3'))
  })

  it('says at once that a link is used up, and where to get another', async () => {
    linkAnswer = { status: 400, json: { token: ['このリンクは使えません。'], code: 'invalid_link' } }
    await openForm()
    await screen.findByRole('heading', { name: 'このリンクは使えません' })
    expect(screen.queryByLabelText(/お名前/)).toBeNull()
    expect(screen.getByText('登録のメールを受け取り直す')).toBeTruthy()
  })

  it('of a link whose sign-up is complete leads to the sign-in, and on to where the person wanted to go', async () => {
    linkAnswer = { json: { email: '', store: '', return_url: '/requests/new?shop=3', is_registered: true } }
    await openForm()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('会員登録はお済みです')
    expect(screen.queryByLabelText(/お名前/)).toBeNull()
    const signIn = screen.getByRole('link', { name: 'ログインする' })
    expect(decodeURIComponent(signIn.getAttribute('href') ?? '')).toBe(
      '/login?returnUrl=/requests/new?shop=3',
    )
  })

  it('sent again after its response was lost signs in; another password is told that the address is taken', async () => {
    const taken = 'このメールアドレスは既に登録されています。'
    signUpAnswer = { status: 400, json: { email: [taken], code: 'email_taken' } }
    loginAnswer = { status: 401, json: { detail: 'no', code: 'no_active_account' } }
    const router = await openForm()
    fillIn()
    send()
    expect((await screen.findByRole('alert')).textContent).toContain(taken)
    expect(readTokens().access).toBeNull()
    loginAnswer = { json: { access: 'eyJa.b.c', refresh: 'eyJr.e.f' } }
    send()
    await waitFor(() => expect(readTokens().userType).toBe('customer'))
    await waitFor(() => expect(router.state.location.href).toBe('/requests/new?shop=3'))
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
  })

  it('says on the field what the server finds wrong, and keeps what was typed', async () => {
    signUpAnswer = { status: 400, json: { password: ['このパスワードは一般的すぎます。'] } }
    await openForm()
    fillIn('password-1')
    send()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('このパスワードは一般的すぎます。')
    expect(screen.getByLabelText<HTMLInputElement>(/^パスワード/).getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByLabelText<HTMLInputElement>(/お名前/).value).toBe('鈴木 次郎')
  })

  it('says what to do about a used link above the form', async () => {
    signUpAnswer = {
      status: 400,
      json: { token: ['このリンクは使えません。もう一度メールをお受け取りください。'], code: 'invalid_link' },
    }
    await openForm()
    fillIn()
    send()
    expect((await screen.findByRole('alert')).textContent).toContain('このリンクは使えません')
    expect(readTokens().access).toBeNull()
  })
})

describe('what a new password has to meet', () => {
  it('counts characters, refuses digits alone and the own address', () => {
    expect(newPasswordProblem('', 'a@b.c')).toContain('入力してください')
    expect(newPasswordProblem('short', 'a@b.c')).toBe('8文字以上で入力してください。')
    expect(newPasswordProblem('12345678', 'a@b.c')).toBe('数字以外の文字も入れてください。')
    expect(newPasswordProblem('hanako-2026', 'hanako@example.com')).toBe(
      'メールアドレスを含まないパスワードにしてください。',
    )
    expect(newPasswordProblem('箱と服とお茶と本', 'hanako@example.com')).toBeUndefined()
    expect(passwordRules('', '').every(({ met }) => !met)).toBe(true)
  })
})
