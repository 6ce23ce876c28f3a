import { sql } from 'kysely'
import { transferStatus as T } from '#contract/codes'
import { withoutSeparators } from '#contract/text'
import type { Db } from '#server/platform/db'
import { foldBank } from './bank-search.rules.ts'

export interface BankAccountRow {
  id: number
  customer_id: number
  account_type: number
  bank_code: string
  bank_name: string
  branch_code: string
  branch_name: string
  account_number_enc: Buffer
  account_number_tail: string
  account_holder_kana: string
  yucho_symbol_enc: Buffer | null
  yucho_number_enc: Buffer | null
  version: number
}

/** With the current names of bank and branch; empty if they no longer exist. */
export async function bankAccountRow(db: Db, customerId: number): Promise<BankAccountRow | null> {
  const { rows } = await sql<BankAccountRow>`
    select a.id, a.customer_id, a.account_type, a.bank_code, coalesce(b.name, '') as bank_name, a.branch_code,
      coalesce(r.name, '') as branch_name, a.account_number_enc, a.account_number_tail, a.account_holder_kana,
      a.yucho_symbol_enc, a.yucho_number_enc, a.version
    from bank_account a
    left join bank b on b.bank_code = a.bank_code
    left join bank_branch r on r.bank_code = a.bank_code and r.branch_code = a.branch_code
    where a.customer_id = ${customerId}`.execute(db)
  return rows[0] ?? null
}

export async function hasTransferUnderWay(db: Db, customerId: number): Promise<boolean> {
  const { rows } =
    await sql`select from transfer where customer_id = ${customerId} and status = ${sql.lit(T.REQUESTED)}`.execute(
      db,
    )
  return rows.length > 0
}

export async function branchCodesOf(db: Db, bankCode: string): Promise<Set<string> | null> {
  const { rows } = await sql<{ codes: string[] }>`
    select coalesce((select array_agg(r.branch_code) from bank_branch r where r.bank_code = b.bank_code), '{}') as codes
    from bank b where b.bank_code = ${bankCode}`.execute(db)
  return rows[0] ? new Set(rows[0].codes) : null
}

interface Term {
  folded: string
  code: string | null
}

function termOf(text: string): Term {
  const digits = withoutSeparators(text)
  return { folded: foldBank(text), code: /^\d+$/.test(digits) ? digits : null }
}

export async function searchBanks(db: Db, text: string) {
  const { folded, code } = termOf(text)
  const { rows } = await sql<{ bank_code: string; name: string; name_kana: string }>`
    select bank_code, name, name_kana from bank
    where strpos(search_text, ${folded}) > 0 or starts_with(bank_code, ${code}::text)
    order by strpos(E'\n' || search_text, E'\n' || ${folded}) = 0, bank_code limit 50`.execute(db)
  return rows
}

export async function searchBranches(db: Db, bankCode: string, text: string) {
  const { folded, code } = termOf(text)
  const { rows } = await sql<{ branch_code: string; name: string; name_kana: string }>`
    select branch_code, name, name_kana from bank_branch
    where bank_code = ${bankCode} and (strpos(search_text, ${folded}) > 0 or starts_with(branch_code, ${code}::text))
    order by strpos(E'\n' || search_text, E'\n' || ${folded}) = 0, branch_code`.execute(db)
  return rows
}
