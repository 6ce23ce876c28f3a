import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from './actor.ts'

interface Columns {
  customer?: string
  company?: string
  shop?: string
}

const everything = sql<SqlBool>`true`
const none = sql<SqlBool>`false`

/** The only place that limits a query to what its actor may see. Actors without a matching column see nothing. */
export function scopeOf(actor: Actor, columns: Columns): RawBuilder<SqlBool> {
  if (actor.kind === 'system') return everything
  if (actor.kind === 'customer') {
    if (!columns.customer || actor.customer_id === null) return none
    return sql<SqlBool>`${sql.ref(columns.customer)} = ${actor.customer_id}`
  }
  if (actor.kind === 'business') {
    if (!columns.company) return none
    const company = sql<SqlBool>`${sql.ref(columns.company)} = ${actor.company_id}`
    if (actor.shop_ids === null || !columns.shop) return company
    return sql<SqlBool>`${company} and ${sql.ref(columns.shop)} = any(${actor.shop_ids}::bigint[])`
  }
  return none
}
