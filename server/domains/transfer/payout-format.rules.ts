// What a file of transfers says to a bank, and what makes a file format.

export interface PayoutOriginator {
  /** The ten digits the bank issued. */
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

/** A field of a record; banks count bytes from 1. */
export interface PayoutField {
  key: string
  label: string
  length: number
  start: number
}

/** All that is known of a format; it stands in a file of its own and in `payout-format-list.rules.ts`. */
export interface PayoutFormat {
  /** Kept with every batch written in it; begins the name of the file. */
  code: string
  extension: string
  /** Whether the house can use it with its account at this bank. */
  isTakenBy: (bankCode: string) => boolean
  originatorFields: readonly PayoutField[]
  lineFields: readonly PayoutField[]
  limits: { lines: number; amount: number; total: bigint }
  /** The bytes of a content in which `checkContent` found no error. */
  write: (input: PayoutFileInput) => Uint8Array
}

export const totalOf = (lines: readonly PayoutLine[]): bigint =>
  lines.reduce((sum, line) => sum + BigInt(line.amount), 0n)
