// What each carrier offers somebody who sends boxes at the receiver's cost (着払い).
import { pickupFrom } from './application.ts'
import type { IsHoliday } from './business-day.ts'
import type { KitSize } from './codes.ts'
import { tokyoClock, tokyoDate } from './day.ts'
import type { Carrier } from './tracking-number.ts'

interface CarrierService {
  /** Hour of the day before, by which a pickup on a Sunday or holiday is reserved; null: as on any other day. */
  restDayCutOff: number | null
  /** Where boxes can be brought. */
  counters: string
  /** Convenience stores that take its parcels, with what they take. */
  stores: { names: string; limit: string } | null
  /** Cardboard boxes it brings to the customer: its size classes, and business days from the shop to the door. */
  kit: { sizes: readonly KitSize[]; transitDays: number } | null
}

export const carrierServices: Readonly<Record<Carrier, CarrierService>> = {
  YAMATO: {
    restDayCutOff: null,
    counters: 'ヤマト運輸の営業所',
    stores: { names: 'セブン-イレブン、ファミリーマートなど', limit: '縦・横・高さの合計160cm、25kgまで' },
    kit: { sizes: [80, 100, 120, 140], transitDays: 2 },
  },
  SAGAWA: {
    restDayCutOff: 12,
    counters: '佐川急便の営業所・取次店',
    stores: null,
    // It has no class of 120.
    kit: { sizes: [80, 100, 140], transitDays: 2 },
  },
  // KLD publishes nothing about its counters and sizes.
  KLD: { restDayCutOff: null, counters: 'お店がご案内する窓口', stores: null, kit: null },
}

/** Whether `date` is a Sunday or a holiday. */
export function isRestDay(date: string, isHoliday: IsHoliday): boolean {
  return new Date(`${date}T00:00:00Z`).getUTCDay() === 0 || isHoliday(date)
}

/** Whether the carrier can still be booked for that day. The days that can be chosen at all are `pickupWindow`'s. */
export function isPickupDayOpen(carrier: Carrier, date: string, at: Date, isHoliday: IsHoliday): boolean {
  const { restDayCutOff } = carrierServices[carrier]
  if (restDayCutOff === null || date !== pickupFrom(tokyoDate(at)) || !isRestDay(date, isHoliday)) return true
  return Number(tokyoClock(at).slice(11, 13)) < restDayCutOff
}

export const restDayText = (carrier: Carrier): string | undefined => {
  const { restDayCutOff } = carrierServices[carrier]
  return restDayCutOff === null
    ? undefined
    : `日曜・祝日の集荷は、前日の${restDayCutOff}時までにお申し込みください。`
}
