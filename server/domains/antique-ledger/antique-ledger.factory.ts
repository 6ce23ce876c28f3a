import { sql } from 'kysely'
import type { Db } from '#server/platform/db'
import type { Secret } from '#server/platform/keys'
import type { NewRow, PersonRecord } from './antique-ledger.queries.ts'
import { type ChainEnd, genesisHash, type SealedRow, sealRows } from './antique-ledger.rules.ts'

export type SeededRow = Pick<
  NewRow,
  | 'shop_id'
  | 'occurred_on'
  | 'item_id'
  | 'ledger_class'
  | 'item_name'
  | 'features'
  | 'price'
  | 'measure'
  | 'person_id'
  | 'person_commitment'
  | 'created_at'
> &
  Partial<Pick<NewRow, 'entry_kind' | 'quantity' | 'corrects_seq' | 'invoice_note'>>

/** Lazy; continues after `end`. `created_at` comes from `sealedInstant`, persons from `sealPerson`. */
export function* chainRows(
  companyId: number,
  key: { id: string; key: Secret },
  rows: Iterable<SeededRow>,
  end: ChainEnd = { company_id: companyId, seq: 0, hash: genesisHash(companyId) },
): Generator<NewRow & SealedRow> {
  yield* sealRows(end, key, completed(rows))
}

function* completed(rows: Iterable<SeededRow>): Generator<NewRow> {
  for (const row of rows) {
    yield { entry_kind: '買受け', quantity: 1, corrects_seq: null, invoice_note: '古物商特例', ...row }
  }
}

export const copyLedger = `copy antique_ledger (company_id, seq, shop_id, entry_kind, occurred_on, item_id, ledger_class, item_name,
  features, quantity, price, measure, person_id, person_commitment, corrects_seq, invoice_note, key_id, prev_hash, hash, created_at)
  from stdin`
export const copyPersons = `copy antique_ledger_person (id, company_id, customer_id, salt, name, search_text, address, occupation, age,
  document_enc, created_at) from stdin`

export function ledgerLine(row: NewRow & SealedRow): string {
  return copyLine([
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
    row.person_id,
    `\\x${row.person_commitment}`,
    row.corrects_seq,
    row.invoice_note,
    row.key_id,
    `\\x${row.prev_hash}`,
    `\\x${row.hash}`,
    row.created_at,
  ])
}

export function personLine(id: number, person: PersonRecord): string {
  return copyLine([
    id,
    person.company_id,
    person.customer_id,
    `\\x${person.salt.toString('hex')}`,
    person.name,
    person.search_text,
    person.address,
    person.occupation,
    person.age,
    person.document_enc && `\\x${person.document_enc.toString('hex')}`,
    person.created_at,
  ])
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function copyLine(values: readonly (string | number | null)[]): string {
  const cells = values.map((value) =>
    value === null ? '\\N' : String(value).replaceAll(/[\\\n\r\t]/g, (char) => escapes[char] ?? char),
  )
  return `${cells.join('\t')}\n`
}

/** Call after COPY, then `writeCheckpoint` per company. */
export async function finishCopiedLedger(db: Db): Promise<void> {
  await sql`insert into antique_ledger_head (company_id, seq, hash)
    select distinct on (company_id) company_id, seq, hash from antique_ledger order by company_id, seq desc
    on conflict (company_id) do update set seq = excluded.seq, hash = excluded.hash`.execute(db)
  await sql`select setval(pg_get_serial_sequence('antique_ledger_person', 'id'), greatest(1, (select max(id) from antique_ledger_person)))`.execute(
    db,
  )
}
