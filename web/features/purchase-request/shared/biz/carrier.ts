import { carrierLabel, carriers, labelOf } from '#contract/codes'
import { withoutSeparators } from '#contract/text'
import { hasValidCheckDigit } from '#contract/tracking-number'

export const carrierOptions = carriers.map((value) => ({ value, label: carrierLabel[value] }))

const short: Readonly<Record<string, string>> = { YAMATO: 'ヤマト', SAGAWA: '佐川', KLD: '提携便' }
export const carrierShort = (carrier: string | null): string =>
  carrier ? (short[carrier] ?? labelOf(carrierLabel, carrier)) : ''

export function trackingProblem(carrier: string, text: string): string | undefined {
  if (text.trim() === '') return '送り状番号を入力してください(伝票の12桁)'
  if (carrier === 'KLD') return undefined
  const digits = withoutSeparators(text)
  if (!/^\d{12}$/.test(digits)) return `送り状番号は12桁の数字です(いま${digits.replace(/\D/g, '').length}桁)`
  return hasValidCheckDigit(digits) ? undefined : '12桁のどこかが違うようです。伝票をもう一度お確かめください'
}
