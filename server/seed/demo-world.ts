// Who and what is there before the first box: the house, dealers, shops, staff, customers, masters.
import { sql } from 'kysely'
import { toBankKana } from '#contract/bank-kana'
import { makeBusinessAccount, makeCustomerAccount } from '#server/domains/account/account.factory'
import { makeAnnouncement } from '#server/domains/announcement/announcement.factory'
import { makeBankAccount } from '#server/domains/bank-account/bank-account.factory'
import { makeBrand, makeCampaign, makeCategory } from '#server/domains/catalogue/catalogue.factory'
import {
  makeCompany,
  makeOperatorCompany,
  makeShop,
  makeShopTag,
} from '#server/domains/company/company.factory'
import { makeIdentification } from '#server/domains/identity/identity.factory'
import { makeTerms } from '#server/domains/terms/terms.factory'
import { makeOriginator } from '#server/domains/transfer/transfer.factory'
import type { BusinessActor, CustomerActor } from '#server/platform/actor'
import { addDays, tokyoDate } from '#server/platform/calendar'
import type { Db } from '#server/platform/db'
import { hashPassword } from '#server/platform/password'
import type { Tools } from '#server/platform/tools'
import { brands } from './brands.ts'
import { announcements, commentTemplates, dealers, employees, shops, termsBody } from './demo-texts.ts'
import { categoryTree } from './goods.ts'
import { drawPerson, type MadePerson } from './people.ts'
import { type Dice, dice } from './random.ts'

export const demoPassword = 'okuru-demo-2026'
export const termsVersion = '2026-04'

export interface Worker {
  id: number
  account_id: number
  name: string
  email: string
  role: 'staff' | 'admin' | 'operator'
  company_id: number
}

export interface DemoCustomer extends MadePerson {
  id: number
  account_id: number
  email: string
  /** Indexes of dealers that have identified the customer. */
  verified: number[]
}

export interface DemoWorld {
  companies: number[]
  house: number
  shops: { id: number; dealer: number; delivering_option: string }[]
  workers: Map<string, Worker>
  customers: DemoCustomer[]
  brandIds: Map<string, number>
  categoryIds: Map<string, number>
  campaigns: number[]
}

/** The last whole day in Tokyo: everything of the demo has happened by its evening. */
export const anchorDay = (now: Date): string => tokyoDate(new Date(now.getTime() - 24 * 3_600_000))

export const instantOf = (date: string, time: string): Date => new Date(`${date}T${time}:00+09:00`)

/** Dealers, shops, staff and masters, without customers. */
export async function makeBusinessWorld(
  db: Db,
  anchor: string,
  hash: string,
  opened: string,
): Promise<Omit<DemoWorld, 'customers'>> {
  await makeTerms(db, { version: termsVersion, effective_on: opened.slice(0, 10), body: termsBody })
  const companies: number[] = []
  for (const dealer of dealers) companies.push(await makeCompany(db, { ...dealer, created_at: opened }))
  const house = await makeOperatorCompany(db, {
    name: '株式会社おくる',
    representative: '大手 進',
    address: '東京都千代田区大手町1-5-2',
    created_at: opened,
  })
  const made = await makeShops(db, companies, opened)
  const { brandIds, categoryIds } = await makeMasters(db, companies, made, opened)
  await makeNews(db, anchor)
  return {
    companies,
    house,
    shops: made,
    workers: await makeWorkers(db, companies, house, hash, opened),
    brandIds,
    categoryIds,
    campaigns: await makeCampaigns(db, companies, anchor),
  }
}

export async function makeDemoWorld(db: Db, tools: Pick<Tools, 'keys'>, anchor: string): Promise<DemoWorld> {
  const die = dice(20_261_101)
  const hash = await hashPassword(demoPassword)
  const opened = instantOf(addDays(anchor, -240), '10:00').toISOString()
  const world = await makeBusinessWorld(db, anchor, hash, opened)
  await makeOriginator(db, { code: '2026010107', name_kana: 'カ)オクル' })
  return {
    ...world,
    customers: await makeCustomers(db, tools, { die, companies: world.companies, anchor, hash }),
  }
}

async function makeShops(db: Db, companies: readonly number[], opened: string) {
  const made: DemoWorld['shops'] = []
  for (const shop of shops) {
    const [postal_code, prefecture, city, address1, phone] = shop.place
    const { name, description, delivering_option } = shop
    const id = await makeShop(db, companies[shop.dealer] as number, {
      ...{ name, description, delivering_option, postal_code, prefecture, city, address1, phone },
      store_key: dealers[shop.dealer].store_key,
      created_at: opened,
    })
    for (const tag of shop.tags) await makeShopTag(db, id, tag)
    made.push({ id, dealer: shop.dealer, delivering_option })
  }
  return made
}

async function makeMasters(db: Db, companies: readonly number[], made: DemoWorld['shops'], opened: string) {
  const brandIds = new Map<string, number>()
  for (const [name, name_kana, ...aliases] of brands) {
    brandIds.set(name, await makeBrand(db, { name, name_kana, aliases, created_at: opened }))
  }
  const ids = [...brandIds.values()]
  await db
    .insertInto('company_brand')
    .values(companies.flatMap((company_id) => ids.map((brand_id) => ({ company_id, brand_id }))))
    .execute()
  await db
    .insertInto('shop_brand')
    .values(
      made.flatMap(({ id: shop_id }, index) =>
        ids.filter((_, place) => (place + index) % 3 !== 0).map((brand_id) => ({ shop_id, brand_id })),
      ),
    )
    .execute()
  const categoryIds = new Map<string, number>()
  for (const [sort, { name, ledger_class, children }] of categoryTree.entries()) {
    const parent_id = await makeCategory(db, { name, ledger_class, sort: sort + 1 })
    for (const [place, child] of children.entries()) {
      categoryIds.set(
        child,
        await makeCategory(db, { name: child, parent_id, ledger_class, sort: place + 1 }),
      )
    }
  }
  await db
    .insertInto('comment_template')
    .values(
      companies.flatMap((company_id) =>
        commentTemplates.map(([title, body, category, short_code], index) => ({
          ...{ company_id, title, body, category, short_code },
          sort: index + 1,
        })),
      ),
    )
    .execute()
  return { brandIds, categoryIds }
}

async function makeNews(db: Db, anchor: string): Promise<void> {
  for (const { daysAgo, ...news } of [...announcements].reverse()) {
    const published_at = instantOf(addDays(anchor, -daysAgo), '10:00').toISOString()
    await makeAnnouncement(db, { ...news, published_at })
  }
}

async function makeCampaigns(db: Db, companies: readonly number[], anchor: string): Promise<number[]> {
  const ids: number[] = []
  for (const [index, company] of companies.entries()) {
    ids.push(
      await makeCampaign(db, company, {
        name: index === 0 ? '冬物アウター買取10%アップ' : '季節の買取5%アップ',
        percent: index === 0 ? 10 : 5,
        starts_on: addDays(anchor, -20),
        ends_on: addDays(anchor, 40),
      }),
    )
  }
  return ids
}

async function makeWorkers(
  db: Db,
  companies: readonly number[],
  house: number,
  password_hash: string,
  created_at: string,
): Promise<Map<string, Worker>> {
  const workers = new Map<string, Worker>()
  for (const [dealer, name, role, email] of employees) {
    const company_id = dealer === null ? house : (companies[dealer] as number)
    const made = await makeBusinessAccount(db, company_id, {
      account: { email, password_hash, created_at },
      user: { name, role, created_at },
    })
    workers.set(email, {
      ...{ id: made.business_user_id, account_id: made.account_id, name, email, company_id },
      role: dealer === null ? 'operator' : role,
    })
  }
  return workers
}

interface CustomerInput {
  die: Dice
  companies: readonly number[]
  anchor: string
  hash: string
}

const customerCount = 40

async function makeCustomers(
  db: Db,
  tools: Pick<Tools, 'keys'>,
  input: CustomerInput,
): Promise<DemoCustomer[]> {
  const { die, companies, anchor } = input
  const branches = await branchesOf(db)
  const customers: DemoCustomer[] = [await makeHanako(db, tools, input, branches)]
  for (let index = 1; index < customerCount; index++) {
    const person = drawPerson(die, Number(anchor.slice(0, 4)))
    const daysAgo = die.int(150, 235)
    const email = `okyaku${String(index).padStart(2, '0')}@example.com`
    const created = instantOf(addDays(anchor, -daysAgo), '20:15')
    const customer = await insertCustomer(db, tools, person, { email, hash: input.hash, created })
    // One in eight has not been identified by anybody yet.
    const verified =
      index % 8 === 5
        ? []
        : index % 4 === 0
          ? [0, 1]
          : index % 7 === 3
            ? [0, 2]
            : index % 5 === 1
              ? [1, 0]
              : [0]
    for (const dealer of verified) {
      await identify(db, tools, customer, companies[dealer] as number, addDays(anchor, 1 - daysAgo), die)
    }
    if (index % 9 !== 2) await openAccount(db, tools, customer, die.pick(branches), die)
    customers.push({ ...customer, verified })
  }
  await makeUnfinishedChecks(db, tools, customers, companies, anchor)
  await makeTaro(db, tools, input.hash, instantOf(anchor, '08:40'))
  return customers
}

async function makeHanako(db: Db, tools: Pick<Tools, 'keys'>, input: CustomerInput, branches: Branch[]) {
  const person: MadePerson = {
    name: '山田 花子',
    name_kana: 'ヤマダ ハナコ',
    gender: 2,
    birthday: '1990-05-17',
    job: 1,
    job_detail: '',
    phone: '09012345678',
    postal_code: '1500001',
    prefecture: '東京都',
    city: '渋谷区',
    address1: '神宮前1-2-3',
    address2: 'メゾン表参道 405',
  }
  const created = instantOf(addDays(input.anchor, -200), '21:05')
  const customer = await insertCustomer(db, tools, person, {
    email: 'hanako@example.com',
    hash: input.hash,
    created,
  })
  await identify(db, tools, customer, input.companies[0] as number, addDays(input.anchor, -199), input.die)
  await openAccount(db, tools, customer, branches[0] as Branch, input.die)
  return { ...customer, verified: [0] }
}

async function makeTaro(
  db: Db,
  tools: Pick<Tools, 'keys'>,
  password_hash: string,
  created: Date,
): Promise<void> {
  const at = created.toISOString()
  await makeCustomerAccount(db, tools, {
    account: { email: 'taro@example.com', password_hash, created_at: at },
    birthday: null,
    customer: {
      ...{ name: '', name_kana: '', search_text: '', gender: 0, job: null, phone: '' },
      ...{
        postal_code: '',
        prefecture: '',
        city: '',
        address1: '',
        address2: '',
        created_at: at,
        updated_at: at,
      },
    },
  })
}

async function insertCustomer(
  db: Db,
  tools: Pick<Tools, 'keys'>,
  person: MadePerson,
  with_: { email: string; hash: string; created: Date },
): Promise<Omit<DemoCustomer, 'verified'>> {
  const { birthday, ...columns } = person
  const at = with_.created.toISOString()
  const made = await makeCustomerAccount(db, tools, {
    account: { email: with_.email, password_hash: with_.hash, created_at: at },
    birthday,
    customer: { ...columns, created_at: at, updated_at: at },
  })
  return { ...person, id: made.customer_id, account_id: made.account_id, email: with_.email }
}

const papers = [
  { identification_kind: 1, document_name: '運転免許証', document_issuer: '公安委員会' },
  { identification_kind: 2, document_name: 'マイナンバーカード', document_issuer: '市区町村長' },
  { identification_kind: 3, document_name: '在留カード', document_issuer: '出入国在留管理庁' },
] as const

async function identify(
  db: Db,
  tools: Pick<Tools, 'keys'>,
  customer: Omit<DemoCustomer, 'verified'>,
  company_id: number,
  day: string,
  die: Dice,
): Promise<void> {
  const paper = die.weighted(papers, [12, 6, 1])
  const at = instantOf(day, '14:20').toISOString()
  await makeIdentification(
    db,
    tools,
    { customer_id: customer.id, company_id },
    {
      ...paper,
      clause: paper.identification_kind === 2 ? 'clause_9' : 'clause_7',
      document_number:
        paper.identification_kind === 2 ? '' : String(die.int(100_000_000_000, 999_999_999_999)),
      verified_name: customer.name,
      verified_name_kana: customer.name_kana,
      verified_birthday: customer.birthday,
      verified_address: `${customer.prefecture}${customer.city}${customer.address1}${customer.address2}`,
      mail_delivered_on: addDays(day, -2),
      verified_at: at,
      created_at: at,
    },
  )
}

/** Checks that are not done: being made, under review, refused, and one taken back. */
async function makeUnfinishedChecks(
  db: Db,
  tools: Pick<Tools, 'keys'>,
  customers: readonly DemoCustomer[],
  companies: readonly number[],
  anchor: string,
): Promise<void> {
  const unverified = customers.filter(({ verified }) => verified.length === 0)
  const states = [
    { ekyc_status: 2, missing: ['転送不要郵便の到達日'] },
    { ekyc_status: 1, missing: ['本人確認書類の画像'] },
    { ekyc_status: 5, missing: ['住所の部屋番号が書類と違います'] },
  ]
  for (const [index, state] of states.entries()) {
    const customer = unverified[index]
    if (!customer) continue
    const created_at = instantOf(addDays(anchor, -3 - index), '11:00').toISOString()
    await makeIdentification(
      db,
      tools,
      { customer_id: customer.id, company_id: companies[0] as number },
      {
        ...state,
        verified_name: customer.name,
        verified_name_kana: customer.name_kana,
        created_at,
        verified_at: null,
      },
    )
  }
  const moved = customers.at(-1)
  if (moved) {
    const at = instantOf(addDays(anchor, -30), '19:00').toISOString()
    await makeIdentification(
      db,
      tools,
      { customer_id: moved.id, company_id: companies[2] as number },
      {
        ...{
          verified_name: moved.name,
          verified_name_kana: moved.name_kana,
          verified_birthday: moved.birthday,
        },
        ...{
          verified_at: at,
          created_at: at,
          cleared_at: instantOf(addDays(anchor, -9), '09:30').toISOString(),
        },
        cleared_reason: 'お客さまが住所を変更しました。',
      },
    )
  }
}

interface Branch {
  bank_code: string
  branch_code: string
}

/** Two branches of each of the banks most people use, as the list of banks has them today. */
async function branchesOf(db: Db): Promise<Branch[]> {
  const { rows } = await sql<Branch>`
    select bank_code, branch_code from (
      select bank_code, branch_code, row_number() over (partition by bank_code order by branch_code) as place from bank_branch
      where bank_code in ('0001', '0005', '0009', '0010', '0033', '0036', '0149', '0177')
    ) listed where place <= 2 order by bank_code, branch_code`.execute(db)
  return rows
}

async function openAccount(
  db: Db,
  tools: Pick<Tools, 'keys'>,
  customer: Omit<DemoCustomer, 'verified'>,
  branch: Branch,
  die: Dice,
): Promise<void> {
  const holder = toBankKana(customer.name_kana)
  if (!holder.ok) throw new Error(`no bank kana for ${customer.name_kana}`)
  await makeBankAccount(db, tools, customer.id, {
    ...branch,
    account_number: String(die.int(1_000_000, 9_999_999)),
    account_holder_kana: holder.kana,
  })
}

const session = (at: Date) => ({ id: 'seed', signed_in_at: at })

export function asWorker(worker: Worker, at: Date): BusinessActor {
  const { role } = worker
  return {
    kind: 'business',
    role,
    account_id: worker.account_id,
    business_user_id: worker.id,
    company_id: worker.company_id,
    is_operator: role === 'operator',
    is_admin: role !== 'staff',
    shop_ids: null,
    email: worker.email,
    name: worker.name,
    session: session(at),
    at,
    http_request_id: '',
  }
}

export function asCustomer(customer: DemoCustomer, at: Date): CustomerActor {
  const { account_id, id, email, name } = customer
  return {
    kind: 'customer',
    role: 'customer',
    account_id,
    customer_id: id,
    email,
    name,
    session: session(at),
    at,
    http_request_id: '',
  }
}
