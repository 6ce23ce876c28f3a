import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { answer, apply, assessAll, publish, receive, startAssessing } from '../../../tests/support/steps.ts'
import { makeEmployee, makeWorld, type Person, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let colleague: Person
let customer: Person
let staff: Person
let shades = 0

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  colleague = await makeEmployee(t, w.aoyama.company, '渋谷 司', 'staff', 'tsukasa@aoyama.example.jp')
})
afterAll(() => t.close())

beforeEach(async () => {
  t.clock.set(testStart)
  await t.pool.query('truncate rate_limit')
  customer = await newCustomer()
  staff = { ...w.aoyama.staff, ...(await signIn(t, w.aoyama.staff)) }
})

async function newCustomer(overrides: Parameters<typeof makeCustomerAccount>[2] = {}): Promise<Person> {
  const made = await makeCustomerAccount(t.db, t.tools, overrides)
  const tokens = await signIn(t, made)
  return { account_id: made.account_id, id: made.customer_id, email: made.email, name: '', ...tokens }
}

async function photo(width = 1200, height = 800, gps = false): Promise<Buffer> {
  shades += 1
  const image = sharp({
    create: { width, height, channels: 3, background: { r: shades % 256, g: 90, b: 20 } },
  })
  const placed = gps
    ? image.withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 39/1 29/1' } })
    : image
  return placed.jpeg().toBuffer()
}

async function upload(
  session: number,
  slot: string,
  bytes: Buffer,
  { token = customer.token, fields = {} as Record<string, string> } = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'a.jpg')
  const request = new Request('http://test/', { method: 'POST', body: form })
  return t.ask(`POST /api/ekyc/sessions/${session}/images/${slot}/`, {
    token,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  })
}

const open = (body: object = {}, token = customer.token) => t.ask('POST /api/ekyc/', { token, body })
const read = async (session: number, token = customer.token) =>
  (await t.ask(`GET /api/ekyc/sessions/${session}/`, { token })).body
const licence = { document: 'driving_licence', document_expires_on: '2028-05-12', has_new_address: false }
const confirm = async (session: number, paper: object = licence) =>
  t.ask(`POST /api/ekyc/sessions/${session}/document/`, {
    token: customer.token,
    body: { ...paper, version: (await read(session)).version },
  })
const submit = async (session: number) =>
  t.ask(`POST /api/ekyc/sessions/${session}/submit/`, {
    token: customer.token,
    body: { version: (await read(session)).version },
  })

async function begun(overrides: Record<string, unknown> = {}): Promise<number> {
  await apply(t, w, overrides, customer)
  return (await open()).body.id
}

async function handedIn(): Promise<number> {
  const id = await begun()
  await confirm(id)
  for (const slot of ['front', 'back', 'thickness', 'face']) await upload(id, slot, await photo())
  expect((await submit(id)).status).toBe(200)
  return id
}

const queue = async (token = staff.token, state = 'waiting') =>
  (await t.ask('GET /api/biz/identity-reviews/', { token, query: { state } })).body.results as {
    id: number
    session: number
    customer: number
    is_awaited: boolean
  }[]
const reviewOf = async (session: number, token = staff.token): Promise<number> => {
  const found = (await queue(token)).find((row) => row.session === session)
  if (!found) throw new Error('it is not in the queue')
  return found.id
}
const review = (id: number, token = staff.token) => t.ask(`GET /api/biz/identity-reviews/${id}/`, { token })
const asPrinted = {
  document_issuer: '東京都公安委員会',
  document_number: '301234567890',
  verified_name: '佐藤 美咲',
  verified_birthday: '1990-05-17',
  verified_address: '東京都渋谷区神宮前一丁目2番3号 メゾン表参道405号室',
}
const approve = (id: number, version: number, body: object = asPrinted, token = staff.token) =>
  t.ask(`POST /api/biz/identity-reviews/${id}/approve/`, { token, body: { ...body, version } })
const giveBack = (id: number, version: number, corrections: object[], token = staff.token) =>
  t.ask(`POST /api/biz/identity-reviews/${id}/return/`, { token, body: { version, corrections } })

const filesOf = async (session: number): Promise<string[]> => {
  const folder = path.join(t.tools.config.dataDir, 'files', 'identity', String(session))
  const names = await readdir(folder).catch(() => [] as string[])
  return names.map((name) => path.join(folder, name))
}
const actions = async (of: number) =>
  (
    await t.pool.query(
      `select action from activity where object_type = 'customer' and object_id = $1 and action like 'identity%' order by id`,
      [String(of)],
    )
  ).rows.map(({ action }) => action as string)

describe('opening', () => {
  test('gives the address of our own page, and the same session until it ends', async () => {
    await apply(t, w, {}, customer)
    const first = await open()
    expect([first.status, first.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        url: `${t.tools.config.publicUrl}/identity/${first.body.id}`,
        ekyc_status: 1,
        expires_at: expect.stringMatching(/^2026-12-01T23:59:59/),
      },
    ])
    expect(await open()).toMatchObject({ status: 200, body: { id: first.body.id } })
    const at = await Promise.all([open(), open(), open()])
    expect(new Set(at.map(({ body }) => body.id))).toEqual(new Set([first.body.id]))
    const checks = await t.ask('GET /api/identity-checks/', { token: customer.token })
    expect(checks.body).toMatchObject([
      { id: w.aoyama.company, ekyc_status: 1, session: first.body.id, review_by: null },
    ])
  })

  test('names every dealer with an open request once, and only those that lack a check', async () => {
    await apply(t, w, {}, customer)
    await apply(t, w, { shop: w.aoyama.shops[1] }, customer)
    const { id } = (await open()).body
    await apply(t, w, { shop: w.umeda.shops[0] }, customer)
    await open()
    const session = await read(id)
    expect(session.dealers.map(({ id: dealer }: { id: number }) => dealer)).toEqual([
      w.aoyama.company,
      w.umeda.company,
    ])
    expect((await open({ shop: w.aoyama.shops[1] })).body.id).toBe(id)
  })

  test('is refused without a request, for a strange shop or customer, and when it is done', async () => {
    expect((await open()).body.code).toBe('no_dealer_to_identify')
    expect((await open({ shop: w.umeda.shops[0] })).body).toHaveProperty('shop')
    expect((await open({ customer: w.hanako.id })).body).toHaveProperty('customer')
    await apply(t, w)
    expect((await open({}, (await signIn(t, w.hanako)).token)).body.code).toBe('already_identified')
  })

  test('is refused to minors and to incomplete registrations, with the reason', async () => {
    const ask = async (overrides: Parameters<typeof makeCustomerAccount>[2]) => {
      const someone = await newCustomer(overrides)
      await t.pool.query(
        'insert into related_shop (customer_id, shop_id, has_transactions, created_at) values ($1, $2, true, now())',
        [someone.id, w.aoyama.shops[0]],
      )
      return (await open({ shop: w.aoyama.shops[0] }, someone.token)).body.code
    }
    expect(await ask({ birthday: '2008-11-25' })).toBe('under_age')
    expect(await ask({ birthday: '2008-11-24' })).toBeUndefined()
    expect(await ask({ customer: { address1: '神宮前' } })).toBe('customer_incomplete')
    expect(await ask({ customer: { is_corporate: true } })).toBe('corporate_not_supported')
  })
})

describe('the paper', () => {
  test.each([
    ['an expired one', { ...licence, document_expires_on: '2026-11-23' }, 'document_expires_on'],
    ['a passport without the day of issue', { ...licence, document: 'passport' }, 'document_issued_on'],
    [
      'a passport without a page for the address',
      { ...licence, document: 'passport', document_issued_on: '2020-02-04' },
      'document_issued_on',
    ],
    ['a health insurance card', { ...licence, document: 'health_insurance' }, 'document'],
  ])('%s is refused under its field', async (_, paper, field) => {
    const response = await confirm(await begun(), paper)
    expect([response.status, Object.keys(response.body)]).toEqual([400, [field]])
  })

  test('the last day of validity counts; a passport counts until the last one of its kind ends', async () => {
    const id = await begun()
    expect((await confirm(id, { ...licence, document_expires_on: '2026-11-24' })).status).toBe(200)
    const passport = {
      document: 'passport',
      document_issued_on: '2020-02-03',
      document_expires_on: '2030-02-03',
    }
    expect((await confirm(id, passport)).status).toBe(200)
    await t.pool.query('update identity_session set expires_at = $2 where id = $1', [
      id,
      '2030-03-01T00:00:00Z',
    ])
    t.clock.set('2030-02-04T10:00:00+09:00')
    customer = { ...customer, ...(await signIn(t, customer)) }
    expect((await confirm(id, { ...passport, document_expires_on: '2031-01-01' })).body).toHaveProperty(
      'document',
    )
  })

  test('no picture before the data were compared, and none of a side the paper does not need', async () => {
    const id = await begun()
    expect((await upload(id, 'front', await photo())).body.code).toBe('illegal_transition')
    await confirm(id)
    expect((await upload(id, 'front', await photo())).status).toBe(201)
    expect((await upload(id, 'inside', await photo())).status).toBe(404)
    expect((await submit(id)).body.code).toBe('identity_incomplete')
  })

  test('another paper takes the pictures of the first one away; the face stays', async () => {
    const id = await begun()
    await confirm(id)
    for (const slot of ['front', 'face']) await upload(id, slot, await photo())
    const changed = await confirm(id, { ...licence, document: 'residence_card' })
    expect(changed.body.captures.map(({ slot }: { slot: string }) => slot)).toEqual(['face'])
    expect(await filesOf(id)).toHaveLength(1)
  })
})

describe('a My Number card', () => {
  const card = { ...licence, document: 'my_number_card' }

  test('its back is never taken, whatever is said', async () => {
    const id = await begun()
    await confirm(id, card)
    const response = await upload(id, 'back', await photo(), { fields: { shows_no_number: 'true' } })
    expect(response.body.code).toBe('my_number_side')
    expect(await filesOf(id)).toEqual([])
  })

  test('its front is taken only after the customer looked for the number', async () => {
    const id = await begun()
    await confirm(id, card)
    expect((await upload(id, 'front', await photo())).body.code).toBe('my_number_unconfirmed')
    expect(await filesOf(id)).toEqual([])
    const fields = { shows_no_number: 'true' }
    for (const slot of ['front', 'thickness']) {
      expect((await upload(id, slot, await photo(), { fields })).status).toBe(201)
    }
    expect((await upload(id, 'face', await photo())).status).toBe(201)
    expect((await submit(id)).status).toBe(200)
  })

  test('a picture with the number is deleted at once, and the number cannot be recorded', async () => {
    const id = await begun()
    await confirm(id, card)
    const fields = { shows_no_number: 'true' }
    for (const slot of ['front', 'thickness', 'face']) await upload(id, slot, await photo(), { fields })
    await submit(id)
    const found = await reviewOf(id)
    const { version } = (await review(found)).body
    const numbered = { ...asPrinted, document_issuer: '渋谷区長', document_number: '123456789012' }
    expect((await approve(found, version, numbered)).body).toHaveProperty('document_number')
    expect(
      (await giveBack(found, version, [{ part: 'thickness', reason: 'my_number_visible' }])).status,
    ).toBe(200)
    expect(await filesOf(id)).toHaveLength(2)
  })
})

describe('pictures', () => {
  test('are encrypted in the store, drawn anew without their place, and opened only with the key outside', async () => {
    const id = await begun()
    await confirm(id)
    const bytes = await photo(1200, 800, true)
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    await upload(id, 'front', bytes)
    const [file = ''] = await filesOf(id)
    const stored = await readFile(file)
    expect(stored.includes('WEBP')).toBe(false)
    await expect(sharp(stored).metadata()).rejects.toThrow()
    for (const slot of ['back', 'thickness', 'face']) await upload(id, slot, await photo())
    await submit(id)
    const found = await reviewOf(id)
    const image = await t.app.inject({
      method: 'GET',
      url: `/api/biz/identity-reviews/${found}/images/front/`,
      headers: { authorization: `Bearer ${staff.token}` },
    })
    expect([image.statusCode, image.headers['content-type'], image.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'no-store',
    ])
    const meta = await sharp(image.rawPayload).metadata()
    expect([meta.width, meta.height, meta.exif, meta.xmp]).toEqual([1200, 800, undefined, undefined])
    const { rows } = await t.pool.query('select data_key_enc from identity_capture where session_id = $1', [
      id,
    ])
    expect(new Set(rows.map((row) => row.data_key_enc.toString('hex'))).size).toBe(4)
    await t.pool.query(
      `update identity_capture c set data_key_enc = o.data_key_enc from identity_capture o
       where c.session_id = $1 and o.session_id = $1 and c.slot = 'front' and o.slot = 'back'`,
      [id],
    )
    const moved = await t.ask(`GET /api/biz/identity-reviews/${found}/images/front/`, { token: staff.token })
    expect(moved.status).toBe(500)
  })

  test.each([
    ['HTML named .jpg', () => Buffer.from('<html><script>alert(1)</script></html>'), 'file_type'],
    ['HEIC', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'file_heic'],
    ['one too small to read', () => photo(640, 360), 'picture_too_small'],
  ])('%s is refused by name and leaves nothing', async (_, bytes, code) => {
    const id = await begun()
    await confirm(id)
    expect((await upload(id, 'front', await bytes())).body.code).toBe(code)
    expect(await filesOf(id)).toEqual([])
    expect(await readdir(path.join(t.tools.config.dataDir, 'uploads'))).toEqual([])
    expect((await read(id)).captures).toEqual([])
  })

  test('a new one replaces the old one in the store as well', async () => {
    const id = await begun()
    await confirm(id)
    const [one, other] = await Promise.all([
      upload(id, 'front', await photo()),
      upload(id, 'front', await photo()),
    ])
    expect([one.status, other.status]).toEqual([201, 201])
    expect(await filesOf(id)).toHaveLength(1)
    expect((await read(id)).captures).toHaveLength(1)
  })
})

test('no other customer, dealer or shop sees a session, and nobody sees pictures that are still being made', async () => {
  const id = await begun()
  await confirm(id)
  await upload(id, 'front', await photo())
  const stranger = await newCustomer()
  expect((await t.ask(`GET /api/ekyc/sessions/${id}/`, { token: stranger.token })).status).toBe(404)
  expect((await upload(id, 'front', await photo(), { token: stranger.token })).status).toBe(404)
  expect((await t.ask(`POST /api/ekyc/sessions/${id}/cancel/`, { token: stranger.token })).status).toBe(404)
  expect((await queue()).map(({ session }) => session)).not.toContain(id)
  for (const slot of ['back', 'thickness', 'face']) await upload(id, slot, await photo())
  await submit(id)
  const found = await reviewOf(id)
  const { token } = await signIn(t, w.umeda.staff)
  expect((await queue(token)).map(({ session }) => session)).not.toContain(id)
  expect((await review(found, token)).status).toBe(404)
  expect((await t.ask(`GET /api/biz/identity-reviews/${found}/images/front/`, { token })).status).toBe(404)
  expect((await approve(found, 1, asPrinted, token)).status).toBe(404)
  const limited = await makeEmployee(t, w.aoyama.company, '限 定', 'staff', `only${id}@aoyama.example.jp`)
  await t.pool.query('insert into business_user_shop (business_user_id, shop_id) values ($1, $2)', [
    limited.id,
    w.aoyama.shops[1],
  ])
  const other = (await signIn(t, limited)).token
  expect((await review(found, other)).status).toBe(404)
})

describe('review', () => {
  test('approval records the identification, tells the customer, and closes the deal that waited', async () => {
    const box = await apply(t, w, {}, customer)
    await receive(t, box, 1)
    await startAssessing(t, box)
    const [slug = ''] = await assessAll(t, w, box, [9_000])
    await publish(t, box)
    await answer(t, box, { decisions: [{ slug, decision: 'sell' }] })
    await t.runJobs()
    const status = async () =>
      (await t.pool.query('select status from purchase_request where id = $1', [box.id])).rows[0].status
    expect(await status()).toBe(13)
    const { id } = (await open()).body
    await confirm(id)
    for (const slot of ['front', 'back', 'thickness', 'face']) await upload(id, slot, await photo())
    const handed = await submit(id)
    expect(handed.body).toMatchObject({ state: 'in_review', review_by: '2026-11-25T18:00:00+09:00' })
    const found = await reviewOf(id)
    expect((await queue()).find((row) => row.id === found)?.is_awaited).toBe(true)
    const { version } = (await review(found)).body
    const approved = await approve(found, version)
    expect([approved.status, approved.body]).toMatchObject([
      200,
      { clause: 'clause_8', identification_kind: 1, ekyc_status: 3, missing: [] },
    ])
    await t.runJobs()
    expect(await status()).toBe(21)
    expect((await read(id)).state).toBe('done')
    const { rows } = await t.pool.query(
      'select title, link from notification where account_id = $1 and event like $2',
      [customer.account_id, 'identity_decided%'],
    )
    expect(rows).toEqual([{ title: '本人確認が終わりました', link: `/requests/${box.id}` }])
    expect((await open()).body.code).toBe('no_dealer_to_identify')
    expect(await measuresOf(customer.id)).toEqual(['法15条1項4号・規則15条3項8号（運転免許証）'])
    expect(await actions(customer.id)).toEqual([
      'identity_session.open',
      'identity_session.submit',
      'identity_review.view',
      'identity_session.close',
      'identity_review.approve',
    ])
  })

  test('a later sale of the same customer rests on the sign-in (clause 13), until the data change', async () => {
    const sell = async () => {
      customer = { ...customer, ...(await signIn(t, customer)) }
      const box = await apply(t, w, {}, customer)
      await receive(t, box, 1)
      await startAssessing(t, box)
      const [slug = ''] = await assessAll(t, w, box, [9_000])
      await publish(t, box)
      await answer(t, box, { decisions: [{ slug, decision: 'sell' }] })
      await t.runJobs()
    }
    const identify = async (address = asPrinted.verified_address) => {
      const id = (await open()).body.id
      await confirm(id)
      for (const slot of ['front', 'back', 'thickness', 'face']) await upload(id, slot, await photo())
      await submit(id)
      const found = await reviewOf(id)
      const { version } = (await review(found)).body
      expect((await approve(found, version, { ...asPrinted, verified_address: address })).status).toBe(200)
      await t.runJobs()
    }
    await sell()
    await identify()
    await sell()
    const [first, later] = await measuresOf(customer.id)
    expect(first).toContain('規則15条3項8号')
    expect(later).toContain('規則15条3項13号')
    t.clock.forward(60_000)
    await t.ask(`PATCH /api/customers/${customer.id}/`, {
      token: customer.token,
      body: { address: { address1: '神宮前4-5-6', address2: '' } },
    })
    await sell()
    expect(await measuresOf(customer.id)).toHaveLength(2)
    await identify('東京都渋谷区神宮前4-5-6')
    expect((await measuresOf(customer.id))[2]).toContain('規則15条3項8号')
  })

  test('a paper that differs from the registration is not approved, and nothing is stored', async () => {
    const id = await handedIn()
    const found = await reviewOf(id)
    const { version } = (await review(found)).body
    const differing = { ...asPrinted, verified_address: '東京都渋谷区神宮前1-2-3 メゾン表参道 406' }
    const response = await approve(found, version, differing)
    expect([response.status, response.body.code, response.body.missing]).toEqual([
      400,
      'identity_gaps',
      ['address_differs'],
    ])
    const young = await approve(found, version, { ...asPrinted, verified_birthday: '2008-11-25' })
    expect(young.body.code).toBe('under_age')
    const { rowCount } = await t.pool.query('select from identification where customer_id = $1', [
      customer.id,
    ])
    expect(rowCount).toBe(0)
  })

  test('only the failing step is asked for again, and its picture is gone', async () => {
    const id = await handedIn()
    const found = await reviewOf(id)
    const { version } = (await review(found)).body
    expect((await giveBack(found, version, [{ part: 'face', reason: 'thickness_unclear' }])).status).toBe(400)
    const back = await giveBack(found, version, [{ part: 'back', reason: 'glare' }])
    expect(back.status).toBe(200)
    const session = await read(id)
    expect(session).toMatchObject({
      state: 'open',
      corrections: [{ part: 'back', reason: 'glare' }],
      dealers: [{ ekyc_status: 5 }],
    })
    expect(session.confirmed_at).not.toBeNull()
    expect(session.captures.map(({ slot }: { slot: string }) => slot)).toEqual(['front', 'thickness', 'face'])
    expect(await filesOf(id)).toHaveLength(3)
    expect(
      (await t.ask(`GET /api/biz/identity-reviews/${found}/images/front/`, { token: staff.token })).status,
    ).toBe(404)
    await t.runJobs()
    const { rows } = await t.pool.query(
      'select body, link from notification where account_id = $1 and event like $2',
      [customer.account_id, 'identity_decided%'],
    )
    expect(rows).toEqual([
      { body: expect.stringContaining('12月1日(火)までにお願いします'), link: `/identity/${id}` },
    ])
    await upload(id, 'back', await photo())
    expect((await read(id)).corrections).toEqual([])
    expect((await submit(id)).body.state).toBe('in_review')
    const again = (await review(found)).body
    expect(again.corrections).toEqual([{ part: 'back', reason: 'glare', is_fixed: true }])
    expect((await approve(found, again.version)).status).toBe(200)
  })

  test('a wrong address is mended in the registration; the pictures are used again', async () => {
    const id = await handedIn()
    const found = await reviewOf(id)
    const { version } = (await review(found)).body
    await giveBack(found, version, [{ part: 'address', reason: 'address_differs' }])
    expect((await read(id)).confirmed_at).toBeNull()
    expect((await submit(id)).body.code).toBe('identity_incomplete')
    await t.ask(`PATCH /api/customers/${customer.id}/`, {
      token: customer.token,
      body: { address: { address2: 'メゾン表参道 406' } },
    })
    await confirm(id)
    expect((await submit(id)).status).toBe(200)
    const again = (await review(found)).body
    expect(again.captures).toHaveLength(4)
    expect(
      (
        await approve(found, again.version, {
          ...asPrinted,
          verified_address: '東京都渋谷区神宮前1-2-3 メゾン表参道 406号室',
        })
      ).status,
    ).toBe(200)
  })

  test('a paper that cannot be used takes its pictures along', async () => {
    const id = await handedIn()
    const found = await reviewOf(id)
    const { version } = (await review(found)).body
    await giveBack(found, version, [{ part: 'document', reason: 'unusable' }])
    expect((await read(id)).captures.map(({ slot }: { slot: string }) => slot)).toEqual(['face'])
  })

  test('two people: the second sees who has it open, and one decision counts', async () => {
    const id = await handedIn()
    const found = await reviewOf(id)
    const { version } = (await review(found)).body
    const other = (await signIn(t, colleague)).token
    expect((await review(found, other)).body.opened_by).toBe(w.aoyama.staff.name)
    expect((await review(found)).body.opened_by).toBe('')
    const decided = await Promise.all([
      approve(found, version),
      giveBack(found, version, [{ part: 'face', reason: 'blur' }], other),
      approve(found, version, asPrinted, other),
    ])
    const statuses = decided.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 400, 400])
    for (const { status, body } of decided)
      if (status === 400) expect(['stale_version', 'illegal_transition']).toContain(body.code)
    t.clock.forward(11 * 60_000)
  })

  test('an approval and a change of the name at once never leave a check of the old name in force', async () => {
    for (let round = 0; round < 4; round++) {
      customer = await newCustomer()
      const id = await handedIn()
      const found = await reviewOf(id)
      const { version } = (await review(found)).body
      const [approved, changed] = await Promise.all([
        approve(found, version),
        t.ask(`PATCH /api/customers/${customer.id}/`, { token: customer.token, body: { name: '鈴木 美咲' } }),
      ])
      expect([200, 400]).toContain(approved.status)
      expect(changed.status).toBe(200)
      const { rowCount } = await t.pool.query(
        'select from identification where customer_id = $1 and cleared_at is null',
        [customer.id],
      )
      expect(rowCount).toBe(0)
      if (approved.status === 400) expect((await read(id)).confirmed_at).toBeNull()
    }
  })

  test('every view is recorded, of the page and of each picture', async () => {
    const id = await handedIn()
    const found = await reviewOf(id)
    await review(found)
    for (const slot of ['front', 'face'])
      await t.ask(`GET /api/biz/identity-reviews/${found}/images/${slot}/`, { token: staff.token })
    const { rows } = await t.pool.query(
      `select action, detail, actor_id::int from activity where object_id = $1 and action like 'identity_review.view%' order by id`,
      [String(customer.id)],
    )
    expect(rows).toEqual([
      { action: 'identity_review.view', detail: { review: found }, actor_id: w.aoyama.staff.account_id },
      {
        action: 'identity_review.view_image',
        detail: { review: found, slot: 'front' },
        actor_id: w.aoyama.staff.account_id,
      },
      {
        action: 'identity_review.view_image',
        detail: { review: found, slot: 'face' },
        actor_id: w.aoyama.staff.account_id,
      },
    ])
  })
})

describe('two dealers', () => {
  test('get the same papers, decide each for itself, and one that asks again takes them back from the other', async () => {
    await apply(t, w, {}, customer)
    await apply(t, w, { shop: w.umeda.shops[0] }, customer)
    const { id } = (await open()).body
    await confirm(id)
    for (const slot of ['front', 'back', 'thickness', 'face']) await upload(id, slot, await photo())
    await submit(id)
    const umeda = (await signIn(t, w.umeda.staff)).token
    const [here, there] = [await reviewOf(id), await reviewOf(id, umeda)]
    const seen = (await review(there, umeda)).body
    await giveBack(here, (await review(here)).body.version, [{ part: 'face', reason: 'blur' }])
    expect((await approve(there, seen.version, asPrinted, umeda)).body.code).toBe('stale_version')
    expect((await queue(umeda)).map(({ session }) => session)).not.toContain(id)
    await upload(id, 'face', await photo())
    await submit(id)
    const version = async (review_: number, token: string) => (await review(review_, token)).body.version
    expect((await approve(there, await version(there, umeda), asPrinted, umeda)).status).toBe(200)
    expect((await read(id)).state).toBe('in_review')
    expect((await approve(here, await version(here, staff.token))).status).toBe(200)
    expect((await read(id)).state).toBe('done')
  })

  test('what one dealer approved stays its evidence when the other one asks again, and when the name changes', async () => {
    await apply(t, w, {}, customer)
    await apply(t, w, { shop: w.umeda.shops[0] }, customer)
    const { id } = (await open()).body
    await confirm(id)
    for (const slot of ['front', 'back', 'thickness', 'face']) await upload(id, slot, await photo())
    await submit(id)
    const umeda = (await signIn(t, w.umeda.staff)).token
    const [here, there] = [await reviewOf(id), await reviewOf(id, umeda)]
    const front = async () => t.ask(`GET /api/biz/identity-reviews/${there}/images/front/`, { token: umeda })
    const evidence = (await filesOf(id)).length
    expect((await approve(there, (await review(there, umeda)).body.version, asPrinted, umeda)).status).toBe(
      200,
    )
    const given = await giveBack(here, (await review(here)).body.version, [
      { part: 'document', reason: 'expired' },
    ])
    expect(given.body.session).not.toBe(id)
    await t.runJobs()
    expect((await filesOf(id)).length).toBe(evidence)
    expect((await front()).status).toBe(200)
    expect((await review(there, umeda)).body).toMatchObject({ session: id, document: 'driving_licence' })

    const next = (await open()).body.id
    expect(next).toBe(given.body.session)
    expect((await upload(id, 'front', await photo())).body.code).toBe('illegal_transition')
    await confirm(next)
    for (const slot of ['front', 'back', 'thickness', 'face']) await upload(next, slot, await photo())
    expect((await submit(next)).body.state).toBe('in_review')
    await t.ask(`PATCH /api/customers/${customer.id}/`, {
      token: customer.token,
      body: { name: '鈴木 美咲' },
    })
    expect((await approve(here, (await review(here)).body.version)).body.code).toBe('illegal_transition')
    expect((await filesOf(id)).length).toBe(evidence)
    expect((await front()).status).toBe(200)
  })

  test('a second dealer gets nothing before the customer hands in again', async () => {
    const id = await handedIn()
    await apply(t, w, { shop: w.umeda.shops[0] }, customer)
    expect((await open()).body.id).toBe(id)
    const umeda = (await signIn(t, w.umeda.staff)).token
    expect((await queue(umeda)).map(({ session }) => session)).not.toContain(id)
    expect((await read(id)).state).toBe('open')
    expect((await upload(id, 'front', await photo())).body.code).toBe('illegal_transition')
    await submit(id)
    expect((await queue(umeda)).map(({ session }) => session)).toContain(id)
  })
})

describe('ends', () => {
  test('a change of the name takes a check under review back to the customer', async () => {
    const id = await handedIn()
    const found = await reviewOf(id)
    const { version } = (await review(found)).body
    await t.ask(`PATCH /api/customers/${customer.id}/`, {
      token: customer.token,
      body: { name: '鈴木 美咲' },
    })
    expect((await approve(found, version)).body.code).toBe('stale_version')
    expect(await read(id)).toMatchObject({ state: 'open', confirmed_at: null })
  })

  test('today counts what waits for a decision, by company and by shop', async () => {
    const counted = async (token = staff.token, query = {}) =>
      (await t.ask('GET /api/biz/today/', { token, query })).body.stations.find(
        ({ key }: { key: string }) => key === 'identity',
      )
    const before = await counted()
    const elsewhere = await counted(w.umeda.staff.token)
    await begun()
    expect(await counted()).toEqual(before)
    const id = await handedIn()
    expect(await counted()).toMatchObject({ count: before.count + 1, late: before.late })
    expect((await queue()).length).toBe(before.count + 1)
    expect(await counted(w.umeda.staff.token)).toEqual(elsewhere)
    expect((await counted(staff.token, { shop: w.aoyama.shops[1] })).count).toBe(0)
    t.clock.set(new Date(t.clock.now().getTime() + 3 * 86_400_000))
    const late = { ...staff, ...(await signIn(t, w.aoyama.staff)) }
    expect((await counted(late.token)).late).toBeGreaterThan(before.late)
    const found = await reviewOf(id, late.token)
    await approve(found, (await review(found, late.token)).body.version, asPrinted, late.token)
    expect((await counted(late.token)).count).toBe(before.count)
  })

  test('a change of the reading only is seen before it is approved', async () => {
    const id = await handedIn()
    const found = await reviewOf(id)
    const { version } = (await review(found)).body
    const changed = await t.ask(`PATCH /api/customers/${customer.id}/`, {
      token: customer.token,
      body: { name_kana: 'ヤマダ タロウ' },
    })
    expect(changed.status).toBe(200)
    const refused = await approve(found, version)
    expect(refused.body).toMatchObject({ code: 'stale_version', current: { name_kana: 'ヤマダ タロウ' } })
    expect((await read(id)).state).toBe('in_review')
  })

  test('a session that ran out is closed, its pictures are deleted, and a new one begins', async () => {
    const id = await begun()
    await confirm(id)
    await upload(id, 'front', await photo())
    t.clock.set('2026-12-02T00:10:00+09:00')
    customer = { ...customer, ...(await signIn(t, customer)) }
    expect((await upload(id, 'front', await photo())).body.code).toBe('illegal_transition')
    await runJob('identity.expire')
    expect((await read(id)).state).toBe('expired')
    t.clock.forward(60_000)
    await t.runJobs()
    expect(await filesOf(id)).toEqual([])
    const next = await open()
    expect([next.status, next.body.id === id]).toEqual([201, false])
    t.clock.set('2027-01-02T04:00:00+09:00')
    await runJob('identity.thin')
    expect((await t.pool.query('select from identity_session where id = $1', [id])).rowCount).toBe(0)
  })

  test('one that is being looked at does not run out', async () => {
    const id = await handedIn()
    t.clock.set('2026-12-20T00:10:00+09:00')
    await runJob('identity.expire')
    customer = { ...customer, ...(await signIn(t, customer)) }
    expect((await read(id)).state).toBe('in_review')
  })

  test('stopping deletes the pictures at once and leaves the queue', async () => {
    const id = await handedIn()
    for (let again = 0; again < 2; again++) {
      const stopped = await t.ask(`POST /api/ekyc/sessions/${id}/cancel/`, { token: customer.token })
      expect([stopped.status, stopped.body.state]).toEqual([200, 'canceled'])
    }
    expect(await filesOf(id)).toEqual([])
    expect((await queue()).map(({ session }) => session)).not.toContain(id)
  })

  test('the face goes after thirty days, the paper stays with its record and goes with it', async () => {
    const id = await handedIn()
    const found = await reviewOf(id)
    await approve(found, (await review(found)).body.version)
    await withdrawRequests()
    t.clock.set('2026-12-25T03:30:00+09:00')
    await runJob('identity.thin')
    t.clock.forward(60_000)
    await t.runJobs()
    expect(await filesOf(id)).toHaveLength(3)
    await t.pool.query('update customer set left_at = now() where id = $1', [customer.id])
    await runJob('retention.identifications')
    t.clock.forward(60_000)
    await t.runJobs()
    expect(await filesOf(id)).toEqual([])
    for (const table of ['identity_review', 'identity_capture', 'identity_correction'])
      expect((await t.pool.query(`select from ${table} where session_id = $1`, [id])).rowCount).toBe(0)
  })

  test('leaving ends a session that was not decided', async () => {
    const id = await begun()
    await confirm(id)
    await upload(id, 'front', await photo())
    await withdrawRequests()
    const left = await t.ask(`DELETE /api/customers/${customer.id}/`, { token: customer.token })
    expect(left.status).toBe(204)
    t.clock.forward(60_000)
    await t.runJobs()
    expect(await filesOf(id)).toEqual([])
  })

  test('another complete record of the dealer settles its review', async () => {
    const id = await handedIn()
    const recorded = await t.ask(
      `POST /api/biz/shops/${w.aoyama.shops[0]}/customers/${customer.id}/identification/`,
      {
        token: staff.token,
        body: {
          ...asPrinted,
          clause: 'face_to_face',
          identification_kind: 1,
          verified_name_kana: 'サトウ ミサキ',
        },
      },
    )
    expect(recorded.body.missing).toEqual([])
    expect((await read(id)).state).toBe('done')
    expect((await queue()).map(({ session }) => session)).not.toContain(id)
  })
})

async function measuresOf(of: number): Promise<string[]> {
  const { rows } = await t.pool.query<{ measure: string }>(
    `select l.measure from antique_ledger l join antique_ledger_person p on p.id = l.person_id
     where p.customer_id = $1 order by l.seq`,
    [of],
  )
  return rows.map(({ measure }) => measure)
}

async function withdrawRequests(): Promise<void> {
  const { rows } = await t.pool.query<{ id: number; version: number }>(
    'select id::int, version from purchase_request where customer_id = $1',
    [customer.id],
  )
  customer = { ...customer, ...(await signIn(t, customer)) }
  for (const { id, version } of rows) {
    const path = `/api/purchase_requests/${id}/`
    expect((await t.ask(`DELETE ${path}`, { token: customer.token, body: { version } })).status).toBeLessThan(
      300,
    )
  }
}

async function runJob(name: 'identity.expire' | 'identity.thin' | 'retention.identifications') {
  const { allTasks } = await import('#server/jobs')
  await allTasks(t.db, t.tools)[name]({})
}
