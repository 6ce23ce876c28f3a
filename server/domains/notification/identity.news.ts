import { sql } from 'kysely'
import { ekyc } from '#contract/codes'
import type { Db } from '#server/platform/db'
import type { Tools } from '#server/platform/tools'
import {
  type IdentityNews,
  identityAgainMessage,
  identityLinkMessage,
  identityMessage,
} from './identity.texts.ts'
import type { Recipient } from './notification.queries.ts'
import { notify } from './notification.service.ts'

type News = Omit<IdentityNews, 'awaited'> & Recipient

async function identityNews(db: Db, reviewId: number): Promise<News | undefined> {
  const { rows } = await sql<News>`
    select s.id as session, k.name as dealer, case when r.decided_by is null then s.provider else '' end as provider,
      r.ekyc_status = ${sql.lit(ekyc.APPROVED)} as is_approved, r.note, s.expires_at,
      coalesce((select jsonb_agg(x.reason order by x.id) from identity_correction x
        where x.session_id = s.id and x.fixed_at is null), '[]') as reasons,
      a.id as account_id, a.email, c.name as customer_name
    from identity_review r
    join identity_session s on s.id = r.session_id
    join company k on k.id = r.company_id
    join customer c on c.id = s.customer_id
    join account a on a.id = c.account_id
    where r.id = ${reviewId} and r.ekyc_status in (${sql.lit(ekyc.APPROVED)}, ${sql.lit(ekyc.REFUSED)})
      and c.left_at is null and a.is_active`.execute(db)
  return rows[0]
}

interface Decision {
  review: number
  /** Of the session when it was decided: a second decision is another message. */
  version: number
  /** Requests whose answer waited for it then. */
  awaited: readonly number[]
}

export async function notifyIdentityDecision(
  db: Db,
  { review, version, awaited }: Decision,
  tools: Pick<Tools, 'clock' | 'config'>,
): Promise<void> {
  const news = await identityNews(db, review)
  if (!news) return
  const message = identityMessage({ ...news, awaited })
  await notify(db, { whom: news, event: `identity_decided.${review}.${version}`, message }, tools)
}

/** Asked for by LINE, so only there; mailed when LINE does not take it. */
export async function notifyIdentityLink(
  db: Db,
  session: number,
  at: string,
  tools: Pick<Tools, 'clock' | 'config'>,
): Promise<void> {
  const { rows } = await sql<Recipient & { expires_at: string }>`
    select s.expires_at, a.id as account_id, a.email, c.name as customer_name
    from identity_session s join customer c on c.id = s.customer_id join account a on a.id = c.account_id
    where s.id = ${session} and c.left_at is null and a.is_active`.execute(db)
  const [whom] = rows
  if (!whom) return
  const message = identityLinkMessage(session, whom.expires_at)
  await notify(
    db,
    { whom, event: `identity_link.${session}.${Date.parse(at)}`, message, isForLine: true },
    tools,
  )
}

/** Of a check at an identity provider that the customer has to go on with. */
export async function notifyIdentityAgain(
  db: Db,
  check: number,
  at: string,
  tools: Pick<Tools, 'clock' | 'config'>,
): Promise<void> {
  const { rows } = await sql<Recipient & { session: number; provider: string; expires_at: string }>`
    select s.id as session, s.provider, s.expires_at, a.id as account_id, a.email, c.name as customer_name
    from identity_check k join identity_session s on s.id = k.session_id
    join customer c on c.id = s.customer_id join account a on a.id = c.account_id
    where k.id = ${check} and s.closed_at is null and c.left_at is null and a.is_active`.execute(db)
  const [whom] = rows
  if (!whom) return
  const message = identityAgainMessage(whom.session, whom.provider, whom.expires_at)
  await notify(db, { whom, event: `identity_again.${check}.${Date.parse(at)}`, message }, tools)
}
