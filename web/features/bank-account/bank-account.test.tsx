import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { clearTokens } from '#web/lib/tokens.ts'
import { problemsOf } from '#web/ui/call-form.ts'
import { openPage } from '#web/ui/test-page.tsx'
import { accountBody, accountRules, emptyAccount, holderDiffers, maskedNumber } from './account.rules.ts'
import BankAccountPage from './bank-account.page.tsx'

const account = {
  id: 4,
  customer: 7,
  account_type: 1,
  bank_code: '0001',
  bank_name: 'みずほ銀行',
  branch_code: '001',
  branch_name: '東京営業部',
  account_number: '1234567',
  account_holder_kana: 'ﾔﾏﾀﾞ ﾊﾅｺ',
  yucho_symbol: '',
  yucho_number: '',
  version: 2,
}

let server: TestServer
let customer: Record<string, unknown>
let writes: Reply[]
let broken = false

function respond({ path, url, method }: Seen): Reply {
  const asked = new URL(url, 'http://here').searchParams.get('search_text') ?? ''
  if (path === '/api/auth/jwt/reauthenticate/') return { json: { access: 'eyJa.b.c' } }
  if (path === '/api/account/providers/') return { json: { password: 'usable', providers: [] } }
  if (path === '/api/bank/' && broken) return { status: 500, json: { code: 'internal' } }
  if (path === '/api/bank/')
    return {
      json: [
        { bank_code: '0001', name: 'みずほ銀行', name_kana: 'ミズホ' },
        { bank_code: '0288', name: 'みずほ信託銀行', name_kana: 'ミズホシンタク' },
      ].filter(({ name }) => name.includes(asked)),
    }
  if (path === '/api/bank/9900/branch/')
    return {
      json: asked === '018' ? [{ branch_code: '018', name: '〇一八', name_kana: 'ゼロイチハチ' }] : [],
    }
  if (path.endsWith('/branch/'))
    return { json: [{ branch_code: '200', name: '青山', name_kana: 'アオヤマ' }] }
  if (method === 'GET') return { json: { count: 1, next: null, previous: null, results: [customer] } }
  return writes.shift() ?? { status: 201, json: account }
}

const written = () =>
  server.seen.filter(({ path, method }) => path.includes('banckaccount') && method !== 'GET')

beforeEach(async () => {
  clearTokens()
  localStorage.clear()
  customer = { id: 7, name_kana: 'ヤマダ ハナコ', bank_account: null, is_transfer_inprogress: false }
  writes = []
  broken = false
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = () => openPage('/profile/bank-account', { '/profile/bank-account': BankAccountPage })
const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('an account of a bank', () => {
  it('is found by name and branch with the keyboard alone, and sent as codes', async () => {
    open()
    await screen.findByLabelText(/^口座番号/)
    const bank = screen.getByRole('combobox', { name: /^銀行/ })
    fireEvent.focus(bank)
    for (const typed of ['み', 'みず', 'みずほ']) fireEvent.change(bank, { target: { value: typed } })
    expect(await screen.findByRole('option', { name: /みずほ信託銀行/ })).toBeTruthy()
    expect(server.to('/api/bank/')).toHaveLength(1)
    fireEvent.keyDown(bank, { key: 'ArrowDown', code: 'ArrowDown' })
    expect(screen.getByRole('option', { name: /みずほ信託銀行/ }).getAttribute('aria-selected')).toBe('true')
    fireEvent.keyDown(bank, { key: 'ArrowUp', code: 'ArrowUp' })
    fireEvent.keyDown(bank, { key: 'Enter', code: 'Enter' })
    expect((bank as HTMLInputElement).value).toBe('みずほ銀行')
    const branch = screen.getByRole('combobox', { name: /^支店/ })
    fireEvent.focus(branch)
    fireEvent.change(branch, { target: { value: 'あおやま' } })
    await screen.findByRole('option', { name: /青山/ })
    fireEvent.blur(branch)
    type(/^口座番号/, '１２３４')
    fireEvent.blur(screen.getByLabelText(/^口座番号/))
    expect(screen.getByLabelText<HTMLInputElement>(/^口座番号/).value).toBe('0001234')
    press('この口座を登録する')
    expect(await screen.findByText('口座を登録しました')).toBeTruthy()
    expect(written()[0]?.json).toEqual({
      customer: 7,
      account_type: 1,
      bank_code: '0001',
      branch_code: '200',
      account_number: '0001234',
      account_holder_kana: 'ヤマダ ハナコ',
    })
  })

  it('is taken by an Enter pressed before the answer has come, for the whole name', async () => {
    open()
    await screen.findByLabelText(/^口座番号/)
    const bank = screen.getByRole('combobox', { name: /^銀行/ })
    fireEvent.focus(bank)
    fireEvent.change(bank, { target: { value: 'みずほ' } })
    await screen.findByRole('option', { name: /みずほ銀行/ })
    fireEvent.change(bank, { target: { value: 'みずほ信託' } })
    fireEvent.keyDown(bank, { key: 'Enter', code: 'Enter' })
    expect((bank as HTMLInputElement).value).toBe('みずほ信託')
    expect(screen.getAllByText('探しています。見つかったら、そのまま選びます。')).toBeTruthy()
    await waitFor(() => expect((bank as HTMLInputElement).value).toBe('みずほ信託銀行'))
  })

  it('stays as it was typed when there is none of that name, and an Enter asks again after a failure', async () => {
    open()
    await screen.findByLabelText(/^口座番号/)
    const bank = screen.getByRole('combobox', { name: /^銀行/ })
    fireEvent.focus(bank)
    fireEvent.change(bank, { target: { value: 'みずう' } })
    fireEvent.keyDown(bank, { key: 'Enter', code: 'Enter' })
    await screen.findAllByText(/^見つかりません/)
    expect((bank as HTMLInputElement).value).toBe('みずう')
    broken = true
    fireEvent.change(bank, { target: { value: 'みずほ' } })
    fireEvent.keyDown(bank, { key: 'Enter', code: 'Enter' })
    await screen.findAllByText(/^検索できませんでした/)
    broken = false
    fireEvent.keyDown(bank, { key: 'Enter', code: 'Enter' })
    await waitFor(() => expect((bank as HTMLInputElement).value).toBe('みずほ銀行'))
  })

  it('is not taken from what was typed but never chosen', () => {
    const typed = { ...emptyAccount('ヤマダ ハナコ'), bankText: 'みずほ', accountNumber: '12345678' }
    expect(problemsOf(accountRules, typed)).toEqual({
      bankCode: '下に出る一覧から銀行をお選びください。',
      branchCode: '支店を名前かカナ、3桁の番号で探してお選びください。',
      accountNumber: '口座番号は7桁までです。8桁入力されています。',
    })
  })

  it('shows the holder as the bank writes it, and says when the name is another', async () => {
    open()
    await screen.findByLabelText(/^口座番号/)
    type(/^口座名義/, 'さとう きょうこ')
    expect(screen.getByText('ｻﾄｳ ｷﾖｳｺ')).toBeTruthy()
    expect(screen.getByText('ご登録のお名前と違うようです')).toBeTruthy()
    expect(holderDiffers('ﾔﾏﾀﾞﾊﾅｺ', 'ヤマダ ハナコ')).toBe(false)
  })
})

describe('a ゆうちょ passbook', () => {
  it('is converted while it is typed, and sent as it is printed', async () => {
    open()
    fireEvent.click(await screen.findByLabelText('ゆうちょの通帳'))
    type(/^記号/, '１０１８０')
    type(/^番号/, '12345671')
    expect(await screen.findByText(/ゆうちょ銀行 〇一八店\(018\) 普通 1234567/)).toBeTruthy()
    press('この口座を登録する')
    await waitFor(() => expect(written()).toHaveLength(1))
    expect(written()[0]?.json).toMatchObject({
      account_type: 1,
      yucho_symbol: expect.stringMatching(/^(10180|１０１８０)$/),
      yucho_number: '12345671',
    })
    expect(written()[0]?.json).not.toHaveProperty('bank_code')
  })

  it('says which of the two numbers to look at again', () => {
    const typed = { ...emptyAccount('ヤマダ'), way: 'yucho' as const, yuchoSymbol: '10180' }
    expect(problemsOf(accountRules, { ...typed, yuchoNumber: '12345670' })).toEqual({
      yuchoNumber: expect.stringContaining('最後が1'),
    })
    expect(problemsOf(accountRules, { ...typed, yuchoSymbol: '90180', yuchoNumber: '12345671' })).toEqual({
      yuchoSymbol: expect.stringContaining('1か0で始まります'),
    })
  })

  it('may be a savings account, which only its owner knows', () => {
    const typed = {
      ...emptyAccount('ヤマダ'),
      way: 'yucho' as const,
      yuchoSymbol: '10180',
      yuchoNumber: '12345671',
    }
    expect(accountBody({ ...typed, isSavings: true }).accountType).toBe(4)
    expect(
      accountBody({ ...typed, yuchoSymbol: '01230', yuchoNumber: '123456', isSavings: true }).accountType,
    ).toBe(2)
  })
})

describe('the account that is registered', () => {
  it('hides its number until it is asked for', async () => {
    customer = { ...customer, bank_account: account }
    open()
    expect(await screen.findByText('普通 ••••567')).toBeTruthy()
    press('番号をすべて表示する')
    expect(screen.getByText('普通 1234567')).toBeTruthy()
    expect(maskedNumber('12345671')).toBe('•••••671')
  })

  it('cannot be touched while money is on its way, and says so', async () => {
    customer = { ...customer, bank_account: account, is_transfer_inprogress: true }
    open()
    expect(await screen.findByText('お振込みの手続き中です')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '口座を変える' })).toBeNull()
    expect(screen.queryByRole('button', { name: '口座を削除する' })).toBeNull()
  })

  it('is removed after a question and the password, once', async () => {
    customer = { ...customer, bank_account: account }
    writes = [
      { status: 403, json: { detail: 'もう一度', code: 'reauthentication_required' } },
      { status: 204 },
    ]
    open()
    await screen.findByText('普通 ••••567')
    press('口座を削除する')
    const question = await screen.findByRole('dialog')
    expect(written()).toHaveLength(0)
    fireEvent.click(within(question).getByRole('button', { name: '口座を削除する' }))
    const password = await screen.findByLabelText('パスワード')
    fireEvent.change(password, { target: { value: 'secret-88' } })
    press('確認して続ける')
    expect(await screen.findByText('口座を削除しました')).toBeTruthy()
    expect(written().map(({ method }) => method)).toEqual(['DELETE', 'DELETE'])
  })

  it('says why the server refuses to change it, and keeps what was typed', async () => {
    customer = { ...customer, bank_account: account }
    writes = [
      {
        status: 400,
        json: { non_field_errors: ['手続き中のお振込みがあります。'], code: 'transfer_in_progress' },
      },
    ]
    open()
    await screen.findByText('普通 ••••567')
    press('口座を変える')
    type(/^口座番号/, '7654321')
    press('この口座に変える')
    expect((await screen.findByRole('alert')).textContent).toContain('手続き中のお振込みがあります。')
    expect(screen.getByLabelText<HTMLInputElement>(/^口座番号/).value).toBe('7654321')
    expect(written()[0]?.json).toMatchObject({ account_number: '7654321', version: 2 })
  })
})
