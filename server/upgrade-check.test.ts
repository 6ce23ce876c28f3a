import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { programRelease } from '#server/platform/migration-files'
import { type TestApp, testApp } from '../tests/support/app.ts'
import { checkUpgrade } from './upgrade-check.ts'

let t: TestApp
const held: pg.Client[] = []
beforeAll(async () => {
  t = await testApp()
  vi.stubEnv('DATABASE_URL', String(t.pool.options.connectionString))
  vi.stubEnv('OKURU_DATA_DIR', t.tools.config.dataDir)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  for (const client of held) await client.end()
  await t.close()
})

async function check(): Promise<{ isFine: boolean; text: string }> {
  const lines: string[] = []
  const isFine = await checkUpgrade((line) => lines.push(line))
  return { isFine, text: lines.join('\n') }
}

const connect = async (application_name: string) => {
  const client = new pg.Client({
    connectionString: String(t.pool.options.connectionString),
    application_name,
  })
  await client.connect()
  held.push(client)
}

test('it tells what would run, who is connected and how old the backup is, and changes nothing', async () => {
  expect(await check()).toEqual({ isFine: true, text: expect.stringContaining('nothing to apply') })
  expect((await check()).text).toMatch(/注意 +backup .*There is none/)

  const last = (await t.pool.query('select max(version) as version from schema_migration')).rows[0].version
  await t.pool.query(
    `delete from schema_migration where version in ($1, '0292_goods_marks', '0290_price_template_lists')`,
    [last],
  )
  await t.pool.query(
    `insert into backup_run (begun_at, ended_at, name, bytes, file_count, problem) values (now() - interval '30 hours', now(), $1, 1, 0, '')`,
    [randomBytes(4).toString('hex')],
  )
  await connect(`okuru/${programRelease}`)
  await connect('okuru-jobs')
  const { isFine, text } = await check()
  expect(isFine).toBe(true)
  expect(text).toMatch(/migration +0290_price_template_lists\n +price_template \(\d+ .*no writes until done/)
  expect(text).toMatch(/list_change \(.*no writes until done/)
  expect(text).toMatch(new RegExp(`OK +process .*release ${programRelease}`))
  expect(text).toMatch(/注意 +process .*release 1:.*Stop it before the upgrade/)
  expect(text).toMatch(/注意 +backup +30\.\d 時間前/)
  const { rows } = await t.pool.query('select count(*)::int as n from schema_migration where version = $1', [
    last,
  ])
  expect(rows).toEqual([{ n: 0 }])
})

test('a database that nobody has begun gets all migrations', async () => {
  const own = String(t.pool.options.connectionString)
  const name = `${new URL(own).pathname.slice(1)}_empty`
  await t.pool.query(`create database ${name}`)
  try {
    vi.stubEnv('DATABASE_URL', own.replace(new URL(own).pathname, `/${name}`))
    const { isFine, text } = await check()
    expect(text).toContain('0001_ground')
    expect(text).not.toMatch(/^ +at /m)
    expect(isFine).toBe(true)
  } finally {
    vi.stubEnv('DATABASE_URL', own)
    await t.pool.query(`drop database ${name} with (force)`)
  }
})

test('a database of a newer release is no upgrade', async () => {
  await t.pool.query(
    `insert into schema_migration (version, checksum, release) values ('9999_newer', 'x', 99)`,
  )
  expect(await check()).toEqual({ isFine: false, text: expect.stringContaining('far_ahead') })
})
