import { sql } from 'kysely'
import type { MatchReason, MatchStrength, matchStateLabel } from '#contract/notice-match'
import { standsSale } from '#server/domains/sale/sale.predicates'
import type { Actor, BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { scopeOf } from '#server/platform/scope'
import { selectRows } from '#server/platform/statement'

/** Of the shops of the reader. */
const isOwn = (actor: Actor) => scopeOf(actor, { company: 'm.company_id', shop: 'i.shop_id' })

interface Match {
  id: number
  notice: number
  article: number
  strength: MatchStrength
  reasons: MatchReason[]
  state: keyof typeof matchStateLabel
  found_at: string
  decided_by: string
  decided_at: string | null
  decision_reason: string
  hold: number | null
  is_released: boolean
}

export interface NoticeHit extends Match {
  number: string
  police_station: string
  wanted: string
}

const columns = sql`
  m.id, a.notice_id as notice, a.id as article, m.strength, m.reasons, m.state, m.found_at, coalesce(u.name, '') as decided_by,
  m.decided_at, m.decision_reason, m.hold_id as hold, h.released_at is not null as is_released`
const tables = sql`
  stolen_notice_match m
  join stolen_notice_article a on a.id = m.article_id
  left join business_user u on u.id = m.decided_by
  left join hold h on h.id = m.hold_id`

/** Without those that were decided to be others. The caller has checked that the item is the reader's. */
export function hitsOfItem(db: Db, item: number): Promise<NoticeHit[]> {
  return selectRows<NoticeHit>(
    db,
    sql`
    select ${columns}, n.number, n.police_station,
      concat_ws(' ', nullif(a.brand, ''), nullif(a.name, ''), nullif(a.color, '')) as wanted
    from ${tables} join stolen_notice n on n.id = a.notice_id
    where m.item_id = ${item} and m.state <> 'dismissed' order by m.state = 'open' desc, m.score desc, m.id`,
  )
}

export interface NoticeMatchRow extends Match {
  slug: string
  seq: number
  status: number
  request: number
  shop_name: string
  customer_name: string
  brand_name: string
  category_name: string
  name: string
  color: string
  features: string
  product_number: string
  serial_number: string
  photo_id: number | null
  key: string | null
  thumbnail_key: string | null
  kind: string | null
  caption: string | null
  sold: { sold_on: string; sales_channel: number; ledger_seq: number | null } | null
}

export async function matchesOfNotice(
  db: Db,
  actor: BusinessActor,
  notice: number,
): Promise<NoticeMatchRow[]> {
  const { rows } = await sql<NoticeMatchRow>`
    select ${columns}, i.slug, i.seq, i.status, i.request_id as request, s.name as shop_name, c.name as customer_name,
      coalesce(b.name, '') as brand_name, coalesce(k.name, '') as category_name, i.name, i.color, i.features,
      i.product_number, i.serial_number, p.id as photo_id, p.key, p.thumbnail_key, p.kind, p.caption,
      (select jsonb_build_object('sold_on', z.sold_on, 'sales_channel', z.sales_channel, 'ledger_seq', z.ledger_seq)
        from sale z where z.item_id = i.id and ${standsSale('z')}) as sold
    from ${tables}
    join purchase_item i on i.id = m.item_id
    join purchase_request r on r.id = i.request_id
    join shop s on s.id = i.shop_id
    join customer c on c.id = r.customer_id
    left join brand b on b.id = i.brand_id
    left join item_category k on k.id = i.category_id
    left join lateral (
      select p.id, f.key, f.thumbnail_key, p.kind, p.caption from item_photo p join stored_file f on f.id = p.file_id
      where p.item_id = i.id order by p.position, p.id limit 1
    ) p on true
    where a.notice_id = ${notice} and ${isOwn(actor)}
    order by (m.state = 'held' and h.released_at is null) desc, m.state = 'open' desc, m.state = 'held' desc, m.score desc, m.id`.execute(
    db,
  )
  return rows
}

/** Waiting for a decision, in force; late from the second day, because the police are told at once. */
export async function countOpen(
  db: Db,
  actor: BusinessActor,
  today: string,
  lateBefore: string,
  shop: number | undefined,
): Promise<{ count: number; late: number }> {
  const [row] = await selectRows<{ count: number; late: number }>(
    db,
    sql`
    select count(*) as count, count(*) filter (where m.found_at < ${lateBefore}) as late
    from stolen_notice_match m
    join purchase_item i on i.id = m.item_id
    join stolen_notice_article a on a.id = m.article_id
    join stolen_notice n on n.id = a.notice_id
    where m.state = 'open' and n.expires_on >= ${today} and ${isOwn(actor)} and (${shop ?? null}::bigint is null or i.shop_id = ${shop ?? null}::bigint)`,
  )
  return row ?? { count: 0, late: 0 }
}

export interface MatchToDecide {
  id: number
  state: Match['state']
  notice: number
  item: number
  request: number
  company_id: number
  number: string
  police_station: string
  arrived_on: string
  brand: string
  name: string
  reasons: MatchReason[]
}

export async function matchById(
  db: Db | Tx,
  actor: BusinessActor,
  id: number,
): Promise<MatchToDecide | undefined> {
  const { rows } = await sql<MatchToDecide>`
    select m.id, m.state, a.notice_id as notice, m.item_id as item, i.request_id as request, m.company_id, n.number,
      n.police_station, n.arrived_on, a.brand, a.name, m.reasons
    from stolen_notice_match m
    join purchase_item i on i.id = m.item_id
    join stolen_notice_article a on a.id = m.article_id
    join stolen_notice n on n.id = a.notice_id
    where m.id = ${id} and ${isOwn(actor)}`.execute(db)
  return rows[0]
}
