import { type Insertable, sql } from 'kysely'
import { foldSearch } from '#contract/text'
import type { Db } from '#server/platform/db'
import type { item_photo, purchase_item } from '#server/platform/db-types'
import { newSlug } from './item.service.ts'

const created = '2026-11-19T11:00:00+09:00'

export async function makeItem(
  db: Db,
  request: { id: number; company_id: number; shop_id: number; category_id: number },
  overrides: Partial<Insertable<purchase_item>> = {},
): Promise<{ id: number; slug: string }> {
  const { id, ...place } = request
  const name = overrides.name ?? 'ウール テーラードジャケット'
  return db
    .insertInto('purchase_item')
    .values({
      ...place,
      request_id: id,
      slug: newSlug(),
      seq: sql<number>`(select coalesce(max(seq), 0) + 1 from purchase_item where request_id = ${id})`,
      status: 2,
      name,
      name_folded: foldSearch(name),
      gender: 1,
      color: '紺',
      material: 'ウール',
      size: 'M',
      grade: 'A_2',
      base_price: 8000,
      price: 8000,
      comment: '目立つ傷や汚れがなく、きれいな状態です。',
      created_at: created,
      updated_at: created,
      ...overrides,
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
}

export async function makePhoto(
  db: Db,
  item: { id: number; request_id: number },
  overrides: Partial<Insertable<item_photo>> = {},
): Promise<number> {
  const file = await db
    .insertInto('stored_file')
    .values({
      key: `items/${item.id}/${newSlug()}.webp`,
      content_type: 'image/webp',
      width: 900,
      height: 1200,
      size: 48_000,
      sha256: newSlug(),
      created_at: created,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const photo = await db
    .insertInto('item_photo')
    .values({
      item_id: item.id,
      request_id: item.request_id,
      file_id: file.id,
      kind: 'assessment',
      created_at: created,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return photo.id
}
