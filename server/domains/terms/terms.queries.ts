import { sql } from 'kysely'
import type { Db } from '#server/platform/db'

export interface TermsRow {
  version: string
  effective_on: string
  published_at: string | null
  published_by: string
}

/** Newest first; the publisher is null where it was not recorded. */
export async function termsRows(db: Db): Promise<TermsRow[]> {
  const { rows } = await sql<TermsRow>`
    select t.version, t.effective_on, p.at as published_at, coalesce(b.name, '') as published_by
    from terms t
    left join lateral (
      select a.at, a.actor_id from activity a
      where a.object_type = 'terms' and a.object_id = t.version and a.action = 'terms.publish'
      order by a.id desc limit 1
    ) p on true
    left join business_user b on b.account_id = p.actor_id
    order by t.effective_on desc, t.version desc`.execute(db)
  return rows
}
