// Each box is derived from its number alone, so that several passes agree without storing boxes.
import { evidenceDays } from '#contract/evidence'
import { requestStatus as S } from '#contract/lifecycle'
import { foldSearch } from '#contract/text'
import { evidenceLabel, spreadOf } from '#server/domains/item/item.rules'
import { type Article, drawArticle } from './goods.ts'
import { type Dice, dice } from './random.ts'

export const size = { customers: 100_000, requests: 200_000, items: 1_000_000, ledger: 500_000 } as const
export type Size = Record<keyof typeof size, number>
export const timesSize = (times: number): Size => ({
  customers: size.customers * times,
  requests: size.requests * times,
  items: size.items * times,
  ledger: size.ledger * times,
})

const day = 86_400_000

export interface PoolArticle extends Article {
  folded: string
  deductionTotal: number
  price: number
  /** What articles of its kind were bought for, as the assessor saw it: JSON. */
  evidence: string
}

const kindOf = ({ kind, grade }: Article): string => `${kind.brand} ${kind.category} ${grade?.charAt(0)}`

export function articlePool(count: number): PoolArticle[] {
  const die = dice(77_001)
  const articles = Array.from({ length: count }, () => {
    const article = drawArticle(die, { popular: die.chance(0.6), sure: true })
    const deductionTotal = article.flaws.reduce((sum, flaw) => sum + flaw.amount, 0)
    return {
      ...article,
      folded: foldSearch(article.name),
      deductionTotal,
      price: Math.max(1, article.base - deductionTotal),
    }
  })
  const prices = Map.groupBy(articles, kindOf)
  return articles.map((article) => {
    const alike = (prices.get(kindOf(article)) ?? []).map(({ price }) => price)
    return {
      ...article,
      evidence: JSON.stringify(spreadOf(alike, evidenceDays, evidenceLabel(article.grade ?? ''))),
    }
  })
}

export interface LargeItem {
  id: number
  seq: number
  article: PoolArticle
  status: number
}

export interface LargeBox {
  index: number
  id: number
  status: number
  customer: number
  /** 0 to 2; `shop` is the index over all shops. */
  dealer: number
  shop: number
  created: number
  items: LargeItem[]
  total: number
  boughtTotal: number
  die: Dice
}

const arrivedStates = new Set<number>([3, 10, 11, 12, 13, 20, 21, 22, 23, 24])
export const isContracted = (status: number): boolean => status === S.CONTRACTED || status === S.COMPLETED
export const isOffered = (status: number): boolean => [11, 12, 13, 20, 21, 22, 23].includes(status)
export const hasArrived = (status: number): boolean => arrivedStates.has(status)

const recentShare = 0.36
const recentDays = 30
const oldDays = 730

/** In days: a third of the boxes come from the last month, most of the rest are years old. */
function ageOf(index: number, count: number): number {
  const place = (index + 0.5) / count
  const split = 1 - recentShare
  return place < split
    ? recentDays + (1 - place / split) * (oldDays - recentDays)
    : ((1 - place) / recentShare) * recentDays
}

function stateOf(die: Dice, age: number): number {
  if (age < 1) return S.APPLIED
  if (age < 3) return die.weighted([0, 1, 2], [2, 5, 4])
  if (age < 5) return die.weighted([1, 2, 3, 10], [1, 4, 3, 3])
  if (age < 8) return die.weighted([10, 11, 12], [4, 93, 3])
  if (age < 14) return die.weighted([11, 12, 13, 20, 21], [52, 6, 10, 8, 24])
  if (age < 30) return die.weighted([21, 20, 22, 23, 24, 4], [82, 6, 4, 5, 1, 2])
  return die.weighted([21, 23, 4, 24], [83, 6, 9, 2])
}

export interface Skeleton {
  status: number
  count: number
  firstItem: number
  bought: number
}

/** Assigns statuses, then exactly the wanted numbers of items and purchases. */
export function skeletonOf(wanted: Size, seed: number): Skeleton[] {
  const rows = Array.from({ length: wanted.requests }, (_, index): Skeleton => {
    const die = dice(seed + index)
    return { status: stateOf(die, ageOf(index, wanted.requests)), count: 0, firstItem: 0, bought: 0 }
  })
  const arrived = rows.filter(({ status }) => hasArrived(status))
  let given = 0
  for (const [place, row] of arrived.entries()) {
    const target = Math.floor(((place + 1) * wanted.items) / arrived.length)
    const isLast = place === arrived.length - 1
    // Varies the size: every other box leaves two items to the next.
    row.count = Math.max(2, target - given - (isLast || place % 2 === 1 ? 0 : 2))
    row.firstItem = given + 1
    given += row.count
  }
  const contracted = rows.filter(({ status }) => isContracted(status))
  let bought = 0
  for (const [place, row] of contracted.entries()) {
    const target = Math.floor(((place + 1) * wanted.ledger) / contracted.length)
    row.bought = Math.max(1, Math.min(row.count, target - bought))
    bought += row.bought
  }
  for (const row of contracted.toReversed()) {
    const more = Math.min(row.count - row.bought, wanted.ledger - bought)
    row.bought += more
    bought += more
  }
  return rows
}

export interface Plan {
  wanted: Size
  seed: number
  now: number
  skeletons: Skeleton[]
  pool: PoolArticle[]
}

const shopWeights = [45, 25, 12, 8, 10]
const dealerOfShop = [0, 0, 1, 1, 2]

export function boxOf(plan: Plan, index: number): LargeBox {
  const skeleton = plan.skeletons[index] as Skeleton
  const die = dice(plan.seed * 7 + index)
  const shop = die.weighted([0, 1, 2, 3, 4], shopWeights)
  const customer = index % 20_011 === 5 ? 1 : die.int(2, plan.wanted.customers)
  const items: LargeItem[] = []
  let total = 0
  let boughtTotal = 0
  for (let place = 0; place < skeleton.count; place++) {
    const article = die.pick(plan.pool)
    const isBought = place < skeleton.bought
    items.push({
      id: skeleton.firstItem + place,
      seq: place + 1,
      article,
      status: itemStatus(skeleton, isBought, place, ageOf(index, plan.wanted.requests)),
    })
    // A finished deal includes accepted items only.
    total += article.price
    if (isBought) boughtTotal += article.price
  }
  return {
    index,
    id: 10_001 + index,
    status: skeleton.status,
    customer,
    dealer: dealerOfShop[shop] as number,
    shop,
    created: plan.now - ageOf(index, plan.wanted.requests) * day - 3_600_000,
    items,
    total,
    boughtTotal,
    die,
  }
}

/** What was bought long ago is on sale or sold; what came lately waits. */
function boughtStatus(age: number, place: number): number {
  if (age > 45) return place % 40 === 0 ? 8 : 9
  return (age > 20 ? ([9, 8, 9, 6] as const) : ([6, 8, 6, 9] as const))[place % 4] as number
}

function itemStatus({ status }: Skeleton, isBought: boolean, place: number, age: number): number {
  switch (status) {
    case S.ARRIVED:
      return 0
    case S.ASSESSING:
      return place % 2 === 0 ? 2 : 1
    case S.OFFERED:
    case S.REASSESSING:
      return 2
    case S.ANSWERED:
      return 4
    case S.CONTRACTED:
      return isBought ? 6 : 5
    case S.COMPLETED:
      return isBought ? boughtStatus(age, place) : 7
    case S.RETURNING:
      return 5
    case S.RETURNED:
      return 7
    default:
      return 1
  }
}

/** In milliseconds; null for steps that have not happened. */
export function timesOf(box: LargeBox) {
  const { status, created } = box
  const after = (days: number, happened: boolean) => (happened ? created + days * day : null)
  return {
    arrived: after(3, hasArrived(status)),
    offered: after(4.5, isOffered(status)),
    answered: after(7, [13, 20, 21, 22, 23].includes(status)),
    contracted: after(7.01, isContracted(status)),
    closed: after(status === 4 ? 1 : status === 24 ? 4 : 10, [4, 21, 23, 24].includes(status)),
  }
}

const letters = '23456789abcdefghjkmnpqrstuvwxyz'

/** Unguessable and unique per number. */
export function codeOf(die: Dice, id: number, length: number): string {
  let tail = ''
  for (let left = id; left > 0; left = Math.floor(left / letters.length))
    tail += letters[left % letters.length]
  tail = tail.padEnd(5, '2')
  let code = ''
  while (code.length < length - tail.length) code += letters[die.int(0, letters.length - 1)]
  return code + tail
}
