import { execFile } from 'node:child_process'
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageFiles } from '../scripts/prune-image.mjs'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { startProcess } from './support/process.ts'

// Runs the server from a copy of just the files that an image holds: whatever it lacks, it cannot load from the checkout.

const checkout = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(os.tmpdir(), 'okuru-image-'))
let database: TestDatabase

beforeAll(async () => {
  for (const name of imageFiles()) putInImage(name)
  database = await cloneDatabase()
}, 180_000)
afterAll(async () => {
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

function putInImage(name: string): void {
  const [from, to] = [path.join(checkout, name), path.join(folder, name)]
  mkdirSync(path.dirname(to), { recursive: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

const run = (script: string) =>
  new Promise<string>((resolve) => {
    const args = ['--input-type=module', '--eval', script]
    execFile(process.execPath, args, { cwd: folder }, (_, stdout, stderr) => resolve(stdout + stderr))
  })

test('the server of an image starts, with the lists of banks and postal codes', async () => {
  const client = new pg.Client(database.url)
  await client.connect()
  const before = await client.query('delete from reference_data returning name')
  const dataDir = path.join(folder, 'data')
  const server = startProcess({ DATABASE_URL: database.url, OKURU_DATA_DIR: dataDir }, folder)
  const address = await server.ready()
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect((await fetch(`${address}/docs`)).status).toBe(200)
  expect(await server.stop()).toBe(0)
  // It takes a while, and nobody should wonder.
  expect(server.output()).toContain('Loading the lists of banks and postal codes')
  const after = await client.query('select name from reference_data')
  await client.end()
  expect(before.rowCount).toBeGreaterThan(0)
  expect(after.rowCount).toBe(before.rowCount)
}, 120_000)

test('it sets a document with rare characters, reads a picture and draws one', async () => {
  const picture = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()
  const text = await run(`
    const { pdfRuns } = await import('#server/platform/pdf-font')
    console.log((await pdfRuns('髙﨑日本', 700)).map(({ face }) => face.name).join(' '))
    const { readPicture } = await import('#server/platform/picture-reader')
    const { width } = await readPicture(Buffer.from('${picture.toString('base64')}', 'base64'))
    console.log('read', width)
    const { hashPassword } = await import('#server/platform/password')
    console.log((await hashPassword('okuru')).slice(0, 9))
    process.exit(0)`)
  expect(text).toContain('noto-sans-jp-japanese-700-normal')
  expect(text).toContain('read 320')
  expect(text).toContain('$argon2id')
}, 120_000)
