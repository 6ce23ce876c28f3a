import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { allTasks } from '#server/jobs'
import { createEkyc } from '#server/platform/ekyc'
import { type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import {
  type EkycServer,
  licenceRead,
  sendProviderNews,
  startEkycServer,
} from '../../../tests/support/ekyc-server.ts'
import { apply } from '../../../tests/support/steps.ts'
import { makeWorld, type Person, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let ekyc: EkycServer
let customer: Person
let staff: Person
let now = () => new Date(testStart)

beforeAll(async () => {
  ekyc = await startEkycServer(() => now())
  t = await testApp({ config: { ekyc: ekyc.config } })
  now = () => t.clock.now()
  w = await makeWorld(t)
})
afterAll(async () => {
  await t.close()
  await ekyc.close()
})
afterEach(() => ekyc.fail(undefined))
beforeEach(async () => {
  t.clock.set(testStart)
  await t.pool.query('truncate rate_limit')
  const made = await makeCustomerAccount(t.db, t.tools)
  const tokens = await signIn(t, made)
  customer = { account_id: made.account_id, id: made.customer_id, email: made.email, name: '', ...tokens }
  staff = { ...w.aoyama.staff, ...(await signIn(t, w.aoyama.staff)) }
})

const task = async (name: 'identity.poll_checks' | 'identity.thin') => {
  await allTasks(t.db, t.tools)[name]?.({} as never)
  await t.runJobs()
}
const token = () => customer.token
const read = async (id: number) => (await t.ask(`GET /api/ekyc/sessions/${id}/`, { token: token() })).body
const start = async (id: number, version?: number) =>
  t.ask(`POST /api/ekyc/sessions/${id}/provider/`, {
    token: token(),
    body: { version: version ?? (await read(id)).version },
  })
async function begun(): Promise<number> {
  await apply(t, w, {}, customer)
  return (await t.ask('POST /api/ekyc/', { token: token(), body: {} })).body.id
}
/** The session, and what the provider has of it. */
async function gone() {
  const id = await begun()
  const started = await start(id)
  expect(started.status).toBe(200)
  return { id, at: ekyc.latest(), url: started.body.url as string }
}
const news = (of: { id: string; reference: string; status: string }) => sendProviderNews(t, ekyc, of)
const told = async (of: { id: string; reference: string; status: string }) => {
  expect((await news(of)).status).toBe(200)
  await t.runJobs()
}
const checks = async () => (await t.ask('GET /api/identity-checks/', { token: token() })).body
const identifications = async () =>
  (
    await t.pool.query(
      'select clause, provider, recorded_by, filed_at, ekyc_status, missing from identification where customer_id = $1',
      [customer.id],
    )
  ).rows
const checkRows = async (session: number) =>
  (await t.pool.query('select * from identity_check where session_id = $1 order by id', [session])).rows

describe('a check at the provider', () => {
  test('is begun, handed in and approved: the dealer has its record, evidence and clause', async () => {
    const { id, at, url } = await gone()
    expect(url).toBe(at.url)
    expect(at.claimed).toMatchObject({ name: '佐藤 美咲', birth: '1990-05-17' })
    expect(url).toContain(encodeURIComponent(`${t.tools.config.publicUrl}/identity/${id}`))
    expect(await read(id)).toMatchObject({ state: 'open', provider: { name: 'まもる確認', state: 'ready' } })

    ekyc.decide(at, 'reviewing')
    await told(at)
    expect(await read(id)).toMatchObject({ state: 'in_review', provider: { state: 'submitted' } })
    expect(await checks()).toMatchObject([{ ekyc_status: 2 }])
    const waiting = await t.ask('GET /api/biz/identity-reviews/', { token: staff.token })
    expect(waiting.body.results.filter(({ session }: { session: number }) => session === id)).toEqual([])

    ekyc.decide(at, 'approved')
    const before = t.outbox.length
    await told(at)
    expect(await read(id)).toMatchObject({ state: 'done', provider: { state: 'approved' } })
    expect(await checks()).toMatchObject([{ ekyc_status: 3, identification_kind: 1 }])
    expect(await identifications()).toMatchObject([
      { clause: 'clause_8', provider: 'まもる確認', recorded_by: null, ekyc_status: 3, missing: [] },
    ])
    expect(t.outbox.slice(before).filter(({ to }) => to === customer.email)).toHaveLength(1)

    const approved = await t.ask('GET /api/biz/identity-reviews/', {
      token: staff.token,
      query: { state: 'approved' },
    })
    const mine = approved.body.results.find(({ session }: { session: number }) => session === id)
    expect(mine).toMatchObject({ decided_by: 'まもる確認', document: 'driving_licence' })
    const shown = (await t.ask(`GET /api/biz/identity-reviews/${mine.id}/`, { token: staff.token })).body
    expect(shown.provider).toEqual({
      name: 'まもる確認',
      check: at.id,
      clause: 'clause_8',
      law: '古物営業法施行規則15条3項8号',
      valid_from: '2020-04-01',
      valid_to: null,
      name_read: '佐藤 美咲',
      birthday_read: '1990-05-17',
      address_read: at.claimed.address,
    })
    expect(shown.captures.map(({ slot }: { slot: string }) => slot)).toEqual([
      'front',
      'back',
      'thickness',
      'face',
    ])
    const image = await t.ask(`GET /api/biz/identity-reviews/${mine.id}/images/front/`, {
      token: staff.token,
    })
    expect(image.status).toBe(200)
    const elsewhere = await t.ask(`GET /api/biz/identity-reviews/${mine.id}/`, { token: w.umeda.staff.token })
    expect(elsewhere.status).toBe(404)
  })

  test('by chip keeps the number of a My Number card nowhere', async () => {
    const { id, at } = await gone()
    const document = { ...licenceRead.document, type: 'my_number_card', number: '123456789018' }
    ekyc.decide(at, 'approved', { method: 'chip_face', document, images: [] })
    await told(at)
    expect((await read(id)).state).toBe('done')
    expect(await identifications()).toMatchObject([{ clause: 'clause_9', ekyc_status: 3 }])
    const { rows } = await t.pool.query(
      'select document_number_enc from identification where customer_id = $1',
      [customer.id],
    )
    expect(rows).toEqual([{ document_number_enc: null }])
  })

  test('begun twice, at once or later, is one check with one address', async () => {
    const id = await begun()
    const before = ekyc.known.size
    const { version } = await read(id)
    const both = await Promise.all([start(id, version), start(id, version)])
    const urls = both.filter(({ status }) => status === 200).map(({ body }) => body.url)
    expect(urls.length).toBeGreaterThan(0)
    urls.push((await start(id)).body.url)
    expect(new Set(urls).size).toBe(1)
    expect(ekyc.known.size).toBe(before + 1)
  })

  test('is somebody else’s to nobody, needs the version that was shown, and a provider', async () => {
    const id = await begun()
    const foreign = await t.ask(`POST /api/ekyc/sessions/${id}/provider/`, {
      token: w.hanako.token,
      body: { version: 0 },
    })
    expect(foreign.status).toBe(404)
    expect((await start(id, 99)).body.code).toBe('stale_version')
    await t.pool.query(`update identity_session set provider = '' where id = $1`, [id])
    expect((await start(id)).body.code).toBe('identity_provider_not_offered')
  })

  test('keeps address and result encrypted, and nothing personal in the log', async () => {
    const { id, at } = await gone()
    const [ready] = await checkRows(id)
    expect(ready.url_enc.toString('latin1')).not.toContain('/start/')
    ekyc.decide(at, 'approved')
    await told(at)
    const [done] = await checkRows(id)
    expect(done.url_enc).toBeNull()
    expect(done.result_enc.toString('utf8')).not.toContain('佐藤')
    const log = t.logText()
    for (const word of ['佐藤', '1990-05-17', '301234567890', '/start/', ekyc.config.token])
      expect(log).not.toContain(word)
  })
})

describe('when the provider is away', () => {
  test.each([
    ['5xx', 503],
    ['4xx', 403],
    ['too many', 429],
  ])('%s: the customer is told, takes the pictures here, or tries again', async (_name, status) => {
    const id = await begun()
    ekyc.fail((_request, response) => {
      response.writeHead(status).end('{}')
      return true
    })
    const refused = await start(id)
    expect([refused.status, refused.body.code]).toEqual([503, 'identity_provider_down'])
    expect((await read(id)).state).toBe('open')
    ekyc.fail(undefined)
    expect((await start(id)).status).toBe(200)
    const confirmed = await t.ask(`POST /api/ekyc/sessions/${id}/document/`, {
      token: token(),
      body: {
        version: (await read(id)).version,
        document: 'driving_licence',
        document_expires_on: '2028-05-12',
      },
    })
    expect(confirmed.body).toMatchObject({ state: 'open', provider: { state: 'canceled' } })
    await t.runJobs()
    expect(ekyc.canceled).toContain(ekyc.latest().id)
  })

  test('a lost response makes no second check', async () => {
    const id = await begun()
    const before = ekyc.known.size
    let lose = true
    ekyc.fail(async (request, response) => {
      if (!lose || request.method !== 'POST') return false
      lose = false
      // Taken, but the connection ends before the response.
      setTimeout(() => response.destroy(), 50)
      return false
    })
    await start(id)
    expect((await start(id)).status).toBe(200)
    expect(ekyc.known.size).toBe(before + 1)
  })

  test('a result that cannot be read yet is read later', async () => {
    const { id, at } = await gone()
    ekyc.decide(at, 'approved')
    ekyc.fail((_request, response) => {
      response.writeHead(500).end()
      return true
    })
    expect((await news(at)).status).toBe(200)
    await expect(t.runJobs()).rejects.toThrow()
    expect((await read(id)).state).toBe('open')
    ekyc.fail(undefined)
    await told(at)
    expect((await read(id)).state).toBe('done')
  })

  test('a key that the provider refuses for a while ends no check', async () => {
    const { id, at } = await gone()
    ekyc.decide(at, 'approved')
    for (const status of [401, 403]) {
      ekyc.fail((_request, response) => {
        response.writeHead(status).end()
        return true
      })
      expect((await news(at)).status).toBe(200)
      await expect(t.runJobs()).rejects.toThrow()
      expect(await read(id)).toMatchObject({ state: 'open', provider: { state: 'ready' } })
    }
    ekyc.fail(undefined)
    await told(at)
    expect((await read(id)).state).toBe('done')
  })

  test('pictures that fail leave no record behind', async () => {
    const { id, at } = await gone()
    ekyc.decide(at, 'approved')
    ekyc.fail((request, response) => {
      if (!request.url?.includes('/images/back')) return false
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>no picture</html>')
      return true
    })
    await told(at)
    expect(await identifications()).toEqual([])
    expect(await read(id)).toMatchObject({ state: 'open', captures: [], provider: { state: 'failed' } })
  })

  test('waits no longer than it says, and takes no more than it needs', async () => {
    const server = createServer(async (request, response) => {
      if (request.url?.includes('slow')) return
      response.writeHead(200)
      for (let part = 0; part < 40; part++) {
        response.write(Buffer.alloc(64 * 1024, 32))
        await sleep(1)
      }
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const adapter = createEkyc({ ...ekyc.config, apiUrl }, 300)
    await expect(adapter.read('slow')).rejects.toMatchObject({ temporary: true })
    await expect(createEkyc({ ...ekyc.config, apiUrl }).read('huge')).rejects.toMatchObject({
      message: 'the identity provider sent too much',
    })
    server.closeAllConnections()
    server.close()
  })
})

describe('the webhook', () => {
  const url = 'POST /api/ekyc/provider/webhook/'
  const type = { 'content-type': 'application/json' }
  const bodyOf = (of: { id: string; reference: string }) =>
    JSON.stringify({ verification: { id: of.id, reference: of.reference, status: 'approved' } })

  test('refuses what is not signed over exactly these bytes, now, with our secret', async () => {
    const { id, at } = await gone()
    ekyc.decide(at, 'approved')
    const body = bodyOf(at)
    const good = ekyc.signature(body)
    const seconds = Math.floor(now().getTime() / 1000)
    const signatures = [
      undefined,
      '',
      'nonsense',
      good.toUpperCase(),
      ekyc.signature(`${body} `),
      ekyc.signature(body, now(), 'another secret'),
      ekyc.signature(body, new Date(now().getTime() - 6 * 60_000)),
      ekyc.signature(body, new Date(now().getTime() + 6 * 60_000)),
      // Without the time, the signature would be good for ever.
      `t=${seconds},v1=${createHmac('sha256', ekyc.config.webhookSecret).update(body).digest('hex')}`,
    ]
    for (const signature of signatures) {
      const headers = { ...type, ...(signature === undefined ? {} : { 'x-ekyc-signature': signature }) }
      const refused = await t.ask(url, { body, headers })
      expect([refused.status, refused.body.code]).toEqual([400, 'signature_invalid'])
    }
    await t.runJobs()
    expect((await read(id)).state).toBe('open')
  })

  test('takes neither huge nor strange bodies, and ignores checks it does not know', async () => {
    const huge = JSON.stringify({ verification: { id: 'a', reference: 'b' }, padding: 'x'.repeat(1_100_000) })
    const send = (body: string) =>
      t.ask(url, { body, headers: { ...type, 'x-ekyc-signature': ekyc.signature(body) } })
    expect((await send(huge)).status).toBe(413)
    for (const body of ['[]', '{}', '{"verification":{"id":"../x","reference":"a"}}', '{"verification":5}'])
      expect((await send(body)).status).toBe(400)
    expect((await send(bodyOf({ id: 'v-1', reference: 'unknown' }))).body).toEqual({})
  })

  test('believes the provider’s result, not the message', async () => {
    const { id, at } = await gone()
    await told({ ...at, status: 'approved' })
    expect((await read(id)).state).toBe('open')
    ekyc.decide(at, 'rejected', {}, ['face_mismatch', 'image_unclear', 'something_new'])
    await told({ ...at, status: 'approved' })
    const session = await read(id)
    expect(session).toMatchObject({ state: 'open', provider: { state: 'rejected' } })
    expect(session.corrections.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
      'blur',
      'face_differs',
    ])
    expect(await identifications()).toEqual([])
  })

  test('a result that cannot be stored ends the check instead of being read for ever', async () => {
    const { id, at } = await gone()
    const document = { ...licenceRead.document, issuer: '東京都\u0000公安委員会' }
    ekyc.decide(at, 'approved', { document })
    await told(at)
    expect(await read(id)).toMatchObject({ state: 'open', provider: { state: 'failed' } })
    expect(await identifications()).toEqual([])
  })

  test('replayed, late and in another order changes nothing', async () => {
    const { id, at } = await gone()
    ekyc.decide(at, 'approved')
    await Promise.all([news(at), news({ ...at, status: 'reviewing' }), news(at)])
    await t.runJobs()
    const done = await read(id)
    expect(done.state).toBe('done')
    const mails = t.outbox.length
    at.status = 'reviewing'
    await told({ ...at, status: 'reviewing' })
    ekyc.decide(at, 'rejected', {}, ['forgery_suspected'])
    await told(at)
    expect(await read(id)).toEqual(done)
    expect(await identifications()).toHaveLength(1)
    expect(t.outbox.length).toBe(mails)
  })

  test('may come before the response to the creation', async () => {
    const id = await begun()
    ekyc.whenCreated(async (made) => {
      expect((await news(made)).status).toBe(200)
      await t.runJobs()
    })
    expect((await start(id)).status).toBe(200)
    ekyc.whenCreated(undefined)
    const at = ekyc.latest()
    expect(await read(id)).toMatchObject({ state: 'open', provider: { state: 'ready' } })
    ekyc.decide(at, 'approved')
    await told(at)
    expect((await read(id)).state).toBe('done')
  })

  test('a check of another customer is not taken for this one', async () => {
    const { id, at } = await gone()
    const other = { ...at, id: 'v-other', reference: 'of another' }
    ekyc.known.set(at.id, { ...other, id: at.id, status: 'approved', result: licenceRead })
    await told(at)
    expect(await read(id)).toMatchObject({ state: 'open', provider: { state: 'failed' } })
    expect(await identifications()).toEqual([])
  })
})

describe('the decision is made with the data of now', () => {
  const change = (body: object) => t.ask(`PATCH /api/customers/${customer.id}/`, { token: token(), body })

  test('a name changed meanwhile ends the check, whatever the provider says then', async () => {
    const { id, at } = await gone()
    ekyc.decide(at, 'reviewing')
    await told(at)
    expect((await change({ name: '鈴木 美咲' })).status).toBe(200)
    expect(await read(id)).toMatchObject({ state: 'open', provider: { state: 'canceled' } })
    ekyc.decide(at, 'approved')
    await told(at)
    expect(await identifications()).toEqual([])
    expect((await start(id)).status).toBe(200)
    expect(ekyc.latest().claimed.name).toBe('鈴木 美咲')
  })

  test('what the customer puts right is not asked for again, and the rest is', async () => {
    const { id, at } = await gone()
    ekyc.decide(at, 'approved', { name: '鈴木 美咲', birth: '1991-05-17' })
    await told(at)
    const asked = async () => (await read(id)).corrections.map(({ part }: { part: string }) => part).sort()
    expect(await asked()).toEqual(['birthday', 'name'])
    expect((await change({ phone: '09012345678' })).status).toBe(200)
    expect(await asked()).toEqual(['birthday', 'name'])
    expect((await change({ name: '鈴木 美咲' })).status).toBe(200)
    expect(await asked()).toEqual(['birthday'])
    expect((await change({ birthday: '1991-05-17' })).status).toBe(200)
    expect(await asked()).toEqual([])
    expect((await start(id)).status).toBe(200)
    expect(ekyc.latest().claimed).toMatchObject({ name: '鈴木 美咲', birth: '1991-05-17' })
  })

  test.each([
    [{ name: '鈴木 美咲' }, ['name_differs']],
    [{ birth: '1991-05-17' }, ['birthday_differs']],
    [{ address: '東京都渋谷区神宮前一丁目2番3号 メゾン表参道404号室' }, ['address_differs']],
    [{ name: '鈴木 美咲', birth: '2015-01-01' }, ['birthday_differs', 'name_differs']],
    [{ document: { ...licenceRead.document, expires_on: '2026-11-23' } }, ['expired']],
  ])('a paper that says %j is not approved, and the customer reads why', async (paper, reasons) => {
    const { id, at } = await gone()
    ekyc.decide(at, 'approved', paper)
    await t.runJobs()
    const before = t.outbox.length
    await told(at)
    const session = await read(id)
    expect(session).toMatchObject({ state: 'open', confirmed_at: null, provider: { state: 'rejected' } })
    expect(session.corrections.map(({ reason }: { reason: string }) => reason).sort()).toEqual(reasons)
    expect(await identifications()).toEqual([])
    expect(t.outbox.slice(before).filter(({ to }) => to === customer.email)).toHaveLength(1)
    expect((await start(id)).status).toBe(200)
  })

  test.each([
    ['a method without a clause', { method: 'selfie' }],
    ['a paper that is no proof', { document: { ...licenceRead.document, type: 'library_card' } }],
    ['a picture missing', { images: ['front', 'face'] }],
    ['no number', { document: { ...licenceRead.document, number: '' } }],
  ])('%s is no record; the own page stays open', async (_name, paper) => {
    const { id, at } = await gone()
    ekyc.decide(at, 'approved', paper)
    await told(at)
    expect(await read(id)).toMatchObject({ state: 'open', provider: { state: 'failed' } })
    expect(await identifications()).toEqual([])
  })

  test('only for the dealers that the customer agreed to', async () => {
    const { id, at } = await gone()
    await apply(t, w, { shop: w.umeda.shops[0] }, customer)
    expect((await t.ask('POST /api/ekyc/', { token: token(), body: {} })).body.id).toBe(id)
    ekyc.decide(at, 'approved')
    await told(at)
    expect((await read(id)).state).toBe('done')
    const byDealer = (await checks()).map(({ ekyc_status }: { ekyc_status: number }) => ekyc_status)
    expect(byDealer).toEqual([3, 1])
    const next = (await t.ask('POST /api/ekyc/', { token: token(), body: {} })).body.id
    expect(next).not.toBe(id)
    expect((await start(next)).status).toBe(200)
  })
})

describe('ends', () => {
  test('a customer who stops cancels it at the provider; a result is ignored', async () => {
    const { id, at } = await gone()
    await t.ask(`POST /api/ekyc/sessions/${id}/cancel/`, { token: token() })
    await t.runJobs()
    expect(ekyc.canceled).toContain(at.id)
    ekyc.decide(at, 'approved')
    await told(at)
    expect((await read(id)).state).toBe('canceled')
    expect(await identifications()).toEqual([])
  })

  test('a message that never came is made up for', async () => {
    const { at } = await gone()
    ekyc.decide(at, 'approved')
    t.clock.forward(6 * 60_000)
    await task('identity.poll_checks')
    expect(await identifications()).toHaveLength(1)
  })

  test('an address that ran out begins anew', async () => {
    const other = await gone()
    t.clock.forward(25 * 3_600_000)
    await task('identity.poll_checks')
    customer = { ...customer, ...(await signIn(t, customer)) }
    expect((await read(other.id)).provider.state).toBe('expired')
    expect((await start(other.id)).body.url).not.toBe(other.url)
  })

  test('a result that does not come within three days gives the check back, with a mail', async () => {
    const { id, at } = await gone()
    ekyc.decide(at, 'reviewing')
    await told(at)
    t.clock.forward(73 * 3_600_000)
    const before = t.outbox.length
    await task('identity.poll_checks')
    customer = { ...customer, ...(await signIn(t, customer)) }
    expect(await read(id)).toMatchObject({ state: 'open', provider: { state: 'failed' } })
    expect(t.outbox.slice(before).filter(({ to }) => to === customer.email)).toHaveLength(1)
    expect(ekyc.canceled).toContain(at.id)
  })

  test('a provider that stays away for a day longer is not waited for, and the customer goes on here', async () => {
    const { id, at } = await gone()
    ekyc.decide(at, 'reviewing')
    await told(at)
    ekyc.fail((request, response) => {
      if (request.method !== 'GET') return false
      response.writeHead(503).end()
      return true
    })
    t.clock.forward(95 * 3_600_000)
    await expect(task('identity.poll_checks')).rejects.toThrow()
    customer = { ...customer, ...(await signIn(t, customer)) }
    expect((await read(id)).state).toBe('in_review')

    t.clock.forward(2 * 3_600_000)
    const before = t.outbox.length
    await task('identity.poll_checks')
    customer = { ...customer, ...(await signIn(t, customer)) }
    const given = await read(id)
    expect(given).toMatchObject({ state: 'open', provider: { state: 'failed' } })
    expect(Date.parse(given.expires_at)).toBeGreaterThan(t.clock.now().getTime() + 6 * 86_400_000)
    const [mail, ...others] = t.outbox.slice(before).filter(({ to }) => to === customer.email)
    expect(others).toEqual([])
    expect(mail?.text).toContain('おくるの画面で撮影して送ることもできます')
    expect(mail?.text).toContain(`/identity/${id}`)
    expect(ekyc.canceled).toContain(at.id)

    // What it decides after that is of no effect, and the customer's own pictures are taken.
    ekyc.fail(undefined)
    ekyc.decide(at, 'approved')
    await told(at)
    await task('identity.poll_checks')
    expect(await identifications()).toEqual([])
    const confirmed = await t.ask(`POST /api/ekyc/sessions/${id}/document/`, {
      token: token(),
      body: { version: given.version, document: 'driving_licence', document_expires_on: '2028-05-12' },
    })
    expect(confirmed.body).toMatchObject({ state: 'open', document: 'driving_licence' })
    expect(t.outbox.slice(before).filter(({ to }) => to === customer.email)).toHaveLength(1)
  })

  test('an address that ran out while the provider was away, too', async () => {
    const { id, at } = await gone()
    ekyc.fail((request, response) => {
      if (request.method !== 'GET') return false
      response.destroy()
      return true
    })
    t.clock.forward(49 * 3_600_000)
    await task('identity.poll_checks')
    customer = { ...customer, ...(await signIn(t, customer)) }
    expect(await read(id)).toMatchObject({ state: 'open', provider: { state: 'expired' } })
    expect(ekyc.canceled).toContain(at.id)
  })

  test('what was handed in just before the address ran out counts, though no message came', async () => {
    const submitted = await gone()
    ekyc.decide(submitted.at, 'reviewing')
    t.clock.forward(25 * 3_600_000)
    await task('identity.poll_checks')
    customer = { ...customer, ...(await signIn(t, customer)) }
    expect(await read(submitted.id)).toMatchObject({ state: 'in_review', provider: { state: 'submitted' } })

    ekyc.decide(submitted.at, 'approved')
    t.clock.forward(73 * 3_600_000)
    await task('identity.poll_checks')
    customer = { ...customer, ...(await signIn(t, customer)) }
    expect((await read(submitted.id)).state).toBe('done')
  })

  test('a session erased takes its checks along', async () => {
    const { id } = await gone()
    await t.ask(`POST /api/ekyc/sessions/${id}/cancel/`, { token: token() })
    t.clock.forward(31 * 86_400_000)
    await task('identity.thin')
    expect(await checkRows(id)).toEqual([])
  })
})
