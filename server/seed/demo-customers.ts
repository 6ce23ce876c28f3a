import { sql } from 'kysely'
import { toBankKana } from '#contract/bank-kana'
import { addDays } from '#contract/day'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { makeBankAccount } from '#server/domains/bank-account/bank-account.factory'
import { makeIdentification } from '#server/domains/identity/identity.factory'
import type { Db } from '#server/platform/db'
import type { Tools } from '#server/platform/tools'
import { instantOf } from './demo-days.ts'
import { drawPerson, type MadePerson } from './people.ts'
import type { Dice } from './random.ts'

export interface DemoCustomer extends MadePerson {
  id: number
  account_id: number
  email: string
  /** Indexes of dealers that have identified the customer. */
  verified: number[]
}

interface CustomerInput {
  die: Dice
  companies: readonly number[]
  anchor: string
  hash: string
}

const customerCount = 40
/** By index: these issue invoices. */
const registrationNumbers: Readonly<Record<number, string>> = {
  8: 'T9501234567801',
  16: 'T6601234567802',
  24: 'T3701234567803',
}

export async function makeCustomers(
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
    const number = registrationNumbers[index] ?? ''
    const customer = await insertCustomer(db, tools, person, { email, hash: input.hash, created, number })
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
  with_: { email: string; hash: string; created: Date; number?: string },
): Promise<Omit<DemoCustomer, 'verified'>> {
  const { birthday, ...columns } = person
  const at = with_.created.toISOString()
  const { number = '' } = with_
  const invoices = { is_invoice_issuer: number !== '', invoice_registration_number: number }
  const made = await makeCustomerAccount(db, tools, {
    account: { email: with_.email, password_hash: with_.hash, created_at: at },
    birthday,
    customer: { ...columns, ...invoices, created_at: at, updated_at: at },
  })
  return { ...person, id: made.customer_id, account_id: made.account_id, email: with_.email }
}

const papers = [
  { identification_kind: 1, document_name: '運転免許証', document_issuer: '公安委員会' },
  { identification_kind: 2, document_name: 'マイナンバーカード', document_issuer: '市区町村長' },
  { identification_kind: 3, document_name: '在留カード', document_issuer: '出入国在留管理庁' },
] as const

const addressOf = ({ prefecture, city, address1, address2 }: MadePerson): string =>
  `${prefecture}${city}${address1}${address2}`

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
      verified_address: addressOf(customer),
      mail_delivered_on: addDays(day, -2),
      verified_at: at,
      created_at: at,
    },
  )
}

async function makeUnfinishedChecks(
  db: Db,
  tools: Pick<Tools, 'keys'>,
  customers: readonly DemoCustomer[],
  companies: readonly number[],
  anchor: string,
): Promise<void> {
  const unverified = customers.filter(({ verified }) => verified.length === 0)
  const states = [
    { ekyc_status: 2, missing: ['mail_delivered_on'] },
    { ekyc_status: 1, missing: ['copy_filed'] },
    { ekyc_status: 5, missing: ['address_differs'] },
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
        verified_birthday: customer.birthday,
        verified_address: addressOf(customer),
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

/** Two branches of each major bank, from the current list. */
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
