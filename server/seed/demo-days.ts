// The days of the demo: everything has happened by the evening before it is made.
import { tokyoDate } from '#contract/day'

/** The last whole day in Tokyo: everything of the demo has happened by its evening. */
export const anchorDay = (now: Date): string => tokyoDate(new Date(now.getTime() - 24 * 3_600_000))

export const instantOf = (date: string, time: string): Date => new Date(`${date}T${time}:00+09:00`)
