import { bankAccountCalls } from '#contract/bank-account'
import { convertYucho, holderKana, holderMatches, normalizeAccountNumber } from '#contract/bank-input'
import type { CallBodyInput } from '#contract/call'
import { bankAccountType, labelOf } from '#contract/codes'
import { toFullKatakana } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import type { CamelCased } from '#web/lib/case.ts'
import type { FormRules, Problems } from '#web/ui/call-form.ts'

export type BankAccount = AskResult<typeof bankAccountCalls.get>
export type AccountBody = CamelCased<CallBodyInput<typeof bankAccountCalls.create>>

export type AccountValues = {
  way: 'bank' | 'yucho'
  bankCode: string
  bankText: string
  branchCode: string
  branchText: string
  accountType: string
  accountNumber: string
  yuchoSymbol: string
  yuchoNumber: string
  isSavings: boolean
  accountHolderKana: string
}

export const accountLabels = {
  bankCode: '銀行',
  branchCode: '支店',
  accountType: '預金の種類',
  accountNumber: '口座番号',
  yuchoSymbol: '記号',
  yuchoNumber: '番号',
  accountHolderKana: '口座名義',
} as const

export const emptyAccount = (nameKana: string): AccountValues => ({
  way: 'bank',
  bankCode: '',
  bankText: '',
  branchCode: '',
  branchText: '',
  accountType: '1',
  accountNumber: '',
  yuchoSymbol: '',
  yuchoNumber: '',
  isSavings: false,
  accountHolderKana: nameKana,
})

export const valuesOf = (account: BankAccount): AccountValues => ({
  way: account.yuchoSymbol ? 'yucho' : 'bank',
  bankCode: account.bankCode,
  bankText: account.bankName || account.bankCode,
  branchCode: account.branchCode,
  branchText: account.branchName || account.branchCode,
  accountType: String(account.accountType),
  accountNumber: account.accountNumber,
  yuchoSymbol: account.yuchoSymbol,
  yuchoNumber: account.yuchoNumber,
  isSavings: account.accountType === 4,
  accountHolderKana: toFullKatakana(account.accountHolderKana),
})

export const convertedYucho = ({ yuchoSymbol, yuchoNumber }: AccountValues) =>
  convertYucho(yuchoSymbol, yuchoNumber)

export const holderPreview = (text: string) => (text.trim() === '' ? undefined : holderKana(text))

/** A warning, not an error: customer and bank record a change of name at different times. */
export const holderDiffers = (holder: string, nameKana: string): boolean =>
  nameKana !== '' && holderKana(holder).ok && !holderMatches(holder, nameKana)

function placeProblems(values: AccountValues): Record<string, string> {
  const problems: Record<string, string> = {}
  if (!values.bankCode)
    problems.bankCode = values.bankText.trim()
      ? '下に出る一覧から銀行をお選びください。'
      : '銀行を名前かカナ、4桁の番号で探してお選びください。'
  if (!values.branchCode)
    problems.branchCode = values.branchText.trim()
      ? '下に出る一覧から支店をお選びください。'
      : '支店を名前かカナ、3桁の番号で探してお選びください。'
  const number = normalizeAccountNumber(values.accountNumber)
  if (!number.ok) problems.accountNumber = number.message
  return problems
}

function passbookProblems(values: AccountValues): Record<string, string> {
  const converted = convertedYucho(values)
  if (converted.ok) return {}
  return { [converted.field === 'kigou' ? 'yuchoSymbol' : 'yuchoNumber']: converted.message }
}

function bankProblems(values: AccountValues): Problems {
  const holder = holderKana(values.accountHolderKana)
  return {
    ...(values.way === 'bank' ? placeProblems(values) : passbookProblems(values)),
    ...(holder.ok ? {} : { accountHolderKana: holder.message }),
  }
}

export function accountBody(values: AccountValues): AccountBody {
  const holder = { accountHolderKana: values.accountHolderKana.trim() }
  if (values.way === 'bank') {
    const { bankCode, branchCode, accountNumber } = values
    const type = Number(values.accountType) as keyof typeof bankAccountType
    return { ...holder, accountType: type, bankCode, branchCode, accountNumber }
  }
  const converted = convertedYucho(values)
  const plain = converted.ok ? converted.account_type : 1
  const { yuchoSymbol, yuchoNumber } = values
  return { ...holder, accountType: plain === 1 && values.isSavings ? 4 : plain, yuchoSymbol, yuchoNumber }
}

export const accountRules: FormRules<AccountValues> = {
  call: bankAccountCalls.create,
  labels: accountLabels,
  bodyOf: accountBody,
  also: bankProblems,
}

export const maskedNumber = (number: string): string => number.replace(/\d(?=\d{3})/g, '•')

export const typeText = (type: number): string => labelOf(bankAccountType, type)
