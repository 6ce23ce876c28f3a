import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { staffStates } from '#contract/business-user'
import { staffOfCode } from '#contract/scan-code'
import { type SearchCode, searchTerms, textOfCode } from '#contract/search-terms'
import { foldSearch } from '#contract/text'
import { hasSecondFactor } from '#server/domains/second-factor/second-factor.predicates'
import type { Actor, BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { countOf, type Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'
import { limited } from '#server/platform/statement'

export interface StaffRow {
  id: number
  account_id: number
  email: string
  name: string
  role: 'admin' | 'staff'
  is_raise_waiting: boolean
  is_active: boolean
  is_confirmed: boolean
  has_password: boolean
  has_second_factor: boolean
  invited_until: string | null
  company: { id: number; name: string; shops: { id: number; name: string }[] }
  shops: number[]
  version: number
}

export interface StaffFilter {
  q?: string | undefined
  state?: (typeof staffStates)[number] | undefined
  role?: 'admin' | 'staff' | undefined
  shop?: number | undefined
}

const shopsOf = sql`select l.shop_id from business_user_shop l where l.business_user_id = b.id`
const isOfAllShops = sql<SqlBool>`not exists (${shopsOf})`

/** Somebody limited to shops sees who works in one of them, or in all. */
export function isColleague(actor: Actor): RawBuilder<SqlBool> {
  const company = scopeOf(actor, { company: 'b.company_id' })
  const people = sql<SqlBool>`${company} and not b.is_machine`
  if (actor.kind !== 'business' || actor.shop_ids === null) return people
  return sql<SqlBool>`${people} and (${isOfAllShops}
    or exists (${shopsOf} and l.shop_id = any(${actor.shop_ids}::bigint[])))`
}

const inState: Readonly<Record<(typeof staffStates)[number], RawBuilder<SqlBool>>> = {
  active: sql`b.can_sign_in and a.password_hash is not null`,
  invited: sql`b.is_active and not (b.can_sign_in and a.password_hash is not null)`,
  inactive: sql`not b.is_active`,
}

export function staffWhere(actor: BusinessActor, filter: StaffFilter): RawBuilder<SqlBool> {
  const { state, role, shop } = filter
  const conditions = [isColleague(actor)]
  if (state) conditions.push(inState[state])
  if (role) conditions.push(sql`b.role = ${role}`)
  if (shop !== undefined)
    conditions.push(sql`(${isOfAllShops} or exists (${shopsOf} and l.shop_id = ${shop}))`)
  return sql.join(conditions, sql` and `)
}

type Searched = { id: number; name: string; email: string }

const codesIn = (q = ''): readonly SearchCode[] => {
  const terms = searchTerms(q)
  return 'codes' in terms ? terms.codes : []
}

/** By address, for who may see it, or by the code of the badge. */
function bears(code: SearchCode, { id, email }: Searched, actor: BusinessActor): boolean {
  const address = actor.is_admin ? email.toLowerCase() : ''
  if (code.kind === 'email') return address === code.value
  if (code.kind === 'email_start') return address.startsWith(code.value)
  return code.kind === 'other' && staffOfCode(code.value) === id
}

/** Names are folded here: a company has few people. */
async function searchedStaff(db: Db, actor: BusinessActor, filter: StaffFilter): Promise<Searched[]> {
  const { rows } = await sql<Searched>`
    select b.id, b.name, a.email from business_user b join account a on a.id = b.account_id
    where ${staffWhere(actor, filter)}`.execute(db)
  return rows
}

/** Several addresses or codes of badges find each of their people; anything else is part of a name or an address. */
export async function staffMatching(db: Db, actor: BusinessActor, filter: StaffFilter): Promise<number[]> {
  const codes = codesIn(filter.q)
  const wanted = foldSearch(filter.q ?? '')
  const isPart = ({ name, email }: Searched) =>
    codes.length < 2 &&
    (foldSearch(name).includes(wanted) || (actor.is_admin && foldSearch(email).includes(wanted)))
  const rows = await searchedStaff(db, actor, filter)
  return rows
    .filter((row) => isPart(row) || codes.some((code) => bears(code, row, actor)))
    .map(({ id }) => id)
}

/** The codes among several for which the list shows nobody. */
export async function staffCodesMissing(
  db: Db,
  actor: BusinessActor,
  filter: StaffFilter,
): Promise<string[]> {
  const codes = codesIn(filter.q)
  if (codes.length < 2) return []
  const rows = await searchedStaff(db, actor, filter)
  return [...new Set(codes.filter((code) => !rows.some((row) => bears(code, row, actor))).map(textOfCode))]
}

export const countStaff = (db: Db, where: RawBuilder<SqlBool>): Promise<number> =>
  countOf(db, sql`business_user b join account a on a.id = b.account_id where ${where}`)

const selected = (at: Date, where: RawBuilder<SqlBool>) => sql`
    select b.id, b.account_id, a.email, b.name, b.role, b.is_raise_waiting, b.is_active, b.version,
      b.confirmed_at is not null as is_confirmed, a.password_hash is not null as has_password,
      ${hasSecondFactor(sql`a.id`)} as has_second_factor, (
        select max(m.expires_at) from mail_token m
        where m.account_id = a.id and m.purpose = 'reset_password' and m.used_at is null
          and m.expires_at > ${at.toISOString()} and a.password_hash is null
      ) as invited_until,
      jsonb_build_object('id', c.id, 'name', c.name, 'shops', coalesce((
        select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.id)
        from shop s where s.company_id = c.id), '[]')) as company,
      coalesce((
        select jsonb_agg(l.shop_id order by l.shop_id) from business_user_shop l where l.business_user_id = b.id
      ), '[]') as shops
    from business_user b
    join account a on a.id = b.account_id
    join company c on c.id = b.company_id
    where ${where}
    order by b.id`

export async function staffRows(
  db: Db,
  at: Date,
  where: RawBuilder<SqlBool>,
  window: Window = { limit: 1, offset: 0 },
): Promise<StaffRow[]> {
  const { rows } = await sql<StaffRow>`${selected(at, where)} ${limited(window)}`.execute(db)
  return rows
}

export const allStaff = (db: Db, at: Date, where: RawBuilder<SqlBool>): CompiledQuery<StaffRow> =>
  sql<StaffRow>`${selected(at, where)}`.compile(db)

export async function staffRow(db: Db, actor: BusinessActor, id: number): Promise<StaffRow | undefined> {
  const [row] = await staffRows(db, actor.at, sql<SqlBool>`${isColleague(actor)} and b.id = ${id}`)
  return row
}

export async function colleagueWorking(
  db: Db,
  actor: BusinessActor,
  id: number,
): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select b.id, b.name from business_user b where b.id = ${id} and b.is_active and ${isColleague(actor)}`.execute(
    db,
  )
  return rows[0]
}

/** Whether another administrator of the company works, if need be one of all shops. */
export async function hasOtherAdministrator(db: Db, { id, company, shops }: StaffRow): Promise<boolean> {
  const { rows } = await sql`
    select from business_user b join account a on a.id = b.account_id
    where b.company_id = ${company.id} and b.id <> ${id} and b.role = 'admin' and b.can_sign_in
      and a.is_active and a.password_hash is not null and (${shops.length > 0} or ${isOfAllShops})
    limit 1`.execute(db)
  return rows.length > 0
}

export async function writeShopsOf(tx: Tx, user: number, shops: readonly number[]): Promise<void> {
  await sql`
    delete from business_user_shop where business_user_id = ${user} and shop_id <> all(${shops}::bigint[])`.execute(
    tx,
  )
  await sql`
    insert into business_user_shop (business_user_id, shop_id)
    select ${user}, shop from unnest(${shops}::bigint[]) as shop
    on conflict do nothing`.execute(tx)
}
