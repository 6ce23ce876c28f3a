import { tokyoDate } from '#contract/day'

/** Yesterday in Tokyo: everything in the demo has happened by then. */
export const anchorDay = (now: Date): string => tokyoDate(new Date(now.getTime() - 24 * 3_600_000))

export const instantOf = (date: string, time: string): Date => new Date(`${date}T${time}:00+09:00`)
