// 全銀 総合振込: header, transfers, trailer and end record, 120 bytes each. Writer and checks share the fields.
import { cutToBytes, holderNameBytes, parseAccountNumber } from '#contract/bank-kana'
import { halfWidthBytes, inBankKana } from './half-width.rules.ts'
import {
  type PayoutField,
  type PayoutFileInput,
  type PayoutFormat,
  type PayoutLine,
  totalOf,
} from './payout-format.rules.ts'

/** N: digits, zero-padded on the left. C: half-width characters, space-padded on the right. */
interface RecordField extends PayoutField {
  kind: 'N' | 'C'
}

function layout(...fields: [key: string, label: string, length: number, kind: 'N' | 'C'][]): RecordField[] {
  let next = 1
  return fields.map(([key, label, length, kind]) => {
    const start = next
    next += length
    return { key, label, length, kind, start }
  })
}

const headerFields = layout(
  ['record', 'データ区分', 1, 'N'],
  ['service', '種別コード', 2, 'N'],
  ['charset', 'コード区分', 1, 'N'],
  ['code', '振込依頼人コード', 10, 'N'],
  ['name', '振込依頼人名', 40, 'C'],
  ['payDate', '振込指定日', 4, 'N'],
  ['bankCode', '仕向銀行番号', 4, 'N'],
  ['bankName', '仕向銀行名', 15, 'C'],
  ['branchCode', '仕向支店番号', 3, 'N'],
  ['branchName', '仕向支店名', 15, 'C'],
  ['accountType', '依頼人の預金種目', 1, 'N'],
  ['accountNumber', '依頼人の口座番号', 7, 'N'],
  ['blank', '予備', 17, 'C'],
)

const lineFields = layout(
  ['record', 'データ区分', 1, 'N'],
  ['bankCode', '銀行番号', 4, 'N'],
  ['bankName', '銀行名', 15, 'C'],
  ['branchCode', '支店番号', 3, 'N'],
  ['branchName', '支店名', 15, 'C'],
  ['clearing', '手形交換所番号', 4, 'N'],
  ['accountType', '預金種目', 1, 'N'],
  ['accountNumber', '口座番号', 7, 'N'],
  ['holderKana', '受取人名', holderNameBytes, 'C'],
  ['amount', '振込金額', 10, 'N'],
  ['newCode', '新規コード', 1, 'N'],
  ['transferId', '顧客コード1', 10, 'N'],
  ['customer2', '顧客コード2', 10, 'N'],
  ['method', '振込指定区分', 1, 'N'],
  ['edi', '識別表示', 1, 'C'],
  ['blank', '予備', 7, 'C'],
)

const trailerFields = layout(
  ['record', 'データ区分', 1, 'N'],
  ['count', '合計件数', 6, 'N'],
  ['total', '合計金額', 12, 'N'],
  ['blank', '予備', 101, 'C'],
)

const endFields = layout(['record', 'データ区分', 1, 'N'], ['blank', '予備', 119, 'C'])

function fieldText({ key, length, kind }: RecordField, values: Readonly<Record<string, string>>): string {
  const value = values[key] ?? ''
  if (kind === 'C') return cutToBytes(value, length).padEnd(length, ' ')
  // A value that does not fit would shift all later fields.
  if (value.length > length || !/^\d+$/.test(value)) throw new Error(`${key} does not fit: ${value}`)
  return value.padStart(length, '0')
}

function recordText(fields: readonly RecordField[], values: Readonly<Record<string, string>>): string {
  return fields.map((field) => fieldText(field, values)).join('')
}

function accountNumber(text: string): string {
  return parseAccountNumber(text) ?? text
}

function headerText({ originator }: PayoutFileInput, monthDay: string): string {
  return recordText(headerFields, {
    record: '1',
    service: '21',
    charset: '0',
    code: originator.code,
    name: inBankKana(originator.name),
    payDate: monthDay,
    bankCode: originator.bankCode,
    bankName: inBankKana(originator.bankName),
    branchCode: originator.branchCode,
    branchName: inBankKana(originator.branchName),
    accountType: String(originator.accountType),
    accountNumber: accountNumber(originator.accountNumber),
  })
}

function lineText(line: PayoutLine): string {
  return recordText(lineFields, {
    record: '2',
    bankCode: line.bankCode,
    bankName: inBankKana(line.bankName),
    branchCode: line.branchCode,
    branchName: inBankKana(line.branchName),
    clearing: '0',
    accountType: String(line.accountType),
    accountNumber: accountNumber(line.accountNumber),
    holderKana: inBankKana(line.holderKana),
    amount: String(line.amount),
    newCode: '0',
    transferId: String(line.transferId),
    customer2: '0',
    method: '7',
  })
}

function recordTexts(input: PayoutFileInput): string[] {
  const monthDay = input.payDate.slice(5, 7) + input.payDate.slice(8)
  const sums = { record: '8', count: String(input.lines.length), total: String(totalOf(input.lines)) }
  return [
    headerText(input, monthDay),
    ...input.lines.map(lineText),
    recordText(trailerFields, sums),
    recordText(endFields, { record: '9' }),
  ]
}

const bytesOf = (input: PayoutFileInput): Uint8Array =>
  halfWidthBytes(recordTexts(input).map((record) => `${record}\r\n`))

export const zengin: PayoutFormat = {
  code: 'zengin',
  extension: 'txt',
  isTakenBy: () => true,
  originatorFields: headerFields,
  lineFields,
  limits: { lines: 999_999, amount: 9_999_999_999, total: 999_999_999_999n },
  write: bytesOf,
}
