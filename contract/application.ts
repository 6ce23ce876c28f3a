import { addDays } from './day.ts'
import type { ErrorCode } from './error.ts'

export const adultAge = 18

export type ApplicationRefusal = Extract<ErrorCode, 'purchase_disabled' | 'under_age' | 'customer_incomplete'>

export interface Applicant {
  profile_complete: boolean
  is_purchase_disabled: boolean
  age: number | null
}

export function applicationRefusal(applicant: Applicant): ApplicationRefusal | null {
  if (applicant.is_purchase_disabled) return 'purchase_disabled'
  if (applicant.age !== null && applicant.age < adultAge) return 'under_age'
  if (!applicant.profile_complete || applicant.age === null) return 'customer_incomplete'
  return null
}

export const pickupFrom = (today: string): string => addDays(today, 1)
export const pickupUntil = (today: string): string => addDays(today, 14)
export const isPickupDate = (date: string, today: string): boolean =>
  date >= pickupFrom(today) && date <= pickupUntil(today)
