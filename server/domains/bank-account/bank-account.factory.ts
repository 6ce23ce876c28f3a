import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/db'
import type { bank_account } from '#server/platform/db-types'
import { nextId } from '#server/platform/next-id'
import type { Tools } from '#server/platform/tools'

const created = '2026-04-01T10:00:00+09:00'

export async function makeBankAccount(
  db: Db,
  tools: Pick<Tools, 'keys'>,
  customerId: number,
  overrides: Partial<Insertable<bank_account>> & { account_number?: string } = {},
): Promise<number> {
  const { account_number = '1234567', ...columns } = overrides
  const id = await nextId(db, 'bank_account')
  await db
    .insertInto('bank_account')
    .values({
      id,
      customer_id: customerId,
      account_type: 1,
      bank_code: '0001',
      branch_code: '100',
      account_number_enc: tools.keys.field.encrypt(account_number, 'bank_account.account_number_enc', id),
      account_number_tail: account_number.slice(-3),
      account_holder_kana: 'ｻﾄｳ ﾐｻｷ',
      created_at: created,
      updated_at: created,
      ...columns,
    })
    .execute()
  return id
}
