// The end of each chain is also written down outside the database: whoever cuts the newest rows off and sets the
// head back leaves a chain that fits, and only this file still knows better.
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import * as z from 'zod'
import { type Db, inTransaction } from '#server/platform/db'
import type { Secret } from '#server/platform/keys'
import type { Tools } from '#server/platform/tools'

export interface Checkpoint {
  count: number
  head: string
}

export interface Checkpoints {
  /** In the order of their counts; the last is the newest. */
  points: Checkpoint[]
  /** What is wrong with a whole line of the file, in Japanese; empty when every line is genuine. */
  problem: string
}

/** Above this the file is written anew with its newest lines. */
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

export function checkpointFolder(dataDir: string): string {
  return path.join(dataDir, 'ledger-checkpoints')
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

/**
 * Every genuine line. What is no whole line was torn by a crash while it was written, and is passed over: the job
 * that wrote it was not done, so it ran again. A whole line that is not genuine was written by somebody else.
 */
export async function readCheckpoints(
  folder: string,
  companyId: number,
  keys: ReadonlyMap<string, Secret>,
): Promise<Checkpoints> {
  const points: Checkpoint[] = []
  let problem = ''
  const lines = (await readText(fileOf(folder, companyId))).split('\n')
  for (const [index, text] of lines.entries()) {
    const line = text === '' ? null : parseLine(text)
    if (!line) continue
    const key = keys.get(line.key)
    if (!key) problem ||= `控えファイルの${index + 1}行目の鍵「${line.key}」が設定されていません。`
    else if (line.company !== companyId || !isGenuine(line, key)) {
      problem ||= `控えファイルの${index + 1}行目が書き換えられています。`
    } else points.push({ count: line.count, head: line.head })
  }
  points.sort((a, b) => a.count - b.count)
  return { points, problem }
}

export type CheckpointTools = Pick<Tools, 'keys' | 'config' | 'clock' | 'log'>
export type Written = 'written' | 'unchanged' | 'conflict'

// One writer at a time a file; the folder belongs to one process.
const writing = new Map<string, Promise<unknown>>()

/**
 * Writes down where a company's chain ends now. When the rows no longer agree with the newest line, nothing is
 * written: the line stays as the witness, and the log says so.
 */
export async function writeCheckpoint(db: Db, companyId: number, tools: CheckpointTools): Promise<Written> {
  const folder = checkpointFolder(tools.config.dataDir)
  const file = fileOf(folder, companyId)
  const before = writing.get(file) ?? Promise.resolve()
  const mine = before.catch(() => undefined).then(() => write(db, companyId, folder, tools))
  writing.set(file, mine)
  try {
    return await mine
  } finally {
    if (writing.get(file) === mine) writing.delete(file)
  }
}

async function write(db: Db, companyId: number, folder: string, tools: CheckpointTools): Promise<Written> {
  const { points } = await readCheckpoints(folder, companyId, tools.keys.chainKeys)
  const newest = points.at(-1)
  // Whoever appends from here on asks for another one, so no end stays unwritten.
  const { rows } = await inTransaction(db, (tx) =>
    sql<{ seq: number; hash: string; at_newest: string | null }>`
    update antique_ledger_head h set is_checkpoint_asked = false where h.company_id = ${companyId}
    returning h.seq, encode(h.hash, 'hex') as hash,
      (select encode(l.hash, 'hex') from antique_ledger l where l.company_id = h.company_id and l.seq = ${newest?.count ?? 0}) as at_newest`.execute(
      tx,
    ),
  )
  const head = rows[0] ?? { seq: 0, hash: '', at_newest: null }
  if (newest && (newest.count > head.seq || head.at_newest !== newest.head)) {
    tools.log.error(
      { company: companyId, checkpoint: newest.count, rows: head.seq },
      'ledger and checkpoint differ',
    )
    return 'conflict'
  }
  if (head.seq === (newest?.count ?? 0)) return 'unchanged'
  const { id: key, key: secret } = tools.keys.chain
  const at = tools.clock.now().toISOString()
  const line = { company: companyId, count: head.seq, head: head.hash, at, key }
  await appendLine(folder, fileOf(folder, companyId), JSON.stringify({ ...line, mac: macOf(secret, line) }))
  return 'written'
}

async function appendLine(folder: string, file: string, line: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true })
  const text = await readText(file)
  if (text.length > largestFile) {
    const kept = text.split('\n').filter((part) => part !== '')
    await writeDurably(`${file}.new`, 'w', `${[...kept.slice(-keptLines), line].join('\n')}\n`)
    await fs.rename(`${file}.new`, file)
  } else {
    // A torn line must not swallow the one after it.
    const separator = text === '' || text.endsWith('\n') ? '' : '\n'
    await writeDurably(file, 'a', `${separator}${line}\n`)
  }
  await syncFolder(folder)
}

async function writeDurably(file: string, flag: 'a' | 'w', text: string): Promise<void> {
  const handle = await fs.open(file, flag, 0o600)
  try {
    await handle.write(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes a new name in the folder last. Some systems cannot open folders; they keep names by themselves. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r').catch(() => null)
  if (!handle) return
  await handle.sync().catch(() => undefined)
  await handle.close()
}
