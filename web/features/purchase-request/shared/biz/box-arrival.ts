import { dateTimeJa } from '#web/lib/dates.ts'
import type { BizRequest } from './types.ts'

type Box = BizRequest['boxes'][number]

export const missingOf = ({ boxes }: Pick<BizRequest, 'boxes'>): Box[] =>
  boxes.filter(({ arrivedAt }) => arrivedAt === null)

/** `1箱目・3箱目` */
export const namesOf = (boxes: readonly { seq: number }[]): string =>
  boxes.map(({ seq }) => `${seq}箱目`).join('・')

export function arrivalText(box: Box): string {
  if (box.arrivedAt === null) return box.givenUpAt === null ? '届いていません' : '届かないまま進めました'
  const counted =
    box.countedWith === null ? `${box.itemCount ?? '—'}点` : `${box.countedWith}箱目とまとめて数えました`
  const weight = box.weightG ? `・${(box.weightG / 1000).toFixed(1)}kg` : ''
  return `${dateTimeJa(box.arrivedAt)} 受け取り・${counted}${weight}`
}
