// What the release before left is brought up to date, and everything in it is still there and proven.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boot } from '#server/boot'
import { demoPassword } from '#server/demo-sign-ins'
import { verifyAll } from '#server/domains/antique-ledger/antique-ledger.verify'
import { prove } from '#server/domains/book/book.proof'
import { systemActor } from '#server/platform/actor'
import { qualified } from '#server/platform/backup-tables'
import { readConfig } from '#server/platform/config'
import { migrate, migrationState } from '#server/platform/migrate'
import { programRelease, readReleases } from '#server/platform/migration-files'
import { createEmptyDatabase, openPool, type TestDatabase } from './support/database.ts'
import { startProcess } from './support/process.ts'
import { placeReleaseData, type ReleaseData, readReleaseData } from './support/release-data.ts'

let database: TestDatabase
let pool: pg.Pool
let dataDir: string
let data: ReleaseData

beforeAll(async () => {
  const released = (await readReleases()).at(-1)
  data = await readReleaseData(released?.release ?? '')
  expect(data.last).toBe(released?.last)
  database = await createEmptyDatabase()
  pool = openPool(database.url, 2)
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'okuru-release-'))
  await migrate(database.url, undefined, { last: data.last })
  await placeReleaseData(data, database.url, dataDir)
}, 120_000)
afterAll(async () => {
  await pool.end()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const countOf = async (table: { schema: string; name: string }) => {
  const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from ${qualified(table)}`)
  return rows[0]?.n
}

test('the data of the last release are whole after the upgrade: rows, books, ledgers, keys, sign-in', async () => {
  const before = Object.fromEntries(
    await Promise.all(data.tables.map(async (one) => [one.name, await countOf(one)])),
  )
  expect(before).toEqual(Object.fromEntries(data.tables.map(({ name, rows }) => [name, rows])))
  expect(before.purchase_request).toBeGreaterThan(50)
  expect(await migrationState(pool)).toBe(
    programRelease > (await readReleases()).length ? 'behind' : 'current',
  )

  const config = readConfig({ OKURU_DATA_DIR: dataDir, DATABASE_URL: database.url, OKURU_LOG_LEVEL: 'warn' })
  const booted = await boot({ config, say: () => undefined, migrating: true })
  try {
    const { db, tools } = booted
    const proof = await prove(db, systemActor(tools.clock.now()), tools)
    expect(proof.checks.filter(({ is_ok }) => !is_ok)).toEqual([])
    const ledgers = await verifyAll(db, tools, { at: tools.clock.now() })
    expect(ledgers.length).toBeGreaterThan(0)
    expect(ledgers.map(({ problem }) => problem).filter(Boolean)).toEqual([])
    for (const { name, rows } of data.tables.filter((one) =>
      ['purchase_request', 'purchase_item', 'antique_ledger', 'book_entry', 'account'].includes(one.name),
    ))
      expect([name, await countOf({ schema: 'public', name })]).toEqual([name, rows])
  } finally {
    await booted.stop()
  }

  const server = startProcess({ OKURU_DATA_DIR: dataDir, DATABASE_URL: database.url })
  try {
    const address = await server.ready()
    expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ status: 'ok' })
    const response = await fetch(`${address}/api/auth/jwt/create/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'hanako@example.com', password: demoPassword }),
    })
    expect(response.status).toBe(200)
  } finally {
    await server.stop()
  }
}, 120_000)
