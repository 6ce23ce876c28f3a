import { gmoAozora } from './gmo-aozora.rules.ts'
import type { PayoutFormat } from './payout-format.rules.ts'
import { zengin } from './zengin.rules.ts'

/** Chosen with the account that the house pays from. */
export const payoutFormats: readonly PayoutFormat[] = [zengin, gmoAozora]

/** Every bank takes the first. */
export const formatOf = (code: string): PayoutFormat =>
  payoutFormats.find((format) => format.code === code) ?? zengin

export function payoutFileName(batch: { id: number; pay_date: string; file_format: string }): string {
  const format = formatOf(batch.file_format)
  return `${format.code}-${batch.pay_date.replaceAll('-', '')}-${batch.id}.${format.extension}`
}
