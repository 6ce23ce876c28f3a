import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/db'
import type { declared_item } from '#server/platform/db-types'

const created = '2026-11-20T10:00:00+09:00'

interface MadeDraft {
  draft: number
  list: number
  item: number
  photo: number
}

type Item = Partial<Omit<Insertable<declared_item>, 'id' | 'list_id'>>

export async function makeDeclaredList(db: Db, customer_id: number): Promise<number> {
  const { id } = await db
    .insertInto('declared_list')
    .values({ customer_id, created_at: created })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function makeDeclaredItem(db: Db, list_id: number, item: Item = {}): Promise<number> {
  const { id } = await db
    .insertInto('declared_item')
    .values({ list_id, count: 1, created_at: created, updated_at: created, ...item })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A row only: there are no bytes behind it. */
async function makeDeclaredPhoto(db: Db, item_id: number): Promise<number> {
  const name = randomBytes(16).toString('hex')
  const file = await db
    .insertInto('stored_file')
    .values({
      key: `declared/${item_id}/${name}.webp`,
      content_type: 'image/webp',
      width: 900,
      height: 1200,
      size: 48_000,
      sha256: name,
      created_at: created,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('declared_photo')
    .values({ item_id, file_id: file.id, created_at: created })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** With one row that has a photo. */
export async function makeRequestDraft(
  db: Db,
  customer_id: number,
  fields: Record<string, unknown> = {},
  expires_at = '2026-12-31T00:00:00+09:00',
): Promise<MadeDraft> {
  const list = await makeDeclaredList(db, customer_id)
  const item = await makeDeclaredItem(db, list)
  const photo = await makeDeclaredPhoto(db, item)
  const { id } = await db
    .insertInto('request_draft')
    .values({
      customer_id,
      list_id: list,
      fields: JSON.stringify(fields),
      step: 'goods',
      created_at: created,
      updated_at: created,
      expires_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { draft: id, list, item, photo }
}
