// A backup of a database in use is restored into an empty one, and everything is compared.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { chainKeysInUse } from '#server/boot'
import { ledgerCheckpoints } from '#server/domains/antique-ledger/antique-ledger.checkpoint'
import { allSchedules, allTasks } from '#server/jobs'
import { makeBackup } from '#server/platform/backup'
import { listBackups } from '#server/platform/backup-read'
import { backupTarget } from '#server/platform/backup-target'
import { verifyFileStore } from '#server/platform/file-marker'
import { createFileStore, listFiles } from '#server/platform/files'
import { verifyKeys } from '#server/platform/known-keys'
import { migrate } from '#server/platform/migrate'
import { dumpSchema } from '#server/platform/schema-dump'
import { type TestApp, testApp } from './support/app.ts'
import { createEmptyDatabase, openPool, type TestDatabase } from './support/database.ts'
import { type S3StandIn, startS3Server } from './support/s3-server.ts'
import { contracted } from './support/steps.ts'
import { makeWorld } from './support/world.ts'

let t: TestApp
let url: string
let root: string
let kept: string
let name: string
let before: Record<string, string>
const key = randomBytes(32)
const role = `okuru_owner_${randomBytes(4).toString('hex')}`
let empty: TestDatabase
let into: string
let data: string

beforeAll(async () => {
  t = await testApp()
  const world = await makeWorld(t)
  await contracted(t, world)
  await t.runJobs()
  await t.tools.files.put('items/1/a.webp', Buffer.from('a picture'), 'image/webp')
  const { config, files } = t.tools
  const at = t.clock.now()
  await verifyKeys({ config, pool: t.pool, at, chainKeysInUse, mayWrite: true })
  await verifyFileStore({ pool: t.pool, files, config, at })
  // Waiting work belongs to the data.
  await t.pool.query(`select graphile_worker.add_job('mail.send', '{"mail":1}', run_at := '2030-01-01')`)
  url = String(t.pool.options.connectionString)
  root = await mkdtemp(path.join(os.tmpdir(), 'okuru-backup-'))
  kept = path.join(root, 'kept')
  await cp(path.join(t.tools.config.dataDir, 'secrets.json'), path.join(root, 'secrets.json'))
  before = await contentOf(url)
  await mkdir(kept)
  ;({ name } = (await make()).manifest)
  // As a managed database has it: the owner is no superuser.
  await t.pool.query(`create role ${role} login password 'owner'`)
}, 120_000)
afterAll(async () => {
  await t.pool.query(`drop role ${role}`)
  await t.close()
  await rm(root, { recursive: true, force: true })
})

beforeEach(async () => {
  empty = await createEmptyDatabase()
  const address = new URL(empty.url)
  await t.pool.query(`alter database ${address.pathname.slice(1)} owner to ${role}`)
  address.username = role
  address.password = 'owner'
  into = address.toString()
  data = await mkdtemp(path.join(root, 'data-'))
  await cp(path.join(root, 'secrets.json'), path.join(data, 'secrets.json'))
})
afterEach(async () => {
  await empty.drop()
})

const make = (overrides: Partial<Parameters<typeof makeBackup>[0]> = {}) =>
  makeBackup({
    connectionString: url,
    config: t.tools.config,
    files: t.tools.files,
    target: backupTarget({ target: { folder: kept } }),
    key,
    extrasOf: ledgerCheckpoints,
    at: t.clock.now(),
    now: t.clock.now,
    ...overrides,
  })

/** A hash of the rows of every table, and where every sequence stands. */
async function contentOf(connectionString: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(`set timezone = 'UTC'`)
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'graphile_worker') and tablename not in ('migrations', 'schema_migration')`,
    )
    const content: Record<string, string> = {}
    for (const table of tables) {
      const { rows } = await client.query<{ n: string; hash: string }>(
        `select count(*) as n, md5(coalesce(string_agg(r::text, E'\\n' order by r::text), '')) as hash from ${table.name} r`,
      )
      content[table.name] = `${rows[0]?.n} ${rows[0]?.hash}`
    }
    const { rows: sequences } = await client.query<{ name: string; last: string | null }>(
      `select schemaname || '.' || sequencename as name, last_value as last from pg_sequences
       where schemaname in ('public', 'graphile_worker')`,
    )
    for (const { name: sequence, last } of sequences) content[sequence] = String(last)
    return content
  } finally {
    await client.end()
  }
}

function okuru(words: string[], env: Record<string, string> = {}): Promise<{ code: number; text: string }> {
  const cli = path.join(import.meta.dirname, '..', 'server', 'cli.ts')
  const all = {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: into,
    OKURU_DATA_DIR: data,
    OKURU_BACKUP_KEY: key.toString('base64'),
    OKURU_BACKUP_FOLDER: kept,
    ...env,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...words], { env: all }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr })
    })
  })
}

const schemaOf = async (connectionString: string) => {
  const pool = openPool(connectionString, 1)
  try {
    const { rows } = await pool.query(
      `select c.relname, g.tgname, g.tgenabled from pg_trigger g join pg_class c on c.oid = g.tgrelid
       where not g.tgisinternal order by 1, 2`,
    )
    const { rows: unchecked } = await pool.query(`select conname from pg_constraint where not convalidated`)
    return { dump: await dumpSchema(pool), triggers: rows, unchecked }
  } finally {
    await pool.end()
  }
}

async function storedFiles(dataDir: string): Promise<Record<string, string>> {
  const config = { s3: undefined, dataDir }
  const found: Record<string, string> = {}
  for await (const { key: file } of listFiles(config))
    found[file] = (await createFileStore(config).get(file))?.bytes.toString('base64') ?? ''
  return found
}

async function isUntouched(): Promise<boolean> {
  const client = new pg.Client({ connectionString: into })
  await client.connect()
  const { rows } = await client.query(
    `select from pg_tables where schemaname in ('public', 'graphile_worker')`,
  )
  await client.end()
  return (
    rows.length === 0 &&
    (await readdir(data, { recursive: true })).every((one) => ['files', 'secrets.json'].includes(one))
  )
}

test('everything is there again: rows, sequences, files, checkpoints; books and ledgers are proven', async () => {
  expect(Object.keys(before).length).toBeGreaterThan(150)
  expect(Object.keys(await storedFiles(t.tools.config.dataDir)).length).toBeGreaterThan(0)
  const { code, text } = await okuru(['restore'])
  expect([code, text]).toEqual([0, expect.stringMatching(/2 行 \/ rows {2}OK/)])
  const after = await contentOf(into)
  // The proof made at the end is a row more.
  const own = ['public.book_proof', 'public.book_proof_id_seq']
  for (const one of own) delete after[one]
  const wanted = { ...before }
  for (const one of own) delete wanted[one]
  expect(after).toEqual(wanted)
  expect(await schemaOf(into)).toEqual(await schemaOf(url))
  expect(await storedFiles(data)).toEqual(await storedFiles(t.tools.config.dataDir))
  const checkpoints = async (folder: string) => {
    const [file = ''] = await readdir(path.join(folder, 'ledger-checkpoints'))
    return readFile(path.join(folder, 'ledger-checkpoints', file), 'utf8')
  }
  expect(await checkpoints(data)).toBe(await checkpoints(t.tools.config.dataDir))

  // What is there is not overwritten unless that is said.
  expect(await okuru(['restore'])).toMatchObject({ code: 3, text: expect.stringContaining('--replace') })
  const again = await okuru(['restore', '--replace'])
  expect([again.code, again.text]).toEqual([0, expect.stringContaining('ledger-checkpoints.')])
  expect((await contentOf(into))['public.account']).toBe(before['public.account'])
}, 120_000)

test('a damaged or incomplete backup, another key and other connections are refused before anything is written', async () => {
  const copy = path.join(root, 'damaged')
  await cp(kept, copy, { recursive: true })
  const env = { OKURU_BACKUP_FOLDER: copy }
  const other = await okuru(['restore'], { OKURU_BACKUP_KEY: randomBytes(32).toString('base64') })
  expect(other).toMatchObject({ code: 3, text: expect.stringContaining('OKURU_BACKUP_KEY') })

  const chunk = path.join(copy, 'backups', name, '000003')
  const bytes = await readFile(chunk)
  const turned = Buffer.from(bytes)
  turned[turned.length - 20] = (turned[turned.length - 20] ?? 0) ^ 1
  await writeFile(chunk, turned)
  expect(await okuru(['restore'], env)).toMatchObject({ code: 3, text: expect.stringContaining('000003') })
  // Another's chunk in its place is genuine, but not here.
  await cp(path.join(copy, 'backups', name, '000004'), chunk)
  expect(await okuru(['restore'], env)).toMatchObject({ code: 3, text: expect.stringContaining('000003') })
  await truncate(chunk, 10)
  expect(await okuru(['backup', 'check'], env)).toMatchObject({ code: 3 })
  await writeFile(chunk, bytes)
  expect(await okuru(['backup', 'check'], env)).toMatchObject({ code: 0 })

  const [folder = ''] = await readdir(path.join(copy, 'files'))
  await rm(path.join(copy, 'files', folder), { recursive: true })
  expect(await okuru(['restore'], env)).toMatchObject({ code: 3, text: expect.stringContaining('files/') })

  await rm(path.join(data, 'secrets.json'))
  const keyless = await okuru(['restore'])
  expect(keyless).toMatchObject({ code: 3, text: expect.stringContaining('secrets.json') })
  await cp(path.join(root, 'secrets.json'), path.join(data, 'secrets.json'))
  expect(await isUntouched()).toBe(true)
}, 120_000)

test('files of another database are left alone; those of the backup are taken on, as where only the database was lost', async () => {
  const files = createFileStore({ s3: undefined, dataDir: data })
  await files.put('okuru-store.json', Buffer.from('{"word":"another"}\n'), 'application/json')
  expect(await okuru(['restore'])).toMatchObject({ code: 3, text: expect.stringContaining('--replace') })
  const own = await t.tools.files.get('okuru-store.json')
  await files.put('okuru-store.json', own?.bytes ?? Buffer.alloc(0), 'application/json')
  // An earlier attempt migrated, and got no further.
  await migrate(into)
  expect(await okuru(['restore'])).toMatchObject({ code: 0 })
  expect((await contentOf(into))['public.account']).toBe(before['public.account'])
}, 120_000)

test('an interrupted backup never looks whole, and the next one clears it away', async () => {
  const folder = path.join(root, 'interrupted')
  await cp(kept, folder, { recursive: true })
  const target = backupTarget({ target: { folder } })
  let left = 20
  const full = {
    ...target,
    put: async (object: string, bytes: Buffer) => {
      left -= 1
      if (left < 0) throw new Error('ENOSPC: no space left on device')
      await target.put(object, bytes)
    },
  }
  await expect(make({ target: full })).rejects.toThrow('ENOSPC')
  const { whole, broken } = await listBackups(target)
  expect([whole, broken.length]).toEqual([[name], 1])
  const later = new Date(t.clock.now().getTime() + 25 * 3_600_000)
  const { manifest, untidy } = await make({ target, at: later, now: () => later })
  expect(untidy).toBeNull()
  expect(await listBackups(target)).toEqual({ whole: [name, manifest.name], broken: [] })
})

test('files are copied once, and removed with the last backup that names them', async () => {
  const folder = path.join(root, 'many')
  await mkdir(folder)
  const target = backupTarget({ target: { folder } })
  const filesThere = async () =>
    (await readdir(path.join(folder, 'files'), { recursive: true })).filter((one) => one.includes('/')).length
  const dataDir = await mkdtemp(path.join(root, 'files-'))
  const config = { s3: undefined, dataDir }
  const files = createFileStore(config)
  await files.put('items/1/a.webp', Buffer.from('a'), 'image/webp')
  await files.put('items/1/b.webp', Buffer.from('b'), 'image/webp')
  const puts: string[] = []
  const counting = {
    ...target,
    put: (object: string, bytes: Buffer) => {
      if (object.startsWith('files/')) puts.push(object)
      return target.put(object, bytes)
    },
  }
  const on = (day: number) => {
    const at = new Date(Date.parse('2026-02-01T02:30:00+09:00') + day * 86_400_000)
    return make({ target: counting, config, files, at, now: () => at })
  }
  await on(0)
  await on(1)
  expect([puts.length, await filesThere()]).toEqual([2, 2])
  await files.delete('items/1/b.webp')
  // Afterwards the rule keeps neither of the first two backups (1 and 2 February): they are not among the last seven
  // days, and each week and month has a newer one.
  for (const day of [2, 9, 16, 23, 24, 25, 26, 27, 28]) await on(day)
  expect([puts.length, await filesThere()]).toEqual([2, 1])
  expect((await listBackups(target)).whole.length).toBe(9)
}, 120_000)

test('files and backups in S3', async () => {
  const store: S3StandIn = await startS3Server()
  const place = await startS3Server()
  try {
    const config = { s3: store.config, dataDir: t.tools.config.dataDir }
    const files = createFileStore(config)
    for (const letter of 'abcdefg')
      await files.put(`items/1/${letter}.webp`, Buffer.from(letter), 'image/webp')
    const marker = await t.tools.files.get('okuru-store.json')
    await files.put('okuru-store.json', marker?.bytes ?? Buffer.alloc(0), 'application/json')
    const target = backupTarget({ target: place.config })
    const { manifest } = await make({ target, config, files })
    expect(manifest.files.count).toBe(8)
    expect([...place.objects.values()].every(({ bytes }) => bytes.subarray(0, 4).toString() === 'OKB1')).toBe(
      true,
    )
    const wanted = [...store.objects.keys()].sort()
    store.objects.clear()
    const { endpoint, bucket, accessKey, secretKey, region } = place.config
    const { code, text } = await okuru(['restore'], {
      OKURU_BACKUP_FOLDER: '',
      OKURU_BACKUP_S3_ENDPOINT: endpoint,
      OKURU_BACKUP_S3_BUCKET: bucket,
      OKURU_BACKUP_S3_REGION: region,
      OKURU_BACKUP_S3_ACCESS_KEY: accessKey,
      OKURU_BACKUP_S3_SECRET_KEY: secretKey,
      OKURU_S3_ENDPOINT: store.config.endpoint,
      OKURU_S3_BUCKET: store.config.bucket,
      OKURU_S3_REGION: store.config.region,
      OKURU_S3_ACCESS_KEY: store.config.accessKey,
      OKURU_S3_SECRET_KEY: store.config.secretKey,
    })
    expect([code, text]).toEqual([0, expect.any(String)])
    // With S3 the checkpoint files are there too, continued from those of the folder.
    const checkpoint = /^ledger-checkpoints\/\d+\.log$/
    const found = [...store.objects.keys()].sort()
    expect(found.filter((key) => !checkpoint.test(key))).toEqual(wanted)
    expect(found.filter((key) => checkpoint.test(key))).toHaveLength(1)
  } finally {
    await store.close()
    await place.close()
  }
}, 120_000)

test('the command and the job record how each backup ended', async () => {
  const env = { DATABASE_URL: url, OKURU_DATA_DIR: t.tools.config.dataDir }
  expect(await okuru(['backup'], env)).toMatchObject({ code: 0, text: expect.stringContaining('行') })
  expect(await okuru(['backup', 'list'])).toMatchObject({ code: 0, text: expect.stringContaining(name) })
  const refused = await okuru(['backup'], { ...env, OKURU_BACKUP_FOLDER: path.join(root, 'unmounted') })
  expect(refused).toMatchObject({ code: 2, text: expect.stringContaining('unmounted') })
  expect(refused.text).not.toMatch(/^ +at /m)
  const [made, failed] = [
    { is_ok: true, has_problem: false },
    { is_ok: false, has_problem: true },
  ]
  const ended = [made, failed]
  if (process.platform === 'linux') {
    // No file can be made there, not even by root.
    const unwritable = await okuru(['backup'], { ...env, OKURU_BACKUP_FOLDER: '/proc/self' })
    expect(unwritable).toMatchObject({ code: 3, text: expect.stringContaining('OKURU_BACKUP_FOLDER') })
    expect(unwritable.text).not.toMatch(/^ +at /m)
    ended.push(failed)
  }
  expect(await okuru(['backup'], { ...env, OKURU_BACKUP_FOLDER: '', OKURU_BACKUP_KEY: '' })).toMatchObject({
    code: 2,
    text: expect.stringContaining('OKURU_BACKUP_FOLDER'),
  })
  const backup = { key, at: '02:30', target: { folder: kept } }
  const tools = { ...t.tools, config: { ...t.tools.config, backup } }
  await allTasks(t.db, tools)['backup.make']({})
  await expect(
    allTasks(t.db, {
      ...tools,
      config: { ...tools.config, backup: { ...backup, target: { folder: `${kept}-gone` } } },
    })['backup.make']({}),
  ).rejects.toThrow('-gone')
  expect(allSchedules(tools.config).filter(({ task }) => task === 'backup.make')).toEqual([
    { task: 'backup.make', match: '30 17 * * *' },
  ])
  expect(allSchedules(t.tools.config).some(({ task }) => task === 'backup.make')).toBe(false)
  const { rows } = await t.pool.query(
    'select name is not null as is_ok, problem <> $1 as has_problem from backup_run order by id',
    [''],
  )
  expect(rows).toEqual([...ended, made, failed])
})

test('keys leave in a file of their own, which only its passphrase opens', async () => {
  const file = path.join(root, 'keys')
  const written = path.join(root, 'read.json')
  const OKURU_KEYS_PASSPHRASE = 'kutsubako to kasatate'
  expect(await okuru(['keys', 'export'])).toMatchObject({ code: 2 })
  expect(await okuru(['keys', 'export', '--to', file], { OKURU_KEYS_PASSPHRASE: 'short' })).toMatchObject({
    code: 2,
  })
  expect(await okuru(['keys', 'export', '--to', file], { OKURU_KEYS_PASSPHRASE })).toMatchObject({ code: 0 })
  const field = JSON.parse(await readFile(path.join(root, 'secrets.json'), 'utf8')).field[0].key
  expect((await readFile(file)).includes(field)).toBe(false)
  const read = ['keys', 'read', '--from', file, '--to', written]
  expect(
    await okuru(['keys', 'read', '--from', `${file}-gone`, '--to', written], { OKURU_KEYS_PASSPHRASE }),
  ).toMatchObject({ code: 2, text: expect.stringContaining('読めません') })
  expect(await okuru(read, { OKURU_KEYS_PASSPHRASE: 'another passphrase' })).toMatchObject({ code: 2 })
  // A new machine in production has none of the keys yet.
  expect(await okuru(read, { OKURU_KEYS_PASSPHRASE, NODE_ENV: 'production' })).toMatchObject({ code: 0 })
  expect(JSON.parse(await readFile(written, 'utf8'))).toEqual(
    JSON.parse(await readFile(path.join(root, 'secrets.json'), 'utf8')),
  )
  expect(await okuru(read, { OKURU_KEYS_PASSPHRASE })).toMatchObject({
    code: 2,
    text: expect.stringContaining('EEXIST'),
  })
})
