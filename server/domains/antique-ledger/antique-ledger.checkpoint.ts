// The end of each chain is also kept outside the database: without it, cutting the newest rows would go unnoticed.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import * as z from 'zod'
import { type Db, inTransaction, lockNamed } from '#server/platform/db'
import type { Secret } from '#server/platform/keys'
import type { Tools } from '#server/platform/tools'
import {
  type CheckpointFiles,
  type CheckpointPlace,
  checkpointFiles,
  checkpointName,
} from './antique-ledger.checkpoint-files.ts'

export interface Checkpoint {
  count: number
  head: string
}

export interface Checkpoints {
  points: Checkpoint[]
  /** In Japanese; empty when every complete line is genuine. */
  problem: string
  /** Incomplete lines: whether the last line is one, and the highest count in any of them. */
  torn: { isLast: boolean; count: number }
}

const Line = z.object({
  company: z.int(),
  count: z.int().positive(),
  head: z.string(),
  at: z.string(),
  key: z.string(),
  mac: z.string(),
})
type Line = z.output<typeof Line>

function macOf(key: Secret, line: Omit<Line, 'mac'>): string {
  const { company, count, head, at, key: id } = line
  return createHmac('sha256', key)
    .update(`okuru-ledger-checkpoint/1\n${JSON.stringify([company, count, head, at, id])}`)
    .digest('hex')
}

function parseLine(text: string): Line | null {
  try {
    return Line.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function isGenuine(line: Line, key: Secret): boolean {
  const [expected, found] = [Buffer.from(macOf(key, line)), Buffer.from(line.mac)]
  return expected.length === found.length && timingSafeEqual(expected, found)
}

/** An incomplete line comes from a crash, after which the job appended a whole one. An invalid whole line is forged. */
export async function readCheckpoints(
  files: CheckpointFiles,
  companyId: number,
  keys: ReadonlyMap<string, Secret>,
): Promise<Checkpoints> {
  const points: Checkpoint[] = []
  const torn = { isLast: false, count: 0 }
  let problem = ''
  const lines = (await files.read(companyId)).split('\n')
  for (const [index, text] of lines.entries()) {
    if (text === '') continue
    const line = parseLine(text)
    torn.isLast = line === null
    if (!line) {
      torn.count = Math.max(torn.count, countIn(text))
      continue
    }
    const key = keys.get(line.key)
    if (!key) problem ||= `控えファイルの${index + 1}行目の鍵「${line.key}」が設定されていません。`
    else if (line.company !== companyId || !isGenuine(line, key)) {
      problem ||= `控えファイルの${index + 1}行目が書き換えられています。`
    } else points.push({ count: line.count, head: line.head })
  }
  points.sort((a, b) => a.count - b.count)
  return { points, problem, torn }
}

const countIn = (text: string): number => Number(/"count":(\d{1,15}),/.exec(text)?.[1] ?? 0)

/** Compares the file with the chain; returns the problem in Japanese, or an empty string. */
export function lostEvidence(
  { points, torn }: Checkpoints,
  chain: { rows: number; checkpointed: number },
): string {
  const newest = points.at(-1)?.count ?? 0
  if (chain.checkpointed > newest) {
    return newest === 0
      ? '控えファイルが失われています。台帳の末尾が切り取られていないことを確かめられません。'
      : `控えファイルの${newest + 1}番から${chain.checkpointed}番までの記録が失われています。`
  }
  // Rows are committed before their line, so an incomplete line refers to rows that exist or did.
  if (torn.isLast && chain.rows <= newest) {
    return '控えファイルの最後の行が途中で切れていて、その行が示す記録が台帳にありません。'
  }
  return ''
}

export type CheckpointTools = Pick<Tools, 'keys' | 'config' | 'clock' | 'log'>
export type Written = 'written' | 'unchanged' | 'conflict'

export interface CheckpointOptions {
  /** Starts the file anew from the current rows, after the missing ones were investigated. */
  renew?: boolean
}

/** Writes nothing if rows contradict the newest line or lines are missing: the file stays as evidence. */
export async function writeCheckpoint(
  db: Db,
  companyId: number,
  tools: CheckpointTools,
  options: CheckpointOptions = {},
): Promise<Written> {
  // Across processes: a file is read and then continued.
  return inTransaction(db, async (tx) => {
    await lockNamed(tx, `ledger-checkpoint.${companyId}`)
    return write(db, companyId, tools, options)
  })
}

async function write(
  db: Db,
  companyId: number,
  tools: CheckpointTools,
  { renew = false }: CheckpointOptions,
): Promise<Written> {
  const files = checkpointFiles(tools.config)
  const file = await readCheckpoints(files, companyId, tools.keys.chainKeys)
  const newest = file.points.at(-1)
  const head = await takeHead(db, companyId, newest?.count ?? 0)
  const promised = Math.max(newest?.count ?? 0, file.torn.count)
  const differs = promised > head.seq || (newest !== undefined && head.at_newest !== newest.head)
  const isLost = lostEvidence(file, { rows: head.seq, checkpointed: head.checkpoint_seq }) !== ''
  if (differs || (isLost && !renew)) {
    tools.log.error(
      { company: companyId, checkpoint: promised, rows: head.seq },
      differs ? 'ledger and checkpoint differ' : 'the checkpoint file has lost its witness',
    )
    return 'conflict'
  }
  if (head.seq === (newest?.count ?? 0) && !isLost) return 'unchanged'
  const { id: key, key: secret } = tools.keys.chain
  const at = tools.clock.now().toISOString()
  const line = { company: companyId, count: head.seq, head: head.hash, at, key }
  await files.append(companyId, JSON.stringify({ ...line, mac: macOf(secret, line) }))
  await inTransaction(db, (tx) =>
    sql`update antique_ledger_head set checkpoint_seq = ${head.seq} where company_id = ${companyId}`.execute(
      tx,
    ),
  )
  return 'written'
}

interface HeadNow {
  seq: number
  hash: string
  checkpoint_seq: number
  at_newest: string | null
}

/** Locks the head and clears the queued flag, so that every later append queues another checkpoint. */
async function takeHead(db: Db, companyId: number, newest: number): Promise<HeadNow> {
  const { rows } = await inTransaction(db, (tx) =>
    sql<HeadNow>`
    update antique_ledger_head h set is_checkpoint_asked = false where h.company_id = ${companyId}
    returning h.seq, encode(h.hash, 'hex') as hash, h.checkpoint_seq,
      (select encode(l.hash, 'hex') from antique_ledger l where l.company_id = h.company_id and l.seq = ${newest}) as at_newest`.execute(
      tx,
    ),
  )
  return rows[0] ?? { seq: 0, hash: '', checkpoint_seq: 0, at_newest: null }
}

/** The files as they belong to a snapshot of the database: without lines of rows that it does not have. */
export async function ledgerCheckpoints(
  snapshot: Pick<pg.ClientBase, 'query'>,
  config: CheckpointPlace,
): Promise<{ name: string; bytes: Buffer }[]> {
  const { rows } = await snapshot.query<{ company_id: string; seq: string }>(
    'select company_id, seq from antique_ledger_head order by company_id',
  )
  const stored = checkpointFiles(config)
  const files = rows.map(async ({ company_id, seq }) => {
    const text = await stored.read(Number(company_id))
    const kept = text.split('\n').filter((line) => line !== '' && countIn(line) <= Number(seq))
    return {
      name: checkpointName(Number(company_id)),
      bytes: Buffer.from(kept.map((line) => `${line}\n`).join('')),
    }
  })
  return (await Promise.all(files)).filter(({ bytes }) => bytes.length > 0)
}
