import { abbreviateCorporate, bankBytes, parseAccountNumber, toBankKana } from '#contract/bank-kana'
import { withoutSeparators } from '#contract/text'
import {
  hasOriginatorCode,
  type originatorBankAccountTypes,
  type PayoutFormatCode,
  transferCalls,
} from '#contract/transfer'
import type { AskResult } from '#web/lib/ask.ts'
import type { FormRules, Problems } from '#web/ui/call-form.ts'

export type Originator = NonNullable<AskResult<typeof transferCalls.originator>['originator']>

export type OriginatorValues = {
  originatorCode: string
  nameKana: string
  bankCode: string
  branchCode: string
  accountType: string
  accountNumber: string
  fileFormat: PayoutFormatCode
}

export const originatorLabels = {
  originatorCode: '委託者コード',
  nameKana: '委託者名(カナ)',
  bankCode: '銀行番号',
  branchCode: '支店番号',
  accountType: '預金の種類',
  accountNumber: '口座番号',
  fileFormat: '振込データの形式',
} as const

const NAME_BYTES = 40

export const valuesOf = (stored: Originator | null): OriginatorValues => ({
  originatorCode: stored?.originatorCode ?? '',
  nameKana: stored?.nameKana ?? '',
  bankCode: stored?.bankCode ?? '',
  branchCode: stored?.branchCode ?? '',
  accountType: String(stored?.accountType ?? 1),
  accountNumber: stored?.accountNumber ?? '',
  fileFormat: (stored?.fileFormat ?? 'zengin') as PayoutFormatCode,
})

/** The name as the bank file will contain it. */
export function nameInFile(text: string): { ok: true; kana: string } | { ok: false; message: string } {
  const name = toBankKana(abbreviateCorporate(text))
  if (!name.ok) {
    const chars = [...new Set(name.problems.map(({ char }) => char))].join('')
    return {
      ok: false,
      message: `「${chars}」は銀行のファイルで使えません。カナ・英大文字・数字で入力してください。`,
    }
  }
  if (name.kana === '') return { ok: false, message: '委託者名をカナで入力してください。' }
  const bytes = bankBytes(name.kana)
  if (bytes > NAME_BYTES)
    return {
      ok: false,
      message: `半角で${NAME_BYTES}文字まで入ります。今は${bytes}文字です(濁点も1文字に数えます)。`,
    }
  return { ok: true, kana: name.kana }
}

export const originatorBody = (values: OriginatorValues) => ({
  ...values,
  accountType: Number(values.accountType) as (typeof originatorBankAccountTypes)[number],
})

function fileProblems(values: OriginatorValues): Problems {
  const digits = (text: string, length: number, sentence: string) =>
    new RegExp(`^\\d{${length}}$`).test(withoutSeparators(text)) ? undefined : sentence
  const name = nameInFile(values.nameKana)
  const number = parseAccountNumber(values.accountNumber)
  return {
    originatorCode:
      values.originatorCode.trim() === '' && !hasOriginatorCode(values.fileFormat)
        ? undefined
        : digits(values.originatorCode, 10, '銀行から通知された10桁の数字を入力してください。'),
    nameKana: name.ok ? undefined : name.message,
    bankCode: digits(values.bankCode, 4, '4桁の数字で入力してください。'),
    branchCode: digits(values.branchCode, 3, '3桁の数字で入力してください。'),
    accountNumber: number === null || number === '0000000' ? '7桁までの数字で入力してください。' : undefined,
  }
}

/** Validated with the call, and with what a bank file can hold. */
export const originatorRules: FormRules<OriginatorValues> = {
  call: transferCalls.changeOriginator,
  labels: originatorLabels,
  bodyOf: (values) => ({ ...originatorBody(values), version: 0 }),
  also: fileProblems,
}
