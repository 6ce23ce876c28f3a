import * as z from 'zod'
import type { CallBody, CallQuery, CallResult } from '#contract/call'
import type { nextEngineCalls } from '#contract/next-engine'
import { roleMay } from '#contract/permission'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { forEachLogged } from '#server/platform/each'
import type { FreshTokens } from '#server/platform/next-engine'
import { windowed } from '#server/platform/paging'
import { Refusal, refuse, staleVersion } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { countStates, ownGoods } from './article.queries.ts'
import {
  connectedCompanies,
  connectionOf,
  markDisconnected,
  writeConnection,
  writeSupplier,
} from './connection.queries.ts'
import { endsOf, verdictOf } from './connection.rules.ts'
import {
  type Ask,
  asRefusal,
  type ConnectionTools,
  inTurn,
  NextEngineRefusal,
  notConnected,
  patienceOf,
  sealTokens,
} from './connection.service.ts'
import { containing, counted, goodsFields, goodsFound } from './goods.rules.ts'
import { forgetGoods, overlooked } from './upload.queries.ts'
import { queueChange, queueUpload } from './upload.service.ts'

type Connection = CallResult<typeof nextEngineCalls.connection>

export async function readConnection(
  db: Db,
  actor: BusinessActor,
  { nextEngine, config }: Pick<Tools, 'nextEngine' | 'config'>,
): Promise<Connection> {
  const row = await connectionOf(db, actor.company_id)
  const state = row === undefined || row.state === 'disconnected' ? 'not_connected' : row.state
  const mayConnect = roleMay(actor.role, 'biz.next_engine.connect') && actor.shop_ids === null
  const counts = await countStates(db, ownGoods(actor))
  return {
    state: nextEngine ? state : 'not_offered',
    next_engine_company: row?.next_engine_company ?? '',
    connected_at: row?.connected_at ?? null,
    connected_by: row?.connected_by ?? '',
    connected_until: row?.connected_until ?? null,
    answered_at: row?.answered_at ?? null,
    supplier_code: row?.supplier_code ?? '',
    waiting_count: counts.waiting,
    failed_count: counts.failed,
    version: row?.version ?? 0,
    sign_in_address:
      nextEngine && mayConnect ? nextEngine.signInAddress(`${config.publicUrl}/biz/next-engine`) : null,
  }
}

/** It is of the whole company, so not for an administrator of some shops. */
function requireWholeCompany(actor: BusinessActor): void {
  if (actor.shop_ids !== null) throw refuse('permission_denied')
}

const signedIn = z.object({
  company_ne_id: z.string().min(1).max(200),
  company_name: z
    .string()
    .nullish()
    .transform((name) => (name ?? '').slice(0, 200)),
})

export async function connect(
  db: Db,
  actor: BusinessActor,
  { uid, state }: CallBody<typeof nextEngineCalls.connect>,
  tools: ConnectionTools,
): Promise<CallResult<typeof nextEngineCalls.connect>> {
  requireWholeCompany(actor)
  const { nextEngine, keys, log } = tools
  if (!nextEngine) throw notConnected()
  const answer = await nextEngine.exchange(uid, state).catch((error: unknown) => {
    throw asRefusal(error)
  })
  if (verdictOf(answer) === 'again') throw refuse('next_engine_busy')
  const company = signedIn.safeParse(answer.content)
  const { tokens } = answer
  if (answer.result !== 'success') {
    log.warn({ code: answer.code }, 'Next Engine refused a sign-in')
    throw refuse('next_engine_refused')
  }
  if (!tokens || !company.success) throw refuse('next_engine_unreadable')
  await keepConnection(db, actor, { tokens, ...company.data }, keys)
  return { connected: true, access_token_end_date: endsOf(tokens, actor.at).access_until }
}

async function keepConnection(
  db: Db,
  actor: BusinessActor,
  made: { tokens: FreshTokens; company_ne_id: string; company_name: string },
  { field }: Tools['keys'],
): Promise<void> {
  const { company_id, business_user_id: connected_by } = actor
  await inTransaction(db, async (tx) => {
    const { previous } = await writeConnection(
      tx,
      {
        company_id,
        ne_company_id: made.company_ne_id,
        ne_company_name: made.company_name,
        connected_by,
        connected_at: actor.at.toISOString(),
      },
      (row) => sealTokens(field, row, made.tokens, actor.at),
    )
    if (previous !== undefined && previous !== made.company_ne_id)
      await forgetGoods(tx, company_id, actor.at.toISOString())
    await queueChange(tx, await overlooked(tx, company_id))
    await queueUpload(tx, company_id)
    await recordActivity(tx, actor, {
      action: 'next_engine.connect',
      object_type: 'company',
      object_id: company_id,
      detail: { next_engine_company: made.company_name },
    })
  })
}

export async function disconnect(db: Db, actor: BusinessActor): Promise<void> {
  requireWholeCompany(actor)
  await inTransaction(db, async (tx) => {
    if (!(await markDisconnected(tx, actor.company_id))) return
    await recordActivity(tx, actor, {
      action: 'next_engine.disconnect',
      object_type: 'company',
      object_id: actor.company_id,
    })
  })
}

export async function changeSettings(
  db: Db,
  actor: BusinessActor,
  settings: CallBody<typeof nextEngineCalls.settings>,
  tools: Pick<Tools, 'nextEngine' | 'config'>,
): Promise<Connection> {
  requireWholeCompany(actor)
  await inTransaction(db, async (tx) => {
    const before = await connectionOf(tx, actor.company_id)
    if (!before) throw notConnected()
    if (!(await writeSupplier(tx, actor.company_id, settings)))
      throw staleVersion(await readConnection(tx, actor, tools))
    await recordActivity(tx, actor, {
      action: 'next_engine.change_settings',
      object_type: 'company',
      object_id: actor.company_id,
      detail: {
        before: { supplier_code: before.supplier_code },
        after: { supplier_code: settings.supplier_code },
      },
    })
  })
  return readConnection(db, actor, tools)
}

/** A refusal of Next Engine means here that we asked wrongly. */
export async function throughConnection<T>(
  db: Db,
  companyId: number,
  tools: ConnectionTools,
  patience: number,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  try {
    return await inTurn(db, companyId, tools, patience, work)
  } catch (error) {
    if (!(error instanceof NextEngineRefusal)) throw error
    tools.log.warn({ code: error.code }, 'Next Engine refused a call')
    throw refuse('next_engine_unreadable')
  }
}

export async function searchGoods(
  db: Db,
  actor: BusinessActor,
  query: CallQuery<typeof nextEngineCalls.searchGoods>,
  tools: ConnectionTools,
): Promise<CallResult<typeof nextEngineCalls.searchGoods>> {
  const wanted = {
    ...(query.q && { 'goods_name-like': containing(query.q) }),
    ...(query.goods_id && { 'goods_id-eq': query.goods_id }),
  }
  // The count of a search is that of its rows, so all are counted by a call of its own.
  const listed = await throughConnection(db, actor.company_id, tools, patienceOf.call, (ask) =>
    windowed(
      query,
      async () => (await ask('/api_v1_master_goods/count', wanted, counted)).count,
      async ({ limit, offset }) => {
        const fields = {
          ...wanted,
          fields: goodsFields.join(','),
          sort: 'goods_id-asc',
          limit: String(limit),
          offset: String(offset),
        }
        return (await ask('/api_v1_master_goods/search', fields, goodsFound)).data.slice(0, limit)
      },
    ),
  )
  return { count: listed.count, data: listed.rows }
}

/** Tokens that are not used for three days end. */
export async function keepConnectionsAlive(db: Db, tools: ConnectionTools): Promise<void> {
  if (!tools.nextEngine) return
  await forEachLogged(await connectedCompanies(db), tools.log, async ({ id }) => {
    try {
      await throughConnection(db, id, tools, patienceOf.job, (ask) =>
        ask('/api_v1_login_company/info', {}, z.unknown()),
      )
    } catch (error) {
      // Its administrators know.
      if (error instanceof Refusal && error.code === 'next_engine_not_connected') return
      throw error
    }
  })
}
