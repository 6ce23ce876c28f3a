import { describe, expect, it } from 'vitest'
import { deadlineOf, monthDay, monthDayTime } from './dates.ts'

describe('days and deadlines on the clock of Tokyo', () => {
  it('an evening in London is the next day in Tokyo', () => {
    const now = Date.parse('2026-11-21T10:00:00+09:00')
    expect(monthDay('2026-11-18T16:00:00Z', now)).toBe('11/19')
    expect(monthDayTime('2026-11-18T16:05:00Z', now)).toBe('11/19 01:05')
    expect(monthDay('2026-12-01', now)).toBe('12/1')
    expect(monthDay(null, now)).toBe('—')
  })

  it('tells the year of a day that is not of this year in Tokyo', () => {
    const newYear = Date.parse('2027-01-01T00:30:00+09:00')
    expect(monthDay('2026-12-31', newYear)).toBe('2026/12/31')
    expect(monthDay('2026-12-31T15:10:00Z', newYear)).toBe('1/1')
    expect(monthDayTime('2026-12-31T14:59:00Z', newYear)).toBe('2026/12/31 23:59')
    expect(monthDay('2027-01-04', Date.parse('2026-12-28T10:00:00+09:00'))).toBe('2027/1/4')
  })

  it('says how much is left', () => {
    const now = Date.parse('2026-11-21T10:00:00+09:00')
    expect(deadlineOf('2026-12-01T23:59:59+09:00', now)).toEqual({ text: 'あと10日', late: false })
    expect(deadlineOf('2026-11-21T23:59:59+09:00', now)).toEqual({ text: '今日まで', late: true })
    expect(deadlineOf('2026-11-19T23:59:59+09:00', now)).toEqual({ text: '2日超過', late: true })
    expect(deadlineOf('2026-11-21T08:00:00+09:00', now)).toEqual({ text: '期限切れ', late: true })
  })
})
