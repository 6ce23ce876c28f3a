import type { CallBodyInput } from '#contract/call'
import {
  deliveringOptionLabel,
  type deliveringOptions,
  type KitSize,
  kitSizeLabel,
  kitSizes,
} from '#contract/codes'
import { setupCalls } from '#contract/setup'
import { type ShopInput, sharedStoreKey, shopProblems, tidyShop } from '#contract/setup-input'
import { formatPostalCode, normalizePostalCode } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import type { CamelCased } from '#web/lib/case.ts'
import type { AddressValue } from '#web/ui/address-fields.tsx'
import type { FormRules } from '#web/ui/call-form.ts'
import { phoneProblem, phoneText, storeKeyProblem } from './company.rules.ts'

export type Shop = AskResult<typeof setupCalls.shop>
type Body = CamelCased<CallBodyInput<typeof setupCalls.createShop>>

export type ShopValues = {
  name: string
  description: string
  deliveringOption: (typeof deliveringOptions)[number]
  kitSizes: KitSize[]
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
  kitSizes: 'お届けする段ボール',
  address: '所在地',
  'address.postalCode': '郵便番号',
  'address.prefecture': '都道府県',
  'address.city': '市区町村',
  'address.address1': '町名・番地',
  'address.address2': '建物名・部屋番号',
  phone: '電話番号',
  tags: 'タグ',
  storeKey: 'ストアのキー',
  isOpen: '新しい申し込み',
} as const

const emptyAddress: AddressValue = { postalCode: '', prefecture: '', city: '', address1: '', address2: '' }

export const shopValuesOf = (stored: Shop | undefined, storeKey: string = sharedStoreKey): ShopValues => ({
  name: stored?.name ?? '',
  description: stored?.description ?? '',
  deliveringOption: stored?.deliveringOption ?? 'PICKUP_AND_SELF',
  kitSizes: kitSizes.filter((size) => stored?.kitSizes.includes(size)),
  address: stored
    ? { ...emptyAddress, ...stored.address, postalCode: formatPostalCode(stored.address.postalCode) }
    : emptyAddress,
  phone: phoneText(stored?.phone ?? ''),
  storeKey: stored?.storeKey ?? storeKey,
  tags: stored?.tags.join('、') ?? '',
  isOpen: stored?.isOpen ?? true,
})

export const tagsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[,、，\n]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

export const shopBody = ({ tags, ...values }: ShopValues): Body => ({ ...values, tags: tagsOf(tags) })

export const shopRules: FormRules<ShopValues> = {
  call: setupCalls.createShop,
  labels: shopLabels,
  bodyOf: shopBody,
  blank: { 'address.prefecture': '都道府県を選んでください。' },
  words: { phone: phoneProblem, tags: '20文字までのタグを10個まで入力できます。' },
  more: (body: ShopInput) => shopProblems(tidyShop(body)),
  also: storeKeyProblem,
}

export const addressText = ({ postalCode, prefecture, city, address1, address2 }: AddressValue): string =>
  `〒${formatPostalCode(normalizePostalCode(postalCode) ?? postalCode)} ${prefecture}${city}${address1} ${address2}`.trim()

export const kitText = (sizes: readonly number[]): string =>
  sizes.length === 0
    ? 'お届けしない'
    : kitSizes
        .filter((size) => sizes.includes(size))
        .map((size) => kitSizeLabel[size])
        .join('、')

export const shopTexts = (values: ShopValues): Readonly<Record<string, string>> => ({
  name: values.name.trim(),
  description: values.description.trim(),
  deliveringOption: deliveringOptionLabel[values.deliveringOption],
  kitSizes: kitText(values.kitSizes),
  address: addressText(values.address),
  phone: phoneText(values.phone),
  storeKey: values.storeKey,
  tags: tagsOf(values.tags).join('、'),
  isOpen: values.isOpen ? '受け付ける' : '受け付けない',
})
