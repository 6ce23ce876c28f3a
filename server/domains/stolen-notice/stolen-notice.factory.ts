import type { Insertable } from 'kysely'
import { noticeEnd } from '#contract/notice-period'
import { foldBrand } from '#server/domains/catalogue/brand-search.rules'
import type { Db } from '#server/platform/db'
import type { stolen_notice, stolen_notice_article } from '#server/platform/db-types'
import { nextId } from '#server/platform/next-id'

type Article = Partial<Insertable<stolen_notice_article>>

/** Registered, and not compared yet. */
export async function makeNotice(
  db: Db,
  of: Pick<Insertable<stolen_notice>, 'company_id' | 'registered_by'>,
  articles: readonly Article[],
  overrides: Partial<Insertable<stolen_notice>> = {},
): Promise<number> {
  const arrived_on = overrides.arrived_on ?? '2026-11-20'
  const { id } = await db
    .insertInto('stolen_notice')
    .values({
      ...of,
      number: `刑-${await nextId(db, 'stolen_notice')}`,
      police_station: '青山警察署',
      arrived_on,
      expires_on: noticeEnd(String(arrived_on)),
      registered_at: '2026-11-20T10:00:00+09:00',
      updated_at: '2026-11-20T10:00:00+09:00',
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [position, article] of articles.entries()) {
    await db
      .insertInto('stolen_notice_article')
      .values({
        ...article,
        notice_id: id,
        company_id: of.company_id,
        position,
        brand_folded: foldBrand(article.brand ?? ''),
      })
      .execute()
  }
  return id
}
