// A process that runs on while a newer release has migrated the database: by one release it serves, by two it ends.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrationState } from '#server/platform/migrate'
import { programRelease } from '#server/platform/migration-files'
import { type TestApp, testApp } from './support/app.ts'
import { startProcess } from './support/process.ts'

let t: TestApp
beforeEach(async () => {
  t = await testApp()
})
afterEach(() => t.close())

const migratedBy = (release: number) =>
  t.pool.query(`insert into schema_migration (version, checksum, release) values ($1, 'x', $2)`, [
    `9${release}_newer`,
    release,
  ])
const start = () =>
  startProcess({
    DATABASE_URL: String(t.pool.options.connectionString),
    OKURU_DATA_DIR: t.tools.config.dataDir,
  })

test('one release ahead: ready with a warning, also after a new start, and jobs go on', async () => {
  const server = start()
  let address = await server.ready()
  await migratedBy(programRelease + 1)
  const ready = async () => {
    const response = await fetch(`${address}/readyz`)
    return { status: response.status, ...((await response.json()) as object) }
  }
  const warned = { status: 'ok', warning: expect.stringContaining('one release ahead') }
  expect(await ready()).toEqual(warned)
  await expect.poll(() => server.output()).toContain('one release ahead')
  expect((await fetch(`${address}/api/brand/`)).status).toBe(200)
  expect(await server.stop()).toBe(0)

  const again = start()
  address = await again.ready()
  expect(await ready()).toEqual(warned)
  await t.pool.query(`select graphile_worker.add_job('rate_limit.clean')`)
  const waiting = async () =>
    (await t.pool.query(`select from graphile_worker.jobs where task_identifier = 'rate_limit.clean'`))
      .rowCount
  await expect.poll(waiting, { timeout: 15_000 }).toBe(0)
  expect(await again.stop()).toBe(0)
}, 90_000)

test('two releases ahead: a process ends with a sentence, and does not start', async () => {
  const server = start()
  const address = await server.ready()
  await migratedBy(programRelease + 2)
  expect(await migrationState(t.pool)).toBe('far_ahead')
  expect((await fetch(`${address}/readyz`)).status).toBe(503)
  expect(await server.ended).toBe(1)
  const again = start()
  expect(await again.ended).toBe(1)
  for (const { output } of [server, again])
    expect(output()).toMatch(/2つ以上新しい版.*more than one release newer/)
}, 90_000)
