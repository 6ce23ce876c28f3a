import holidayJp from '@holiday-jp/holiday_jp'
import { addDays, isDate, TOKYO_OFFSET_MS } from '#contract/day'

const dayLength = 24 * 60 * 60 * 1000

const holidays: Readonly<Record<string, { name: string }>> = holidayJp.holidays

// Bank holidays, although only January 1 is a public holiday.
const bankRest = new Set(['12-31', '01-01', '01-02', '01-03'])

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

export const isHoliday = (date: string): boolean => Object.hasOwn(holidays, date)

export function isBusinessDay(date: string): boolean {
  const weekday = new Date(startOfUtcDay(date)).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !bankRest.has(date.slice(5)) && !isHoliday(date)
}

export function holidaysBetween(from: string, to: string): { date: string; name: string }[] {
  return Object.entries(holidays)
    .filter(([date]) => date >= from && date <= to)
    .map(([date, { name }]) => ({ date, name }))
}

/** The nth business day after the date, or before it when negative; the date itself is never counted. */
export function addBusinessDays(date: string, count: number): string {
  if (!Number.isInteger(count)) throw new RangeError(`Not a number of days: ${count}`)
  const step = Math.sign(count)
  let found = addDays(date, 0)
  for (let left = Math.abs(count); left > 0; ) {
    found = addDays(found, step)
    if (isBusinessDay(found)) left -= 1
  }
  return found
}

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
