import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../tests/support/database.ts'
import { migrate, migrationState } from './migrate.ts'

let directory: string
let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let pool: pg.Pool

beforeAll(async () => {
  database = await createEmptyDatabase()
  pool = new pg.Pool({ connectionString: database.url })
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
const run = () => migrate(database.url, undefined, directory)
const state = () => migrationState(pool, directory)

test('applies what is missing, in order, once', async () => {
  expect(await state()).toBe('behind')
  expect(await run()).toEqual({ applied: ['0001_box'] })
  expect(await run()).toEqual({ applied: [] })
  await add('0002_weight.sql', 'alter table box add column weight integer;')
  expect(await state()).toBe('behind')
  expect(await run()).toEqual({ applied: ['0002_weight'] })
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
  await expect(run()).resolves.toEqual({ applied: [] })
  await add('0001_box.sql', 'create table box (id integer primary key);')
  expect(await state()).toBe('changed')
  await expect(run()).rejects.toThrow('was changed after it had been applied')
})

test('a database from a newer version is refused', async () => {
  await add('0002_weight.sql', 'alter table box add column weight integer;')
  await run()
  await rm(path.join(directory, '0002_weight.sql'))
  expect(await state()).toBe('ahead')
  await expect(run()).rejects.toThrow('newer okuru (0002_weight)')
})

test('a number used twice or inserted before an applied one is refused', async () => {
  await add('0003_late.sql', 'select 1;')
  await run()
  await add('0002_early.sql', 'select 1;')
  await expect(run()).rejects.toThrow('numbered before 0003_late')
  await add('0003_again.sql', 'select 1;')
  await expect(run()).rejects.toThrow('Two migrations are numbered 0003')
})
