import { tokyoDate } from '#contract/day'
import type { Db } from '#server/platform/db'
import { notFound } from '#server/platform/refusal'

export interface Terms {
  version: string
  effective_on: string
  body: string
}

/** The terms in force on the day; missing (404) before the first have come into force. */
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

/** Any version, also one that is no longer or not yet in force: requests keep the one they were made under. */
export async function termsOfVersion(db: Db, version: string): Promise<Terms> {
  const terms = await db
    .selectFrom('terms')
    .select(['version', 'effective_on', 'body'])
    .where('version', '=', version)
    .executeTakeFirst()
  if (!terms) throw notFound()
  return terms
}
