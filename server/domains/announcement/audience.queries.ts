import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Audience } from '#contract/announcement'
import { openRequestStatuses } from '#contract/lifecycle'
import { isBusiness } from '#server/domains/customer/related-shop.service'
import type { BusinessActor, CustomerActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'

/** Whom an announcement is meant for. */
export interface Readers {
  audience: Audience
  company_id: number | null
  shop_id: number | null
}

const isCustomerOf = (customer: RawBuilder<unknown>) => sql<SqlBool>`exists (
  select from related_shop rs join shop s on s.id = rs.shop_id
  where rs.customer_id = ${customer} and s.company_id = a.company_id
    and (a.shop_id is null or s.id = a.shop_id) and ${isBusiness})`

const isUnderWay = (alias: string) =>
  sql<SqlBool>`${sql.ref(`${alias}.status`)} = any(${openRequestStatuses}::smallint[])`

/** About the announcement `a`. */
export function isForCustomer({ customer_id }: CustomerActor): RawBuilder<SqlBool> {
  if (customer_id === null)
    return sql`(a.audience = 'everyone' or a.audience = 'customers' and a.company_id is null)`
  const customer = sql`${customer_id}::bigint`
  return sql`(a.audience = 'everyone'
    or a.audience = 'customers' and (a.company_id is null or ${isCustomerOf(customer)})
    or a.audience = 'under_way' and exists (
      select from purchase_request r where r.customer_id = ${customer} and ${isUnderWay('r')}
        and (a.company_id is null or r.company_id = a.company_id) and (a.shop_id is null or r.shop_id = a.shop_id)))`
}

/** About the announcement `a`. */
export const isForStaff = ({ company_id, shop_ids }: BusinessActor): RawBuilder<SqlBool> =>
  sql`(a.audience = 'business' and (a.company_id is null or a.company_id = ${company_id}
    and (a.shop_id is null or ${shop_ids}::bigint[] is null or a.shop_id = any(${shop_ids}::bigint[]))))`

const customers = sql`select id from account where kind = 'customer' and is_active`

const staff = sql`
  select o.id from business_user b join account o on o.id = b.account_id where b.can_sign_in and o.is_active`

const activeCustomers = sql`customer c join account o on o.id = c.account_id and o.is_active`

function accountsOf({ audience, company_id, shop_id }: Readers): RawBuilder<unknown> {
  const isShop = (column: string) =>
    sql`(${shop_id}::bigint is null or ${sql.ref(column)} = ${shop_id}::bigint)`
  switch (audience) {
    // Visitors of the site; the back office has news of its own.
    case 'everyone':
      return customers
    case 'customers':
      return company_id === null
        ? customers
        : sql`
            select o.id from (
              select distinct rs.customer_id from related_shop rs join shop s on s.id = rs.shop_id
              where s.company_id = ${company_id} and ${isShop('s.id')} and ${isBusiness}
            ) known join ${activeCustomers} on c.id = known.customer_id`
    case 'under_way':
      return sql`
        select o.id from (
          select distinct r.customer_id from purchase_request r
          where ${isUnderWay('r')} and (${company_id}::bigint is null or r.company_id = ${company_id}::bigint) and ${isShop('r.shop_id')}
        ) known join ${activeCustomers} on c.id = known.customer_id`
    case 'business':
      return sql`${staff} and (${company_id}::bigint is null or b.company_id = ${company_id}::bigint)
        and (${shop_id}::bigint is null
          or not exists (select from business_user_shop m where m.business_user_id = b.id)
          or exists (select from business_user_shop m where m.business_user_id = b.id and m.shop_id = ${shop_id}::bigint))`
  }
}

export async function countReaders(db: Db, readers: Readers): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*) as people from (${accountsOf(readers)}) reached`.execute(db)
  return rows[0]?.people ?? 0
}

export const isDealer = async (db: Db, company: number): Promise<boolean> =>
  (await db
    .selectFrom('company')
    .select('id')
    .where('id', '=', company)
    .where('is_operator', '=', false)
    .executeTakeFirst()) !== undefined

export const isShopOf = async (db: Db, company: number, shop: number): Promise<boolean> =>
  (await db
    .selectFrom('shop')
    .select('id')
    .where('id', '=', shop)
    .where('company_id', '=', company)
    .executeTakeFirst()) !== undefined
