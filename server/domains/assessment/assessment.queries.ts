import { type Selectable, sql } from 'kysely'
import type { Filled } from '#contract/comment-text'
import { type DeductionShown, resultColumns } from '#contract/item'
import type { Evidence } from '#server/domains/item/item.rules'
import { namedLowOf } from '#server/domains/pre-assessment/pre-assessment.predicates'
import type { Db } from '#server/platform/db'
import type { purchase_item } from '#server/platform/db-types'
import type { PictureRow } from '#server/platform/picture'
import { columnsOf } from '#server/platform/statement'

type Columns<Name extends keyof Selectable<purchase_item>> = Pick<Selectable<purchase_item>, Name>

export interface AssessedRow
  extends Columns<
    | keyof typeof resultColumns
    | 'id'
    | 'slug'
    | 'seq'
    | 'name'
    | 'status'
    | 'brand_id'
    | 'category_id'
    | 'grade'
    | 'price'
    | 'base_price'
    | 'deduction_total'
    | 'uplift'
    | 'decision'
    | 'price_reason'
    | 'price_reason_photo_id'
    | 'price_reason_amount'
    | 'authenticity'
    | 'disposed_at'
    | 'purchased_at'
  > {
  brand_name: string
  category_name: string
  campaign_name: string
  evidence: Evidence | null
  named_low: number | null
  comment_filled: Filled[]
  deductions: DeductionShown[]
  photos: PictureRow[]
}

export async function assessedItems(db: Db, requestId: number): Promise<AssessedRow[]> {
  const { rows } = await sql<AssessedRow>`
    select i.id, i.slug, i.seq, i.name, i.status, i.brand_id, coalesce(b.name, '') as brand_name, i.category_id,
      coalesce(k.name, '') as category_name, i.grade, i.price, i.base_price, i.deduction_total, i.uplift, coalesce(g.name, '') as campaign_name,
      i.decision, ${columnsOf('i', resultColumns)}, i.price_reason, i.price_reason_photo_id, i.price_reason_amount, i.comment_filled, i.authenticity, i.evidence, ${namedLowOf('i')} as named_low, i.disposed_at, i.purchased_at,
      coalesce((select jsonb_agg(jsonb_build_object('label', d.label, 'place', d.place, 'amount', d.amount, 'photo', d.photo_id, 'mark', d.mark) order by d.position)
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

/** The disputed items' results in the offer that the second look withdrew. */
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
  const before = (offer?.snapshot ?? []) as { slug: string; price: number | null; grade: string | null }[]
  return new Map(before.map(({ slug, price, grade }) => [slug, { price, grade: grade ?? null }]))
}

export async function lastConsent(db: Db, requestId: number) {
  return db
    .selectFrom('consent')
    .select(['id', 'kind', 'decisions', 'text', 'at'])
    .where('request_id', '=', requestId)
    .where('kind', 'in', ['answer', 'auto_accept'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

type Shown = Omit<AssessedRow, 'photos'>

/** The result as the newest offer showed it, as far as it was kept. What is edited or renamed later does not change it. */
export async function shownInOffer(db: Db, requestId: number): Promise<Map<string, Partial<Shown>>> {
  const offer = await db
    .selectFrom('offer')
    .select('snapshot')
    .where('request_id', '=', requestId)
    .orderBy('number', 'desc')
    .executeTakeFirst()
  const rows = (offer?.snapshot ?? []) as (Pick<Shown, 'slug'> & Partial<Shown>)[]
  return new Map(
    rows.map(
      ({ id: _id, status: _status, decision: _decision, disposed_at: _at, purchased_at: _on, ...row }) => [
        row.slug,
        {
          ...row,
          ...(row.deductions && {
            deductions: row.deductions.map((line) => ({ ...line, mark: line.mark ?? null })),
          }),
        },
      ],
    ),
  )
}
