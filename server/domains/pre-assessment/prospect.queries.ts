import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { foldSearch, withoutSeparators } from '#contract/text'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import type { Window } from '#server/platform/paging'

export interface ProspectRow {
  id: number
  name: string
  name_kana: string
  phone: string
  email: string
  note: string
  has_line: boolean
  customer: number | null
  pre_assessments: number
  last_on: string | null
  version: number
}

/** Of the whole company, as its telephone is: whoever calls is found at every shop. */
function conditionsOf(actor: BusinessActor, { q = '' }: { q?: string | undefined }): RawBuilder<SqlBool> {
  const all: RawBuilder<SqlBool>[] = [sql`p.company_id = ${actor.company_id}`, sql`p.erased_at is null`]
  const folded = foldSearch(q)
  const digits = withoutSeparators(q).replace(/\D/g, '')
  if (folded !== '')
    all.push(
      digits.length >= 3
        ? sql`(position(${digits} in p.phone_digits) > 0 or position(${folded} in p.search_text) > 0)`
        : sql`position(${folded} in p.search_text) > 0`,
    )
  return sql.join(all, sql` and `)
}

const columns = sql`
  p.id, p.name, p.name_kana, p.phone, p.email, p.note, p.customer_id as customer, p.version,
  exists (select from customer c join line_user l on l.account_id = c.account_id
    where c.id = p.customer_id and l.is_friend) as has_line,
  (select count(*) from pre_assessment a where a.prospect_id = p.id)::int as pre_assessments,
  (select (max(a.created_at) at time zone 'Asia/Tokyo')::date from pre_assessment a where a.prospect_id = p.id) as last_on`

export async function countProspects(db: Db, actor: BusinessActor, filter: { q?: string | undefined }) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from prospect p where ${conditionsOf(actor, filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function prospectRows(
  db: Db,
  actor: BusinessActor,
  filter: { q?: string | undefined },
  { limit, offset }: Window,
): Promise<ProspectRow[]> {
  const { rows } = await sql<ProspectRow>`
    with p as materialized (
      select * from prospect p where ${conditionsOf(actor, filter)}
      order by p.id desc limit ${limit} offset ${offset}
    ) select ${columns} from p order by p.id desc`.execute(db)
  return rows
}

export async function prospectRow(
  db: Db,
  actor: BusinessActor,
  id: number,
): Promise<ProspectRow | undefined> {
  const { rows } = await sql<ProspectRow>`
    select ${columns} from prospect p
    where p.id = ${id} and p.company_id = ${actor.company_id} and p.erased_at is null`.execute(db)
  return rows[0]
}

/** The customer with whom one was merged. */
export async function memberOf(
  db: Db,
  company: number,
  prospect: number,
): Promise<{ customer_id: number; account_id: number } | undefined> {
  const { rows } = await sql<{ customer_id: number; account_id: number }>`
    select c.id as customer_id, c.account_id from prospect p join customer c on c.id = p.customer_id
    where p.id = ${prospect} and p.company_id = ${company} and p.erased_at is null`.execute(db)
  return rows[0]
}

/** A customer that one of the company's shops deals with. */
export async function isCustomerOf(db: Db, company: number, customer: number): Promise<boolean> {
  const { rows } = await sql`
    select from purchase_request r where r.customer_id = ${customer} and r.company_id = ${company} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
