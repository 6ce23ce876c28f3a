import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type * as z from 'zod'
import type { webhookDelivery, webhookEndpoint } from '#contract/webhook'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import type { webhook_delivery, webhook_endpoint } from '#server/platform/db-types'
import { countOf, type Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'
import { joined, limited, type Part, selectRows } from '#server/platform/statement'

export type EndpointRow = z.output<typeof webhookEndpoint>
type DeliveryRow = z.output<typeof webhookDelivery>

const isOwn = (actor: BusinessActor) => scopeOf(actor, { company: 'e.company_id' })

export const countEndpoints = (db: Db | Tx, actor: BusinessActor): Promise<number> =>
  countOf(db, sql`webhook_endpoint e where ${isOwn(actor)}`)

export function endpointRows(
  db: Db | Tx,
  actor: BusinessActor,
  select: { window: Window } | { id: number },
): Promise<EndpointRow[]> {
  const which = 'id' in select ? sql<SqlBool>`e.id = ${select.id}` : sql<SqlBool>`true`
  const window = 'window' in select ? limited(select.window) : sql`limit 1`
  return selectRows<EndpointRow>(
    db,
    sql`
    select e.id, e.name, e.url, e.events, e.failing_since, b.name as created_by, e.created_at, e.version,
      case when e.previous_until > ${actor.at.toISOString()} then e.previous_until end as previous_until,
      case when e.given_up_at is not null then 'given_up' when not e.is_active then 'stopped'
        when e.failing_since is not null then 'failing' else 'active' end as state,
      (select count(*) from webhook_delivery d where d.endpoint_id = e.id and d.state = 'waiting') as waiting_count
    from webhook_endpoint e join business_user b on b.id = e.created_by
    where ${isOwn(actor)} and ${which}
    order by e.id ${window}`,
  )
}

export async function insertEndpoint(tx: Tx, row: Insertable<webhook_endpoint>): Promise<number> {
  const { id } = await tx.insertInto('webhook_endpoint').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function writeEndpoint(tx: Tx, id: number, row: Updateable<webhook_endpoint>): Promise<void> {
  await tx.updateTable('webhook_endpoint').set(row).where('id', '=', id).execute()
}

export async function deleteEndpoint(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('webhook_endpoint').where('id', '=', id).execute()
}

/** Under a lock, so that of two changes the second sees the first. */
export async function lockedEndpoint(tx: Tx, actor: BusinessActor, id: number) {
  const { rows } = await sql<{
    id: number
    name: string
    url: string
    events: string[]
    is_active: boolean
    secret_enc: Buffer
    version: number
  }>`
    select e.id, e.name, e.url, e.events, e.is_active, e.secret_enc, e.version from webhook_endpoint e
    where e.id = ${id} and ${isOwn(actor)} for no key update`.execute(tx)
  return rows[0]
}

export interface DeliveryFilter {
  endpoint?: number | undefined
  state?: DeliveryRow['state'] | undefined
}

function deliveryWhere(actor: BusinessActor, { endpoint, state }: DeliveryFilter): Part {
  return joined(
    [
      scopeOf(actor, { company: 'd.company_id' }),
      ...(endpoint === undefined ? [] : [sql`d.endpoint_id = ${endpoint}`]),
      ...(state === undefined ? [] : [sql`d.state = ${state}`]),
    ],
    ' and ',
  )
}

export const countDeliveries = (db: Db, actor: BusinessActor, filter: DeliveryFilter): Promise<number> =>
  countOf(db, sql`webhook_delivery d where ${deliveryWhere(actor, filter)}`)

export function deliveryRows(
  db: Db | Tx,
  actor: BusinessActor,
  select: { window: Window; filter: DeliveryFilter } | { id: number },
): Promise<DeliveryRow[]> {
  const which = 'id' in select ? sql<SqlBool>`d.id = ${select.id}` : sql<SqlBool>`true`
  const window = 'window' in select ? limited(select.window) : sql`limit 1`
  return selectRows<DeliveryRow>(
    db,
    sql`
    select d.id, 'msg_' || d.event_id as event_id, d.event_type, d.data, d.state, d.tries, d.happened_at, d.tried_at,
      d.response_code, d.error, case when d.state = 'waiting' then d.next_try_at end as next_try_at,
      jsonb_build_object('id', e.id, 'name', e.name) as endpoint, e.is_active as may_send_again
    from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
    where ${deliveryWhere(actor, 'filter' in select ? select.filter : {})} and ${which}
    order by d.id desc ${window}`,
  )
}

export async function insertDelivery(tx: Tx, row: Insertable<webhook_delivery>): Promise<number> {
  const { id } = await tx.insertInto('webhook_delivery').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Back to the start of its tries. */
export async function requeue(tx: Tx, id: number, at: string): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', tries: 0, next_try_at: at, error: '' })
    .where('id', '=', id)
    .execute()
}

/** What waits for an endpoint that is off will not be sent. */
export async function dropWaiting(tx: Tx, endpoint: number, error: string): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ state: 'failed', error })
    .where('endpoint_id', '=', endpoint)
    .where('state', '=', 'waiting')
    .execute()
}
