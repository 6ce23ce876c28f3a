import { prefectures } from './codes.ts'
import { withoutSeparators } from './text.ts'

/** Licensing authorities: one per prefecture, and four more area commissions in Hokkaido. */
export const publicSafetyCommissions: readonly string[] = prefectures.flatMap((prefecture) =>
  prefecture === '北海道'
    ? ['北海道公安委員会', ...['函館', '旭川', '釧路', '北見'].map((area) => `${area}方面公安委員会`)]
    : [`${prefecture}公安委員会`],
)

/** Returns `第301012345678号`, or null when there are not twelve digits. */
export function normalizeLicenseNumber(text: string): string | null {
  const digits = withoutSeparators(text).replace(/^第/, '').replace(/号$/, '')
  return /^\d{12}$/.test(digits) ? `第${digits}号` : null
}

export const isStoreKey = (text: string): boolean => /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/.test(text)

export const sharedStoreKey = 'default'
