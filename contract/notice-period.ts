import { addDays } from './day.ts'

const MONTHS = 6

/**
 * The last day on which a notice that arrived on this day is kept and compared (古物営業法 19条: six months). By 民法
 * 140条 the day of arrival does not count, so the months begin on the next one; by 143条 they end before the day with
 * the same number, or with the month that has no such day.
 */
export function noticeEnd(arrivedOn: string): string {
  const begin = addDays(arrivedOn, 1)
  const [year, month, day] = begin.split('-').map(Number) as [number, number, number]
  const after = new Date(Date.UTC(year, month - 1 + MONTHS, 1))
  const daysIn = new Date(Date.UTC(after.getUTCFullYear(), after.getUTCMonth() + 1, 0)).getUTCDate()
  const first = after.toISOString().slice(0, 8)
  return day > daysIn ? `${first}${daysIn}` : addDays(`${first}${String(day).padStart(2, '0')}`, -1)
}
