import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openPage } from '#web/ui/test-page.tsx'
import MyPage from './mypage.page.tsx'

const row = (id: number, status: number, more: object = {}) => ({
  id,
  status,
  shop: 1,
  shop_name: '青山店',
  delivering_option: 'SELF_ONLY',
  carrier: 'YAMATO',
  pickup_date: null,
  pickup_time_slot: null,
  box_count: 1,
  item_count: null,
  arrived_at: null,
  offer_total: null,
  offer_expires_at: null,
  created_at: '2026-11-20T10:00:00+09:00',
  updated_at: '2026-11-20T10:00:00+09:00',
  status_changed_at: '2026-11-20T10:00:00+09:00',
  ...more,
})
const money = {
  balance: 0,
  accounts: [],
  receivable: 0,
  transfer_in_progress: null,
  next_scheduled_on: '2026-11-24',
  auto_transfer_on: null,
  is_transfer_expired: false,
  bounce: null,
  obstacle: 'balance_empty' as string | null,
}
const me = {
  id: 7,
  email: 'a@example.test',
  business_user: null,
  customer: { id: 7, name: '山田 花子', is_corporate: false, is_email_auth: true, profile_complete: true },
}

let server: TestServer
let rows: ReturnType<typeof row>[]
let checks: object[]
let failing: string | undefined
let balance = money
let profileComplete = true
let isCorporate = false

function respond({ path }: Seen): Reply {
  if (path === failing) return { status: 400, json: { non_field_errors: ['だめでした'] } }
  if (path === '/api/me/')
    return {
      json: {
        ...me,
        customer: { ...me.customer, profile_complete: profileComplete, is_corporate: isCorporate },
      },
    }
  return { json: { newest: rows.slice(0, 5), waiting: rows.slice(5), balance, checks } }
}

beforeEach(async () => {
  localStorage.clear()
  rows = []
  checks = []
  failing = undefined
  balance = money
  profileComplete = true
  isCorporate = false
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = () => openPage('/mypage', { '/mypage': MyPage })
const nothing = /いまお願いすることはありません/

describe('what waits for the customer', () => {
  it('finds an offer that is older than the newest requests', async () => {
    const offer = { offer_total: 12_400, offer_expires_at: '2099-12-01T23:59:59+09:00' }
    rows = [...[9, 8, 7, 6, 5].map((id) => row(id, 21)), row(4, 11, offer)]
    open()
    expect(await screen.findByText(/申し込み 4、¥12,400です。2099年12月1日\(火\)までに/)).toBeTruthy()
    expect(screen.getByRole('link', { name: '査定結果を見る' }).getAttribute('href')).toBe(
      '/requests/4/result',
    )
    expect(screen.queryByText(nothing)).toBeNull()
  })

  it('is read at once, beside who is signed in', async () => {
    rows = [row(2, 10), row(1, 21)]
    open()
    expect(await screen.findByText('いまお願いすることはありません。次はお店からご連絡します。')).toBeTruthy()
    expect(server.seen.map(({ path }) => path).toSorted()).toEqual(['/api/me/', '/api/me/overview/'])
  })

  it('asks a newcomer for a first box and nothing else, and others for what their profile lacks', async () => {
    profileComplete = false
    const first = open()
    await screen.findByText(nothing)
    expect(screen.queryByText('お客さま情報をご確認ください')).toBeNull()
    expect(screen.getByRole('link', { name: '買取を申し込む' }).getAttribute('href')).toBe('/requests/new')
    first.unmount()
    rows = [row(1, 21)]
    open()
    expect(await screen.findByRole('link', { name: 'お客さま情報を確かめる' })).toBeTruthy()
  })

  it('asks for a bank account while money lies in the balance', async () => {
    rows = [row(1, 21)]
    balance = { ...money, balance: 40_500, obstacle: 'bank_account_missing' }
    const first = open()
    const link = await screen.findByRole('link', { name: '口座を登録する' })
    expect(link.getAttribute('href')).toBe('/profile/bank-account')
    expect(screen.getByText(/残高の¥40,500をお振込みするために必要です/)).toBeTruthy()
    expect(screen.queryByText(/ご登録の口座へ、いつでも/)).toBeNull()
    first.unmount()
    balance = { ...balance, obstacle: null }
    open()
    expect(await screen.findByText(nothing)).toBeTruthy()
  })

  it('shows what was sold once there was an answer, and what was assessed before', async () => {
    rows = [
      row(3, 21, { offer_total: 47_500, agreed: { count: 2, total: 14_000 } }),
      row(2, 12, { offer_total: null, agreed: null }),
    ]
    open()
    const card = (await screen.findByRole('link', { name: /申し込み 3/ })).closest('section')
    expect(card?.textContent).toContain('お売りいただいた金額(2点) ¥14,000')
    expect(card?.textContent).toContain('査定額の合計は¥47,500でした。')
  })

  it('promises no word of the shop to who has sent nothing', async () => {
    open()
    expect((await screen.findByText(nothing)).textContent).toBe('いまお願いすることはありません。')
  })

  it('puts the offer that ends first in front', async () => {
    rows = [
      row(2, 11, { offer_expires_at: '2099-12-09T23:59:59+09:00' }),
      row(1, 11, { offer_expires_at: '2099-12-01T23:59:59+09:00' }),
    ]
    open()
    const links = await screen.findAllByRole('link', { name: '査定結果を見る' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/requests/1/result',
      '/requests/2/result',
    ])
  })

  const dealer = (ekyc_status: number, session: number | null = null) => [
    {
      id: 1,
      name: '株式会社青山',
      shops: ['青山店'],
      shop_ids: [1],
      identification_kind: 0,
      ekyc_status,
      session,
      review_by: ekyc_status === 2 ? '2099-12-01T18:00:00+09:00' : null,
    },
  ]

  it.each([
    ['nothing yet', dealer(0), '本人確認をお願いします', '本人確認へ進む'],
    ['a check under way', dealer(1, 3), '本人確認が途中です', '本人確認を続ける'],
    ['one to do again', dealer(5, 3), '本人確認で、やり直しのお願いがあります', '理由を見る'],
  ])('names the identification an answered request waits for: %s', async (_, given, title, button) => {
    rows = [row(3, 13)]
    checks = given
    open()
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(/本人確認が終わると、すぐ契約が成立します/)).toBeTruthy()
    expect(screen.getByRole('link', { name: button }).getAttribute('href')).toBe('/profile/identity')
  })

  it('asks a corporation for its papers, not for a photograph', async () => {
    rows = [row(3, 13)]
    checks = dealer(0)
    isCorporate = true
    open()
    expect(await screen.findByText('法人の書類をお送りください')).toBeTruthy()
    expect(screen.queryByText(/約3分/)).toBeNull()
    expect(screen.getByRole('link', { name: '必要な書類を見る' }).getAttribute('href')).toBe(
      '/profile/identity',
    )
  })

  it.each([2, 3])(
    'asks for nothing while the dealer looks at the papers, or has them (%i)',
    async (status) => {
      rows = [row(3, 13)]
      checks = dealer(status, 3)
      open()
      expect(await screen.findByText(nothing)).toBeTruthy()
    },
  )

  it('offers the identification once before the boxes are sent, after the boxes themselves', async () => {
    rows = [row(4, 1), row(3, 1)]
    checks = dealer(0)
    open()
    await screen.findByText('本人確認をお願いします')
    const waiting = screen
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
      .filter((text) => text === '送り方を確かめる' || text === '本人確認へ進む')
    expect(waiting).toEqual(['送り方を確かめる', '送り方を確かめる', '本人確認へ進む'])
  })

  it('tells who sends the box alone no day of a carrier', async () => {
    rows = [row(3, 1)]
    open()
    expect(await screen.findByText('青山店 申し込み 3。箱に詰めて、着払いでお送りください。')).toBeTruthy()
  })
})

describe('when it cannot be read', () => {
  it('does not say that nothing waits', async () => {
    failing = '/api/me/overview/'
    open()
    await screen.findByText('次のお手続きを確かめられませんでした')
    expect(screen.queryByText(nothing)).toBeNull()
    failing = undefined
    fireEvent.click(screen.getByRole('button', { name: 'もう一度確かめる' }))
    expect(await screen.findByText(nothing)).toBeTruthy()
  })
})
