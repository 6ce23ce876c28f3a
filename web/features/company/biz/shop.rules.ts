import { hasHouseNumber, houseNumberMissing } from '#contract/address'
import type { CallBodyInput } from '#contract/call'
import { deliveringOptionLabel, type deliveringOptions } from '#contract/codes'
import type { setupCalls } from '#contract/setup'
import { isStoreKey, sharedStoreKey } from '#contract/setup-input'
import { formatPostalCode, normalizePhone, normalizePostalCode } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import type { CamelCased } from '#web/lib/case.ts'
import type { AddressValue } from '#web/ui/address-fields.tsx'
import { phoneText } from './company.rules.ts'

export type Shop = AskResult<typeof setupCalls.shop>
type Body = CamelCased<CallBodyInput<typeof setupCalls.createShop>>

export type ShopValues = {
  name: string
  description: string
  deliveringOption: (typeof deliveringOptions)[number]
  address: AddressValue
  phone: string
  storeKey: string
  /** Comma-separated. */
  tags: string
  isOpen: boolean
}

export const shopLabels = {
  name: '店舗名',
  description: '紹介文',
  deliveringOption: '送り方',
  address: '所在地',
  'address.postalCode': '郵便番号',
  'address.prefecture': '都道府県',
  'address.city': '市区町村',
  'address.address1': '町名・番地',
  'address.address2': '建物名・部屋番号',
  phone: '電話番号',
  storeKey: 'ストアのキー',
  tags: 'タグ',
  isOpen: '新しい申し込み',
} as const

const emptyAddress: AddressValue = { postalCode: '', prefecture: '', city: '', address1: '', address2: '' }

export const shopValuesOf = (stored: Shop | undefined, storeKey: string = sharedStoreKey): ShopValues => ({
  name: stored?.name ?? '',
  description: stored?.description ?? '',
  deliveringOption: stored?.deliveringOption ?? 'PICKUP_AND_SELF',
  address: stored
    ? { ...emptyAddress, ...stored.address, postalCode: formatPostalCode(stored.address.postalCode) }
    : emptyAddress,
  phone: phoneText(stored?.phone ?? ''),
  storeKey: stored?.storeKey ?? storeKey,
  tags: stored?.tags.join('、') ?? '',
  isOpen: stored?.isOpen ?? true,
})

const mostTags = 10
const longestTag = 20

export const tagsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[,、，\n]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

export function shopProblems(values: ShopValues): Readonly<Record<string, string>> {
  const { address } = values
  const tags = tagsOf(values.tags)
  const checks: Record<string, string | false> = {
    name: values.name.trim() === '' && '店舗名を入力してください。',
    'address.postalCode': normalizePostalCode(address.postalCode) === null && '7桁の数字で入力してください。',
    'address.prefecture': address.prefecture === '' && '都道府県を選んでください。',
    'address.city': address.city.trim() === '' && '市区町村を入力してください。',
    'address.address1':
      (address.address1.trim() === '' && '町名・番地を入力してください。') ||
      (!hasHouseNumber(address.address1) && houseNumberMissing),
    phone: normalizePhone(values.phone) === null && '市外局番から入力してください(例 03-1234-5678)。',
    storeKey: !isStoreKey(values.storeKey) && '半角の英小文字・数字・ハイフンで入力してください。',
    tags:
      (tags.length > mostTags || tags.some((tag) => tag.length > longestTag)) &&
      `${longestTag}文字までのタグを${mostTags}個まで入力できます。`,
  }
  return Object.fromEntries(
    Object.entries(checks).filter((entry): entry is [string, string] => entry[1] !== false),
  )
}

export const shopBody = ({ tags, ...values }: ShopValues): Body => ({ ...values, tags: tagsOf(tags) })

export const addressText = ({ postalCode, prefecture, city, address1, address2 }: AddressValue): string =>
  `〒${formatPostalCode(normalizePostalCode(postalCode) ?? postalCode)} ${prefecture}${city}${address1} ${address2}`.trim()

export const shopTexts = (values: ShopValues): Readonly<Record<string, string>> => ({
  name: values.name.trim(),
  description: values.description.trim(),
  deliveringOption: deliveringOptionLabel[values.deliveringOption],
  address: addressText(values.address),
  phone: phoneText(values.phone),
  storeKey: values.storeKey,
  tags: tagsOf(values.tags).join('、'),
  isOpen: values.isOpen ? '受け付ける' : '受け付けない',
})
