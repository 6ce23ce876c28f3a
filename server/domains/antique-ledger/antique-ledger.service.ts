import { randomBytes } from 'node:crypto'
import { mostPrinted } from '#contract/antique-ledger'
import { labelOf, ledgerClass } from '#contract/codes'
import { tokyoDate } from '#contract/day'
import { foldSearch, formatCount } from '#contract/text'
import { recordActivity, recordRead } from '#server/domains/activity/activity.service'
import type { Actor, BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { paginate } from '#server/platform/paging'
import { notFound, refuse } from '#server/platform/refusal'
import { listCount } from '#server/platform/shared-reads'
import type { Tools } from '#server/platform/tools'
import { refuseManyWords } from './antique-ledger.export.ts'
import {
  deletePerson,
  insertPerson,
  insertRows,
  type LedgerFilter,
  listRows,
  lockHead,
  lockPerson,
  type NewRow,
  officeOf,
  type PersonRecord,
  printedRows,
  rowsOfPerson,
  rowsToCount,
  standingRowsOfItems,
} from './antique-ledger.queries.ts'
import {
  documentOf,
  type EntryKind,
  type FeatureSource,
  featuresOf,
  invoiceNote,
  keptUntil,
  ledgerColumns,
  type MeasureSource,
  measureOf,
  personCommitment,
  type SealedRow,
  sealedInstant,
  sealRows,
} from './antique-ledger.rules.ts'

export { ledgerCodesMissing } from './antique-ledger.queries.ts'

export interface LedgerPerson {
  id: number | null
  name: string
  name_kana: string
  address: string
  occupation: string
  age: number
}

export interface LedgerIdentification extends MeasureSource {
  document_issuer: string
  document_number: string | null
}

export interface LedgerItem extends FeatureSource {
  id: number
  name: string
  ledger_class: string
  price: number
}

export interface Purchase {
  company_id: number
  shop_id: number
  request: { is_invoice_issuer: boolean }
  customer: LedgerPerson
  identification: LedgerIdentification
  items: readonly LedgerItem[]
}

type AppendTools = Pick<Tools, 'keys'>

/** Appends the rows of one deal with one person record. Locks the company's head until the commit. */
export async function appendPurchases(
  tx: Tx,
  actor: Actor,
  purchase: Purchase,
  tools: AppendTools,
): Promise<SealedRow[]> {
  const { company_id, shop_id, customer, identification, items } = purchase
  if (items.length === 0) return []
  const person = await writePerson(tx, actor, company_id, customer, documentOf(identification), tools)
  const shared = {
    ...entry(actor, '買受け', person),
    shop_id,
    measure: measureOf(identification),
    invoice_note: invoiceNote(purchase.request.is_invoice_issuer),
  }
  const rows = items.map((item) => ({ ...shared, ...articleOf(item), price: item.price }))
  return append(tx, company_id, rows, tools)
}

export async function appendReturn(
  tx: Tx,
  actor: Actor,
  given: { company_id: number; item_ids: readonly number[] },
  tools: AppendTools,
): Promise<SealedRow[]> {
  const bought = await standingRowsOfItems(tx, given.company_id, given.item_ids)
  if (bought.length !== new Set(given.item_ids).size) throw notFound()
  const rows = bought.map((row) => ({
    ...row,
    entry_kind: '返還' as const,
    occurred_on: tokyoDate(actor.at),
    corrects_seq: null,
    created_at: sealedInstant(actor.at),
  }))
  return append(tx, given.company_id, rows, tools)
}

interface WrittenPerson {
  person_id: number | null
  person_commitment: string
}

function entry(actor: Actor, kind: EntryKind, person: WrittenPerson) {
  return {
    ...person,
    entry_kind: kind,
    occurred_on: tokyoDate(actor.at),
    created_at: sealedInstant(actor.at),
    quantity: 1,
    corrects_seq: null,
  }
}

function articleOf(item: LedgerItem) {
  return {
    item_id: item.id,
    ledger_class: item.ledger_class,
    item_name: item.name || item.category_name || labelOf(ledgerClass, item.ledger_class),
    features: featuresOf(item),
  }
}

export async function writePerson(
  tx: Tx,
  actor: Actor,
  companyId: number,
  person: LedgerPerson,
  document: string,
  tools: AppendTools,
): Promise<WrittenPerson> {
  const { record, commitment } = sealPerson(companyId, person, document, actor.at, tools)
  return { person_id: await insertPerson(tx, record), person_commitment: commitment }
}

const documentPlace = 'antique_ledger_person.document_enc'

/** Bound to the salt, which is unique, immutable (trigger) and known before the row has an id. */
const sealDocument = (document: string, salt: Buffer, { keys }: AppendTools): Buffer =>
  keys.field.encrypt(document, documentPlace, salt.toString('hex'))

export const openDocument = (sealed: Buffer, salt: Buffer, { keys }: AppendTools): string =>
  keys.field.decrypt(sealed, documentPlace, salt.toString('hex'))

/** Encrypts a person under a new salt; returns the record and what its rows contain of it. */
export function sealPerson(
  companyId: number,
  person: LedgerPerson,
  document: string,
  at: Date,
  tools: AppendTools,
): { record: PersonRecord; commitment: string } {
  const salt = randomBytes(32)
  const { name, address, occupation, age } = person
  const search_text = [name, person.name_kana].map(foldSearch).join('\n')
  const whom = { company_id: companyId, customer_id: person.id, name, search_text, address, occupation, age }
  const document_enc = sealDocument(document, salt, tools)
  return {
    record: { ...whom, salt, document_enc, created_at: at.toISOString() },
    commitment: personCommitment(salt, { ...whom, document }),
  }
}

/** Locks the company's head until the commit, which serializes its writers. */
export async function append(
  tx: Tx,
  companyId: number,
  facts: readonly NewRow[],
  tools: AppendTools,
): Promise<SealedRow[]> {
  const head = await lockHead(tx, companyId)
  const rows = [...sealRows(head, tools.keys.chain, facts)]
  await insertRows(tx, head, rows)
  return rows
}

/** Erases a person after the retention period. The rows stay and the chain still verifies. */
export async function erasePerson(tx: Tx, actor: Actor, personId: number): Promise<void> {
  const person = await lockPerson(tx, actor, personId)
  if (!person) throw notFound()
  const rows = await rowsOfPerson(tx, personId)
  const today = tokyoDate(actor.at)
  const last = rows.map(keptUntil).sort().at(-1) ?? ''
  if (last >= today) {
    throw refuse('guard_failed', { message: `古物台帳の相手方の記録は${last}まで保存が必要です。` })
  }
  await deletePerson(tx, personId)
  await recordActivity(tx, actor, {
    action: 'ledger_person.erase',
    object_type: 'antique_ledger_person',
    object_id: personId,
    detail: { rows: rows.length },
  })
}

const givenFilters = (filter: object): string[] =>
  Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]))

/** What is printed leaves the house, so it is recorded apart from views. */
export async function printLedger(db: Db, actor: BusinessActor, filter: LedgerFilter) {
  refuseManyWords(filter)
  const rows = await printedRows(db, actor, filter, mostPrinted + 1)
  if (rows.length > mostPrinted)
    throw refuse('guard_failed', {
      message: `一度に印刷できるのは${formatCount(mostPrinted)}件までです。年月日で絞ってください。`,
    })
  await recordRead(db, actor, {
    action: 'ledger.print',
    object_type: 'antique_ledger',
    object_id: actor.company_id,
    detail: { rows: rows.length, filters: givenFilters(filter) },
  })
  return rows
}

/** Contains personal data, so the view is recorded; of an inspection also one that found nothing. */
export async function listLedger(db: Db, actor: BusinessActor, filter: LedgerFilter) {
  refuseManyWords(filter)
  const listed = await paginate(
    filter,
    listCount(db, actor.company_id, rowsToCount(actor, filter)),
    (window) => listRows(db, actor, filter, window),
  )
  if (listed.rows.length > 0 || actor.role === 'inspector') {
    const { page: _page, size: _size, ...given } = filter
    const filters = givenFilters(given)
    await recordRead(db, actor, {
      action: 'ledger.view',
      object_type: 'antique_ledger',
      object_id: actor.company_id,
      detail: { rows: listed.rows.length, filters },
    })
  }
  return listed
}

export async function ledgerHeader(db: Db, actor: BusinessActor, shop: number | undefined) {
  const office = await officeOf(db, actor, shop)
  if (!office) throw notFound()
  return { ...office, columns: [...ledgerColumns] }
}
