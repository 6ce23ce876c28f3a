import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type pg from 'pg'
import { boot } from '#server/boot'
import { systemClock } from '#server/platform/clock'
import { readConfig } from '#server/platform/config'
import type { Db } from '#server/platform/db'
import { limits } from '#server/platform/pool'
import { signToken } from '#server/platform/token'
import type { Tools } from '#server/platform/tools'
import { hasCompanies, largeDataDir, seedLarge } from '#server/seed/large'
import { note } from './figures.ts'

export const root = path.join(import.meta.dirname, '..')

/**
 * BENCH_DATA_DIR names another data set, made by `npm run seed:large -- --times N`. Not OKURU_DATA_DIR, which may be that of
 * a server in use: the bench writes.
 */
export const dataDir = path.resolve(process.env.BENCH_DATA_DIR ?? largeDataDir)

/** What staff look at all day. */
export const staffLists = [
  '/api/biz/purchase_requests/?status=11&ordering=-id',
  '/api/biz/item-productization/?size=50',
  '/api/biz/purchase-items/?size=50',
]

export interface Data {
  connectionString: string
  tools: Tools
  pool: pg.Pool
  db: Db
  stop: () => Promise<void>
}

export async function openData(): Promise<Data> {
  const config = readConfig({ OKURU_DATA_DIR: dataDir, OKURU_LOG_LEVEL: 'error' })
  const booted = await boot({ config, say: note })
  const { connectionString, tools, stop } = booted
  try {
    if (!(await hasCompanies(booted.db))) {
      note('making the large data set; this takes some minutes, once')
      await seedLarge({ ...booted, say: note })
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { connectionString, tools, stop, ...booted.connect({ limits: limits.jobs, max: 16 }) }
}

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

/** Somebody of the dealer with most requests, limited to no shop. */
export const busiestStaff = (data: Data): Promise<Staff> => firstOf(data, 'not c.is_operator')

/** An administrator of the dealer with most requests. */
export const busiestAdministrator = (data: Data): Promise<Staff> =>
  firstOf(data, "not c.is_operator and u.role = 'admin'")

/** Two people of the operator, who may approve for each other. */
export async function operators(data: Data): Promise<[Staff, Staff]> {
  const [one, other] = await peopleOf(data, 'c.is_operator', 2)
  if (!one || !other) throw new Error('the data set has no two operators')
  return [one, other]
}

async function firstOf(data: Data, condition: string): Promise<Staff> {
  const [person] = await peopleOf(data, condition, 1)
  if (!person) throw new Error(`the data set has no business user with ${condition}`)
  return person
}

async function peopleOf({ pool }: Data, condition: string, most: number): Promise<Staff[]> {
  const { rows } = await pool.query<Staff>(`
    select u.account_id as account, u.company_id as company
    from business_user u join account a on a.id = u.account_id join company c on c.id = u.company_id
    where u.can_sign_in and a.is_active and ${condition}
      and not exists (select from business_user_shop s where s.business_user_id = u.id)
    order by (select sum(n.count) from request_count n where n.company_id = u.company_id) desc nulls last, u.id limit ${most}`)
  return rows
}

export async function signIn({ pool, tools }: Data, staff: Staff): Promise<{ authorization: string }> {
  const { rows } = await pool.query<{ generation: number }>('select generation from account where id = $1', [
    staff.account,
  ])
  const at = systemClock.now()
  const sid = `bench-${randomUUID()}`
  // Sensitive calls check the session.
  await pool.query(
    `insert into refresh_token (jti, account_id, label, signed_in_at, last_used_at, expires_at)
    values ($1, $2, 'bench', $3, $3, $3::timestamptz + interval '1 day')`,
    [sid, staff.account, at],
  )
  const claims = {
    token_type: 'access',
    aud: 'business',
    user_id: staff.account,
    gen: rows[0]?.generation ?? 1,
    sid,
    auth_time: Math.floor(at.getTime() / 1000),
  } as const
  return { authorization: `Bearer ${await signToken(tools.keys.token, claims, at)}` }
}
