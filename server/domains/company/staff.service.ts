import { type SqlBool, sql } from 'kysely'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { type Paged, paginate } from '#server/platform/paging'
import { notFound } from '#server/platform/refusal'
import {
  countStaff,
  type StaffFilter,
  type StaffRow,
  staffMatching,
  staffRow,
  staffRows,
  staffWhere,
} from './staff.queries.ts'
import { isWithin, stateOf } from './staff.rules.ts'

/** Administrators manage those whose shops are among their own; nobody manages themselves. */
export const mayManage = (actor: BusinessActor, { id, shops }: Pick<StaffRow, 'id' | 'shops'>): boolean =>
  actor.is_admin && id !== actor.business_user_id && isWithin(actor.shop_ids, shops)

/** Mail addresses are visible to administrators and to their owner. */
export function asColleague(actor: BusinessActor, row: StaffRow) {
  const { email, account_id: _, is_raise_waiting, is_confirmed: _c, has_password: _p, ...shown } = row
  const { has_second_factor, ...rest } = shown
  const may_manage = mayManage(actor, row)
  const mayRead = actor.is_admin || row.id === actor.business_user_id
  return {
    ...rest,
    is_admin: row.role === 'admin',
    is_role_waiting: is_raise_waiting,
    state: stateOf(row),
    may_manage,
    ...(may_manage ? { has_second_factor } : {}),
    ...(mayRead ? { email } : {}),
  }
}

export async function listStaff(
  db: Db,
  actor: BusinessActor,
  { page, size, ...filter }: Paged & StaffFilter,
) {
  const where = filter.q
    ? sql<SqlBool>`b.id = any(${await staffMatching(db, actor, filter)}::bigint[])`
    : staffWhere(actor, filter)
  const listed = await paginate(
    { page, size },
    () => countStaff(db, where),
    (window) => staffRows(db, actor.at, where, window),
  )
  return { ...listed, rows: listed.rows.map((row) => asColleague(actor, row)) }
}

export async function readStaff(db: Db, actor: BusinessActor, id: number) {
  const row = await staffRow(db, actor, id)
  if (!row) throw notFound()
  return asColleague(actor, row)
}

export const isStaffOf = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await staffRow(db, actor, id)) !== undefined
