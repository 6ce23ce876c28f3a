import { sql } from 'kysely'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { scopeOf } from '#server/platform/scope'

interface GoodsPhoto {
  slug: string
  key: string
  role: string
}

/** In their order. */
export async function goodsPhotos(
  db: Db,
  actor: BusinessActor,
  slugs: readonly string[],
): Promise<GoodsPhoto[]> {
  const { rows } = await sql<GoodsPhoto>`
    select i.slug, f.key, p.role
    from purchase_item i join product_photo p on p.item_id = i.id join stored_file f on f.id = p.file_id
    where i.slug = any(${slugs}::text[]) and ${scopeOf(actor, { company: 'i.company_id', shop: 'i.shop_id' })}
    order by i.id, p.position, p.id`.execute(db)
  return rows
}

/** Names from the top. */
export async function categoryPaths(db: Db): Promise<ReadonlyMap<number, readonly string[]>> {
  const { rows } = await sql<{ id: number; path: string[] }>`
    with recursive down as (
      select id, array[name] as path from item_category where parent_id is null
      union all
      select c.id, down.path || c.name from item_category c join down on c.parent_id = down.id
    )
    select id, path from down`.execute(db)
  return new Map(rows.map(({ id, path }) => [id, path]))
}
