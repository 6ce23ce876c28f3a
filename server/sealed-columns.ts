import { sql } from 'kysely'
import type { SealedColumn } from '#server/platform/reseal'

const id = sql<string>`id::text`

/** Every column with encrypted values. Answers kept for repeated calls are not among them: they go after a week. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'customer', column: 'birthday_enc', row: id },
  { table: 'bank_account', column: 'account_number_enc', row: id },
  { table: 'bank_account', column: 'yucho_symbol_enc', row: id },
  { table: 'bank_account', column: 'yucho_number_enc', row: id },
  { table: 'identification', column: 'document_number_enc', row: id },
  { table: 'identification', column: 'verified_birthday_enc', row: id },
  { table: 'transfer', column: 'account_number_enc', row: id },
  { table: 'antique_ledger_person', column: 'document_enc', row: sql<string>`encode(salt, 'hex')` },
]
