// Bulk loading by COPY into several tables at once; indexes and keys are created afterwards.
import { once } from 'node:events'
import pg from 'pg'
import { from } from 'pg-copy-streams'

export type Cell = string | number | boolean | Buffer | null

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function textOf(cell: Cell): string {
  if (cell === null) return '\\N'
  if (typeof cell === 'string') {
    return /[\\\n\r\t]/.test(cell) ? cell.replaceAll(/[\\\n\r\t]/g, (char) => escapes[char] ?? char) : cell
  }
  if (typeof cell === 'boolean') return cell ? 't' : 'f'
  return typeof cell === 'number' ? String(cell) : `\\\\x${cell.toString('hex')}`
}

export interface Copier {
  row(cells: readonly Cell[]): void
  line(text: string): void
}

interface OpenCopy extends Copier {
  ready(): Promise<void>
  end(): Promise<number>
  abandon(): void
}

/** Runs COPYs in parallel connections. `ready` applies backpressure. Returns the row count. A failure aborts all. */
export async function copying<Name extends string>(
  pool: pg.Pool,
  statements: Readonly<Record<Name, string>>,
  work: (tables: Record<Name, Copier>, ready: () => Promise<void>) => Promise<void>,
): Promise<number> {
  const open = new Map<Name, OpenCopy>()
  try {
    for (const [name, statement] of Object.entries(statements) as [Name, string][]) {
      open.set(name, await copyInto(pool, statement))
    }
    const copies = [...open.values()]
    await work(Object.fromEntries(open) as unknown as Record<Name, Copier>, async () => {
      for (const copy of copies) await copy.ready()
    })
    let rows = 0
    for (const copy of copies) rows += await copy.end()
    return rows
  } catch (error) {
    for (const copy of open.values()) copy.abandon()
    throw error
  }
}

const piece = 64 * 1024

/** COPY does not work on the pool's own pipelined connections. */
export async function connectForCopy({ options }: pg.Pool): Promise<pg.Client> {
  const client = new pg.Client({ ...options, pipeline: false })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function copyInto(pool: pg.Pool, statement: string): Promise<OpenCopy> {
  const client = await connectForCopy(pool)
  const stream = client.query(from(statement))
  let problem: unknown
  const failed = new Promise<never>((_, reject) =>
    stream.on('error', (error) => {
      problem ??= error
      reject(error)
    }),
  )
  failed.catch(() => undefined)
  let buffer: string[] = []
  let length = 0
  let count = 0
  let isOpen = true
  let waiting: Promise<unknown> | null = null
  const push = () => {
    // The database's error says more than a failed write.
    if (problem) throw problem
    if (length === 0) return
    if (!stream.write(buffer.join(''))) waiting ??= once(stream, 'drain').catch(() => undefined)
    buffer = []
    length = 0
  }
  const line = (text: string) => {
    buffer.push(text)
    length += text.length
    count += 1
    if (length > piece) push()
  }
  return {
    line,
    row: (cells) => line(`${cells.map(textOf).join('\t')}\n`),
    async ready() {
      if (!waiting) return
      await Promise.race([waiting, failed])
      waiting = null
    },
    async end() {
      push()
      const finished = once(stream, 'finish')
      finished.catch(() => undefined)
      stream.end()
      await Promise.race([finished, failed])
      isOpen = false
      void client.end()
      return count
    },
    abandon() {
      if (!isOpen) return
      isOpen = false
      void client.end()
    },
  }
}

export const copyOf = (table: string, columns: readonly string[]): string =>
  `copy ${table} (${columns.join(', ')}) from stdin`

interface Definition {
  drop: string
  create: string
}

const constraints = (kind: 'f' | 'u') => `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
  from pg_constraint where contype = '${kind}' and connamespace = 'public'::regnamespace
  order by pg_relation_size(conrelid) desc, conrelid::regclass::text collate "C", conname collate "C"`
const plainIndexes = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
  from pg_index join pg_class c on c.oid = indrelid
  where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)
  order by pg_relation_size(indrelid) desc, indexrelid::regclass::text collate "C"`
const triggered = `select distinct format('%I', c.relname) as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`

/** Drops indexes and constraints except primary keys, and restores and validates them, also after a failure. */
export async function withBareTables(
  pool: pg.Pool,
  load: () => Promise<void>,
  say: (line: string) => void,
): Promise<void> {
  const keys = (await pool.query<Definition>(constraints('f'))).rows
  const unique = (await pool.query<Definition>(constraints('u'))).rows
  const indexes = [...unique, ...(await pool.query<Definition>(plainIndexes)).rows]
  const tables = (await pool.query<{ name: string }>(triggered)).rows
  for (const { drop } of [...keys, ...indexes]) await pool.query(drop)
  for (const { name } of tables) await pool.query(`alter table ${name} disable trigger user`)
  try {
    await load()
  } finally {
    for (const { name } of tables) await pool.query(`alter table ${name} enable trigger user`)
    const start = performance.now()
    await makeIndexes(pool, indexes)
    say(`  索引 ${indexes.length} 本: ${seconds(start)} 秒`)
    const checked = performance.now()
    for (const { create } of keys) await pool.query(create)
    say(`  外部キー ${keys.length} 本: ${seconds(checked)} 秒`)
  }
}

async function makeIndexes(pool: pg.Pool, indexes: readonly Definition[]): Promise<void> {
  const waiting = [...indexes]
  const work = async () => {
    const client = await pool.connect()
    try {
      await client.query(`set maintenance_work_mem = '256MB'; set max_parallel_maintenance_workers = 0`)
      for (let next = waiting.shift(); next; next = waiting.shift()) await client.query(next.create)
    } finally {
      client.release(true)
    }
  }
  await Promise.all([work(), work()])
}

export const seconds = (start: number): string => ((performance.now() - start) / 1000).toFixed(1)
