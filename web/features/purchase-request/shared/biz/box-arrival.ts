import { dateTimeJa, monthDay } from '#web/lib/dates.ts'
import type { BizRequest } from './types.ts'

type Box = BizRequest['boxes'][number]

export const missingOf = ({ boxes }: Pick<BizRequest, 'boxes'>): Box[] =>
  boxes.filter(({ arrivedAt }) => arrivedAt === null)

/** What the files of the carrier say; blank when they say nothing. */
export const carrierText = ({ pickedUpAt, deliveredAt }: Pick<Box, 'pickedUpAt' | 'deliveredAt'>): string =>
  [pickedUpAt && `集荷 ${monthDay(pickedUpAt)}`, deliveredAt && `配達完了 ${monthDay(deliveredAt)}`]
    .filter(Boolean)
    .join('・')

/** `1箱目・3箱目` */
export const namesOf = (boxes: readonly { seq: number }[]): string =>
  boxes.map(({ seq }) => `${seq}箱目`).join('・')

/** `3点・4.2kg` */
export const countedText = ({ itemCount, weightG }: Pick<Box, 'itemCount' | 'weightG'>): string =>
  `${itemCount ?? '—'}点${weightG ? `・${(weightG / 1000).toFixed(1)}kg` : ''}`

export function arrivalText(box: Box): string {
  if (box.arrivedAt === null) {
    if (box.givenUpAt !== null) return '届かないまま進めました'
    return box.deliveredAt === null ? '届いていません' : '受け取りの記録はまだありません'
  }
  const counted = box.countedWith === null ? countedText(box) : `${box.countedWith}箱目とまとめて数えました`
  return [`${dateTimeJa(box.arrivedAt)} 受け取り`, counted, box.receivedBy].filter(Boolean).join('・')
}
