import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { randomKey, type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { apply, type Box, move, read, requestBody } from '../../../tests/support/steps.ts'
import { makeWorld, type Person, signIn, type World } from '../../../tests/support/world.ts'
import { remindOfPickups } from '../notification/reminder.service.ts'
import { purchaseRequestJobs } from '../purchase-request/purchase-request.jobs.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  await t.pool.query("update shop set kit_sizes = '{80,120,140}' where id = $1", [w.aoyama.shops[0]])
})
beforeEach(() => at(testStart))
afterAll(() => t.close())

/** Sign-ins end with the day. */
async function at(time: string): Promise<void> {
  t.clock.set(new Date(time))
  const people = [w.hanako, w.taro, w.aoyama.staff, w.aoyama.admin, w.umeda.staff]
  for (const person of people) Object.assign(person, await signIn(t, person))
}

/** A request with a kit of another customer. */
async function byTaro(): Promise<Box> {
  const box = await apply(t, w, kit)
  await t.pool.query('update purchase_request set customer_id = $1 where id = $2', [w.taro.id, box.id])
  return box
}

/** Asked for on Tuesday: sent by Wednesday, there on Friday 27, fetched from Saturday on. */
const kit = {
  delivering_option: 'PICKUP_ONLY',
  pickup_date: '2026-11-30',
  pickup_time_slot: 'AM',
  carrier: 'YAMATO',
  box_count: 2,
  kit_size: 120,
}
const bySelf = { delivering_option: 'SELF_ONLY', box_count: 1, kit_size: 80 }
const create = (body: object, who: Person = w.hanako) =>
  t.ask('POST /api/purchase_requests/', {
    token: who.token,
    key: randomKey(),
    body: requestBody(w, { ...body }),
  })
const own = async (box: { id: number }, who: Person = w.hanako) =>
  (await t.ask(`GET /api/purchase_requests/${box.id}/`, { token: who.token })).body
const patch = (box: { id: number }, body: object, who: Person = w.hanako) =>
  t.ask(`PATCH /api/purchase_requests/${box.id}/`, { token: who.token, body })
const mark = (kits: object[], who: Person = w.aoyama.staff) =>
  t.ask('POST /api/biz/kits/sent/', { token: who.token, body: { kits } })
const takeBack = (box: { id: number }, sent_at: string, who: Person = w.aoyama.staff) =>
  t.ask(`POST /api/biz/kits/${box.id}/take-back/`, { token: who.token, body: { sent_at } })
const listed = async (state: 'waiting' | 'sent' = 'waiting', who: Person = w.aoyama.staff) =>
  (await t.ask(`GET /api/biz/kits/?state=${state}&size=200`, { token: who.token })).body.results
const row = async (box: { id: number }, state?: 'waiting' | 'sent', who?: Person) =>
  (await listed(state, who)).find(({ request }: { request: number }) => request === box.id)
const told = async (box: { id: number }): Promise<{ title: string; body: string }[]> =>
  (await t.pool.query('select title, body from notification where request_id = $1 order by id', [box.id]))
    .rows

describe('asking for a kit', () => {
  test('says what comes where and when, to the customer and the shop alike', async () => {
    const box = await apply(t, w, kit)
    const address = (await t.ask(`GET /api/customers/${w.hanako.id}/`, { token: w.hanako.token })).body
      .address
    const shown = {
      size: 120,
      box_count: 2,
      state: 'waiting',
      address,
      address_differs: false,
      send_by: '2026-11-25',
      expected_on: '2026-11-27',
      sent_at: null,
      carrier: null,
      tracking_number: '',
      tracking_url: null,
      pickup_from: '2026-11-28',
      pickup_until: '2026-12-11',
    }
    expect((await own(box)).kit).toEqual(shown)
    expect((await read(t, box)).kit).toEqual(shown)
    const { kit: inList } = (
      await t.ask('GET /api/purchase_requests/', { token: w.hanako.token })
    ).body.results.find(({ id }: { id: number }) => id === box.id)
    expect(inList).toEqual({ size: 120, state: 'waiting', expected_on: '2026-11-27', sent_at: null })
    await t.runJobs()
    expect((await told(box))[0]?.body).toContain(
      '段ボール(120サイズ・2箱)を、11月27日(金)ごろにお届けします。',
    )
  })

  test('is not part of a request with own boxes', async () => {
    expect((await own(await apply(t, w))).kit).toBeNull()
    expect((await own(await apply(t, w, { ...kit, kit_size: null }))).kit).toBeNull()
  })

  test('goes along with boxes that the customer brings', async () => {
    const box = await apply(t, w, bySelf)
    expect(await own(box)).toMatchObject({
      delivering_option: 'SELF_ONLY',
      carrier: 'YAMATO',
      pickup_address: null,
      kit: { size: 80, state: 'waiting' },
    })
  })

  test('is refused by name where it is not offered', async () => {
    const [shop, other] = w.aoyama.shops
    const refused = async (body: object) => (await create({ shop, ...kit, ...body })).body
    // A shop without kits, a size the shop has not, a size the carrier has not, a carrier without kits.
    for (const body of [
      { shop: other },
      { kit_size: 100 },
      { carrier: 'SAGAWA' },
      { carrier: 'KLD', kit_size: 80 },
    ])
      expect(await refused(body), JSON.stringify(body)).toMatchObject({
        code: 'kit_not_offered',
        kit_size: [expect.stringContaining('お届けできません')],
      })
    expect((await refused({ kit_size: 90 })).kit_size).toBeDefined()
    expect((await refused({ box_count: 6 })).box_count[0]).toContain('5箱まで')
    expect((await create({ ...kit, box_count: 5 })).status).toBe(201)
  })
})

describe('the day of the pickup', () => {
  const dayFor = async (pickup_date: string, more: object = {}) => {
    const { status, body } = await create({ ...kit, ...more, pickup_date })
    return status === 201 ? 'taken' : [body.code, body.pickup_date?.[0]]
  }

  test('is after the kit is there, and up to fourteen days are offered', async () => {
    expect(await dayFor('2026-11-27')).toEqual([
      'pickup_before_kit',
      '段ボールのお届け予定は11月27日(金)です。集荷日は、その翌日の11月28日(土)から12月11日(金)までの日をお選びください。',
    ])
    expect(await dayFor('2026-11-28')).toBe('taken')
    expect(await dayFor('2026-12-11')).toBe('taken')
    expect(await dayFor('2026-12-12')).toEqual([
      'pickup_date_invalid',
      expect.stringContaining('12月11日(金)'),
    ])
    // Own boxes are fetched from tomorrow on.
    expect(await dayFor('2026-11-25', { kit_size: null, pickup_time_slot: '14-16' })).toBe('taken')
  })

  test('knows public holidays, weekends and the turn of the year', async () => {
    await at('2026-11-19T23:00:00+09:00')
    expect(await dayFor('2026-11-25')).toEqual([
      'pickup_before_kit',
      expect.stringContaining('11月25日(水)です'),
    ])
    expect(await dayFor('2026-11-26')).toBe('taken')
    await at('2026-12-28T09:00:00+09:00')
    expect(await dayFor('2027-01-04')).toEqual([
      'pickup_before_kit',
      expect.stringContaining('2027年1月4日(月)です'),
    ])
    expect(await dayFor('2027-01-05')).toBe('taken')
  })

  test('is told apart when it is past, today, too far, or no day at all', async () => {
    const said = async (date: unknown) => (await create({ ...kit, kit_size: null, pickup_date: date })).body
    expect(await said('2026-11-20')).toEqual({
      code: 'pickup_date_invalid',
      pickup_date: [
        '11月20日(金)は、もう過ぎた日です。11月25日(水)から12月8日(火)までの日をお選びください。',
      ],
    })
    expect((await said('2026-11-24')).pickup_date).toEqual([
      '当日の集荷はお受けできません。11月25日(水)から12月8日(火)までの日をお選びください。',
    ])
    expect((await said('2026-12-09')).pickup_date[0]).toContain('まだお受けできません')
    expect((await said('2026-11-31')).pickup_date).toEqual([
      '2026年11月31日は暦にありません。年月日をご確認ください。',
    ])
    expect((await said('2027-02-29')).pickup_date).toEqual([
      '2027年2月29日は暦にありません。年月日をご確認ください。',
    ])
  })
})

describe('changing a request before the kit is sent', () => {
  test('size, number and address follow; own boxes call it off; it comes back with new dates', async () => {
    const box = await apply(t, w, kit)
    expect((await patch(box, { kit_size: 140, box_count: 3 })).body.kit).toMatchObject({
      size: 140,
      box_count: 3,
      expected_on: '2026-11-27',
    })
    expect((await patch(box, { box_count: 6 })).body.box_count[0]).toContain('5箱まで')
    expect((await patch(box, { note: '午後に在宅です' })).body.kit.size).toBe(140)
    expect((await patch(box, { carrier: 'KLD' })).body.code).toBe('kit_not_offered')
    expect((await patch(box, { kit_size: null, box_count: 9 })).body).toMatchObject({
      kit: null,
      box_count: 9,
    })
    expect(await row(box)).toBeUndefined()
    const early = await patch(box, { kit_size: 80, box_count: 1, pickup_date: '2026-11-27' })
    expect(early.body.code).toBe('pickup_before_kit')
    await at('2026-11-25T10:00:00+09:00')
    const again = await patch(box, { kit_size: 80, box_count: 1, pickup_date: '2026-12-01' })
    expect(again.status).toBe(200)
    expect((await own(box)).kit).toMatchObject({ size: 80, send_by: '2026-11-26', expected_on: '2026-11-30' })
  })

  test('a pickup before the kit is there is refused also when only the kit is new', async () => {
    const box = await apply(t, w, { ...kit, kit_size: null, pickup_date: '2026-11-26' })
    expect((await patch(box, { kit_size: 120 })).body.code).toBe('pickup_before_kit')
    expect((await patch(box, { kit_size: 120, pickup_date: '2026-11-28' })).status).toBe(200)
  })

  test('a later change of the profile does not move it, until the customer says so', async () => {
    const box = await apply(t, w, kit)
    const before = (await own(box)).kit.address
    const register = (address: object) =>
      t.ask(`PATCH /api/customers/${w.hanako.id}/`, { token: w.hanako.token, body: { address } })
    expect((await register({ address1: '南青山5-6-7' })).status).toBe(200)
    expect((await own(box)).kit).toMatchObject({ address: before, address_differs: true })
    expect((await row(box)).address).toEqual(before)
    expect((await patch(box, { box_count: 1 })).body.kit.address).toEqual(before)
    const taken = await patch(box, { take_registered_address: true })
    expect(taken.body.kit).toMatchObject({ address: { address1: '南青山5-6-7' }, address_differs: false })
    await register({ address1: before.address1 })
  })

  test('one that waits too long puts off the earliest pickup', async () => {
    const box = await apply(t, w, { ...kit, pickup_date: '2026-12-11' })
    await at('2026-11-30T10:00:00+09:00')
    expect((await own(box)).kit).toMatchObject({ expected_on: '2026-12-02', pickup_from: '2026-12-03' })
    expect((await patch(box, { pickup_date: '2026-12-02' })).body.code).toBe('pickup_before_kit')
    expect((await patch(box, { pickup_date: '2026-12-03' })).status).toBe(200)
  })

  test('canceling the request calls it off', async () => {
    const box = await apply(t, w, kit)
    expect(await row(box)).toBeDefined()
    expect((await t.ask(`DELETE /api/purchase_requests/${box.id}/`, { token: w.hanako.token })).status).toBe(
      204,
    )
    expect(await row(box)).toBeUndefined()
    expect((await own(box)).kit.state).toBe('dropped')
    expect((await mark([{ request: box.id }])).body.results).toEqual([{ request: box.id, result: 'dropped' }])
    expect((await own(box)).kit.sent_at).toBeNull()
    await t.runJobs()
    expect((await told(box)).at(-1)?.body).toContain('段ボールはお送りしません。')
  })
})

describe('sending kits', () => {
  const number = '300000000005'

  test('is told once, ten minutes later, with what the customer has to know', async () => {
    const [box, other] = [await apply(t, w, kit), await apply(t, w, bySelf)]
    const done = await mark([{ request: box.id, tracking_number: '3000-0000-0005' }, { request: other.id }])
    expect(done.body.results).toEqual([
      { request: box.id, result: 'sent' },
      { request: other.id, result: 'sent' },
    ])
    expect((await own(box)).kit).toMatchObject({
      state: 'sent',
      expected_on: '2026-11-26',
      carrier: 'YAMATO',
      tracking_number: number,
      tracking_url: expect.stringContaining(number),
    })
    expect((await own(other)).kit).toMatchObject({ state: 'sent', tracking_number: '', tracking_url: null })
    expect(await row(box)).toBeUndefined()
    expect(await row(box, 'sent')).toMatchObject({
      customer: w.hanako.id,
      shop_address: { prefecture: '東京都' },
      shop_phone: expect.stringMatching(/^0\d{9}$/),
    })
    expect(await row(box, 'sent')).toMatchObject({ sent_by_name: w.aoyama.staff.name, may_take_back: true })
    const { rows } = await t.pool.query(
      "select run_at from graphile_worker.jobs where task_identifier = 'notification.kit_sent' order by id",
    )
    expect(rows.map(({ run_at }) => new Date(run_at).toISOString()).at(-1)).toBe(
      new Date('2026-11-24T10:10:00+09:00').toISOString(),
    )
    t.clock.forward(11 * 60_000)
    await t.runJobs()
    await t.runJobs()
    const news = (await told(box)).filter(({ title }) => title === '段ボールを発送しました')
    expect(news).toHaveLength(1)
    expect(news[0]?.body).toBe(
      `青山本店から、段ボール(120サイズ・2箱)を発送しました。ヤマト運輸、送り状番号 ${number} です。お届け予定は11月26日(木)です。転送はされません。届いたら、お品物を入れて、11月30日(月)の集荷をお待ちください。`,
    )
    expect((await told(other)).at(-1)?.body).toContain('同封の着払いの送り状でお送りください。')
    const mails = t.outbox.filter(
      ({ subject }) => subject.includes('段ボールを発送しました') && subject.includes(String(box.id)),
    )
    expect(mails).toHaveLength(1)
    for (const text of [mails[0]?.text, mails[0]?.html])
      expect(text).toContain('段ボール(120サイズ・2箱)を発送しました')
  })

  test('late, tells the customer to put off a pickup that comes first', async () => {
    const box = await apply(t, w, { ...kit, pickup_date: '2026-11-28' })
    await at('2026-11-26T10:00:00+09:00')
    expect(await row(box)).toMatchObject({ is_late: true, send_by: '2026-11-25' })
    await mark([{ request: box.id }])
    t.clock.forward(11 * 60_000)
    await t.runJobs()
    expect((await told(box)).at(-1)?.body).toContain(
      'ご予約の集荷日は11月28日(土)のため、それまでに届かないことがあります。',
    )
    await at('2026-11-26T10:20:00+09:00')
    expect((await patch(box, { pickup_date: '2026-11-30' })).body.code).toBe('pickup_before_kit')
    expect((await patch(box, { pickup_date: '2026-12-01' })).status).toBe(200)
  })

  test('a kit on its way is not changed any more', async () => {
    const box = await apply(t, w, kit)
    await mark([{ request: box.id }])
    for (const body of [{ kit_size: 80 }, { kit_size: null }, { carrier: 'SAGAWA' }])
      expect((await patch(box, body)).body.code, JSON.stringify(body)).toBe('kit_sent')
    // Fewer boxes, another day and another note are the customer's affair.
    const changed = await patch(box, { box_count: 1, pickup_date: '2026-12-01', note: '1箱で足りました' })
    expect(changed.body).toMatchObject({ box_count: 1, kit: { box_count: 2, size: 120 } })
    await t.ask(`DELETE /api/purchase_requests/${box.id}/`, { token: w.hanako.token })
    await t.runJobs()
    expect((await told(box)).at(-1)?.body).toContain('お返しいただく必要はありません。')
    expect((await takeBack(box, (await own(box)).kit.sent_at)).body.code).toBe('guard_failed')
  })

  test('a mistaken mark is taken back before anybody notices', async () => {
    const box = await apply(t, w, kit)
    await mark([{ request: box.id, tracking_number: number }])
    const { sent_at } = await row(box, 'sent')
    expect((await takeBack(box, '2026-11-24T09:00:00+09:00')).body).toMatchObject({
      code: 'stale_version',
      current: { request: box.id, sent_at },
    })
    const back = await takeBack(box, sent_at)
    expect(back.body).toMatchObject({ sent_at: null, tracking_number: '', expected_on: '2026-11-27' })
    expect((await takeBack(box, sent_at)).status).toBe(200)
    t.clock.forward(30 * 60_000)
    await t.runJobs()
    expect((await told(box)).map(({ title }) => title)).toEqual(['お申し込みを受け付けました'])
  })

  test('who was told is told otherwise, and once more when it is really sent', async () => {
    const box = await apply(t, w, kit)
    await mark([{ request: box.id }])
    t.clock.forward(11 * 60_000)
    await t.runJobs()
    await at('2026-11-24T10:30:00+09:00')
    await takeBack(box, (await row(box, 'sent')).sent_at)
    t.clock.forward(2 * 60_000)
    await t.runJobs()
    await mark([{ request: box.id }])
    t.clock.forward(11 * 60_000)
    await t.runJobs()
    expect((await told(box)).map(({ title }) => title)).toEqual([
      'お申し込みを受け付けました',
      '段ボールを発送しました',
      '段ボールの発送は、これからです',
      '段ボールを発送しました',
    ])
  })

  test('a number that came later is added, and never overwrites another', async () => {
    const box = await apply(t, w, kit)
    const results = async (tracking_number?: string) =>
      (await mark([{ request: box.id, tracking_number }])).body.results?.[0].result
    expect([await results(), await results(), await results(number), await results('300000000016')]).toEqual([
      'sent',
      'already_sent',
      'numbered',
      'already_sent',
    ])
    expect((await own(box)).kit.tracking_number).toBe(number)
    const wrong = await mark([{ request: box.id, tracking_number: '12' }])
    expect([wrong.status, wrong.body.tracking_number[0]]).toEqual([400, expect.stringContaining(`${box.id}`)])
  })

  test('the number of another customer’s kit is refused, with the request it belongs to', async () => {
    const twice = '300000000020'
    const [mine, also, his] = [await apply(t, w, kit), await apply(t, w, kit), await byTaro()]
    expect((await mark([{ request: mine.id, tracking_number: twice }])).status).toBe(200)
    const refused = await mark([{ request: his.id, tracking_number: '3000-0000-0020' }])
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        code: 'kit_number_used',
        tracking_number: [
          `申し込み${his.id}: この送り状番号は、申し込み${mine.id}の段ボールに記録されています。伝票をもう一度お確かめください。`,
        ],
      },
    ])
    expect((await own(his, w.taro)).kit.sent_at).toBeNull()
    // Two kits of one customer may go in one parcel.
    expect((await mark([{ request: also.id, tracking_number: twice }])).body.results[0].result).toBe('sent')
    // A number that follows later is compared as well.
    await mark([{ request: his.id }])
    expect((await mark([{ request: his.id, tracking_number: twice }])).body.code).toBe('kit_number_used')
    // Half a year later the carrier may have given it out again.
    await at('2027-06-01T10:00:00+09:00')
    expect((await mark([{ request: his.id, tracking_number: twice }])).body.results[0].result).toBe(
      'numbered',
    )
  })

  test('a kit of a shop that the clerk does not see is not named; another dealer’s is not compared', async () => {
    const [shop, other] = w.aoyama.shops
    const twice = '300000000031'
    const [mine, his] = [await apply(t, w, kit), await byTaro()]
    await mark([{ request: mine.id, tracking_number: twice }])
    await t.pool.query('update purchase_request set shop_id = $1 where id = $2', [other, mine.id])
    await t.pool.query('insert into business_user_shop (business_user_id, shop_id) values ($1, $2)', [
      w.aoyama.staff.id,
      shop,
    ])
    try {
      const refused = await mark([{ request: his.id, tracking_number: twice }])
      expect(refused.body.tracking_number[0]).toContain('ほかの店舗の段ボールに記録されています')
      expect(refused.body.tracking_number[0]).not.toContain(String(mine.id))
    } finally {
      await t.pool.query('delete from business_user_shop where business_user_id = $1', [w.aoyama.staff.id])
    }
    await t.pool.query('update purchase_request set company_id = $1, shop_id = $2 where id = $3', [
      w.umeda.company,
      w.umeda.shops[0],
      mine.id,
    ])
    expect((await mark([{ request: his.id, tracking_number: twice }])).status).toBe(200)
  })

  test('two clerks who enter one number for two customers at the same time: one of them is refused', async () => {
    for (const number of ['300000000042', '300000000053', '300000000064']) {
      const [mine, his] = [await apply(t, w, kit), await byTaro()]
      const answers = await Promise.all([
        mark([{ request: mine.id, tracking_number: number }]),
        mark([{ request: his.id, tracking_number: number }], w.aoyama.admin),
      ])
      expect(answers.map(({ status }) => status).sort(), number).toEqual([200, 400])
    }
  })

  test('nothing is marked when one of the numbers is wrong', async () => {
    const [one, two] = [await apply(t, w, kit), await apply(t, w, kit)]
    const wrong = await mark([{ request: one.id }, { request: two.id, tracking_number: '300000000004' }])
    expect(wrong.status).toBe(400)
    for (const box of [one, two]) expect((await own(box)).kit.sent_at).toBeNull()
  })

  test('two clerks at once: each kit is sent by one of them, and told once', async () => {
    const boxes: Box[] = []
    for (let index = 0; index < 4; index += 1) boxes.push(await apply(t, w, kit))
    const forth = boxes.map(({ id }) => ({ request: id }))
    const answers = await Promise.all([
      mark(forth, w.aoyama.staff),
      mark(forth.toReversed(), w.aoyama.admin),
      mark(forth, w.aoyama.staff),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const { id } of boxes) {
      const results = answers.map(
        ({ body }) => body.results.find(({ request }: { request: number }) => request === id).result,
      )
      expect(results.sort()).toEqual(['already_sent', 'already_sent', 'sent'])
    }
    t.clock.forward(11 * 60_000)
    await t.runJobs()
    for (const box of boxes)
      expect((await told(box)).filter(({ title }) => title === '段ボールを発送しました')).toHaveLength(1)
  })

  test('a customer who cancels at the same moment and the clerk: one of them is first', async () => {
    const box = await apply(t, w, kit)
    const [canceled, marked] = await Promise.all([
      t.ask(`DELETE /api/purchase_requests/${box.id}/`, { token: w.hanako.token }),
      mark([{ request: box.id }]),
    ])
    expect(canceled.status).toBe(204)
    const { state } = (await own(box)).kit
    expect([
      ['sent', 'sent'],
      ['dropped', 'dropped'],
    ]).toContainEqual([marked.body.results[0].result, state])
  })
})

describe('whose kits', () => {
  test('staff see and send those of their own shops, oldest first; others find nothing', async () => {
    const [old, young] = [await apply(t, w, kit), await apply(t, w, kit)]
    await t.pool.query("update request_kit set send_by = '2026-11-20' where request_id = $1", [young.id])
    const numbers = (await listed()).map(({ request }: { request: number }) => request)
    expect(numbers.indexOf(young.id)).toBeLessThan(numbers.indexOf(old.id))
    expect(await listed('waiting', w.umeda.staff)).toEqual([])
    expect((await mark([{ request: old.id }], w.umeda.staff)).status).toBe(400)
    await mark([{ request: old.id }])
    const { sent_at } = await row(old, 'sent')
    expect((await takeBack(old, sent_at, w.umeda.staff)).status).toBe(404)
    for (const who of [w.hanako, w.taro]) {
      expect((await t.ask('GET /api/biz/kits/', { token: who.token })).status).toBe(403)
      expect((await mark([{ request: young.id }], who)).status).toBe(403)
    }
    const box = await apply(t, w)
    expect((await mark([{ request: box.id }])).status).toBe(400)
    expect((await t.ask(`GET /api/purchase_requests/${old.id}/`, { token: w.taro.token })).status).toBe(404)
    expect((await patch(young, { kit_size: 80 }, w.taro)).status).toBe(404)
  })

  test('a clerk of one shop does not see the other’s', async () => {
    const box = await apply(t, w, kit)
    const [, other] = w.aoyama.shops
    const user = w.aoyama.staff.id
    await t.pool.query('insert into business_user_shop (business_user_id, shop_id) values ($1, $2)', [
      user,
      other,
    ])
    try {
      expect(await row(box)).toBeUndefined()
      expect((await mark([{ request: box.id }])).status).toBe(400)
    } finally {
      await t.pool.query('delete from business_user_shop where business_user_id = $1', [user])
    }
    expect(await row(box)).toBeDefined()
  })

  test('the page of today counts what waits and what is late', async () => {
    const counted = async () =>
      (await t.ask('GET /api/biz/today/', { token: w.aoyama.staff.token })).body.stations.find(
        ({ key }: { key: string }) => key === 'kits',
      )
    const before = await counted()
    const box = await apply(t, w, kit)
    expect(await counted()).toEqual({ ...before, count: before.count + 1 })
    await t.pool.query("update request_kit set send_by = '2026-11-23' where request_id = $1", [box.id])
    expect((await counted()).late).toBe(before.late + 1)
    await mark([{ request: box.id }])
    expect(await counted()).toEqual(before)
  })
})

describe('while the kit is the shop’s turn', () => {
  const onDay = async (time: string) => {
    t.clock.set(new Date(time))
    await purchaseRequestJobs.tasks(t.db, t.tools)['purchase-request.deadlines']?.({})
    await t.runJobs()
  }
  const statusOf = async ({ id }: Box): Promise<number> =>
    (await t.pool.query('select status from purchase_request where id = $1', [id])).rows[0].status

  test('nobody is reminded of boxes to send, and nothing is canceled', async () => {
    const box = await apply(t, w, bySelf)
    await onDay('2026-11-26T10:00:00+09:00')
    expect(await statusOf(box)).toBe(0)
    await onDay('2027-01-20T10:00:00+09:00')
    expect(await statusOf(box)).toBe(0)
    await at('2027-01-20T11:00:00+09:00')
    await mark([{ request: box.id }])
    await onDay('2027-01-21T12:00:00+09:00')
    expect(await statusOf(box)).toBe(1)
    // A week after the day on which it is expected.
    await onDay('2027-01-29T10:00:00+09:00')
    expect((await told(box)).map(({ title }) => title)).not.toContain('お荷物の発送をお待ちしています')
    await onDay('2027-01-30T10:00:00+09:00')
    expect((await told(box)).map(({ title }) => title)).toContain('お荷物の発送をお待ちしています')
  })

  test('the day before the pickup, who has no boxes yet is told the truth', async () => {
    const box = await apply(t, w, { ...kit, pickup_date: '2026-11-28' })
    t.clock.set(new Date('2026-11-27T17:00:00+09:00'))
    await remindOfPickups(t.db, t.tools)
    expect((await told(box)).at(-1)?.title).toBe('あしたの集荷の前に、段ボールをお届けできません')
  })

  test('boxes that the customer sent without waiting for it call it off', async () => {
    const box = await apply(t, w, bySelf)
    const sent = await patch(box, { tracking_number: '300000000005' })
    expect(sent.body).toMatchObject({ status: 2, kit: { state: 'dropped' } })
    expect(await row(box)).toBeUndefined()
    const other = await apply(t, w, kit)
    expect((await move(t, other, 4)).status).toBe(200)
    expect(await row(other)).toBeUndefined()
  })
})
