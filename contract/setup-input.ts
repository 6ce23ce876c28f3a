import { hasHouseNumber, houseNumberMissing } from './address.ts'
import type { CallBody } from './call.ts'
import { prefectures } from './codes.ts'
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

type Messages = { [field: string]: string[] | Messages }

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
  }
}

const sentences = {
  required: 'この項目は必須です。',
  characters: '使えない文字が含まれています。絵文字などを取り除いてください。',
  license: '許可証番号は12桁の数字で入力してください。',
  commission: '公安委員会を選んでください。',
  postal: '郵便番号は7桁の数字で入力してください。',
  phone: '電話番号を、市外局番から入力してください。',
  store: 'ストアのキーは、半角の英小文字・数字・ハイフンで入力してください。',
  prefecture: '都道府県を選んでください。',
} as const

type Checks = readonly (readonly [field: string, isWrong: boolean, sentence: string])[]

function problemsOf(checks: Checks): Messages {
  const problems: Messages = {}
  for (const [field, isWrong, sentence] of checks)
    if (isWrong && !problems[field]) problems[field] = [sentence]
  return problems
}

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
    ['license_number', isLicensed && normalizeLicenseNumber(license_number) === null, sentences.license],
    [
      'public_safety_commission',
      isLicensed && !publicSafetyCommissions.includes(public_safety_commission),
      sentences.commission,
    ],
    ['postal_code', normalizePostalCode(postal_code) === null, sentences.postal],
    ['phone', normalizePhone(phone) === null, sentences.phone],
    ['store_key', !isStoreKey(company.store_key), sentences.store],
  ])
}

export function shopProblems(shop: ShopInput): Messages {
  const { address } = shop
  const ofAddress = problemsOf([
    ['postal_code', normalizePostalCode(address.postal_code) === null, sentences.postal],
    ['prefecture', !(prefectures as readonly string[]).includes(address.prefecture), sentences.prefecture],
    ...(['city', 'address1', 'address2'] as const).flatMap(
      (field): Checks => [
        [field, field !== 'address2' && address[field] === '', sentences.required],
        [field, hasControlOrEmoji(address[field]), sentences.characters],
      ],
    ),
    ['address1', !hasHouseNumber(address.address1), houseNumberMissing],
  ])
  return {
    ...problemsOf([
      ['name', hasControlOrEmoji(shop.name), sentences.characters],
      ['phone', normalizePhone(shop.phone) === null, sentences.phone],
      ['store_key', !isStoreKey(shop.store_key), sentences.store],
      ['tags', shop.tags.some(hasControlOrEmoji), sentences.characters],
    ]),
    ...(Object.keys(ofAddress).length > 0 ? { address: ofAddress } : {}),
  }
}
