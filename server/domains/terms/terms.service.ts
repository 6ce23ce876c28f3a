import { tokyoDate } from '#contract/day'
import type { Db } from '#server/platform/db'
import { notFound } from '#server/platform/refusal'

export interface Terms {
  version: string
  effective_on: string
  body: string
}

/** Throws 404 before the first terms are in force. */
export async function currentTerms(db: Db, at: Date): Promise<Terms> {
  const terms = await db
    .selectFrom('terms')
    .select(['version', 'effective_on', 'body'])
    .where('effective_on', '<=', tokyoDate(at))
    .orderBy('effective_on', 'desc')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!terms) throw notFound()
  return terms
}

/** Also past and future versions: requests keep theirs. */
export async function termsOfVersion(db: Db, version: string): Promise<Terms> {
  const terms = await db
    .selectFrom('terms')
    .select(['version', 'effective_on', 'body'])
    .where('version', '=', version)
    .executeTakeFirst()
  if (!terms) throw notFound()
  return terms
}
