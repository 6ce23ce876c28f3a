import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cloneDatabase } from '../../tests/support/database.ts'
import { startS3Server } from '../../tests/support/s3-server.ts'
import { makePool } from './db.ts'
import { adoptFileStore, StoreTrouble, verifyFileStore } from './file-marker.ts'
import { createFileStore } from './files.ts'

let pool: pg.Pool
let root: string
let close: () => Promise<void>

beforeEach(async () => {
  const database = await cloneDatabase()
  root = await mkdtemp(path.join(os.tmpdir(), 'okuru-store-'))
  pool = makePool({ connectionString: database.url, max: 4 })
  close = async () => {
    await pool.end()
    await database.drop()
    await rm(root, { recursive: true, force: true })
  }
})
afterEach(() => close())

const at = new Date('2026-11-24T10:00:00+09:00')
const folder = (name: string) => {
  const config = { dataDir: path.join(root, name), s3: undefined }
  return { pool, files: createFileStore(config), config, at }
}

test('the first store a database meets is its own; another one is refused, and says what to do', async () => {
  await verifyFileStore(folder('a'))
  await verifyFileStore(folder('a'))
  const trouble = await verifyFileStore(folder('b')).catch((error: unknown) => error)
  expect(trouble).toBeInstanceOf(StoreTrouble)
  expect((trouble as Error).message).toMatch(/共有.*S3.*files adopt.*share one data folder/s)
  // Checking must not leave a marker behind.
  await expect(verifyFileStore(folder('b'))).rejects.toThrow(StoreTrouble)
})

test('two processes that start together agree on one store', async () => {
  const outcomes = await Promise.allSettled([verifyFileStore(folder('a')), verifyFileStore(folder('b'))])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a copy of the store is the store', async () => {
  await verifyFileStore(folder('a'))
  await cp(path.join(root, 'a'), path.join(root, 'copy'), { recursive: true })
  await verifyFileStore(folder('copy'))
})

test('a store of another database is refused, until somebody decides that it is right', async () => {
  await verifyFileStore(folder('a'))
  await pool.query("update file_store set word = 'of another database'")
  await expect(verifyFileStore(folder('a'))).rejects.toThrow('belongs to another database')
  await adoptFileStore(folder('a'))
  await verifyFileStore(folder('a'))
})

test('a bucket is held to it as well, and one that cannot be used says why', async () => {
  const server = await startS3Server()
  try {
    const bucket = (s3: object) => {
      const config = { dataDir: root, s3: { ...server.config, ...s3 } }
      return { pool, files: createFileStore(config), config, at }
    }
    await verifyFileStore(bucket({}))
    await expect(verifyFileStore(folder('a'))).rejects.toThrow(StoreTrouble)
    await verifyFileStore(bucket({}))
    await expect(verifyFileStore(bucket({ secretKey: 'wrong' }))).rejects.toThrow(/OKURU_S3_SECRET_KEY/)
    await expect(verifyFileStore(bucket({ endpoint: 'http://127.0.0.1:9' }))).rejects.toThrow(
      'does not respond',
    )
  } finally {
    await server.close()
  }
})
