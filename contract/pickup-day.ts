// Why a day cannot be chosen for a pickup, in the words of the form and of the refusal alike.
import { pickupWindow } from './application.ts'
import type { IsHoliday } from './business-day.ts'
import { isPickupDayOpen, restDayText } from './carrier.ts'
import { formatDateJa, isDate, noSuchDay, tokyoDate } from './day.ts'
import type { ErrorCode } from './error.ts'
import type { Carrier } from './tracking-number.ts'

export interface PickupWish {
  date: string
  carrier: Carrier
  /** When the kit is expected; null with own boxes. */
  kitOn: string | null
}

export interface PickupDayProblem {
  code: Extract<ErrorCode, 'pickup_date_invalid' | 'pickup_before_kit'>
  message: string
}

/** `12月1日(火)`; the year only where it is another one. */
const dayShown = (date: string, today: string): string =>
  date.slice(0, 4) === today.slice(0, 4) ? formatDateJa(date).replace(/^\d+年/, '') : formatDateJa(date)

export const kitDayText = (kitOn: string, today: string): string =>
  `段ボールのお届け予定は${dayShown(kitOn, today)}です。`

export function pickupDayProblem(
  { date, carrier, kitOn }: PickupWish,
  at: Date,
  isHoliday: IsHoliday,
): PickupDayProblem | null {
  const today = tokyoDate(at)
  const invalid = (message: string) => ({ code: 'pickup_date_invalid' as const, message })
  if (!isDate(date)) return invalid(noSuchDay(date) ?? '集荷日をカレンダーからお選びください。')
  const { from, until } = pickupWindow(today, kitOn)
  const shown = (day: string) => dayShown(day, today)
  const choice = `${shown(from)}から${shown(until)}までの日をお選びください。`
  if (date < today) return invalid(`${shown(date)}は、もう過ぎた日です。${choice}`)
  if (date === today) return invalid(`当日の集荷はお受けできません。${choice}`)
  if (date < from && kitOn !== null) {
    return {
      code: 'pickup_before_kit',
      message: `${kitDayText(kitOn, today)}集荷日は、その翌日の${shown(from)}から${shown(until)}までの日をお選びください。`,
    }
  }
  if (date > until) return invalid(`${shown(date)}の集荷は、まだお受けできません。${choice}`)
  return isPickupDayOpen(carrier, date, at, isHoliday)
    ? null
    : invalid(`${restDayText(carrier)}別の日か、ほかの運送会社をお選びください。`)
}
