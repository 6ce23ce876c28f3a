import type { MatchReason, MatchStrength } from '#contract/notice-match'
import { bigrams } from '#contract/text'
import { foldBrand } from '#server/domains/catalogue/brand-search.rules'
import { type Agreement, colorAgreement } from './notice-color.rules.ts'
import { hasDigit, numberKey, numbersIn, plainNumber } from './notice-number.rules.ts'

export interface Wanted {
  brand_folded: string
  /** Ids from the root to the category; empty where none is given. */
  category_path: readonly number[]
  name: string
  color: string
  features: string
  product_number: string
  serial_number: string
  other_number: string
}

export interface Candidate {
  /** All spellings of its brand, folded; empty where it has none yet. */
  brand_spellings: readonly string[]
  category_path: readonly number[]
  name: string
  color: string
  features: string
  product_number: string
  serial_number: string
}

export interface Match {
  strength: MatchStrength
  /** The higher, the more agrees: from 40 for features without a brand, from 75 with it, from 150 for a number. */
  score: number
  reasons: MatchReason[]
}

const weights = {
  brand: 40,
  category: 25,
  category_near: 10,
  color: 20,
  color_near: 10,
  name: 20,
  features: 10,
}
const ENOUGH = 75
/** Where one side names no brand: what then agrees is at most the kind, the colour and the words. */
const ENOUGH_WITHOUT_BRAND = 40
const NUMBER = 150

/** Shorter ones are sizes, years and style codes rather than numbers of one article. */
const shortest = { own: 5, product: 4, inText: 6, withoutBrand: 6, evenIfBrandDiffers: 8 } as const

/** Null when they are different things, or too little is known. */
export function matchOf(wanted: Wanted, item: Candidate): Match | null {
  const category = categoryAgreement(wanted.category_path, item.category_path)
  const number = numberMatch(wanted, item)
  // A wallet is no coat, whatever else agrees.
  if (!number && category === 'differs') return null
  const brand = brandAgreement(wanted.brand_folded, item)
  const color = colorAgreement(wanted.color, item.color)
  if (!number && [brand, color].includes('differs')) return null
  const like = likeness(wanted, item, { brand, color, category })
  if (number) {
    const differs: MatchReason[] = [
      ...(brand === 'differs' ? (['brand_differs'] as const) : []),
      ...(color === 'differs' ? (['color_differs'] as const) : []),
    ]
    const isSure = isSureNumber(number, brand, color)
    return {
      strength: isSure ? 'number' : 'features',
      score: (isSure ? NUMBER : ENOUGH) + like.score + (number.isNear ? 0 : 10),
      reasons: [number.reason, ...like.reasons, ...differs],
    }
  }
  // Another number of its own on both sides: two of a kind, but not the same one.
  if (hasOwnNumber(wanted.serial_number) && hasOwnNumber(item.serial_number)) return null
  const isAlike = brand === 'same' ? like.score >= ENOUGH : isLikeWithoutBrand(like)
  return isAlike ? { strength: 'features', ...like } : null
}

interface Likeness {
  reasons: readonly MatchReason[]
  score: number
}

/** Words alone name half of the stock: with them the colour has to agree, or the marks the owner described. */
function isLikeWithoutBrand({ reasons, score }: Likeness): boolean {
  if (score < ENOUGH_WITHOUT_BRAND) return false
  const has = (...some: MatchReason[]) => some.some((reason) => reasons.includes(reason))
  return has('name', 'features') && has('color', 'color_near', 'features')
}

const hasOwnNumber = (text: string): boolean =>
  numbersIn([text]).some((part) => plainNumber(part).length >= 5)

function likeness(
  wanted: Wanted,
  item: Candidate,
  { brand, color, category }: Record<'brand' | 'color' | 'category', Agreement>,
) {
  const reasons: MatchReason[] = []
  if (brand === 'same') reasons.push('brand')
  if (category === 'same') reasons.push('category')
  if (category === 'near') reasons.push('category_near')
  if (color === 'same') reasons.push('color')
  if (color === 'near') reasons.push('color_near')
  if (isSameName(wanted.name, item.name)) reasons.push('name')
  if (similarity(wanted.features, item.features) >= 0.4) reasons.push('features')
  const score = reasons.reduce((sum, reason) => sum + weights[reason as keyof typeof weights], 0)
  return { reasons, score: category === 'differs' ? 0 : score }
}

/** Or the one is a part of the other: 「ピーコート」 of 「ウール混 ピーコート ダブル」. A letter or two are in many words. */
function isSameName(one: string, other: string): boolean {
  if (similarity(one, other) >= 0.5) return true
  const [short, long] = [foldBrand(one), foldBrand(other)].toSorted((a, b) => a.length - b.length) as [
    string,
    string,
  ]
  return [...short].length >= 3 && long.includes(short)
}

export function brandAgreement(wanted: string, item: Candidate): Agreement {
  if (wanted === '') return 'unknown'
  if (item.brand_spellings.includes(wanted)) return 'same'
  // Before the assessment the brand may stand in the name only. A brand of two letters is in many words.
  if ([...wanted].length >= 3 && foldBrand(item.name).includes(wanted)) return 'same'
  return item.brand_spellings.length > 0 ? 'differs' : 'unknown'
}

function categoryAgreement(one: readonly number[], other: readonly number[]): Agreement {
  if (one.length === 0 || other.length === 0) return 'unknown'
  const shared = Math.min(one.length, other.length)
  if (one.slice(0, shared).every((id, index) => id === other[index])) return 'same'
  return one[0] === other[0] ? 'near' : 'differs'
}

/** Shared pairs of letters (Dice) without punctuation, 0–1. */
export function similarity(one: string, other: string): number {
  const folded = foldBrand(one)
  if (folded.length < 2 || other === '') return 0
  const [a, b] = [bigrams(folded), new Set(bigrams(foldBrand(other)))]
  return (2 * a.filter((pair) => b.has(pair)).length) / (a.length + b.size)
}

interface NumberMatch {
  reason: MatchReason
  isNear: boolean
  isOwn: boolean
  length: number
}

function numberMatch(wanted: Wanted, item: Candidate): NumberMatch | null {
  const own =
    found(wanted.serial_number, item, 'serial', true) ??
    found(wanted.other_number, item, 'other_number', true)
  if (own) return own
  // The same model with another number of its own is another article.
  if (hasOwnNumber(wanted.serial_number) && hasOwnNumber(item.serial_number)) {
    const isMisplaced = numbersIn([wanted.product_number]).some(
      (part) => numberKey(part) === numberKey(item.serial_number),
    )
    if (!isMisplaced) return null
  }
  return found(wanted.product_number, item, 'product_number', false)
}

function found(
  wanted: string,
  item: Candidate,
  reason: 'serial' | 'other_number' | 'product_number',
  isOwn: boolean,
): NumberMatch | null {
  const parts = numbersIn([wanted])
  if (parts.length === 0) return null
  const fields = [item.product_number, item.serial_number]
  const inFields = numbersIn(fields)
  const anywhere = numbersIn(fields, `${item.name} ${item.features}`)
  const least = isOwn ? shortest.own : shortest.product
  const hits = parts.flatMap((part) => {
    const key = numberKey(part)
    const places = key.length >= shortest.inText ? anywhere : inFields
    const same =
      key.length >= least
        ? places.filter((place) => numberKey(place) === key && (hasDigit(part) || hasDigit(place)))
        : []
    if (same.length === 0) return []
    return { length: key.length, isNear: !same.some((place) => plainNumber(place) === plainNumber(part)) }
  })
  const [best] = hits.toSorted((a, b) => Number(a.isNear) - Number(b.isNear) || b.length - a.length)
  return best ? { ...best, isOwn, reason: best.isNear ? `${reason}_near` : reason } : null
}

/** Otherwise it may be chance, and staff are asked. */
function isSureNumber({ isOwn, length }: NumberMatch, brand: Agreement, color: Agreement): boolean {
  if (isOwn)
    return (
      brand === 'same' ||
      length >= (brand === 'differs' ? shortest.evenIfBrandDiffers : shortest.withoutBrand)
    )
  if (brand === 'differs' || color === 'differs') return false
  return brand === 'same' || length >= shortest.withoutBrand
}
