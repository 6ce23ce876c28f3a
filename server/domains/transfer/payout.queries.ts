import { type CompiledQuery, type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type * as z from 'zod'
import type { CallResult } from '#contract/call'
import { transferStatus as T } from '#contract/codes'
import { type payoutAct, payoutActs, type payoutLine, type transferCalls } from '#contract/transfer'
import { isOwnRequest } from '#server/domains/purchase-request/purchase-request.predicates'
import type { Actor, BusinessActor } from '#server/platform/actor'
import type { IsNews } from '#server/platform/changes'
import type { Db, Tx } from '#server/platform/db'
import type { payout_batch } from '#server/platform/db-types'
import { countOf, type Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'
import { sharedCount, sharedPage } from '#server/platform/shared-reads'
import { limited, type Part } from '#server/platform/statement'
import type {
  LineResult,
  LineReturn,
  PayoutOriginatorFacts,
  PayoutState,
  PayoutSubject,
} from './payout.rules.ts'
import { isHeld, verifiedNames } from './transfer.queries.ts'

export interface Subject extends PayoutSubject {
  customer_name: string
  kind: string
  status: number
  version: number
  scheduled_on: string
  bounced_before: string
  is_taken: boolean
  bank_name: string
  branch_name: string
  account_number_enc: Buffer
}

/** The payment of an expired balance needs two people before a batch. */
const isUnchecked = sql<boolean>`(t.kind = 'special' and t.second_checked_by is null)`

const subjectColumns = sql`
  t.id as transfer, t.kind, t.status, t.amount, t.scheduled_on, t.version,
  ${isUnchecked} as is_unchecked, t.bank_code, t.bank_name, t.branch_code, t.branch_name,
  t.account_type, t.account_number_enc, t.account_number_tail, t.account_holder_kana,
  c.name as customer_name, ${verifiedNames}, ${isHeld} as has_hold,
  coalesce((select before.failed_reason from transfer before where before.customer_id = t.customer_id and before.id < t.id
    order by before.id desc limit 1), '') as bounced_before,
  bank.name_kana as bank_kana, branch.name_kana as branch_kana,
  exists (select from payout_line live where live.transfer_id = t.id and live.result in ('pending', 'paid')) as is_taken`

const subjectTables = sql`
  transfer t join customer c on c.id = t.customer_id
  left join bank on bank.bank_code = t.bank_code
  left join bank_branch branch on branch.bank_code = t.bank_code and branch.branch_code = t.branch_code`

const isWaiting = sql<boolean>`t.status = ${sql.lit(T.REQUESTED)} and not ${isUnchecked}
  and not exists (select from payout_line l where l.transfer_id = t.id and l.result in ('pending', 'paid'))`

/** The day of the transfer that has waited longest; null when none waits. */
export async function firstScheduledDay(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(t.scheduled_on) as day from transfer t where ${isWaiting}`.execute(db)
  return rows[0]?.day ?? null
}

export async function waitingSubjects(db: Db, payDate: string, limit: number): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    select ${subjectColumns} from ${subjectTables}
    where t.scheduled_on <= ${payDate} and ${isWaiting}
    order by t.scheduled_on, t.id limit ${limit}`.execute(db)
  return rows
}

/** Locks by id, which serializes batches that want the same transfer. */
export async function lockSubjects(tx: Tx, ids: readonly number[]): Promise<Subject[]> {
  await sql`select id from transfer where id = any(${ids}::bigint[]) order by id for update`.execute(tx)
  const { rows } = await sql<Subject>`
    select ${subjectColumns} from ${subjectTables} where t.id = any(${ids}::bigint[]) order by t.id`.execute(
    tx,
  )
  return rows
}

export interface SpecialRow extends Subject {
  requested_at: string
  newest_credit_at: string | null
  account_changed_at: string | null
  first_checker_id: number | null
  first_checked_by: string
  second_checked_by: string
}

const specialColumns = sql`
  ${subjectColumns}, t.requested_at, t.first_checked_by as first_checker_id,
  coalesce(first.name, '') as first_checked_by, coalesce(second.name, '') as second_checked_by,
  (select max(a.newest_credit_at) from book_account a where a.customer_id = c.id and a.kind = 'customer') as newest_credit_at,
  (select b.updated_at from bank_account b where b.customer_id = c.id) as account_changed_at`

const specialTables = sql`
  ${subjectTables} left join business_user first on first.id = t.first_checked_by
  left join business_user second on second.id = t.second_checked_by`

const isWaitingForCheck = sql<boolean>`(t.status = ${sql.lit(T.REQUESTED)} and ${isUnchecked})`

export const countUnchecked = (db: Db): Promise<number> =>
  countOf(db, sql`transfer t where ${isWaitingForCheck}`)

export async function listUnchecked(db: Db, window: Window): Promise<SpecialRow[]> {
  const { rows } = await sql<SpecialRow>`
    select ${specialColumns} from ${specialTables} where ${isWaitingForCheck}
    order by t.id limit ${window.limit} offset ${window.offset}`.execute(db)
  return rows
}

export async function specialById(db: Db, id: number): Promise<SpecialRow | undefined> {
  const { rows } = await sql<SpecialRow>`
    select ${specialColumns} from ${specialTables} where t.id = ${id} and t.kind = 'special'`.execute(db)
  return rows[0]
}

export async function lockSpecial(tx: Tx, id: number): Promise<SpecialRow | undefined> {
  await sql`select id from transfer where id = ${id} for update`.execute(tx)
  return specialById(tx, id)
}

/** The first check, or the second with the day of the payment. */
export async function writeCheck(
  tx: Tx,
  id: number,
  { by, scheduled_on }: { by: number; scheduled_on: string | null },
): Promise<void> {
  await tx
    .updateTable('transfer')
    .set((eb) => ({
      ...(scheduled_on === null ? { first_checked_by: by } : { second_checked_by: by, scheduled_on }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

export async function transferExists(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('transfer').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export interface LineSubject extends Subject {
  id: number
  result: z.output<typeof payoutLine>['result']
  bounce_reason: string
  recorded_by: string
  recorded_at: string | null
  returned_by: string
  returned_at: string | null
}

export async function batchLines(db: Db, batchId: number): Promise<LineSubject[]> {
  const { rows } = await sql<LineSubject>`
    select l.id, l.result, l.bounce_reason, coalesce(recorder.name, '') as recorded_by, l.recorded_at,
      coalesce(returner.name, '') as returned_by, l.returned_at, ${subjectColumns}
    from payout_line l join (${subjectTables}) on t.id = l.transfer_id left join business_user recorder on recorder.id = l.recorded_by
    left join business_user returner on returner.id = l.returned_by
    where l.batch_id = ${batchId} order by l.id`.execute(db)
  return rows
}

export async function originator(db: Db): Promise<PayoutOriginatorFacts | null> {
  const { rows } = await sql<PayoutOriginatorFacts>`
    select o.code, o.name_kana as name, o.bank_code as "bankCode", o.bank_name_kana as "bankName",
      o.branch_code as "branchCode", o.branch_name_kana as "branchName", o.account_type as "accountType",
      o.account_number as "accountNumber", o.file_format as "fileFormat",
      exists (select from bank b where b.bank_code = o.bank_code) as "bankExists",
      exists (select from bank_branch r where r.bank_code = o.bank_code and r.branch_code = o.branch_code) as "branchExists"
    from payout_originator o`.execute(db)
  return rows[0] ?? null
}

type BatchColumns =
  | 'id'
  | 'pay_date'
  | 'line_count'
  | 'total'
  | 'created_at'
  | 'file_key'
  | 'file_format'
  | 'file_sha256'
  | 'cancel_reason'
  | 'version'
export interface BatchRow extends Pick<Selectable<payout_batch>, BatchColumns> {
  state: PayoutState
  created_by: string
  approved_by: string
  maker_id: number
}

const batchColumns = sql`
  b.id, b.state, b.pay_date, b.line_count, b.total, maker.name as created_by, coalesce(approver.name, '') as approved_by,
  b.created_at, b.created_by as maker_id, b.file_key, b.file_format, b.file_sha256, b.cancel_reason, b.version`
const batchTables = sql`
  payout_batch b join business_user maker on maker.id = b.created_by left join business_user approver on approver.id = b.approved_by`

export async function batchRow(db: Db, id: number): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`
    select ${batchColumns} from ${batchTables} where b.id = ${id}`.execute(db)
  return rows[0]
}

export async function lockBatch(tx: Tx, id: number): Promise<BatchRow | undefined> {
  await sql`select id from payout_batch where id = ${id} for update`.execute(tx)
  return batchRow(tx, id)
}

export type ActRow = Omit<z.output<typeof payoutAct>, 'reason'>

/** From the activity log, without views; oldest first. */
export async function batchActs(db: Db, actor: Actor, id: number): Promise<ActRow[]> {
  const { rows } = await sql<ActRow>`
    select split_part(a.action, '.', 2) as act, coalesce(u.name, '') as by, a.at,
      coalesce((a.detail ->> 'paid')::int, 0) as paid, coalesce((a.detail ->> 'bounced')::int, 0) as bounced,
      coalesce((a.detail ->> 'returned')::int, 0) as returned
    from activity a left join business_user u on u.account_id = a.actor_id
    where a.object_type = 'payout_batch' and a.object_id = ${String(id)} and ${scopeOf(actor, { company: 'a.company_id' })}
      and a.action = any(${payoutActs.map((act) => `payout.${act}`)}::text[])
    order by a.id`.execute(db)
  return rows
}

const inState = (state: string | undefined) =>
  sql`${state ?? null}::text is null or b.state = ${state ?? null}`

export const countBatches = (db: Db, state: string | undefined): Promise<number> =>
  countOf(db, sql`payout_batch b where ${inState(state)}`)

const newestBatches = (state: string | undefined) => sql`
  select ${batchColumns} from ${batchTables} where ${inState(state)} order by b.id desc`

export async function listBatches(db: Db, state: string | undefined, window: Window): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    ${newestBatches(state)} limit ${window.limit} offset ${window.offset}`.execute(db)
  return rows
}

export const allBatches = (db: Db, state: string | undefined): CompiledQuery<BatchRow> =>
  sql<BatchRow>`${newestBatches(state)}`.compile(db)

export async function insertBatch(
  tx: Tx,
  batch: Insertable<payout_batch>,
  transferIds: readonly number[],
): Promise<number> {
  const { id } = await tx.insertInto('payout_batch').values(batch).returning('id').executeTakeFirstOrThrow()
  await sql`
    insert into payout_line (batch_id, transfer_id, amount)
    select ${id}, t.id, t.amount from transfer t where t.id = any(${transferIds}::bigint[]) order by t.id`.execute(
    tx,
  )
  return id
}

type BatchChange = Omit<Updateable<payout_batch>, 'id' | 'state' | 'version'> & { state?: PayoutState }

export async function changeBatch(tx: Tx, id: number, change: BatchChange): Promise<void> {
  await tx
    .updateTable('payout_batch')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function cancelLines(tx: Tx, batchId: number, by: number, at: Date): Promise<void> {
  await tx
    .updateTable('payout_line')
    .set({ result: 'canceled', recorded_by: by, recorded_at: at.toISOString() })
    .where('batch_id', '=', batchId)
    .where('result', '=', 'pending')
    .execute()
}

export interface SettledLine {
  transfer: number
  customer: number
  kind: string
  amount: number
  result: 'paid' | 'bounced'
  reason: string
}

export async function writeResults(
  tx: Tx,
  results: readonly LineResult[],
  by: number,
  at: Date,
): Promise<SettledLine[]> {
  const { rows } = await sql<SettledLine>`
    with news as (
      select * from unnest(${results.map(({ line }) => line)}::bigint[], ${results.map(({ result }) => result)}::text[],
        ${results.map(({ reason }) => reason)}::text[]) as n(line, result, reason)
    ), line as (
      update payout_line l set result = n.result, bounce_reason = n.reason, recorded_by = ${by}, recorded_at = ${at.toISOString()}::timestamptz
      from news n where l.id = n.line and l.result = 'pending'
      returning l.transfer_id, n.result, n.reason
    )
    update transfer t set status = case line.result when 'paid' then 1 else 2 end, failed_reason = line.reason,
      settled_at = ${at.toISOString()}::timestamptz, version = t.version + 1
    from line where t.id = line.transfer_id
    returning t.id as transfer, t.customer_id as customer, t.kind, t.amount, line.result, line.reason`.execute(
    tx,
  )
  return rows.toSorted((a, b) => a.transfer - b.transfer)
}

export async function writeReturns(
  tx: Tx,
  returns: readonly LineReturn[],
  by: number,
  at: Date,
): Promise<{ id: number; reason: string }[]> {
  const { rows } = await sql<{ id: number; reason: string }>`
    with news as (
      select * from unnest(${returns.map(({ line }) => line)}::bigint[], ${returns.map(({ reason }) => reason)}::text[]) as n(line, reason)
    ), line as (
      update payout_line l set result = 'returned', bounce_reason = n.reason, returned_by = ${by}, returned_at = ${at.toISOString()}::timestamptz
      from news n where l.id = n.line and l.result = 'paid'
      returning l.transfer_id, n.reason
    )
    update transfer t set status = ${sql.lit(T.FAILED)}, failed_reason = line.reason, returned_at = ${at.toISOString()}::timestamptz, version = t.version + 1
    from line where t.id = line.transfer_id
    returning t.id, line.reason`.execute(tx)
  return rows.toSorted((a, b) => a.id - b.id)
}

export async function writeRefused(
  tx: Tx,
  { id, reason }: { id: number; reason: string },
  by: number,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('transfer')
    .set((eb) => ({
      status: T.FAILED,
      failed_reason: reason,
      refused_by: by,
      settled_at: at.toISOString(),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** A balance is the whole company's: somebody limited to shops sees the payments to those who sold to one of them. */
const isOfOwnShops = (actor: BusinessActor) =>
  actor.shop_ids === null
    ? sql`true`
    : sql`exists (select from transfer o join purchase_request r on r.customer_id = o.customer_id
        where o.id = x.transfer_id and ${isOwnRequest(actor, 'r')})`

const ownShares = (actor: BusinessActor) =>
  sql`transfer_share x where ${scopeOf(actor, { company: 'x.company_id' })} and ${isOfOwnShops(actor)}`

export const countShares = (db: Db, actor: BusinessActor): Promise<number> =>
  sharedCount(db, actor.company_id, ownShares(actor))

export async function listShares(db: Db, actor: BusinessActor, window: Window) {
  const page = await sharedPage(
    db,
    actor.company_id,
    sql`select x.transfer_id as id from ${ownShares(actor)} order by x.transfer_id desc ${limited(window)}`,
  )
  return sharesOf(db, actor, page)
}

export const changedShares = (actor: BusinessActor, isNews: IsNews): Part =>
  sql`select x.transfer_id as id, x.changed_at as at from ${ownShares(actor)}
    and ${isNews(sql`x.changed_at`, sql`x.transfer_id`)}`

export const sharesOfIds = (db: Db, actor: BusinessActor, ids: readonly number[]) =>
  sharesOf(db, actor, sql`unnest(${ids}::bigint[]) as page(id)`)

/** `page`: a source of transfers with that alias. */
async function sharesOf(db: Db, actor: BusinessActor, page: Part) {
  const { rows } = await sql<CallResult<typeof transferCalls.companyPayouts>['results'][number]>`
    select t.id as transfer, x.amount, t.status, t.requested_at,
      case when t.status = ${sql.lit(T.PAID)} then t.settled_at::date end as paid_on
    from ${page} join transfer_share x on x.transfer_id = page.id join transfer t on t.id = x.transfer_id
    where ${scopeOf(actor, { company: 'x.company_id' })}
    order by t.id desc`.execute(db)
  return rows
}
