import type { CallBodyInput } from '#contract/call'
import type { setupCalls } from '#contract/setup'
import {
  isStoreKey,
  normalizeLicenseNumber,
  publicSafetyCommissions,
  sharedStoreKey,
} from '#contract/setup-input'
import { formatPhone, formatPostalCode, formatYen, normalizePhone, normalizePostalCode } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import type { CamelCased } from '#web/lib/case.ts'

export type Company = AskResult<typeof setupCalls.company>
type Body = CamelCased<CallBodyInput<typeof setupCalls.createCompany>>

export type CompanyValues = {
  name: string
  representative: string
  licenseNumber: string
  publicSafetyCommission: string
  postalCode: string
  address: string
  phone: string
  storeKey: string
  replyBusinessDays: number | null
  returnCost: number | null
}

export const companyLabels = {
  name: '会社名',
  representative: '代表者',
  licenseNumber: '古物商許可証番号',
  publicSafetyCommission: '許可をした公安委員会',
  postalCode: '郵便番号',
  address: '所在地',
  phone: '電話番号',
  storeKey: 'ストアのキー',
  replyBusinessDays: '回答の期限(営業日)',
  returnCost: '返送料',
} as const

export const phoneText = (typed: string): string => {
  const digits = normalizePhone(typed)
  return digits ? formatPhone(digits) : typed
}

const usualReplyDays = 7
const mostReturnCost = 100_000

export const companyValuesOf = (stored: Company | undefined): CompanyValues => ({
  name: stored?.name ?? '',
  representative: stored?.representative ?? '',
  licenseNumber: stored?.licenseNumber ?? '',
  publicSafetyCommission: stored?.publicSafetyCommission ?? '',
  postalCode: formatPostalCode(stored?.postalCode ?? ''),
  address: stored?.address ?? '',
  phone: phoneText(stored?.phone ?? ''),
  storeKey: stored?.storeKey ?? sharedStoreKey,
  replyBusinessDays: stored?.replyBusinessDays ?? usualReplyDays,
  returnCost: stored?.returnCost ?? 0,
})

type Checks = Partial<Record<keyof CompanyValues, string | false>>

const onlyProblems = (checks: Readonly<Record<string, string | false | undefined>>) =>
  Object.fromEntries(
    Object.entries(checks).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

/** In the order of the form. Dealers need a licence; the operator buys nothing. */
export function companyProblems(
  values: CompanyValues,
  isOperator: boolean,
): Readonly<Record<string, string>> {
  const { licenseNumber, publicSafetyCommission, replyBusinessDays, returnCost } = values
  const isLicensed = !isOperator || licenseNumber.trim() !== '' || publicSafetyCommission !== ''
  return onlyProblems({
    name: values.name.trim() === '' && '会社名を入力してください。',
    representative: values.representative.trim() === '' && '代表者のお名前を入力してください。',
    licenseNumber:
      isLicensed &&
      normalizeLicenseNumber(licenseNumber) === null &&
      '許可証のとおりに、12桁の数字で入力してください。',
    publicSafetyCommission:
      isLicensed &&
      !publicSafetyCommissions.includes(publicSafetyCommission) &&
      '許可をした公安委員会を選んでください。',
    postalCode: normalizePostalCode(values.postalCode) === null && '7桁の数字で入力してください。',
    address: values.address.trim() === '' && '所在地を入力してください。',
    phone: normalizePhone(values.phone) === null && '市外局番から入力してください(例 03-1234-5678)。',
    storeKey: !isStoreKey(values.storeKey) && '半角の英小文字・数字・ハイフンで入力してください。',
    replyBusinessDays:
      (replyBusinessDays === null || replyBusinessDays < 1 || replyBusinessDays > 60) &&
      '1から60までの日数を入力してください。',
    returnCost:
      (returnCost === null || returnCost < 0 || returnCost > mostReturnCost) &&
      `0円から${formatYen(mostReturnCost)}までの金額を入力してください。`,
  } satisfies Checks)
}

export const companyBody = (values: CompanyValues): Body => ({
  ...values,
  replyBusinessDays: values.replyBusinessDays ?? usualReplyDays,
  returnCost: values.returnCost ?? 0,
})

export const companyTexts = (values: CompanyValues): Readonly<Record<string, string>> => ({
  name: values.name.trim(),
  representative: values.representative.trim(),
  licenseNumber: normalizeLicenseNumber(values.licenseNumber) ?? values.licenseNumber,
  publicSafetyCommission: values.publicSafetyCommission,
  postalCode: formatPostalCode(normalizePostalCode(values.postalCode) ?? values.postalCode),
  address: values.address.trim(),
  phone: phoneText(values.phone),
  storeKey: values.storeKey,
  replyBusinessDays: values.replyBusinessDays === null ? '' : `${values.replyBusinessDays}営業日`,
  returnCost: values.returnCost === null ? '' : formatYen(values.returnCost),
})
