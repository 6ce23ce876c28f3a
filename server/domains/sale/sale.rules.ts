import type { SaleEntry } from '#contract/antique-ledger'
import { itemStatus as I, itemStatusLabel } from '#contract/lifecycle'

export interface BuyerInput {
  name?: string | undefined
  address?: string | undefined
  occupation?: string | undefined
  age?: number | null | undefined
}

export interface Buyer {
  name: string
  address: string
  occupation: string
  age: number
}

type Missing = Partial<Record<keyof Buyer, string[]>>

const asked = {
  name: '買い手の氏名を入力してください。',
  address: '買い手の住所を入力してください。',
  occupation: '買い手の職業を入力してください。',
  age: '買い手の年齢を入力してください。',
} as const

export type BuyerVerdict =
  | { ok: true; buyer: Buyer | null }
  | { ok: false; missing: Missing }
  | { ok: false; missing: null }

const isGiven = (input: BuyerInput): boolean =>
  [input.name, input.address, input.occupation].some((text) => text !== undefined && text !== '') ||
  (input.age !== undefined && input.age !== null)

/** Nothing of a buyer is kept that the law does not ask for. `missing` null: somebody gave what is not to be kept. */
export function buyerFor(entry: SaleEntry, input: BuyerInput | null | undefined): BuyerVerdict {
  const given = input ?? {}
  if (entry !== 'named') return isGiven(given) ? { ok: false, missing: null } : { ok: true, buyer: null }
  const { name = '', address = '', occupation = '', age = null } = given
  if (name !== '' && address !== '' && occupation !== '' && age !== null)
    return { ok: true, buyer: { name, address, occupation, age } }
  const missing: Missing = {
    ...(name === '' ? { name: [asked.name] } : {}),
    ...(address === '' ? { address: [asked.address] } : {}),
    ...(occupation === '' ? { occupation: [asked.occupation] } : {}),
    ...(age === null ? { age: [asked.age] } : {}),
  }
  return { ok: false, missing }
}

interface Sellable {
  status: number
  is_held: boolean
  is_seized: boolean
  sale: number | null
}

export type SaleProblem = { code: 'already_sold' | 'held' } | { code: 'guard_failed'; message: string }

/** Why an article cannot be sold now, apart from what the sale itself says. */
export function saleProblem(article: Sellable): SaleProblem | null {
  if (article.sale !== null) return { code: 'already_sold' }
  if (article.is_held) return { code: 'held' }
  if (article.is_seized)
    return {
      code: 'guard_failed',
      message: 'この商品は警察に引き渡されているため、販売を記録できません。',
    }
  if (article.status === I.PRODUCTIZING || article.status === I.PRODUCTIZED) return null
  const now = itemStatusLabel[article.status as keyof typeof itemStatusLabel]
  return {
    code: 'guard_failed',
    message: `販売を記録できるのは、商品化を始めた商品だけです(いまは「${now}」)。`,
  }
}

/** Why it cannot have been sold on that day; null when it can. */
export function dayProblem(
  soldOn: string,
  { purchased_on, back_on }: { purchased_on: string | null; back_on: string | null },
  today: string,
): string | null {
  if (soldOn > today) return '今日までの日付を入力してください。'
  if (purchased_on !== null && soldOn < purchased_on) return `買い取った日(${purchased_on})より前の日付です。`
  if (back_on !== null && soldOn < back_on) return `前の販売の返品の日(${back_on})より前の日付です。`
  return null
}
