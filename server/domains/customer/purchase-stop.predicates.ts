import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Whether a dealer takes no new requests of a customer: its newest change decides. */
export const isStoppedBy = (
  customer: RawBuilder<unknown>,
  company: RawBuilder<unknown>,
) => sql<SqlBool>`coalesce((
  select stop.is_stopped from purchase_stop stop
  where stop.customer_id = ${customer} and stop.company_id = ${company} order by stop.version desc limit 1), false)`

/** Whether every dealer with an open shop has stopped them, so that there is nobody left to ask. */
export const isStoppedByAll = (customer: RawBuilder<unknown>) => sql<SqlBool>`(
  exists (select from purchase_stop any_stop where any_stop.customer_id = ${customer})
  and not exists (select from shop s where s.is_open and not ${isStoppedBy(customer, sql`s.company_id`)}))`
