import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase, openPool } from '../../tests/support/database.ts'
import { migrate, migrationState } from './migrate.ts'

let directory: string
let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let pool: pg.Pool

beforeAll(async () => {
  database = await createEmptyDatabase()
  pool = openPool(database.url)
})

beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'okuru-migrate-'))
  await pool.query('drop schema public cascade; create schema public')
  await add('0001_box.sql', 'create table box (id bigint primary key);')
  return () => rm(directory, { recursive: true, force: true })
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

const add = (name: string, sql: string) => writeFile(path.join(directory, name), sql)
const run = (pauses: number[] = [], log?: (line: string) => void) =>
  migrate(database.url, log, { directory, pauses })
const state = () => migrationState(pool, directory)

test('applies what is missing, in order, once', async () => {
  expect(await state()).toBe('behind')
  expect(await run()).toEqual({ applied: ['0001_box'], isAhead: false })
  expect(await run()).toEqual({ applied: [], isAhead: false })
  await add('0002_weight.sql', 'alter table box add column weight integer;')
  expect(await state()).toBe('behind')
  expect(await run()).toEqual({ applied: ['0002_weight'], isAhead: false })
  expect(await state()).toBe('current')
  await pool.query('insert into box (id, weight) values (1, 2)')
  const { rows } = await pool.query(`select to_regclass('graphile_worker.migrations') is not null as jobs`)
  expect(rows).toEqual([{ jobs: true }])
})

test('processes that start together apply each migration once', async () => {
  const results = await Promise.all([run(), run(), run()])
  expect(results.flatMap(({ applied }) => applied)).toEqual(['0001_box'])
})

test('a failing migration leaves nothing behind and names its line', async () => {
  await run()
  await add('0002_broken.sql', 'create table lid (id bigint);\nselect nothing from nowhere;\n')
  await expect(run()).rejects.toThrow(/0002_broken.*line 2.*nowhere/)
  const { rows } = await pool.query(`select to_regclass('public.lid') as lid`)
  expect(rows).toEqual([{ lid: null }])
  expect(await state()).toBe('behind')
})

test('a migration changed after it was applied is refused; line endings do not count', async () => {
  await run()
  await add('0001_box.sql', 'create table box (id bigint primary key);'.replaceAll('\n', '\r\n'))
  await expect(run()).resolves.toMatchObject({ applied: [] })
  await add('0001_box.sql', 'create table box (id integer primary key);')
  expect(await state()).toBe('changed')
  await expect(run()).rejects.toThrow('was changed after it had been applied')
})

/** Migrations up to `last` belong to the release of that place in the list. */
const releases = (...lasts: string[]) =>
  add('releases.json', JSON.stringify(lasts.map((last, at) => ({ release: `1.${at}.0`, last }))))

test('a database one release ahead is left as it is; one that is further ahead is refused', async () => {
  await add('0002_weight.sql', 'alter table box add column weight integer;')
  await releases('0001_box')
  await run()
  await rm(path.join(directory, '0002_weight.sql'))
  expect(await state()).toBe('ahead')
  expect(await run()).toEqual({ applied: [], isAhead: true })

  // The release after that one.
  await add('0002_weight.sql', 'alter table box add column weight integer;')
  await add('0003_lid.sql', 'create table lid (id bigint);')
  await releases('0001_box', '0002_weight')
  await run()
  for (const name of ['0002_weight.sql', '0003_lid.sql']) await rm(path.join(directory, name))
  await releases('0001_box')
  expect(await state()).toBe('far_ahead')
  await expect(run()).rejects.toThrow('more than one release newer')
})

test('a release without migrations counts: what follows it is two ahead of the one before', async () => {
  await add('0002_weight.sql', 'alter table box add column weight integer;')
  await releases('0001_box', '0001_box')
  await run()
  await rm(path.join(directory, '0002_weight.sql'))
  await releases('0001_box')
  expect(await state()).toBe('far_ahead')
})

test('a database ahead that lacks migrations of this program is of neither release', async () => {
  await releases('0001_box')
  await add('0003_other.sql', 'create table other (id bigint);')
  await run()
  await rm(path.join(directory, '0003_other.sql'))
  await add('0002_weight.sql', 'alter table box add column weight integer;')
  expect(await state()).toBe('far_ahead')
})

test('records of before the numbers get them', async () => {
  await releases('0001_box')
  await run()
  await pool.query('alter table schema_migration drop column release')
  expect(await state()).toBe('current')
  await add('0002_weight.sql', 'alter table box add column weight integer;')
  await run()
  const { rows } = await pool.query('select version, release from schema_migration order by version')
  expect(rows).toEqual([
    { version: '0001_box', release: 1 },
    { version: '0002_weight', release: 2 },
  ])
})

async function holding<T>(sql: string, work: (end: () => Promise<unknown>) => Promise<T>): Promise<T> {
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(sql)
    return await work(() => holder.query('commit'))
  } finally {
    await holder.end()
  }
}

test('a table in use is tried again without a long queue behind it', async () => {
  await run()
  await add('0002_weight.sql', 'create table lid (id bigint); alter table box add column weight integer;')
  const lines: string[] = []
  await holding('insert into box values (1)', async (end) => {
    const migrating = run([50, 50, 50, 50], (line) => {
      lines.push(line)
      if (line.includes('trying again')) void end()
    })
    await expect(migrating).resolves.toMatchObject({ applied: ['0002_weight'] })
  })
  expect(lines.filter((line) => line.includes('trying again'))).toHaveLength(1)
  await add('0003_lid.sql', 'alter table box add column lid integer;')
  await holding('insert into box values (2)', async () => {
    await expect(run([])).rejects.toThrow(/0003_lid.*Another connection keeps a table locked/)
  })
  expect(await state()).toBe('behind')
}, 30_000)

const beside = (name: string) =>
  `-- outside a transaction\ncreate index concurrently if not exists ${name} on box (id);\n`

test('an index is built beside the traffic, also while other processes wait for their turn', async () => {
  await run()
  await add(
    '0002_index.sql',
    `${beside('box_a')}create index concurrently if not exists box_b on box (id desc);`,
  )
  const results = await Promise.all([run(), run(), run()])
  expect(results.flatMap(({ applied }) => applied)).toEqual(['0002_index'])
})

test('what a crash left of an index is built again', async () => {
  await run()
  await add('0002_index.sql', beside('box_a'))
  await holding('insert into box values (3)', async (end) => {
    const migrating = run().catch((error: Error) => error.message)
    const builder = async () => {
      const { rows } = await pool.query<{ pid: number }>(
        `select a.pid from pg_stat_activity a join pg_locks l on l.pid = a.pid and not l.granted
         where a.query like 'create index concurrently%' and a.datname = current_database()`,
      )
      return rows[0]?.pid
    }
    await expect.poll(builder, { timeout: 10_000 }).toBeDefined()
    await pool.query('select pg_terminate_backend($1)', [await builder()])
    expect(await migrating).toMatch(/0002_index.*goes on at the next start/)
    await end()
  })
  const isValid = async () =>
    (await pool.query(`select indisvalid from pg_index where indexrelid = to_regclass('box_a')`)).rows
  expect(await isValid()).toEqual([{ indisvalid: false }])
  const lines: string[] = []
  await expect(run([], (line) => lines.push(line))).resolves.toMatchObject({ applied: ['0002_index'] })
  expect(lines.join()).toContain('box_a was left unfinished')
  expect(await isValid()).toEqual([{ indisvalid: true }])
}, 30_000)

test('what cannot be repeated does not run outside a transaction', async () => {
  await run()
  await add('0002_odd.sql', '-- outside a transaction\ncreate table lid (id bigint);')
  await expect(run()).rejects.toThrow('cannot repeat')
})

test('a number used twice or inserted before an applied one is refused', async () => {
  await add('0003_late.sql', 'select 1;')
  await run()
  await add('0002_early.sql', 'select 1;')
  await expect(run()).rejects.toThrow('numbered before 0003_late')
  await add('0003_again.sql', 'select 1;')
  await expect(run()).rejects.toThrow('Two migrations are numbered 0003')
})
