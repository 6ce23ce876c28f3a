import { describe, expect, it } from 'vitest'
import { kindText, statementCsv, sumsOf, type Transaction, yearsOf } from './statement.ts'

const entry = (
  id: number,
  amount: number,
  balanceAfter: number,
  more: Partial<Transaction> = {},
): Transaction => ({
  id,
  kind: 'PURCHASE',
  amount,
  balanceAfter,
  status: null,
  purchaseRequest: 10_000 + id,
  transfer: null,
  dealer: '株式会社青山',
  note: '',
  createdAt: '2026-11-21T10:00:00+09:00',
  ...more,
})
// Newest first, like the response.
const entries = [
  entry(3, -500, 1500, { kind: 'TRANSFER', status: 0, transfer: 4, purchaseRequest: null }),
  entry(2, 1000, 2000),
  entry(1, 700, 1000),
]

describe('a year of entries', () => {
  it('begins, grows, shrinks and ends in agreement', () => {
    const sums = sumsOf(entries)
    expect(sums).toEqual({ opening: 300, added: 1700, taken: -500, closing: 1500 })
    expect(sums.opening + sums.added + sums.taken).toBe(sums.closing)
  })

  it('belongs to the year it is in Tokyo', () => {
    const late = { createdAt: '2025-12-31T15:00:00Z' }
    expect(yearsOf([late, { createdAt: '2025-12-31T14:59:59Z' }])).toEqual([2026, 2025])
  })

  it('says how far a transfer is', () => {
    expect(kindText({ kind: 'TRANSFER', status: 0 })).toBe('振込(受付)')
    expect(kindText({ kind: 'PURCHASE', status: null })).toBe('買取代金')
    expect(kindText({ kind: 'SET_OFF', status: 2 })).toBe('返金分の相殺')
  })
})

describe('the file', () => {
  it('starts with the mark for spreadsheets, oldest first, and ends with the same sums', () => {
    const csv = statementCsv(entries)
    const lines = csv.split('\r\n')
    expect(csv.startsWith('\uFEFF日付,種類')).toBe(true)
    expect(lines[1]).toBe('2026-11-21,買取代金,株式会社青山,700,1000,10001,,')
    expect(lines[3]).toContain('-500,1500')
    expect(lines[4]).toContain('1700')
    expect(lines[6]).toContain('1500')
  })

  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\tx'])('lets %s stay a text', (note) => {
    expect(statementCsv([entry(1, 1, 1, { note })])).toContain(`,'${note}`)
  })

  it('keeps commas, quotes and line breaks inside their cell', () => {
    expect(statementCsv([entry(1, 1, 1, { note: 'a,"b"\nc' })])).toContain('"a,""b""\nc"')
  })
})
