// The embedded PostgreSQL of an earlier major is moved to the shipped one, through a kill and with everything proven.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres'
import {
  connectionStringFor,
  earlierBinaries,
  type PostgresHome,
  prepareHome,
} from '#server/platform/embedded-postgres-home'
import {
  cleanEnvironment,
  executable,
  shutDown,
  spawnUser,
  startOnce,
} from '#server/platform/embedded-postgres-process'
import { migrate } from '#server/platform/migrate'
import { readReleases } from '#server/platform/migration-files'
import { openPool } from './support/database.ts'
import { placeReleaseData, readReleaseData } from './support/release-data.ts'

let dataDir: string
let home: PostgresHome
let before: { major: number; bin: string } | undefined

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'okuru-major-'))
  await chmod(dataDir, 0o755)
  home = await prepareHome(path.join(dataDir, 'postgres'))
  for (const major of [17, 16, 15]) {
    const bin = await earlierBinaries(home, major, undefined)
    if (bin !== undefined) before ??= { major, bin }
  }
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function makeOldCluster(bin: string): Promise<number> {
  await mkdir(home.cluster, { mode: 0o700 })
  if (home.user) await chown(home.cluster, home.user.uid, home.user.gid)
  const flags = [
    '--pgdata',
    home.cluster,
    '--username=okuru',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]
  const made = spawnSync(path.join(bin, executable('initdb')), flags, {
    ...spawnUser(home),
    cwd: '/',
    env: cleanEnvironment(),
    encoding: 'utf8',
  })
  expect([made.status, made.stderr]).toEqual([0, expect.anything()])
  const child = await startOnce({ ...home, bin }, 5432, { log: () => undefined, fast: true }, () => false)
  try {
    const admin = new pg.Client({ connectionString: connectionStringFor(home, 5432, 'postgres') })
    await admin.connect()
    await admin.query('create database okuru')
    await admin.end()
    const data = await readReleaseData((await readReleases()).at(-1)?.release ?? '')
    const url = connectionStringFor(home, 5432, 'okuru')
    await migrate(url, undefined, { last: data.last })
    await placeReleaseData(data, url, dataDir)
    return data.tables.find(({ name }) => name === 'purchase_item')?.rows ?? 0
  } finally {
    await shutDown(child)
  }
}

function okuru(words: string[], killAt?: RegExp): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../server/cli.ts'), ...words], {
    env: { PATH: process.env.PATH, OKURU_DATA_DIR: dataDir, OKURU_LOG_LEVEL: 'warn' },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      text += String(part)
      if (killAt?.test(text)) child.kill('SIGKILL')
    })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })))
}

test('an older cluster is moved, the former one is kept, and a kill at any moment changes nothing', async ({
  skip,
}) => {
  if (!before) return skip('neither embedded-postgres-before nor a PostgreSQL of the system is installed')
  const { major, bin } = before
  const items = await makeOldCluster(bin)
  expect(items).toBeGreaterThan(100)
  const refused = startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres'), log: () => undefined })
  await expect(refused).rejects.toThrow(/upgrade database/)

  for (const moment of [/Copying the rows/, /Proving books/]) {
    expect(await okuru(['upgrade', 'database'], moment)).toMatchObject({ code: null })
    expect((await readFile(path.join(home.cluster, 'PG_VERSION'), 'utf8')).trim()).toBe(String(major))
  }
  const moved = await okuru(['upgrade', 'database'])
  expect([moved.code, moved.text]).toEqual([
    0,
    expect.stringContaining(`from PostgreSQL ${major} to ${home.major}`),
  ])
  expect(existsSync(path.join(home.root, `cluster.${major}`, 'PG_VERSION'))).toBe(true)
  expect(await okuru(['upgrade', 'database'])).toMatchObject({
    code: 0,
    text: expect.stringContaining('already'),
  })

  // Killed between the two renames.
  await rename(home.cluster, `${home.cluster}.next`)
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(dataDir, 'postgres'),
    log: () => undefined,
  })
  try {
    const pool = openPool(postgres.connectionString)
    const { rows } = await pool.query(
      `select current_setting('server_version_num')::int / 10000 as major, (select count(*)::int from purchase_item) as items`,
    )
    expect(rows).toEqual([{ major: home.major, items }])
    await pool.end()
  } finally {
    await postgres.stop()
  }
  expect((await readdir(home.root)).filter((name) => name.startsWith('cluster')).sort()).toEqual([
    'cluster',
    `cluster.${major}`,
  ])
}, 300_000)
