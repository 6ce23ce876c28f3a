// What the operator types about companies and shops, put in order and judged alike by browser and server.
import { prefectures } from './codes.ts'
import { withoutSeparators } from './text.ts'

/** Who licenses dealers: one commission a prefecture, and in Hokkaido one more for each of four areas. */
export const publicSafetyCommissions: readonly string[] = prefectures.flatMap((prefecture) =>
  prefecture === '北海道'
    ? ['北海道公安委員会', ...['函館', '旭川', '釧路', '北見'].map((area) => `${area}方面公安委員会`)]
    : [`${prefecture}公安委員会`],
)

/** `第301012345678号`, however the twelve digits were typed; null when there are not twelve. */
export function normalizeLicenseNumber(text: string): string | null {
  const digits = withoutSeparators(text).replace(/^第/, '').replace(/号$/, '')
  return /^\d{12}$/.test(digits) ? `第${digits}号` : null
}

/** The look of a storefront by name, as it stands in addresses. */
export const isStoreKey = (text: string): boolean => /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/.test(text)

/** Everybody's look: the one key that companies share. */
export const sharedStoreKey = 'default'
