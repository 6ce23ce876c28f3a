// Detects lost or swapped keys before anything is written: the database stores key ids, each with an encrypted canary.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import type { Config } from './config.ts'
import type { NamedKey } from './config-values.ts'
import { createFieldCipher } from './field-cipher.ts'
import { type GivenSecrets, type Keys, keysOf, makeSecrets, readSecrets, type Secrets } from './keys.ts'
import { underLock } from './pool.ts'

export const purposes = ['field', 'chain'] as const
export type Purpose = (typeof purposes)[number]

const variables: Record<Purpose, string> = { field: 'OKURU_FIELD_KEY', chain: 'OKURU_CHAIN_KEY' }

export class KeyTrouble extends Error {
  override readonly name = 'KeyTrouble'
}

const sampleText = 'okuru'
const place = 'known_key.canary'
const sealOf = ({ key, id }: NamedKey) =>
  createHmac('sha256', key).update(`${place}/${id}\n${sampleText}`).digest()

function sampleOf(purpose: Purpose, key: NamedKey): Buffer {
  return purpose === 'field' ? createFieldCipher([key]).encrypt(sampleText, place, key.id) : sealOf(key)
}

function isSameKey(purpose: Purpose, key: NamedKey, sample: Buffer): boolean {
  if (purpose === 'chain') {
    const seal = sealOf(key)
    return seal.length === sample.length && timingSafeEqual(seal, sample)
  }
  try {
    return createFieldCipher([key]).decrypt(sample, place, key.id) === sampleText
  } catch {
    return false
  }
}

export interface KnownKey {
  purpose: Purpose
  id: string
  /** Null: found in stored data, not recorded yet. */
  canary: Buffer | null
}

interface Settling {
  config: Config
  pool: pg.Pool
  at: Date
  chainKeysInUse: string
  mayWrite: boolean
}

// Two processes starting on an empty database must not both create keys.
const lockNumber = 7_261_548_905

/** Returns the database's keys or throws `KeyTrouble`. Creates missing keys for an empty database. */
export async function verifyKeys({ config, pool, at, chainKeysInUse, mayWrite }: Settling): Promise<Keys> {
  return underLock(pool, mayWrite ? lockNumber : null, async (client) => {
    const known = await knownKeys(client, chainKeysInUse)
    const given = readSecrets(config)
    refuseLost(known, given)
    const secrets = given.secrets ?? (mayWrite ? makeSecrets(config) : null)
    if (!secrets) throw new KeyTrouble(noKeysYet(given.file))
    if (mayWrite) await rememberNew(client, known, secrets, at)
    return keysOf(secrets)
  })
}

/** Databases older than `known_key`: takes the ids from the ledger and encrypted columns. */
async function knownKeys(client: pg.PoolClient, chainKeysInUse: string): Promise<KnownKey[]> {
  const { rows: tables } = await client.query<{ is_there: boolean }>(
    `select to_regclass('public.known_key') is not null as is_there`,
  )
  if (!tables[0]?.is_there) return []
  const { rows } = await client.query<KnownKey>(
    'select purpose, id, canary from known_key order by purpose, id',
  )
  if (rows.length > 0) return rows
  const { rows: chain } = await client.query<{ id: string }>(chainKeysInUse)
  return [
    ...chain.map(({ id }): KnownKey => ({ purpose: 'chain', id, canary: null })),
    ...(await fieldKeysInUse(client)).map((id): KnownKey => ({ purpose: 'field', id, canary: null })),
  ]
}

/** Encrypted columns end in `_enc`; each value starts with its key's id. */
async function fieldKeysInUse(client: pg.PoolClient): Promise<string[]> {
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    `select format('%I', table_name) as "table", format('%I', column_name) as "column" from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' and column_name like '%\\_enc'`,
  )
  if (columns.length === 0) return []
  const ids = columns.map(
    ({ table, column }) =>
      `select convert_from(substring(${column} from 3 for get_byte(${column}, 1)), 'UTF8') as id from ${table} where ${column} is not null`,
  )
  const { rows } = await client.query<{ id: string }>(ids.join(' union '))
  return rows.map(({ id }) => id)
}

export function refuseLost(known: readonly KnownKey[], { secrets, file }: GivenSecrets): void {
  if (known.length === 0) return
  if (!secrets) throw new KeyTrouble(missingFile(file, known))
  const problems = known.flatMap(({ purpose, id, canary }) => {
    const key = secrets[purpose].find((one) => one.id === id)
    if (!key) return [missingKey(purpose, id, file)]
    return canary && !isSameKey(purpose, key, canary) ? [otherKey(purpose, id, file)] : []
  })
  if (problems.length > 0) throw new KeyTrouble(problems.join('\n'))
}

const noKeysYet = (file: string): string =>
  `鍵がまだありません(${file})。先に一度、サーバーを起動してください。 / There are no keys yet (${file}). Start the server once first.`

function missingFile(file: string, known: readonly KnownKey[]): string {
  const ids = known.map(({ id }) => id).join(', ')
  return (
    `暗号化の鍵がありません: ${file} が見つかりません。データベースのデータは鍵「${ids}」で暗号化されています。控えの secrets.json を戻してから、もう一度起動してください。新しい鍵は作っていません。 / ` +
    `The keys are missing: there is no ${file}, but the database holds data of the keys ${ids}. Restore secrets.json from a copy, or set ${variables.field} and ${variables.chain}. No new keys were made. To begin anew, use an empty database.`
  )
}

const missingKey = (purpose: Purpose, id: string, file: string): string =>
  `データベースに使われている鍵「${id}」(${variables[purpose]})がありません。鍵を替えるときは、新しい鍵を前に置き、前の鍵も「id:鍵,id:鍵」の形で残してください(または ${file} を控えから戻してください)。一度も使っていない鍵なら: npm run okuru -- keys forget --${purpose} ${id} / ` +
  `The key "${id}" (${variables[purpose]}) that this database was filled with is not configured. Put a new key in front and leave the old one behind it, or restore ${file} from a copy. A key that was never used: npm run okuru -- keys forget --${purpose} ${id}`

const otherKey = (purpose: Purpose, id: string, file: string): string =>
  `鍵「${id}」(${variables[purpose]})の中身が、データベースに使われているものと違います。元の鍵に戻すか、新しい鍵には別の id を付けてください(${file} を使っているときは控えを戻してください)。 / ` +
  `The key "${id}" (${variables[purpose]}) is not the one this database was filled with. Set the former value, or give a new key an id of its own; where ${file} is used, restore it from a copy.`

async function rememberNew(
  client: pg.PoolClient,
  known: readonly KnownKey[],
  secrets: Secrets,
  at: Date,
): Promise<void> {
  const written = new Set(known.filter(({ canary }) => canary).map(({ purpose, id }) => `${purpose} ${id}`))
  for (const purpose of purposes) {
    for (const key of secrets[purpose].filter(({ id }) => !written.has(`${purpose} ${id}`))) {
      await client.query('insert into known_key (purpose, id, canary, created_at) values ($1, $2, $3, $4)', [
        purpose,
        key.id,
        sampleOf(purpose, key),
        at.toISOString(),
      ])
    }
  }
}

export interface KeyState {
  purpose: Purpose
  id: string
  since: string
  is_configured: boolean
}

export async function knownKeyStates(pool: pg.Pool, config: Config): Promise<KeyState[]> {
  const { rows } = await pool.query<{ purpose: Purpose; id: string; canary: Buffer; since: string }>(
    'select purpose, id, canary, created_at as since from known_key order by purpose, created_at, id',
  )
  const { secrets } = readSecrets(config)
  return rows.map(({ purpose, id, canary, since }) => {
    const key = secrets?.[purpose].find((one) => one.id === id)
    return {
      purpose,
      id,
      since: String(since),
      is_configured: key !== undefined && isSameKey(purpose, key, canary),
    }
  })
}

/** Forgets a mistaken key. Refused while the database uses it; encrypted files are not checked. */
export async function forgetKey(
  pool: pg.Pool,
  { purpose, id }: { purpose: Purpose; id: string },
  chainKeysInUse: string,
): Promise<'forgotten' | 'in_use' | 'unknown'> {
  return underLock(pool, lockNumber, async (client) => {
    const used =
      purpose === 'field'
        ? await fieldKeysInUse(client)
        : (await client.query<{ id: string }>(chainKeysInUse)).rows.map((row) => row.id)
    if (used.includes(id)) return 'in_use'
    const { rowCount } = await client.query('delete from known_key where purpose = $1 and id = $2', [
      purpose,
      id,
    ])
    return rowCount ? 'forgotten' : 'unknown'
  })
}
