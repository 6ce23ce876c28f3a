// Creates the operator and two of its people, because payouts need two. The rest is set up on screen.
import { email } from '#contract/field'
import { mailInvitation, makeInvitationLink } from '#server/domains/account/invitation.service'
import { loadCatalogue } from '#server/domains/catalogue/catalogue.load'
import { hasCategories } from '#server/domains/catalogue/catalogue.service'
import { addUser, type Invitation } from '#server/domains/company/invite.service'
import { createOperator } from '#server/domains/company/setup.service'
import { type Actor, systemActor } from '#server/platform/actor'
import { inTransaction, type Tx } from '#server/platform/db'
import { Refusal } from '#server/platform/refusal'
import type { Booted } from './boot.ts'
import { readShipped } from './seed/catalogue.ts'

const companyOptions = {
  '--name': '会社名 / company name',
  '--representative': '代表者 / representative',
  '--postal-code': '郵便番号 / postal code',
  '--address': '所在地 / address',
  '--phone': '電話番号 / telephone',
} as const
type CompanyOption = keyof typeof companyOptions

export const userOption = '--user'
const fewestUsers = 2

export const setupOptions: readonly string[] = [...Object.keys(companyOptions), userOption]

export const setupHelp = [
  ...Object.entries(companyOptions).map(([option, meaning]) => `${option.padEnd(18)}${meaning}`),
  `${userOption.padEnd(18)}管理者「氏名 <メール>」を2人以上 / an administrator as "name <address>", at least two`,
  '',
  '例 / Example:',
  'npm run okuru -- setup operator --name 株式会社おくる --representative "大手 進" --postal-code 100-0004 \\',
  '  --address 東京都千代田区大手町1-1-1 --phone 03-1234-5678 \\',
  '  --user "大手 進 <susumu@example.com>" --user "内幸 望 <nozomi@example.com>"',
].join('\n')

interface Operator {
  company: Record<CompanyOption, string>
  users: Invitation[]
}

type Given = ReadonlyMap<string, readonly string[]>

export function readOperator(given: Given): Operator | string[] {
  const one = (option: string): string => given.get(option)?.at(-1)?.trim() ?? ''
  const problems = Object.entries(companyOptions)
    .filter(([option]) => one(option) === '')
    .map(([option, meaning]) => `${option} が必要です / is needed: ${meaning}`)
  const users = (given.get(userOption) ?? []).map(readUser)
  for (const [index, user] of users.entries()) {
    if (!user) {
      problems.push(
        `${userOption} は「氏名 <メール>」の形で指定してください / must look like "name <address>": ${given.get(userOption)?.[index]}`,
      )
    }
  }
  const known = users.filter((user) => user !== null)
  if (new Set(known.map((user) => user.email.toLowerCase())).size < fewestUsers) {
    problems.push(
      `振込には作成する人と承認する人が必要です。${userOption} で別々の2人を指定してください / Payouts need two people: give two different ${userOption}`,
    )
  }
  if (problems.length > 0) return problems
  const company = Object.fromEntries(
    Object.keys(companyOptions).map((option) => [option, one(option)]),
  ) as Operator['company']
  return { company, users: known }
}

export function readUser(text: string): Invitation | null {
  const [, name = '', address = ''] = /^\s*([^<>]{1,80}?)\s*<([^<>]+)>\s*$/.exec(text) ?? []
  const read = email.safeParse(address)
  return name !== '' && read.success ? { name, email: read.data, role: 'admin' } : null
}

export type SetUp =
  | { done: false; problems: string[] }
  | { done: true; categories: number; mailed: string[]; links: { email: string; url: string }[] }

/** Creates all or nothing. Returns the invitation links when no mail is configured. */
export async function setUpOperator(
  { db, tools }: Pick<Booted, 'db' | 'tools'>,
  operator: Operator,
): Promise<SetUp> {
  const actor = systemActor(tools.clock.now())
  const { company } = operator
  try {
    return await inTransaction(db, async (tx) => {
      const id = await createOperator(tx, actor, {
        name: company['--name'],
        representative: company['--representative'],
        postal_code: company['--postal-code'],
        address: company['--address'],
        phone: company['--phone'],
        license_number: '',
        public_safety_commission: '',
        store_key: '',
        reply_business_days: 7,
        return_cost: 0,
      })
      if (id === undefined) {
        return {
          done: false,
          problems: [
            '運営の会社はすでにあります。何も変えていません。 / The operator already exists; nothing was changed.',
          ],
        }
      }
      const links: { email: string; url: string }[] = []
      for (const user of operator.users) {
        const { account_id } = await addUser(tx, actor, id, user)
        if (tools.config.smtp)
          await mailInvitation(tx, { account_id, company: company['--name'] }, actor.at, tools)
        else links.push(await makeInvitationLink(tx, account_id, actor.at, tools))
      }
      const categories = await loadFirstCategories(tx, actor)
      return {
        done: true,
        categories,
        links,
        mailed: tools.config.smtp ? operator.users.map((user) => user.email) : [],
      }
    })
  } catch (error) {
    if (error instanceof Refusal) return { done: false, problems: sentencesOf(error) }
    throw error
  }
}

/** Loads the shipped categories unless there are some: assessment and ledger need them. */
async function loadFirstCategories(tx: Tx, actor: Actor): Promise<number> {
  if (await hasCategories(tx)) return 0
  const { categories } = await loadCatalogue(tx, actor, { categories: readShipped('categories') })
  return categories?.added ?? 0
}

const optionOf: Readonly<Record<string, string>> = {
  name: '--name',
  representative: '--representative',
  postal_code: '--postal-code',
  address: '--address',
  phone: '--phone',
  email: userOption,
}

function sentencesOf({ body }: Refusal): string[] {
  return Object.entries(body).flatMap(([field, messages]) =>
    Array.isArray(messages) ? [`${optionOf[field] ?? field}: ${messages.join(' ')}`] : [],
  )
}
