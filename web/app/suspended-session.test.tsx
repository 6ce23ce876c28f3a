import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dropSuspendedSession } from '#web/lib/suspended-session.ts'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { clearTokens, readTokens, storeSession } from '#web/lib/tokens.ts'
import { scanKeys, setKeyClock, settle, typeKeys } from '#web/ui/test-keys.ts'
import { App } from './app.tsx'
import { router } from './router.tsx'

const token = (aud: string, user: number, name: string) =>
  `eyJ${name}.${btoa(JSON.stringify({ aud, user_id: user }))}.x`
const invalid: Reply = { status: 401, json: { detail: 'x', code: 'token_not_valid' } }
const account = (id: number, name: string) => ({
  id,
  email: `${id}@aoyama.example`,
  customer: null,
  business_user: {
    ...{ id, name, role: 'admin', is_admin: true },
    company: { id: 1, name: '株式会社おくる', is_operator: true, shops: [] },
  },
})

let server: TestServer
let ended = false
let codeWanted = false
let next = token('business', 3, 'fresh')
const posted: unknown[] = []

function respond({ method, path, json, headers }: Seen): Reply {
  if (path.includes('jwt/refresh')) return invalid
  if (path.includes('jwt/create')) {
    const { password, one_time_code: code } = json as { password: string; one_time_code?: string }
    if (codeWanted && code !== '1234 5678')
      return code === undefined
        ? { status: 400, json: { one_time_code: ['確認コードが必要です。'], code: 'sign_in_code_required' } }
        : { status: 400, json: { one_time_code: ['確認コードが違います。'], code: 'sign_in_code_wrong' } }
    if (password !== 'right')
      return { status: 401, json: { detail: 'No active account found with the given credentials' } }
    ended = false
    return { json: { access: next, refresh: `${next}r` } }
  }
  if (path.includes('jwt/code')) return { status: 204 }
  if (ended) return invalid
  if (path === '/api/me/')
    return {
      json: headers.authorization?.includes('eyJother') ? account(4, '別の 人') : account(3, '大手 進'),
    }
  if (method === 'POST') {
    posted.push(json)
    return { status: 201, json: { id: 1, kind: 'SETTLEMENT' } }
  }
  if (path === '/api/dealers/') return { json: [{ id: 31, name: '株式会社アオヤマ' }] }
  if (path.endsWith('/kinds/')) return { json: [] }
  if (path === '/api/biz/today/')
    return {
      json: {
        stations: [],
        late: [],
        arriving: [],
        objected: [],
        promised: { count: 0, late: 0, due_today: 0, boxes: [] },
      },
    }
  return { json: { count: 0, next: null, previous: null, results: [] } }
}

beforeAll(() => {
  window.scrollTo = () => undefined
})
beforeEach(async () => {
  ended = false
  codeWanted = false
  posted.length = 0
  next = token('business', 3, 'fresh')
  localStorage.clear()
  server = await startServer(respond)
  const access = token('business', 3, 'old')
  storeSession({ access, refresh: access, userType: 'business' })
})
afterEach(async () => {
  cleanup()
  dropSuspendedSession()
  clearTokens()
  await server.close()
})

async function halfTyped() {
  render(<App />)
  await act(async () => router.history.push('/biz/money'))
  await screen.findByRole('button', { name: '大手 進 のメニュー' })
  fireEvent.click(await screen.findByRole('button', { name: '会社からの精算を記録する' }))
  const dialog = within(await screen.findByRole('dialog', { name: '会社からの精算を記録' }))
  await dialog.findByRole('option', { name: '株式会社アオヤマ' })
  fireEvent.change(dialog.getByRole('combobox'), { target: { value: '31' } })
  const [amount, note] = dialog.getAllByRole('textbox')
  fireEvent.change(amount as HTMLElement, { target: { value: '9000' } })
  fireEvent.change(note as HTMLElement, { target: { value: '11月分' } })
  ended = true
  fireEvent.click(dialog.getByRole('button', { name: '内容を確認する' }))
  fireEvent.click(await screen.findByRole('button', { name: '記録する' }))
  return within(await screen.findByRole('dialog', { name: 'もう一度ログインしてください' }))
}

async function enter(password: string) {
  const dialog = within(screen.getByRole('dialog', { name: 'もう一度ログインしてください' }))
  fireEvent.change(dialog.getByLabelText('パスワード'), { target: { value: password } })
  fireEvent.click(dialog.getByRole('button', { name: 'ログインして続ける' }))
  return dialog
}

describe('a session that ends while a dialog is half filled in', () => {
  it('asks for the password over both, and finishes what was pressed', async () => {
    const dialog = await halfTyped()
    expect(readTokens().access).toBeNull()
    expect(router.state.location.pathname).toBe('/biz/money')
    dialog.getByText('大手 進')
    dialog.getByText('3@aoyama.example')
    expect(screen.getByDisplayValue('11月分')).toBeTruthy()
    await enter('wrong')
    await dialog.findByText('パスワードが違うようです。もう一度ご確認ください。')
    await enter('right')
    await screen.findByRole('dialog', { name: '精算を記録しました' })
    expect(posted).toEqual([{ company: 31, amount: 9000, note: '11月分' }])
    expect(screen.queryByRole('dialog', { name: 'もう一度ログインしてください' })).toBeNull()
  })

  it('asks for the mailed code as the sign-in page does, once many have guessed at the account', async () => {
    const dialog = await halfTyped()
    codeWanted = true
    await enter('right')
    const code = await dialog.findByLabelText(/確認コード/)
    expect(server.to('/api/biz/auth/jwt/code/')[0]?.json).toEqual({ email: '3@aoyama.example' })
    expect(dialog.queryByRole('alert')).toBeNull()
    const go = () => fireEvent.click(dialog.getByRole('button', { name: '確認して続ける' }))
    go()
    await dialog.findByText(/確認コード\(数字8桁\)を入力してください/)
    fireEvent.change(code, { target: { value: '0000 0000' } })
    go()
    await dialog.findByText('確認コードが違います。')
    fireEvent.change(code, { target: { value: '1234 5678' } })
    go()
    await screen.findByRole('dialog', { name: '精算を記録しました' })
    expect(posted).toEqual([{ company: 31, amount: 9000, note: '11月分' }])
  })

  it('takes the password at once while a scan still waits, and no scan meanwhile', async () => {
    render(<App />)
    await act(async () => router.history.push('/biz/money'))
    await screen.findByRole('button', { name: '大手 進 のメニュー' })
    ended = true
    scanKeys('OKB-KJ7KJ7KJ7KJ7')
    const dialog = within(await screen.findByRole('dialog', { name: 'もう一度ログインしてください' }))
    const password = await dialog.findByLabelText<HTMLInputElement>('パスワード')
    password.focus()
    setKeyClock(performance.now())
    typeKeys('right')
    expect(password.value).toBe('right')
    scanKeys('OKB-KJ7KJ7KJ7KJ7')
    await settle()
    expect(password.value).toBe('right')
    expect(server.to('/api/biz/scan/OKB-KJ7KJ7KJ7KJ7/')).toHaveLength(1)
  })

  it('leaves nothing to somebody who signs in there as another person', async () => {
    await halfTyped()
    next = token('business', 4, 'other')
    await enter('right')
    await screen.findByRole('button', { name: '別の 人 のメニュー' })
    await waitFor(() => expect(screen.queryByDisplayValue('11月分')).toBeNull())
    expect(posted).toEqual([])
    fireEvent.click(await screen.findByRole('button', { name: '会社からの精算を記録する' }))
    await screen.findByRole('dialog', { name: '会社からの精算を記録' })
    expect(screen.queryByDisplayValue('11月分')).toBeNull()
    expect(Object.keys(localStorage).some((key) => key.startsWith('draft:business:3:settlement'))).toBe(true)
  })

  it('leads whoever wants to be somebody else to the sign-in page, with the way back', async () => {
    const dialog = await halfTyped()
    fireEvent.click(dialog.getByRole('button', { name: '別の人としてログインする' }))
    await screen.findByRole('heading', { level: 1, name: '担当者ログイン' })
    expect(router.state.location.href).toBe('/biz/login?returnUrl=%2Fbiz%2Fmoney')
    expect(posted).toEqual([])
  })

  it('leads to the sign-in page when another page is opened', async () => {
    await halfTyped()
    await act(async () => router.history.push('/biz/payouts'))
    await screen.findByRole('heading', { level: 1, name: '担当者ログイン' })
    expect(router.state.location.href).toBe('/biz/login?returnUrl=%2Fbiz%2Fpayouts')
  })
})

describe('a page with nothing to keep', () => {
  it('leads to the sign-in page at once', async () => {
    ended = true
    render(<App />)
    await act(async () => router.history.push('/biz/money'))
    await screen.findByRole('heading', { level: 1, name: '担当者ログイン' })
    expect(router.state.location.href).toBe('/biz/login?returnUrl=%2Fbiz%2Fmoney')
  })
})
