import { sql } from 'kysely'
import type { UnannouncedState } from '#contract/unannounced-box'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { containing } from '#server/platform/like'
import type { Window } from '#server/platform/paging'
import type { PictureRow } from '#server/platform/picture'
import { scopeOf } from '#server/platform/scope'
import { joined, limited, nothing, type Part, selectRows } from '#server/platform/statement'

export interface BoxRow {
  id: number
  shop: number
  shop_name: string
  state: UnannouncedState
  request: number | null
  sender_name: string
  carrier: string | null
  tracking_number: string
  note: string
  photos: (PictureRow & { sha256: string })[]
  return_carrier: string | null
  return_tracking_number: string
  reason: string
  received_by: string
  received_at: string
  closed_by: string
  closed_at: string | null
  version: number
}

export interface BoxFilter {
  id?: number
  state?: UnannouncedState | undefined
  q?: string | undefined
}

function matching(actor: BusinessActor, { id, state, q }: BoxFilter): Part {
  const parts: Part[] = [scopeOf(actor, { company: 'x.company_id', shop: 'x.shop_id' })]
  if (id !== undefined) parts.push(sql`x.id = ${id}`)
  if (state) parts.push(sql`x.state = ${state}`)
  if (q)
    parts.push(sql`(x.sender_name ilike ${containing(q)} or x.tracking_number ilike ${containing(q)}
      or x.return_tracking_number ilike ${containing(q)} or x.request_id::text = ${q})`)
  return joined(parts, ' and ')
}

const photosOf = (box: Part): Part => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', p.id, 'key', f.key, 'thumbnail_key', f.thumbnail_key, 'sha256', f.sha256,
    'kind', 'parcel', 'caption', '') order by p.id)
  from unannounced_box_photo p join stored_file f on f.id = p.file_id where p.box_id = ${box}), '[]')`

export async function boxRows(
  db: Db,
  actor: BusinessActor,
  filter: BoxFilter,
  window?: Window,
): Promise<BoxRow[]> {
  return selectRows<BoxRow>(
    db,
    sql`select x.id, x.shop_id as shop, s.name as shop_name, x.state, x.request_id as request, x.sender_name, x.carrier,
      x.tracking_number, x.note, ${photosOf(sql`x.id`)} as photos, x.return_carrier, x.return_tracking_number, x.reason, u.name as received_by, x.received_at,
      coalesce(c.name, '') as closed_by, x.closed_at, x.version
    from unannounced_box x join shop s on s.id = x.shop_id join business_user u on u.id = x.received_by
    left join business_user c on c.id = x.closed_by
    where ${matching(actor, filter)} order by x.id desc ${window === undefined ? nothing : limited(window)}`,
  )
}

export async function countBoxes(db: Db, actor: BusinessActor, filter: BoxFilter): Promise<number> {
  const [row] = await selectRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from unannounced_box x where ${matching(actor, filter)}`,
  )
  return row?.count ?? 0
}
