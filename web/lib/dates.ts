// Dates and times in Tokyo time: for customers in words (`12月1日(火)`), for staff in figures (`12/1`).
import { formatDateJa, formatDateTimeJa, tokyoClock, tokyoDate } from '#contract/day'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export const todayInTokyo = (now: number = Date.now()): string => tokyoDate(now)

/** `11/18` of a day or an instant, `2025/11/18` outside this year, a dash for null. */
export function monthDay(value: string | null | undefined, now: number = Date.now()): string {
  if (!value) return '—'
  const date = value.length > 10 ? tokyoDate(value) : value
  const year = date.slice(0, 4)
  const day = `${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))}`
  return year === tokyoDate(now).slice(0, 4) ? day : `${Number(year)}/${day}`
}

export function monthDayTime(instant: string | null | undefined, now?: number): string {
  return instant ? `${monthDay(instant, now)} ${tokyoClock(instant).slice(11, 16)}` : '—'
}

export const timeOfDay = (instant: number): string => tokyoClock(instant).slice(11, 19)

export const dateTimeJa = (instant: string | null | undefined): string =>
  instant ? formatDateTimeJa(instant) : '—'

export type Deadline = { text: string; late: boolean }

/** The time left, as shown to staff: 今日まで, あと10日, 2日超過. */
export function deadlineOf(instant: string, now: number): Deadline {
  const days = Math.round((Date.parse(tokyoDate(instant)) - Date.parse(tokyoDate(now))) / DAY)
  if (Date.parse(instant) < now && days >= 0) return { text: '期限切れ', late: true }
  if (days < 0) return { text: `${-days}日超過`, late: true }
  if (days === 0) return { text: '今日まで', late: true }
  return { text: `あと${days}日`, late: false }
}

export function shortDate(instant: string): string {
  const day = instant.length > 10 ? tokyoDate(instant) : instant
  return formatDateJa(day).replace(/^\d+年/, '')
}

export const shortDateTime = (instant: string): string => formatDateTimeJa(instant).replace(/^\d+年/, '')

/** The time left in the largest useful unit: あと10日, あと5時間, あと12分. */
export function timeLeft(until: string, now: number): string {
  const left = Date.parse(until) - now
  if (left <= 0) return '期限を過ぎました'
  const days = Math.round((Date.parse(tokyoDate(until)) - Date.parse(tokyoDate(now))) / DAY)
  if (left >= 48 * HOUR) return `あと${days}日`
  if (left >= HOUR) return `あと${Math.floor(left / HOUR)}時間`
  return `あと${Math.max(1, Math.floor(left / 60_000))}分`
}
