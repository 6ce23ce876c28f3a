import {
  type AnalysisCandidate,
  type AnalysisField,
  analysisFieldLabel,
  sureEnough,
} from '#contract/analysis'

const fields = Object.keys(analysisFieldLabel) as AnalysisField[]
const mostPerField = 5
const seenTwice = 0.03
const most = 0.98

const keyOf = ({ field, value, id }: AnalysisCandidate): string => `${field} ${id ?? value}`

/** One line for each value, the likeliest of each field first. What several pictures show is a little more certain. */
export function ranked(candidates: readonly AnalysisCandidate[]): AnalysisCandidate[] {
  const best = new Map<string, AnalysisCandidate>()
  for (const candidate of candidates) {
    const known = best.get(keyOf(candidate))
    if (!known) {
      best.set(keyOf(candidate), candidate)
      continue
    }
    const [sure, other] = known.confidence >= candidate.confidence ? [known, candidate] : [candidate, known]
    const isElsewhere = sure.picture !== other.picture || sure.source !== other.source
    const confidence =
      isElsewhere && other.confidence > 0.5 ? Math.min(most, sure.confidence + seenTwice) : sure.confidence
    best.set(keyOf(candidate), { ...sure, confidence })
  }
  const rounded = [...best.values()].map((one) => ({
    ...one,
    confidence: Math.round(one.confidence * 100) / 100,
  }))
  return fields.flatMap((field) =>
    rounded
      .filter((one) => one.field === field)
      .toSorted((a, b) => b.confidence - a.confidence)
      .slice(0, mostPerField),
  )
}

export type Filled = Record<'brand' | 'category' | 'color' | 'material' | 'product_number', string> & {
  confidence: number
}

const filledFields = ['brand', 'category', 'color', 'material', 'product_number'] as const

/** Only what is certain, and not where a second value is certain too. */
export function filled(candidates: readonly AnalysisCandidate[]): Filled {
  const sure = filledFields.map((field) => {
    const [first, second] = candidates.filter((one) => one.field === field)
    const isAlone = !second || second.confidence < sureEnough
    return [field, first && isAlone && first.confidence >= sureEnough ? first : undefined] as const
  })
  const values = Object.fromEntries(sure.map(([field, one]) => [field, one?.value ?? ''])) as Omit<
    Filled,
    'confidence'
  >
  const confidences = sure.flatMap(([, one]) => (one ? [one.confidence] : []))
  return { ...values, confidence: confidences.length > 0 ? Math.min(...confidences) : 0 }
}
