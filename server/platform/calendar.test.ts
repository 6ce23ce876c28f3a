import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, tokyoDate } from '#contract/day'
import {
  addBusinessDays,
  addMonthsClamped,
  endOfTokyoDay,
  holidaysBetween,
  isBusinessDay,
  nextBusinessDay,
} from './calendar.ts'

const someDate = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2045-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('the date in Tokyo', () => {
  it('ends with its last millisecond', () => {
    expect(endOfTokyoDay('2026-12-01').toISOString()).toBe('2026-12-01T14:59:59.999Z')
    fc.assert(
      fc.property(someDate, (date) => {
        const end = endOfTokyoDay(date)
        expect(tokyoDate(end)).toBe(date)
        expect(tokyoDate(new Date(end.getTime() + 1))).toBe(addDays(date, 1))
      }),
    )
  })
})

describe('business days', () => {
  it.each([
    ['2026-11-20', true],
    ['2026-11-21', false],
    ['2026-11-22', false],
    ['2026-11-23', false],
    ['2026-11-24', true],
    ['2027-03-22', false],
    ['2026-12-30', true],
    ['2026-12-31', false],
    ['2027-01-01', false],
    ['2024-01-02', false],
    ['2024-01-03', false],
    ['2024-01-04', true],
    ['2026-09-22', false],
  ])('%s: %s', (date, open) => {
    expect(isBusinessDay(date)).toBe(open)
  })

  it('are counted over a long weekend and over the new year', () => {
    expect(nextBusinessDay('2026-11-20')).toBe('2026-11-24')
    expect(nextBusinessDay('2026-12-30')).toBe('2027-01-04')
    expect(addBusinessDays('2026-11-20', 7)).toBe('2026-12-02')
    expect(addBusinessDays('2027-01-04', -1)).toBe('2026-12-30')
    expect(addBusinessDays('2026-11-21', 0)).toBe('2026-11-21')
  })

  it('lie between the date and the nth business day exactly n times', () => {
    fc.assert(
      fc.property(someDate, fc.integer({ min: 1, max: 30 }), (date, count) => {
        const target = addBusinessDays(date, count)
        expect(isBusinessDay(target)).toBe(true)
        let seen = 0
        for (let day = addDays(date, 1); day <= target; day = addDays(day, 1))
          seen += isBusinessDay(day) ? 1 : 0
        expect(seen).toBe(count)
      }),
    )
  })

  it('refuse what is no date', () => {
    expect(() => isBusinessDay('2026-02-29')).toThrow(RangeError)
    expect(() => addBusinessDays('2026-02-20', 1.5)).toThrow(RangeError)
  })
})

describe('adding months', () => {
  it.each([
    ['2026-08-31', 6, '2027-02-28'],
    ['2027-08-31', 6, '2028-02-29'],
    ['2026-11-15', 2, '2027-01-15'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-12-31', 0, '2026-12-31'],
  ])('%s and %i months is %s', (date, months, expected) => {
    expect(addMonthsClamped(date, months)).toBe(expected)
  })

  it('lands in the right month, on the same day or the last one', () => {
    fc.assert(
      fc.property(someDate, fc.integer({ min: -60, max: 60 }), (date, months) => {
        const result = addMonthsClamped(date, months)
        const monthOf = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
        expect(monthOf(result) - monthOf(date)).toBe(months)
        if (result.slice(8) !== date.slice(8)) expect(addDays(result, 1).slice(8)).toBe('01')
      }),
    )
  })
})

describe('public holidays', () => {
  it('are named, in order, and none is a business day', () => {
    const found = holidaysBetween('2026-11-03', '2027-01-01')
    expect(found).toEqual([
      { date: '2026-11-03', name: '文化の日' },
      { date: '2026-11-23', name: '勤労感謝の日' },
      { date: '2027-01-01', name: '元日' },
    ])
    expect(found.some(({ date }) => isBusinessDay(date))).toBe(false)
  })
})
