import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../tests/support/app.ts'
import { type S3StandIn, startS3Server } from '../../tests/support/s3-server.ts'
import { createFileStore, type FileStore } from './files.ts'
import { type DrawnPicture, drawPicture, keepPicture } from './picture.ts'
import { refuse } from './refusal.ts'
import { discardUnclaimed, unclaimedFileJobs } from './unclaimed-file.ts'

let t: TestApp
let s3: S3StandIn
let folder: string
let photo: Buffer
beforeAll(async () => {
  t = await testApp()
  s3 = await startS3Server()
  folder = await mkdtemp(join(tmpdir(), 'okuru-unclaimed-'))
  photo = await sharp({ create: { width: 30, height: 40, channels: 3, background: '#3b4a63' } })
    .png()
    .toBuffer()
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
  await t.close()
})

async function uploaded() {
  const path = join(folder, 'a.upload')
  await writeFile(path, photo)
  return { path }
}

const hour = 3_600_000

test('the job waits for who is deleting, and goes on when that one dies before the end', async () => {
  const files = createFileStore({ s3: undefined, dataDir: folder })
  const key = 'payouts/77.sealed'
  await files.put(key, Buffer.from('x'), 'application/octet-stream')
  await t.pool.query('insert into unclaimed_file (key, created_at) values ($1, now())', [key])
  const dying = await t.pool.connect()
  await dying.query('begin')
  await dying.query('select from unclaimed_file where key = $1 for update', [key])
  const job = unclaimedFileJobs.tasks(t.db, { ...t.tools, files })['unclaimed_file.discard']({ key })
  await expect
    .poll(async () => (await t.pool.query('select from pg_locks where not granted')).rowCount)
    .toBeGreaterThan(0)
  expect(await files.get(key)).not.toBeNull()
  dying.release(true)
  await job
  expect(await files.get(key)).toBeNull()
})

describe.each(['folder', 's3'] as const)('with the %s store', (kind) => {
  let files: FileStore
  let picture: DrawnPicture
  beforeEach(async () => {
    files = createFileStore({ s3: kind === 's3' ? s3.config : undefined, dataDir: folder })
    picture = await drawPicture(await uploaded(), 'items/1')
    s3.objects.clear()
    await rm(join(folder, 'files'), { recursive: true, force: true })
    await t.pool.query('delete from unclaimed_file; delete from stored_file')
  })

  const stored = async () =>
    kind === 's3'
      ? s3.objects.size
      : (
          await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
        ).filter((entry) => entry.isFile()).length
  const count = async (table: 'unclaimed_file' | 'stored_file') =>
    Number((await t.pool.query(`select count(*) from ${table}`)).rows[0].count)
  const at = () => t.clock.now()
  const clean = () => unclaimedFileJobs.tasks(t.db, { ...t.tools, files })['unclaimed_file.clean']({})
  const keep = (work: Parameters<typeof keepPicture>[4]) =>
    keepPicture(t.db, picture, at(), { ...t.tools, files }, work)

  test('a claimed picture stays, also at night', async () => {
    const id = await keep((_tx, claim) => claim())
    const { rows } = await t.pool.query('select id::int from stored_file')
    expect(rows).toEqual([{ id }])
    t.clock.forward(48 * hour)
    await clean()
    expect([await stored(), await count('stored_file'), await count('unclaimed_file')]).toEqual([2, 1, 0])
  })

  test('one that is refused, before or after it was claimed, or not needed, leaves nothing', async () => {
    const refused = [
      () => Promise.reject(refuse('guard_failed')),
      async (_tx: unknown, claim: () => Promise<number>) => {
        await claim()
        throw refuse('guard_failed')
      },
    ]
    for (const work of refused) await expect(keep(work)).rejects.toMatchObject({ code: 'guard_failed' })
    expect(await keep(async () => 'known')).toBe('known')
    expect([await stored(), await count('stored_file'), await count('unclaimed_file')]).toEqual([0, 0, 0])
  })

  test('one whose upload broke off is left alone for a day, then deleted', async () => {
    await expect(keep(() => Promise.reject(new Error('connection lost')))).rejects.toThrow('connection lost')
    expect(await stored()).toBe(2)
    t.clock.forward(23 * hour)
    await clean()
    expect(await stored()).toBe(2)
    t.clock.forward(2 * hour)
    await clean()
    expect([await stored(), await count('unclaimed_file')]).toEqual([0, 0])
  })

  test('one that is just being claimed is not deleted, however old', async () => {
    await keep(async (_tx, claim) => {
      const id = await claim()
      t.clock.forward(48 * hour)
      await clean()
      return id
    })
    await clean()
    expect([await stored(), await count('stored_file')]).toEqual([2, 1])
  })

  test('one that was deleted meanwhile cannot be claimed any more', async () => {
    const late = keep(async (_tx, claim) => {
      await discardUnclaimed(t.db, picture.row.key, { files })
      return claim()
    })
    await expect(late).rejects.toThrow('deleted meanwhile')
    expect([await stored(), await count('stored_file')]).toEqual([0, 0])
  })
})

test('a store that does not answer keeps the refusal as it is, and its note for the night', async () => {
  await t.pool.query('truncate unclaimed_file')
  const broken: FileStore = {
    ...t.tools.files,
    delete: () => Promise.reject(new Error('no answer')),
  }
  const picture = await drawPicture(await uploaded(), 'items/2')
  const kept = keepPicture(t.db, picture, t.clock.now(), { ...t.tools, files: broken }, () =>
    Promise.reject(refuse('guard_failed')),
  )
  await expect(kept).rejects.toMatchObject({ code: 'guard_failed' })
  t.clock.forward(25 * hour)
  await unclaimedFileJobs.tasks(t.db, t.tools)['unclaimed_file.clean']({})
  expect(await t.tools.files.get(picture.row.key)).toBeNull()
  expect((await t.pool.query('select 1 from unclaimed_file')).rows).toEqual([])
})
