import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  ageOn,
  eraNames,
  eraOf,
  formatDateJa,
  formatDateTimeJa,
  fromEra,
  isDate,
  tokyoClock,
  tokyoDate,
} from './day.ts'

const someDate = fc
  .date({ min: new Date('1912-07-30'), max: new Date('2120-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('eras', () => {
  it.each([
    ['2019-05-01', '令和', 1],
    ['2019-04-30', '平成', 31],
    ['1989-01-08', '平成', 1],
    ['1989-01-07', '昭和', 64],
    ['1926-12-25', '昭和', 1],
    ['1926-12-24', '大正', 15],
    ['1912-07-30', '大正', 1],
  ] as const)('%s is %s %i', (date, era, year) => {
    expect(eraOf(date)).toEqual({ era, year })
    expect(fromEra(era, year, Number(date.slice(5, 7)), Number(date.slice(8)))).toBe(date)
  })

  it('knows no era before 大正 and none for a day that does not exist', () => {
    expect(eraOf('1912-07-29')).toBeNull()
    expect(eraOf('2026-02-30')).toBeNull()
  })

  it.each([
    ['昭和', 64, 1, 8],
    ['平成', 31, 5, 1],
    ['平成', 1, 1, 7],
    ['大正', 15, 12, 25],
    ['令和', 1, 4, 30],
    ['令和', 0, 5, 1],
    ['令和', 5, 2, 29],
    ['令和', 1.5, 6, 1],
  ] as const)('%s %s/%i/%i never was', (era, year, month, day) => {
    expect(fromEra(era, year, month, day)).toBeNull()
  })

  it('gives every date back', () => {
    fc.assert(
      fc.property(someDate, (date) => {
        const found = eraOf(date)
        expect(found).not.toBeNull()
        if (!found) return
        expect(eraNames).toContain(found.era)
        expect(fromEra(found.era, found.year, Number(date.slice(5, 7)), Number(date.slice(8)))).toBe(date)
      }),
    )
  })
})

describe('ageOn', () => {
  it.each([
    ['2008-11-21', '2026-11-20', 17],
    ['2008-11-21', '2026-11-21', 18],
    ['2008-04-01', '2026-04-01', 18],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-02-29', '2028-02-28', 19],
    ['2008-02-29', '2028-02-29', 20],
    ['2026-11-21', '2026-11-21', 0],
  ])('born %s is on %s %i', (birthday, date, age) => {
    expect(ageOn(birthday, date)).toBe(age)
  })

  it('grows by one at a birthday and never falls', () => {
    fc.assert(
      fc.property(someDate, someDate, someDate, (birthday, one, other) => {
        const [early, late] = one < other ? [one, other] : [other, one]
        expect(ageOn(birthday, early)).toBeLessThanOrEqual(ageOn(birthday, late))
      }),
    )
  })

  it('refuses what is no date', () => {
    expect(() => ageOn('2026-13-01', '2026-01-01')).toThrow(RangeError)
  })
})

describe('dates', () => {
  it('are shown with the weekday', () => {
    expect(formatDateJa('2026-12-01')).toBe('2026年12月1日(火)')
    expect(formatDateJa('2024-02-29')).toBe('2024年2月29日(木)')
    expect(() => formatDateJa('2026-02-29')).toThrow(RangeError)
  })

  it('are those of Tokyo', () => {
    expect(formatDateTimeJa('2026-11-21T05:30:00Z')).toBe('2026年11月21日(土) 14:30')
    expect(formatDateTimeJa('2026-12-31T15:00:00.000Z')).toBe('2027年1月1日(金) 00:00')
    expect(formatDateTimeJa('2026-11-21T14:30:00+09:00')).toBe('2026年11月21日(土) 14:30')
    expect(() => formatDateTimeJa('yesterday')).toThrow(RangeError)
  })

  it('exist or not', () => {
    expect(isDate('2024-02-29')).toBe(true)
    for (const text of ['2026-02-29', '2026-1-1', '2026-00-10', '0000-01-01', '', '2026-01-01T00:00:00Z']) {
      expect(isDate(text)).toBe(false)
    }
  })

  it('follow each other', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
    expect(() => addDays('2026-02-29', 1)).toThrow(RangeError)
  })
})

describe('the clock of Tokyo', () => {
  it('begins a new day at 15:00 UTC, whatever way the instant is written', () => {
    const last = new Date('2026-12-31T14:59:59.999Z')
    expect(tokyoClock(last)).toBe('2026-12-31T23:59:59.999')
    for (const instant of [last, last.getTime(), last.toISOString()]) {
      expect(tokyoDate(instant)).toBe('2026-12-31')
    }
    expect(tokyoDate(last.getTime() + 1)).toBe('2027-01-01')
  })

  it('is the one the tables of time zones know', () => {
    const known = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' })
    const since1952 = fc.date({
      min: new Date('1952-01-01'),
      max: new Date('2120-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(since1952, (instant) => {
        expect(tokyoDate(instant)).toBe(known.format(instant))
      }),
    )
  })
})
