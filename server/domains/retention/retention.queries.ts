import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ledgerSaleKinds } from '#contract/antique-ledger'
import { transferStatus as T } from '#contract/codes'
import { isRequestOnHold } from '#server/domains/hold/hold.predicates'
import type { Db } from '#server/platform/db'

export interface Due {
  id: number
  customer_id: number | null
}

export interface IdRange {
  after: number
  upTo: number
  limit: number
}

const within = (id: string, { after, upTo }: IdRange) =>
  sql<SqlBool>`${sql.ref(id)} > ${after} and ${sql.ref(id)} <= ${upTo}`

/** Balances, transfers, open requests and holds block erasure. */
const isBusy = (customer: string, open: readonly number[]): RawBuilder<SqlBool> => sql`(
  exists (select from book_account a where a.customer_id = ${sql.ref(customer)} and a.kind in ('customer', 'receivable') and a.balance <> 0)
  or exists (select from transfer t where t.customer_id = ${sql.ref(customer)} and t.status = ${sql.lit(T.REQUESTED)})
  or exists (select from purchase_request r where r.customer_id = ${sql.ref(customer)} and (r.status = any(${[...open]}::smallint[])
    or ${isRequestOnHold('r.id')})))`

export async function duePersons(
  db: Db,
  terms: { sales: string; others: string },
  open: readonly number[],
  stretch: IdRange,
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select p.id, p.customer_id from antique_ledger_person p
    where ${within('p.id', stretch)} and (p.created_at at time zone 'Asia/Tokyo')::date <= ${terms.sales}
      and not exists (select from antique_ledger l where l.person_id = p.id
        and greatest(l.occurred_on, (l.created_at at time zone 'Asia/Tokyo')::date)
          > case when case l.entry_kind when '訂正' then ledger_root_kind(l.company_id, l.seq) else l.entry_kind end
            = any(${[...ledgerSaleKinds]}::text[]) then ${terms.sales}::date else ${terms.others}::date end)
      and not ${isBusy('p.customer_id', open)}
    order by p.id limit ${stretch.limit}`.execute(db)
  return rows
}

/** Checks without a ledger row: ended before a day, or of customers who left. */
export async function dueIdentifications(
  db: Db,
  endedBefore: string,
  open: readonly number[],
  stretch: IdRange,
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select i.id, i.customer_id from identification i join customer c on c.id = i.customer_id
    where ${within('i.id', stretch)}
      and (c.left_at is not null or (i.cleared_at at time zone 'Asia/Tokyo')::date <= ${endedBefore})
      and not exists (select from antique_ledger_person p where p.customer_id = i.customer_id and p.company_id = i.company_id)
      and not ${isBusy('i.customer_id', open)}
    order by i.id limit ${stretch.limit}`.execute(db)
  return rows
}

/** Customers who left and have no ledger person, check or payment on record. */
export async function dueProfiles(
  db: Db,
  paidBefore: string,
  open: readonly number[],
  stretch: IdRange,
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select c.id, c.id as customer_id from customer c join account a on a.id = c.account_id
    where ${within('c.id', stretch)} and c.left_at is not null and a.email <> ''
      and not exists (select from antique_ledger_person p where p.customer_id = c.id)
      and not exists (select from identification i where i.customer_id = c.id)
      and not exists (select from transfer t where t.customer_id = c.id
        and (coalesce(t.settled_at, t.requested_at) at time zone 'Asia/Tokyo')::date > ${paidBefore})
      and not ${isBusy('c.id', open)}
    order by c.id limit ${stretch.limit}`.execute(db)
  return rows
}
