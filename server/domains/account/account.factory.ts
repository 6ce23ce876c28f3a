import type { Insertable } from 'kysely'
import { foldSearch } from '#contract/text'
import type { Db } from '#server/platform/db'
import type { account, business_user, customer } from '#server/platform/db-types'
import { nextId } from '#server/platform/next-id'
import { hashPassword } from '#server/platform/password'
import type { Tools } from '#server/platform/tools'
import { foldEmail } from './account.rules.ts'

export const factoryPassword = 'kutsubako-77-aoi'

// // Hashed once: password hashing is deliberately slow.
let hashed: Promise<string> | undefined
export function factoryPasswordHash(): Promise<string> {
  hashed ??= hashPassword(factoryPassword)
  return hashed
}

let sequence = 0
const created = '2026-04-01T10:00:00+09:00'

export interface CustomerAccountOverrides {
  account?: Partial<Insertable<account>>
  customer?: Partial<Insertable<customer>>
  birthday?: string | null
}

export async function makeCustomerAccount(
  db: Db,
  tools: Pick<Tools, 'keys'>,
  overrides: CustomerAccountOverrides = {},
): Promise<{ account_id: number; customer_id: number; email: string }> {
  sequence += 1
  const email = overrides.account?.email ?? `okyaku${sequence}@example.jp`
  const account = await insertAccount(db, 'customer', email, overrides.account)
  const name = overrides.customer?.name ?? '佐藤 美咲'
  const nameKana = overrides.customer?.name_kana ?? 'サトウ ミサキ'
  const birthday = overrides.birthday === undefined ? '1990-05-17' : overrides.birthday
  const id = await nextId(db, 'customer')
  const customer = await db
    .insertInto('customer')
    .values({
      id,
      account_id: account,
      name,
      name_kana: nameKana,
      search_text: `${foldSearch(name)}\n${foldSearch(nameKana)}`,
      birthday_enc:
        birthday === null ? null : tools.keys.field.encrypt(birthday, 'customer.birthday_enc', id),
      gender: 2,
      job: 1,
      phone: '09012345678',
      postal_code: '1500001',
      prefecture: '東京都',
      city: '渋谷区',
      address1: '神宮前1-2-3',
      address2: 'メゾン表参道 405',
      created_at: created,
      updated_at: created,
      ...overrides.customer,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { account_id: account, customer_id: customer.id, email }
}

export interface BusinessAccountOverrides {
  account?: Partial<Insertable<account>>
  user?: Partial<Insertable<business_user>>
  shop_ids?: number[]
}

export async function makeBusinessAccount(
  db: Db,
  companyId: number,
  overrides: BusinessAccountOverrides = {},
): Promise<{ account_id: number; business_user_id: number; email: string }> {
  sequence += 1
  const email = overrides.account?.email ?? `staff${sequence}@example.co.jp`
  const account = await insertAccount(db, 'business', email, overrides.account)
  const user = await db
    .insertInto('business_user')
    .values({
      account_id: account,
      company_id: companyId,
      name: '鈴木 健一',
      role: 'staff',
      created_at: created,
      confirmed_at: created,
      ...overrides.user,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const shop of overrides.shop_ids ?? []) {
    await db.insertInto('business_user_shop').values({ business_user_id: user.id, shop_id: shop }).execute()
  }
  return { account_id: account, business_user_id: user.id, email }
}

/** A sign-in of the business side that belongs to nobody of the staff. */
export const makeBusinessSignIn = (
  db: Db,
  email: string,
  overrides?: Partial<Insertable<account>>,
): Promise<number> => insertAccount(db, 'business', email, overrides)

async function insertAccount(
  db: Db,
  kind: 'customer' | 'business',
  email: string,
  overrides: Partial<Insertable<account>> = {},
): Promise<number> {
  const row = await db
    .insertInto('account')
    .values({
      kind,
      email,
      email_folded: foldEmail(email),
      password_hash: await factoryPasswordHash(),
      is_email_auth: true,
      created_at: created,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
