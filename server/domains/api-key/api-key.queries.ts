import { type Insertable, type SqlBool, sql } from 'kysely'
import type * as z from 'zod'
import type { apiKey as shown } from '#contract/api-key'
import type { MachinePermission } from '#contract/permission'
import type { Actor, BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import type { api_key } from '#server/platform/db-types'
import { countOf, type Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'
import { limited, selectRows } from '#server/platform/statement'

export type KeyRow = z.output<typeof shown>

const isOwn = (actor: Actor) => scopeOf(actor, { company: 'k.company_id' })

export const countKeys = (db: Db, actor: BusinessActor): Promise<number> =>
  countOf(db, sql`api_key k where ${isOwn(actor)}`)

export function keyRows(
  db: Db | Tx,
  actor: BusinessActor,
  select: { window: Window } | { id: number },
): Promise<KeyRow[]> {
  const which = 'id' in select ? sql<SqlBool>`k.id = ${select.id}` : sql<SqlBool>`true`
  const window = 'window' in select ? limited(select.window) : sql`limit 1`
  return selectRows<KeyRow>(
    db,
    sql`
    select k.id, k.name, k.prefix, k.permissions, k.is_of_all_shops, k.expires_at, c.name as created_by, k.created_at,
      u.last_used_at, coalesce(r.name, '') as revoked_by, k.revoked_at,
      case when k.revoked_at is not null then 'revoked' when k.expires_at <= ${actor.at.toISOString()} then 'expired' else 'valid' end as state,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.id)
        from business_user_shop l join shop s on s.id = l.shop_id where l.business_user_id = k.business_user_id), '[]') as shops
    from api_key k
    join business_user c on c.id = k.created_by
    left join business_user r on r.id = k.revoked_by
    left join api_key_use u on u.api_key_id = k.id
    where ${isOwn(actor)} and ${which}
    order by k.id desc ${window}`,
  )
}

export async function insertKey(tx: Tx, row: Insertable<api_key>): Promise<number> {
  const { id } = await tx.insertInto('api_key').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** False: it was ended before. */
export async function markRevoked(tx: Tx, id: number, by: number, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('api_key')
    .set({ revoked_by: by, revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface Machine {
  id: number
  company_id: number
  business_user_id: number
  account_id: number
  name: string
  permissions: MachinePermission[]
  /** Null: all shops. */
  shop_ids: number[] | null
  expires_at: string
  revoked_at: string | null
  last_used_at: string | null
}

/** As its key says who it is; whoever made the key may have left. */
export async function machineOf(db: Db, hash: Buffer): Promise<Machine | undefined> {
  const [row] = await selectRows<Machine>(
    db,
    sql`
    select k.id, k.company_id, k.business_user_id, b.account_id, b.name, k.permissions, k.expires_at, k.revoked_at,
      u.last_used_at, case when k.is_of_all_shops then null else coalesce((
        select array_agg(l.shop_id order by l.shop_id) from business_user_shop l
        where l.business_user_id = k.business_user_id), '{}') end as shop_ids
    from api_key k join business_user b on b.id = k.business_user_id left join api_key_use u on u.api_key_id = k.id
    where k.key_hash = ${hash}`,
  )
  return row && { ...row, shop_ids: row.shop_ids?.map(Number) ?? null }
}

export async function noteUse(tx: Tx, key: number, at: string): Promise<void> {
  await tx
    .insertInto('api_key_use')
    .values({ api_key_id: key, last_used_at: at })
    .onConflict((conflict) => conflict.column('api_key_id').doUpdateSet({ last_used_at: at }))
    .execute()
}
