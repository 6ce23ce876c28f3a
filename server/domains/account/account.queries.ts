import { sql } from 'kysely'
import type { Db } from '#server/platform/db'

export interface Principal {
  id: number
  kind: 'customer' | 'business'
  email: string
  is_active: boolean
  generation: number
  customer_id: number | null
  customer_name: string | null
  left_at: string | null
  business_user_id: number | null
  business_name: string | null
  role: 'admin' | 'staff' | null
  business_active: boolean | null
  company_id: number | null
  is_operator: boolean | null
  shop_ids: number[]
}

/** Who an account is, in one statement: what authentication and scope need of it. */
export async function principalOf(db: Db, accountId: number): Promise<Principal | undefined> {
  const { rows } = await sql<Principal>`
    select a.id, a.kind, a.email, a.is_active, a.generation,
      c.id as customer_id, c.name as customer_name, c.left_at,
      b.id as business_user_id, b.name as business_name, b.role, b.is_active as business_active, b.company_id, co.is_operator,
      coalesce((select array_agg(s.shop_id order by s.shop_id) from business_user_shop s where s.business_user_id = b.id), '{}') as shop_ids
    from account a
    left join customer c on c.account_id = a.id
    left join business_user b on b.account_id = a.id
    left join company co on co.id = b.company_id
    where a.id = ${accountId}`.execute(db)
  const row = rows[0]
  return row && { ...row, shop_ids: row.shop_ids.map(Number) }
}

export async function accountByEmail(db: Db, kind: 'customer' | 'business', emailFolded: string) {
  return db
    .selectFrom('account')
    .selectAll()
    .where('kind', '=', kind)
    .where('email_folded', '=', emailFolded)
    .executeTakeFirst()
}

export async function refreshTokenRow(db: Db, jti: string) {
  return db.selectFrom('refresh_token').selectAll().where('jti', '=', jti).executeTakeFirst()
}
