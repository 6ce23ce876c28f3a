import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openPage } from '#web/ui/test-page.tsx'
import SpecialWithdrawalPage from './special-withdrawal.page.tsx'
import TransferPage from './transfer.page.tsx'

const account = {
  id: 1,
  customer: 1,
  account_type: 1,
  bank_code: '0001',
  bank_name: 'みずほ銀行',
  branch_code: '001',
  branch_name: '東京営業部',
  account_number: '1234567',
  account_holder_kana: 'ﾔﾏﾀﾞ ﾊﾅｺ',
  yucho_symbol: '',
  yucho_number: '',
  version: 1,
}
const money = {
  balance: 50_100,
  accounts: [{ company: 1, dealer: '株式会社青山', balance: 50_100, receivable: 0 }],
  receivable: 0,
  transfer_in_progress: null as object | null,
  next_scheduled_on: '2026-11-24',
  auto_transfer_on: null,
  is_transfer_expired: false,
  obstacle: null as string | null,
  verified_names_kana: ['ヤマダ ハナコ'],
  bounce: null,
}

let server: TestServer
let balance: typeof money
let bank: typeof account | null
let reply: Reply
let customerFails: boolean

function respond({ method, path }: Seen): Reply {
  if (method === 'POST') return reply
  if (customerFails && path === '/api/customers/') return { status: 400, json: {} }
  if (path === '/api/balance/') return { json: balance }
  const customer = { id: 1, name_kana: 'ヤマダ ハナコ', bank_account: bank, auto_transfer: true }
  return { json: { count: 1, next: null, previous: null, results: [customer] } }
}

beforeEach(async () => {
  localStorage.clear()
  balance = money
  customerFails = false
  bank = account
  reply = {
    status: 201,
    json: { id: 9, status: 0, amount: 50_100, fee: 0, balance: 0, scheduled_on: '2026-11-24' },
  }
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = () => openPage('/balance/transfer', { '/balance/transfer': TransferPage })
const amount = () => screen.getByLabelText<HTMLInputElement>('お振込みの金額')
const check = () => fireEvent.click(screen.getByRole('button', { name: '内容を確認する' }))
const posts = () => server.seen.filter(({ method }) => method === 'POST')

async function confirm(verb: string) {
  check()
  const sheet = await screen.findByRole('dialog')
  fireEvent.click(within(sheet).getByRole('button', { name: verb }))
  return sheet
}

describe('asking for the money', () => {
  it('begins with everything, shows the account, and asks once under a key', async () => {
    open()
    await screen.findByText(/みずほ銀行 東京営業部 普通 ••••567/)
    expect(amount().value).toBe('¥50,100')
    await confirm('¥50,100のお振込みを依頼する')
    await screen.findByText('お振込みのご依頼を受け付けました')
    expect(posts()).toHaveLength(1)
    expect(posts()[0]?.json).toEqual({})
    expect(posts()[0]?.headers['idempotency-key']).toBeTruthy()
  })

  it('takes a part, typed as people type it', async () => {
    open()
    await screen.findByText(/みずほ銀行/)
    fireEvent.change(amount(), { target: { value: '１２，０００円' } })
    const sheet = await confirm('¥12,000のお振込みを依頼する')
    expect(sheet.textContent).toContain('38,100')
    await screen.findByText('お振込みのご依頼を受け付けました')
    expect(posts()[0]?.json).toEqual({ amount: 12_000 })
  })

  it.each([
    ['60000', /残高は¥50,100です。それ以下/],
    ['0', /1円以上/],
    ['', /金額を入力してください/],
  ])('does not ask for %s', async (typed, said) => {
    open()
    await screen.findByText(/みずほ銀行/)
    fireEvent.change(amount(), { target: { value: typed } })
    check()
    expect(await screen.findByText(said)).toBeTruthy()
    expect(document.activeElement).toBe(amount())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each([
    ['bank_account_missing', '振込先の口座をご登録ください', '口座を登録する'],
    ['bank_account_unusable', 'ご登録の口座へはお振込みできません', '口座を登録し直す'],
    ['holder_name_differs', '口座名義をご確認ください', '口座名義を直す'],
    ['transfer_in_progress', '手続き中のお振込みがあります', '手続きの状況を見る'],
    ['transfer_expired', 'お支払いの期限を過ぎた残高です', '期限後のお支払いを依頼する'],
    ['money_on_hold', 'お振込みを一時的に止めています', 'お問い合わせ'],
  ])('explains %s and offers a way on', async (code, title, link) => {
    reply = { status: 400, json: { non_field_errors: ['だめでした'], code } }
    open()
    await screen.findByText(/みずほ銀行/)
    await confirm('¥50,100のお振込みを依頼する')
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText(title)).toBeTruthy()
    expect(within(alert).getByRole('link', { name: link })).toBeTruthy()
    expect(amount().value).toBe('¥50,100')
  })

  it('says that the account could not be read, and reads it again', async () => {
    customerFails = true
    open()
    const again = await screen.findByRole('button', { name: 'もう一度試す' })
    expect(amount().value).toBe('¥50,100')
    customerFails = false
    fireEvent.click(again)
    expect(await screen.findByText(/みずほ銀行 東京営業部 普通 ••••567/)).toBeTruthy()
  })

  it('leads to the account where there is none', async () => {
    bank = null
    open()
    const link = await screen.findByRole('link', { name: '口座を登録する' })
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
      '/profile/bank-account?returnUrl=/balance/transfer',
    )
  })

  it('compares the account holder with the verified name before anything is asked', async () => {
    balance = { ...money, obstacle: 'holder_name_differs', verified_names_kana: ['ｽｽﾞｷ ﾊﾅｺ'] }
    open()
    await screen.findByText('口座名義をご確認ください')
    expect(await screen.findByText('スズキ ハナコ')).toBeTruthy()
    expect(screen.getAllByText(/ヤマダ\s?ハナコ/).length).toBeGreaterThan(0)
    const link = screen.getByRole('link', { name: '口座名義を直す' })
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
      '/profile/bank-account?returnUrl=/balance/transfer',
    )
    expect(screen.queryByRole('button', { name: '内容を確認する' })).toBeNull()
  })

  it('sends who was never identified to the identification, not to the account form', async () => {
    balance = { ...money, obstacle: 'holder_name_differs', verified_names_kana: [] }
    open()
    expect(await screen.findByText('先に本人確認をお済ませください')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '内容を確認する' })).toBeNull()
  })

  it('leads an expired balance to the special route', async () => {
    balance = { ...money, is_transfer_expired: true }
    open()
    const link = await screen.findByRole('link', { name: '期限後のお支払いを依頼する' })
    expect(link.getAttribute('href')).toBe('/balance/special-withdrawal')
  })

  it('does not offer a second one while the first is on its way', async () => {
    balance = {
      ...money,
      transfer_in_progress: {
        id: 1,
        kind: 'ordinary',
        status: 0,
        amount: 3000,
        fee: 0,
        scheduled_on: null,
      },
    }
    open()
    expect(await screen.findByText('手続き中のお振込みがあります')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '内容を確認する' })).toBeNull()
  })
})

describe('asking for an expired balance', () => {
  const openSpecial = () =>
    openPage('/balance/special-withdrawal', { '/balance/special-withdrawal': SpecialWithdrawalPage })

  it('says that two people check it, and asks once, under a key, by its own call', async () => {
    balance = { ...money, is_transfer_expired: true }
    reply = { status: 201, json: { id: 9, status: 0, amount: 50_100, fee: 0, balance: 0 } }
    openSpecial()
    await screen.findByText(/担当者2人が内容を確認してから/)
    fireEvent.click(await screen.findByRole('button', { name: '内容を確認する' }))
    const sheet = await screen.findByRole('dialog')
    fireEvent.click(within(sheet).getByRole('button', { name: '¥50,100の期限後のお支払いを依頼する' }))
    await screen.findByText('期限後のお支払いのご依頼を受け付けました')
    expect(posts()).toHaveLength(1)
    expect(posts()[0]?.path).toBe('/api/balance/special-withdrawl/')
    expect(posts()[0]?.json).toEqual({ should_special_withdrawal: true })
    expect(posts()[0]?.headers['idempotency-key']).toBeTruthy()
  })

  it('leads a balance that has not expired back to the ordinary route', async () => {
    openSpecial()
    const link = await screen.findByRole('link', { name: 'お振込みを依頼する' })
    expect(link.getAttribute('href')).toBe('/balance/transfer')
  })
})
