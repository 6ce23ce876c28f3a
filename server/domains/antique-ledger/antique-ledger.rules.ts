import { createHash, createHmac } from 'node:crypto'
import { type ledgerEntryKinds, ledgerSaleKinds } from '#contract/antique-ledger'
import { identificationKind, labelOf } from '#contract/codes'
import { addDays } from '#contract/day'
import { lawMonths, taxMonths } from '#contract/retention'
import { addMonthsClamped } from '#server/platform/calendar'
import type { Secret } from '#server/platform/keys'

export type EntryKind = (typeof ledgerEntryKinds)[number]

export interface LedgerFacts {
  shop_id: number
  entry_kind: EntryKind
  occurred_on: string
  item_id: number | null
  ledger_class: string
  item_name: string
  features: string
  quantity: number
  price: number
  measure: string
  /** Hex; empty where the law requires no person. */
  person_commitment: string
  corrects_seq: number | null
  invoice_note: string
}

export interface CanonicalRow extends LedgerFacts {
  company_id: number
  seq: number
  key_id: string
  /** UTC with six decimals, the precision of the database. */
  created_at: string
}

export interface SealedRow extends CanonicalRow {
  prev_hash: string
  hash: string
}

export interface CanonicalPerson {
  company_id: number
  customer_id: number | null
  name: string
  search_text: string
  address: string
  occupation: string
  age: number
  document: string | null
}

/** `<bytes>:<text>,` for a value, `-` for null: unambiguous for any list of values. */
function netstrings(values: readonly (string | number | null)[]): string {
  let text = ''
  for (const value of values) {
    if (value === null) {
      text += '-'
      continue
    }
    const part = String(value)
    text += `${Buffer.byteLength(part)}:${part},`
  }
  return text
}

/** Version 1; the order is part of the format (docs/antique-ledger.md). */
export function canonicalRow(row: CanonicalRow): string {
  return `okuru-ledger-row/1\n${netstrings([
    row.company_id,
    row.seq,
    row.shop_id,
    row.entry_kind,
    row.occurred_on,
    row.item_id,
    row.ledger_class,
    row.item_name,
    row.features,
    row.quantity,
    row.price,
    row.measure,
    row.person_commitment,
    row.corrects_seq,
    row.invoice_note,
    row.key_id,
    row.created_at,
  ])}`
}

export function canonicalPerson(person: CanonicalPerson): string {
  return `okuru-ledger-person/1\n${netstrings([
    person.company_id,
    person.customer_id,
    person.name,
    person.search_text,
    person.address,
    person.occupation,
    person.age,
    person.document,
  ])}`
}

/** HMAC-SHA256(key, previous hash ‖ canonical row), hex. */
export function rowHash(key: Secret, prevHash: string, canonical: string): string {
  return createHmac('sha256', key)
    .update(Buffer.from(prevHash, 'hex'))
    .update(canonical, 'utf8')
    .digest('hex')
}

/** HMAC-SHA256(salt, canonical person), hex. */
export function personCommitment(salt: Buffer, person: CanonicalPerson): string {
  return createHmac('sha256', salt).update(canonicalPerson(person), 'utf8').digest('hex')
}

export function genesisHash(companyId: number): string {
  return createHash('sha256').update(`okuru-ledger-genesis/1\n${companyId}`).digest('hex')
}

export function sealedInstant(at: Date): string {
  return at.toISOString().replace('Z', '000Z')
}

export interface ChainEnd {
  company_id: number
  seq: number
  hash: string
}

export function* sealRows<Facts extends LedgerFacts & { created_at: string }>(
  end: ChainEnd,
  key: { id: string; key: Secret },
  facts: Iterable<Facts>,
): Generator<Facts & SealedRow> {
  let { seq, hash } = end
  for (const fact of facts) {
    seq += 1
    const row = { ...fact, company_id: end.company_id, seq, key_id: key.id }
    const prev_hash = hash
    hash = rowHash(key.key, prev_hash, canonicalRow(row))
    yield { ...row, prev_hash, hash }
  }
}

export interface FeatureSource {
  brand_name?: string | null
  category_name?: string | null
  product_number?: string
  color?: string
  pattern?: string
  material?: string
  size?: string
  gender?: number | null
  serial_number?: string
  features?: string
  damages?: readonly { label: string; place: string }[]
  accessories?: number
}

const wornBy: Record<number, string> = { 0: '男性用', 1: '女性用', 9: '男女兼用' }

/** 特徴: what tells this item from others of its kind, joined as in the official form. */
export function featuresOf(item: FeatureSource): string {
  const named = (label: string, value: string | undefined) => (value?.trim() ? `${label}${value.trim()}` : '')
  const parts = [
    item.brand_name ?? '',
    item.category_name ?? '',
    named('型番', item.product_number),
    item.color,
    item.pattern,
    item.material,
    named('サイズ', item.size),
    item.gender == null ? '' : (wornBy[item.gender] ?? ''),
    named('製造番号', item.serial_number),
    item.features,
    ...(item.damages ?? []).map(({ label, place }) => (place ? `${place}に${label}あり` : `${label}あり`)),
    item.accessories === 1 ? '付属品あり' : '',
  ]
  return parts
    .map((part) => (part ?? '').trim())
    .filter((part) => part !== '')
    .join('、')
}

export interface MeasureSource {
  clause: string
  identification_kind: number
  document_name: string
}

function documentName(identification: MeasureSource): string {
  const { document_name: name, identification_kind: kind } = identification
  return name.trim() || (kind === 9 || kind === 0 ? '本人確認書類' : labelOf(identificationKind, kind))
}

/** 確認の措置の区分・方法, without document numbers: those belong to the person record, which can be erased. */
export function measureOf(identification: MeasureSource): string {
  const name = documentName(identification)
  switch (identification.clause) {
    case 'face_to_face':
      return `法15条1項1号（${name}の提示）`
    case 'clause_7':
      return `法15条1項4号・規則15条3項7号（${name}の写し、転送不要郵便、本人名義口座への振込）`
    case 'clause_9':
      return `法15条1項4号・規則15条3項9号（${name}のICチップ）`
    case 'clause_13':
      return '法15条1項4号・規則15条3項13号（確認済みの方の識別符号）'
    default:
      return `法15条1項4号・規則15条3項${/^clause_(\d+)$/.exec(identification.clause)?.[1] ?? ''}号（${name}）`
  }
}

/** Encrypted with the person. The law forbids recording a My Number. */
export function documentOf(
  identification: MeasureSource & { document_issuer: string; document_number: string | null },
): string {
  const number = identification.identification_kind === 2 ? null : identification.document_number
  return [documentName(identification), identification.document_issuer, number ? `第${number}号` : '']
    .filter((part) => part !== '')
    .join(' ')
}

/**
 * Purchases from sellers who issue no invoices fall under the dealers' tax exception. The number of an issuer stands in
 * the statement of the deal: a person's number is erased one day, a row never is.
 */
export function invoiceNote(isInvoiceIssuer: boolean): string {
  return isInvoiceIssuer ? '適格請求書発行事業者' : '古物商特例'
}

export const isOfSale = (kind: EntryKind): boolean => (ledgerSaleKinds as readonly EntryKind[]).includes(kind)

/**
 * 民法140条: the day of the record is not counted. Purchases are tax records too; sales fall only under 古物営業法. Of a
 * correction `entry_kind` is that of the row it puts right.
 */
export function keptUntil(row: { recorded_on: string; entry_kind: EntryKind }): string {
  return addMonthsClamped(row.recorded_on, isOfSale(row.entry_kind) ? lawMonths : taxMonths)
}

/** Upper bounds for a query: later rows are never due; `keptUntil` decides about the others. */
export function dueBefore(today: string): { sales: string; others: string } {
  const before = (months: number) => addDays(addMonthsClamped(today, -months), -1)
  return { sales: before(lawMonths), others: before(taxMonths) }
}

export const ledgerColumns = [
  { key: 'seq', label: '番号' },
  { key: 'occurred_on', label: '年月日' },
  { key: 'entry_kind', label: '区別' },
  { key: 'ledger_class', label: '品目の区分' },
  { key: 'item_name', label: '品目' },
  { key: 'features', label: '特徴' },
  { key: 'quantity', label: '数量' },
  { key: 'price', label: '代価' },
  { key: 'measure', label: '確認の措置の区分・方法' },
  { key: 'person.address', label: '住所' },
  { key: 'person.name', label: '氏名' },
  { key: 'person.occupation', label: '職業' },
  { key: 'person.age', label: '年齢' },
  { key: 'invoice_note', label: '備考' },
] as const
