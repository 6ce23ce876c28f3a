import { type CompiledQuery, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type * as z from 'zod'
import type { antiqueLedgerCalls, ledgerRow } from '#contract/antique-ledger'
import type { CallQuery, CallResult } from '#contract/call'
import { ledgerClass } from '#contract/codes'
import { type SearchCode, searchTerms, textOfCode } from '#contract/search-terms'
import { foldSearch } from '#contract/text'
import { brandLike } from '#server/domains/catalogue/brand-search.rules'
import { isOwnShop } from '#server/domains/company/shop.predicates'
import { atPlace, codesOf, codesWithout, idsOf, unionOf } from '#server/domains/customer/code-search'
import type { Actor, BusinessActor } from '#server/platform/actor'
import { cellSeparator } from '#server/platform/csv'
import type { Db, Tx } from '#server/platform/db'
import type { antique_ledger_person } from '#server/platform/db-types'
import { addJob } from '#server/platform/jobs'
import { containing, contains } from '#server/platform/like'
import type { Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'
import { type Countable, sharedRows } from '#server/platform/shared-reads'
import { limited, type Part, selectRows } from '#server/platform/statement'
import {
  type ChainEnd,
  genesisHash,
  type LedgerFacts,
  ledgerColumns,
  type SealedRow,
} from './antique-ledger.rules.ts'

export type NewRow = LedgerFacts & { created_at: string; person_id: number | null }

export type PersonRecord = Omit<Selectable<antique_ledger_person>, 'id'>

export async function insertPerson(tx: Tx, person: PersonRecord): Promise<number> {
  const { id } = await tx
    .insertInto('antique_ledger_person')
    .values(person)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function lockHead(tx: Tx, companyId: number): Promise<Head> {
  const found = await selectHead(tx, companyId)
  if (found) return found
  await sql`insert into antique_ledger_head (company_id, seq, hash)
    values (${companyId}, 0, decode(${genesisHash(companyId)}, 'hex')) on conflict do nothing`.execute(tx)
  const made = await selectHead(tx, companyId)
  if (!made) throw new Error(`no ledger head for company ${companyId}`)
  return made
}

export type Head = ChainEnd & { is_checkpoint_asked: boolean }

async function selectHead(tx: Tx, companyId: number): Promise<Head | undefined> {
  const { rows } = await sql<Head>`select company_id, seq, encode(hash, 'hex') as hash, is_checkpoint_asked
    from antique_ledger_head where company_id = ${companyId} for update`.execute(tx)
  return rows[0]
}

export async function insertRows(
  tx: Tx,
  head: Head,
  rows: readonly (SealedRow & { person_id: number | null })[],
): Promise<void> {
  const last = rows.at(-1)
  if (!last) return
  await sql`
    with written as (
    insert into antique_ledger (company_id, seq, shop_id, entry_kind, occurred_on, item_id, ledger_class, item_name, features, quantity,
      price, measure, person_id, person_commitment, corrects_seq, invoice_note, key_id, prev_hash, hash, created_at)
    select r.company_id, r.seq, r.shop_id, r.entry_kind, r.occurred_on, r.item_id, r.ledger_class, r.item_name, r.features, r.quantity,
      r.price, r.measure, r.person_id, decode(r.person_commitment, 'hex'), r.corrects_seq, r.invoice_note, r.key_id,
      decode(r.prev_hash, 'hex'), decode(r.hash, 'hex'), r.created_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (company_id bigint, seq bigint, shop_id bigint, entry_kind text,
      occurred_on date, item_id bigint, ledger_class text, item_name text, features text, quantity integer, price bigint, measure text,
      person_id bigint, person_commitment text, corrects_seq bigint, invoice_note text, key_id text, prev_hash text, hash text,
      created_at timestamptz)
    )
    update antique_ledger_head set seq = ${last.seq}, hash = decode(${last.hash}, 'hex'), is_checkpoint_asked = true
    where company_id = ${head.company_id}`.execute(tx)
  if (!head.is_checkpoint_asked) await addJob(tx, 'antique-ledger.checkpoint', { company: head.company_id })
}

const factColumns = sql`l.shop_id, l.entry_kind, l.occurred_on, l.item_id, l.ledger_class, l.item_name, l.features, l.quantity, l.price,
  l.measure, l.person_id, encode(l.person_commitment, 'hex') as person_commitment, l.corrects_seq, l.invoice_note`

type StandingRow = Omit<NewRow, 'created_at'>

/** What the row says in the end: of a correction, the kind of the row that it puts right. */
const rootKind = sql<
  LedgerFacts['entry_kind']
>`case l.entry_kind when '訂正' then ledger_root_kind(l.company_id, l.seq) else l.entry_kind end`

const isOfPurchase = (
  alias: string,
): RawBuilder<SqlBool> => sql<SqlBool>`(${sql.ref(`${alias}.entry_kind`)} = '買受け'
  or ${sql.ref(`${alias}.entry_kind`)} = '訂正' and ledger_root_kind(${sql.ref(`${alias}.company_id`)}, ${sql.ref(`${alias}.seq`)}) = '買受け')`

export async function standingRowsOfItems(
  tx: Tx,
  companyId: number,
  itemIds: readonly number[],
): Promise<StandingRow[]> {
  const { rows } = await sql<StandingRow>`
    select distinct on (l.item_id) ${factColumns} from antique_ledger l
    where l.company_id = ${companyId} and l.item_id = any(${itemIds}::bigint[]) and ${isOfPurchase('l')}
    order by l.item_id, l.seq desc`.execute(tx)
  return rows
}

/** The purchase of an article as the ledger describes it now, with the number of its first row. */
export async function standingPurchase(
  tx: Tx,
  companyId: number,
  itemId: number,
): Promise<(StandingRow & { bought_seq: number }) | undefined> {
  const { rows } = await sql<StandingRow & { bought_seq: number }>`
    select ${factColumns}, (select b.seq from antique_ledger b where b.item_id = l.item_id and b.entry_kind = '買受け') as bought_seq
    from antique_ledger l where l.company_id = ${companyId} and l.item_id = ${itemId} and ${isOfPurchase('l')}
    order by l.seq desc limit 1`.execute(tx)
  return rows[0]
}

/** What the row of a sale says, with its corrections. */
export async function standingSale(tx: Tx, companyId: number, seq: number): Promise<StandingRow> {
  const { rows } = await sql<StandingRow>`
    with recursive chain as (
      select seq from antique_ledger where company_id = ${companyId} and seq = ${seq}
      union all
      select f.seq from chain c join antique_ledger f on f.company_id = ${companyId} and f.corrects_seq = c.seq
    )
    select ${factColumns} from antique_ledger l
    where l.company_id = ${companyId} and l.seq = (select max(seq) from chain)`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`ledger row ${seq} of company ${companyId} not found`)
  return row
}

export async function lockPerson(
  tx: Tx,
  actor: Actor,
  personId: number,
): Promise<{ id: number } | undefined> {
  const { rows } = await sql<{ id: number }>`select p.id from antique_ledger_person p
    where p.id = ${personId} and ${scopeOf(actor, { company: 'p.company_id' })} for update`.execute(tx)
  return rows[0]
}

export async function rowsOfPerson(
  tx: Tx,
  personId: number,
): Promise<{ recorded_on: string; entry_kind: LedgerFacts['entry_kind'] }[]> {
  const { rows } = await sql<{ recorded_on: string; entry_kind: LedgerFacts['entry_kind'] }>`
    select greatest(l.occurred_on, (l.created_at at time zone 'Asia/Tokyo')::date) as recorded_on, ${rootKind} as entry_kind
    from antique_ledger l where l.person_id = ${personId}`.execute(tx)
  return rows
}

export async function deletePerson(tx: Tx, personId: number): Promise<void> {
  await tx.deleteFrom('antique_ledger_person').where('id', '=', personId).execute()
}

export type LedgerFilter = Partial<CallQuery<typeof antiqueLedgerCalls.list>>
/** `until`: the number of the last row. */
export type FileFilter = LedgerFilter & { until?: number | undefined }

function conditions(actor: BusinessActor, filter: FileFilter): RawBuilder<SqlBool> {
  const parts = [scopeOf(actor, { company: 'l.company_id', shop: 'l.shop_id' })]
  if (filter.date_from) parts.push(sql<SqlBool>`l.occurred_on >= ${filter.date_from}::date`)
  if (filter.date_to) parts.push(sql<SqlBool>`l.occurred_on <= ${filter.date_to}::date`)
  if (filter.shop !== undefined) parts.push(sql<SqlBool>`l.shop_id = ${filter.shop}`)
  if (filter.status !== undefined) {
    parts.push(sql<SqlBool>`l.item_id in (select i.id from purchase_item i
      where i.company_id = ${actor.company_id} and i.status = ${filter.status})`)
  }
  if (filter.until !== undefined) parts.push(sql<SqlBool>`l.seq <= ${filter.until}`)
  if (filter.slug !== undefined) {
    parts.push(sql<SqlBool>`l.item_id = (select i.id from purchase_item i
      where i.company_id = ${actor.company_id} and i.slug = ${filter.slug.toLowerCase()})`)
  }
  if (filter.q) parts.push(anythingCondition(actor.company_id, filter.q))
  const name = foldSearch(filter.customer_name ?? '')
  if (name !== '') {
    const pattern = containing(name)
    parts.push(sql<SqlBool>`l.person_id in (select p.id from antique_ledger_person p
      where p.company_id = ${actor.company_id} and p.search_text like ${pattern})`)
  }
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** Several numbers and codes, or one that only a label bears; else words. */
function codesIn(q: string): readonly SearchCode[] | undefined {
  const terms = searchTerms(q)
  if ('words' in terms) return undefined
  const isLabel = terms.codes.some(({ kind }) => kind === 'item' || kind === 'item_number')
  return terms.codes.length > 1 || isLabel ? terms.codes : undefined
}

/** None where several numbers and codes are looked for. */
export const ledgerWords = (q = ''): string[] =>
  codesIn(q) ? [] : q.split(/\s+/u).filter((word) => foldSearch(word) !== '')

function anythingCondition(company: number, q: string): RawBuilder<SqlBool> {
  const codes = codesIn(q)
  if (codes) return sql<SqlBool>`l.seq in (${idsOf(rowsOfCodes(company, codes))})`
  const found = ledgerWords(q).map((word) => isFound(company, word))
  return found.length > 0 ? sql<SqlBool>`${sql.join(found, sql` and `)}` : sql<SqlBool>`true`
}

/** Of each code: the row of that number, and all rows of the article that bears it. */
function rowsOfCodes(company: number, codes: readonly SearchCode[]): Part {
  const seqs = codesOf(codes, 'request').map(({ id }) => id)
  const slugs = codesOf(codes, 'item').map(({ value }) => value)
  const numbers = codesOf(codes, 'item_number')
  const marks = codes.filter(({ kind }) => kind !== 'item' && kind !== 'box').map(textOfCode)
  const items = unionOf([
    sql`select id, slug from purchase_item where company_id = ${company} and slug = any(${slugs}::text[])`,
    sql`select id, request_id || '-' || seq from purchase_item where company_id = ${company} and ${atPlace(numbers)}`,
    sql`select i.id, c.code from unnest(${marks}::text[]) c (code) join purchase_item i on i.company_id = ${company}
      and item_numbers(i.product_number, i.serial_number, i.name, i.features) && array[number_key(c.code)]`,
  ])
  return unionOf([
    sql`select seq, seq::text from antique_ledger where company_id = ${company} and seq = any(${seqs}::bigint[])`,
    sql`select f.seq, k.code from (${items}) k join antique_ledger f on f.company_id = ${company} and f.item_id = k.id`,
  ])
}

/** The codes among several for which the ledger shows no row. */
export async function ledgerCodesMissing(
  db: Db,
  actor: BusinessActor,
  { q = '', ...filter }: LedgerFilter,
): Promise<string[]> {
  const codes = codesIn(q)
  if (!codes || codes.length < 2) return []
  const rows = sql`antique_ledger l on l.seq = found.id where ${conditions(actor, filter)}`
  return codesWithout(db, codes, rowsOfCodes(actor.company_id, codes), rows)
}

/** Each way over an index of its own. Of a corrected row, what it says now; its article may still have the old name. */
function isFound(company: number, word: string): RawBuilder<SqlBool> {
  const like = containing(foldSearch(word))
  const plain = word.normalize('NFKC')
  const seq = /^\d{1,15}$/.test(plain) ? Number(plain) : null
  return sql<SqlBool>`l.seq in (
    select ${seq}::bigint where ${seq}::bigint is not null
    union all
    select f.seq from antique_ledger f where f.company_id = ${company} and f.person_id in (
      select p.id from antique_ledger_person p where p.company_id = ${company} and p.search_text like ${like})
    union all
    select f.seq from antique_ledger f where f.company_id = ${company} and f.item_id in (
      select i.id from purchase_item i where i.company_id = ${company} and ${contains('i.name_folded', word)}
      union all
      select i.id from purchase_item i where i.company_id = ${company}
        and i.brand_id in (select b.id from brand b where b.search_text like ${brandLike(word)})
      union all
      select i.id from purchase_item i where i.company_id = ${company} and number_key(${plain}) ~ '[0-9]'
        and item_numbers(i.product_number, i.serial_number, i.name, i.features) && array[number_key(${plain})])
    union all
    select f.seq from antique_ledger f where f.company_id = ${company} and f.corrects_seq is not null
      and normalize(f.item_name || ' ' || f.features, NFKC) ilike ${containing(plain)})`
}

/** A later snapshot has all rows up to it: a number and its row are committed together. */
export async function lastSeq(db: Db, actor: BusinessActor): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select h.seq from antique_ledger_head h where ${scopeOf(actor, { company: 'h.company_id' })}`.execute(db)
  return rows[0]?.seq ?? 0
}

export const rowsToCount =
  (actor: BusinessActor, filter: FileFilter): Countable =>
  () =>
    sql`select from antique_ledger l where ${conditions(actor, filter)}`

export type ListedRow = z.output<typeof ledgerRow>

const listedColumns = sql`
  l.seq as id, l.seq, l.occurred_on, l.entry_kind, l.ledger_class, l.item_name, l.features, l.quantity, l.price, l.measure,
  case when p.id is null then null
    else jsonb_build_object('name', p.name, 'address', p.address, 'occupation', p.occupation, 'age', p.age) end as person,
  l.invoice_note, i.slug, i.status as item_status, l.corrects_seq,
  (select c.seq from antique_ledger c where c.company_id = l.company_id and c.corrects_seq = l.seq) as corrected_by, s.name as shop_name, encode(l.hash, 'hex') as hash, l.created_at`
const listedTables = sql`
  join shop s on s.id = l.shop_id
  left join antique_ledger_person p on p.id = l.person_id
  left join purchase_item i on i.id = l.item_id`

/** As in the file: oldest first. */
export async function printedRows(
  db: Db,
  actor: BusinessActor,
  filter: LedgerFilter,
  limit: number,
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select ${listedColumns} from antique_ledger l ${listedTables}
    where ${conditions(actor, filter)} order by l.occurred_on, l.seq limit ${limit}`.execute(db)
  return rows
}

/** Newest first. The window is cut out over one index before rows are read. */
export async function listRows(
  db: Db,
  actor: BusinessActor,
  filter: LedgerFilter,
  window: Window,
): Promise<ListedRow[]> {
  const page = await sharedRows<{ seq: number }>(
    db,
    actor.company_id,
    sql`select l.seq from antique_ledger l where ${conditions(actor, filter)}
      order by l.occurred_on desc, l.seq desc ${limited(window)}`,
  )
  return selectRows<ListedRow>(
    db,
    sql`
    select ${listedColumns} from antique_ledger l ${listedTables}
    where l.seq = any(${page.map(({ seq }) => seq)}::bigint[]) and ${conditions(actor, {})}
    order by l.occurred_on desc, l.seq desc`,
  )
}

export async function rowBySeq(db: Db, actor: BusinessActor, seq: number): Promise<ListedRow | undefined> {
  const { rows } = await sql<ListedRow>`
    select ${listedColumns} from antique_ledger l ${listedTables}
    where l.seq = ${seq} and ${conditions(actor, {})}`.execute(db)
  return rows[0]
}

export type CorrectedRow = StandingRow & { person: PersonRecord | null }

/** With the person as recorded; call it under the lock of the head. */
export async function rowToCorrect(tx: Tx, companyId: number, seq: number): Promise<CorrectedRow> {
  const { rows } = await sql<StandingRow>`
    select ${factColumns} from antique_ledger l where l.company_id = ${companyId} and l.seq = ${seq}`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error(`ledger row ${seq} of company ${companyId} not found`)
  const person = await tx
    .selectFrom('antique_ledger_person')
    .selectAll()
    .where('id', '=', row.person_id)
    .executeTakeFirst()
  return { ...row, person: person ?? null }
}

const classLabels = Object.entries(ledgerClass)
  .sort(([one], [other]) => Number(one) - Number(other))
  .map(([value, label]) => `${value} ${label}`)

/** Typed text may contain anything but the separator. */
const typed = (column: RawBuilder<unknown>) => sql`replace(${column}, ${cellSeparator}, ' ')`
/** The row of a car's sale names nobody from the beginning. */
const whom = (column: RawBuilder<unknown>, erased: string) =>
  sql`coalesce(${typed(column)}, case when l.person_commitment = '' then '' else ${erased}::text end)`

const fileCells: Readonly<Record<(typeof ledgerColumns)[number]['key'], RawBuilder<unknown>>> = {
  seq: sql`l.seq`,
  occurred_on: sql`l.occurred_on`,
  entry_kind: sql`l.entry_kind`,
  ledger_class: sql`(${classLabels}::text[])[l.ledger_class::int]`,
  item_name: typed(sql`l.item_name`),
  features: typed(sql`l.features`),
  quantity: sql`l.quantity`,
  price: sql`l.price`,
  measure: typed(sql`l.measure`),
  'person.address': whom(sql`p.address`, '(保存期間の経過により消去)'),
  'person.name': whom(sql`p.name`, '(消去)'),
  'person.occupation': whom(sql`p.occupation`, ''),
  'person.age': sql`coalesce(p.age::text, '')`,
  invoice_note: typed(sql`l.invoice_note`),
}

/** Oldest first; one text with all cells, because half a million rows of many columns cost the driver too much. */
export function fileLines(db: Db, actor: BusinessActor, filter: FileFilter): CompiledQuery<{ line: string }> {
  const cells = ledgerColumns.map(({ key }) => fileCells[key])
  return sql<{ line: string }>`
    select concat_ws(${cellSeparator}, ${sql.join(cells)}) as line
    from antique_ledger l left join antique_ledger_person p on p.id = l.person_id
    where ${conditions(actor, filter)} order by l.occurred_on, l.seq`.compile(db)
}

type Office = Omit<CallResult<typeof antiqueLedgerCalls.header>, 'columns'>

/** The given shop, else the first the reader may see; a company without shops is its own office. */
export async function officeOf(
  db: Db,
  actor: BusinessActor,
  shop: number | undefined,
): Promise<Office | undefined> {
  const isShop = shop === undefined ? sql<SqlBool>`true` : sql<SqlBool>`s.id = ${shop}`
  const found = shop === undefined ? sql<SqlBool>`true` : sql<SqlBool>`s.id is not null`
  const { rows } = await sql<Office>`
    select c.name as dealer_name, c.license_number, c.public_safety_commission, coalesce(s.name, c.name) as office_name,
      coalesce(s.prefecture || s.city || s.address1 || case when s.address2 = '' then '' else ' ' || s.address2 end, c.address)
        as office_address
    from company c
    left join lateral (
      select s.* from shop s where s.company_id = c.id and ${isShop} and ${isOwnShop(actor, 's')}
      order by s.id limit 1
    ) s on true
    where c.id = ${actor.company_id} and ${found}`.execute(db)
  return rows[0]
}
