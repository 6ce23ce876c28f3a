import { sql } from 'kysely'
import type { CompanyInput, ShopInput } from '#contract/setup-input'
import { foldSearch } from '#contract/text'
import { hasSecondFactor } from '#server/domains/second-factor/second-factor.predicates'
import { type Db, lockNamed, type Tx } from '#server/platform/db'
import { countOf, type Window } from '#server/platform/paging'
import { limited } from '#server/platform/statement'

export interface CompanyRow extends CompanyInput {
  id: number
  is_operator: boolean
  shop_count: number
  user_count: number
  unconfirmed_count: number
  version: number
}

/** Serializes writes of licence numbers and store keys, which must be unique. Rare, so one lock is enough. */
export const lockSetup = (tx: Tx): Promise<void> => lockNamed(tx, 'company.setup')

export async function companiesNamed(db: Db, name: string): Promise<number[]> {
  const rows = await db.selectFrom('company').select(['id', 'name']).execute()
  const wanted = foldSearch(name)
  return rows.filter((row) => foldSearch(row.name).includes(wanted)).map((row) => row.id)
}

export async function companyRows(
  db: Db,
  select: { ids: number[]; window: Window } | { id: number },
): Promise<CompanyRow[]> {
  const which = 'id' in select ? sql`c.id = ${select.id}` : sql`c.id = any(${select.ids}::bigint[])`
  const window = 'window' in select ? limited(select.window) : sql`limit 1`
  const { rows } = await sql<CompanyRow>`
    select c.id, c.name, c.is_operator, c.representative, c.license_number, c.public_safety_commission,
      c.postal_code, c.address, c.phone, c.store_key, c.reply_business_days, c.return_cost, c.version,
      (select count(*) from shop s where s.company_id = c.id) as shop_count,
      (select count(*) from business_user b where b.company_id = c.id and b.can_sign_in) as user_count,
      (select count(*) from business_user b where b.company_id = c.id and b.is_active
        and (b.confirmed_at is null or b.is_raise_waiting)) as unconfirmed_count
    from company c
    where ${which}
    order by c.is_operator desc, c.id ${window}`.execute(db)
  return rows
}

export async function insertCompany(tx: Tx, input: CompanyInput, at: string): Promise<number> {
  const row = await tx
    .insertInto('company')
    .values({ ...input, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function insertOperator(tx: Tx, input: CompanyInput, at: string): Promise<number | undefined> {
  const row = await tx
    .insertInto('company')
    .values({ ...input, is_operator: true, created_at: at })
    .onConflict((conflict) => conflict.column('is_operator').where('is_operator', '=', true).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function updateCompany(tx: Tx, id: number, input: CompanyInput): Promise<void> {
  await tx
    .updateTable('company')
    .set((eb) => ({ ...input, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function takenBy(
  db: Db,
  company: number | null,
  { license_number, store_key }: { license_number: string; store_key: string },
): Promise<{ license: boolean; store: boolean }> {
  const { rows } = await sql<{ license: boolean; store: boolean }>`
    select
      exists (select from company c where c.license_number = ${license_number} and c.license_number <> ''
        and c.id is distinct from ${company}::bigint) as license,
      exists (select from company c where c.store_key = ${store_key} and c.id is distinct from ${company}::bigint)
        or exists (select from shop s where s.store_key = ${store_key}
          and s.company_id is distinct from ${company}::bigint) as store`.execute(db)
  return rows[0] ?? { license: false, store: false }
}

export interface SetupShopRow extends ShopInput {
  kit_sizes: NonNullable<ShopInput['kit_sizes']>
  id: number
  company: number
  version: number
}

export async function setupShopRows(db: Db, company: number, id?: number): Promise<SetupShopRow[]> {
  const { rows } = await sql<SetupShopRow>`
    select s.id, s.company_id as company, s.name, s.store_key, s.description, s.delivering_option, s.kit_sizes, s.phone,
      s.is_open, s.version,
      jsonb_build_object('postal_code', s.postal_code, 'prefecture', s.prefecture, 'city', s.city,
        'address1', s.address1, 'address2', s.address2) as address,
      coalesce((
        select jsonb_agg(t.name order by t.id)
        from shop_shop_tag l join shop_tag t on t.id = l.shop_tag_id where l.shop_id = s.id
      ), '[]') as tags
    from shop s
    where s.company_id = ${company} and ${id === undefined ? sql`true` : sql`s.id = ${id}`}
    order by s.is_open desc, s.id`.execute(db)
  return rows
}

const shopColumns = ({ address, tags: _, ...shop }: ShopInput) => ({
  ...shop,
  ...address,
  name_folded: foldSearch(shop.name),
})

export async function insertShop(tx: Tx, company: number, input: ShopInput, at: string): Promise<number> {
  const row = await tx
    .insertInto('shop')
    .values({ ...shopColumns(input), company_id: company, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateShop(tx: Tx, id: number, input: ShopInput): Promise<void> {
  await tx
    .updateTable('shop')
    .set((eb) => ({ ...shopColumns(input), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function writeShopTags(tx: Tx, shop: number, tags: readonly string[]): Promise<void> {
  await sql`insert into shop_tag (name) select unnest(${tags}::text[]) on conflict (name) do nothing`.execute(
    tx,
  )
  await sql`
    delete from shop_shop_tag l using shop_tag t
    where l.shop_id = ${shop} and t.id = l.shop_tag_id and t.name <> all(${tags}::text[])`.execute(tx)
  await sql`
    insert into shop_shop_tag (shop_id, shop_tag_id)
    select ${shop}, t.id from shop_tag t where t.name = any(${tags}::text[])
    on conflict do nothing`.execute(tx)
  await sql`
    delete from shop_tag t where not exists (select from shop_shop_tag l where l.shop_tag_id = t.id)`.execute(
    tx,
  )
}

export interface SetupUserRow {
  id: number
  account_id: number
  email: string
  name: string
  role: 'admin' | 'staff'
  is_active: boolean
  is_confirmed: boolean
  let_in_by: string
  /** Who let this person in; null for the first administrators. */
  host_id: number | null
  is_raise_waiting: boolean
  raised_by: string
  raiser_id: number | null
  has_password: boolean
  has_second_factor: boolean
  invited_until: string | null
}

export const countUsers = (db: Db, company: number): Promise<number> =>
  countOf(db, sql`business_user where company_id = ${company} and not is_machine`)

export async function setupUserRows(
  db: Db,
  company: number,
  at: string,
  select: { window: Window } | { id: number },
): Promise<SetupUserRow[]> {
  const which = 'id' in select ? sql`b.id = ${select.id}` : sql`true`
  const window = 'window' in select ? limited(select.window) : sql`limit 1`
  const { rows } = await sql<SetupUserRow>`
    select b.id, b.account_id, a.email, b.name, b.role, b.is_active, b.confirmed_at is not null as is_confirmed,
      coalesce(host.name, '') as let_in_by, host.id as host_id,
      b.is_raise_waiting, coalesce(raiser.name, '') as raised_by, raiser.id as raiser_id, a.password_hash is not null as has_password,
      ${hasSecondFactor(sql`a.id`)} as has_second_factor, (
        select max(m.expires_at) from mail_token m
        where m.account_id = a.id and m.purpose = 'reset_password' and m.used_at is null and m.expires_at > ${at}
          and a.password_hash is null
      ) as invited_until
    from business_user b join account a on a.id = b.account_id
    left join business_user host on host.id = coalesce(b.readmitted_by, b.invited_by)
    left join business_user raiser on raiser.id = b.raised_by
    where b.company_id = ${company} and not b.is_machine and ${which}
    order by b.is_active desc, b.id ${window}`.execute(db)
  return rows
}

/** Serializes changes to people of one company, so that no two administrators deactivate each other. */
export async function lockCompany(tx: Tx, company: number): Promise<boolean> {
  const row = await tx
    .selectFrom('company')
    .select('id')
    .where('id', '=', company)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function isAdministrator(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('business_user')
    .select(['can_sign_in', 'role'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.can_sign_in === true && row.role === 'admin'
}

export async function administratorsOf(db: Db, company: number) {
  return db
    .selectFrom('business_user as b')
    .innerJoin('account as a', 'a.id', 'b.account_id')
    .select(['a.id as account_id', 'a.email'])
    .where('b.company_id', '=', company)
    .where('b.role', '=', 'admin')
    .where('b.can_sign_in', '=', true)
    .where('a.is_active', '=', true)
    .orderBy('b.id')
    .execute()
}

export async function operatorRow(db: Db) {
  return db
    .selectFrom('company')
    .select(['id', 'name', 'is_operator'])
    .where('is_operator', '=', true)
    .executeTakeFirst()
}

export async function workingAdministrators(db: Db, house: number): Promise<number[]> {
  const rows = await db
    .selectFrom('business_user as b')
    .innerJoin('account as a', 'a.id', 'b.account_id')
    .select('b.id')
    .where('b.company_id', '=', house)
    .where('b.role', '=', 'admin')
    .where('b.can_sign_in', '=', true)
    .where('a.is_active', '=', true)
    .where('a.password_hash', 'is not', null)
    .orderBy('b.id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function staffByEmail(db: Db, emailFolded: string) {
  return db
    .selectFrom('business_user as b')
    .innerJoin('account as a', 'a.id', 'b.account_id')
    .select(['b.id', 'b.company_id'])
    .where('a.kind', '=', 'business')
    .where('a.email_folded', '=', emailFolded)
    .executeTakeFirst()
}

interface Admission {
  name?: string
  is_active?: boolean
  role?: 'admin' | 'staff'
  invited_by?: number | null
  readmitted_by?: number | null
  readmitted_at?: string | null
  confirmed_at?: string | null
  confirmed_by?: number | null
  raised_by?: number | null
  raised_at?: string | null
  is_raise_waiting?: boolean
}

export async function changeAdmission(tx: Tx, user: number, change: Admission): Promise<void> {
  await tx
    .updateTable('business_user')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', user)
    .execute()
}
