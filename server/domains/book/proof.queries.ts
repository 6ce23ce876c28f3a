import { sql } from 'kysely'
import { transferStatus as T } from '#contract/codes'
import type { Db } from '#server/platform/db'
import type { ProofCheck } from './book.rules.ts'

type Row = Omit<ProofCheck, 'is_ok'>

/** Pairs of figures that must agree. Fault counts are expected to be zero. */
export async function proofRows(db: Db): Promise<{ entry_count: number; rows: Row[] }> {
  const accounts = await accountChecks(db)
  const transfers = await transferChecks(db)
  const receivables = await receivableChecks(db)
  const { rows } = await sql<{ count: number }>`select count(*) from book_entry`.execute(db)
  const proposals = await proposalChecks(db)
  return { entry_count: rows[0]?.count ?? 0, rows: [...accounts, ...transfers, ...receivables, ...proposals] }
}

async function accountChecks(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with side as (
      select id, credit_account_id as account_id, amount, credit_balance_after as after from book_entry
      union all
      select id, debit_account_id, -amount, debit_balance_after from book_entry
    ), moved as (
      select account_id, sum(amount)::bigint as total, count(*) as entries from side group by account_id
    ), newest as (
      select distinct on (account_id) account_id, after from side order by account_id, id desc
    ), reversed as (
      select o.id from book_entry o join book_entry r on r.reverses_id = o.id
      group by o.id, o.amount having sum(r.amount) > o.amount
    )
    select 'balances_sum_to_zero' as name, 0::bigint as expected, coalesce(sum(balance), 0)::bigint as found from book_account
    union all
    select 'balances_equal_entries', 0, count(*) from book_account a left join moved m on m.account_id = a.id
      where a.balance <> coalesce(m.total, 0) or a.entry_count <> coalesce(m.entries, 0)
    union all
    select 'balances_equal_newest_entry', 0, count(*) from book_account a left join newest n on n.account_id = a.id
      where a.balance <> coalesce(n.after, 0)
    union all
    select 'no_customer_overdrawn', 0, count(*) from book_account where kind = 'customer' and balance < 0
    union all
    select 'customer_balances_equal_history', (select coalesce(sum(balance), 0)::bigint from book_account where kind = 'customer'),
      coalesce(sum(m.total), 0)::bigint from moved m join book_account a on a.id = m.account_id where a.kind = 'customer'
    union all
    select 'nothing_reversed_beyond_its_amount', 0, count(*) from reversed`.execute(db)
  return rows
}

async function transferChecks(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with booked as (
      select e.transfer_id,
        coalesce(sum(e.amount) filter (where d.kind = 'customer' and c.kind = 'in_progress'), 0)::bigint as drawn,
        coalesce(sum(e.amount) filter (where d.kind = 'in_progress' and c.kind = 'bank'), 0)::bigint as paid,
        coalesce(sum(e.amount) filter (where d.kind = 'bank' and c.kind = 'in_progress'), 0)::bigint as sent_back,
        coalesce(sum(e.amount) filter (where d.kind = 'in_progress' and c.kind = 'customer'), 0)::bigint as returned
      from book_entry e join book_account d on d.id = e.debit_account_id join book_account c on c.id = e.credit_account_id
      where e.transfer_id is not null group by e.transfer_id
    ), line as (
      select batch_id, count(*) as lines, sum(amount)::bigint as total from payout_line group by batch_id
    )
    select 'in_progress_equals_open_transfers' as name,
      (select coalesce(sum(amount), 0)::bigint from transfer where status = ${sql.lit(T.REQUESTED)}) as expected,
      (select coalesce(sum(balance), 0)::bigint from book_account where kind = 'in_progress') as found
    union all
    select 'transfers_equal_entries', 0, count(*) from transfer t left join booked b on b.transfer_id = t.id
      where (coalesce(b.drawn, 0), coalesce(b.paid, 0), coalesce(b.sent_back, 0), coalesce(b.returned, 0)) is distinct from
        (t.amount, case when t.status = ${sql.lit(T.PAID)} or t.returned_at is not null then t.amount else 0 end,
          case when t.returned_at is not null then t.amount else 0 end, case t.status when 2 then t.amount else 0 end)
    union all
    select 'batches_equal_lines', 0, count(*) from payout_batch b left join line l on l.batch_id = b.id
      where b.total <> coalesce(l.total, 0) or b.line_count <> coalesce(l.lines, 0)
    union all
    select 'lines_equal_transfers', 0, count(*) from payout_line l join transfer t on t.id = l.transfer_id
      where l.amount <> t.amount or (l.result = 'paid' and t.status <> ${sql.lit(T.PAID)}) or (l.result = 'bounced' and t.status <> ${sql.lit(T.FAILED)})
        or (t.refused_by is not null and l.result <> 'canceled')
        or (l.result = 'returned') <> (l.result <> 'canceled' and t.returned_at is not null)
        or (l.result = 'pending' and t.status <> ${sql.lit(T.REQUESTED)})
    union all
    select 'paid_transfers_have_a_line', 0, count(*) from transfer t
      where t.status <> ${sql.lit(T.REQUESTED)} and t.refused_by is null and not exists (
        select from payout_line l where l.transfer_id = t.id and l.result = case when t.status = ${sql.lit(T.PAID)} then 'paid' when t.returned_at is null then 'bounced' else 'returned' end)`.execute(
    db,
  )
  return rows
}

/** Receivables come only from rescissions, and go into genuine credits or are written off by two people. */
async function receivableChecks(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with touched as (
      select e.*, d.kind as debit_kind, c.kind as credit_kind,
        (d.customer_id, d.company_id) is not distinct from (c.customer_id, c.company_id) as is_same_owner
      from book_entry e join book_account d on d.id = e.debit_account_id join book_account c on c.id = e.credit_account_id
      where e.kind = 'SET_OFF' or d.kind = 'receivable' or c.kind = 'receivable'
    )
    select 'no_receivable_overpaid' as name, 0::bigint as expected, count(*) as found from book_account where kind = 'receivable' and balance > 0
    union all
    select 'receivables_rescinded_or_set_off', 0, count(*) from touched t
      where not (t.kind = 'REVERSAL' and t.debit_kind = 'receivable' and t.credit_kind = 'company' and t.reverses_id is not null)
        and not (t.kind = 'SET_OFF' and t.debit_kind = 'customer' and t.credit_kind = 'receivable' and t.is_same_owner)
        and not (t.kind = 'ADJUSTMENT' and t.debit_kind = 'adjustment' and t.credit_kind = 'receivable')
    union all
    select 'set_offs_within_their_credit', 0, count(*) from touched t
      where t.kind = 'SET_OFF' and not exists (
        select from book_entry e where e.credit_account_id = t.debit_account_id and e.amount >= t.amount
          and case when t.request_id is null then e.kind = 'REVERSAL' and e.transfer_id = t.transfer_id
            else e.kind = 'PURCHASE' and e.request_id = t.request_id end)`.execute(db)
  return rows
}

async function proposalChecks(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select 'approved_proposals_equal_entries' as name, 0::bigint as expected, count(*) as found
    from book_proposal p full join (
      select proposal_id, sum(amount)::bigint as amount, min(second_actor_id) as first, min(actor_id) as second
      from book_entry where proposal_id is not null group by proposal_id) e on e.proposal_id = p.id
    where (p.state = 'approved') is distinct from (e.proposal_id is not null)
      or (p.state = 'approved' and (abs(p.amount), p.proposed_by, p.decided_by) is distinct from (e.amount, e.first, e.second))`.execute(
    db,
  )
  return rows
}
