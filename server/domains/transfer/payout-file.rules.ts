// Run before a payout file goes to a bank, so that errors show now and not in the bank's refusal a day later.

import { type BankKanaProblem, bankBytes, parseAccountNumber, toBankKana } from '#contract/bank-kana'
import { formatDateJa, isDate } from '#contract/day'
import { formatCount, formatYen } from '#contract/text'
import { hasOriginatorCode, originatorBankAccountTypes } from '#contract/transfer'
import {
  type PayoutField,
  type PayoutFileInput,
  type PayoutFormat,
  type PayoutLine,
  type PayoutOriginator,
  totalOf,
} from './payout-format.rules.ts'

export type PayoutProblemCode =
  | 'originator_setting'
  | 'character'
  | 'name_empty'
  | 'name_cut'
  | 'bank_code'
  | 'bank_unknown'
  | 'branch_code'
  | 'branch_unknown'
  | 'account_type'
  | 'account_number'
  | 'amount_not_positive'
  | 'amount_too_large'
  | 'transfer_id'
  | 'duplicate_transfer'
  | 'duplicate_payment'
  | 'pay_date_invalid'
  | 'pay_date_past'
  | 'pay_date_too_far'
  | 'not_business_day'
  | 'no_lines'
  | 'too_many_lines'
  | 'total_too_large'

export interface PayoutProblem {
  /** A warning may be overruled; with an error no file is written. */
  severity: 'error' | 'warning'
  code: PayoutProblemCode
  message: string
  /** Counted from 1; null for the batch and the originator. */
  line: number | null
  transferId: number | null
  /** Null for the batch as a whole. */
  field: string | null
  /** Position in the 120-byte record, counted from 1. */
  byte: number | null
}

export interface PayoutFacts {
  bankExists: (bankCode: string) => boolean
  branchExists: (bankCode: string, branchCode: string) => boolean
  isBusinessDay: (date: string) => boolean
  today: string
}

type Place = Pick<PayoutProblem, 'line' | 'transferId'>
type Report = (
  field: string,
  code: PayoutProblemCode,
  sentence: string,
  extra?: Partial<PayoutProblem>,
) => void

const batch: Place = { line: null, transferId: null }
const placeOf = ({ transferId }: PayoutLine, index: number): Place => ({ line: index + 1, transferId })

function problem(
  place: Place,
  code: PayoutProblemCode,
  field: string | null,
  message: string,
): PayoutProblem {
  return { severity: 'error', code, message, ...place, field, byte: null }
}

function reporter(problems: PayoutProblem[], place: Place, fields: readonly PayoutField[]): Report {
  const where = place.line === null ? '振込元の設定' : `${place.line}件目(振込番号${place.transferId})`
  return (key, code, sentence, extra) => {
    const field = fields.find((candidate) => candidate.key === key)
    problems.push({
      ...problem(
        place,
        place.line === null ? 'originator_setting' : code,
        key,
        `${where}の${field?.label}: ${sentence}`,
      ),
      byte: field?.start ?? null,
      ...extra,
    })
  }
}

function characterSentence({ char, position, suggestion }: BankKanaProblem, byte: number): string {
  const shown = /^[\p{Cc}\p{Cf}\p{Cs}\p{Z}]$/u.test(char) ? '見えない文字' : `「${char}」`
  const advice = suggestion?.trim()
    ? `「${suggestion}」に直せます。`
    : 'カナ、英大文字、数字に直してください。'
  return `${shown}は銀行で使えません(${position}文字目、${byte}バイト目)。${advice}`
}

function checkName(report: Report, field: PayoutField, text: string): string | null {
  const result = toBankKana(text)
  if (result.ok) return result.kana
  for (const found of result.problems) {
    // Text beyond the end of the field must be readable too: names are compared before truncation.
    const byte = field.start + Math.min(found.byte, field.length) - 1
    report(field.key, 'character', characterSentence(found, byte), { byte })
  }
  return null
}

function fieldOf(fields: readonly PayoutField[], key: string): PayoutField {
  const field = fields.find((candidate) => candidate.key === key)
  if (!field) throw new Error(`No such field: ${key}`)
  return field
}

type Account = Pick<
  PayoutLine,
  'bankCode' | 'bankName' | 'branchCode' | 'branchName' | 'accountType' | 'accountNumber'
>

function checkAccount(
  report: Report,
  fields: readonly PayoutField[],
  account: Account,
  types: readonly number[],
): void {
  if (!/^\d{4}$/.test(account.bankCode)) report('bankCode', 'bank_code', '4桁の数字で入力してください。')
  if (!/^\d{3}$/.test(account.branchCode))
    report('branchCode', 'branch_code', '3桁の数字で入力してください。')
  for (const name of ['bankName', 'branchName'] as const) {
    // Not every format has the names in its file.
    const field = fields.find(({ key }) => key === name)
    if (field) checkName(report, field, account[name])
  }
  if (!types.includes(account.accountType)) {
    const names: Record<number, string> = { 1: '普通', 2: '当座', 4: '貯蓄', 9: 'その他' }
    report(
      'accountType',
      'account_type',
      `${types.map((type) => names[type]).join('・')}から選んでください。`,
    )
  }
  const number = parseAccountNumber(account.accountNumber)
  if (number === null || number === '0000000') {
    report('accountNumber', 'account_number', '7桁までの数字で入力してください。')
  }
}

function checkOriginatorFields(
  { code, originatorFields }: PayoutFormat,
  originator: PayoutOriginator,
  report: Report,
): void {
  const mayLackCode = !hasOriginatorCode(code) && originator.code === ''
  if (!mayLackCode && !/^\d{10}$/.test(originator.code)) {
    report('code', 'originator_setting', '銀行から通知された10桁の数字を設定してください。')
  }
  const field = fieldOf(originatorFields, 'name')
  const name = checkName(report, field, originator.name)
  if (name === '') report('name', 'originator_setting', '名前を設定してください。')
  if (name !== null && bankBytes(name) > field.length) {
    report(
      'name',
      'originator_setting',
      `${field.length}バイト以内で設定してください(今は${bankBytes(name)}バイト)。`,
    )
  }
  checkAccount(report, originatorFields, originator, originatorBankAccountTypes)
}

function checkOriginator(format: PayoutFormat, originator: PayoutOriginator): PayoutProblem[] {
  const problems: PayoutProblem[] = []
  checkOriginatorFields(format, originator, reporter(problems, batch, format.originatorFields))
  return problems
}

export function originatorFaults(
  format: PayoutFormat,
  originator: PayoutOriginator,
): { field: string; sentence: string }[] {
  const faults: { field: string; sentence: string }[] = []
  checkOriginatorFields(format, originator, (field, _code, sentence) => faults.push({ field, sentence }))
  return faults
}

function checkAmount(report: Report, amount: number, most: number): void {
  if (!Number.isSafeInteger(amount) || amount < 1) {
    report('amount', 'amount_not_positive', '1円以上の金額にしてください。')
  } else if (amount > most) {
    report('amount', 'amount_too_large', `1件で振り込める金額は${formatYen(most)}までです。`)
  }
}

const transferAccountTypes = [1, 2, 4, 9]

function checkHolder(report: Report, fields: readonly PayoutField[], holderKana: string): void {
  const field = fieldOf(fields, 'holderKana')
  const name = checkName(report, field, holderKana)
  if (name === '') report('holderKana', 'name_empty', '口座名義のカナを入力してください。')
  if (name !== null && bankBytes(name) > field.length) {
    report('holderKana', 'name_cut', `${field.length}バイトを超えるため、先頭だけがファイルに入ります。`, {
      severity: 'warning',
    })
  }
}

function checkLine({ lineFields, limits }: PayoutFormat, line: PayoutLine, index: number): PayoutProblem[] {
  const problems: PayoutProblem[] = []
  const report = reporter(problems, placeOf(line, index), lineFields)
  if (!Number.isSafeInteger(line.transferId) || line.transferId < 1 || line.transferId > 9_999_999_999) {
    report('transferId', 'transfer_id', '10桁までの振込番号ではありません。')
  }
  checkAccount(report, lineFields, line, transferAccountTypes)
  checkHolder(report, lineFields, line.holderKana)
  checkAmount(report, line.amount, limits.amount)
  return problems
}

/** A repeated transfer is an error; a repeated amount to one account may be intended, so it is a warning. */
function checkDuplicates({ lineFields }: PayoutFormat, lines: readonly PayoutLine[]): PayoutProblem[] {
  const problems: PayoutProblem[] = []
  const transfers = new Map<number, number>()
  const payments = new Map<string, number>()
  lines.forEach((line, index) => {
    const report = reporter(problems, placeOf(line, index), lineFields)
    const number = parseAccountNumber(line.accountNumber)
    const payment = [line.bankCode, line.branchCode, line.accountType, number, line.amount].join('-')
    const sameTransfer = transfers.get(line.transferId)
    const samePayment = payments.get(payment)
    if (sameTransfer !== undefined) {
      report(
        'transferId',
        'duplicate_transfer',
        `${sameTransfer}件目と同じ振込です。どちらかを外してください。`,
      )
    } else if (samePayment !== undefined) {
      const sentence = `${samePayment}件目と口座も金額も同じです。二重の支払いでないか確かめてください。`
      report('amount', 'duplicate_payment', sentence, { severity: 'warning' })
    }
    if (sameTransfer === undefined) transfers.set(line.transferId, index + 1)
    if (samePayment === undefined) payments.set(payment, index + 1)
  })
  return problems
}

function checkSums({ limits }: PayoutFormat, lines: readonly PayoutLine[]): PayoutProblem[] {
  if (lines.length === 0) return [problem(batch, 'no_lines', null, '振込が1件もありません。')]
  const countable = lines.filter((line) => Number.isSafeInteger(line.amount) && line.amount > 0)
  if (totalOf(countable) <= limits.total) return []
  const limit = formatYen(Number(limits.total))
  return [
    problem(batch, 'total_too_large', null, `合計金額が${limit}を超えています。ファイルを分けてください。`),
  ]
}

/** Checks that need only the content. Content without errors can be written. */
function checkContent(format: PayoutFormat, input: PayoutFileInput): PayoutProblem[] {
  const { lines } = input
  if (lines.length > format.limits.lines) {
    const sentence = `1つのファイルに入る振込は${formatCount(format.limits.lines)}件までです。ファイルを分けてください。`
    return [problem(batch, 'too_many_lines', null, sentence)]
  }
  const date = isDate(input.payDate)
    ? []
    : [problem(batch, 'pay_date_invalid', 'payDate', '振込指定日を正しい日付で入力してください。')]
  return [
    ...checkOriginator(format, input.originator),
    ...date,
    ...checkSums(format, lines),
    ...lines.flatMap((line, index) => checkLine(format, line, index)),
    ...checkDuplicates(format, lines),
  ]
}

function checkPayDate(payDate: string, { isBusinessDay, today }: PayoutFacts): PayoutProblem[] {
  if (!isDate(payDate)) return []
  const shown = `振込指定日の${formatDateJa(payDate)}は`
  if (payDate < today) return [problem(batch, 'pay_date_past', 'payDate', `${shown}過ぎています。`)]
  // The file has no year, so next year's date would be paid this year.
  if (payDate >= `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`) {
    return [problem(batch, 'pay_date_too_far', 'payDate', `${shown}1年以上先です。`)]
  }
  if (isBusinessDay(payDate)) return []
  return [problem(batch, 'not_business_day', 'payDate', `${shown}銀行の休業日です。営業日を選んでください。`)]
}

type PlaceFacts = Pick<PayoutFacts, 'bankExists' | 'branchExists'>

function checkPlace(
  report: Report,
  { bankCode, branchCode }: Account,
  { bankExists, branchExists }: PlaceFacts,
): void {
  if (!/^\d{4}$/.test(bankCode)) return
  if (!bankExists(bankCode)) {
    report(
      'bankCode',
      'bank_unknown',
      `${bankCode}の銀行が見つかりません。合併で変わっていないか確かめてください。`,
    )
  } else if (/^\d{3}$/.test(branchCode) && !branchExists(bankCode, branchCode)) {
    const sentence = `${branchCode}の支店が見つかりません。統合で変わっていないか確かめてください。`
    report('branchCode', 'branch_unknown', sentence)
  }
}

function checkPlaces(format: PayoutFormat, input: PayoutFileInput, facts: PayoutFacts): PayoutProblem[] {
  const problems: PayoutProblem[] = []
  checkPlace(reporter(problems, batch, format.originatorFields), input.originator, facts)
  input.lines.forEach((line, index) => {
    checkPlace(reporter(problems, placeOf(line, index), format.lineFields), line, facts)
  })
  return problems
}

export function canReceive(
  { lineFields }: PayoutFormat,
  account: Account & Pick<PayoutLine, 'holderKana'>,
  facts: PlaceFacts,
): boolean {
  const problems: PayoutProblem[] = []
  const report = reporter(problems, { line: 1, transferId: null }, lineFields)
  checkAccount(report, lineFields, account, transferAccountTypes)
  checkHolder(report, lineFields, account.holderKana)
  checkPlace(report, account, facts)
  return !problems.some(({ severity }) => severity === 'error')
}

export function checkPayoutFile(
  format: PayoutFormat,
  input: PayoutFileInput,
  facts: PayoutFacts,
): PayoutProblem[] {
  const content = checkContent(format, input)
  if (input.lines.length > format.limits.lines) return content
  const all = [...content, ...checkPayDate(input.payDate, facts), ...checkPlaces(format, input, facts)]
  return all.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
}

/** Throws on any error: `checkPayoutFile` has reported user errors before, and no file is better than a wrong one. */
export function writePayoutFile(format: PayoutFormat, input: PayoutFileInput): Uint8Array {
  const error = checkContent(format, input).find(({ severity }) => severity === 'error')
  if (error) throw new Error(`The payout file cannot be written: ${error.code} ${error.message}`)
  return format.write(input)
}
