// The end of each chain is also kept outside the database: without it, cutting the newest rows would go unnoticed.
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import * as z from 'zod'
import { type Db, inTransaction } from '#server/platform/db'
import type { Secret } from '#server/platform/keys'
import type { Tools } from '#server/platform/tools'

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

const largestFile = 512 * 1024
const keptLines = 500

const Line = z.object({
  company: z.int(),
  count: z.int().positive(),
  head: z.string(),
  at: z.string(),
  key: z.string(),
  mac: z.string(),
})
type Line = z.output<typeof Line>

const folderName = 'ledger-checkpoints'

export function checkpointFolder(dataDir: string): string {
  return path.join(dataDir, folderName)
}

const fileOf = (folder: string, companyId: number) => path.join(folder, `${companyId}.log`)

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

async function readText(file: string): Promise<string> {
  try {
    return await fs.readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** An incomplete line comes from a crash, after which the job appended a whole one. An invalid whole line is forged. */
export async function readCheckpoints(
  folder: string,
  companyId: number,
  keys: ReadonlyMap<string, Secret>,
): Promise<Checkpoints> {
  const points: Checkpoint[] = []
  const torn = { isLast: false, count: 0 }
  let problem = ''
  const lines = (await readText(fileOf(folder, companyId))).split('\n')
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

// Serializes writes per file within the process.
const writing = new Map<string, Promise<unknown>>()

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
  const folder = checkpointFolder(tools.config.dataDir)
  const file = fileOf(folder, companyId)
  const before = writing.get(file) ?? Promise.resolve()
  const mine = before.catch(() => undefined).then(() => write(db, companyId, folder, tools, options))
  writing.set(file, mine)
  try {
    return await mine
  } finally {
    if (writing.get(file) === mine) writing.delete(file)
  }
}

async function write(
  db: Db,
  companyId: number,
  folder: string,
  tools: CheckpointTools,
  { renew = false }: CheckpointOptions,
): Promise<Written> {
  const file = await readCheckpoints(folder, companyId, tools.keys.chainKeys)
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
  await appendLine(folder, fileOf(folder, companyId), JSON.stringify({ ...line, mac: macOf(secret, line) }))
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

async function appendLine(folder: string, file: string, line: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true })
  const text = await readText(file)
  if (text.length > largestFile) {
    const kept = text.split('\n').filter((part) => part !== '')
    // Atomic replacement: the old file stays until the new one is on disk.
    const next = `${file}.new`
    try {
      await writeDurably(next, 'w', `${[...kept.slice(-keptLines), line].join('\n')}\n`)
      await fs.rename(next, file)
    } catch (error) {
      await fs.rm(next, { force: true })
      throw error
    }
  } else {
    // Keeps an incomplete line from merging with the next.
    const separator = text === '' || text.endsWith('\n') ? '' : '\n'
    await writeDurably(file, 'a', `${separator}${line}\n`)
  }
  await syncFolder(folder)
}

/** Writes everything and fsyncs, or throws: on a full disk a write can be partial without an error. */
async function writeDurably(file: string, flag: 'a' | 'w', text: string): Promise<void> {
  const handle = await fs.open(file, flag, 0o600)
  try {
    const before = flag === 'a' ? (await handle.stat()).size : 0
    await handle.writeFile(text)
    await handle.sync()
    const written = (await handle.stat()).size - before
    if (written !== Buffer.byteLength(text)) throw new Error(`${path.basename(file)} was not written whole`)
  } finally {
    await handle.close()
  }
}

/** Fsyncs the folder so that a rename survives a crash. Systems that cannot open folders do not need it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r').catch(() => null)
  if (!handle) return
  await handle.sync().catch(() => undefined)
  await handle.close()
}

/** The files as they belong to a snapshot of the database: without lines of rows that it does not have. */
export async function ledgerCheckpoints(
  snapshot: Pick<pg.ClientBase, 'query'>,
  dataDir: string,
): Promise<{ name: string; bytes: Buffer }[]> {
  const { rows } = await snapshot.query<{ company_id: string; seq: string }>(
    'select company_id, seq from antique_ledger_head order by company_id',
  )
  const files = rows.map(async ({ company_id, seq }) => {
    const text = await readText(fileOf(checkpointFolder(dataDir), Number(company_id)))
    const kept = text.split('\n').filter((line) => line !== '' && countIn(line) <= Number(seq))
    return {
      name: `${folderName}/${company_id}.log`,
      bytes: Buffer.from(kept.map((line) => `${line}\n`).join('')),
    }
  })
  return (await Promise.all(files)).filter(({ bytes }) => bytes.length > 0)
}

/** Returns where files that were there are now: they may be evidence. */
export async function placeCheckpoints(
  dataDir: string,
  files: readonly { name: string; bytes: Buffer }[],
  at: Date,
): Promise<string | null> {
  const folder = checkpointFolder(dataDir)
  const aside = `${folder}.${at.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}`
  const hadFiles = await fs.rename(folder, aside).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
  await fs.mkdir(folder, { recursive: true })
  for (const { name, bytes } of files) {
    const [, file] = /^ledger-checkpoints\/(\d+\.log)$/.exec(name) ?? []
    if (file !== undefined) await writeDurably(path.join(folder, file), 'w', bytes.toString('utf8'))
  }
  await syncFolder(folder)
  return hadFiles ? aside : null
}
