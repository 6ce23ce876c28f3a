import { type Insertable, sql } from 'kysely'
import type * as z from 'zod'
import type { payoutOriginator } from '#contract/transfer'
import { type Db, lockNamed, type Tx } from '#server/platform/db'
import type { payout_originator } from '#server/platform/db-types'

export type OriginatorRow = Omit<z.output<typeof payoutOriginator>, 'name_in_file'>

export async function originatorRow(db: Db): Promise<OriginatorRow | undefined> {
  const { rows } = await sql<OriginatorRow>`
    select o.code as originator_code, o.file_format, o.name_kana, o.bank_code, coalesce(b.name, o.bank_name_kana) as bank_name, o.branch_code,
      coalesce(r.name, o.branch_name_kana) as branch_name, o.account_type, o.account_number, o.version,
      coalesce(u.name, '') as updated_by, o.updated_at
    from payout_originator o
    left join bank b on b.bank_code = o.bank_code
    left join bank_branch r on r.bank_code = o.bank_code and r.branch_code = o.branch_code
    left join business_user u on u.id = o.updated_by`.execute(db)
  return rows[0]
}

/** The table holds one row, which may not exist yet: an advisory lock stands in for it. */
export const lockOriginator = (tx: Tx): Promise<void> => lockNamed(tx, 'payout_originator')

export async function placeOf(
  db: Db,
  bankCode: string,
  branchCode: string,
): Promise<{ bank_kana: string | null; branch_kana: string | null }> {
  const { rows } = await sql<{ bank_kana: string | null; branch_kana: string | null }>`
    select (select name_kana from bank where bank_code = ${bankCode}) as bank_kana,
      (select name_kana from bank_branch where bank_code = ${bankCode} and branch_code = ${branchCode}) as branch_kana`.execute(
    db,
  )
  return rows[0] ?? { bank_kana: null, branch_kana: null }
}

export async function writeOriginator(tx: Tx, row: Insertable<payout_originator>): Promise<void> {
  await tx
    .insertInto('payout_originator')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({ ...row, version: eb('payout_originator.version', '+', 1) })),
    )
    .execute()
}
