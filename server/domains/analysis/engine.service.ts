import type { AnalysisCandidate, AnalysisEngine, AnalysisFallback } from '#contract/analysis'
import { tokyoDate } from '#contract/day'
import { categoryRows } from '#server/domains/catalogue/catalogue.service'
import type { BusinessActor } from '#server/platform/actor'

import type { Db } from '#server/platform/db'
import { ModelError } from '#server/platform/model-client'
import type { Tools } from '#server/platform/tools'
import { type Finding, type OutsideEngine, outsideEngine } from './analysis.client.ts'
import { takeFromBudget } from './analysis.queries.ts'
import type { BrandIndex } from './brand-match.rules.ts'
import { spelled } from './brand-match.rules.ts'
import { ranked } from './candidate.rules.ts'
import { brandsOf, localImages, localNumber, type SeenPicture } from './local-engine.service.ts'
import { composeReview, type ReviewedArticle } from './review.rules.ts'

type Needed = Pick<Tools, 'config' | 'clock' | 'log'>

export interface Outcome {
  engine: AnalysisEngine
  fallback: AnalysisFallback | null
  candidates: AnalysisCandidate[]
  review: string
}

/** What another engine says of its own certainty cannot be measured: alone it never fills a field. */
const mostAlone = 0.88
const unknownBrand = 0.6

async function asked<T>(
  db: Db,
  actor: BusinessActor,
  { config, clock, log }: Needed,
  ask: (engine: OutsideEngine) => Promise<T>,
): Promise<{ engine: AnalysisEngine; fallback: AnalysisFallback | null; answer: T | undefined }> {
  const { analysis } = config
  if (!analysis) return { engine: 'local', fallback: null, answer: undefined }
  const spend = () => takeFromBudget(db, actor.company_id, tokyoDate(clock.now()), analysis.dailyBudget)
  try {
    return { engine: analysis.provider, fallback: null, answer: await ask(outsideEngine(analysis, spend)) }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    log.warn({ problem: error.problem }, 'the outside engine did not answer, the own one does')
    return { engine: 'local', fallback: error.problem, answer: undefined }
  }
}

function candidateOf(
  { field, value, confidence, picture }: Finding,
  brands: BrandIndex,
  categories: ReadonlyMap<string, number>,
): AnalysisCandidate[] {
  const found = { value: value.trim(), id: null, confidence: Math.min(mostAlone, confidence), picture }
  const base = { ...found, field, source: 'remote', box: null } as const
  if (field === 'brand') {
    const brand = spelled(value, brands)
    return [
      brand
        ? { ...base, value: brand.name, id: brand.id }
        : { ...base, confidence: Math.min(unknownBrand, confidence) },
    ]
  }
  if (field !== 'category') return base.value === '' ? [] : [base]
  const id = categories.get(base.value)
  return id === undefined ? [] : [{ ...base, id }]
}

/** Both engines read; what they agree on is more certain. */
async function together(
  db: Db,
  actor: BusinessActor,
  tools: Needed,
  own: () => Promise<AnalysisCandidate[]>,
  ask: (engine: OutsideEngine, categories: readonly string[]) => Promise<Finding[]>,
): Promise<Outcome> {
  if (!tools.config.analysis) return { engine: 'local', fallback: null, candidates: await own(), review: '' }
  const categories = new Map((await categoryRows(db)).map(({ id, name }) => [name, id]))
  const [local, { engine, fallback, answer }] = await Promise.all([
    own(),
    asked(db, actor, tools, (outside) => ask(outside, [...categories.keys()])),
  ])
  if (!answer) return { engine, fallback, candidates: local, review: '' }
  const brands = await brandsOf(db, actor)
  const found = answer.flatMap((one) => candidateOf(one, brands, categories))
  return { engine, fallback, candidates: ranked([...local, ...found]), review: '' }
}

export const findInImages = (
  db: Db,
  actor: BusinessActor,
  pictures: readonly SeenPicture[],
  item: number | null,
  tools: Needed,
): Promise<Outcome> =>
  together(
    db,
    actor,
    tools,
    () => localImages(db, actor, pictures, item, tools),
    (outside, categories) =>
      outside.images(
        pictures.map(({ jpeg }) => jpeg),
        { categories },
      ),
  )

export const findNumbers = (
  db: Db,
  actor: BusinessActor,
  number: string,
  brand: string | undefined,
  tools: Needed,
): Promise<Outcome> =>
  together(
    db,
    actor,
    tools,
    () => localNumber(db, actor, number, brand),
    (outside) => outside.productNumber(number, brand),
  )

export async function writeReview(
  db: Db,
  actor: BusinessActor,
  article: ReviewedArticle,
  tools: Needed,
): Promise<Outcome> {
  const { engine, fallback, answer } = await asked(db, actor, tools, (outside) => outside.review(article))
  return { engine, fallback, candidates: [], review: answer ?? composeReview(article) }
}
