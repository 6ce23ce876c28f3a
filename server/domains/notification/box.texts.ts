import { isExpected } from '#contract/lifecycle'
import { formatPhone } from '#contract/text'
import { dayJa, type Message } from './notification.texts.ts'
import type { RequestNews } from './request.texts.ts'

type Box = RequestNews['boxes'][number]

const isHere = ({ arrived_at }: Box): boolean => arrived_at !== null

/** `1箱目・3箱目` */
const namesOf = (boxes: readonly Box[]): string => boxes.map(({ seq }) => `${seq}箱目`).join('・')

export function arrivedText({ boxes, shop_name }: RequestNews): string {
  const here = boxes.filter(isHere)
  return boxes.length > 1
    ? `${boxes.length}箱のうち${here.length}箱が、${shop_name}に届きました。${boxDays(here)}`
    : `${shop_name}にお荷物が届きました。`
}

/** `1箱目は11月22日(日)、2箱目は…に届きました。` */
function boxDays(here: readonly Box[]): string {
  const days = Map.groupBy(here, ({ arrived_at }) => dayJa(arrived_at as string))
  if (days.size < 2) return ''
  const parts = [...days].map(([day, boxes]) => `${namesOf(boxes)}は${day}`)
  return `${parts.join('、')}に届きました。`
}

const missingOf = (boxes: readonly Box[]): Box[] => boxes.filter((box) => !isHere(box))

export function missingText({ boxes, shop_name, shop_phone }: RequestNews): string {
  const missing = missingOf(boxes)
  return missing.length > 0 && missing.length < boxes.length
    ? `${namesOf(missing)}は届いていないため、届いた箱から進めます。送り状の控えをご確認のうえ、お心当たりがあれば${shop_name}(${formatPhone(shop_phone)})へお知らせください。あとから届いたときは、あわせて拝見します。`
    : ''
}

/** While others are on their way, or when one comes late. */
export function boxesMessage(request: RequestNews): Message {
  const { boxes } = request
  const here = boxes.filter(isHere)
  const isWaiting = isExpected(request.status)
  const next = isWaiting
    ? '残りの箱がそろってから、査定を始めます。届きしだい、お知らせします。'
    : '先に届いた箱とあわせて査定します。'
  return {
    kind: 'progress',
    title: `${boxes.length}箱のうち${here.length}箱が届きました`,
    body: [arrivedText(request), next].join(''),
    link: `/requests/${request.id}`,
    mail: true,
  }
}

/** What has not arrived, as part of a sentence. */
export function notHere({ boxes }: RequestNews): string {
  const missing = missingOf(boxes)
  return missing.length < boxes.length ? namesOf(missing) : 'お荷物'
}
