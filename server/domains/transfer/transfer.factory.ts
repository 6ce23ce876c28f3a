import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/db'
import type { payout_originator } from '#server/platform/db-types'

/** The house's own account, as a bank would have issued it for its file of transfers. */
export async function makeOriginator(db: Db, overrides: Partial<Insertable<payout_originator>> = {}) {
  await db
    .insertInto('payout_originator')
    .values({
      code: '0123456789',
      name_kana: 'オクルウンエイ(カ',
      bank_code: '0001',
      bank_name_kana: 'ミズホ',
      branch_code: '001',
      branch_name_kana: 'トウキヨウ',
      account_type: 1,
      account_number: '7654321',
      ...overrides,
    })
    .execute()
}
