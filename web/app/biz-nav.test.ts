import { expect, it } from 'vitest'
import { navFor } from './biz-nav.ts'

const person = (isOperator: boolean, isAdmin: boolean) => ({
  id: 1,
  email: 'someone@example.com',
  name: '佐藤 美咲',
  role: isAdmin ? ('admin' as const) : ('staff' as const),
  isAdmin,
  company: { id: 1, name: '株式会社', isOperator, shops: [] },
})

const places = (isOperator: boolean, isAdmin: boolean): string[] =>
  navFor(person(isOperator, isAdmin)).flatMap(({ entries }) => entries.map(({ to }) => to))

it('leads the operator to the payouts and the books, and to no shop work', () => {
  expect(places(true, false)).toEqual(
    expect.arrayContaining(['/biz/payouts', '/biz/money', '/biz/payout-originator']),
  )
  expect(places(true, false)).not.toContain('/biz/intake')
})

it.each([true, false])('leads no dealer to the payouts or the books (admin: %s)', (isAdmin) => {
  expect(places(false, isAdmin)).not.toContain('/biz/payouts')
  expect(places(false, isAdmin)).not.toContain('/biz/money')
  expect(places(false, isAdmin)).not.toContain('/biz/payout-originator')
})

it("shows what was paid out to a dealer's administrators only", () => {
  expect(places(false, true)).toContain('/biz/payout-lines')
  expect(places(false, false)).not.toContain('/biz/payout-lines')
})
