import * as z from 'zod'
import { presentProducts } from '#server/domains/productization/productization.present'
import { systemActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { forEachLogged } from '#server/platform/each'
import { addJob } from '#server/platform/jobs'
import { Refusal } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { connectedCompanies } from './connection.queries.ts'
import {
  type Ask,
  type ConnectionTools,
  inTurn,
  NextEngineRefusal,
  patienceOf,
} from './connection.service.ts'
import { goodsFields, goodsFound, wholeNumber } from './goods.rules.ts'
import {
  type Batch,
  batchUnderWay,
  closeBatch,
  type DueGoods,
  dueCodes,
  dueGoods,
  goodsOfBatch,
  lockBatch,
  lockDue,
  markDue,
  markQueued,
  type Outcome,
  overlooked,
  type SentGoods,
  type Settled,
  supplierOf,
  writeBatch,
  writeOutcomes,
  writeSettled,
} from './upload.queries.ts'
import {
  aimOf,
  errorOf,
  type Found,
  goodsCsv,
  isDone,
  isOverdue,
  mostTogether,
  nextLook,
  replacedIn,
  type Step,
  stepFor,
  type Wanted,
} from './upload.rules.ts'

/** In the transaction that changes whether articles are on sale, or as what. */
export async function queueChange(tx: Tx, itemIds: readonly number[]): Promise<void> {
  if (itemIds.length === 0) return
  for (const company of await markDue(tx, itemIds)) await queueUpload(tx, company)
}

export const queueUpload = (tx: Tx, company: number, runAt?: Date): Promise<void> =>
  addJob(
    tx,
    'next-engine.upload',
    { company },
    {
      jobKey: `next-engine.upload.${company}`,
      queue: `next-engine.${company}`,
      ...(runAt && { runAt }),
    },
  )

/** For changes of lower levels, which say only what they are about. */
export async function queueChanged(
  db: Db,
  about: { items?: readonly number[]; request?: number },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { request } = about
    const ofRequest =
      request === undefined
        ? []
        : await tx.selectFrom('purchase_item').select('id').where('request_id', '=', request).execute()
    await queueChange(tx, [...(about.items ?? []), ...ofRequest.map(({ id }) => id)])
  })
}

/** Makes up for changes that nobody reported. */
export async function queueOverlooked(db: Db, tools: ConnectionTools): Promise<void> {
  if (!tools.nextEngine) return
  await forEachLogged(await connectedCompanies(db), tools.log, async ({ id }) => {
    const items = await overlooked(db, id)
    const isOpen = (await batchUnderWay(db, id)) !== undefined
    await inTransaction(db, async (tx) => {
      await queueChange(tx, items)
      if (isOpen && items.length === 0) await queueUpload(tx, id)
    })
  })
}

const passing: readonly string[] = ['next_engine_busy', 'next_engine_down', 'next_engine_unreadable']

/** Settles the upload that is under way, then sends the next, if there is something to send. */
export async function uploadGoods(db: Db, companyId: number, tools: ConnectionTools): Promise<void> {
  const at = tools.clock.now()
  const again = (ms: number) =>
    inTransaction(db, (tx) => queueUpload(tx, companyId, new Date(at.getTime() + ms)))
  try {
    const wait = await inTurn(db, companyId, tools, patienceOf.job, async (ask) => {
      const open = await batchUnderWay(db, companyId)
      if (open && !(await settle(db, ask, open, at))) return nextLook(open.sent_at, at)
      return (await sendNext(db, ask, companyId, at, tools)) ? 15_000 : null
    })
    if (wait !== null) await again(wait)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // What waits goes on with the next sign-in.
    if (error.code === 'next_engine_not_connected') return
    if (!passing.includes(error.code)) throw error
    tools.log.warn({ company: companyId, reason: error.code }, 'an upload to Next Engine waits')
    await again(90_000 + Math.random() * 60_000)
  }
}

async function goodsAt(ask: Ask, codes: readonly string[]): Promise<Map<string, Found>> {
  const { data } = await ask(
    '/api_v1_master_goods/search',
    {
      fields: goodsFields.join(','),
      'goods_id-in': codes.join(','),
      limit: String(codes.length),
      offset: '0',
    },
    goodsFound,
  )
  return new Map(data.map((row) => [row.goods_id, row]))
}

const que = z.object({
  data: z.array(
    z.object({
      que_id: z.union([z.string(), z.number()]).transform(String),
      que_status_id: wholeNumber,
      que_message: z
        .string()
        .nullish()
        .transform((text) => (text ?? '').slice(0, 100_000)),
    }),
  ),
})

const finished: readonly (number | null)[] = [2, -1]

/** False: not finished there yet. */
async function settle(db: Db, ask: Ask, batch: Batch, at: Date): Promise<boolean> {
  const isLate = isOverdue(batch.sent_at, at, batch.state)
  let message = ''
  let hasFailed = false
  if (batch.state === 'queued') {
    const fields = { fields: 'que_id,que_status_id,que_message', 'que_id-eq': batch.que_id, limit: '1' }
    const found = (await ask('/api_v1_system_que/search', fields, que)).data.find(
      ({ que_id }) => que_id === batch.que_id,
    )
    if (!finished.includes(found?.que_status_id ?? null) && !isLate) return false
    message = found?.que_message ?? ''
    hasFailed = found?.que_status_id === -1
  }
  const rows = await goodsOfBatch(db, batch.id)
  const there =
    rows.length > 0
      ? await goodsAt(
          ask,
          rows.map(({ code }) => code),
        )
      : new Map<string, Found>()
  // Nobody knows whether an upload without a number arrived: what is there shows it, sooner or later.
  const isUnknown = batch.state === 'sending'
  if (isUnknown && !isLate && rows.some(({ code, sent }) => !isDone(sent, there.get(code)))) return false
  await settleAs(db, batch, at, (row) => outcomeOf(row, there.get(row.code), { message, isUnknown }), {
    message,
    hasFailed,
  })
  return true
}

function outcomeOf(
  { id, code, sent }: { id: number; code: string; sent: Wanted },
  found: Found | undefined,
  { message, isUnknown }: { message: string; isUnknown: boolean },
): Outcome {
  if (isDone(sent, found)) return { id, state: sent.stock === 0 ? 'withdrawn' : 'listed', error: '' }
  if (isUnknown) return { id, state: 'waiting', error: '' }
  const said = errorOf(message, code)
  return {
    id,
    state: 'failed',
    error: said || 'ネクストエンジンに登録されませんでした。理由は届いていません。',
  }
}

async function settleAs(
  db: Db,
  { id }: Batch,
  at: Date,
  judge: (row: { id: number; code: string; sent: Wanted }) => Outcome,
  end: { message: string; hasFailed: boolean },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await lockBatch(tx, id))) return
    const outcomes = (await goodsOfBatch(tx, id)).map(judge)
    const settled_at = at.toISOString()
    await writeOutcomes(tx, outcomes, settled_at)
    const failed_count = outcomes.filter(({ state }) => state === 'failed').length
    const isUnsure = outcomes.some(({ state }) => state === 'waiting')
    await closeBatch(tx, id, {
      state: end.hasFailed || isUnsure ? 'failed' : 'done',
      failed_count,
      message: isUnsure
        ? '届いたことを確かめられなかったため、もう一度送ります。'
        : end.message.slice(0, 2000),
      settled_at,
    })
  })
}

/** False: nothing is left to send. */
async function sendNext(
  db: Db,
  ask: Ask,
  companyId: number,
  at: Date,
  tools: Pick<Tools, 'keys'>,
): Promise<boolean> {
  const due = await dueCodes(db, companyId, mostTogether)
  if (due.length === 0) return false
  const there = await goodsAt(
    ask,
    due.map(({ code }) => code),
  )
  const made = await inTransaction(db, (tx) => prepare(tx, companyId, due, there, at, tools))
  if (!made) return due.length === mostTogether
  const supplier = await supplierOf(db, companyId)
  const data = goodsCsv(made.kind, made.lines, supplier)
  try {
    const { que_id } = await ask('/api_v1_master_goods/upload', { data_type: 'csv', data }, uploaded)
    await inTransaction(db, (tx) => markQueued(tx, made.batch, que_id))
  } catch (error) {
    if (!(error instanceof NextEngineRefusal)) throw error
    const open = await batchUnderWay(db, companyId)
    if (open) await refuseAll(db, open, error.said, at)
  }
  return true
}

const uploaded = z.object({
  que_id: z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(40)),
})

async function refuseAll(db: Db, batch: Batch, said: string, at: Date): Promise<void> {
  const error = said.slice(0, 300) || 'ネクストエンジンが受け付けませんでした。'
  await settleAs(db, batch, at, ({ id }) => ({ id, state: 'failed', error }), {
    message: said,
    hasFailed: true,
  })
}

interface Made {
  batch: number
  kind: Exclude<Step, 'none'>
  lines: (Wanted & { code: string })[]
}

/** Decides under the lock of the articles what is sent; withdrawals go first. */
async function prepare(
  tx: Tx,
  companyId: number,
  due: readonly { id: number }[],
  there: ReadonlyMap<string, Found>,
  at: Date,
  tools: Pick<Tools, 'keys'>,
): Promise<Made | undefined> {
  const ids = due.map(({ id }) => id)
  await lockDue(tx, ids)
  const goods = await withTexts(tx, await dueGoods(tx, ids), at, tools)
  const plans = goods.map((each) => planOf(each, there.get(each.code)))
  await writeSettled(
    tx,
    plans.flatMap(({ settled }) => settled ?? []),
    at.toISOString(),
  )
  const kind = (['withdraw', 'update', 'offer'] as const).find((step) =>
    plans.some((plan) => plan.step === step),
  )
  if (!kind) return undefined
  const rows = plans.flatMap(({ step, sent }) => (step === kind && sent ? [sent] : []))
  const batch = await writeBatch(tx, { company_id: companyId, kind, sent_at: at.toISOString() }, rows)
  return { batch, kind, lines: rows.map(({ code, sent }) => ({ ...sent, code })) }
}

/** A blank title or description is composed, as on the page of the product. */
async function withTexts(
  tx: Tx,
  goods: readonly DueGoods[],
  at: Date,
  tools: Pick<Tools, 'keys'>,
): Promise<DueGoods[]> {
  const slugs = goods.flatMap(({ slug, name, description }) => (name && description ? [] : [slug]))
  const products = slugs.length > 0 ? await presentProducts(tx, systemActor(at), slugs, tools) : []
  const composed = new Map(products.map((product) => [product.slug, product]))
  return goods.map((each) => ({
    ...each,
    name: each.name || composed.get(each.slug)?.composed_title || each.code,
    description: each.description || composed.get(each.slug)?.composed_description || '',
  }))
}

interface Plan {
  step: Step
  settled?: Settled
  sent?: SentGoods
}

const blank: Wanted = { name: '', description: '', cost: 0, price: 0, stock: 0 }

function planOf(goods: DueGoods, found: Found | undefined): Plan {
  const { id, code, listed, product_version } = goods
  const aim = aimOf(goods)
  const step = stepFor(aim, found, listed)
  const note = aim.is === 'offer' ? replacedIn(goods) : ''
  const wanted: Wanted = aim.is === 'offer' ? aim.wanted : { ...(listed ?? blank), stock: 0 }
  if (step !== 'none') return { step, sent: { id, code, sent: wanted, product_version, note } }
  const state = { offer: 'listed', withdraw: 'withdrawn', leave: 'sold' } as const
  return { step, settled: { id, state: state[aim.is], listed: found ? wanted : null, product_version, note } }
}
