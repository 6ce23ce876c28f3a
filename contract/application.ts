import type { pickupTimeSlotLabel } from './codes.ts'
import { addDays, tokyoClock, tokyoDate } from './day.ts'
import type { ErrorCode } from './error.ts'

export const adultAge = 18

export type ApplicationRefusal = Extract<ErrorCode, 'under_age' | 'customer_incomplete'>

export interface Applicant {
  profile_complete: boolean
  age: number | null
}

export function applicationRefusal(applicant: Applicant): ApplicationRefusal | null {
  if (applicant.age !== null && applicant.age < adultAge) return 'under_age'
  if (!applicant.profile_complete || applicant.age === null) return 'customer_incomplete'
  return null
}

export const pickupFrom = (today: string): string => addDays(today, 1)

export interface PickupWindow {
  from: string
  until: string
}

/** Fourteen days from tomorrow on, or from the day after the kit is expected. */
export function pickupWindow(today: string, kitOn: string | null): PickupWindow {
  const tomorrow = pickupFrom(today)
  const from = kitOn !== null && kitOn > today ? addDays(kitOn, 1) : tomorrow
  return { from, until: addDays(from, 13) }
}

/** Carriers plan the next morning at 20:00. */
export const morningCutOff = 20

/** Whether a pickup can still be booked for that day and time. */
export function isPickupSlotOpen(date: string, slot: keyof typeof pickupTimeSlotLabel, at: Date): boolean {
  const isNextMorning = slot === 'AM' && date === pickupFrom(tokyoDate(at))
  return !isNextMorning || Number(tokyoClock(at).slice(11, 13)) < morningCutOff
}
