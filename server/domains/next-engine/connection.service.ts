import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod'
import { administratorsOf } from '#server/domains/company/admission.service'
import { companyName } from '#server/domains/company/company.service'
import { queueSignedMail } from '#server/domains/company/operator.service'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import type { FieldCipher } from '#server/platform/field-cipher'
import { type Answer, type FreshTokens, NextEngineError, type Tokens } from '#server/platform/next-engine'
import { type Refusal, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import {
  connectionOf,
  endLease,
  type Leased,
  markSignInNeeded,
  renewLease,
  type SealedTokens,
  storeAnswer,
  takeLease,
} from './connection.queries.ts'
import { endsOf, pauseBefore, verdictOf } from './connection.rules.ts'
import { signInNeededMail } from './next-engine.texts.ts'

export type ConnectionTools = Pick<Tools, 'nextEngine' | 'keys' | 'clock' | 'log' | 'config'>

/** Asks Next Engine in turn; resolves with what the shape takes from a success. */
export type Ask = <Shape extends z.ZodType>(
  path: string,
  fields: Readonly<Record<string, string>>,
  shape: Shape,
) => Promise<z.output<Shape>>

/** Milliseconds to wait for others who use the connection, and for Next Engine while it is overloaded. */
export const patienceOf = { call: 6_000, job: 60_000 } as const

/** Next Engine refused what was asked, in its own words. The connection is as it was. */
export class NextEngineRefusal extends Error {
  readonly code: string
  readonly said: string
  constructor(code: string, said: string) {
    super(`Next Engine refused with ${code}`)
    this.name = 'NextEngineRefusal'
    this.code = code
    this.said = said
  }
}

/**
 * A pair of tokens may be used once, so one process at a time uses those of a company: it holds a lease, and what it
 * stores is refused once somebody else has taken it. No transaction is open while Next Engine works.
 */
export async function inTurn<T>(
  db: Db,
  companyId: number,
  tools: ConnectionTools,
  patience: number,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  const engine = tools.nextEngine
  if (!engine) throw notConnected()
  const until = performance.now() + patience
  const lease = randomUUID()
  const row = await leased(db, companyId, lease, until)
  const held = { companyId, lease, row: row.id, tokens: openTokens(tools.keys.field, row) }
  const ask: Ask = async (path, fields, shape) => {
    for (let attempt = 0; ; attempt += 1) {
      if (!(await inTransaction(db, (tx) => renewLease(tx, companyId, lease)))) throw lost()
      const answer = await engine.ask(path, held.tokens, fields).catch((error: unknown) => {
        throw asRefusal(error)
      })
      await keepAnswer(db, held, answer, tools)
      const verdict = verdictOf(answer)
      if (verdict === 'done') return read(shape, answer, path, tools)
      if (verdict === 'failed') throw failureOf(answer)
      const pause = pauseBefore(attempt, Math.random())
      if (performance.now() + pause > until) throw refuse('next_engine_busy')
      await sleep(pause)
    }
  }
  try {
    return await work(ask)
  } finally {
    // Where that fails, it ends by itself.
    await inTransaction(db, (tx) => endLease(tx, companyId, lease)).catch((error: unknown) =>
      tools.log.warn({ err: error }, 'a lease could not be given back'),
    )
  }
}

export const notConnected = (): Refusal => refuse('next_engine_not_connected')

const signInNeeded = (): Refusal =>
  refuse('next_engine_not_connected', {
    message:
      'ネクストエンジンのログインの期限が切れています。管理者が「ネクストエンジン」の画面でログインし直します。',
  })

/** Disconnected or connected anew meanwhile, or this process stood still for longer than the lease. */
const lost = (): Refusal => refuse('next_engine_busy')

export function asRefusal(error: unknown): unknown {
  if (!(error instanceof NextEngineError)) return error
  return refuse(error.kind === 'unreachable' ? 'next_engine_down' : 'next_engine_unreadable')
}

/** 999999: a failure of its system. */
function failureOf({ code, message }: Answer): Error {
  return code === '999999' ? refuse('next_engine_down') : new NextEngineRefusal(code, message)
}

async function leased(db: Db, companyId: number, lease: string, until: number): Promise<Leased> {
  for (;;) {
    const row = await inTransaction(db, (tx) => takeLease(tx, companyId, lease))
    if (row) return row
    const connection = await connectionOf(db, companyId)
    if (connection?.state === 'sign_in_needed') throw signInNeeded()
    if (connection?.state !== 'connected') throw notConnected()
    const pause = 60 + Math.random() * 120
    if (performance.now() + pause > until) throw refuse('next_engine_busy')
    await sleep(pause)
  }
}

interface Held {
  companyId: number
  lease: string
  row: number
  tokens: Tokens
}

/** Before the answer is used. */
async function keepAnswer(db: Db, held: Held, answer: Answer, tools: ConnectionTools): Promise<void> {
  const { companyId, lease, row } = held
  const at = tools.clock.now()
  if (verdictOf(answer) === 'signed_out') {
    tools.log.warn({ company: companyId, code: answer.code }, 'Next Engine wants a new sign-in')
    const isMarked = await inTransaction(db, async (tx) => {
      if (!(await markSignInNeeded(tx, companyId, lease, at.toISOString()))) return false
      await tellAdministrators(tx, companyId, at, tools)
      return true
    })
    throw isMarked ? signInNeeded() : lost()
  }
  const sealed = answer.tokens && sealTokens(tools.keys.field, row, answer.tokens, at)
  const isKept = await inTransaction(db, (tx) => storeAnswer(tx, companyId, lease, sealed, at.toISOString()))
  if (!isKept) throw lost()
  if (answer.tokens) held.tokens = answer.tokens
}

async function tellAdministrators(
  tx: Tx,
  companyId: number,
  at: Date,
  { config }: Pick<Tools, 'config'>,
): Promise<void> {
  const text = signInNeededMail({ company: await companyName(tx, companyId), at, origin: config.publicUrl })
  for (const { account_id, email: to } of await administratorsOf(tx, companyId))
    await queueSignedMail(tx, { account_id, to, ...text }, at)
}

function read<Shape extends z.ZodType>(
  shape: Shape,
  { content }: Answer,
  path: string,
  { log }: Pick<Tools, 'log'>,
): z.output<Shape> {
  const found = shape.safeParse(content)
  if (found.success) return found.data
  // Without the values.
  const fields = found.error.issues.map((issue) => issue.path.join('.')).slice(0, 10)
  log.warn({ path, fields }, 'Next Engine sent other fields than expected')
  throw refuse('next_engine_unreadable')
}

const accessPlace = 'next_engine_connection.access_token_enc'
const refreshPlace = 'next_engine_connection.refresh_token_enc'

export function sealTokens(field: FieldCipher, row: number, tokens: FreshTokens, at: Date): SealedTokens {
  return {
    access_token_enc: field.encrypt(tokens.access, accessPlace, row),
    refresh_token_enc: field.encrypt(tokens.refresh, refreshPlace, row),
    ...endsOf(tokens, at),
  }
}

const openTokens = (field: FieldCipher, row: Leased): Tokens => ({
  access: field.decrypt(row.access_token_enc, accessPlace, row.id),
  refresh: field.decrypt(row.refresh_token_enc, refreshPlace, row.id),
})
