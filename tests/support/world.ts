import { machinePermissionLabel } from '#contract/api-key'
import type { MachinePermission } from '#contract/permission'
import {
  makeBusinessAccount,
  makeBusinessSignIn,
  makeCustomerAccount,
} from '#server/domains/account/account.factory'
import { endSessions, forgetPrincipal, openSession } from '#server/domains/account/account.service'
import { makeApiKey } from '#server/domains/api-key/api-key.factory'
import {
  makeBrands,
  makeCampaign,
  makeCategoryTree,
  makeCommentTemplates,
} from '#server/domains/catalogue/catalogue.factory'
import { makeCompany, makeOperatorCompany, makeShop } from '#server/domains/company/company.factory'
import { makeInspection } from '#server/domains/inspection/inspection.factory'
import { makeTerms } from '#server/domains/terms/terms.factory'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { nextId } from '#server/platform/next-id'
import type { TestApp } from './app.ts'

export interface Person {
  account_id: number
  id: number
  email: string
  name: string
  /** Lasts ten minutes of the test's clock (`signIn` returns another). */
  token: string
  refresh: string
}

interface Dealer {
  company: number
  shops: number[]
  staff: Person
  admin: Person
}

export interface World {
  aoyama: Dealer & { shops: [number, number]; admin2: Person }
  umeda: Dealer & { shops: [number] }
  operator: { company: number; operator: Person; approver: Person }
  /** Complete, identified by aoyama, with a bank account. */
  hanako: Person & { bank_account: number; identification: number }
  taro: Person
  categories: Awaited<ReturnType<typeof makeCategoryTree>>
  brands: Awaited<ReturnType<typeof makeBrands>>
  campaign: number
  comment_templates: number[]
  terms: string
}

/** Two dealers, the operator, two customers and masters. */
export async function makeWorld(t: TestApp): Promise<World> {
  const { db } = t
  const terms = await makeTerms(db)
  const categories = await makeCategoryTree(db)
  const brands = await makeBrands(db)
  const aoyama = await makeAoyama(t)
  const umeda = await makeUmeda(t)
  const house = await makeOperatorCompany(db)
  return {
    terms,
    categories,
    brands,
    aoyama,
    umeda,
    operator: {
      company: house,
      operator: await makeEmployee(t, house, '大手 進', 'admin', 'susumu@okuru.example.jp'),
      approver: await makeEmployee(t, house, '内幸 望', 'admin', 'nozomi@okuru.example.jp'),
    },
    hanako: await makeHanako(t, aoyama.company),
    taro: await makeTaro(t),
    // Of a brand that few tests use: what counts for an article is added by itself.
    campaign: await makeCampaign(db, aoyama.company, { brands: [brands.issey] }),
    comment_templates: await makeCommentTemplates(db, aoyama.company),
  }
}

async function makeAoyama(t: TestApp): Promise<World['aoyama']> {
  const company = await makeCompany(t.db, { store_key: 'aoyama' })
  return {
    company,
    shops: [
      await makeShop(t.db, company, { store_key: 'aoyama' }),
      await makeShop(t.db, company, {
        name: '渋谷店',
        name_folded: '渋谷店',
        store_key: 'aoyama',
        postal_code: '1500001',
        city: '渋谷区',
        address1: '神宮前6-1-1',
      }),
    ],
    staff: await makeEmployee(t, company, '鈴木 健一', 'staff', 'suzuki@aoyama.example.jp'),
    admin: await makeEmployee(t, company, '青山 一郎', 'admin', 'ichiro@aoyama.example.jp'),
    admin2: await makeEmployee(t, company, '青山 二葉', 'admin', 'futaba@aoyama.example.jp'),
  }
}

async function makeUmeda(t: TestApp): Promise<World['umeda']> {
  const company = await makeCompany(t.db, {
    name: '株式会社梅田ブランドサービス',
    license_number: '第621012345679号',
    public_safety_commission: '大阪府公安委員会',
    representative: '梅田 次郎',
    postal_code: '5300001',
    address: '大阪府大阪市北区梅田1-1-1',
    phone: '0661234567',
    store_key: 'umeda',
  })
  const shop = await makeShop(t.db, company, {
    name: '梅田店',
    name_folded: '梅田店',
    store_key: 'umeda',
    postal_code: '5300001',
    prefecture: '大阪府',
    city: '大阪市北区',
    address1: '梅田1-1-1',
    phone: '0661234567',
  })
  return {
    company,
    shops: [shop],
    staff: await makeEmployee(t, company, '中津 渚', 'staff', 'nagisa@umeda.example.jp'),
    admin: await makeEmployee(t, company, '梅田 次郎', 'admin', 'jiro@umeda.example.jp'),
  }
}

export async function makeEmployee(
  t: TestApp,
  company: number,
  name: string,
  role: 'admin' | 'staff',
  email: string,
): Promise<Person> {
  const made = await makeBusinessAccount(t.db, company, { account: { email }, user: { name, role } })
  const tokens = await signIn(t, made)
  return { account_id: made.account_id, id: made.business_user_id, email, name, ...tokens }
}

/** Police who inspect the ledger of a dealer, for two days. */
export async function makeInspector(t: TestApp, dealer: Dealer, email: string): Promise<Person> {
  const account_id = await makeBusinessSignIn(t.db, email)
  const at = t.clock.now()
  const id = await makeInspection(t.db, {
    company_id: dealer.company,
    account_id,
    begun_by: dealer.admin.id,
    begun_at: at.toISOString(),
    valid_until: new Date(at.getTime() + 48 * 3_600_000).toISOString(),
  })
  return { account_id, id, email, name: '渋谷警察署 生活安全課', ...(await signIn(t, { account_id })) }
}

/** What an administrator of the dealer lets in: its key, for `token`. */
export async function makeMachine(
  t: TestApp,
  dealer: Dealer,
  permissions: readonly MachinePermission[] = machinePermissions,
  shops: readonly number[] = [],
): Promise<{ id: number; key: string; account_id: number; business_user_id: number }> {
  const { account_id, id, email, name } = dealer.admin
  const at = t.clock.now()
  const admin: BusinessActor = {
    ...{ kind: 'business', role: 'admin', account_id, business_user_id: id, company_id: dealer.company },
    ...{ is_operator: false, is_admin: true, lacks_second_factor: false, shop_ids: null, email, name },
    ...{ session: { id: '', signed_in_at: at }, at, http_request_id: '' },
  }
  return makeApiKey(t.db, admin, { permissions, shops })
}

export const machinePermissions = Object.keys(machinePermissionLabel) as MachinePermission[]

async function makeHanako(t: TestApp, company: number): Promise<World['hanako']> {
  const name = '山田 花子'
  const kana = 'ヤマダ ハナコ'
  const made = await makeCustomerAccount(t.db, t.tools, {
    account: { email: 'hanako@example.jp' },
    customer: { name, name_kana: kana, search_text: '山田花子\nヤマダハナコ' },
  })
  const bankAccount = await makeBankAccount(t.db, t.tools.keys, made.customer_id, 'ヤマダ ハナコ')
  const id = await nextId(t.db, 'identification')
  await t.db
    .insertInto('identification')
    .values({
      id,
      customer_id: made.customer_id,
      company_id: company,
      identification_kind: 1,
      ekyc_status: 3,
      clause: 'clause_7',
      document_name: '運転免許証',
      document_issuer: '東京都公安委員会',
      document_number_enc: t.tools.keys.field.encrypt(
        '301234567890',
        'identification.document_number_enc',
        id,
      ),
      verified_name: name,
      verified_name_kana: kana,
      verified_birthday_enc: t.tools.keys.field.encrypt(
        '1990-05-17',
        'identification.verified_birthday_enc',
        id,
      ),
      verified_address: '東京都渋谷区神宮前1-2-3メゾン表参道 405',
      verified_at: '2026-10-01T10:00:00+09:00',
      created_at: '2026-10-01T10:00:00+09:00',
    })
    .execute()
  const tokens = await signIn(t, made)
  return {
    account_id: made.account_id,
    id: made.customer_id,
    email: made.email,
    name,
    ...tokens,
    bank_account: bankAccount,
    identification: id,
  }
}

async function makeTaro(t: TestApp): Promise<Person> {
  const made = await makeCustomerAccount(t.db, t.tools, {
    account: { email: 'taro@example.jp' },
    birthday: null,
    customer: {
      name: '',
      name_kana: '',
      search_text: '',
      gender: 0,
      job: null,
      phone: '',
      postal_code: '',
      prefecture: '',
      city: '',
      address1: '',
      address2: '',
    },
  })
  const tokens = await signIn(t, made)
  return { account_id: made.account_id, id: made.customer_id, email: made.email, name: '', ...tokens }
}

async function makeBankAccount(
  db: Db,
  keys: TestApp['tools']['keys'],
  customer: number,
  holder: string,
): Promise<number> {
  await db
    .insertInto('bank')
    .values({ bank_code: '0001', name: 'みずほ銀行', name_kana: 'ミズホ', search_text: 'ミズホ銀行\nミズホ' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('bank_branch')
    .values({
      bank_code: '0001',
      branch_code: '001',
      name: '東京営業部',
      name_kana: 'トウキヨウ',
      search_text: '東京営業部\nトウキヨウ',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const id = await nextId(db, 'bank_account')
  await db
    .insertInto('bank_account')
    .values({
      id,
      customer_id: customer,
      account_type: 1,
      bank_code: '0001',
      branch_code: '001',
      account_number_enc: keys.field.encrypt('1234567', 'bank_account.account_number_enc', id),
      account_number_tail: '567',
      account_holder_kana: holder,
      created_at: '2026-10-01T10:00:00+09:00',
      updated_at: '2026-10-01T10:00:00+09:00',
    })
    .execute()
  return id
}

export async function signIn(
  t: TestApp,
  who: { account_id: number },
): Promise<{ token: string; refresh: string }> {
  const account = await t.db
    .selectFrom('account')
    .select(['id', 'kind', 'generation'])
    .where('id', '=', who.account_id)
    .executeTakeFirstOrThrow()
  const pair = await inTransaction(t.db, (tx) =>
    openSession(
      tx,
      { ...account, kind: account.kind === 'business' ? 'business' : 'customer' },
      'テスト端末',
      t.clock.now(),
      t.tools,
    ),
  )
  return { token: pair.access, refresh: pair.refresh }
}

/** On every device, as by a new password. */
export async function endAllSessions(t: TestApp, { account_id }: { account_id: number }): Promise<void> {
  await inTransaction(t.db, (tx) => endSessions(tx, account_id, t.clock.now()))
  forgetPrincipal(t.db, account_id)
}

/** Another customer who may sell. */
export async function makeSeller(t: TestApp): Promise<Person> {
  const made = await makeCustomerAccount(t.db, t.tools)
  const { name } = await t.db
    .selectFrom('customer')
    .select('name')
    .where('id', '=', made.customer_id)
    .executeTakeFirstOrThrow()
  return {
    account_id: made.account_id,
    id: made.customer_id,
    email: made.email,
    name,
    ...(await signIn(t, made)),
  }
}
