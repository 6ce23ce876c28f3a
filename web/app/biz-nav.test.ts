import { expect, it } from 'vitest'
import { entryAt, navFor, requestAt, restrictedTo } from './biz-nav.ts'

const person = (isOperator: boolean, isAdmin: boolean) => ({
  id: 1,
  email: 'someone@example.com',
  name: '佐藤 美咲',
  role: isAdmin ? ('admin' as const) : ('staff' as const),
  isAdmin,
  needsSecondFactor: false,
  company: { id: 1, name: '株式会社', isOperator, shops: [] },
})

const places = (isOperator: boolean, isAdmin: boolean): string[] =>
  navFor(person(isOperator, isAdmin)).flatMap(({ entries }) => entries.map(({ to }) => to))

it('leads the operator to the payouts and the books, and to no shop work', () => {
  expect(places(true, false)).toEqual(
    expect.arrayContaining(['/biz/payouts', '/biz/money', '/biz/payout-originator']),
  )
  expect(places(true, false)).toEqual(
    expect.arrayContaining(['/biz/companies', '/biz/announcements', '/biz/terms']),
  )
  expect(places(true, false)).not.toContain('/biz/intake')
})

it.each([true, false])('leads no dealer to the payouts or the books (admin: %s)', (isAdmin) => {
  expect(places(false, isAdmin)).not.toContain('/biz/payouts')
  expect(places(false, isAdmin)).not.toContain('/biz/money')
  expect(places(false, isAdmin)).not.toContain('/biz/payout-originator')
  expect(places(false, isAdmin)).not.toContain('/biz/companies')
  expect(places(false, isAdmin)).not.toContain('/biz/terms')
})

it("shows what was paid out to a dealer's administrators only", () => {
  expect(places(false, true)).toContain('/biz/payout-lines')
  expect(places(false, false)).not.toContain('/biz/payout-lines')
})

it('leads who inspects the ledger to one page, and keeps every other one from them', () => {
  const inspector = { ...person(false, false), role: 'inspector' as const }
  expect(navFor(inspector).flatMap(({ entries }) => entries.map(({ to }) => to))).toEqual(['/biz/inspection'])
  expect(restrictedTo('/biz/inspection', inspector)).toBeUndefined()
  for (const path of ['/biz', '/biz/ledger', '/biz/users', '/biz/inspections', '/biz/security'])
    expect(restrictedTo(path, inspector)).toBeTruthy()
  expect(restrictedTo('/biz/inspection', person(false, true))).toBe('台帳を検査する方')
})

it.each([
  [false, false],
  [false, true],
  [true, false],
  [true, true],
])('gives no key to two pages (operator: %s, admin: %s)', (isOperator, isAdmin) => {
  const codes = navFor(person(isOperator, isAdmin)).flatMap(({ entries }) =>
    entries.flatMap(({ code }) => code ?? []),
  )
  expect(codes.length).toBeGreaterThan(10)
  expect(codes.toSorted()).toEqual([...new Set(codes)].toSorted())
})

const at = (pathname: string, search: Record<string, unknown> = {}) => ({ pathname, search })

it.each([
  ['今日', at('/biz/')],
  ['申し込み', at('/biz/requests', { status: '10', open: '10042', page: '2' })],
  ['申し込み', at('/biz/requests', { view: 'late', saved: '朝の確認' })],
  ['申し込み', at('/biz/requests', { view: 'assessing', saved: '朝の確認' })],
  ['申し込み', at('/biz/requests/10042')],
  ['査定', at('/biz/requests', { view: 'assessing', shop: '2' })],
  ['査定', at('/biz/bench/10042', { item: 'abc' })],
  ['確認・公開', at('/biz/requests/10042/result')],
  ['お客さま', at('/biz/customers/1/7')],
  ['振込', at('/biz/payouts/3')],
  ['会社', at('/biz/companies/3/shops/new')],
])('keeps %s marked in the menu at %o', (label, place) => {
  expect(entryAt(place)?.label).toBe(label)
})

it('keeps the station of a second look marked while its box is worked on', () => {
  for (const path of ['/biz/bench/10042', '/biz/requests/10042/result/']) {
    expect(requestAt(path)).toBe(10_042)
    expect(entryAt(at(path), 'second_look')?.label).toBe('再査定')
  }
  expect(entryAt(at('/biz/bench/10042'), 'to_publish')?.label).toBe('査定')
  expect(entryAt(at('/biz/requests'), 'second_look')?.label).toBe('申し込み')
  expect(requestAt('/biz/requests/10042')).toBeUndefined()
})

it('marks nothing at an address that is no place', () => {
  expect(entryAt(at('/biz/nowhere'))).toBeUndefined()
  expect(entryAt(at('/biz/payout'))).toBeUndefined()
})

it('says who a page is kept for', () => {
  expect(restrictedTo('/biz/money', person(false, true))).toBe('運営の担当者')
  expect(restrictedTo('/biz/payout-lines', person(false, false))).toBe('会社の管理者')
  expect(restrictedTo('/biz/requests/1/result', person(true, true))).toBe('店舗の担当者')
  expect(restrictedTo('/biz/users', person(true, true))).toBeUndefined()
  expect(restrictedTo('/biz/payouts/1', person(true, false))).toBeUndefined()
  expect(restrictedTo('/biz/money', undefined)).toBeUndefined()
})
