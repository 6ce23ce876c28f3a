import type { PayoutFormatCode } from '#contract/transfer'

export interface PayoutOriginator {
  code: string
  name: string
  bankCode: string
  bankName: string
  branchCode: string
  branchName: string
  accountType: number
  accountNumber: string
}

export interface PayoutLine {
  transferId: number
  bankCode: string
  bankName: string
  branchCode: string
  branchName: string
  accountType: number
  accountNumber: string
  holderKana: string
  amount: number
}

export interface PayoutFileInput {
  originator: PayoutOriginator
  payDate: string
  lines: readonly PayoutLine[]
}

export interface PayoutField {
  key: string
  label: string
  length: number
  start: number
}

/** Add a format by a file of its own and an entry in `payout-format-list.rules.ts`. */
export interface PayoutFormat {
  /** Stored with each batch; prefix of the file name. */
  code: PayoutFormatCode
  extension: string
  isTakenBy: (bankCode: string) => boolean
  originatorFields: readonly PayoutField[]
  lineFields: readonly PayoutField[]
  limits: { lines: number; amount: number; total: bigint }
  write: (input: PayoutFileInput) => Uint8Array
}

export const totalOf = (lines: readonly PayoutLine[]): bigint =>
  lines.reduce((sum, line) => sum + BigInt(line.amount), 0n)
