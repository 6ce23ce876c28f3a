import type { companyCalls } from '#contract/company'
import { formatYen } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'

export type Shop = AskResult<typeof companyCalls.shop>

/** `1.2日`; undefined while too few requests were measured. */
export const leadTimeText = ({ leadTimeDays }: Pick<Shop, 'leadTimeDays'>): string | undefined =>
  leadTimeDays === null ? undefined : leadTimeDays < 0.1 ? '当日' : `${leadTimeDays.toFixed(1)}日`

export const acceptanceText = ({ acceptanceRate }: Pick<Shop, 'acceptanceRate'>): string | undefined =>
  acceptanceRate === null ? undefined : `${Math.round(acceptanceRate * 100)}%`

export function figuresOf(shops: readonly Shop[]) {
  const measured = shops.flatMap(({ leadTimeDays }) => (leadTimeDays === null ? [] : [leadTimeDays]))
  const costs = shops.map(({ returnCost }) => returnCost)
  return {
    /** The slowest shop's, so that the promise holds for all. */
    leadTime: measured.length === shops.length && measured.length > 0 ? Math.max(...measured) : undefined,
    returnCost: costs.length > 0 ? { from: Math.min(...costs), to: Math.max(...costs) } : undefined,
    replyDays:
      shops.length > 0 ? Math.min(...shops.map(({ replyBusinessDays }) => replyBusinessDays)) : undefined,
  }
}

export const costText = ({ from, to }: { from: number; to: number }): string =>
  from === to ? formatYen(from) : `${formatYen(from)}〜${formatYen(to)}`
