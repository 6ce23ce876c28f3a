import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from './day.ts'
import { noticeEnd } from './notice-period.ts'

describe('the six months of a notice', () => {
  it.each([
    ['2026-08-31', '2027-02-28'],
    ['2027-08-31', '2028-02-29'],
    ['2026-08-30', '2027-02-28'],
    ['2026-08-29', '2027-02-28'],
    ['2027-08-29', '2028-02-29'],
    ['2026-08-28', '2027-02-28'],
    ['2026-08-27', '2027-02-27'],
    ['2026-11-20', '2027-05-20'],
    ['2026-12-31', '2027-06-30'],
    // The months begin on the first, so they end with the last of the sixth.
    ['2026-04-30', '2026-10-31'],
    ['2027-02-28', '2027-08-31'],
    ['2028-02-28', '2028-08-28'],
    ['2028-02-29', '2028-08-31'],
    ['2026-03-31', '2026-09-30'],
  ])('one that arrives on %s is kept until %s', (arrived, end) => {
    expect(noticeEnd(arrived)).toBe(end)
  })

  it('last at least 181 days, at most 184, and never end earlier for a later arrival', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), (after) => {
        const arrived = addDays('2000-01-01', after)
        const end = noticeEnd(arrived)
        expect(end >= addDays(arrived, 181)).toBe(true)
        expect(end <= addDays(arrived, 184)).toBe(true)
        expect(noticeEnd(addDays(arrived, 1)) >= end).toBe(true)
      }),
    )
  })
})
