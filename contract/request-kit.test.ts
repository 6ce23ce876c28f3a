import holidayJp from '@holiday-jp/holiday_jp'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pickupWindow } from './application.ts'
import { isBusinessDay } from './business-day.ts'
import { carrierServices } from './carrier.ts'
import { carriers, kitSizes } from './codes.ts'
import { addDays } from './day.ts'
import { pickupDayProblem } from './pickup-day.ts'
import { kitArrival, kitExpectedOn, kitPlan, kitSizesOf } from './request-kit.ts'

const isHoliday = (date: string) => Object.hasOwn(holidayJp.holidays, date)
const day = fc.integer({ min: 0, max: 3_650 }).map((days) => addDays('2020-01-01', days))
const carrier = fc.constantFrom(...carriers)
const businessDaysIn = (from: string, to: string): number => {
  let found = 0
  for (let date = addDays(from, 1); date <= to; date = addDays(date, 1))
    if (isBusinessDay(date, isHoliday)) found += 1
  return found
}

describe('when a kit is there', () => {
  it('counts three business days, none of them a weekend, a public holiday or at New Year', () => {
    fc.assert(
      fc.property(carrier, day, (by, today) => {
        const { sendBy, expectedOn } = kitPlan(by, today, isHoliday)
        expect([sendBy, expectedOn].map((date) => isBusinessDay(date, isHoliday))).toEqual([true, true])
        expect(businessDaysIn(today, sendBy)).toBe(1)
        expect(businessDaysIn(today, expectedOn)).toBe(3)
      }),
    )
  })

  it('never moves to an earlier day while it waits, and stays once it is sent', () => {
    fc.assert(
      fc.property(carrier, day, fc.nat(30), (by, today, later) => {
        const { expectedOn } = kitPlan(by, today, isHoliday)
        const then = addDays(today, later)
        const kit = { expectedOn, carrier: by }
        const waiting = kitExpectedOn({ ...kit, isSent: false }, then, isHoliday)
        expect(waiting >= expectedOn && waiting >= kitArrival(by, then, isHoliday)).toBe(true)
        expect(kitExpectedOn({ ...kit, isSent: true }, then, isHoliday)).toBe(expectedOn)
      }),
    )
  })

  it('leaves fourteen days for the pickup, the first one the day after', () => {
    const at = (date: string) => new Date(`${date}T09:00:00+09:00`)
    fc.assert(
      fc.property(carrier, day, (by, today) => {
        const kitOn = kitPlan(by, today, isHoliday).expectedOn
        const { from, until } = pickupWindow(today, kitOn)
        expect([from, until]).toEqual([addDays(kitOn, 1), addDays(kitOn, 14)])
        const codeOf = (date: string) =>
          pickupDayProblem({ date, carrier: by, kitOn }, at(today), isHoliday)?.code
        expect([codeOf(kitOn), codeOf(addDays(until, 1))]).toEqual([
          'pickup_before_kit',
          'pickup_date_invalid',
        ])
        expect([codeOf(from), codeOf(until)]).toEqual([undefined, undefined])
      }),
    )
  })

  it('does not hold up the pickup any more once it is there', () => {
    expect(pickupWindow('2026-12-01', '2026-11-27')).toEqual({ from: '2026-12-02', until: '2026-12-15' })
    expect(pickupWindow('2026-12-01', null)).toEqual({ from: '2026-12-02', until: '2026-12-15' })
  })
})

it('offers the sizes that both the shop and the carrier have', () => {
  fc.assert(
    fc.property(carrier, fc.subarray([...kitSizes]), (by, ofShop) => {
      const offered = kitSizesOf(by, ofShop)
      expect(
        offered.every((size) => ofShop.includes(size) && carrierServices[by].kit?.sizes.includes(size)),
      ).toBe(true)
      if (carrierServices[by].kit === null) expect(offered).toEqual([])
    }),
  )
  expect(kitSizesOf('SAGAWA', [100, 120])).toEqual([100])
})
