import type { CallQuery } from '#contract/call'
import { tokyoDate } from '#contract/day'
import type { nextEngineCalls } from '#contract/next-engine'
import { recordSale, returnSale } from '#server/domains/sale/sale.service'
import { type BusinessActor, type SystemActor, systemActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { type Listed, paginate } from '#server/platform/paging'
import { Refusal, sentenceOf } from '#server/platform/refusal'
import { connectedCompanies } from './connection.queries.ts'
import { type Ask, type ConnectionTools, inTurn, patienceOf } from './connection.service.ts'
import {
  countOrders,
  knownOrder,
  markRead,
  type OrderShown,
  orderRows,
  ordersReadUntil,
  ownCodes,
  writeOrder,
} from './order.queries.ts'
import { type OrderRow, orderFields, orderProblem, ordersFound, readFrom } from './order.rules.ts'
import { queueChange } from './upload.service.ts'

export async function queueImports(
  db: Db,
  { nextEngine }: Pick<ConnectionTools, 'nextEngine'>,
): Promise<void> {
  if (!nextEngine) return
  const companies = await connectedCompanies(db)
  await inTransaction(db, async (tx) => {
    for (const { id: company } of companies)
      await addJob(
        tx,
        'next-engine.import_orders',
        { company },
        { jobKey: `next-engine.orders.${company}`, queue: `next-engine.${company}`, maxAttempts: 3 },
      )
  })
}

/** What has changed since the last time. The mark moves on only when all of it was taken, so nothing is left out. */
export async function importOrders(db: Db, companyId: number, tools: ConnectionTools): Promise<void> {
  const at = tools.clock.now()
  const { orders_read_until, connected_at } = await ordersReadUntil(db, companyId)
  try {
    const rows = await inTurn(db, companyId, tools, patienceOf.job, (ask) =>
      changedOrders(ask, readFrom(orders_read_until, connected_at)),
    )
    await takeOrders(db, companyId, rows, at, tools)
    await inTransaction(db, (tx) => markRead(tx, companyId, at.toISOString()))
  } catch (error) {
    // Its administrators know; the next run takes what is missing.
    if (error instanceof Refusal && error.code === 'next_engine_not_connected') return
    throw error
  }
}

const pageRows = 500
const mostPages = 100

async function changedOrders(ask: Ask, since: string): Promise<OrderRow[]> {
  const rows: OrderRow[] = []
  for (let page = 0; page < mostPages; page += 1) {
    const { data } = await ask(
      '/api_v1_receiveorder_row/search',
      {
        fields: orderFields.join(','),
        'receive_order_last_modified_date-gte': since,
        'receive_order_row_goods_id-like': 'OKR-%',
        sort: 'receive_order_row_receive_order_id-asc',
        limit: String(pageRows),
        offset: String(page * pageRows),
      },
      ordersFound,
    )
    rows.push(...data)
    if (data.length < pageRows) return rows
  }
  throw new Error('Next Engine has more changed orders than can be read at once')
}

async function takeOrders(
  db: Db,
  companyId: number,
  rows: readonly OrderRow[],
  at: Date,
  tools: ConnectionTools,
): Promise<void> {
  const items = await ownCodes(
    db,
    companyId,
    rows.map(({ code }) => code),
  )
  // Cancellations first: an article that was ordered again is free by then.
  const own = rows.flatMap((row) => {
    const item_id = items.get(row.code)
    return item_id === undefined ? [] : [{ ...row, item_id }]
  })
  for (const row of own.toSorted((a, b) => Number(b.is_canceled) - Number(a.is_canceled)))
    await takeOrder(db, companyId, row, systemActor(at), tools)
}

type OwnRow = OrderRow & { item_id: number }

async function takeOrder(
  db: Db,
  companyId: number,
  row: OwnRow,
  actor: SystemActor,
  tools: ConnectionTools,
): Promise<void> {
  const seen_at = actor.at.toISOString()
  try {
    await inTransaction(db, (tx) =>
      row.is_canceled ? cancel(tx, companyId, row, actor, tools) : record(tx, companyId, row, actor, tools),
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await inTransaction(db, async (tx) => {
      const known = await knownOrder(tx, companyId, row)
      const problem = { state: 'problem', error: sentenceOf(error), sale_id: known?.sale_id ?? null } as const
      if (known?.error !== problem.error) await writeOrder(tx, companyId, row, problem, seen_at)
    })
  }
}

const again = '取り消された受注が、もう一度有効になっています。売れたときは、販売を手で記録してください。'

async function record(
  tx: Tx,
  companyId: number,
  row: OwnRow,
  actor: SystemActor,
  tools: ConnectionTools,
): Promise<void> {
  const known = await knownOrder(tx, companyId, row)
  if (known?.state === 'recorded') return
  const seen_at = actor.at.toISOString()
  const problem = known?.state === 'returned' ? again : orderProblem(row)
  if (problem !== '') {
    if (known?.error === problem) return
    return writeOrder(
      tx,
      companyId,
      row,
      { state: 'problem', error: problem, sale_id: known?.sale_id ?? null },
      seen_at,
    )
  }
  const { item_id, price, ordered_on, order_id } = row
  if (price === null || ordered_on === null) return
  const sale = await recordSale(
    tx,
    actor,
    { item_id, sales_channel: 1, sold_on: ordered_on, price, source: 'next_engine', order_number: order_id },
    tools,
  )
  await writeOrder(tx, companyId, row, { state: 'recorded', sale_id: sale.id }, seen_at)
  await queueChange(tx, [item_id])
}

/** A canceled order that never became a sale is only noted. */
async function cancel(
  tx: Tx,
  companyId: number,
  row: OwnRow,
  actor: SystemActor,
  tools: ConnectionTools,
): Promise<void> {
  const known = await knownOrder(tx, companyId, row)
  if (known?.state === 'returned' || known?.state === 'canceled') return
  const seen_at = actor.at.toISOString()
  if (known?.state !== 'recorded' || known.sale_id === null)
    return writeOrder(tx, companyId, row, { state: 'canceled' }, seen_at)
  const returned_on = tokyoDate(actor.at)
  await returnSale(
    tx,
    actor,
    known.sale_id,
    { returned_on, reason: 'ネクストエンジンの受注の取り消し' },
    tools,
  )
  await writeOrder(tx, companyId, row, { state: 'returned', sale_id: known.sale_id }, seen_at)
  await queueChange(tx, [row.item_id])
}

export function listOrders(
  db: Db,
  actor: BusinessActor,
  query: CallQuery<typeof nextEngineCalls.orders>,
): Promise<Listed<OrderShown>> {
  return paginate(
    query,
    () => countOrders(db, actor, query.state),
    (window) => orderRows(db, actor, query.state, window),
  )
}
