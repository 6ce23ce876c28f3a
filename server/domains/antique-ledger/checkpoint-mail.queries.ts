import { sql } from 'kysely'
import { type Db, lockNamed, type Tx } from '#server/platform/db'

/** Dealers with a ledger, or with one that was mailed before and is gone now. */
export async function companiesToMail(db: Db, day: string): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from company c
    where (exists (select from antique_ledger l where l.company_id = c.id) or exists (select from ledger_mail m where m.company_id = c.id))
      and not exists (select from ledger_mail m where m.company_id = c.id and m.day = ${day}::date)
    order by c.id`.execute(db)
  return rows
}

export interface LedgerEnd {
  seq: number
  hash: string
}

/** As the rows have it, not as the head says. */
export async function ledgerEnd(tx: Tx, companyId: number): Promise<LedgerEnd | undefined> {
  const { rows } = await sql<LedgerEnd>`
    select seq, encode(hash, 'hex') as hash from antique_ledger where company_id = ${companyId} order by seq desc limit 1`.execute(
    tx,
  )
  return rows[0]
}

export interface MailedBefore {
  day: string
  seq: number
  /** Whether the row of that number is still the one that was mailed. */
  agrees: boolean
}

/** The oldest end that is no longer in the ledger, so that an alarm goes on; otherwise the newest. */
export async function mailedBefore(
  tx: Tx,
  companyId: number,
  day: string,
): Promise<MailedBefore | undefined> {
  const { rows } = await sql<MailedBefore>`
    select * from (select m.day, m.seq, (m.seq = 0 or exists (
      select from antique_ledger l where l.company_id = m.company_id and l.seq = m.seq and l.hash = m.hash)) as agrees
    from ledger_mail m where m.company_id = ${companyId} and m.day < ${day}::date) x
    order by x.agrees, case when not x.agrees then x.day end, x.day desc limit 1`.execute(tx)
  return rows[0]
}

/** False when another process was first. */
export async function markMailed(
  tx: Tx,
  mailed: LedgerEnd & { company_id: number; day: string; queued_at: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into ledger_mail (company_id, day, seq, hash, queued_at)
    values (${mailed.company_id}, ${mailed.day}, ${mailed.seq}, decode(${mailed.hash}, 'hex'), ${mailed.queued_at})
    on conflict do nothing returning day`.execute(tx)
  return rows.length === 1
}

export const lockMailSetting = (tx: Tx, companyId: number): Promise<void> =>
  lockNamed(tx, `ledger-mail.${companyId}`)

export async function mailSetting(
  db: Db,
  companyId: number,
): Promise<{ addresses: string[]; version: number } | undefined> {
  return db
    .selectFrom('ledger_mail_setting')
    .select(['addresses', 'version'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
}

export async function newestMail(
  db: Db,
  companyId: number,
): Promise<{ day: string; seq: number } | undefined> {
  return db
    .selectFrom('ledger_mail')
    .select(['day', 'seq'])
    .where('company_id', '=', companyId)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function writeMailSetting(
  tx: Tx,
  row: { company_id: number; addresses: string[]; changed_by: number; changed_at: string; version: number },
): Promise<void> {
  await tx
    .insertInto('ledger_mail_setting')
    .values(row)
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute()
}
