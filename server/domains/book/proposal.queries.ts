import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { type bookDeal, type bookProposal, type ProposalKind, proposalDays } from '#contract/book'
import { transferStatus as T } from '#contract/codes'
import { yen } from '#contract/money'
import { daysBefore } from '#server/platform/calendar'
import type { Db, Tx } from '#server/platform/db'
import { countOf, type Window } from '#server/platform/paging'
import type { AccountBalance } from './book.rules.ts'

type Shown = z.output<typeof bookProposal>
export type ProposalRow = Omit<Shown, 'refusal' | 'approvers'> & { proposer: number }

const balanceIn = (kind: string) => sql`(
  select abs(a.balance) from book_account a
  where a.kind = ${sql.lit(kind)} and a.customer_id = p.customer_id and a.company_id = p.company_id)`

const available = sql`case
  when p.kind = 'write_off' then coalesce(${balanceIn('receivable')}, 0)
  when p.kind = 'adjustment' then coalesce(${balanceIn('customer')}, 0)
  when p.kind = 'fee' then (select coalesce(sum(a.balance), 0) from book_account a
    where a.kind = 'customer' and a.customer_id = p.customer_id) end`

/** A proposal made before then can no longer be approved; its author or anybody may still take it back. */
export const lapsedBefore = (at: Date): Date => daysBefore(at, proposalDays)

const stateAt = (at: Date) => sql`case
  when p.state = 'waiting' and p.proposed_at <= ${lapsedBefore(at).toISOString()} then 'lapsed' else p.state end`

const rowsOf = (condition: RawBuilder<unknown>, at: Date) => sql<ProposalRow>`
  select p.id, p.kind, ${stateAt(at)} as state, p.proposed_at + make_interval(days => ${proposalDays}) as lapses_at, p.request_id as purchase_request, p.transfer_id as transfer, coalesce(c.name, '') as customer_name,
    coalesce(d.name, '') as dealer, p.amount, p.reason, p.note, p.announced_on, (${available})::bigint as available,
    m.name as proposed_by, p.proposed_at, coalesce(x.name, '') as decided_by, p.decided_at, p.decision_note, p.version,
    p.proposed_by as proposer
  from book_proposal p
  join business_user m on m.id = p.proposed_by
  left join business_user x on x.id = p.decided_by
  left join customer c on c.id = p.customer_id
  left join company d on d.id = p.company_id
  where ${condition}`

const inState = (state: string | undefined, at: Date) =>
  sql`${state ?? null}::text is null or ${stateAt(at)} = ${state ?? null}`

export const countProposals = (db: Db, state: string | undefined, at: Date): Promise<number> =>
  countOf(db, sql`book_proposal p where ${inState(state, at)}`)

export async function listProposals(
  db: Db,
  state: string | undefined,
  at: Date,
  { limit, offset }: Window,
): Promise<ProposalRow[]> {
  const { rows } = await sql<ProposalRow>`${rowsOf(inState(state, at), at)}
    order by ${stateAt(at)} <> 'waiting', p.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function proposalById(db: Db, id: number, at: Date): Promise<ProposalRow | undefined> {
  return (await rowsOf(sql`p.id = ${id}`, at).execute(db)).rows[0]
}

export interface LockedProposal {
  id: number
  kind: ProposalKind
  request_id: number | null
  transfer_id: number | null
  customer_id: number | null
  company_id: number | null
  amount: number
  reason: string
  note: string
  state: Shown['state']
  proposed_by: number
  proposed_at: Date
  version: number
}

export async function lockProposal(tx: Tx, id: number): Promise<LockedProposal | undefined> {
  const row = await tx
    .selectFrom('book_proposal')
    .select(['id', 'kind', 'request_id', 'transfer_id', 'customer_id', 'company_id', 'amount'])
    .select(['reason', 'note', 'state', 'proposed_by', 'proposed_at', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .$narrowType<{ kind: ProposalKind; state: Shown['state'] }>()
    .executeTakeFirst()
  return row && { ...row, proposed_at: new Date(row.proposed_at) }
}

export async function lockLapsedFee(tx: Tx, transfer: number, at: Date): Promise<LockedProposal | undefined> {
  const lapsed = await tx
    .selectFrom('book_proposal')
    .select('id')
    .where('transfer_id', '=', transfer)
    .where('kind', '=', 'fee')
    .where('state', '=', 'waiting')
    .where('proposed_at', '<=', lapsedBefore(at).toISOString())
    .executeTakeFirst()
  const locked = lapsed && (await lockProposal(tx, lapsed.id))
  return locked?.state === 'waiting' ? locked : undefined
}

export async function writeDecision(
  tx: Tx,
  id: number,
  decision: { state: 'approved' | 'refused'; by: number; at: Date; note: string },
): Promise<void> {
  await tx
    .updateTable('book_proposal')
    .set((eb) => ({
      state: decision.state,
      decided_by: decision.by,
      decided_at: decision.at.toISOString(),
      decision_note: decision.note,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

export interface DealOwner {
  customer_id: number
  company_id: number
}

export async function ownerOfDeal(db: Db, requestId: number): Promise<DealOwner | undefined> {
  const { rows } = await sql<DealOwner>`
    select a.customer_id, a.company_id from book_entry e join book_account a on a.id = e.credit_account_id
    where e.request_id = ${requestId} and e.kind = 'PURCHASE'`.execute(db)
  return rows[0]
}

export async function dealById(db: Db, requestId: number): Promise<z.output<typeof bookDeal> | undefined> {
  const { rows } = await sql<z.output<typeof bookDeal>>`
    select e.request_id as purchase_request, c.name as customer_name, d.name as dealer, e.amount as price, a.balance,
      coalesce((select -r.balance from book_account r
        where r.kind = 'receivable' and r.customer_id = a.customer_id and r.company_id = a.company_id), 0) as receivable
    from book_entry e join book_account a on a.id = e.credit_account_id
    join customer c on c.id = a.customer_id join company d on d.id = a.company_id
    where e.request_id = ${requestId} and e.kind = 'PURCHASE'`.execute(db)
  return rows[0]
}

export interface ReturnedTransfer {
  customer_id: number
  requested_on: string
  /** The bank sent it back, as it did an earlier one. */
  is_repeated: boolean
}

export async function returnedTransfer(db: Db, transferId: number): Promise<ReturnedTransfer | undefined> {
  const { rows } = await sql<ReturnedTransfer>`
    select t.customer_id, (t.requested_at at time zone 'Asia/Tokyo')::date as requested_on,
      ${sentBack('t')} and exists (
        select from transfer earlier where earlier.customer_id = t.customer_id and earlier.id < t.id and ${sentBack('earlier')}
      ) as is_repeated
    from transfer t where t.id = ${transferId}`.execute(db)
  return rows[0]
}

const sentBack = (alias: string) =>
  sql`(${sql.ref(`${alias}.status`)} = ${sql.lit(T.FAILED)} and ${sql.ref(`${alias}.refused_by`)} is null)`

/** In the order in which money is drawn from them. */
export async function balancesOf(db: Db, customerId: number): Promise<AccountBalance[]> {
  const { rows } = await sql<{ id: number; balance: number }>`
    select id, balance from book_account where kind = 'customer' and customer_id = ${customerId} order by id`.execute(
    db,
  )
  return rows.map(({ id, balance }) => ({ id, balance: yen(balance) }))
}
