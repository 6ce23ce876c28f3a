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
  /** Of its account, which may serve again after an inspection is over. */
  is_newest: boolean
}

const isOwn = (actor: BusinessActor) => scopeOf(actor, { company: 'i.company_id' })

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
    select i.id, i.account_id, newest.id = i.id as is_newest, i.authority, i.officer, a.email, i.valid_until, b.name as begun_by, i.begun_at,
      coalesce(e.name, '') as ended_by, i.ended_at,
      case when i.ended_at is not null then 'ended' when i.valid_until <= ${at} then 'expired' else 'valid' end as state,
      case when newest.id = i.id and a.last_sign_in_at >= i.begun_at then a.last_sign_in_at end as last_sign_in_at,
      newest.id = i.id and a.password_hash is not null as has_password
    from inspection i
    join account a on a.id = i.account_id
    join business_user b on b.id = i.begun_by
    left join business_user e on e.id = i.ended_by
    cross join lateral (select max(n.id) as id from inspection n where n.account_id = i.account_id) newest
    where ${isOwn(actor)} and ${which}
    order by i.id desc ${window}`,
  )
}

/** The account of an inspection of the same dealer that is over, so that its address can serve again. */
export async function freeAccount(
  tx: Tx,
  actor: BusinessActor,
  emailFolded: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select a.id from account a
    join lateral (select * from inspection i where i.account_id = a.id order by i.id desc limit 1) i on true
    where a.kind = 'business' and a.email_folded = ${emailFolded} and i.company_id = ${actor.company_id}
      and (i.ended_at is not null or i.valid_until <= ${actor.at.toISOString()})
    for update of a`.execute(tx)
  return rows[0]?.id
}

export async function insertInspection(tx: Tx, row: Insertable<inspection>): Promise<number> {
  const { id } = await tx.insertInto('inspection').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** False when it was ended before. */
export async function markEnded(tx: Tx, id: number, by: number, at: string): Promise<boolean> {
  const ended = await tx
    .updateTable('inspection')
    .set({ ended_by: by, ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}
