import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { clearTokens, readTokens, storeSession } from '#web/lib/tokens.ts'
import { App } from './app.tsx'
import { router } from './router.tsx'

const access = `eyJh.${btoa(JSON.stringify({ aud: 'customer', user_id: '12' }))}.x`
const emptyPage = { count: 0, next: null, previous: null, results: [] }
const business = {
  id: 3,
  email: 'admin@aoyama.example',
  customer: null,
  business_user: {
    id: 1,
    name: '佐藤 美咲',
    role: 'admin',
    is_admin: true,
    company: { id: 1, name: '株式会社青山リユース', is_operator: false, shops: [] },
  },
}

const shop = {
  id: 3,
  name: '青山店',
  store_key: 'aoyama',
  description: '',
  tags: [],
  delivering_option: 'PICKUP_AND_SELF',
  kit_sizes: [],
  is_favorite: false,
  address: { postal_code: '1070062', prefecture: '東京都', city: '港区', address1: '南青山', address2: '' },
  phone: '0312345678',
  company: { id: 1, name: '株式会社青山', license_number: '第1号', public_safety_commission: '東京都' },
  lead_time_days: 1.2,
  acceptance_rate: 0.9,
  return_cost: 770,
  reply_business_days: 7,
}

let server: TestServer
let refuseSignIn = false

function respond({ method, path }: Seen): Reply {
  if (/jwt\/create/.test(path)) {
    return refuseSignIn
      ? { status: 401, json: { detail: 'No active account found with the given credentials' } }
      : { json: { access, refresh: access } }
  }
  if (path === '/api/shop/3/') return { json: shop }
  if (path === '/api/me/') return { json: business }
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
  if (/notifications|announcements|purchase_requests/.test(path)) return { json: emptyPage }
  if (path === '/api/dealers/') return { json: [{ ...shop.company, store_key: 'aoyama', shops: [] }] }
  if (path === '/api/operator/') return { json: { operator: null } }
  if (/^\/api\/(shop|brand|shoptag)\/$/.test(path)) return { json: [] }
  return method === 'GET' ? { status: 404, json: { detail: '見つかりませんでした。' } } : { status: 204 }
}

beforeAll(() => {
  window.scrollTo = () => undefined
})
beforeEach(async () => {
  refuseSignIn = false
  clearTokens()
  localStorage.clear()
  sessionStorage.clear()
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await server.close()
})

async function open(href: string) {
  render(<App />)
  await act(async () => router.history.push(href))
}

const here = () => router.state.location.href
const signIn = (userType: 'customer' | 'business') => storeSession({ access, refresh: access, userType })

describe('who may see which side', () => {
  it('leads to the sign-in page of the side, with the way back', async () => {
    await open('/requests/12?view=a')
    await screen.findByRole('heading', { level: 1, name: 'ログイン' })
    expect(router.state.location.pathname).toBe('/login')
    expect(router.state.location.search).toEqual({ returnUrl: '/requests/12?view=a' })
    cleanup()
    await open('/biz/items?page=2')
    await screen.findByRole('heading', { level: 1, name: '担当者ログイン' })
    expect(router.state.location.search).toEqual({ returnUrl: '/biz/items?page=2' })
  })

  it('keeps the shop of a visitor through signing in and through registering', async () => {
    await open('/shops/3')
    fireEvent.click(await screen.findByRole('link', { name: 'このお店に申し込む' }))
    await screen.findByRole('heading', { level: 1, name: 'ログイン' })
    const wanted = { returnUrl: '/requests/new?shop=3' }
    expect(router.state.location.search).toEqual(wanted)
    fireEvent.click(screen.getByRole('link', { name: 'はじめての方は会員登録へ' }))
    await screen.findByRole('heading', { level: 1, name: '会員登録' })
    expect(router.state.location.search).toEqual(wanted)
    fireEvent.change(screen.getByLabelText(/メールアドレス/), { target: { value: 'jiro@example.com' } })
    fireEvent.click(screen.getByRole('button', { name: '登録のメールを受け取る' }))
    await screen.findByRole('heading', { level: 1, name: 'メールをお送りしました' })
    expect(localStorage.getItem('registerReturn')).toBe('/requests/new?shop=3')
  })

  it('tells a customer who may open the back office, and shows nothing of it', async () => {
    signIn('customer')
    await open('/biz')
    await screen.findByRole('heading', { level: 1, name: 'この画面を開く権限がありません' })
    expect(screen.getByText(/会社の管理者が登録した担当者だけ/)).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: '業務メニュー' })).toBeNull()
    expect(server.to('/api/biz/today/')).toHaveLength(0)
  })

  it('tells staff that a page is for customers', async () => {
    signIn('business')
    await open('/mypage')
    await screen.findByText(/お申し込みのお客さま用です/)
    expect(server.to('/api/purchase_requests/')).toHaveLength(0)
  })

  it('shows the back office to staff, with its own not-found page', async () => {
    signIn('business')
    await open('/biz/nowhere')
    await screen.findByRole('heading', { level: 1, name: 'ページが見つかりません' })
    await screen.findByRole('link', { name: '古物台帳' })
  })

  it('leaves the area when the session ends elsewhere', async () => {
    signIn('customer')
    await open('/settings')
    await screen.findByRole('heading', { level: 1, name: '設定' })
    act(() => clearTokens())
    await screen.findByRole('heading', { level: 1, name: 'ログイン' })
    expect(here()).toBe('/login?returnUrl=%2Fsettings')
  })
})

function fillIn(email: string, password: string) {
  fireEvent.change(screen.getByLabelText('メールアドレス'), { target: { value: email } })
  fireEvent.change(screen.getByLabelText('パスワード'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'ログインする' }))
}

describe('signing in', () => {
  it('goes where the person wanted to go', async () => {
    await open('/login?returnUrl=%2Fsettings%3Fa%3D1')
    await screen.findByRole('heading', { level: 1, name: 'ログイン' })
    fillIn('hanako@example.com', 'okuru-demo-2026')
    await waitFor(() => expect(here()).toBe('/settings?a=1'))
    expect(readTokens().userType).toBe('customer')
  })

  it('never leaves the site for an address in the link', async () => {
    for (const evil of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      signIn('customer')
      await open(`/login?returnUrl=${encodeURIComponent(evil)}`)
      await waitFor(() => expect(here()).toBe('/mypage'))
      cleanup()
      clearTokens()
    }
  })

  it('says in place what was wrong and keeps the address', async () => {
    refuseSignIn = true
    await open('/login?returnUrl=%2Fmypage')
    await screen.findByRole('heading', { level: 1, name: 'ログイン' })
    fillIn('hanako@example.com', 'wrong')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('メールアドレスかパスワードが違うようです')
    expect(screen.getByLabelText<HTMLInputElement>('メールアドレス').value).toBe('hanako@example.com')
    expect(router.state.location.pathname).toBe('/login')
    expect(readTokens().access).toBeNull()
  })
})
