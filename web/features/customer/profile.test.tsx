import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { clearTokens } from '#web/lib/tokens.ts'
import { openPage } from '#web/ui/test-page.tsx'
import LeavePage from './leave.page.tsx'
import LeftPage from './left.page.tsx'
import ProfilePage from './profile.page.tsx'

const stored = {
  id: 7,
  name: '山田 花子',
  name_kana: 'ヤマダ ハナコ',
  birthday: '1990-04-01',
  gender: 2,
  job: 1,
  job_detail: '',
  phone: '09012345678',
  address: {
    postal_code: '1070062',
    prefecture: '東京都',
    city: '港区',
    address1: '南青山1-2-3',
    address2: '',
  },
  workplace: null,
  is_identity_verified: false,
  is_invoice_issuer: false,
  invoice_registration_number: '',
  profile_complete: true,
  balance: 0,
  is_transfer_inprogress: false,
  related_shops: [],
  bank_account: null,
  version: 3,
}

let server: TestServer
let customer: Record<string, unknown>
let writes: Reply[]
let requests: object[]

function respond({ path, method }: Seen): Reply {
  if (path === '/api/auth/jwt/reauthenticate/') return { json: { access: 'eyJa.b.c' } }
  if (path === '/api/account/providers/') return { json: { password: 'usable', providers: [] } }
  if (path === '/api/logout/') return { status: 204 }
  if (path === '/api/purchase_requests/') return { json: { count: requests.length, results: requests } }
  if (path.startsWith('/api/postal-code/'))
    return {
      json: ['北青山', '南青山'].map((town) => ({
        postal_code: '1070061',
        prefecture: '東京都',
        city: '港区',
        town,
      })),
    }
  if (method === 'GET') return { json: { count: 1, next: null, previous: null, results: [customer] } }
  return writes.shift() ?? { json: { ...customer, version: 4 } }
}

const written = () =>
  server.seen.filter(({ method, path }) => path === '/api/customers/7/' && method !== 'GET')

beforeEach(async () => {
  clearTokens()
  localStorage.clear()
  customer = stored
  writes = []
  requests = []
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

async function open(path = '/profile') {
  const page = openPage(path, { '/profile': ProfilePage, '/leave': LeavePage, '/left': LeftPage })
  await waitFor(() => expect(screen.queryByRole('status', { busy: true })).toBeNull())
  return page
}
const openForm = async (path?: string) => {
  const page = await open(path)
  await screen.findByLabelText(/^電話番号/)
  return page
}
const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('the own data', () => {
  it('sends what changed, upon the version it was read with', async () => {
    await openForm()
    type(/^お仕事の内容/, '編集者')
    press('保存する')
    expect(await screen.findByText('保存しました')).toBeTruthy()
    expect(written()[0]?.json).toEqual({ job_detail: '編集者', version: 3 })
  })

  it('names what is missing, and sends nothing until it is there', async () => {
    customer = { ...stored, birthday: null, job: null, profile_complete: false }
    await openForm()
    expect(screen.getByText(/まだいただいていないもの: 生年月日、ご職業/)).toBeTruthy()
    press('保存する')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('2か所をご確認ください')
    expect(written()).toHaveLength(0)
  })

  it('names a stored value that is no longer valid, when it is opened and when it is saved', async () => {
    const address = { ...stored.address, postal_code: '107' }
    customer = { ...stored, address, profile_complete: false }
    await openForm()
    expect(screen.getByText('まだいただいていないもの: ご住所')).toBeTruthy()
    type(/^お仕事の内容/, '編集者')
    press('保存する')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('1か所をご確認ください郵便番号: 郵便番号を7桁の数字で')
    expect(written()).toHaveLength(0)
  })

  it('goes back to where it was opened from', async () => {
    const { router } = await openForm('/profile?returnUrl=%2Frequests%2Fnew%3Fstep%3D4')
    type(/^お仕事の内容/, '編集者')
    press('保存する')
    await waitFor(() => expect(router.state.location.pathname).toBe('/requests/new'))
    expect(router.state.location.searchStr).toContain('step=4')
  })

  it('follows no address of another site', async () => {
    const { router } = await openForm('/profile?returnUrl=%2F%2Fevil.example')
    press('保存する')
    expect(await screen.findByText('保存しました')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/profile')
  })

  it('asks for the password in place before a new telephone number, and sends the same again', async () => {
    writes = [{ status: 403, json: { detail: 'もう一度', code: 'reauthentication_required' } }]
    await openForm()
    type(/^電話番号/, '03-1234-5678')
    press('保存する')
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText(/^パスワード/), { target: { value: 'secret-88' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '確認して続ける' }))
    expect(await screen.findByText('保存しました')).toBeTruthy()
    expect(written().map(({ json }) => json)).toEqual([
      { phone: '0312345678', version: 3 },
      { phone: '0312345678', version: 3 },
    ])
  })

  it('says what changing a verified name costs, and saves only when that is wanted', async () => {
    customer = { ...stored, is_identity_verified: true }
    writes = [{ json: { ...stored, name: '佐藤 花子', is_identity_verified: false, version: 4 } }]
    await openForm()
    expect(screen.getByText('本人確認がお済みです')).toBeTruthy()
    type('姓', '佐藤')
    press('保存する')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('お名前を変更しますか')
    expect(written()).toHaveLength(0)
    fireEvent.click(within(dialog).getByRole('button', { name: '変更して保存する' }))
    expect(await screen.findByText(/本人確認が、もう一度必要になりました/)).toBeTruthy()
  })

  it('shows both versions when another screen was faster, and keeps what is chosen', async () => {
    const current = { ...stored, job: 6, workplace: stored.address, version: 5 }
    writes = [{ status: 400, json: { version: ['更新されました'], code: 'stale_version', current } }]
    await openForm()
    type(/^ご職業/, '2')
    type(/^お仕事の内容/, '役所')
    press('保存する')
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByLabelText('ご職業: 保存されている内容'))
    fireEvent.click(within(dialog).getByLabelText('勤務先の住所: 保存されている内容'))
    fireEvent.click(within(dialog).getByRole('button', { name: '選んだ内容で保存する' }))
    await waitFor(() => expect(written()).toHaveLength(2))
    expect(written()[1]?.json).toEqual({ job_detail: '役所', version: 5 })
  })

  it('lets one of several towns be chosen', async () => {
    customer = { ...stored, address: { ...stored.address, postal_code: '', city: '', address1: '' } }
    await openForm()
    type(/^郵便番号/, '107-0061')
    fireEvent.click(await screen.findByRole('button', { name: '東京都港区南青山' }))
    expect(screen.getByLabelText<HTMLInputElement>(/^町名・番地/).value).toBe('南青山')
  })

  it('keeps what was typed over a reload, and forgets it on request', async () => {
    await openForm()
    type(/^お仕事の内容/, '書きかけ')
    cleanup()
    await openForm()
    expect(screen.getByLabelText<HTMLInputElement>(/^お仕事の内容/).value).toBe('書きかけ')
    press('保存されている内容に戻す')
    expect(screen.getByLabelText<HTMLInputElement>(/^お仕事の内容/).value).toBe('')
  })
})

describe('leaving', () => {
  it('says what stands in the way, each with its place, and offers no button', async () => {
    customer = { ...stored, balance: 12400, is_transfer_inprogress: true }
    requests = [
      { id: 31, status: 11, shop_name: '青山店' },
      { id: 30, status: 21, shop_name: '梅田店' },
    ]
    await open('/leave')
    expect(await screen.findByText(/青山店への申し込み 31 が/)).toBeTruthy()
    expect(screen.queryByText(/申し込み 30/)).toBeNull()
    expect(screen.getByRole('link', { name: '申し込みの状況を見る' }).getAttribute('href')).toBe(
      '/requests/31',
    )
    expect(screen.getByText(/残高が¥12,400あります/)).toBeTruthy()
    expect(screen.getByText(/お振込みの手続き中です/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: '退会する' })).toBeNull()
  })

  it('happens only for whoever writes the word', async () => {
    const { router } = await open('/leave')
    await screen.findByRole('button', { name: '退会する' })
    type(/^確認の言葉/, 'やめる')
    press('退会する')
    expect((await screen.findByRole('alert')).textContent).toContain('「退会する」と入力してください')
    expect(written()).toHaveLength(0)
    writes = [{ status: 204 }]
    type(/^確認の言葉/, '「退会する」')
    press('退会する')
    await waitFor(() => expect(router.state.location.pathname).toBe('/left'))
    expect(written()[0]?.method).toBe('DELETE')
    expect(await screen.findByRole('heading', { name: '退会のお手続きが終わりました' })).toBeTruthy()
    expect(screen.getByText(/最後のお取引から8年2か月/)).toBeTruthy()
  })

  it('shows what began meanwhile when the server refuses', async () => {
    await open('/leave')
    await screen.findByRole('button', { name: '退会する' })
    writes = [
      {
        status: 400,
        json: { non_field_errors: ['取引中の申し込みがあります。'], code: 'customer_has_open_business' },
      },
    ]
    type(/^確認の言葉/, '退会する')
    customer = { ...stored, balance: 500 }
    press('退会する')
    expect(await screen.findByText(/残高が¥500あります/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: '退会する' })).toBeNull()
  })
})
