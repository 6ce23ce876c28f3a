/** The bank's records by the bank's own specification, written without the production code. */
export interface ExpectedPayout {
  monthDay: string
  branch: { code: string; kana: string }
  bank: { code: string; kana: string }
  accountNumber: string
  holder: string
  amount: number
  transfer: number
}

/** One byte per character: JIS X 0201, with half-width kana from 0xA1. */
function bytesOf(text: string): number[] {
  return [...text].map((char) => {
    const code = char.codePointAt(0) ?? 0
    if (code >= 0xff61 && code <= 0xff9f) return code - 0xff61 + 0xa1
    if (code >= 0x20 && code < 0x7f) return code
    throw new Error(`no byte for ${char}`)
  })
}

const words = (text: string, length: number) => text.padEnd(length, ' ')
const digits = (number: number | string, length: number) => String(number).padStart(length, '0')

export function expectedFile(payout: ExpectedPayout): Buffer {
  const records = [
    `1210${'0123456789'}${words('ｵｸﾙｳﾝｴｲ(ｶ', 40)}${payout.monthDay}0001${words('ﾐｽﾞﾎ', 15)}001${words('ﾄｳｷﾖｳ', 15)}17654321${' '.repeat(17)}`,
    [
      '2',
      payout.bank.code,
      words(payout.bank.kana, 15),
      payout.branch.code,
      words(payout.branch.kana, 15),
      '0000',
      '1',
      payout.accountNumber,
      words(payout.holder, 30),
      digits(payout.amount, 10),
      '0',
      digits(payout.transfer, 10),
      digits(0, 10),
      '7',
      ' '.repeat(8),
    ].join(''),
    `8${digits(1, 6)}${digits(payout.amount, 12)}${' '.repeat(101)}`,
    `9${' '.repeat(119)}`,
  ]
  for (const record of records) if (record.length !== 120) throw new Error(`${record.length}: ${record}`)
  return Buffer.from(records.flatMap((record) => [...bytesOf(record), 0x0d, 0x0a]))
}
