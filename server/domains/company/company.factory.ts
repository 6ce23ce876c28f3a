import type { Insertable } from 'kysely'
import { foldSearch } from '#contract/text'
import { type BusinessAccountOverrides, makeBusinessAccount } from '#server/domains/account/account.factory'
import type { Db } from '#server/platform/db'
import type { company, shop } from '#server/platform/db-types'

const created = '2026-04-01T10:00:00+09:00'

export async function makeCompany(db: Db, overrides: Partial<Insertable<company>> = {}): Promise<number> {
  const row = await db
    .insertInto('company')
    .values({
      name: '株式会社青山リユース',
      license_number: '第301012345678号',
      public_safety_commission: '東京都公安委員会',
      representative: '青山 一郎',
      postal_code: '1070062',
      address: '東京都港区南青山3-1-1',
      phone: '0312345678',
      store_key: 'default',
      created_at: created,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export function makeOperatorCompany(db: Db, overrides: Partial<Insertable<company>> = {}): Promise<number> {
  return makeCompany(db, {
    name: 'おくる運営株式会社',
    is_operator: true,
    license_number: '',
    public_safety_commission: '',
    representative: '大手 進',
    postal_code: '1000004',
    address: '東京都千代田区大手町1-1-1',
    phone: '0398765432',
    ...overrides,
  })
}

export async function makeShop(
  db: Db,
  companyId: number,
  overrides: Partial<Insertable<shop>> = {},
): Promise<number> {
  const name = overrides.name ?? '青山本店'
  const row = await db
    .insertInto('shop')
    .values({
      company_id: companyId,
      name,
      name_folded: foldSearch(name),
      description: 'レディースの洋服とバッグを中心にお取り扱いしています。',
      delivering_option: 'PICKUP_AND_SELF',
      postal_code: '1070062',
      prefecture: '東京都',
      city: '港区',
      address1: '南青山3-1-1',
      phone: '0312345678',
      created_at: created,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function makeShopTag(db: Db, shopId: number, name: string): Promise<number> {
  const tag = await db
    .insertInto('shop_tag')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('shop_shop_tag').values({ shop_id: shopId, shop_tag_id: tag.id }).execute()
  return tag.id
}

export function makeStaff(db: Db, companyId: number, overrides: BusinessAccountOverrides = {}) {
  return makeBusinessAccount(db, companyId, overrides)
}
