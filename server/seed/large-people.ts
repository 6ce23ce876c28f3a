import type pg from 'pg'
import { toBankKana } from '#contract/bank-kana'
import { foldSearch } from '#contract/text'
import type { Tools } from '#server/platform/tools'
import { copying, copyOf } from './large-copy.ts'
import { drawPerson, type MadePerson } from './people.ts'
import { dice } from './random.ts'

export interface LargePerson extends MadePerson {
  holder: string
  account_number: string
}

export function peopleOf(count: number, thisYear: number): LargePerson[] {
  const holders = new Map<string, string>()
  return Array.from({ length: count }, (_, index) => {
    const die = dice(900_001 + index)
    const person = drawPerson(die, thisYear)
    const known = holders.get(person.name_kana) ?? bankKana(person.name_kana)
    holders.set(person.name_kana, known)
    return {
      ...person,
      holder: known,
      account_number: String(die.int(1_000_000, 9_999_999)),
    }
  })
}

function bankKana(name: string): string {
  const result = toBankKana(name)
  if (!result.ok) throw new Error(`no bank kana for ${name}`)
  return result.kana
}

export const largeBranch = { bank_code: '0001', branch_code: '001' } as const

export interface PeopleInput {
  pool: pg.Pool
  tools: Pick<Tools, 'keys'>
  people: readonly LargePerson[]
  /** Customer n has account `accountBase + n`. */
  accountBase: number
  passwordHash: string
  since: string
}

export async function loadPeople(input: PeopleInput): Promise<number> {
  const { pool, people, since } = input
  const { field } = input.tools.keys
  const statements = {
    accounts: copyOf('account', accountColumns),
    customers: copyOf('customer', customerColumns),
    banks: copyOf('bank_account', bankColumns),
  }
  return copying(pool, statements, async ({ accounts, customers, banks }, ready) => {
    for (const [index, person] of people.entries()) {
      const id = index + 1
      const email = id === 1 ? 'hanako@example.com' : `okyaku${id}@example.com`
      accounts.row([input.accountBase + id, 'customer', email, email, input.passwordHash, true, since])
      customers.row([
        id,
        input.accountBase + id,
        person.name,
        person.name_kana,
        `${foldSearch(person.name)}\n${foldSearch(person.name_kana)}`,
        field.encrypt(person.birthday, 'customer.birthday_enc', id),
        person.gender,
        person.job,
        person.job_detail,
        person.phone,
        person.postal_code,
        person.prefecture,
        person.city,
        person.address1,
        person.address2,
        since,
        since,
      ])
      banks.row([
        id,
        id,
        1,
        largeBranch.bank_code,
        largeBranch.branch_code,
        field.encrypt(person.account_number, 'bank_account.account_number_enc', id),
        person.account_number.slice(-3),
        person.holder,
        since,
        since,
      ])
      await ready()
    }
  })
}

const accountColumns = ['id', 'kind', 'email', 'email_folded', 'password_hash', 'is_email_auth', 'created_at']

const customerColumns = [
  'id',
  'account_id',
  'name',
  'name_kana',
  'search_text',
  'birthday_enc',
  'gender',
  'job',
  'job_detail',
  'phone',
  'postal_code',
  'prefecture',
  'city',
  'address1',
  'address2',
  'created_at',
  'updated_at',
]
const bankColumns = [
  'id',
  'customer_id',
  'account_type',
  'bank_code',
  'branch_code',
  'account_number_enc',
  'account_number_tail',
  'account_holder_kana',
  'created_at',
  'updated_at',
]

export interface RelationsInput {
  pool: pg.Pool
  tools: Pick<Tools, 'keys'>
  people: readonly LargePerson[]
  companies: readonly number[]
  shops: readonly { id: number }[]
  /** Customer and shop, or customer and dealer, packed into one number. */
  visited: ReadonlyMap<number, boolean>
  identified: ReadonlySet<number>
  since: string
}

export async function loadRelations(input: RelationsInput): Promise<number> {
  const { pool, people, since } = input
  const { field } = input.tools.keys
  const statements = {
    related: copyOf('related_shop', ['customer_id', 'shop_id', 'has_transactions', 'created_at']),
    checks: copyOf('identification', identificationColumns),
  }
  return copying(pool, statements, async ({ related, checks }, ready) => {
    for (const [key, hasTransactions] of input.visited) {
      related.row([Math.floor(key / 8), input.shops[key % 8]?.id ?? 0, hasTransactions, since])
      await ready()
    }
    let id = 0
    for (const key of input.identified) {
      id += 1
      const customer = Math.floor(key / 4)
      const person = people[customer - 1] as LargePerson
      checks.row([
        ...[id, customer, input.companies[key % 4] ?? 0, 1, 3, 'clause_7', '運転免許証', '公安委員会'],
        field.encrypt(`3${String(customer).padStart(11, '0')}`, 'identification.document_number_enc', id),
        person.name,
        person.name_kana,
        field.encrypt(person.birthday, 'identification.verified_birthday_enc', id),
        addressOf(person),
        '本店 書庫A-12',
        since,
        since,
      ])
      await ready()
    }
  })
}

const identificationColumns = [
  ...['id', 'customer_id', 'company_id', 'identification_kind', 'ekyc_status', 'clause', 'document_name'],
  ...[
    'document_issuer',
    'document_number_enc',
    'verified_name',
    'verified_name_kana',
    'verified_birthday_enc',
  ],
  ...['verified_address', 'filed_at', 'verified_at', 'created_at'],
]

export const addressOf = (person: MadePerson): string =>
  `${person.prefecture}${person.city}${person.address1}${person.address2}`
