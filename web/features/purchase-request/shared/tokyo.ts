import { formatDateJa, formatDateTimeJa, tokyoDate } from '#contract/day'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** `12月1日(火)`: the year goes without saying for what is near. */
export function shortDate(instant: string): string {
  const day = instant.length > 10 ? tokyoDate(instant) : instant
  return formatDateJa(day).replace(/^\d+年/, '')
}

/** `12月1日(火) 23:59` */
export const shortDateTime = (instant: string): string => formatDateTimeJa(instant).replace(/^\d+年/, '')

/** What is left of a deadline, in the largest unit that still says something: あと10日, あと5時間, あと12分. */
export function timeLeft(until: string, now: number): string {
  const left = Date.parse(until) - now
  if (left <= 0) return '期限を過ぎました'
  const days = Math.round((Date.parse(tokyoDate(until)) - Date.parse(tokyoDate(now))) / DAY)
  if (left >= 48 * HOUR) return `あと${days}日`
  if (left >= HOUR) return `あと${Math.floor(left / HOUR)}時間`
  return `あと${Math.max(1, Math.floor(left / 60_000))}分`
}
