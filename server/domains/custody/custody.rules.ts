import { type PlaceKind, placeKindLabel } from '#contract/custody'
import { itemStatus as I } from '#contract/lifecycle'

export type PlaceAct = 'assess' | 'send_back' | 'list'

interface PlaceRule {
  /** As in 「…は『返送』の置き場で行います」. */
  act: string
  kinds: readonly PlaceKind[]
  /** Also while a colleague has the article. */
  inHand: boolean
}

/** Where an article may be for what is done with it. */
export const placeRules: Readonly<Record<PlaceAct, PlaceRule>> = {
  assess: { act: '査定', kinds: ['assessment', 'intake'], inHand: true },
  send_back: { act: '返送', kinds: ['return', 'storage'], inHand: false },
  list: { act: '商品化', kinds: ['photo', 'storage'], inHand: true },
}

const actOfStatus: Readonly<Record<number, PlaceAct>> = {
  [I.RETURNED]: 'send_back',
  [I.PRODUCTIZING]: 'list',
  [I.PRODUCTIZED]: 'list',
}

/** What moving an article into a status does with it; undefined where its place does not matter. */
export const actOfMove = (to: number): PlaceAct | undefined => actOfStatus[to]

export interface RecordedItem {
  request: number
  seq: number
  shop: number
  place_name: string | null
  place_kind: PlaceKind | null
  place_shop: number | null
  place_shop_name: string
  holder_name: string | null
  /** Kinds of which its own shop has a place in use. */
  shop_kinds: readonly PlaceKind[]
}

/** A shop without any place of the kinds that an act needs has no rule about it. */
export function isWrongPlace(act: PlaceAct, item: RecordedItem): boolean {
  const { kinds, inHand } = placeRules[act]
  if (item.place_shop !== null && item.place_shop !== item.shop) return true
  if (!item.shop_kinds.some((kind) => kinds.includes(kind))) return false
  if (item.holder_name !== null) return !inHand
  return item.place_kind !== null && !kinds.includes(item.place_kind)
}

export function wrongPlaceMessage(act: PlaceAct, wrong: readonly RecordedItem[]): string {
  const [item] = wrong
  if (!item) return ''
  const others = wrong.length > 1 ? `(ほか${wrong.length - 1}点)` : ''
  const { act: word, kinds } = placeRules[act]
  const right = kinds.map((kind) => `「${placeKindLabel[kind]}」`).join('か')
  const must = `${word}は、お店の${right}の置き場に移してから行ってください。`
  return `商品 ${item.request}-${item.seq}${others}は、いま${whereOf(item)}にあります。${must}`
}

function whereOf(item: RecordedItem): string {
  if (item.holder_name !== null) return `${item.holder_name}さんの手元`
  const kind = item.place_kind === null ? '' : `(${placeKindLabel[item.place_kind]})`
  const shop = item.place_shop === item.shop ? '' : `${item.place_shop_name}の`
  return `${shop}「${item.place_name}」${kind}`
}
