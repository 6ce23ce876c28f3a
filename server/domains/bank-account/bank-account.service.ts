import type * as z from 'zod'
import type { bankAccount, bankAccountInput } from '#contract/bank-account'
import { convertYucho, holderKana, normalizeAccountNumber, yuchoBankCode } from '#contract/bank-input'
import { withoutSeparators } from '#contract/text'
import { requireOpenAccount } from '#server/domains/account/open-account.service'
import { recordActivity } from '#server/domains/activity/activity.service'
import { dealerOfCustomer } from '#server/domains/customer/related-shop.service'
import type { CustomerActor, SignedIn } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { nextId } from '#server/platform/next-id'
import { invalid, invalidField, notFound, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import {
  type BankAccountRow,
  bankAccountRow,
  branchCodesOf,
  hasTransferUnderWay,
  searchBanks,
  searchBranches,
} from './bank-account.queries.ts'

type Keys = Pick<Tools, 'keys'>
export type BankAccount = z.output<typeof bankAccount>
type Input = Partial<z.output<typeof bankAccountInput>>

interface Details {
  account_type: BankAccount['account_type']
  bank_code: string
  branch_code: string
  account_number: string
  account_holder_kana: string
  yucho_symbol: string
  yucho_number: string
}

const numberPlace = 'bank_account.account_number_enc'
const symbolPlace = 'bank_account.yucho_symbol_enc'
const yuchoPlace = 'bank_account.yucho_number_enc'

function detailsOf(row: BankAccountRow, { keys }: Keys): Details {
  const opened = (sealed: Buffer | null, where: string) =>
    sealed ? keys.field.decrypt(sealed, where, row.id) : ''
  return {
    account_type: row.account_type as Details['account_type'],
    bank_code: row.bank_code,
    branch_code: row.branch_code,
    account_number: opened(row.account_number_enc, numberPlace),
    account_holder_kana: row.account_holder_kana,
    yucho_symbol: opened(row.yucho_symbol_enc, symbolPlace),
    yucho_number: opened(row.yucho_number_enc, yuchoPlace),
  }
}

function presented(row: BankAccountRow, tools: Keys): BankAccount {
  const details = detailsOf(row, tools)
  return {
    ...details,
    id: row.id,
    customer: row.customer_id,
    bank_name: row.bank_name,
    branch_name: row.branch_name,
    version: row.version,
  }
}

/** Staff see only the last three digits. */
function masked(row: BankAccountRow): BankAccount {
  return {
    id: row.id,
    customer: row.customer_id,
    account_type: row.account_type as BankAccount['account_type'],
    bank_code: row.bank_code,
    bank_name: row.bank_name,
    branch_code: row.branch_code,
    branch_name: row.branch_name,
    account_number: `****${row.account_number_tail}`,
    account_holder_kana: row.account_holder_kana,
    yucho_symbol: '',
    yucho_number: '',
    version: row.version,
  }
}

export async function bankAccountOf(
  db: Db,
  customerId: number,
  reader: 'owner' | 'staff',
  tools: Keys,
): Promise<BankAccount | null> {
  const row = await bankAccountRow(db, customerId)
  if (!row) return null
  return reader === 'owner' ? presented(row, tools) : masked(row)
}

export async function listBankAccounts(
  db: Db,
  actor: SignedIn,
  customerId: number,
  tools: Keys,
): Promise<BankAccount[]> {
  if (actor.kind === 'customer') {
    requireOwn(actor, customerId)
    const own = await bankAccountOf(db, customerId, 'owner', tools)
    return own ? [own] : []
  }
  return inTransaction(db, async (tx) => {
    if (!(await dealerOfCustomer(tx, actor, customerId))) throw notFound()
    await recordActivity(tx, actor, {
      action: 'bank_account.view',
      object_type: 'customer',
      object_id: customerId,
    })
    const account = await bankAccountOf(tx, customerId, 'staff', tools)
    return account ? [account] : []
  })
}

function requireOwn(actor: CustomerActor, customerId: number): void {
  if (actor.customer_id !== customerId) throw notFound()
}

export async function ownBankAccount(
  db: Db,
  actor: CustomerActor,
  key: { customer_pk: number; id: number },
  tools: Keys,
): Promise<BankAccount> {
  requireOwn(actor, key.customer_pk)
  const row = await bankAccountRow(db, key.customer_pk)
  if (row?.id !== key.id) throw notFound()
  return presented(row, tools)
}

export async function bankAccountExists(
  db: Db,
  actor: CustomerActor,
  key: { customer_pk: number; id: number },
): Promise<boolean> {
  return actor.customer_id === key.customer_pk && (await bankAccountRow(db, key.customer_pk))?.id === key.id
}

export async function createBankAccount(
  db: Db,
  actor: CustomerActor,
  customerId: number,
  input: Input,
  tools: Keys,
): Promise<BankAccount> {
  requireOwn(actor, customerId)
  return inTransaction(db, async (tx) => {
    await lockCustomer(tx, customerId)
    await requireOpenAccount(tx, actor)
    requireSameCustomer(customerId, input)
    if (await bankAccountRow(tx, customerId)) throw refuse('bank_account_exists')
    const details = await resolve(tx, input)
    const at = actor.at.toISOString()
    const id = await nextId(tx, 'bank_account')
    await tx
      .insertInto('bank_account')
      .values({ id, customer_id: customerId, ...columns(id, details, tools), created_at: at, updated_at: at })
      .execute()
    return written(tx, actor, customerId, null, tools)
  })
}

export async function changeBankAccount(
  db: Db,
  actor: CustomerActor,
  key: { customer_pk: number; id: number },
  input: Input,
  tools: Keys,
): Promise<BankAccount> {
  const customerId = key.customer_pk
  requireOwn(actor, customerId)
  return inTransaction(db, async (tx) => {
    const row = await lockedAccount(tx, key)
    requireSameCustomer(customerId, input)
    if (input.version !== undefined && input.version !== row.version) {
      throw staleVersion(presented(row, tools))
    }
    const details = await resolve(tx, merged(detailsOf(row, tools), input))
    await tx
      .updateTable('bank_account')
      .set({
        ...columns(row.id, details, tools),
        version: row.version + 1,
        updated_at: actor.at.toISOString(),
      })
      .where('id', '=', row.id)
      .execute()
    return written(tx, actor, customerId, row, tools)
  })
}

export async function removeBankAccount(
  db: Db,
  actor: CustomerActor,
  key: { customer_pk: number; id: number },
): Promise<void> {
  requireOwn(actor, key.customer_pk)
  await inTransaction(db, async (tx) => {
    const row = await lockedAccount(tx, key)
    await tx.deleteFrom('bank_account').where('id', '=', row.id).execute()
    await announce(tx, actor, key.customer_pk, { before: row, after: null })
  })
}

async function lockCustomer(tx: Tx, customerId: number): Promise<void> {
  await tx.selectFrom('customer').select('id').where('id', '=', customerId).forUpdate().executeTakeFirst()
}

/** The account cannot change while a transfer is on its way to it. */
async function lockedAccount(tx: Tx, key: { customer_pk: number; id: number }): Promise<BankAccountRow> {
  await lockCustomer(tx, key.customer_pk)
  const row = await bankAccountRow(tx, key.customer_pk)
  if (row?.id !== key.id) throw notFound()
  if (await hasTransferUnderWay(tx, key.customer_pk)) throw refuse('transfer_in_progress')
  return row
}

function requireSameCustomer(customerId: number, input: Input): void {
  if (input.customer !== undefined && input.customer !== customerId) {
    throw unknownKey('customer', input.customer)
  }
}

async function written(
  tx: Tx,
  actor: CustomerActor,
  customerId: number,
  before: BankAccountRow | null,
  tools: Keys,
): Promise<BankAccount> {
  const row = await bankAccountRow(tx, customerId)
  if (!row) throw notFound()
  await announce(tx, actor, customerId, { before, after: row })
  return presented(row, tools)
}

/** The record outlives the account: of its number only the end, and nothing of its holder. */
const recordable = ({ bank_code, branch_code, account_type, account_number_tail }: BankAccountRow) => ({
  ...{ bank_code, branch_code, account_type, account_number_tail },
})

/** Mails the owner: whoever hijacks an account would change this first. */
async function announce(
  tx: Tx,
  actor: CustomerActor,
  customerId: number,
  { before, after }: { before: BankAccountRow | null; after: BankAccountRow | null },
): Promise<void> {
  await recordActivity(tx, actor, {
    action: after === null ? 'bank_account.remove' : `bank_account.${before === null ? 'create' : 'change'}`,
    object_type: 'customer',
    object_id: customerId,
    detail: { before: before && recordable(before), after: after && recordable(after) },
  })
  await addJob(tx, 'notification.bank_account_changed', { customer: customerId })
}

function merged(current: Details, input: Input): Input {
  const { bank_code, branch_code, account_number, yucho_symbol, yucho_number } = input
  const otherAccount = [bank_code, branch_code, account_number].some((value) => value !== undefined)
  const passbook = yucho_symbol !== undefined || yucho_number !== undefined
  // Giving bank, branch and number replaces the passbook's numbers.
  const base = otherAccount && !passbook ? { ...current, yucho_symbol: '', yucho_number: '' } : current
  return { ...base, ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) }
}

/** Returns the form a transfer needs; throws every invalid field. */
async function resolve(tx: Tx, input: Input): Promise<Details> {
  const fields: Record<string, string[]> = {}
  const holder = holderKana(input.account_holder_kana ?? '')
  if (!holder.ok) fields.account_holder_kana = [holder.message]
  const place =
    input.yucho_symbol || input.yucho_number
      ? await fromPassbook(tx, input, fields)
      : await fromBranch(tx, input, fields)
  if (Object.keys(fields).length > 0 || !holder.ok || !place) throw invalid(fields)
  return { ...place, account_holder_kana: holder.bank }
}

type Place = Omit<Details, 'account_holder_kana'>

async function fromPassbook(tx: Tx, input: Input, fields: Record<string, string[]>): Promise<Place | null> {
  const branches = await branchCodesOf(tx, yuchoBankCode)
  const symbol = input.yucho_symbol ?? ''
  const number = input.yucho_number ?? ''
  const converted = convertYucho(symbol, number)
  if (!converted.ok) {
    fields[converted.field === 'kigou' ? 'yucho_symbol' : 'yucho_number'] = [converted.message]
    return null
  }
  const { bank_code, branch_code, account_number, account_type } = converted
  if (!branches?.has(branch_code)) {
    fields.yucho_symbol = [`この記号の支店(${branch_code})が見つかりません。通帳の記号を確かめてください。`]
    return null
  }
  return {
    bank_code,
    branch_code,
    account_number,
    // The passbook's symbol does not tell 貯蓄貯金 from an ordinary account.
    account_type: account_type === 1 && input.account_type === 4 ? 4 : account_type,
    yucho_symbol: withoutSeparators(symbol),
    yucho_number: withoutSeparators(number),
  }
}

async function fromBranch(tx: Tx, input: Input, fields: Record<string, string[]>): Promise<Place | null> {
  for (const field of ['bank_code', 'branch_code', 'account_number'] as const) {
    const problem = missing(input[field])
    if (problem) fields[field] = [problem]
  }
  if (fields.bank_code || fields.branch_code) return null
  const bank_code = codeOf(input.bank_code, 4)
  const branch_code = codeOf(input.branch_code, 3)
  const number = normalizeAccountNumber(input.account_number ?? '')
  const branches = await branchCodesOf(tx, bank_code)
  if (!branches) throw refuse('unknown_bank')
  if (!branches.has(branch_code)) throw refuse('unknown_branch')
  if (fields.account_number) return null
  if (!number.ok) throw invalidField('account_number', number.message)
  return {
    account_type: input.account_type ?? 1,
    bank_code,
    branch_code,
    account_number: number.account_number,
    yucho_symbol: '',
    yucho_number: '',
  }
}

function missing(value: string | undefined): string | null {
  if (value === undefined) return 'この項目は必須です。'
  return value === '' ? 'この項目は空にできません。' : null
}

function codeOf(text: string | undefined, length: number): string {
  const digits = withoutSeparators(text ?? '')
  return /^\d+$/.test(digits) ? digits.padStart(length, '0') : digits
}

function columns(id: number, details: Details, { keys }: Keys) {
  const { account_number, yucho_symbol, yucho_number, ...plain } = details
  const sealed = (text: string, where: string) => (text === '' ? null : keys.field.encrypt(text, where, id))
  return {
    ...plain,
    account_number_enc: keys.field.encrypt(account_number, numberPlace, id),
    account_number_tail: account_number.slice(-3),
    yucho_symbol_enc: sealed(yucho_symbol, symbolPlace),
    yucho_number_enc: sealed(yucho_number, yuchoPlace),
  }
}

export { searchBanks as findBanks }

export async function findBranches(db: Db, bankCode: string, text: string) {
  const known = await db
    .selectFrom('bank')
    .select('bank_code')
    .where('bank_code', '=', bankCode)
    .executeTakeFirst()
  if (!known) throw notFound()
  return searchBranches(db, bankCode, text)
}

/** Transfers keep their own copy. */
export async function eraseBankAccounts(tx: Tx, customerId: number): Promise<void> {
  await tx.deleteFrom('bank_account').where('customer_id', '=', customerId).execute()
}
