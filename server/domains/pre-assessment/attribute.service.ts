import type { CallQuery } from '#contract/call'
import { tokyoDate } from '#contract/day'
import type { preAssessmentCalls as calls } from '#contract/pre-assessment'
import type { AttributeKind } from '#contract/pre-assessment-master'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { type KnownAttribute, knownAttributes } from './attribute.queries.ts'

const kinds: Readonly<Record<KnownAttribute['type'], AttributeKind>> = {
  string: 'STRING',
  number: 'NUMBER',
  boolean: 'BOOLEAN',
}

export async function listAttributes(
  db: Db,
  actor: BusinessActor,
  { category }: CallQuery<typeof calls.attributes>,
) {
  const known = await knownAttributes(db, actor.company_id, { category, day: tokyoDate(actor.at) })
  return known.map(({ name, type, values }) => ({ name, kind: kinds[type], values }))
}
