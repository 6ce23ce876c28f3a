import { type custodyCalls, placeKindLabel } from '#contract/custody'
import type { AskResult } from '#web/lib/ask.ts'

export type Place = AskResult<typeof custodyCalls.places>[number]
export type Handover = AskResult<typeof custodyCalls.move>
export type Custody = AskResult<typeof custodyCalls.ofRequest>
export type PlaceCount = AskResult<typeof custodyCalls.counts>['results'][number]
export type PlaceCountDetail = AskResult<typeof custodyCalls.countOf>
export type Discrepancy = AskResult<typeof custodyCalls.discrepancies>['results'][number]
export type PlacedThing = Custody['now'][number]
export type Spot = NonNullable<PlacedThing['spot']>
type Thing = Handover['unchanged'][number]

export const spotText = (spot: Spot | null): string => {
  if (!spot) return '記録なし'
  return spot.kind ? `${spot.name}(${placeKindLabel[spot.kind]})` : `${spot.name}さん`
}

export const thingText = ({ request, box, seq, name }: Thing): string =>
  box === null ? [`${request}-${seq}`, name].filter(Boolean).join(' ') : `${request} の${box}箱目`

export const thingKey = ({ request, box, seq }: Thing): string => `${request} ${box} ${seq}`

/** 「1箱・3点」. */
export function amountText(boxes: number, items: number): string {
  return [boxes > 0 && `${boxes}箱`, items > 0 && `${items}点`].filter(Boolean).join('・') || '0点'
}

export const amountOf = (things: readonly Thing[]): string => {
  const boxes = things.filter(({ box }) => box !== null).length
  return amountText(boxes, things.length - boxes)
}

/** 「1〜3, 5」. */
export function rangesText(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}〜${to}`)).join(', ')
}

type Problem = Omit<Discrepancy['problems'][number], 'items'> & { items: readonly number[] }

/** What of a request does not add up, and which articles. */
export function problemText({ kind, count, items }: Problem): string {
  const numbers = items.length > 0 ? `${rangesText(items)}番` : ''
  const which = numbers && `: ${numbers}`
  switch (kind) {
    case 'short':
      return `申告より${count}点足りません`
    case 'unplaced':
      return `置き場の記録がありません${which}`
    case 'missing': {
      const boxes = count > items.length ? `箱${count - items.length}個` : ''
      return `棚卸しで見つかっていません: ${[boxes, numbers].filter(Boolean).join('と')}`
    }
    case 'left_over':
      return `お取引が終わりましたが、買取も返送もされていません${which}`
  }
}
