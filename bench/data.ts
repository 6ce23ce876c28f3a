import { spawn } from 'node:child_process'
import path from 'node:path'
import type pg from 'pg'
import { systemClock } from '#server/platform/clock'
import { type Config, readConfig } from '#server/platform/config'
import { type Db, makeDb, makePool } from '#server/platform/db'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres'
import { type Keys, loadKeys } from '#server/platform/keys'
import { migrate } from '#server/platform/migrate'
import { signToken } from '#server/platform/token'
import { note } from './figures.ts'

export const root = path.join(import.meta.dirname, '..')

/** The large data set in a durable database of its own, kept from run to run. */
export interface Data {
  connectionString: string
  dataDir: string
  config: Config
  keys: Keys
  pool: pg.Pool
  db: Db
  stop: () => Promise<void>
}

export async function openData(): Promise<Data> {
  const dataDir = path.join(root, '.cache', 'bench')
  const config = readConfig({ OKURU_DATA_DIR: dataDir })
  const keys = loadKeys(config)
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres'), log: note })
  const { connectionString } = postgres
  const pool = makePool({ connectionString, max: 16 })
  const stop = async () => {
    await pool.end()
    await postgres.stop()
  }
  try {
    await migrate(connectionString, note)
    await seedWhenMissing(pool, { dataDir, connectionString })
  } catch (error) {
    await stop()
    throw error
  }
  return { connectionString, dataDir, config, keys, pool, db: makeDb(pool), stop }
}

async function seedWhenMissing(
  pool: pg.Pool,
  { dataDir, connectionString }: { dataDir: string; connectionString: string },
): Promise<void> {
  const { rows } = await pool.query('select 1 from purchase_request limit 1')
  if (rows.length > 0) return
  note('making the large data set; this takes some minutes, once')
  const seed = spawn(process.execPath, [path.join(root, 'server', 'seed', 'large.ts')], {
    cwd: root,
    env: { ...process.env, OKURU_DATA_DIR: dataDir, DATABASE_URL: connectionString },
    stdio: 'inherit',
  })
  const code = await new Promise((resolve) => seed.once('exit', resolve))
  if (code !== 0) throw new Error('the large data set could not be made')
}

/** How much there is, so that a figure is never read without it. */
export async function describeData({ pool }: Data): Promise<string> {
  const tables = ['purchase_request', 'purchase_item', 'customer', 'antique_ledger']
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await pool.query<{ n: number }>(`select count(*) as n from ${table}`)
      return `${table} ${rows[0]?.n.toLocaleString('en')}`
    }),
  )
  return counts.join(', ')
}

export interface Staff {
  account: number
  company: number
}

/** Somebody who sees every shop of the dealer with the most requests. */
export async function busiestStaff({ pool }: Data): Promise<Staff> {
  const { rows } = await pool.query<Staff>(`
    select u.account_id as account, u.company_id as company
    from business_user u join account a on a.id = u.account_id
    where u.is_active and a.is_active
      and not exists (select from business_user_shop s where s.business_user_id = u.id)
    order by (select sum(n.count) from request_count n where n.company_id = u.company_id) desc nulls last, u.id limit 1`)
  if (!rows[0]) throw new Error('the data set has no business user')
  return rows[0]
}

/** The header of a signed-in business user. */
export async function signIn({ pool, keys }: Data, staff: Staff): Promise<{ authorization: string }> {
  const { rows } = await pool.query<{ generation: number }>('select generation from account where id = $1', [
    staff.account,
  ])
  const at = systemClock.now()
  const claims = {
    token_type: 'access',
    aud: 'business',
    user_id: staff.account,
    gen: rows[0]?.generation ?? 1,
    sid: 'bench',
    auth_time: Math.floor(at.getTime() / 1000),
  } as const
  return { authorization: `Bearer ${await signToken(keys.token, claims, at)}` }
}
