import { formatDateTimeJa, tokyoClock, tokyoDate } from '#contract/day'

const DAY = 86_400_000

/** `11/18`, of a day or an instant, and `2025/11/18` when it is not of this year; a dash for nothing. */
export function monthDay(value: string | null | undefined, now: number = Date.now()): string {
  if (!value) return '—'
  const date = value.length > 10 ? tokyoDate(value) : value
  const year = date.slice(0, 4)
  const day = `${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))}`
  return year === tokyoDate(now).slice(0, 4) ? day : `${Number(year)}/${day}`
}

/** `11/18 10:11` */
export function monthDayTime(instant: string | null | undefined, now?: number): string {
  return instant ? `${monthDay(instant, now)} ${tokyoClock(instant).slice(11, 16)}` : '—'
}

/** `14:02:31` */
export const timeOfDay = (instant: number): string => tokyoClock(instant).slice(11, 19)

export const dateTimeJa = (instant: string | null | undefined): string =>
  instant ? formatDateTimeJa(instant) : '—'

export type Deadline = { text: string; late: boolean }

/** How much of a deadline is left, in the words of the counter: 今日まで, あと10日, 2日超過. */
export function deadlineOf(instant: string, now: number): Deadline {
  const days = Math.round((Date.parse(tokyoDate(instant)) - Date.parse(tokyoDate(now))) / DAY)
  if (Date.parse(instant) < now && days >= 0) return { text: '期限切れ', late: true }
  if (days < 0) return { text: `${-days}日超過`, late: true }
  if (days === 0) return { text: '今日まで', late: true }
  return { text: `あと${days}日`, late: false }
}
