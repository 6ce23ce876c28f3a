import holidayJp from '@holiday-jp/holiday_jp'
import * as businessDay from '#contract/business-day'
import { isDate, TOKYO_OFFSET_MS } from '#contract/day'

const dayLength = 24 * 60 * 60 * 1000

const holidays: Readonly<Record<string, { name: string }>> = holidayJp.holidays

function startOfUtcDay(date: string): number {
  if (!isDate(date)) throw new RangeError(`Not a calendar date: ${date}`)
  return Date.parse(`${date}T00:00:00Z`)
}

function utcDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

export function endOfTokyoDay(date: string): Date {
  return new Date(startOfUtcDay(date) - TOKYO_OFFSET_MS + dayLength - 1)
}

/** Days of 24 hours; a calendar day has `addDays`. */
export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * dayLength)
export const daysBefore = (at: Date, days: number): Date => daysAfter(at, -days)

export const isHoliday = (date: string): boolean => Object.hasOwn(holidays, date)

export const isBusinessDay = (date: string): boolean => businessDay.isBusinessDay(date, isHoliday)

export function holidaysBetween(from: string, to: string): { date: string; name: string }[] {
  return Object.entries(holidays)
    .filter(([date]) => date >= from && date <= to)
    .map(([date, { name }]) => ({ date, name }))
}

/** The nth business day after the date, or before it when negative; the date itself is never counted. */
export const addBusinessDays = (date: string, count: number): string =>
  businessDay.addBusinessDays(date, count, isHoliday)

export function nextBusinessDay(date: string): string {
  return addBusinessDays(date, 1)
}

export function addMonthsClamped(date: string, months: number): string {
  const start = new Date(startOfUtcDay(date))
  const first = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1))
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(start.getUTCDate(), lastDay))
  return utcDate(first.getTime())
}
