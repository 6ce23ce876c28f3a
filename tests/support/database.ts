// One PostgreSQL and one migrated template per run; each test file gets a clone. Scripts call startTestPostgres() first.
import { createHash, randomBytes } from 'node:crypto'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres'
import { StartFailure } from '#server/platform/embedded-postgres-process'
import { migrate } from '#server/platform/migrate'
import { readMigrations } from '#server/platform/migration-files'
import { isAlive } from '#server/platform/process-lock'
import { loadReferenceData, referenceVersion } from '#server/seed/reference'

export interface TestPostgres {
  /** Administrative connection; never write into it. */
  readonly url: string
  readonly template: string
  stop(): Promise<void>
}

/** Set by the global setup; the broker starts PostgreSQL at the first request. */
export const brokerVariable = 'OKURU_TEST_DATABASE_BROKER'

const folderPrefix = 'okuru-test-'
const clonePrefix = 'okuru_test_'
const cloneLifetimeSeconds = 6 * 3600
const keptFolder = path.resolve(import.meta.dirname, '../../.cache/test-database')
const templateLock = 7_261_548_902

let inThisProcess: TestPostgres | undefined

/** Embedded in a temporary folder, or DATABASE_URL (needs CREATEDB). */
export async function startTestPostgres(): Promise<TestPostgres> {
  const server = process.env.DATABASE_URL ? external(process.env.DATABASE_URL) : await embedded()
  try {
    const template = await prepareTemplate(server.url)
    const own: TestPostgres = {
      url: server.url,
      template,
      async stop() {
        // Files that follow in the same process find the one of the run again.
        if (inThisProcess === own) inThisProcess = undefined
        await server.stop()
      },
    }
    inThisProcess = own
    return own
  } catch (error) {
    await server.stop()
    throw error
  }
}

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

export async function cloneDatabase(): Promise<TestDatabase> {
  const { url, template } = await findServer()
  return createDatabase(url, `template ${template} strategy file_copy`)
}

export async function createEmptyDatabase(): Promise<TestDatabase> {
  const { url } = await findServer()
  return createDatabase(url, 'template template0')
}

async function createDatabase(url: string, how: string): Promise<TestDatabase> {
  const name = `${clonePrefix}${Math.floor((performance.timeOrigin + performance.now()) / 1000)}_${randomBytes(5).toString('hex')}`
  await asAdmin(url, (admin) => admin.query(`create database ${name} ${how}`))
  return {
    url: withDatabase(url, name),
    async drop() {
      await asAdmin(url, (admin) => admin.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** A pool has ended before the server knows: one that goes or drops the database then is no error of the test. */
export function openPool(connectionString: string, max = 10): pg.Pool {
  const pool = new pg.Pool({ connectionString, max })
  pool.on('error', () => undefined)
  return pool
}

async function findServer(): Promise<Pick<TestPostgres, 'url' | 'template'>> {
  if (inThisProcess) return inThisProcess
  const broker = process.env[brokerVariable]
  if (!broker) throw new Error('No test database: run under vitest, or call startTestPostgres() first')
  const response = await fetch(broker)
  const body = await response.text()
  if (!response.ok) throw new Error(`The test database did not start: ${body}`)
  return JSON.parse(body) as Pick<TestPostgres, 'url' | 'template'>
}

function external(url: string): Server {
  return { url, stop: async () => undefined }
}

interface Server {
  url: string
  stop(): Promise<void>
}

async function embedded(): Promise<Server> {
  return (await inKeptFolder()) ?? inFreshFolder()
}

/** Keeps the template between runs. Undefined while another run uses the folder. */
async function inKeptFolder(): Promise<Server | undefined> {
  try {
    const { connectionString, stop } = await startIn(keptFolder)
    await dropLeftovers(connectionString)
    return { url: connectionString, stop }
  } catch (error) {
    if (error instanceof StartFailure) await fs.rm(keptFolder, { recursive: true })
    return undefined
  }
}

async function dropLeftovers(url: string): Promise<void> {
  const template = await templateName()
  await asAdmin(url, async (admin) => {
    const { rows } = await admin.query<{ datname: string }>(
      `select datname from pg_database where datname like 'okuru\\_te%' and datname <> $1`,
      [template],
    )
    for (const { datname } of rows) await admin.query(`drop database ${datname} with (force)`)
  })
}

async function inFreshFolder(): Promise<Server> {
  await removeAbandonedFolders()
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), `${folderPrefix}${process.pid}-`))
  // For root: PostgreSQL's user needs access.
  await fs.chmod(folder, 0o755)
  const postgres = await startIn(folder)
  return {
    url: postgres.connectionString,
    async stop() {
      await postgres.stop()
      await fs.rm(folder, { recursive: true, force: true })
    },
  }
}

const startIn = (dataDir: string) =>
  startEmbeddedPostgres({ dataDir, log: () => undefined, fast: true, lockPatience: 0 })

/** Its PostgreSQL stops once the folder is gone. */
async function removeAbandonedFolders(): Promise<void> {
  const names = (await fs.readdir(os.tmpdir())).filter((name) => name.startsWith(folderPrefix))
  for (const name of names) {
    const pid = Number(name.slice(folderPrefix.length).split('-')[0])
    if (Number.isInteger(pid) && pid > 0 && isAlive(pid)) continue
    await fs.rm(path.join(os.tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

async function prepareTemplate(url: string): Promise<string> {
  const name = await templateName()
  await asAdmin(url, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [templateLock])
    await dropExpiredClones(admin)
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    // Renamed when complete, so that an interrupted run leaves no partial template.
    const draft = `${name}_draft`
    await admin.query(`drop database if exists ${draft} with (force)`)
    await admin.query(`create database ${draft} template template0`)
    await migrate(withDatabase(url, draft))
    await fillTemplate(withDatabase(url, draft))
    await admin.query(`alter database ${draft} with allow_connections false`)
    await admin.query(`alter database ${draft} rename to ${name}`)
  })
  return name
}

async function fillTemplate(url: string): Promise<void> {
  const pool = openPool(url, 1)
  try {
    await loadReferenceData(pool)
  } finally {
    await pool.end()
  }
}

async function templateName(): Promise<string> {
  const hash = createHash('sha256')
  for (const { version, checksum } of await readMigrations()) hash.update(`${version} ${checksum}\n`)
  const lock = new URL('../../package-lock.json', import.meta.url)
  const packages = JSON.parse(await fs.readFile(lock, 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  hash.update(packages.packages['node_modules/graphile-worker']?.version ?? '')
  hash.update(referenceVersion())
  return `okuru_template_${hash.digest('hex').slice(0, 16)}`
}

async function dropExpiredClones(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    `select datname from pg_database d
      where datname like $1 and split_part(datname, '_', 3)::bigint < extract(epoch from now()) - $2::bigint
        and not exists (select from pg_stat_activity a where a.datid = d.oid)`,
    [`${clonePrefix.replaceAll('_', '\\_')}%`, cloneLifetimeSeconds],
  )
  for (const { datname } of rows) await admin.query(`drop database if exists ${datname}`)
}

async function asAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url })
  admin.on('error', () => undefined)
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.toString()
}
