import { tokyoDate } from '#contract/day'

/** Today's date in Tokyo, wherever the reader is. */
export const todayInTokyo = (now: number = Date.now()): string => tokyoDate(now)
