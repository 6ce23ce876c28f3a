import { type Insertable, type SqlBool, sql } from 'kysely'
import type * as z from 'zod'
import type { inspection as shown } from '#contract/inspection'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import type { inspection } from '#server/platform/db-types'
import { countOf, type Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'
import { limited, selectRows } from '#server/platform/statement'

export interface InspectionRow extends z.output<typeof shown> {
  account_id: number
}

const isOwn = (actor: BusinessActor) => scopeOf(actor, { company: 'i.company_id' })

/** Before the account served its `next` inspection, of whichever dealer: from then on the account says nothing about `i`. */
const lastSignIn = sql`(select max(v.at) from activity v
  where v.object_type = 'account' and v.object_id = i.account_id::text and v.action = 'account.sign_in'
    and v.at >= i.begun_at and (next.begun_at is null or v.at < next.begun_at))`

export const countInspections = (db: Db, actor: BusinessActor): Promise<number> =>
  countOf(db, sql`inspection i where ${isOwn(actor)}`)

export function inspectionRows(
  db: Db,
  actor: BusinessActor,
  select: { window: Window } | { id: number },
): Promise<InspectionRow[]> {
  const at = actor.at.toISOString()
  const which = 'id' in select ? sql<SqlBool>`i.id = ${select.id}` : sql<SqlBool>`true`
  const window = 'window' in select ? limited(select.window) : sql`limit 1`
  return selectRows<InspectionRow>(
    db,
    sql`
    select i.id, i.account_id, i.authority, i.officer, i.email, i.valid_until, b.name as begun_by, i.begun_at,
      b.can_sign_in and b.role = 'admin' and not exists (
        select from business_user_shop l where l.business_user_id = b.id) as is_beginner_in_charge,
      coalesce(e.name, '') as ended_by, i.ended_at,
      case when i.ended_at is not null then 'ended' when i.valid_until <= ${at} then 'expired' else 'valid' end as state,
      coalesce(case when next.begun_at is null and a.last_sign_in_at >= i.begun_at then a.last_sign_in_at end, ${lastSignIn}) as last_sign_in_at,
      next.begun_at is null and a.password_hash is not null or ${lastSignIn} is not null as has_password
    from inspection i
    join account a on a.id = i.account_id
    join business_user b on b.id = i.begun_by
    left join business_user e on e.id = i.ended_by
    left join lateral (
      select n.begun_at from inspection n where n.account_id = i.account_id and n.id > i.id order by n.id limit 1
    ) next on true
    where ${isOwn(actor)} and ${which}
    order by i.id desc ${window}`,
  )
}

/** Of a business account with this address; whoever begins or ends an inspection with it waits for the other. */
export async function lockAccountOf(tx: Tx, emailFolded: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('account')
    .select('id')
    .where('kind', '=', 'business')
    .where('email_folded', '=', emailFolded)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.id
}

export async function lockAccount(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** The last inspection of an account, of whichever dealer; none of an account of the staff. */
export async function newestOf(
  tx: Tx,
  accountId: number,
  at: Date,
): Promise<{ company_id: number; is_over: boolean } | undefined> {
  const { rows } = await sql<{ company_id: number; is_over: boolean }>`
    select i.company_id, i.ended_at is not null or i.valid_until <= ${at.toISOString()} as is_over
    from inspection i where i.account_id = ${accountId} order by i.id desc limit 1`.execute(tx)
  return rows[0]
}

export async function insertInspection(tx: Tx, row: Insertable<inspection>): Promise<number> {
  const { id } = await tx.insertInto('inspection').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function markEnded(tx: Tx, id: number, by: number, at: string): Promise<void> {
  await tx.updateTable('inspection').set({ ended_by: by, ended_at: at }).where('id', '=', id).execute()
}
