import { addDays, tokyoDate } from '#contract/day'
import { longestPeriod, usualPeriod } from '#contract/insight'

export interface Period {
  from: string
  to: string
}

const DAY_MS = 86_400_000

export const daysIn = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** One day given alone is a period of its own; none: the seven days until yesterday. */
export function periodOf(
  at: Date,
  asked: { date_from?: string | undefined; date_to?: string | undefined },
): Period {
  const { date_from: from, date_to: to } = asked
  const yesterday = addDays(tokyoDate(at), -1)
  if (from === undefined && to === undefined)
    return { from: addDays(yesterday, 1 - usualPeriod), to: yesterday }
  return { from: from ?? (to as string), to: to ?? (from as string) }
}

export const isTooLong = (period: Period): boolean => daysIn(period) > longestPeriod

/** As many days, just before. */
export function periodBefore(period: Period): Period {
  const length = daysIn(period)
  return { from: addDays(period.from, -length), to: addDays(period.to, -length) }
}

export const daysOf = (period: Period): string[] =>
  Array.from({ length: daysIn(period) }, (_, day) => addDays(period.from, day))
