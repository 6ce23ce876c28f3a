import type { preAssessmentCalls } from '#contract/pre-assessment'
import type { AskInput, AskResult } from '#web/lib/ask.ts'
import { type SaveShape, saveShape } from '#web/lib/save-shape.ts'
import type { PreAssessment } from './pre-assessment-words.ts'

export type ItemOnWire = PreAssessment['items'][number]
export type Named = AskResult<typeof preAssessmentCalls.price>['prices'][number]
export type Step = Named['steps'][number]
type Update = AskInput<typeof preAssessmentCalls.updateItem>['body']
export type Article = AskInput<typeof preAssessmentCalls.price>['body']['articles'][number]

/** A price set by a person instead of a template. */
export type Hand = { low: number; high: number; reason: string }

/** An article as the page edits it; without an id until the server has it. */
export type Row = Omit<ItemOnWire, 'id'> & { id: number | null; slug: string; hand: Hand | null }

export const fieldLabels = {
  brand: 'ブランド',
  category: 'カテゴリ',
  gender: '対象',
  condition: '状態',
  season: '季節',
  attributes: '属性',
  count: '数',
  note: 'メモ',
  hand: '手で決めた幅',
} as const
export type RowField = keyof typeof fieldLabels
/** Where the cursor can stand: a field, or one of the attributes that the templates of the category know. */
export type Cell = RowField | `attribute-${number}`
export type AttributeValue = Row['attributes'][string]

export const attributeCell = (index: number): Cell => `attribute-${index}`
const writable = Object.keys(fieldLabels) as RowField[]

/** What goes with a field: the name shown for an id. */
const besides = {
  brand: 'brandName',
  category: 'categoryName',
  condition: 'conditionName',
  season: 'seasonName',
} as const satisfies Partial<Record<RowField, keyof Row>>

export type Patch = Partial<Pick<Row, RowField | (typeof besides)[keyof typeof besides]>>

/** What two rows of the same kind share. */
export function articlePatch(row: Row): Patch {
  const { brand, brandName, category, categoryName, gender, condition, conditionName } = row
  const { season, seasonName, attributes, note } = row
  return {
    ...{ brand, brandName, category, categoryName, gender, condition, conditionName },
    ...{ season, seasonName, attributes, note },
  }
}

const fieldsOf = (patch: Patch): RowField[] =>
  writable.filter(
    (field) => Object.hasOwn(patch, field) || (field === 'brand' && Object.hasOwn(patch, 'brandName')),
  )

const pricing: readonly RowField[] = ['brand', 'category', 'gender', 'condition', 'season', 'attributes']

/** Whether the price on the server is of another article than what is typed. */
export const changesPrice = (patch: Patch): boolean =>
  fieldsOf(patch).some((field) => pricing.includes(field))

export function wireOf(patch: Patch): Omit<Update, 'version'> {
  const { brand, brandName, hand, category, gender, condition, season, attributes, count, note } = patch
  const given = { category, gender, condition, season, attributes, count, note }
  return {
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as typeof given),
    // A name without a brand of the catalogue is kept as it was typed.
    ...(brand !== undefined && { brand, brandText: brand === null ? (brandName ?? '') : '' }),
    ...(hand === null && { low: null, high: null, handReason: '' }),
    ...(hand && { low: hand.low, high: hand.high, handReason: hand.reason }),
  } as Omit<Update, 'version'>
}

const isByHand = ({ steps }: Pick<ItemOnWire, 'steps'>): boolean => steps.some(({ step }) => step === 'hand')

const handOf = (item: ItemOnWire): Hand | null =>
  isByHand(item) && item.low !== null && item.high !== null
    ? { low: item.low, high: item.high, reason: item.handReason }
    : null

export const rowOf = (slug: string, item: ItemOnWire): Row => ({ ...item, slug, hand: handOf(item) })

export const blankRow = (slug: string): Row => ({
  ...{
    slug,
    id: null,
    version: 0,
    position: 0,
    brand: null,
    brandName: '',
    category: null,
    categoryName: '',
  },
  ...{ gender: null, condition: null, conditionName: '', season: null, seasonName: '', attributes: {} },
  ...{ count: 1, note: '', handReason: '', hand: null, photos: [], result: null },
  ...{ low: null, center: null, high: null, template: null, steps: [], past: null, driftPermille: null },
  reason: 'incomplete',
})

export const rowShape: SaveShape<Row, RowField, Patch> = saveShape<Row, RowField, Patch>({
  fieldsOf,
  besides,
})

export const articleOf = ({ brand, category, gender, condition, season, attributes }: Row): Article => ({
  ...{ brand, category, condition, season, attributes },
  gender: gender as Article['gender'],
})

export const isBlank = ({ brandName, category, condition, note, hand }: Row): boolean =>
  brandName === '' && category === null && condition === null && note === '' && hand === null

/**
 * The first field that still has to be filled, in the order in which they are asked for. `attributes`: names of those that
 * templates ask for.
 */
export function nextField(row: Row, after: Cell, attributes: readonly string[] = []): Cell | undefined {
  const empty: [Cell, boolean][] = [
    ['brand', row.brandName === ''],
    ['category', row.category === null],
    ['gender', row.gender === null],
    ['condition', row.condition === null],
    ['season', row.season === null],
    ...attributes.map((name, index): [Cell, boolean] => [
      attributeCell(index),
      row.attributes[name] === undefined,
    ]),
  ]
  const place = empty.findIndex(([cell]) => cell === after)
  return place < 0 ? undefined : empty.slice(place + 1).find(([, isEmpty]) => isEmpty)?.[0]
}

export type Amounts = {
  low: number | null
  center: number | null
  high: number | null
  steps: readonly Step[]
  reason: Named['reason']
  /** The price of what is typed is not known yet. */
  isAsked: boolean
}

const mid = (low: number, high: number): number => Math.ceil((low + high) / 2)

/** `live`: the price of what is typed, which counts as long as the server has stored another article. */
export function amountsOf(row: Row, isChanged: boolean, live: Named | undefined): Amounts {
  const source = isChanged ? live : row
  const steps = (source?.steps ?? []).filter(({ step }) => step !== 'hand')
  if (row.hand) {
    const { low, high } = row.hand
    return { low, center: mid(low, high), high, steps, reason: null, isAsked: false }
  }
  const isStale = !isChanged && isByHand(row)
  if (!source || isStale) {
    const { low = null, center = null, high = null, reason = null } = live ?? {}
    return { low, center, high, steps: live?.steps ?? [], reason, isAsked: live === undefined }
  }
  const { low, center, high, reason } = source
  return { low, center, high, steps, reason, isAsked: false }
}

export type Sum = { low: number; center: number; high: number; priced: number; unpriced: number }

export function totalOf(
  rows: readonly (Pick<Amounts, 'low' | 'center' | 'high'> & { count: number })[],
): Sum {
  const sum: Sum = { low: 0, center: 0, high: 0, priced: 0, unpriced: 0 }
  for (const { low, center, high, count } of rows) {
    if (low === null || center === null || high === null) sum.unpriced += count
    else {
      sum.low += low * count
      sum.center += center * count
      sum.high += high * count
      sum.priced += count
    }
  }
  return sum
}
