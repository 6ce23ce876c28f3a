import { sql } from 'kysely'
import type { Evidence } from '#server/domains/item/item.rules'
import type { Db } from '#server/platform/db'

export interface AssessedRow {
  id: number
  slug: string
  seq: number
  name: string
  status: number
  brand_id: number | null
  brand_name: string
  category_id: number | null
  category_name: string
  grade: string | null
  price: number | null
  base_price: number | null
  deduction_total: number
  uplift: number
  campaign_name: string
  decision: string | null
  comment: string
  price_reason: string
  price_reason_photo_id: number | null
  not_buyable_reason: string
  authenticity: number
  evidence: Evidence | null
  disposed_at: string | null
  purchased_at: string | null
  deductions: { label: string; place: string; amount: number; photo: number | null }[]
  photos: { id: number; key: string; thumbnail_key: string; kind: string; caption: string }[]
}

/** Every article of a request with its arithmetic and photos, in one statement. */
export async function assessedItems(db: Db, requestId: number): Promise<AssessedRow[]> {
  const { rows } = await sql<AssessedRow>`
    select i.id, i.slug, i.seq, i.name, i.status, i.brand_id, coalesce(b.name, '') as brand_name, i.category_id,
      coalesce(k.name, '') as category_name, i.grade, i.price, i.base_price, i.deduction_total, i.uplift, coalesce(g.name, '') as campaign_name,
      i.decision, i.comment, i.price_reason, i.price_reason_photo_id, i.not_buyable_reason, i.authenticity, i.evidence, i.disposed_at, i.purchased_at,
      coalesce((select jsonb_agg(jsonb_build_object('label', d.label, 'place', d.place, 'amount', d.amount, 'photo', d.photo_id) order by d.position)
        from deduction d where d.item_id = i.id), '[]') as deductions,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'key', f.key, 'thumbnail_key', f.thumbnail_key, 'kind', p.kind, 'caption', p.caption)
        order by p.position, p.id) from item_photo p join stored_file f on f.id = p.file_id where p.item_id = i.id), '[]') as photos
    from purchase_item i
    left join brand b on b.id = i.brand_id
    left join item_category k on k.id = i.category_id
    left join campaign g on g.id = i.campaign_id
    where i.request_id = ${requestId} order by i.seq`.execute(db)
  return rows
}

export async function openOffer(db: Db, requestId: number) {
  return db
    .selectFrom('offer')
    .select(['id', 'number', 'total', 'published_at', 'expires_at'])
    .where('request_id', '=', requestId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
}

/** What the result said, by article, that a second look was asked of; its offer was withdrawn then. */
export async function resultBefore(
  db: Db,
  requestId: number,
  secondLookAt: string,
): Promise<Map<string, { price: number | null; grade: string | null }>> {
  const offer = await db
    .selectFrom('offer')
    .select('snapshot')
    .where('request_id', '=', requestId)
    .where('withdrawn_at', '=', secondLookAt)
    .orderBy('number')
    .executeTakeFirst()
  const said = (offer?.snapshot ?? []) as { slug: string; price: number | null; grade: string | null }[]
  return new Map(said.map(({ slug, price, grade }) => [slug, { price, grade: grade ?? null }]))
}

export async function lastConsent(db: Db, requestId: number) {
  return db
    .selectFrom('consent')
    .select(['id', 'kind', 'decisions'])
    .where('request_id', '=', requestId)
    .where('kind', 'in', ['answer', 'auto_accept'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
}
