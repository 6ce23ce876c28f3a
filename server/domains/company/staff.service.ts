import { type SqlBool, sql } from 'kysely'
import { shopNames, staffRoleLabel, staffStateLabel } from '#contract/business-user'
import { staffCode } from '#contract/scan-code'
import { exportRecorded } from '#server/domains/activity/recorded-export'
import type { BusinessActor } from '#server/platform/actor'
import type { CsvPiece } from '#server/platform/csv'
import type { Db } from '#server/platform/db'
import { type Paged, paginate } from '#server/platform/paging'
import { notFound, refuse } from '#server/platform/refusal'
import {
  allStaff,
  colleagueWorking,
  countStaff,
  type StaffFilter,
  type StaffRow,
  staffMatching,
  staffRow,
  staffRows,
  staffWhere,
} from './staff.queries.ts'
import { isWithin, stateOf } from './staff.rules.ts'

export { staffCodesMissing } from './staff.queries.ts'

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

const whereOf = async (db: Db, actor: BusinessActor, filter: StaffFilter) =>
  filter.q
    ? sql<SqlBool>`b.id = any(${await staffMatching(db, actor, filter)}::bigint[])`
    : staffWhere(actor, filter)

export async function listStaff(
  db: Db,
  actor: BusinessActor,
  { page, size, ...filter }: Paged & StaffFilter,
) {
  const where = await whereOf(db, actor, filter)
  const listed = await paginate(
    { page, size },
    () => countStaff(db, where),
    (window) => staffRows(db, actor.at, where, window),
  )
  return { ...listed, rows: listed.rows.map((row) => asColleague(actor, row)) }
}

const columns = [
  { key: 'id', header: '担当者番号' },
  { key: 'name', header: '名前' },
  { key: 'role', header: '役割' },
  { key: 'state', header: '状況' },
  { key: 'shops', header: '担当の店舗' },
  { key: 'email', header: 'メール' },
  { key: 'badge', header: '名札のコード' },
] as const

/** Streams the people whom the list shows, with their addresses. */
export async function* exportStaff(
  db: Db,
  actor: BusinessActor,
  filter: StaffFilter,
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> {
  if (!actor.is_admin) throw refuse('permission_denied')
  const where = await whereOf(db, actor, filter)
  const list = {
    columns,
    activity: { action: 'business_user.export', object_type: 'business_user' } as const,
    count: () => countStaff(db, where),
    rows: allStaff(db, actor.at, where),
    cellsOf: (row: StaffRow) => ({
      ...{ id: row.id, name: row.name, email: row.email },
      role: `${staffRoleLabel[row.role]}${row.is_raise_waiting ? '(管理者の確認待ち)' : ''}`,
      state: staffStateLabel[stateOf(row)],
      shops: shopNames(row.company.shops, row.shops),
      badge: row.is_active ? staffCode(row.id) : '',
    }),
  }
  yield* exportRecorded(db, actor, list, signal)
}

export async function readStaff(db: Db, actor: BusinessActor, id: number) {
  const row = await staffRow(db, actor, id)
  if (!row) throw notFound()
  return asColleague(actor, row)
}

/** Whom a badge or a number names, among those whom the list shows. */
export const visibleColleague = (db: Db, actor: BusinessActor, id: number | undefined) =>
  colleagueWorking(db, actor, id ?? 0)

export const isStaffOf = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await staffRow(db, actor, id)) !== undefined
