import { addressProblems } from './address.ts'
import type { CallBody } from './call.ts'
import { prefectures } from './codes.ts'
import { type Checks, type Messages, problemsOf, sentences } from './problem.ts'
import type { setupCalls } from './setup.ts'
import { hasControlOrEmoji, normalizePhone, normalizePostalCode, withoutSeparators } from './text.ts'

/** Licensing authorities: one per prefecture, and four more area commissions in Hokkaido. */
export const publicSafetyCommissions: readonly string[] = prefectures.flatMap((prefecture) =>
  prefecture === '北海道'
    ? ['北海道公安委員会', ...['函館', '旭川', '釧路', '北見'].map((area) => `${area}方面公安委員会`)]
    : [`${prefecture}公安委員会`],
)

/** Returns `第301012345678号`, or null when there are not twelve digits. */
export function normalizeLicenseNumber(text: string): string | null {
  const digits = withoutSeparators(text).replace(/^第/, '').replace(/号$/, '')
  return /^\d{12}$/.test(digits) ? `第${digits}号` : null
}

export const isStoreKey = (text: string): boolean => /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/.test(text)

export const sharedStoreKey = 'default'

export type CompanyInput = CallBody<typeof setupCalls.createCompany>
export type ShopInput = CallBody<typeof setupCalls.createShop>

const orAsTyped = (tidy: string | null, typed: string): string => tidy ?? typed

/** Normalizes spelling; unreadable values stay for validation to refuse. */
export function tidyCompany(input: CompanyInput): CompanyInput {
  return {
    ...input,
    license_number: orAsTyped(normalizeLicenseNumber(input.license_number), input.license_number),
    postal_code: orAsTyped(normalizePostalCode(input.postal_code), input.postal_code),
    phone: orAsTyped(normalizePhone(input.phone), input.phone),
    store_key: input.store_key === '' ? sharedStoreKey : input.store_key,
  }
}

export function tidyShop(input: ShopInput): ShopInput {
  const { address } = input
  return {
    ...input,
    address: {
      ...address,
      postal_code: orAsTyped(normalizePostalCode(address.postal_code), address.postal_code),
    },
    phone: orAsTyped(normalizePhone(input.phone), input.phone),
    store_key: input.store_key === '' ? sharedStoreKey : input.store_key,
    tags: [...new Set(input.tags)],
    kit_sizes: [...new Set(input.kit_sizes)].toSorted((one, other) => one - other),
  }
}

const phoneUnreadable = '電話番号を、市外局番から入力してください。'
const storeKeyUnreadable = 'ストアのキーは、半角の英小文字・数字・ハイフンで入力してください。'

/** 古物営業法12条2項 requires these of every dealer; the operator buys nothing. */
export function companyProblems(company: CompanyInput, isOperator: boolean): Messages {
  const { license_number, public_safety_commission, postal_code, phone } = company
  const isLicensed = !isOperator || license_number !== '' || public_safety_commission !== ''
  return problemsOf([
    ...(['name', 'representative', 'address'] as const).flatMap(
      (field): Checks => [
        [field, company[field] === '', sentences.required],
        [field, hasControlOrEmoji(company[field]), sentences.characters],
      ],
    ),
    [
      'license_number',
      isLicensed && normalizeLicenseNumber(license_number) === null,
      '許可証番号は12桁の数字で入力してください。',
    ],
    [
      'public_safety_commission',
      isLicensed && !publicSafetyCommissions.includes(public_safety_commission),
      '公安委員会を選んでください。',
    ],
    ['postal_code', normalizePostalCode(postal_code) === null, sentences.postal],
    ['phone', normalizePhone(phone) === null, phoneUnreadable],
    ['store_key', !isStoreKey(company.store_key), storeKeyUnreadable],
  ])
}

export function shopProblems(shop: ShopInput): Messages {
  const ofAddress = addressProblems(shop.address)
  return {
    ...problemsOf([
      ['name', hasControlOrEmoji(shop.name), sentences.characters],
      ['phone', normalizePhone(shop.phone) === null, phoneUnreadable],
      ['store_key', !isStoreKey(shop.store_key), storeKeyUnreadable],
      ['tags', shop.tags.some(hasControlOrEmoji), sentences.characters],
    ]),
    ...(Object.keys(ofAddress).length > 0 ? { address: ofAddress } : {}),
  }
}
