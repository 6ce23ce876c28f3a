import { sql } from 'kysely'
import { hasSecondFactor } from '#server/domains/second-factor/second-factor.predicates'
import type { Db } from '#server/platform/db'
import { fixed, selectRows } from '#server/platform/statement'

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
  role: 'admin' | 'staff' | 'inspector' | null
  business_active: boolean | null
  /** Of an account for an inspection. */
  valid_until: string | null
  company_id: number | null
  is_operator: boolean | null
  has_second_factor: boolean
  shop_ids: number[]
}

/** An account serves inspections, or somebody of the staff. */
const newestInspection = sql`
  left join lateral (select * from inspection n where n.account_id = a.id order by n.id desc limit 1) i on b.id is null`

const principalColumns = sql`
  a.id, a.kind, a.email, a.is_active, a.generation,
  c.id as customer_id, c.name as customer_name, c.left_at,
  b.id as business_user_id, coalesce(b.name, i.authority) as business_name, case when i.id is null then b.role else 'inspector' end as role,
  case when i.id is null then b.can_sign_in else i.ended_at is null end as business_active, i.valid_until,
  coalesce(b.company_id, i.company_id) as company_id, co.is_operator,
  ${hasSecondFactor(sql`a.id`)} as has_second_factor,
  coalesce((select array_agg(s.shop_id order by s.shop_id) from business_user_shop s where s.business_user_id = b.id), '{}') as shop_ids`
const principalTables = sql`
  account a
  left join customer c on c.account_id = a.id
  left join business_user b on b.account_id = a.id
  ${newestInspection}
  left join company co on co.id = coalesce(b.company_id, i.company_id)`

/** Read at each sensitive call. */
const principalSource = fixed(
  () => sql`${principalColumns}, r.jti is not null as has_session from ${principalTables}`,
)

const withNumbers = <Row extends Principal>(row: Row | undefined): Row | undefined =>
  row && { ...row, shop_ids: row.shop_ids.map(Number) }

export async function principalOf(db: Db, accountId: number): Promise<Principal | undefined> {
  const { rows } = await sql<Principal>`
    select ${principalColumns} from ${principalTables} where a.id = ${accountId}`.execute(db)
  return withNumbers(rows[0])
}

export async function principalOfSession(
  db: Db,
  accountId: number,
  sid: string,
): Promise<(Principal & { has_session: boolean }) | undefined> {
  const [row] = await selectRows<Principal & { has_session: boolean }>(
    db,
    sql`
    select ${principalSource()}
    left join refresh_token r on r.jti = ${sid} and r.account_id = a.id and r.revoked_at is null
    where a.id = ${accountId}`,
  )
  return withNumbers(row)
}

export interface SignInAccount {
  id: number
  kind: 'customer' | 'business'
  email: string
  password_hash: string | null
  generation: number
  is_email_auth: boolean
  is_usable: boolean
  is_known_device: boolean
}

/** One statement for known and unknown addresses, so that timing does not reveal which exist. */
export async function signInAccount(
  db: Db,
  kind: 'customer' | 'business',
  emailFolded: string,
  deviceHash: string,
  at: Date,
): Promise<SignInAccount | undefined> {
  const { rows } = await sql<SignInAccount>`
    select a.id, a.kind, a.email, a.password_hash, a.generation, a.is_email_auth,
      a.is_active and c.left_at is null and coalesce(b.can_sign_in, true)
        and (i.id is null or i.ended_at is null and i.valid_until > ${at.toISOString()}) as is_usable,
      ${deviceHash} <> '' and exists (
        select from refresh_token r where r.account_id = a.id and r.device_hash = ${deviceHash} and r.is_known) as is_known_device
    from account a
    left join customer c on c.account_id = a.id
    left join business_user b on b.account_id = a.id
    ${newestInspection}
    where a.kind = ${kind} and a.email_folded = ${emailFolded}`.execute(db)
  return rows[0]
}

/** Usable accounts of both kinds. Unverified customers are left out: they sign up again. */
export async function usableAccountsByEmail(db: Db, emailFolded: string, at: Date) {
  const { rows } = await sql<{ id: number; kind: 'customer' | 'business'; email: string }>`
    select a.id, a.kind, a.email
    from account a
    left join customer c on c.account_id = a.id
    left join business_user b on b.account_id = a.id
    ${newestInspection}
    where a.email_folded = ${emailFolded} and a.is_active and c.left_at is null and coalesce(b.can_sign_in, i.ended_at is null)
      and (i.id is null or i.valid_until > ${at.toISOString()})
      and (a.kind = 'business' or a.is_email_auth)
    order by a.kind desc`.execute(db)
  return rows
}

export async function accountByEmail(db: Db, kind: 'customer' | 'business', emailFolded: string) {
  return db
    .selectFrom('account')
    .select(['id', 'email', 'is_email_auth', 'is_active'])
    .where('kind', '=', kind)
    .where('email_folded', '=', emailFolded)
    .executeTakeFirst()
}

export async function accountById(db: Db, id: number) {
  return db
    .selectFrom('account')
    .select(['id', 'kind', 'email', 'is_email_auth', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function refreshTokenRow(db: Db, jti: string) {
  return db.selectFrom('refresh_token').selectAll().where('jti', '=', jti).executeTakeFirst()
}

export async function devicesOf(db: Db, accountId: number, at: Date) {
  return db
    .selectFrom('refresh_token')
    .select(['jti', 'label', 'signed_in_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at.toISOString())
    .orderBy('last_used_at', 'desc')
    .orderBy('jti')
    .execute()
}

export async function customerOfMe(db: Db, accountId: number) {
  const { rows } = await sql<{
    id: number
    name: string
    name_kana: string
    is_corporate: boolean
    corporate_number: string
    agent_name: string
    agent_name_kana: string
    agent_authority: string | null
    is_email_auth: boolean
    has_birthday: boolean
    job: number | null
    job_detail: string
    phone: string
    postal_code: string
    prefecture: string
    city: string
    address1: string
  }>`
    select c.id, c.name, c.name_kana, c.is_corporate, c.corporate_number, c.agent_name, c.agent_name_kana, c.agent_authority, a.is_email_auth, c.birthday_enc is not null as has_birthday,
      c.job, c.job_detail, c.phone, c.postal_code, c.prefecture, c.city, c.address1
    from customer c join account a on a.id = c.account_id
    where c.account_id = ${accountId}`.execute(db)
  return rows[0]
}

export async function staffOfMe(db: Db, accountId: number) {
  const { rows } = await sql<{
    id: number
    email: string
    name: string
    role: 'admin' | 'staff'
    company_id: number
    company_name: string
    is_operator: boolean
    shops: { id: number; name: string; store_key: string }[]
  }>`
    select b.id, a.email, b.name, b.role, b.company_id, co.name as company_name, co.is_operator,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'store_key', s.store_key) order by s.id)
        from shop s
        where s.company_id = b.company_id and (
          not exists (select from business_user_shop l where l.business_user_id = b.id)
          or exists (select from business_user_shop l where l.business_user_id = b.id and l.shop_id = s.id))
      ), '[]') as shops
    from business_user b
    join account a on a.id = b.account_id
    join company co on co.id = b.company_id
    where b.account_id = ${accountId}`.execute(db)
  return rows[0]
}

/** In the shape of `staffOfMe`; with all shops of the dealer. */
export async function inspectorOfMe(db: Db, accountId: number) {
  const { rows } = await sql<{
    id: number
    email: string
    name: string
    role: 'inspector'
    company_id: number
    company_name: string
    is_operator: boolean
    shops: { id: number; name: string; store_key: string }[]
  }>`
    select a.id, a.email, i.authority as name, 'inspector' as role, i.company_id, co.name as company_name, co.is_operator,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'store_key', s.store_key) order by s.id)
        from shop s where s.company_id = i.company_id
      ), '[]') as shops
    from inspection i
    join account a on a.id = i.account_id
    join company co on co.id = i.company_id
    where i.account_id = ${accountId}
    order by i.id desc limit 1`.execute(db)
  return rows[0]
}
