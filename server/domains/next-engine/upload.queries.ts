import { sql } from 'kysely'
import { itemStatus as I } from '#contract/lifecycle'
import { isItemOnHold, isItemSeized } from '#server/domains/hold/hold.predicates'
import type { Db, Tx } from '#server/platform/db'
import { type Part, selectRows } from '#server/platform/statement'
import type { Article, Wanted } from './upload.rules.ts'

const standingSale = sql`select s.source from sale s where s.item_id = i.id and s.returned_at is null`

const isOffered = sql<boolean>`(i.status = ${sql.lit(I.PRODUCTIZED)} and p.selling_price is not null
  and not ${isItemOnHold('i')} and not ${isItemSeized('i')} and not exists (${standingSale}))`

/** Articles become due; those of companies without a connection are found when they connect. Returns the companies. */
export async function markDue(tx: Tx, itemIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    insert into next_engine_goods as g (company_id, item_id, code, state, is_due)
    select i.company_id, i.id, 'OKR-' || i.id, 'waiting', true
    from purchase_item i join product p on p.item_id = i.id
      join next_engine_connection c on c.company_id = i.company_id and c.state <> 'disconnected'
    where i.id = any(${itemIds}::bigint[]) order by i.id
    on conflict (item_id) do update set is_due = true, error = '',
      state = case when g.state = 'failed' then 'waiting' else g.state end
    returning company_id`.execute(tx)
  return [...new Set(rows.map(({ company_id }) => company_id))]
}

/** Whose state at Next Engine is not what it should be, whatever the reason nobody said so. */
export async function overlooked(db: Db, companyId: number): Promise<number[]> {
  const rows = await selectRows<{ id: number }>(
    db,
    sql`select i.id from product p join purchase_item i on i.id = p.item_id
        left join next_engine_goods g on g.item_id = i.id
      where p.company_id = ${companyId} and coalesce(not g.is_due, true) and case
        when g.id is null or g.state in ('withdrawn', 'sold') then ${isOffered}
        when g.state = 'listed' then g.product_version <> p.version or not ${isOffered}
        when g.state = 'failed' then g.product_version <> p.version
        else g.state = 'waiting' end
      order by i.id limit 1000`,
  )
  return rows.map(({ id }) => id)
}

export interface Batch {
  id: number
  company_id: number
  state: 'sending' | 'queued'
  que_id: string
  sent_at: string
}

export async function batchUnderWay(db: Db, companyId: number): Promise<Batch | undefined> {
  const [row] = await selectRows<Batch>(
    db,
    sql`select id, company_id, state, que_id, sent_at from next_engine_batch
      where company_id = ${companyId} and state in ('sending', 'queued')`,
  )
  return row
}

export interface DueGoods extends Article {
  id: number
  code: string
  slug: string
  listed: Wanted | null
  product_version: number
}

const dueColumns: Part = sql`g.id, g.code, i.slug, g.listed, coalesce(p.version, 0) as product_version, i.status, i.price as cost,
  coalesce(p.title, '') as name, coalesce(p.description, '') as description, p.selling_price, ${isItemOnHold('i')} as is_held,
  ${isItemSeized('i')} as is_seized, (${standingSale}) as sold_by`

const dueTables: Part = sql`next_engine_goods g join purchase_item i on i.id = g.item_id
  left join product p on p.item_id = i.id`

export async function dueCodes(
  db: Db,
  companyId: number,
  limit: number,
): Promise<{ id: number; code: string }[]> {
  return selectRows(
    db,
    sql`select id, code from next_engine_goods where company_id = ${companyId} and is_due and state <> 'sent'
      order by id limit ${limit}`,
  )
}

/** Locks them, so that whoever changes one of them meanwhile makes it due afterwards. */
export async function lockDue(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select id from next_engine_goods where id = any(${ids}::bigint[]) order by id for update`.execute(
    tx,
  )
}

/** To be read under their lock. */
export async function dueGoods(tx: Tx, ids: readonly number[]): Promise<DueGoods[]> {
  return selectRows(
    tx,
    sql`select ${dueColumns} from ${dueTables}
      where g.id = any(${ids}::bigint[]) and g.is_due and g.state <> 'sent' order by g.id`,
  )
}

export interface Settled {
  id: number
  state: 'listed' | 'withdrawn' | 'sold'
  listed: Wanted | null
  product_version: number
  note: string
}

/** What needed no upload. */
export async function writeSettled(tx: Tx, rows: readonly Settled[], at: string): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update next_engine_goods g set state = r.state, listed = r.listed, product_version = r.product_version,
      note = r.note, is_due = false, changed_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id bigint, state text, listed jsonb, product_version int, note text)
    where g.id = r.id`.execute(tx)
}

export interface SentGoods {
  id: number
  code: string
  sent: Wanted
  product_version: number
  note: string
}

export async function writeBatch(
  tx: Tx,
  batch: { company_id: number; kind: 'offer' | 'update' | 'withdraw'; sent_at: string },
  rows: readonly SentGoods[],
): Promise<number> {
  const { id } = await tx
    .insertInto('next_engine_batch')
    .values({ ...batch, state: 'sending', row_count: rows.length })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    update next_engine_goods g set state = 'sent', sent = r.sent, product_version = r.product_version, note = r.note,
      is_due = false, batch_id = ${id}, changed_at = ${batch.sent_at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id bigint, sent jsonb, product_version int, note text)
    where g.id = r.id`.execute(tx)
  return id
}

export async function markQueued(tx: Tx, batchId: number, queId: string): Promise<void> {
  await tx
    .updateTable('next_engine_batch')
    .set({ state: 'queued', que_id: queId })
    .where('id', '=', batchId)
    .where('state', '=', 'sending')
    .execute()
}

/** Locks the batch; undefined when it is settled. */
export async function lockBatch(tx: Tx, batchId: number): Promise<Batch | undefined> {
  const { rows } = await sql<Batch>`
    select id, company_id, state, que_id, sent_at from next_engine_batch
    where id = ${batchId} and state in ('sending', 'queued') for update`.execute(tx)
  return rows[0]
}

export async function goodsOfBatch(
  db: Db,
  batchId: number,
): Promise<{ id: number; code: string; sent: Wanted }[]> {
  return selectRows(
    db,
    sql`select id, code, sent from next_engine_goods where batch_id = ${batchId} and state = 'sent' order by id`,
  )
}

export interface Outcome {
  id: number
  state: 'listed' | 'withdrawn' | 'failed' | 'waiting'
  error: string
}

export async function writeOutcomes(tx: Tx, outcomes: readonly Outcome[], at: string): Promise<void> {
  if (outcomes.length === 0) return
  await sql`
    update next_engine_goods g set state = r.state, error = r.error, sent = null, changed_at = ${at},
      listed = case when r.state in ('listed', 'withdrawn') then g.sent else g.listed end,
      is_due = g.is_due or r.state = 'waiting'
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as r (id bigint, state text, error text)
    where g.id = r.id and g.state = 'sent'`.execute(tx)
}

export async function closeBatch(
  tx: Tx,
  batchId: number,
  end: { state: 'done' | 'failed'; failed_count: number; message: string; settled_at: string },
): Promise<void> {
  await tx.updateTable('next_engine_batch').set(end).where('id', '=', batchId).execute()
}

/** Another company at Next Engine knows none of them. */
export async function forgetGoods(tx: Tx, companyId: number, at: string): Promise<void> {
  await sql`
    update next_engine_batch set state = 'failed', settled_at = ${at}, failed_count = row_count,
      message = 'ネクストエンジンの別の会社と接続したため、取りやめました。'
    where company_id = ${companyId} and state in ('sending', 'queued')`.execute(tx)
  await sql`
    update next_engine_goods set state = 'waiting', sent = null, listed = null, error = '', is_due = true, changed_at = ${at}
    where company_id = ${companyId}`.execute(tx)
}

/** Articles that failed and are to be sent again; null: all. */
export async function failedItems(db: Db, own: Part, ids: readonly number[] | null): Promise<number[]> {
  const rows = await selectRows<{ id: number }>(
    db,
    sql`select i.id from next_engine_goods g join purchase_item i on i.id = g.item_id
      where ${own} and g.state = 'failed' and (${ids}::bigint[] is null or g.id = any(${ids}::bigint[])) order by i.id`,
  )
  return rows.map(({ id }) => id)
}

export async function supplierOf(db: Db, companyId: number): Promise<string> {
  const { supplier_code } = await db
    .selectFrom('next_engine_connection')
    .select('supplier_code')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return supplier_code
}
