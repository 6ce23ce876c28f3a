import * as z from 'zod'
import type { AnyCall } from '#contract/call'
import { checkInput } from '#server/platform/input-text'
import { Refusal } from '#server/platform/refusal'
import { parseBody } from '#server/platform/validation'
import type { TestApp } from './app.ts'

/** New values for each call, so that tests do not affect each other. */
export const hostileValues = (): unknown[] => [
  null,
  true,
  '',
  ' ',
  '\u3000',
  0,
  -1,
  1.5,
  -0.0000001,
  2 ** 31,
  2 ** 53,
  1e308,
  '1',
  'NaN',
  'Infinity',
  '1e309',
  [],
  [[]],
  [null],
  ['1', 2, {}],
  {},
  { $gt: '' },
  { id: 1, toString: 'x' },
  'あ'.repeat(5_000),
  '\ud800',
  'a\u0000b',
  '\u202egnp.exe',
  '👩🏽‍🚀🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  "'; drop table account; --",
  '<img src=x onerror=alert(1)>',
  '=cmd|calc!A1',
  '%_\\',
  '0000-01-01',
  '9999-12-31',
  '-0001-01-01',
  '2026-02-30',
]

/** Valid JSON numbers that no serializer writes. */
export const rawNumbers = ['1e309', '-1e309', '1E-400', '123456789012345678901234567890', '0.1e1', '-0']

/** Read-only fields, and names of object internals. */
export const foreignFields = {
  id: 1,
  balance: 999_999,
  is_purchase_disabled: false,
  is_transfer_expired: false,
  is_identity_verified: true,
  is_active: true,
  is_operator: true,
  is_admin: true,
  role: 'admin',
  company: 1,
  company_id: 1,
  customer_id: 1,
  account_id: 1,
  shop_id: 1,
  business_user_id: 1,
  generation: 0,
  password_hash: 'x',
  box_code: 'OKB-AAAAAAAAAAAA',
  offer_total: 9_999_999,
  contracted_at: '2020-01-01T00:00:00Z',
  created_at: '2020-01-01T00:00:00Z',
  decision_price: 9_999_999,
  fee: -500,
  paid_on: '2026-11-24',
  constructor: { prototype: { role: 'operator' } },
  prototype: { role: 'operator' },
  toString: 'x',
  hasOwnProperty: false,
}

interface Described {
  type?: unknown
  enum?: unknown[]
  anyOf?: Described[]
  nullable?: boolean
  properties?: Record<string, Described>
  items?: Described
  format?: string
  minimum?: number
}

const described = (schema: z.ZodType): Described =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'openapi-3.0' }) as Described

export function sampleBody(call: AnyCall): Record<string, unknown> {
  return call.body ? (sample(described(call.body)) as Record<string, unknown>) : {}
}

function sample(schema: Described): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return sample(schema.anyOf[0])
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, sample(inner)]),
      )
    case 'array':
      return schema.items ? [sample(schema.items)] : []
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    default:
      return schema.format === 'date' ? '2026-12-01' : schema.format === 'email' ? 'hostile@example.jp' : '1'
  }
}

export function placesOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (path.length > 3 || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, Array.isArray(value) ? Number(key) : key]
    return [here, ...placesOf(inner, here)]
  })
}

export function withValue(body: unknown, [head, ...rest]: (string | number)[], value: unknown): unknown {
  if (head === undefined) return value
  if (Array.isArray(body))
    return body.map((entry, index) => (index === head ? withValue(entry, rest, value) : entry))
  // A usual body may lack what it need not name.
  const record = (body ?? {}) as Record<string, unknown>
  return { ...record, [head]: withValue(record[head], rest, value) }
}

/** Whether the server refuses the body before the call's own code runs; an error while reading it is thrown. */
export function isRefusedByShape(call: AnyCall, body: unknown): boolean {
  try {
    checkInput(body)
    if (call.body) parseBody(call.body, body)
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

// Tables that a refused call may change, and large reference tables.
const leftOut = ['activity', 'refresh_token', 'rate_limit', 'bank', 'bank_branch', 'postal_code']

/** One statement for each database, prepared once. */
const statements = new WeakMap<TestApp, Promise<string>>()

export async function contents(t: TestApp): Promise<Record<string, string>> {
  if (!statements.has(t)) statements.set(t, contentsOf(t))
  const text = (await statements.get(t)) as string
  const sums = await t.pool.query<{ name: string; sum: string }>({ name: 'contents', text })
  return Object.fromEntries(sums.rows.map(({ name, sum }) => [name, sum]))
}

async function contentsOf(t: TestApp): Promise<string> {
  const { rows } = await t.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1::text[])`,
    [leftOut],
  )
  return rows
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(r::text, 0)), 0) as sum from "${name}" r`,
    )
    .join(' union all ')
}

/** What no body may change: rights, money, prices, owners. */
export async function guarded(t: TestApp): Promise<Guarded> {
  const text = `
    select (select jsonb_agg(jsonb_build_array(id, kind, is_active) order by id) from account) as accounts,
      (select jsonb_agg(jsonb_build_array(id, account_id, is_transfer_expired) order by id) from customer) as customers,
      (select jsonb_agg(jsonb_build_array(id, role, company_id, is_active) order by id) from business_user) as staff,
      (select jsonb_agg(jsonb_build_array(id, name, is_operator) order by id) from company where id <= 3) as companies,
      (select jsonb_agg(jsonb_build_array(id, kind, balance) order by id) from book_account) as money,
      (select jsonb_agg(jsonb_build_array(id, customer_id, company_id, shop_id) order by id) from purchase_request where id <= 2) as requests,
      (select count(*) from identification) as identifications`
  const { rows } = await t.pool.query<Guarded>({ name: 'guarded', text })
  return rows[0] as Guarded
}

interface Guarded {
  accounts: unknown[]
  customers: unknown[]
  staff: unknown[]
}

export function isDocumented(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  const fields = body as Record<string, unknown>
  if ('detail' in fields)
    return typeof fields.detail === 'string' && !/\.ts\b|\n|select |insert /.test(fields.detail)
  // Other fields hold details, such as an expected price.
  return Object.values(fields).some(isMessages)
}

function isMessages(value: unknown): boolean {
  if (Array.isArray(value))
    return value.length > 0 && value.every((entry) => typeof entry === 'string' || isNested(entry))
  return isNested(value)
}

const isNested = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every(isMessages)
