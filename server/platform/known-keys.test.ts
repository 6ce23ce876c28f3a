import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { cloneDatabase } from '../../tests/support/database.ts'
import { readConfig } from './config.ts'
import { makeDb, makePool } from './db.ts'
import type { Keys } from './keys.ts'
import { forgetKey, KeyTrouble, knownKeyStates, verifyKeys } from './known-keys.ts'

let pool: pg.Pool
let folder: string
let close: () => Promise<void>

beforeEach(async () => {
  const database = await cloneDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'okuru-known-'))
  pool = makePool({ connectionString: database.url, max: 4 })
  close = async () => {
    await pool.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
afterEach(() => close())

const at = new Date('2026-11-24T10:00:00+09:00')
const chainKeysInUse = 'select distinct key_id as id from antique_ledger'
const file = () => path.join(folder, 'secrets.json')
const base64 = () => randomBytes(32).toString('base64')

const settle = (env: Record<string, string> = {}, mayWrite = true): Promise<Keys> => {
  const config = readConfig({ NODE_ENV: 'test', OKURU_DATA_DIR: folder, ...env })
  return verifyKeys({ config, pool, at, chainKeysInUse, mayWrite })
}
const known = async () => (await pool.query('select purpose, id from known_key order by purpose, id')).rows

async function fill(keys: Keys): Promise<void> {
  await makeCustomerAccount(makeDb(pool), { keys })
}

/** As a database from before `known_key`. */
const forget = () => pool.query('delete from known_key')

describe('keys', () => {
  test('are made for an empty database, once, and remembered', async () => {
    const first = await settle()
    const second = await settle()
    expect(second.chain.id).toBe(first.chain.id)
    const secrets = JSON.parse(await readFile(file(), 'utf8'))
    expect(await known()).toEqual([
      { purpose: 'chain', id: secrets.chain[0].id },
      { purpose: 'field', id: secrets.field[0].id },
    ])
  })

  test('of two processes that start together with a folder each: one has its way, the other is told', async () => {
    const other = await mkdtemp(path.join(os.tmpdir(), 'okuru-known-'))
    try {
      const outcomes = await Promise.allSettled([settle(), settle({ OKURU_DATA_DIR: other })])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await known()).toHaveLength(2)
    } finally {
      await rm(other, { recursive: true, force: true })
    }
  })

  test.each([
    ['remembered', async () => undefined],
    ['seen in what is encrypted', forget],
  ])('that are lost are not replaced: %s', async (_, how) => {
    await fill(await settle())
    const before = await readFile(file(), 'utf8')
    await how()
    await rm(file())
    for (const mayWrite of [true, false]) {
      const trouble = await settle({}, mayWrite).catch((error: unknown) => error)
      expect(trouble).toBeInstanceOf(KeyTrouble)
      expect((trouble as Error).message).toMatch(
        /控えの secrets\.json を戻し.*Restore secrets\.json from a copy/s,
      )
      expect(await readdir(folder)).toEqual([])
    }
    await writeFile(file(), before)
    await settle()
  })

  test('given by name may be added in front, and none may be left out afterwards', async () => {
    await fill(await settle())
    const [f1, f2] = [`f1:${base64()}`, `f2:${base64()}`]
    await settle({ OKURU_FIELD_KEY: f1 })
    await settle({ OKURU_FIELD_KEY: `${f2},${f1}` })
    await expect(settle({ OKURU_FIELD_KEY: f2 })).rejects.toThrow(/「f1」.*"f1"/s)
    await expect(settle()).rejects.toThrow(/「f1」[\s\S]*「f2」/)
    expect((await known()).filter(({ purpose }) => purpose === 'field')).toHaveLength(3)
  })

  test.each(['field', 'chain'] as const)(
    'of %s with the right name and another content are refused',
    async (purpose) => {
      await settle()
      const secrets = JSON.parse(await readFile(file(), 'utf8'))
      secrets[purpose][0].key = base64()
      await writeFile(file(), JSON.stringify(secrets))
      await expect(settle()).rejects.toThrow(/中身が.*違います.*not the one/s)
      await expect(settle({}, false)).rejects.toThrow(KeyTrouble)
    },
  )

  test('of the ledger are seen in its rows where they were not remembered', async () => {
    await settle()
    await forget()
    const config = readConfig({ NODE_ENV: 'test', OKURU_DATA_DIR: folder })
    const sealed = verifyKeys({ config, pool, at, chainKeysInUse: `select 'c-lost' as id`, mayWrite: true })
    await expect(sealed).rejects.toThrow(/「c-lost」\(OKURU_CHAIN_KEY\)/)
    expect(await known()).toEqual([])
  })

  test('are not made by who only looks', async () => {
    await expect(settle({}, false)).rejects.toThrow(/鍵がまだありません/)
    expect(await readdir(folder)).toEqual([])
    expect(await known()).toEqual([])
  })

  test('that were never used can be forgotten, those in use cannot', async () => {
    await fill(await settle())
    const config = readConfig({ NODE_ENV: 'test', OKURU_DATA_DIR: folder })
    await settle({ OKURU_FIELD_KEY: `mistaken:${base64()}` })
    const states = await knownKeyStates(pool, config)
    expect(states.filter(({ is_configured }) => !is_configured).map(({ id }) => id)).toEqual(['mistaken'])
    const used = states.find(({ purpose, id }) => purpose === 'field' && id !== 'mistaken')?.id ?? ''
    expect(await forgetKey(pool, { purpose: 'field', id: used }, chainKeysInUse)).toBe('in_use')
    expect(await forgetKey(pool, { purpose: 'field', id: 'no such' }, chainKeysInUse)).toBe('unknown')
    expect(await forgetKey(pool, { purpose: 'field', id: 'mistaken' }, chainKeysInUse)).toBe('forgotten')
    await settle()
  })
})
