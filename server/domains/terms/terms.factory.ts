import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/db'
import type { terms } from '#server/platform/db-types'

export async function makeTerms(db: Db, overrides: Partial<Insertable<terms>> = {}): Promise<string> {
  const row = await db
    .insertInto('terms')
    .values({
      version: '2026-04',
      effective_on: '2026-04-01',
      body: '第1条(適用)\nこの規約は、お客さまが当サイトの買取サービスをご利用になるときに適用されます。',
      ...overrides,
    })
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}
