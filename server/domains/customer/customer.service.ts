import type * as z from 'zod'
import type { Place } from '#contract/address'
import type { customer } from '#contract/customer'
import { ageOn, tokyoDate } from '#contract/day'
import { openRequestStatuses } from '#contract/lifecycle'
import { isProfileComplete } from '#contract/profile'
import { normalizePostalCode } from '#contract/text'
import { closeAccount, eraseAccount, forgetPrincipal } from '#server/domains/account/account.service'
import {
  type CustomerChange,
  type CustomerData,
  changedData,
  factsChanged,
  noData,
  placeOf,
  searchTextOf,
  verifiedFactsChanged,
} from '#server/domains/account/profile.rules'
import { recordActivity } from '#server/domains/activity/activity.service'
import { forgetVisitor } from '#server/domains/ad-tracking/ad-tracking.service'
import { bankAccountOf, eraseBankAccounts } from '#server/domains/bank-account/bank-account.service'
import { forgetDraft } from '#server/domains/declared-list/draft.service'
import { clearIdentifications } from '#server/domains/identity/identity.service'
import { endSessionOf } from '#server/domains/identity/session.close'
import { noteCorrected, outdateSession } from '#server/domains/identity/session.edit'
import { forgetLine } from '#server/domains/line/line.service'
import { forgetProviders } from '#server/domains/sign-in-provider/sign-in-provider.service'
import type { CustomerActor, SystemActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { requireFreshSignIn } from '#server/platform/handle'
import { addJob } from '#server/platform/jobs'
import { nextId } from '#server/platform/next-id'
import { type Listed, type Paged, paginate } from '#server/platform/paging'
import { invalid, notFound, refuse, staleVersion } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import {
  type CustomerRow,
  customerRow,
  hasOpenRequests,
  lockCustomer,
  lockCustomers,
  relatedShops,
  townsOf,
} from './customer.queries.ts'

type Keys = Pick<Tools, 'keys'>
export type Customer = z.output<typeof customer>

const birthdayPlace = 'customer.birthday_enc'

export function birthdayOf(row: Pick<CustomerRow, 'id' | 'birthday_enc'>, { keys }: Keys): string | null {
  return row.birthday_enc ? keys.field.decrypt(row.birthday_enc, birthdayPlace, row.id) : null
}

export function presentCustomer(row: CustomerRow, tools: Keys) {
  return {
    id: row.id,
    name: row.name,
    name_kana: row.name_kana,
    birthday: birthdayOf(row, tools),
    gender: row.gender,
    job: row.job,
    job_detail: row.job_detail,
    phone: row.phone,
    email: row.email,
    address: {
      postal_code: row.postal_code,
      prefecture: row.prefecture,
      city: row.city,
      address1: row.address1,
      address2: row.address2,
    },
    is_corporate: row.is_corporate,
    corporate_number: row.corporate_number,
    agent_name: row.agent_name,
    agent_name_kana: row.agent_name_kana,
    agent_authority: row.agent_authority,
    is_email_auth: row.is_email_auth,
    is_identity_verified: row.is_identity_verified,
    is_invoice_issuer: row.is_invoice_issuer,
    invoice_registration_number: row.invoice_registration_number,
    is_purchase_disabled: row.is_purchase_disabled,
    is_transfer_inprogress: row.is_transfer_inprogress,
    is_transfer_expired: row.is_transfer_expired,
    profile_complete: isProfileComplete({ ...row, has_birthday: row.birthday_enc !== null }),
  }
}

async function ownRecord(db: Db, customerId: number, tools: Keys): Promise<Customer> {
  const row = await customerRow(db, customerId)
  if (!row || row.left_at !== null) throw notFound()
  return {
    ...presentCustomer(row, tools),
    workplace: row.workplace,
    bank_account: await bankAccountOf(db, customerId, 'owner', tools),
    related_shops: await relatedShops(db, customerId),
    balance: row.balance,
    auto_transfer: row.auto_transfer,
    version: row.version,
  }
}

function requireOwn(actor: CustomerActor, id: number): void {
  if (actor.customer_id !== id) throw notFound()
}

export async function getOwnCustomer(
  db: Db,
  actor: CustomerActor,
  id: number,
  tools: Keys,
): Promise<Customer> {
  requireOwn(actor, id)
  return ownRecord(db, id, tools)
}

export async function listOwnCustomer(
  db: Db,
  actor: CustomerActor,
  query: Paged,
  tools: Keys,
): Promise<Listed<Customer>> {
  const id = actor.customer_id
  return paginate(
    query,
    async () => (id === null ? 0 : 1),
    async ({ offset }) => (id === null || offset > 0 ? [] : [await ownRecord(db, id, tools)]),
  )
}

/** For an account that a sign-in provider created without a customer record. */
export async function createCustomer(
  db: Db,
  actor: CustomerActor,
  { agreed_terms, ...input }: CustomerChange & { agreed_terms?: boolean | string | undefined },
  tools: Keys,
): Promise<Customer> {
  const created = await inTransaction(db, async (tx) => {
    await tx.selectFrom('account').select('id').where('id', '=', actor.account_id).forUpdate().execute()
    const known = await tx
      .selectFrom('customer')
      .select('id')
      .where('account_id', '=', actor.account_id)
      .executeTakeFirst()
    if (known) throw refuse('customer_exists')
    const at = actor.at.toISOString()
    const id = await nextId(tx, 'customer')
    await tx
      .insertInto('customer')
      .values({
        id,
        account_id: actor.account_id,
        ...columnsOf(id, judged(noData, input, actor.at), tools),
        created_at: at,
        updated_at: at,
      })
      .execute()
    await recordActivity(tx, actor, {
      action: 'customer.create',
      object_type: 'customer',
      object_id: id,
      detail: { agreed_terms: agreed_terms ?? false },
    })
    return id
  })
  forgetPrincipal(db, actor.account_id)
  return ownRecord(db, created, tools)
}

export async function changeCustomer(
  db: Db,
  actor: CustomerActor,
  id: number,
  input: CustomerChange,
  tools: Keys,
): Promise<Customer> {
  requireOwn(actor, id)
  await inTransaction(db, (tx) => change(tx, actor, id, input, tools))
  forgetPrincipal(db, actor.account_id)
  return ownRecord(db, id, tools)
}

async function change(
  tx: Tx,
  actor: CustomerActor,
  id: number,
  input: CustomerChange,
  tools: Keys,
): Promise<void> {
  await lockCustomer(tx, id)
  const row = await customerRow(tx, id)
  if (!row || row.left_at !== null) throw notFound()
  if (input.version !== undefined && input.version !== row.version) {
    throw staleVersion(await ownRecord(tx, id, tools))
  }
  const before = dataOf(row, tools)
  const after = judged(before, input, actor.at)
  // The shop calls this number back, so changing it needs a fresh sign-in.
  if (before.phone !== '' && before.phone !== after.phone) requireFreshSignIn(actor)
  await tx
    .updateTable('customer')
    .set({ ...columnsOf(id, after, tools), version: row.version + 1, updated_at: actor.at.toISOString() })
    .where('id', '=', id)
    .execute()
  const facts = verifiedFactsChanged(before, after)
  if (facts.length > 0) {
    await clearIdentifications(tx, actor, id, `お客さまが${facts.join('・')}を変更しました。`)
    await noteCorrected(tx, actor, id, factsChanged(before, after))
  } else if (before.name_kana !== after.name_kana) {
    // The record of a check states it: nobody may approve a reading they have not seen.
    await outdateSession(tx, actor, id)
  }
  await recordActivity(tx, actor, {
    action: 'customer.change',
    object_type: 'customer',
    object_id: id,
    detail: { fields: changedFields(before, after) },
  })
}

function changedFields(before: CustomerData, after: CustomerData): string[] {
  const fields = Object.keys(after) as (keyof CustomerData)[]
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

function judged(current: CustomerData, input: CustomerChange, at: Date): CustomerData {
  const result = changedData(current, input, tokyoDate(at))
  if (!result.ok) throw invalid(result.fields)
  return result.data
}

function dataOf(row: CustomerRow, tools: Keys): CustomerData {
  return {
    name: row.name,
    name_kana: row.name_kana,
    birthday: birthdayOf(row, tools),
    gender: row.gender,
    job: row.job,
    job_detail: row.job_detail,
    phone: row.phone,
    postal_code: row.postal_code,
    prefecture: row.prefecture,
    city: row.city,
    address1: row.address1,
    address2: row.address2,
    workplace: row.workplace,
    is_corporate: row.is_corporate,
    corporate_number: row.corporate_number,
    agent_name: row.agent_name,
    agent_name_kana: row.agent_name_kana,
    agent_authority: row.agent_authority,
    is_invoice_issuer: row.is_invoice_issuer,
    invoice_registration_number: row.invoice_registration_number,
    auto_transfer: row.auto_transfer,
  }
}

function columnsOf(id: number, data: CustomerData, { keys }: Keys) {
  const { birthday, workplace, ...plain } = data
  return {
    ...plain,
    birthday_enc: birthday === null ? null : keys.field.encrypt(birthday, birthdayPlace, id),
    workplace: workplace === null ? null : JSON.stringify(workplace),
    search_text: searchTextOf(data),
  }
}

/** Closes the account and frees its address; records that the law requires stay. */
export async function leaveService(db: Db, actor: CustomerActor, id: number): Promise<void> {
  requireOwn(actor, id)
  await inTransaction(db, async (tx) => {
    await lockCustomer(tx, id)
    const row = await customerRow(tx, id)
    if (!row || row.left_at !== null) throw notFound()
    const isOpen =
      row.balance > 0 || row.is_transfer_inprogress || (await hasOpenRequests(tx, id, openRequestStatuses))
    if (isOpen) throw refuse('customer_has_open_business')
    const at = actor.at.toISOString()
    await tx
      .updateTable('customer')
      .set({ left_at: at, updated_at: at, version: row.version + 1 })
      .where('id', '=', id)
      .execute()
    await endSessionOf(tx, actor, id)
    await closeAccount(tx, row.account_id, actor.at)
    await eraseBankAccounts(tx, id)
    await forgetDraft(tx, id, actor.at)
    await addJob(tx, 'pre-assessment.forget_asker', { customer: id })
    await forgetVisitor(tx, row.account_id)
    await forgetProviders(tx, row.account_id)
    await forgetLine(tx, row.account_id)
    await recordActivity(tx, actor, { action: 'customer.leave', object_type: 'customer', object_id: id })
  })
  forgetPrincipal(db, actor.account_id)
}

/** From now on only the special route pays the balance. */
export async function markBalanceExpired(tx: Tx, actor: SystemActor, id: number): Promise<void> {
  await tx.updateTable('customer').set({ is_transfer_expired: true }).where('id', '=', id).execute()
  await recordActivity(tx, actor, {
    action: 'customer.balance_expired',
    object_type: 'customer',
    object_id: id,
  })
}

/** A new deal, or the payment of everything, starts the deadline of the balance again. */
export async function restartBalanceDeadline(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('customer')
    .set({ is_transfer_expired: false })
    .where('id', '=', id)
    .where('is_transfer_expired', '=', true)
    .execute()
}

export { lockCustomer, lockCustomers }

/** The rows stay for foreign keys. Call only when nothing has to be kept. Returns the account's id. */
export async function eraseProfile(tx: Tx, actor: SystemActor, id: number): Promise<number> {
  const { birthday: _birthday, workplace: _workplace, ...empty } = noData
  const { account_id } = await tx
    .updateTable('customer')
    .set({
      ...empty,
      name: '退会されたお客さま',
      birthday_enc: null,
      workplace: null,
      search_text: '',
      updated_at: actor.at.toISOString(),
    })
    .where('id', '=', id)
    .where('left_at', 'is not', null)
    .returning('account_id')
    .executeTakeFirstOrThrow()
  await eraseAccount(tx, account_id)
  await recordActivity(tx, actor, { action: 'customer.erase', object_type: 'customer', object_id: id })
  return account_id
}

export async function findTowns(db: Db, typed: string) {
  const code = normalizePostalCode(typed)
  if (code === null) throw refuse('invalid_postal_code')
  return townsOf(db, code)
}

export interface CustomerForRequest {
  id: number
  age: number | null
  profile_complete: boolean
  address: Place
  is_invoice_issuer: boolean
  invoice_registration_number: string
}

/** Locks the row, so that the customer cannot leave while a request is written. */
export async function customerForRequest(
  tx: Tx,
  customerId: number,
  at: Date,
  tools: Keys,
): Promise<CustomerForRequest> {
  await lockCustomer(tx, customerId)
  const row = await customerRow(tx, customerId)
  if (!row || row.left_at !== null) throw notFound()
  const birthday = birthdayOf(row, tools)
  return {
    id: row.id,
    age: birthday === null ? null : ageOn(birthday, tokyoDate(at)),
    profile_complete: isProfileComplete({ ...row, has_birthday: birthday !== null }),
    address: placeOf(row),
    is_invoice_issuer: row.is_invoice_issuer,
    invoice_registration_number: row.invoice_registration_number,
  }
}
