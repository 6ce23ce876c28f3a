import { tokyoDate } from '#contract/day'

const months = 7

/**
 * More than half a year, to the start of a month: within a month the addresses of a photo are the same, so that a system
 * that compares finds nothing new.
 */
export function addressesUntil(at: Date): Date {
  const [year = 0, month = 1] = tokyoDate(at).split('-').map(Number)
  const ordinal = year * 12 + month - 1 + months
  const start = String((ordinal % 12) + 1).padStart(2, '0')
  return new Date(`${Math.floor(ordinal / 12)}-${start}-01T00:00:00+09:00`)
}
