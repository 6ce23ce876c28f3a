import type { CallQuery } from '#contract/call'
import { tokyoDate } from '#contract/day'
import type { preAssessmentCalls as calls } from '#contract/pre-assessment'
import type { AttributeKind } from '#contract/pre-assessment-master'
import { specificity, templateFor } from '#contract/pre-assessment-price'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { categoryChain, type KnownAttribute, knownAttributes } from './attribute.queries.ts'
import { brandFactors, candidateTemplates } from './price.queries.ts'

const kinds: Readonly<Record<KnownAttribute['type'], AttributeKind>> = {
  string: 'STRING',
  number: 'NUMBER',
  boolean: 'BOOLEAN',
}

/**
 * Leaves out attributes that cannot change the price: those named only by templates that are less specific than the best
 * matching template without attributes.
 */
export async function listAttributes(
  db: Db,
  { company_id, at }: BusinessActor,
  { category, brand, gender, condition, season }: CallQuery<typeof calls.attributes>,
) {
  const day = tokyoDate(at)
  const [categories, brands] = await Promise.all([
    categoryChain(db, category),
    brandFactors(db, company_id, brand === undefined ? [] : [brand]),
  ])
  const article = {
    ...{ brand: brand ?? null, brand_rank: (brand !== undefined && brands.get(brand)?.rank) || null },
    ...{ categories, gender: gender ?? null, status: condition ?? null, season: season ?? null },
  }
  const plain = { ...article, attributes: {} }
  const candidates = await candidateTemplates(
    db,
    company_id,
    [{ ...plain, place: 0, rank: article.brand_rank }],
    day,
  )
  const best = templateFor(candidates, plain, day)
  const known = await knownAttributes(db, company_id, {
    ...article,
    day,
    least: best ? specificity(best, article) : undefined,
  })
  return known.map(({ name, type, values }) => ({ name, kind: kinds[type], values }))
}
