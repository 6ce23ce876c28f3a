import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errors } from '#contract/error'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { allTasks } from '#server/jobs'
import { createFileStore } from '#server/platform/files'
import { randomKey, type TestApp, type TestResponse, testApp } from './support/app.ts'
import { type S3StandIn, startS3Server } from './support/s3-server.ts'
import { apply, offered } from './support/steps.ts'
import { makeWorld, signIn, type World } from './support/world.ts'

let t: TestApp
let w: World
let s3: S3StandIn

beforeAll(async () => {
  s3 = await startS3Server()
  t = await testApp({ files: createFileStore({ s3: s3.config, dataDir: '/nowhere' }) })
  w = await makeWorld(t)
})
afterAll(async () => {
  await t.close()
  await s3.close()
})
beforeEach(async () => {
  // A day may have passed.
  for (const person of [w.hanako, w.aoyama.staff, w.aoyama.admin])
    Object.assign(person, await signIn(t, person))
  await t.pool.query('delete from request_draft')
})
afterEach(() => {
  s3.failures.length = 0
})

const photoOf = (background: string) =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer()

async function send(path: string, token: string, bytes: Buffer): Promise<TestResponse> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'IMG_0001.jpg')
  const request = new Request('http://test/', { method: 'POST', body: form })
  return t.ask(`POST ${path}`, {
    token,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  })
}

/** Every attempt at one file. */
const away = [503, 503, 503]

function refused(response: TestResponse): void {
  expect([response.status, response.body]).toEqual([
    503,
    { detail: errors.file_store_unavailable.message, code: 'file_store_unavailable' },
  ])
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
}

const tables = ['stored_file', 'declared_photo', 'second_look_photo', 'identity_capture'] as const
async function kept(): Promise<Record<string, number>> {
  const { rows } = await t.pool.query(
    `select ${tables.map((name) => `(select count(*)::int from ${name}) as ${name}`).join(', ')}`,
  )
  return rows[0]
}

/** What an upload left behind goes with the nightly job. */
async function expectNothingLeft(stored: readonly string[]): Promise<void> {
  t.clock.forward(25 * 3_600_000)
  await allTasks(t.db, t.tools)['unclaimed_file.clean']?.({})
  const { rows } = await t.pool.query('select key from unclaimed_file')
  expect(rows).toEqual([])
  expect([...s3.objects.keys()].sort()).toEqual([...stored].sort())
}

describe.each([
  ['does not respond to the photo', away],
  ['goes away between the photo and its small copy', [200, ...away]],
  ['refuses our key', [403]],
])('the store %s', (_, failures) => {
  /** 200 stands for a photo that was taken. */
  const fail = () => s3.failures.push(...failures)

  const cases = {
    'item list': async () => {
      const { token } = w.hanako
      const begun = await t.ask('POST /api/request-drafts/', {
        token,
        body: { fields: { shop: w.aoyama.shops[0] }, step: 'goods' },
      })
      const list = begun.body.declared.id
      const item = await t.ask(`POST /api/declared-lists/${list}/items/`, {
        token,
        key: randomKey(),
        body: { count: 1 },
      })
      return {
        token,
        path: `/api/declared-items/${item.body.id}/photos/`,
        photos: async () =>
          (await t.ask(`GET /api/declared-lists/${list}/`, { token })).body.items.at(-1).photos.length,
      }
    },
    'second look': async () => {
      const box = await offered(t, w)
      return {
        token: w.hanako.token,
        path: `/api/purchase_requests/${box.id}/second-look/photos/`,
        // Shown once the second look has been asked for.
        photos: async () =>
          (await t.pool.query('select from second_look_photo where request_id = $1', [box.id])).rowCount,
      }
    },
  }

  test.each(Object.keys(cases) as (keyof typeof cases)[])(
    'a photo for the %s: said by name, nothing is kept, and the next try works',
    async (name) => {
      const { token, path, photos } = await cases[name]()
      const [before, stored] = [await kept(), [...s3.objects.keys()]]
      const bytes = await photoOf('#a51')
      fail()
      refused(await send(path, token, bytes))
      s3.failures.length = 0
      expect(await kept()).toEqual(before)
      expect(await photos()).toBe(0)
      const again = await send(path, token, bytes)
      expect(again.status).toBe(201)
      expect(await photos()).toBe(1)
      expect((await send(path, token, bytes)).body.id).toBe(again.body.id)
      const url = new URL(again.body.url, 'http://test')
      expect((await t.ask(`GET ${url.pathname}${url.search}`)).status).toBe(200)
      s3.failures.push(...away)
      refused(await t.ask(`GET ${url.pathname}${url.search}`))
      const own = [...s3.objects.keys()].filter((key) =>
        url.pathname.includes(key.replace(/(-s)?\.webp$/, '')),
      )
      expect(own).toHaveLength(2)
      await expectNothingLeft([...stored, ...own])
    },
  )
})

describe('a capture of an identity document', () => {
  async function begun() {
    const made = await makeCustomerAccount(t.db, t.tools)
    const { token } = await signIn(t, made)
    const person = { account_id: made.account_id, id: made.customer_id, email: made.email, name: '', token }
    await apply(t, w, {}, { ...person, refresh: '' })
    const { id } = (await t.ask('POST /api/ekyc/', { token, body: {} })).body
    const read = async () => (await t.ask(`GET /api/ekyc/sessions/${id}/`, { token })).body
    const paper = { document: 'driving_licence', document_expires_on: '2028-05-12', has_new_address: false }
    await t.ask(`POST /api/ekyc/sessions/${id}/document/`, {
      token,
      body: { ...paper, version: (await read()).version },
    })
    const take = async (slot: string, color: string) =>
      send(`/api/ekyc/sessions/${id}/images/${slot}/`, token, await photoOf(color))
    return { id, token, read, take }
  }

  test('is refused by name; what was taken before stays, and the check is handed in after the next try', async () => {
    const { id, token, read, take } = await begun()
    expect((await take('front', '#a51')).status).toBe(201)
    const [session, before, stored] = [await read(), await kept(), [...s3.objects.keys()]]

    // A new slot, and one taken again.
    for (const slot of ['back', 'front']) {
      s3.failures.push(...away)
      refused(await take(slot, '#15a'))
      expect(await kept()).toEqual(before)
      expect(await read()).toEqual(session)
    }
    expect([...s3.objects.keys()]).toEqual(stored)

    for (const slot of ['front', 'back', 'thickness', 'face'])
      expect((await take(slot, '#15a')).status).toBe(201)
    const submitted = await t.ask(`POST /api/ekyc/sessions/${id}/submit/`, {
      token,
      body: { version: (await read()).version },
    })
    expect(submitted.status).toBe(200)

    const { token: staff } = w.aoyama.staff
    const { results } = (
      await t.ask('GET /api/biz/identity-reviews/', { token: staff, query: { state: 'waiting' } })
    ).body
    const review = results.find((row: { session: number }) => row.session === id).id
    const look = () => t.ask(`GET /api/biz/identity-reviews/${review}/images/front/`, { token: staff })
    s3.failures.push(...away)
    refused(await look())
    expect((await look()).status).toBe(200)
  })

  test('that cannot delete the one it replaces is taken, and the old one goes later', async () => {
    const { id, read, take } = await begun()
    const own = () => [...s3.objects.keys()].filter((key) => key.startsWith(`identity/${id}/`))
    await take('front', '#a51')
    const [old] = own()
    const remove = t.tools.files.delete
    t.tools.files.delete = async (key) => {
      s3.failures.push(...away)
      await remove(key)
    }
    expect((await take('front', '#15a')).status).toBe(201)
    t.tools.files.delete = remove
    expect(own()).toHaveLength(2)
    expect((await read()).captures).toHaveLength(1)
    t.clock.forward(60_000)
    await t.runJobs()
    expect(own()).toHaveLength(1)
    expect(own()).not.toContain(old)
  })
})
