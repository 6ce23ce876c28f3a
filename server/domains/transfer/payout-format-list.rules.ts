import type { PayoutFormat } from './payout-format.rules.ts'
import { zengin } from './zengin.rules.ts'

/** The first format that the house's bank accepts is used; the last accepts every bank. */
export const payoutFormats: readonly PayoutFormat[] = [zengin]

export const formatFor = (bankCode: string): PayoutFormat =>
  payoutFormats.find((format) => format.isTakenBy(bankCode)) ?? zengin

export function payoutFileName(batch: { id: number; pay_date: string; file_format: string }): string {
  const format = payoutFormats.find(({ code }) => code === batch.file_format) ?? zengin
  return `${format.code}-${batch.pay_date.replaceAll('-', '')}-${batch.id}.${format.extension}`
}
