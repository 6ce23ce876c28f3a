// KLD publishes no number format or tracking page, so its number is free text.
import { carriers } from './codes.ts'
import { withoutSeparators } from './text.ts'

export type Carrier = (typeof carriers)[number]

/** Of a request that names none. */
export const usualCarrier: Carrier = 'YAMATO'

export const isCarrier = (text: string | undefined): text is Carrier => carriers.some((one) => one === text)

/** The twelfth digit is the first eleven modulo seven. */
export function hasValidCheckDigit(digits: string): boolean {
  return /^\d{12}$/.test(digits) && Number(digits.slice(0, 11)) % 7 === Number(digits.slice(11))
}

export type TrackingNumberResult = { ok: true; number: string } | { ok: false; message: string }

const longestTrackingNumber = 30

/** Digits only for carriers with a check digit; trimmed text for KLD. */
export function normalizeTrackingNumber(carrier: Carrier, text: string): TrackingNumberResult {
  if (carrier === 'KLD') {
    const number = text.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
    if (number === '') return { ok: false, message: '送り状番号を入力してください。' }
    if (number.length > longestTrackingNumber)
      return { ok: false, message: `送り状番号は${longestTrackingNumber}文字までで入力してください。` }
    return { ok: true, number }
  }
  const number = withoutSeparators(text)
  if (!/^\d{12}$/.test(number)) return { ok: false, message: '送り状番号は12桁の数字で入力してください。' }
  if (hasValidCheckDigit(number)) return { ok: true, number }
  return { ok: false, message: '送り状番号に間違いがあるようです。伝票の12桁を確かめてください。' }
}

const trackingPages = {
  YAMATO: 'https://member.kms.kuronekoyamato.co.jp/parcel/detail?pno=',
  SAGAWA: 'https://k2k.sagawa-exp.co.jp/p/web/okurijosearch.do?okurijoNo=',
}

/** Returns null for KLD, and without a carrier or a valid number. */
export function trackingUrl(carrier: Carrier | null, text: string): string | null {
  if (carrier === null || carrier === 'KLD') return null
  const result = normalizeTrackingNumber(carrier, text)
  return result.ok ? trackingPages[carrier] + result.number : null
}
