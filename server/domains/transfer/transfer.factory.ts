import type { Insertable } from 'kysely'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import type { Db } from '#server/platform/db'
import type { payout_originator } from '#server/platform/db-types'
import type { Tools } from '#server/platform/tools'
import { makeBankAccount } from '../bank-account/bank-account.factory.ts'

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

export interface PayeeOverrides {
  kana?: string
  holder?: string | null
  number?: string
}

const identified = '2026-10-01T10:00:00+09:00'

export async function makePayee(
  db: Db,
  tools: Pick<Tools, 'keys'>,
  companyId: number,
  overrides: PayeeOverrides = {},
): Promise<{ account_id: number; customer_id: number; email: string }> {
  const kana = overrides.kana ?? 'サトウ ミサキ'
  const made = await makeCustomerAccount(db, tools, { customer: { name_kana: kana } })
  await db
    .insertInto('identification')
    .values({
      customer_id: made.customer_id,
      company_id: companyId,
      identification_kind: 1,
      ekyc_status: 3,
      clause: 'clause_8',
      verified_name: '佐藤 美咲',
      verified_name_kana: kana,
      verified_at: identified,
      created_at: identified,
    })
    .execute()
  if (overrides.holder !== null)
    await makeBankAccount(db, tools, made.customer_id, {
      branch_code: '001',
      account_number: overrides.number ?? '0012345',
      account_holder_kana: overrides.holder ?? kana,
    })
  return made
}
