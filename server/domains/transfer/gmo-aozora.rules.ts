// GMOあおぞらネット銀行 総合振込CSV: one line for each transfer, no header. The day and the account the money comes from are
// chosen on the bank's page when the file is loaded. Columns: gmo-aozora.com/business/service/csv-checker.html.
import { cutToBytes, holderNameBytes, parseAccountNumber } from '#contract/bank-kana'
import { halfWidthBytes, inBankKana } from './half-width.rules.ts'
import type { PayoutField, PayoutFileInput, PayoutFormat, PayoutLine } from './payout-format.rules.ts'
import { zengin } from './zengin.rules.ts'

const bankCode = '0310'

const column = (key: string, label: string, length: number): PayoutField => ({ key, label, length, start: 1 })

const lineFields = [
  column('bankCode', '被仕向銀行番号', 4),
  column('branchCode', '被仕向支店番号', 3),
  column('accountType', '預金種目', 1),
  column('accountNumber', '口座番号', 7),
  column('holderKana', '受取人名', holderNameBytes),
  column('amount', '振込金額', 10),
  column('transferId', '顧客コード', 20),
  column('edi', '識別表示', 1),
]

/** A blank mark says that the seventh column is a number of ours and no message to the receiver. */
const isOurNumber = ' '

function lineText(line: PayoutLine): string {
  const cells = [
    line.bankCode,
    line.branchCode,
    line.accountType,
    parseAccountNumber(line.accountNumber) ?? line.accountNumber,
    cutToBytes(inBankKana(line.holderKana), holderNameBytes),
    line.amount,
    line.transferId,
    isOurNumber,
  ]
  return `${cells.join(',')}\r\n`
}

const bytesOf = ({ lines }: PayoutFileInput): Uint8Array => halfWidthBytes(lines.map(lineText))

export const gmoAozora: PayoutFormat = {
  code: 'gmo_aozora',
  extension: 'csv',
  isTakenBy: (code) => code === bankCode,
  originatorFields: zengin.originatorFields,
  lineFields,
  limits: { lines: 9_999, amount: 9_999_999_999, total: 999_999_999_999n },
  write: bytesOf,
}
