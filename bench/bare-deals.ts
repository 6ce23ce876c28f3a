// Baseline for deals: writes the same rows by plain statements. Afterwards chain and books still verify.
import type pg from 'pg'
import { itemStatus as I, requestStatus as S } from '#contract/lifecycle'
import { chainRows } from '#server/domains/antique-ledger/antique-ledger.factory'
import type { PersonRecord } from '#server/domains/antique-ledger/antique-ledger.queries'
import { type SealedRow, sealedInstant } from '#server/domains/antique-ledger/antique-ledger.rules'
import { sealPerson } from '#server/domains/antique-ledger/antique-ledger.service'
import { bookAccountOf } from '#server/domains/book/book.service'
import { inTransaction } from '#server/platform/db'
import type { Data } from './data.ts'

const price = 3000
const article = {
  ledger_class: '02',
  item_name: 'ウールのコート',
  features: '紺 ウール サイズM',
  price,
  measure: '法15条1項1号（運転免許証の提示）',
  person_id: null,
}
const whom = {
  name: '佐藤 花子',
  name_kana: 'サトウ ハナコ',
  address: '東京都港区',
  occupation: '会社員',
  age: 40,
}

interface Sold {
  request: number
  customer: number
  shop: number
  items: number[]
}

export interface BareDeal {
  at: string
  request: number
  person: PersonRecord
  rows: SealedRow[]
  debit: number
  credit: number
}

/** Continues the dealer's chain: append nothing else before these are written. */
export async function prepareDeals(
  data: Data,
  company: number,
  requests: readonly number[],
): Promise<BareDeal[]> {
  const sold = await data.pool.query<Sold>(
    `select r.id as request, r.customer_id as customer, r.shop_id as shop, json_agg(i.id order by i.id) as items
    from purchase_request r join purchase_item i on i.request_id = r.id where r.id = any($1::bigint[]) group by r.id`,
    [requests],
  )
  const head = await data.pool.query<{ seq: number; hash: string }>(
    "select seq, encode(hash, 'hex') as hash from antique_ledger_head where company_id = $1",
    [company],
  )
  let end = head.rows[0] && { company_id: company, ...head.rows[0] }
  const now = new Date()
  const at = now.toISOString()
  const deals: BareDeal[] = []
  for (const { request, customer, shop, items } of sold.rows) {
    const { record, commitment } = sealPerson(
      company,
      { ...whom, id: customer },
      '運転免許証',
      now,
      data.tools,
    )
    const shared = { shop_id: shop, occurred_on: at.slice(0, 10), created_at: sealedInstant(now) }
    const facts = items.map((item_id) => ({ ...article, ...shared, item_id, person_commitment: commitment }))
    const rows = [...chainRows(company, data.tools.keys.chain, facts, end)]
    end = rows.at(-1)
    const [debit, credit] = await inTransaction(data.db, async (tx) => [
      await bookAccountOf(tx, 'company', null, company),
      await bookAccountOf(tx, 'customer', customer, company),
    ])
    deals.push({ at, request, person: record, rows, debit, credit })
  }
  return deals
}

const text = {
  moved: `update purchase_request set status = $2::smallint, updated_at = $3::timestamptz, version = version + 1, reminders_sent = 0,
    contracted_at = coalesce(contracted_at, $3::timestamptz), closed_at = case when $2::smallint = ${S.COMPLETED} then $3::timestamptz end where id = $1`,
  history: `insert into request_history (request_id, from_status, to_status, actor_kind, at)
    values ($1, ${S.ANSWERED}, ${S.CONTRACTED}, 'system', $2), ($1, ${S.CONTRACTED}, ${S.COMPLETED}, 'system', $2)`,
  activity: `insert into activity (at, actor_kind, action, object_type, object_id, http_request_id, detail)
    select $2::timestamptz, 'system', 'request.move', 'request', $1::bigint::text, '', d::jsonb from unnest($3::text[]) as d`,
  sold: `update purchase_item set status = ${I.PURCHASED}, purchased_at = $2, updated_at = $2, version = version + 1
    where request_id = $1`,
  lines: `insert into item_history (item_id, from_status, to_status, price, actor_kind, at)
    select id, ${I.ACCEPTED}, ${I.PURCHASED}, price, 'system', $2::timestamptz from purchase_item where request_id = $1 order by id`,
  told: `select graphile_worker.add_job('notification.request', json_build_object('request', $1::bigint), max_attempts := 12)`,
  person: `insert into antique_ledger_person (company_id, customer_id, salt, name, search_text, address, occupation, age,
    document_enc, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
  ledger: `insert into antique_ledger (company_id, seq, shop_id, entry_kind, occurred_on, item_id, ledger_class, item_name, features,
      quantity, price, measure, person_id, person_commitment, corrects_seq, invoice_note, key_id, prev_hash, hash, created_at)
    select r.company_id, r.seq, r.shop_id, r.entry_kind, r.occurred_on, r.item_id, r.ledger_class, r.item_name, r.features, r.quantity,
      r.price, r.measure, $2::bigint, decode(r.person_commitment, 'hex'), r.corrects_seq, r.invoice_note, r.key_id, decode(r.prev_hash, 'hex'),
      decode(r.hash, 'hex'), r.created_at
    from json_to_recordset($1::json) as r (company_id bigint, seq bigint, shop_id bigint, entry_kind text, occurred_on date,
      item_id bigint, ledger_class text, item_name text, features text, quantity integer, price bigint, measure text,
      person_commitment text, corrects_seq bigint, invoice_note text, key_id text, prev_hash text, hash text, created_at timestamptz)`,
  // Transactions come in any order; the chain ends at its newest row.
  head: `update antique_ledger_head set seq = greatest(seq, $2), hash = case when seq < $2 then decode($3, 'hex') else hash end
    where company_id = $1`,
  balances: `update book_account set balance = balance + case when id = $1 then -$3::bigint else $3::bigint end,
      entry_count = entry_count + 1, newest_credit_at = case when id = $2 then $4::timestamptz else newest_credit_at end
    where id in ($1, $2) returning id, balance`,
  entry: `insert into book_entry (kind, debit_account_id, credit_account_id, amount, debit_balance_after, credit_balance_after,
    request_id, actor_kind, created_at) values ('PURCHASE', $1, $2, $3, $4, $5, $6, 'system', $7)`,
}

const moves = [
  [S.ANSWERED, S.CONTRACTED],
  [S.CONTRACTED, S.COMPLETED],
].map(([from, to]) => JSON.stringify({ from, to }))

export async function writeDeal(pool: pg.Pool, deal: BareDeal): Promise<void> {
  const { at, request, person, rows, debit, credit } = deal
  const client = await pool.connect()
  const run = async <Row extends pg.QueryResultRow>(name: keyof typeof text, values: unknown[]) =>
    (await client.query<Row>({ name: `bare ${name}`, text: text[name], values })).rows
  try {
    await client.query('begin')
    await run('sold', [request, at])
    await run('lines', [request, at])
    await run('moved', [request, S.CONTRACTED, at])
    await run('moved', [request, S.COMPLETED, at])
    await run('history', [request, at])
    await run('activity', [request, at, moves])
    await run('told', [request])
    const [written] = await run<{ id: number }>('person', [
      person.company_id,
      person.customer_id,
      person.salt,
      person.name,
      person.search_text,
      person.address,
      person.occupation,
      person.age,
      person.document_enc,
      person.created_at,
    ])
    await run('ledger', [JSON.stringify(rows), written?.id])
    const last = rows.at(-1)
    await run('head', [last?.company_id, last?.seq, last?.hash])
    const amount = rows.length * price
    const after = await run<{ id: number; balance: number }>('balances', [debit, credit, amount, at])
    const balance = (account: number) => after.find(({ id }) => id === account)?.balance
    await run('entry', [debit, credit, amount, balance(debit), balance(credit), request, at])
    await client.query('commit')
  } finally {
    client.release()
  }
}
