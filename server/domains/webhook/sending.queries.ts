import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db'
import { selectRows } from '#server/platform/statement'

export interface Due {
  id: number
  event_id: string
  event_type: string
  data: object
  happened_at: string
  tries: number
  endpoint_id: number
  company_id: number
  url: string
  secret_enc: Buffer
  previous_secret_enc: Buffer | null
}

/** Longer than all tries of a claim take; then another process may have what was left. */
const leaseSeconds = 120

/**
 * Those due, up to `most` of each endpoint, so that none waits behind another's. One that has been failing gets a single one,
 * to see whether it is back. `resting`: endpoints that get none.
 */
export async function claimDue(
  tx: Tx,
  at: Date,
  { most, resting }: { most: number; resting: readonly number[] },
): Promise<Due[]> {
  const now = at.toISOString()
  const lease = new Date(at.getTime() + leaseSeconds * 1000).toISOString()
  const { rows } = await sql<Due>`
    with due as materialized (
      select d.id from webhook_endpoint e cross join lateral (
        select w.id from webhook_delivery w
        where w.endpoint_id = e.id and w.state = 'waiting' and w.next_try_at <= ${now}
        order by w.next_try_at limit case when e.failing_since is null then ${most}::int else 1 end
      ) d
      where e.is_active and e.id <> all(${resting}::bigint[])
    ), claimed as (
      update webhook_delivery d set next_try_at = ${lease} from due
      where d.id = due.id and d.state = 'waiting' and d.next_try_at <= ${now}
      returning d.*
    )
    select d.id, d.event_id, d.event_type, d.data, d.happened_at, d.tries, d.endpoint_id, d.company_id, e.url, e.secret_enc,
      case when e.previous_until > ${now} then e.previous_secret_enc end as previous_secret_enc
    from claimed d join webhook_endpoint e on e.id = d.endpoint_id
    order by d.id`.execute(tx)
  return rows
}

export async function markDelivered(
  tx: Tx,
  { id, endpoint_id }: Due,
  code: number,
  at: string,
): Promise<void> {
  await sql`
    with endpoint as (
      update webhook_endpoint set failing_since = null where id = ${endpoint_id} and failing_since is not null
    )
    update webhook_delivery set state = 'delivered', tries = tries + 1, tried_at = ${at}, response_code = ${code}, error = ''
    where id = ${id}`.execute(tx)
}

interface Failure {
  at: string
  code: number | null
  error: string
  /** Null: it is not tried again. */
  next: string | null
}

/** Since when the endpoint has been failing; undefined where it was removed meanwhile. */
export async function markFailed(
  tx: Tx,
  { id, endpoint_id }: Due,
  { at, code, error, next }: Failure,
): Promise<{ failing_since: string; is_active: boolean } | undefined> {
  await tx
    .updateTable('webhook_delivery')
    .set((eb) => ({
      state: next === null ? 'failed' : 'waiting',
      tries: eb('tries', '+', 1),
      tried_at: at,
      response_code: code,
      error,
      ...(next === null ? {} : { next_try_at: next }),
    }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  const { rows } = await sql<{ failing_since: string; is_active: boolean }>`
    update webhook_endpoint set failing_since = coalesce(failing_since, ${at}) where id = ${endpoint_id}
    returning failing_since, is_active`.execute(tx)
  return rows[0]
}

/** Of endpoints that are switched on; null when nothing waits for a time to come. */
export async function nextDue(db: Db, at: Date): Promise<Date | null> {
  const [row] = await selectRows<{ at: string | null }>(
    db,
    sql`select min(d.at) as at from webhook_endpoint e cross join lateral (
      select min(w.next_try_at) as at from webhook_delivery w where w.endpoint_id = e.id and w.state = 'waiting'
        and w.next_try_at > ${at.toISOString()}
    ) d where e.is_active`,
  )
  return row?.at ? new Date(row.at) : null
}

export async function switchOff(
  tx: Tx,
  endpoint: number,
  at: string,
): Promise<{ name: string; url: string } | undefined> {
  return tx
    .updateTable('webhook_endpoint')
    .set((eb) => ({ is_active: false, given_up_at: at, version: eb('version', '+', 1) }))
    .where('id', '=', endpoint)
    .where('is_active', '=', true)
    .returning(['name', 'url'])
    .executeTakeFirst()
}

export async function deleteDeliveries(tx: Tx, before: string, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_delivery where id in (
      select id from webhook_delivery where happened_at < ${before} order by happened_at limit ${most})`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}
