import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyAll } from '#server/domains/antique-ledger/antique-ledger.verify'
import { prove } from '#server/domains/book/book.proof'
import { systemActor } from '#server/platform/actor'
import { randomKey, type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { type Box, contracted, move, read } from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(testStart)
  await t.runJobs()
  t.outbox.length = 0
  for (const person of [w.hanako, w.aoyama.staff, w.aoyama.admin])
    Object.assign(person, await signIn(t, person))
})

const rescind = (box: Box, slugs: (string | undefined)[]) =>
  t.ask(`POST /api/purchase_requests/${box.id}/rescind/`, {
    token: w.hanako.token,
    key: randomKey(),
    body: { slugs, reason: 'やはり手元に置きたいため' },
  })
const rescindByDealer = async (box: Box, slugs: (string | undefined)[], fields: object = {}) =>
  t.ask(`POST /api/biz/purchase_requests/${box.id}/rescind/`, {
    token: w.aoyama.admin.token,
    key: randomKey(),
    body: { slugs, reason: '別のお客さまの品でした', version: (await read(t, box)).version, ...fields },
  })
const own = async (box: Box) =>
  (await t.ask(`GET /api/purchase_requests/${box.id}/`, { token: w.hanako.token })).body
const statusesOf = (body: { items: { status: number }[] }) => body.items.map(({ status }) => status)
const parcel = { carrier: 'YAMATO', tracking_number: '123456789013' }
const mailsAbout = (title: string) =>
  t.outbox.filter(({ subject }) => subject.startsWith(`【おくる】${title}`))
const inTheBooks = async () => {
  expect(await prove(t.db, systemActor(t.clock.now()), t.tools)).toMatchObject({ is_ok: true })
  for (const one of await verifyAll(t.db, t.tools, { at: t.clock.now() })) expect(one.problem).toBe('')
}

describe('rescinded goods go back like any return', () => {
  test('a completed box stands at the station of returns again until its parcel is on its way', async () => {
    const box = await contracted(t, w, [14_000, 3_500])
    expect((await read(t, box)).status).toBe(21)
    const back = await rescind(box, [box.slugs[0]])
    expect(back.body).toMatchObject({ status: 22, rescissions: [{ by: 'customer', items: [box.slugs[0]] }] })
    expect(statusesOf(back.body)).toEqual([5, 6])
    const waiting = await t.ask('GET /api/biz/purchase_requests/', {
      token: w.aoyama.staff.token,
      query: { view: 'returning', id: box.id },
    })
    expect(waiting.body.count).toBe(1)
    expect((await move(t, box, 21)).body.code).toBe('guard_failed')
    expect((await move(t, box, 23, parcel)).body.code).toBe('illegal_transition')
    const sent = await move(t, box, 21, parcel)
    expect(sent.body).toMatchObject({
      status: 21,
      return_parcels: [{ tracking_number: '123456789013', item_count: 1, items: [box.slugs[0]] }],
    })
    expect(statusesOf(sent.body)).toEqual([7, 6])
    await t.runJobs()
    expect(mailsAbout('売却を取り消しました').at(-1)?.text).toContain('送り状番号をお知らせします')
    expect(mailsAbout('お返しの品を発送しました').at(-1)?.text).toContain('お返しの品 1点を発送しました。')
    await inTheBooks()
  })

  test('when all of it is taken back the box ends as one of which nothing was bought', async () => {
    const box = await contracted(t, w, [14_000, 3_500])
    expect((await rescind(box, box.slugs)).body.status).toBe(22)
    expect((await move(t, box, 21, parcel)).body.code).toBe('illegal_transition')
    const sent = await move(t, box, 23, parcel)
    expect(sent.body).toMatchObject({ status: 23, allowed_transitions: [] })
    expect(statusesOf(sent.body)).toEqual([7, 7])
    await inTheBooks()
  })

  test('they join a parcel that is not packed yet, and whoever packs it hears of it', async () => {
    const box = await contracted(t, w)
    expect((await move(t, box, 22)).status).toBe(200)
    const before = await read(t, box)
    expect((await rescind(box, [box.slugs[0]])).body.status).toBe(22)
    const finish = (fields: object) =>
      t.ask(`PUT /api/biz/purchase_requests/${box.id}/`, {
        token: box.staff.token,
        body: { status: 21, ...parcel, ...fields },
      })
    const stale = await finish({ version: before.version, parcel_count: 1 })
    expect(stale.body).toMatchObject({ code: 'stale_version', current: { status: 22 } })
    const { version } = await read(t, box)
    expect((await finish({ version, parcel_count: 1 })).body).toMatchObject({
      code: 'parcel_count_differs',
      expected: 2,
      parcel_count: ['お返しするのは2点です。箱の中の商品をもう一度お確かめください。'],
    })
    expect((await finish({ version })).body).toEqual({ parcel_count: ['箱に入れた点数を入力してください。'] })
    expect((await finish({ version, parcel_count: 2 })).body.return_parcels).toMatchObject([
      { item_count: 2 },
    ])
    await inTheBooks()
  })

  test('after the first parcel has gone they get a parcel and a number of their own', async () => {
    const box = await contracted(t, w)
    expect((await move(t, box, 22)).status).toBe(200)
    expect((await move(t, box, 21, parcel)).status).toBe(200)
    expect(await own(box)).toMatchObject({ return_tracking_number: '123456789013' })
    expect((await rescind(box, [box.slugs[0]])).body).toMatchObject({
      status: 22,
      return_carrier: null,
      return_tracking_number: '',
      return_parcels: [{ tracking_number: '123456789013' }],
    })
    const second = { carrier: 'KLD', tracking_number: 'K-7' }
    expect((await move(t, box, 21, second)).body.return_parcels).toMatchObject([
      { carrier: 'YAMATO', items: [box.slugs[2]] },
      { carrier: 'KLD', items: [box.slugs[0]] },
    ])
  })

  test('ledger and money say it at the moment of the rescission, and what was bought keeps its price', async () => {
    const box = await contracted(t, w, [14_000, 3_500])
    const balance = async () => (await t.ask('GET /api/balance/', { token: w.hanako.token })).body.balance
    const before = await balance()
    await rescind(box, [box.slugs[0]])
    expect(await balance()).toBe(before - 14_000)
    const { rows } = await t.pool.query(
      'select l.entry_kind from antique_ledger l join purchase_item i on i.id = l.item_id where i.slug = $1 order by l.seq',
      [box.slugs[0]],
    )
    expect(rows).toEqual([{ entry_kind: '買受け' }, { entry_kind: '返還' }])
    for (const change of ['price = 1', "features = 'x'", 'purchased_at = null', 'status = 6', 'status = 8'])
      await expect(
        t.pool.query(`update purchase_item set ${change} where slug = $1`, [box.slugs[0]]),
      ).rejects.toThrow()
  })

  test('a box is not done, nor opened again, past the rules', async () => {
    const box = await contracted(t, w, [14_000])
    const to = (status: number) =>
      t.pool.query('update purchase_request set status = $2 where id = $1', [box.id, status])
    await expect(to(22)).rejects.toThrow(/nothing goes back/)
    expect((await move(t, box, 22, { reason: 'お客さまのご希望' })).body.code).toBe('illegal_transition')
    await rescind(box, box.slugs)
    await expect(to(23)).rejects.toThrow(/still have to be sent back/)
  })

  test('twice at once, and by both sides at once, it happens once', async () => {
    const box = await contracted(t, w, [14_000, 3_500])
    const responses = await Promise.all([
      rescind(box, [box.slugs[0]]),
      rescind(box, [box.slugs[0]]),
      rescindByDealer(box, [box.slugs[0]]),
    ])
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of responses)
      if (status !== 200) expect(['illegal_transition', 'stale_version']).toContain(body.code)
    expect(statusesOf(await own(box))).toEqual([5, 6])
    await inTheBooks()
  })
})

test('a rescission and the parcel leaving at once: what was not in it waits for the next one', async () => {
  for (let round = 0; round < 4; round++) {
    const box = await contracted(t, w, [9_000, 3_500, null])
    expect((await move(t, box, 22)).status).toBe(200)
    const [taken, sent] = await Promise.all([rescind(box, [box.slugs[0]]), move(t, box, 21, parcel)])
    expect(taken.status).toBe(200)
    const now = await read(t, box)
    expect(now.status).toBe(22)
    if (sent.status !== 200) expect(['stale_version', 'parcel_count_differs']).toContain(sent.body.code)
    expect(statusesOf(now)).toEqual(sent.status === 200 ? [5, 6, 7] : [5, 6, 5])
    expect(now.return_parcels).toHaveLength(sent.status === 200 ? 1 : 0)
  }
  await inTheBooks()
})

describe('a dealer takes a deal back', () => {
  test('with a reason, which the customer is told, after the customer’s own day is over', async () => {
    const box = await contracted(t, w, [9_000, 3_500])
    t.clock.forward(5 * 86_400_000)
    Object.assign(w.aoyama.admin, await signIn(t, w.aoyama.admin))
    Object.assign(w.aoyama.staff, await signIn(t, w.aoyama.staff))
    Object.assign(w.hanako, await signIn(t, w.hanako))
    expect((await rescind(box, [box.slugs[0]])).body.code).toBe('rescission_expired')
    const taken = await rescindByDealer(box, [box.slugs[0]])
    expect(taken.body).toMatchObject({
      status: 22,
      rescissions: [{ by: 'dealer', reason: '別のお客さまの品でした', items: [box.slugs[0]] }],
    })
    expect((await own(box)).rescissions).toMatchObject([{ by: 'dealer', reason: '別のお客さまの品でした' }])
    await t.runJobs()
    const mail = mailsAbout('買取を取り消しました')
    expect(mail).toHaveLength(1)
    expect(mail[0]?.text).toContain('理由: 別のお客さまの品でした。')
    await inTheBooks()
  })

  test('needs an administrator of that dealer, a fresh sign-in, a reason and the box as it is', async () => {
    const box = await contracted(t, w, [9_000, 3_500])
    const { version } = await read(t, box)
    const ask = (token: string, body: object = {}) =>
      t.ask(`POST /api/biz/purchase_requests/${box.id}/rescind/`, {
        token,
        key: randomKey(),
        body: { slugs: [box.slugs[0]], reason: '別のお客さまの品でした', version, ...body },
      })
    expect((await ask(w.aoyama.staff.token)).status).toBe(403)
    expect((await ask(w.umeda.admin.token)).status).toBe(404)
    expect((await ask(w.aoyama.admin.token, { reason: ' ' })).body.reason).toHaveLength(1)
    expect((await ask(w.aoyama.admin.token, { version: version - 1 })).body.code).toBe('stale_version')
    expect((await ask(w.aoyama.admin.token, { slugs: ['0000aaaa1111'] })).body.slugs).toHaveLength(1)
    t.clock.forward(11 * 60_000)
    expect((await ask((await freshToken()) ?? '')).body.code).toBe('reauthentication_required')
    expect((await read(t, box)).status).toBe(21)
  })

  async function freshToken(): Promise<string> {
    const { body } = await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh: w.aoyama.admin.refresh } })
    Object.assign(w.aoyama.staff, await signIn(t, w.aoyama.staff))
    return body.access
  }

  test('not of what is held, nor of what is on its way to sale', async () => {
    const box = await contracted(t, w, [9_000, 3_500])
    const held = await t.ask(`POST /api/biz/purchase_requests/${box.id}/holds/`, {
      token: box.staff.token,
      body: { kind: 'stolen_notice', reason: '照会中', slug: box.slugs[0] },
    })
    expect(held.status).toBe(201)
    expect((await rescindByDealer(box, [box.slugs[0]])).body.code).toBe('held')
    await t.pool.query('update purchase_item set status = 8 where slug = $1', [box.slugs[1]])
    expect((await rescindByDealer(box, [box.slugs[1]])).body.code).toBe('illegal_transition')
    expect(statusesOf(await read(t, box))).toEqual([6, 8])
  })

  test('a hold on what was taken back keeps the parcel here', async () => {
    const box = await contracted(t, w, [9_000, 3_500])
    await rescindByDealer(box, [box.slugs[0]])
    await t.ask(`POST /api/biz/purchase_requests/${box.id}/holds/`, {
      token: box.staff.token,
      body: { kind: 'police_order', reason: '差止め', slug: box.slugs[0] },
    })
    expect((await read(t, box)).allowed_transitions).toEqual([])
    expect((await move(t, box, 21, parcel)).body.code).toBe('held')
  })
})
