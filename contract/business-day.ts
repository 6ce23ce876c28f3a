import { addDays, isDate } from './day.ts'

/** Whether a day is a public holiday. Browsers know only those of the coming year. */
export type IsHoliday = (date: string) => boolean

// Bank holidays, although only January 1 is a public holiday.
const bankRest = new Set(['12-31', '01-01', '01-02', '01-03'])

export function isBusinessDay(date: string, isHoliday: IsHoliday): boolean {
  if (!isDate(date)) throw new RangeError(`Not a calendar date: ${date}`)
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !bankRest.has(date.slice(5)) && !isHoliday(date)
}

/** The nth business day after the date, or before it when negative; the date itself is never counted. */
export function addBusinessDays(date: string, count: number, isHoliday: IsHoliday): string {
  if (!Number.isInteger(count)) throw new RangeError(`Not a number of days: ${count}`)
  const step = Math.sign(count)
  let found = addDays(date, 0)
  for (let left = Math.abs(count); left > 0; ) {
    found = addDays(found, step)
    if (isBusinessDay(found, isHoliday)) left -= 1
  }
  return found
}
