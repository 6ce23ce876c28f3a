import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { type AnalysisField, sureEnough } from '#contract/analysis'
import { foldSearch } from '#contract/text'
import { everyBrand } from '#server/domains/catalogue/catalogue.service'
import { plainNumber } from '#server/domains/stolen-notice/notice-number.rules'
import { systemActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { readPicture } from '#server/platform/picture-reader'
import { judgedFields } from './analysis.queries.ts'
import { brandIndex } from './brand-match.rules.ts'
import { filled, ranked } from './candidate.rules.ts'
import { findingsOf } from './local-engine.service.ts'

export interface Accuracy {
  engine: string
  field: string
  n: number
  /** What stood first was right. */
  first: number
  /** It was among the first three. */
  among: number
  /** Would have been filled in without a person. */
  filled: number
  filledRight: number
}

const isAlike = (field: string, one: string, other: string): boolean =>
  field === 'product_number' ? plainNumber(one) === plainNumber(other) : foldSearch(one) === foldSearch(other)

/**
 * By engine and field. What the article says in the end decides, also where somebody typed it and chose nothing; before
 * that, what was chosen.
 */
export async function accuracyOfUse(db: Db): Promise<Accuracy[]> {
  const found = new Map<string, Accuracy>()
  for (const { engine, field, suggested, confidence, chosen, written } of await judgedFields(db)) {
    const key = `${engine} ${field}`
    const known = found.get(key) ?? { engine, field, n: 0, first: 0, among: 0, filled: 0, filledRight: 0 }
    const truth = written ?? chosen ?? ''
    const right = suggested.slice(0, 3).map((value) => truth !== '' && isAlike(field, value, truth))
    const isSure = (confidence ?? 0) >= sureEnough
    found.set(key, {
      ...known,
      n: known.n + 1,
      first: known.first + Number(right[0] ?? false),
      among: known.among + Number(right.includes(true)),
      filled: known.filled + Number(isSure),
      filledRight: known.filledRight + Number(isSure && (right[0] ?? false)),
    })
  }
  return [...found.values()]
}

const labels = z.record(
  z.string(),
  z.object({
    brand: z.string(),
    product_number: z.string(),
    materials: z.array(z.string()),
    size: z.string(),
  }),
)
type Label = z.output<typeof labels>[string]

const isRight = (field: AnalysisField, value: string, label: Label): boolean => {
  if (field === 'brand') return value === label.brand
  if (field === 'product_number') return plainNumber(value) === plainNumber(label.product_number)
  if (field === 'size') return value === label.size
  return (
    label.materials.every((name) => value.includes(name)) &&
    value.split(' ').length === label.materials.length
  )
}

const measured = ['brand', 'product_number', 'material', 'size'] as const

export interface LabelResult {
  accuracies: Accuracy[]
  /** Milliseconds for a picture, half of them faster. */
  median: number
}

/** Of drawn labels in a folder (scripts/label-pictures.ts), read one after another. */
export async function accuracyOfLabels(db: Db, folder: string, at: Date): Promise<LabelResult> {
  const truths = labels.parse(JSON.parse(await readFile(path.join(folder, 'labels.json'), 'utf8')))
  const index = brandIndex(await everyBrand(db, systemActor(at), {}))
  const accuracies = measured.map(
    (field): Accuracy => ({ engine: 'local', field, n: 0, first: 0, among: 0, filled: 0, filledRight: 0 }),
  )
  const taken: number[] = []
  for (const [name, label] of Object.entries(truths)) {
    const bytes = await readFile(path.join(folder, name))
    const start = performance.now()
    const found = ranked(findingsOf((await readPicture(bytes)).readings, index, 0))
    taken.push(performance.now() - start)
    const sure: Record<string, string | number> = filled(found)
    for (const accuracy of accuracies) {
      const field = accuracy.field as (typeof measured)[number]
      const values = found
        .filter((one) => one.field === field)
        .map(({ value }) => isRight(field, value, label))
      const isFilled = Boolean(sure[field])
      accuracy.n += 1
      accuracy.first += Number(values[0] ?? false)
      accuracy.among += Number(values.slice(0, 3).includes(true))
      accuracy.filled += Number(isFilled)
      accuracy.filledRight += Number(isFilled && (values[0] ?? false))
    }
  }
  return { accuracies, median: taken.toSorted((a, b) => a - b)[taken.length >> 1] ?? 0 }
}
