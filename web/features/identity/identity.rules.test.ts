import { describe, expect, it } from 'vitest'
import { dealersOf, stateOf } from './identity.rules.ts'

const company = (id: number) => ({ id, name: `会社${id}`, licenceNumber: '', publicSafetyCommission: '' })
const shops = [
  { id: 1, name: '青山店', company: company(10) },
  { id: 2, name: '渋谷店', company: company(10) },
  { id: 3, name: '梅田店', company: company(20) },
] as never

const related = (shop: number, ekycStatus: number, isFavorite = false) => ({
  customer: 7,
  shop,
  identification: { identificationKind: ekycStatus === 3 ? 1 : 0, ekycStatus },
  isFavorite,
  hasTransactions: false,
})

describe('the checks of a customer', () => {
  it('are one for each company, however many of its shops there are', () => {
    const dealers = dealersOf({ relatedShops: [related(1, 3), related(2, 3), related(3, 0)] }, shops)
    expect(dealers.map(({ name, shops: names }) => [name, names])).toEqual([
      ['会社10', ['青山店', '渋谷店']],
      ['会社20', ['梅田店']],
    ])
  })

  it('are not asked for by a shop that is only kept in mind', () => {
    expect(dealersOf({ relatedShops: [related(3, 0, true)] }, shops)).toEqual([])
    expect(dealersOf(undefined, shops)).toEqual([])
  })

  it.each([
    [0, 'これから'],
    [1, '確認中'],
    [2, '確認中'],
    [3, '確認済み'],
    [5, 'もう一度必要です'],
  ])('state %i reads %s', (ekycStatus, chip) => {
    expect(stateOf({ ekycStatus, identificationKind: 0 }).chip).toBe(chip)
  })

  it('name the paper that was looked at', () => {
    expect(stateOf({ ekycStatus: 3, identificationKind: 1 }).text).toContain('運転免許証で')
  })
})
