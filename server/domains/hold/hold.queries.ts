import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { reportedHoldKinds } from '#contract/codes'
import type { holdViews } from '#contract/hold'
import { isOwnRequest } from '#server/domains/purchase-request/purchase-request.predicates'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { countOf, type Window } from '#server/platform/paging'
import { limited } from '#server/platform/statement'
import { isHoldOn } from './hold.predicates.ts'
import type { HoldRow } from './hold.service.ts'

export const holdColumns = sql`
  h.id, h.kind, h.reason, h.request_id as request, h.item_id as item, coalesce(p.name, '') as placed_by, h.placed_at,
  h.ordered_on, h.until, h.police_station, h.reported_at, coalesce(t.name, '') as reported_by, h.report_number,
  coalesce(f.name, '') as first_release_by, coalesce(x.name, '') as released_by, h.released_at, h.seizure,
  coalesce((
    select jsonb_agg(jsonb_build_object('police_station', v.police_station, 'report_number', v.report_number,
      'reported_at', v.reported_at, 'recorded_by', b.name, 'recorded_at', v.recorded_at) order by v.id desc)
    from hold_report v join business_user b on b.id = v.recorded_by
    where v.hold_id = h.id and v.id < (select max(n.id) from hold_report n where n.hold_id = h.id)
  ), '[]') as earlier_reports`
export const holdTables = sql`
  hold h
  left join business_user p on p.id = h.placed_by
  left join business_user t on t.id = h.reported_by
  left join business_user f on f.id = h.first_release_by
  left join business_user x on x.id = h.released_by`

export interface ListedHold extends HoldRow {
  shop_name: string
  customer_name: string
  item_slug: string | null
  item_name: string
  notice: number | null
}

type View = (typeof holdViews)[number] | undefined

const isToReport = sql<SqlBool>`h.kind in (${sql.join(reportedHoldKinds.map((kind) => sql.lit(kind)))}) and h.reported_at is null`

function conditions(actor: BusinessActor, today: string, view: View): RawBuilder<SqlBool> {
  const parts = [sql<SqlBool>`h.company_id = ${actor.company_id}`, isOwnRequest(actor, 'r')]
  if (view === 'released') parts.push(sql<SqlBool>`h.released_at is not null`)
  else if (view !== undefined) parts.push(isHoldOn('h'))
  if (view === 'to_report') parts.push(isToReport)
  if (view === 'overdue') parts.push(sql<SqlBool>`h.until < ${today}`)
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

export const countHolds = (db: Db, actor: BusinessActor, today: string, view: View): Promise<number> =>
  countOf(
    db,
    sql`hold h join purchase_request r on r.id = h.request_id where ${conditions(actor, today, view)}`,
  )

export async function listHolds(
  db: Db,
  actor: BusinessActor,
  today: string,
  view: View,
  window: Window,
): Promise<ListedHold[]> {
  const { rows } = await sql<ListedHold>`
    select ${holdColumns}, s.name as shop_name, c.name as customer_name, i.slug as item_slug,
      coalesce(nullif(i.name, ''), i.seq || '点目', '') as item_name,
      (select a.notice_id from stolen_notice_match m join stolen_notice_article a on a.id = m.article_id
        where m.hold_id = h.id order by m.id limit 1) as notice
    from ${holdTables}
    join purchase_request r on r.id = h.request_id
    join shop s on s.id = r.shop_id
    join customer c on c.id = r.customer_id
    left join purchase_item i on i.id = h.item_id
    where ${conditions(actor, today, view)}
    order by h.id desc ${limited(window)}`.execute(db)
  return rows
}
