import { describe, expect, it } from 'vitest'
import { toCamel, toSnake } from './case.ts'
import {
  fromBalance,
  fromBankAccount,
  fromCustomer,
  fromIdentification,
  fromRelatedShop,
  toBalance,
  toBankAccount,
  toCustomer,
  toIdentification,
  toRelatedShop,
} from './entities.ts'

const bankAccount = {
  id: 4,
  customer: 7,
  account_type: 1,
  bank_code: '0001',
  bank_name: 'みずほ',
  branch_code: '001',
  branch_name: '本店',
  account_number: '0123456',
  account_holder_kana: 'ヤマダ ハナコ',
}
const relatedShop = {
  customer: 7,
  shop: 2,
  identification: { identification_kind: 1, ekyc_status: 3 },
  is_favorite: true,
  has_transactions: false,
}
const address = {
  postal_code: '1500001',
  prefecture: '東京都',
  city: '渋谷区',
  address1: '神宮前1',
  address2: '',
}
const customer = {
  id: 7,
  name: '山田 花子',
  gender: 2,
  job: 1,
  address,
  workplace: address,
  bank_account: bankAccount,
  is_corporate: false,
  related_shops: [relatedShop],
  is_email_auth: true,
  is_identity_verified: true,
  balance: 12400,
  is_purchase_disabled: false,
  is_transfer_inprogress: true,
  is_transfer_expired: false,
  email: 'hanako@example.test',
}
const wrongType = 'Failed convert BankAccount: invalid accountType value'

describe('bank account', () => {
  it.each([1, 2, 4, 9])('B01 account type %i is converted both ways', (accountType) => {
    expect(toBankAccount({ customer: 7, accountType })).toEqual({ customerId: 7, accountType })
    expect(fromBankAccount({ customerId: 7, accountType })).toEqual({ customer: 7, accountType })
  })

  it.each([0, 3, 5, '1', null, undefined, Number.NaN])('B02 account type %j is refused', (accountType) => {
    const wrong = accountType as unknown as number
    expect(() => toBankAccount({ customer: 7, accountType: wrong })).toThrow(new Error(wrongType))
    expect(() => fromBankAccount({ customerId: 7, accountType: wrong })).toThrow(new Error(wrongType))
  })

  it('B03 customerId is sent as customer', () => {
    const body = toSnake(fromBankAccount({ customerId: 7, accountType: 9, bankCode: '0001' }))
    expect(body).toEqual({ customer: 7, account_type: 9, bank_code: '0001' })
  })
})

describe('balance', () => {
  it('B04 an absent wish for special withdrawal is sent as false, an absent amount not at all', () => {
    expect(toSnake(fromBalance({ customerId: 7 }))).toStrictEqual({
      customer: 7,
      should_special_withdrawal: false,
    })
    expect(fromBalance({ customerId: 7, amount: 0, shouldSpecialWithdrawal: true })).toEqual({
      customer: 7,
      amount: 0,
      shouldSpecialWithdrawal: true,
    })
  })
})

describe('customer', () => {
  it('B05 flags the server did not mention are false', () => {
    expect(toCustomer({ id: 7, email: 'a@example.test' })).toMatchObject({
      isCorporate: false,
      isEmailAuth: false,
      isIdentityVerified: false,
      isPurchaseDisabled: false,
      isTransferInprogress: false,
      isTransferExpired: false,
      bankAccount: null,
      relatedShops: [],
    })
  })

  it('B06 a missing address is undefined', () => {
    expect(toCustomer({ id: 7, isCorporate: true }).email).toBeUndefined()
    expect(toCustomer({ email: null }).email).toBeUndefined()
  })

  it('maps what it contains', () => {
    const mapped = toCustomer(toCamel(customer))
    expect(mapped.bankAccount?.customerId).toBe(7)
    expect(mapped.relatedShops[0]?.customerId).toBe(7)
    expect(mapped.relatedShops[0]?.identification.verifiedWith).toBe(1)
    expect(mapped.address.postalCode).toBe('1500001')
  })
})

describe('identification', () => {
  it('B07 verifiedWith and identification_kind are the same field', () => {
    const identification = toIdentification(toCamel({ identification_kind: 9, ekyc_status: 5 }))
    expect(identification).toEqual({ verifiedWith: 9, ekycStatus: 5 })
    expect(toSnake(fromIdentification(identification))).toEqual({ identification_kind: 9, ekyc_status: 5 })
  })
})

describe('K06 there and back again is the same', () => {
  const account = { id: 1, customer: { id: 7, profile_complete: true }, business_user: null }
  const businessUser = {
    id: 3,
    email: 'a@example.test',
    company: { id: 1, shops: [{ id: 2, name: '青山' }] },
  }
  const plain: Record<string, unknown> = {
    Account: account,
    BusinessUser: businessUser,
    PurchaseRequest: { id: 1, status: 0, brand_name: 'x', delivering_option: 'SELF_ONLY', pickup_date: null },
    PurchaseItem: { slug: 'abc', name: 'x', status: 2, customer_name: 'y', grade: 'S_1' },
    Shop: { name: 'x', tags: [1], is_favorite: false },
    Bank: { bank_code: '0001', branches: [{ branch_code: '001', name_kana: 'ホンテン' }] },
  }

  it.each(Object.entries(plain))('K06 %s', (_, wire) => {
    expect(toSnake(toCamel(wire))).toStrictEqual(wire)
  })

  it('K06 BankAccount', () => {
    expect(toSnake(fromBankAccount(toBankAccount(toCamel(bankAccount))))).toStrictEqual(bankAccount)
  })

  it('K06 Balance', () => {
    const balance = { customer: 7, amount: 500, should_special_withdrawal: true }
    expect(toSnake(fromBalance(toBalance(toCamel(balance))))).toStrictEqual(balance)
  })

  it('K06 RelatedShop', () => {
    expect(toSnake(fromRelatedShop(toRelatedShop(toCamel(relatedShop))))).toStrictEqual(relatedShop)
  })

  it('K06 Customer', () => {
    expect(toSnake(fromCustomer(toCustomer(toCamel(customer))))).toStrictEqual(customer)
  })
})
