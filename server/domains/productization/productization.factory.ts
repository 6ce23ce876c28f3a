import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/db'
import type { product_photo, sale } from '#server/platform/db-types'

const created = '2026-11-24T11:00:00+09:00'

/** A photo for buyers; `file` is a stored one that nothing else shows. */
export async function makeSalePhoto(
  db: Db,
  item: number,
  { file, ...overrides }: Partial<Insertable<product_photo>> & { file?: number } = {},
): Promise<number> {
  const name = randomBytes(16).toString('hex')
  const stored = async () => {
    const row = await db
      .insertInto('stored_file')
      .values({
        key: `products/${item}/${name}.webp`,
        content_type: 'image/webp',
        width: 900,
        height: 1200,
        size: 48_000,
        sha256: name,
        created_at: created,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  }
  const shown = file ?? (await stored())
  const { id } = await db
    .insertInto('product_photo')
    .values({
      item_id: item,
      file_id: shown,
      original_file_id: shown,
      sha256: name,
      created_at: created,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Of an article in productization. */
export async function makeSale(
  db: Db,
  item: { id: number; company_id: number; shop_id: number },
  overrides: Partial<Insertable<sale>> = {},
): Promise<number> {
  const { id, ...place } = item
  const row = await db
    .insertInto('sale')
    .values({
      ...place,
      item_id: id,
      sales_channel: 1,
      sold_on: '2026-11-24',
      price: 32_800,
      source: 'hand',
      ledger_class: '02',
      recorded_at: created,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** What the channels of a dealer usually take. */
export async function makeChannelCosts(db: Db, companyId: number): Promise<void> {
  const usual = [
    { sales_channel: 1, fee_permille: 100, shipping: 800, handling: 600, margin_floor_permille: 300 },
    { sales_channel: 2, fee_permille: 30, shipping: 0, handling: 600, margin_floor_permille: 350 },
    { sales_channel: 3, fee_permille: 80, shipping: 500, handling: 300, margin_floor_permille: 150 },
  ]
  await db
    .insertInto('channel_cost')
    .values(usual.map((row) => ({ company_id: companyId, ...row })))
    .execute()
}
