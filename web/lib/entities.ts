import { bankAccountType as accountTypes } from '#contract/codes'

/** Entities named differently on the wire: `to…` maps what `ask` returned, `from…` what it takes, both in camelCase. */
export type AccountType = keyof typeof accountTypes

function checkedAccountType(value: unknown): AccountType {
  if (typeof value === 'number' && Object.hasOwn(accountTypes, value)) return value as AccountType
  throw new Error('Failed convert BankAccount: invalid accountType value')
}

type Renamed<T, From extends PropertyKey, To extends PropertyKey> = Omit<T, From> & {
  [K in To]: From extends keyof T ? T[From] : never
}

export interface BankAccountResponse {
  customer?: number
  accountType: number
}
export type BankAccount<T extends BankAccountResponse> = Omit<
  Renamed<T, 'customer', 'customerId'>,
  'accountType'
> & { accountType: AccountType }

export function toBankAccount<T extends BankAccountResponse>(response: T): BankAccount<T> {
  const { customer, accountType, ...rest } = response
  return {
    ...rest,
    customerId: customer,
    accountType: checkedAccountType(accountType),
  } as unknown as BankAccount<T>
}

export function fromBankAccount<T extends { customerId?: number; accountType: number }>(account: T) {
  const { customerId, accountType, ...rest } = account
  return { ...rest, customer: customerId, accountType: checkedAccountType(accountType) }
}

export interface Balance {
  customerId: number
  amount?: number
  shouldSpecialWithdrawal?: boolean
}

export function toBalance(response: {
  customer: number
  amount?: number
  shouldSpecialWithdrawal?: boolean
}): Balance {
  const { customer, ...rest } = response
  return { ...rest, customerId: customer }
}

export function fromBalance(balance: Balance) {
  const { customerId, amount, shouldSpecialWithdrawal = false } = balance
  return { customer: customerId, ...(amount !== undefined && { amount }), shouldSpecialWithdrawal }
}

export interface IdentificationResponse {
  identificationKind: number
}
export type Identification<T extends IdentificationResponse> = ReturnType<typeof toIdentification<T>>

export function toIdentification<T extends IdentificationResponse>(response: T) {
  const { identificationKind, ...rest } = response
  return { ...rest, verifiedWith: identificationKind }
}

export function fromIdentification<T extends { verifiedWith: number }>(identification: T) {
  const { verifiedWith, ...rest } = identification
  return { ...rest, identificationKind: verifiedWith }
}

export interface RelatedShopResponse {
  customer: number
  identification: { identificationKind: number; ekycStatus: number }
}

export type RelatedShop<T extends RelatedShopResponse> = ReturnType<typeof toRelatedShop<T>>

export function toRelatedShop<T extends RelatedShopResponse>(response: T) {
  const { customer, identification, ...rest } = response
  return { ...rest, customerId: customer, identification: toIdentification(identification) }
}

export function fromRelatedShop<
  T extends { customerId: number; identification: { verifiedWith: number; ekycStatus: number } },
>(shop: T) {
  const { customerId, identification, ...rest } = shop
  return { ...rest, customer: customerId, identification: fromIdentification(identification) }
}

const customerFlags = [
  'isCorporate',
  'isEmailAuth',
  'isIdentityVerified',
  'isPurchaseDisabled',
  'isTransferInprogress',
  'isTransferExpired',
] as const
type CustomerFlag = (typeof customerFlags)[number]

export type CustomerResponse = {
  email?: string | null
  bankAccount?: BankAccountResponse | null
  relatedShops?: readonly RelatedShopResponse[]
} & { [F in CustomerFlag]?: boolean }

export type Customer<T extends CustomerResponse> = Omit<
  T,
  CustomerFlag | 'email' | 'bankAccount' | 'relatedShops'
> & { [F in CustomerFlag]: boolean } & {
  email: string | undefined
  bankAccount: BankAccount<NonNullable<T['bankAccount']>> | null
  relatedShops: RelatedShop<NonNullable<T['relatedShops']>[number]>[]
}

export function toCustomer<T extends CustomerResponse>(response: T): Customer<T> {
  return {
    ...response,
    ...Object.fromEntries(customerFlags.map((flag) => [flag, response[flag] ?? false])),
    email: response.email ?? undefined,
    bankAccount: response.bankAccount ? toBankAccount(response.bankAccount) : null,
    relatedShops: (response.relatedShops ?? []).map(toRelatedShop),
  } as unknown as Customer<T>
}

export function fromCustomer<
  T extends {
    bankAccount: { customerId?: number; accountType: number } | null
    relatedShops: readonly Parameters<typeof fromRelatedShop>[0][]
  },
>(customer: T) {
  const { bankAccount, relatedShops, ...rest } = customer
  return {
    ...rest,
    bankAccount: bankAccount && fromBankAccount(bankAccount),
    relatedShops: relatedShops.map((shop) => fromRelatedShop(shop)),
  }
}
