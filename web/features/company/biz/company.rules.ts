import type { CallBodyInput } from '#contract/call'
import { setupCalls } from '#contract/setup'
import {
  type CompanyInput,
  companyProblems,
  normalizeLicenseNumber,
  sharedStoreKey,
  tidyCompany,
} from '#contract/setup-input'
import { formatPhone, formatPostalCode, formatYen, normalizePhone, normalizePostalCode } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import type { CamelCased } from '#web/lib/case.ts'
import type { FormRules } from '#web/ui/call-form.ts'

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

export const phoneProblem = '市外局番から入力してください(例 03-1234-5678)。'

export const tidyPhone = (typed: string): string | null => (normalizePhone(typed) ? phoneText(typed) : null)

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

export const companyBody = (values: CompanyValues): Body => ({
  ...values,
  replyBusinessDays: values.replyBusinessDays ?? usualReplyDays,
  returnCost: values.returnCost ?? 0,
})

/** The call takes a blank key for the shared one; the form shows which key is meant. */
export const storeKeyProblem = ({ storeKey }: { storeKey: string }) => ({
  storeKey: storeKey.trim() === '' ? 'ストアのキーを入力してください。' : undefined,
})

/** Dealers need a licence; the operator buys nothing. */
export const companyRules = (isOperator: boolean): FormRules<CompanyValues> => ({
  call: setupCalls.createCompany,
  labels: companyLabels,
  bodyOf: (values) => values,
  blank: {
    publicSafetyCommission: '許可をした公安委員会を選んでください。',
    representative: '代表者のお名前を入力してください。',
  },
  words: {
    phone: phoneProblem,
    replyBusinessDays: '1から60までの日数を入力してください。',
    returnCost: `0円から${formatYen(mostReturnCost)}までの金額を入力してください。`,
  },
  more: (body: CompanyInput) => companyProblems(tidyCompany(body), isOperator),
  also: storeKeyProblem,
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
