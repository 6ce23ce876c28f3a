import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { LineMessageState } from '#contract/line'
import type { MessageKind } from '#contract/message-kind'
import { isSecondLookOpen } from '#server/domains/purchase-request/purchase-request.predicates'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { countOf, type Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'

export interface LineMessageRow {
  id: number
  request: number
  shop_name: string
  customer: number
  customer_name: string
  kind: MessageKind
  title: string
  body: string
  is_withheld: boolean
  state: LineMessageState
  created_at: string
  settled_at: string | null
}

const isIn: Readonly<Record<LineMessageState, RawBuilder<SqlBool>>> = {
  waiting: sql<SqlBool>`(m.sent_at is null and m.failed_at is null)`,
  sent: sql<SqlBool>`(m.sent_at is not null and not m.is_recorded)`,
  recorded: sql<SqlBool>`(m.sent_at is not null and m.is_recorded)`,
  failed: sql<SqlBool>`(m.failed_at is not null)`,
}

/** What is about no request concerns the person or money, and no dealer. */
const of = (actor: BusinessActor, state: LineMessageState | undefined) => sql`
  line_message m
  join notification n on n.id = m.notification_id
  join purchase_request r on r.id = n.request_id
  join shop s on s.id = r.shop_id
  join customer c on c.id = r.customer_id
  where ${scopeOf(actor, { company: 'r.company_id', shop: 'r.shop_id' })}
    and ${state === undefined ? sql<SqlBool>`true` : isIn[state]}`

export const countLineMessages = (
  db: Db,
  actor: BusinessActor,
  state: LineMessageState | undefined,
): Promise<number> => countOf(db, of(actor, state))

export async function lineMessages(
  db: Db,
  actor: BusinessActor,
  state: LineMessageState | undefined,
  { limit, offset }: Window,
): Promise<LineMessageRow[]> {
  const { rows } = await sql<LineMessageRow>`
    select m.id, r.id as request, s.name as shop_name, c.id as customer, c.name as customer_name, n.kind, n.title, n.body,
      (n.kind = 'deal' and ${isSecondLookOpen('r')}) as is_withheld,
      case when ${isIn.failed} then 'failed' when ${isIn.recorded} then 'recorded' when ${isIn.sent} then 'sent' else 'waiting' end as state,
      m.created_at, coalesce(m.sent_at, m.failed_at) as settled_at
    from ${of(actor, state)}
    order by m.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}
