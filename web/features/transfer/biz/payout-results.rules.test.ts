import { describe, expect, it } from 'vitest'
import { todayInTokyo } from '#web/lib/dates.ts'
import { isBankClosed } from './pay-date.ts'
import {
  decide,
  findLines,
  openDecisions,
  restPaid,
  resultsOf,
  tally,
  undecide,
  withoutReason,
} from './payout-results.rules.ts'
import type { Line } from './payout-types.ts'

const line = (id: number, over: Partial<Line> = {}): Line => ({
  id,
  transfer: id + 100,
  customerName: '山田 花子',
  bankName: '三菱UFJ銀行',
  branchName: '丸の内',
  accountType: 1,
  accountNumberMasked: '****347',
  accountHolderKana: 'ﾔﾏﾀﾞ ﾊﾅｺ',
  verifiedNameKana: 'ヤマダ ハナコ',
  amount: id * 1000,
  result: 'pending',
  bounceReason: '',
  recordedBy: '',
  recordedAt: null,
  returnedBy: '',
  returnedAt: null,
  ...over,
})

describe('results typed on the screen', () => {
  const lines = [line(1), line(2), line(3, { result: 'paid' })]

  it('marks what is left as paid and keeps the exceptions', () => {
    const decisions = restPaid(lines, decide({}, 2, 'bounced'))
    expect(decisions).toEqual({
      1: { result: 'paid', reason: '' },
      2: { result: 'bounced', reason: '' },
    })
  })

  it('keeps a reason over a change of mind, and sends none for a paid line', () => {
    const bounced = { 1: { result: 'bounced' as const, reason: ' 口座が解約されています ' } }
    expect(resultsOf(bounced)).toEqual([{ line: 1, result: 'bounced', reason: '口座が解約されています' }])
    const paid = decide(bounced, 1, 'paid')
    expect(resultsOf(paid)).toEqual([{ line: 1, result: 'paid' }])
    expect(decide(paid, 1, 'bounced')).toEqual(bounced)
    expect(undecide(paid, 1)).toEqual({})
  })

  it('names bounced lines that say no reason', () => {
    expect(
      withoutReason({ 1: { result: 'bounced', reason: '  ' }, 2: { result: 'paid', reason: '' } }),
    ).toEqual([1])
  })

  it('forgets what the bank has answered meanwhile, and lines of another batch', () => {
    const said = { result: 'bounced', reason: '理由' } as const
    expect(openDecisions(lines, { 1: said, 3: said, 99: said })).toEqual({ 1: said })
  })

  it('counts and sums what is recorded together with what is typed', () => {
    expect(tally(lines, decide({}, 2, 'bounced'))).toEqual({
      paid: { count: 1, amount: 3000 },
      bounced: { count: 1, amount: 2000 },
      returned: { count: 0, amount: 0 },
      open: { count: 1, amount: 1000 },
    })
  })

  it('counts what came back after it was paid by itself', () => {
    const sums = tally([line(1, { result: 'paid' }), line(2, { result: 'returned' })])
    expect([sums.paid, sums.returned, sums.open.count]).toEqual([
      { count: 1, amount: 1000 },
      { count: 1, amount: 2000 },
      0,
    ])
  })

  it('finds a line by its number, and by a name in whatever kana', () => {
    const others = [line(1), line(2, { customerName: '鈴木 一郎', accountHolderKana: 'ｽｽﾞｷ ｲﾁﾛｳ' })]
    expect(findLines(others, 'すずき').map(({ id }) => id)).toEqual([2])
    expect(findLines(others, '１０１').map(({ id }) => id)).toEqual([1])
    expect(findLines(others, ' ')).toHaveLength(2)
  })
})

describe('days of the pay date', () => {
  it.each(['2026-11-21', '2026-11-22', '2026-12-31', '2027-01-02', '2027-01-03'])('%s is closed', (date) => {
    expect(isBankClosed(date)).toBe(true)
  })
  it.each(['2026-11-24', '2026-12-30', '2027-01-04'])('%s is open', (date) => {
    expect(isBankClosed(date)).toBe(false)
  })
  it('reads the day off the wall in Tokyo', () => {
    expect(todayInTokyo(Date.parse('2026-11-20T15:00:00Z'))).toBe('2026-11-21')
    expect(todayInTokyo(Date.parse('2026-11-20T14:59:59Z'))).toBe('2026-11-20')
  })
})
