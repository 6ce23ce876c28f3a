import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, tokyoDate } from '#contract/day'
import { staffCode } from '#contract/scan-code'
import { standingClock } from '#server/platform/clock'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import {
  answer,
  apply,
  assessAll,
  type Box,
  contracted,
  move,
  offered,
  publish,
  read,
  receive,
  startAssessing,
} from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { purchaseRequestJobs } from './purchase-request.jobs.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const day = 86_400_000
const own = async (box: Box) =>
  (await t.ask(`GET /api/purchase_requests/${box.id}/`, { token: box.customer.token })).body
const assessment = async (box: Box) =>
  (await t.ask(`GET /api/purchase_requests/${box.id}/assessment/`, { token: box.customer.token })).body
const moves = (body: { allowed_transitions: { to: number }[] }) =>
  body.allowed_transitions.map(({ to }) => to)
const itemOf = (box: Box, slug: string) =>
  t.ask(`GET /api/purchase_items/${slug}/`, { token: box.customer.token })
const hold = async (box: Box, slug?: string) => {
  const placed = await t.ask(`POST /api/biz/purchase_requests/${box.id}/holds/`, {
    token: box.staff.token,
    body: { kind: 'dispute', reason: '確認中', ...(slug && { slug }) },
  })
  expect(placed.status).toBeLessThan(300)
  return placed.body
}
/** Returns what ends the hold: the police take the article. */
const holdToSeize = async (box: Box, slug: string) => {
  const { id } = await hold(box, slug)
  return async () => {
    for (const { token } of [w.aoyama.staff, w.aoyama.admin]) {
      const body = { reason: '差押えに応じた', seizure: '青山警察署が領置' }
      expect((await t.ask(`POST /api/biz/holds/${id}/release/`, { token, body })).status).toBe(200)
    }
  }
}
const seize = async (box: Box, slug: string) => (await holdToSeize(box, slug))()
const rescind = (box: Box, slug: string | undefined) =>
  t.ask(`POST /api/purchase_requests/${box.id}/rescind/`, {
    token: box.customer.token,
    key: `rescind-${box.id}-${slug}`,
    body: { slugs: [slug] },
  })
const statusesOf = async (box: Box): Promise<number[]> =>
  (await read(t, box)).items.map((item: { status: number }) => item.status)

test('a hold is placed once however often it is sent, and an order of the police keeps its dates', async () => {
  const box = await apply(t, w)
  const place = (body: object, key?: string) =>
    t.ask(`POST /api/biz/purchase_requests/${box.id}/holds/`, {
      token: box.staff.token,
      key,
      body: { kind: 'police_order', reason: '差止め', ...body },
    })
  const today = tokyoDate(t.clock.now())
  const ordered_on = addDays(today, -3)
  for (const wrong of [{ ordered_on: addDays(today, 1) }, { ordered_on, until: addDays(today, 28) }])
    expect((await place(wrong)).status).toBe(400)
  const order = { ordered_on, until: addDays(today, 10), police_station: '青山警察署' }
  const [one, two] = await Promise.all([place(order, 'once'), place(order, 'once')])
  expect([one.status, two.body]).toEqual([201, one.body])
  expect((await place({}, 'once')).body.code).toBe('idempotency_key_reused')
  expect((await read(t, box)).holds).toMatchObject([{ ...order, kind: 'police_order' }])
})

describe('what assessors write', () => {
  const expectNothing = async (box: Box & { slugs: string[] }) => {
    expect(await own(box)).toMatchObject({ items: [], offer_total: null, offered_at: null })
    expect(await assessment(box)).toMatchObject({ items: [], is_published: false, total: null })
    for (const slug of box.slugs) expect((await itemOf(box, slug)).status).toBe(404)
    const listed = await t.ask('GET /api/purchase_requests/', {
      token: box.customer.token,
      query: { ordering: '-id', size: 1 },
    })
    expect(listed.body.results[0]).toMatchObject({ id: box.id, offer_total: null })
  }

  test('is theirs before the result, also when the box goes back unpublished', async () => {
    const box = await apply(t, w)
    await receive(t, box, 2)
    await startAssessing(t, box)
    const slugs = await assessAll(t, w, box, [9_000, null])
    expect((await move(t, box, 22, { reason: '偽物の疑いがあるため' })).status).toBe(200)
    await expectNothing({ ...box, slugs })
    expect(JSON.stringify(await own(box))).not.toContain('偽物')
  })

  test('is theirs again once a result was opened again, however the box ends', async () => {
    for (const to of [22, 24]) {
      const box = await offered(t, w)
      expect((await itemOf(box, box.slugs[0] ?? '')).status).toBe(200)
      expect((await move(t, box, 12, { reason: '見落としがあったため' })).status).toBe(200)
      await t.pool.query(
        'update purchase_item set price = 1, base_price = 1 where request_id = $1 and status = 2',
        [box.id],
      )
      expect((await move(t, box, to, { reason: 'お取り扱いできないため' })).status).toBe(200)
      await expectNothing(box)
    }
  })

  test('stays to be read when a published result was refused or ran out', async () => {
    const box = await offered(t, w)
    expect((await answer(t, box, { decision_all: 'return' })).status).toBe(200)
    expect(await own(box)).toMatchObject({ status: 22, offer_total: 17_500 })
    expect((await assessment(box)).items).toHaveLength(3)
  })

  test('the words of staff about an item are not the customer’s to read', async () => {
    const box = await contracted(t, w)
    await t.pool.query('alter table item_history disable trigger item_history_append_only')
    await t.pool.query(
      "update item_history h set reason = '内輪のことば' from purchase_item i where i.id = h.item_id and i.request_id = $1 and h.actor_kind <> 'customer'",
      [box.id],
    )
    await t.pool.query('alter table item_history enable trigger item_history_append_only')
    const theirs = (await itemOf(box, box.slugs[0] ?? '')).body
    expect(theirs.history.length).toBeGreaterThan(0)
    expect(JSON.stringify(theirs)).not.toContain('内輪')
  })

  test('a withdrawn answer is not accepted again as the same one', async () => {
    const box = await offered(t, w)
    await t.pool.query('update identification set ekyc_status = 2 where customer_id = $1', [w.hanako.id])
    expect((await answer(t, box, { decision_all: 'sell' })).status).toBe(200)
    expect((await move(t, box, 12, { reason: '傷が見つかったため' })).status).toBe(200)
    expect((await answer(t, box, { decision_all: 'sell' })).body.code).toBe('illegal_transition')
    await t.pool.query('update identification set ekyc_status = 3 where customer_id = $1', [w.hanako.id])
  })
})

describe('a sale that stands', () => {
  test('cannot be broken off while its rest goes back, by staff or past the rules', async () => {
    const box = await contracted(t, w)
    expect((await move(t, box, 22)).status).toBe(200)
    const before = await read(t, box)
    expect(moves(before)).not.toContain(24)
    expect((await move(t, box, 24, { reason: '届けられないため' })).body.code).toBe('guard_failed')
    expect(await read(t, box)).toEqual(before)
    await expect(
      t.pool.query('update purchase_request set status = 24 where id = $1', [box.id]),
    ).rejects.toThrow(/cannot be broken off/)
  })
})

describe('a hold', () => {
  test('on one article leaves it as it came while the others are begun', async () => {
    const box = await apply(t, w)
    const { items } = await receive(t, box, 3)
    await hold(box, items[1].slug)
    expect((await move(t, box, 10)).status).toBe(200)
    expect(await statusesOf(box)).toEqual([1, 0, 1])
  })

  test('on the whole box keeps its assessment from being begun or reopened', async () => {
    const box = await apply(t, w)
    await receive(t, box, 1)
    await hold(box)
    expect(moves(await read(t, box))).toEqual([])
    expect((await move(t, box, 10)).body.code).toBe('held')
    const other = await offered(t, w)
    await hold(other)
    expect(moves(await read(t, other))).toEqual([])
    expect((await move(t, other, 12, { reason: 'もう一度' })).body.code).toBe('held')
    expect((await read(t, other)).status).toBe(11)
  })

  test('stops opening an answer again, which would move what is held', async () => {
    const box = await offered(t, w)
    await t.pool.query('update identification set ekyc_status = 2 where customer_id = $1', [w.hanako.id])
    expect((await answer(t, box, { decision_all: 'sell' })).status).toBe(200)
    await hold(box, box.slugs[0])
    expect(moves(await read(t, box))).toEqual([])
    expect((await move(t, box, 12, { reason: 'もう一度見るため' })).body.code).toBe('held')
    expect(await statusesOf(box)).toEqual([4, 4, 5])
    await t.pool.query('update identification set ekyc_status = 3 where customer_id = $1', [w.hanako.id])
  })

  test('that ended with the article at the police keeps it from being bought', async () => {
    const box = await offered(t, w)
    await t.pool.query('update identification set ekyc_status = 2 where customer_id = $1', [w.hanako.id])
    expect((await answer(t, box, { decision_all: 'sell' })).status).toBe(200)
    const release = await holdToSeize(box, box.slugs[0] ?? '')
    await t.pool.query('update identification set ekyc_status = 3 where customer_id = $1', [w.hanako.id])
    await release()
    await t.runJobs()
    expect(await read(t, box)).toMatchObject({
      ...{ status: 13, is_held: false },
      what_blocks: [expect.stringContaining('一時的に止めています')],
    })
    expect((await move(t, box, 12, { reason: '警察に引き渡したため' })).status).toBe(200)
    expect(await statusesOf(box)).toEqual([2, 2, 5])
  })

  test('that ended with an article at the police keeps it off the slip and out of the parcel', async () => {
    const box = await contracted(t, w)
    const extra = box.slugs[1] ?? ''
    expect((await rescind(box, extra)).status).toBe(200)
    expect((await move(t, box, 22)).status).toBe(200)
    await seize(box, extra)
    const { items } = await read(t, box)
    expect(items.map((item: { is_seized: boolean }) => item.is_seized)).toEqual([false, true, false])
    const theirs = (await own(box)).items as { is_seized: boolean }[]
    expect(theirs.some((item) => item.is_seized)).toBe(false)
    const handedOver = await t.ask('POST /api/biz/custody/handovers/', {
      token: box.staff.token,
      key: `seized-${extra}`,
      body: { target: staffCode(w.aoyama.admin.id), codes: [extra] },
    })
    expect(handedOver.body.codes[0]).toContain('警察に渡した品')
    const slips = await t.ask('POST /api/biz/return-slips/', {
      token: box.staff.token,
      body: { requests: [box.id] },
    })
    expect(slips.body[0].items.map(({ seq }: { seq: number }) => seq)).toEqual([3])
    const parcel = { carrier: 'KLD', tracking_number: 'K1' }
    expect((await move(t, box, 21, { ...parcel, parcel_count: 2 })).body).toMatchObject({
      ...{ code: 'parcel_count_differs', expected: 1 },
    })
    expect((await move(t, box, 21, { ...parcel, parcel_count: 1 })).status).toBe(200)
    const sent = await read(t, box)
    expect(await statusesOf(box)).toEqual([6, 5, 7])
    expect(sent.return_parcels).toMatchObject([{ item_count: 1, items: [box.slugs[2]] }])
    const { body } = await t.ask(`GET /api/biz/purchase_requests/${box.id}/custody/`, {
      token: box.staff.token,
    })
    expect(body.tally).toMatchObject({ returned: 1, left_over: [] })
  })

  test('that ended with the last article to send back at the police ends the sale without a parcel', async () => {
    for (const isBooked of [false, true]) {
      const box = await contracted(t, w)
      if (isBooked) expect((await move(t, box, 22)).status).toBe(200)
      await seize(box, box.slugs[2] ?? '')
      expect(await read(t, box)).toMatchObject({ status: 21, return_parcels: [] })
    }
  })

  test('that ended with everything at the police leaves nothing to send', async () => {
    const box = await apply(t, w)
    const { items } = await receive(t, box, 1)
    expect((await move(t, box, 22, { reason: '返送' })).status).toBe(200)
    await seize(box, items[0].slug)
    expect(moves(await read(t, box))).toEqual([24])
    const parcel = { carrier: 'KLD', tracking_number: 'K1', parcel_count: 0 }
    expect((await move(t, box, 23, parcel)).status).toBe(400)
    expect((await move(t, box, 24, { reason: '警察に引き渡したため' })).status).toBe(200)
  })

  test('on what was bought does not keep the rest of the box, nor the taking back of something else', async () => {
    const box = await contracted(t, w)
    await hold(box, box.slugs[0])
    expect((await rescind(box, box.slugs[0])).body.code).toBe('held')
    expect((await rescind(box, box.slugs[1])).status).toBe(200)
    expect((await move(t, box, 22)).status).toBe(200)
    expect(moves(await read(t, box))).toContain(21)
    expect((await move(t, box, 21, { carrier: 'KLD', tracking_number: 'K1' })).status).toBe(200)
    expect(await statusesOf(box)).toEqual([6, 7, 7])
  })

  test('on what goes back keeps it here', async () => {
    const box = await contracted(t, w)
    expect((await move(t, box, 22)).status).toBe(200)
    await hold(box, box.slugs[2])
    expect(moves(await read(t, box))).not.toContain(21)
    const refused = await move(t, box, 21, { carrier: 'KLD', tracking_number: 'K1' })
    expect(refused.body.code).toBe('held')
    expect(await statusesOf(box)).toEqual([6, 6, 5])
  })
})

test('of two who finish one return, the second is told unless both sent the same', async () => {
  const box = await contracted(t, w)
  expect((await move(t, box, 22)).status).toBe(200)
  const { version } = await read(t, box)
  const finish = (tracking_number: string) =>
    move(t, box, 21, { carrier: 'KLD', tracking_number, version, parcel_count: 1 })
  expect((await finish('K-1')).body).toMatchObject({ status: 21, return_tracking_number: 'K-1' })
  expect((await finish('K-1')).status).toBe(200)
  const second = await finish('K-2')
  expect(second.status).toBe(400)
  expect(second.body).toMatchObject({ code: 'stale_version', current: { return_tracking_number: 'K-1' } })
  expect((await read(t, box)).return_tracking_number).toBe('K-1')
})

describe('the day of the pickup', () => {
  const pickup = { delivering_option: 'PICKUP_ONLY', pickup_date: '2026-11-26', pickup_time_slot: 'AM' }
  const cancel = (box: Box) =>
    t.ask(`DELETE /api/purchase_requests/${box.id}/`, { token: box.customer.token })

  const today = '2026-11-24'
  const setPickup = (box: Box, date: string) =>
    t.pool.query('update purchase_request set pickup_date = $2 where id = $1', [box.id, date])

  test('ends the time to call it off, for both sides, until staff name another day', async () => {
    const [early, late] = [await apply(t, w, pickup), await apply(t, w, pickup)]
    await setPickup(early, '2026-11-25')
    expect(moves(await own(early))).toContain(4)
    expect((await cancel(early)).status).toBe(204)
    await setPickup(late, today)
    expect(moves(await own(late))).not.toContain(4)
    expect(moves(await read(t, late))).not.toContain(4)
    const refused = await cancel(late)
    expect(refused.body.code).toBe('not_editable')
    expect(JSON.stringify(refused.body)).toContain('集荷の日')
    expect((await move(t, late, 4)).body.code).toBe('guard_failed')
    const { version } = await read(t, late)
    const moved = await t.ask(`PUT /api/biz/purchase_requests/${late.id}/`, {
      token: late.staff.token,
      body: { version, pickup_date: '2026-11-28' },
    })
    expect(moved.status).toBe(200)
    expect((await move(t, late, 4)).status).toBe(200)
  })

  test('cannot be moved by the customer any more, nor got round by another way of sending', async () => {
    const box = await apply(t, w, pickup)
    await setPickup(box, '2026-11-25')
    const patch = (body: object) =>
      t.ask(`PATCH /api/purchase_requests/${box.id}/`, { token: box.customer.token, body })
    expect((await own(box)).is_pickup_due).toBe(false)
    expect((await patch({ pickup_date: '2026-11-23' })).body.code).toBe('pickup_date_invalid')
    expect((await patch({ pickup_date: '2026-11-27' })).status).toBe(200)
    for (const day of [today, '2026-11-20']) {
      await setPickup(box, day)
      expect((await own(box)).is_pickup_due).toBe(true)
      const changes = [
        { pickup_date: '2026-11-26' },
        { pickup_time_slot: '18-21' },
        { delivering_option: 'SELF_ONLY' },
      ]
      for (const change of changes) {
        const refused = await patch(change)
        expect([change, refused.status, refused.body.code]).toEqual([change, 400, 'not_editable'])
        expect(refused.body.status[0]).toContain('集荷の日')
      }
      expect((await cancel(box)).body.code).toBe('not_editable')
    }
    expect((await own(box)).pickup_date).toBe('2026-11-20')
    expect((await patch({ pickup_date: '2026-11-20', note: '在宅しています' })).status).toBe(200)
    expect((await patch({ tracking_number: '123456789013' })).body.status).toBe(2)
    expect((await own(box)).is_pickup_due).toBe(false)
  })

  test('is no reason to refuse a note, nor is a shop that has closed', async () => {
    const box = await apply(t, w, pickup)
    await setPickup(box, today)
    const patch = (body: object) =>
      t.ask(`PATCH /api/purchase_requests/${box.id}/`, { token: box.customer.token, body })
    await t.pool.query('update shop set is_open = false where id = $1', [w.aoyama.shops[0]])
    expect((await patch({ note: '玄関先に置きます', box_count: 2 })).body).toMatchObject({
      note: '玄関先に置きます',
      box_count: 2,
    })
    await t.pool.query('update shop set is_open = true where id = $1', [w.aoyama.shops[0]])
  })
})

describe('a second look', () => {
  const look = (box: Box, body: object) =>
    t.ask(`POST /api/purchase_requests/${box.id}/second-look/`, { token: box.customer.token, body })

  test('says which articles it is about, to both sides', async () => {
    const box = await offered(t, w)
    const [first] = box.slugs
    const reason = '袖の毛羽立ちは購入時からのものです'
    const foreign = await look(box, { reason, items: ['0000aaaa1111'] })
    expect(foreign.status).toBe(400)
    expect(foreign.body.items).toHaveLength(1)
    expect((await own(box)).status).toBe(11)
    expect((await look(box, { reason, items: [first, first] })).body.second_look_items).toEqual([first])
    expect((await read(t, box)).second_look_items).toEqual([first])
  })
})

describe('what was given to recycling', () => {
  test('is decided for good when the rest is looked at again', async () => {
    const box = await offered(t, w, { unpriced_policy: 'dispose' })
    await t.pool.query('update identification set ekyc_status = 2 where customer_id = $1', [w.hanako.id])
    expect((await answer(t, box, { decision_all: 'sell' })).status).toBe(200)
    const disposed = async () =>
      (
        await t.pool.query(
          'select slug, status, disposed_at, consent_id from purchase_item where request_id = $1 and disposed_at is not null',
          [box.id],
        )
      ).rows
    const before = await disposed()
    expect(before).toHaveLength(1)
    expect((await move(t, box, 12, { reason: 'もう一度見るため' })).status).toBe(200)
    const { version } = (
      await t.ask(`GET /api/purchase_items/${before[0].slug}/`, { token: box.staff.token })
    ).body
    const written = await t.ask(`PATCH /api/purchase_items/${before[0].slug}/`, {
      token: box.staff.token,
      body: { version, status: 1 },
    })
    expect(written.body.code).toBe('guard_failed')
    await publish(t, box)
    expect((await answer(t, box, { decision_all: 'return' })).status).toBe(200)
    expect(await disposed()).toEqual(before)
    expect(await statusesOf(box)).toEqual([5, 5, 3])
    await t.pool.query('update identification set ekyc_status = 3 where customer_id = $1', [w.hanako.id])
  })
})

describe('histories', () => {
  test('are kept for ever, so they hold no customer’s name, and staff read it all the same', async () => {
    const box = await contracted(t, w)
    const { rows } = await t.pool.query(
      `select actor_name from request_history where request_id = $1 and actor_kind = 'customer'
       union all select h.actor_name from item_history h join purchase_item i on i.id = h.item_id
       where i.request_id = $1 and h.actor_kind = 'customer'`,
      [box.id],
    )
    expect(rows.length).toBeGreaterThan(2)
    expect(new Set(rows.map((row) => row.actor_name))).toEqual(new Set(['']))
    const shown = (await read(t, box)).status_history.map((line: { actor: string }) => line.actor)
    expect(shown).toContain(box.customer.name)
    const item = (await t.ask(`GET /api/purchase_items/${box.slugs[0]}/`, { token: box.staff.token })).body
    expect(item.history.map((line: { actor: string }) => line.actor)).toContain(box.customer.name)
  })

  test('say that an application sold, and not who published', async () => {
    const box = await offered(t, w, { approval_mode: 'auto_accept_all', auto_accept_amount: 1_000 })
    const { rows } = await t.pool.query(
      `select distinct h.actor_kind from item_history h join purchase_item i on i.id = h.item_id
       where i.request_id = $1 and h.to_status in (4, 5)`,
      [box.id],
    )
    expect(rows).toEqual([{ actor_kind: 'system' }])
  })
})

describe('the clock', () => {
  test('one box that cannot be closed does not keep the others, and somebody hears of it', async () => {
    const [broken, other] = [await offered(t, w), await offered(t, w)]
    await t.pool.query(
      `create function fail_${broken.id}() returns trigger language plpgsql as
       $$ begin if new.id = ${broken.id} then raise exception 'broken'; end if; return new; end $$`,
    )
    await t.pool.query(
      `create trigger fail before update on purchase_request for each row execute function fail_${broken.id}()`,
    )
    const clock = standingClock(new Date(t.clock.now().getTime() + 20 * day))
    const deadlines = purchaseRequestJobs.tasks(t.db, { ...t.tools, clock })['purchase-request.deadlines']
    await expect(deadlines?.({})).rejects.toThrow()
    await t.pool.query('drop trigger fail on purchase_request')
    expect((await read(t, broken)).status).toBe(11)
    expect((await read(t, other)).status).toBe(22)
  })
})

test('what is late, and what was promised, is counted from the move and not from the last note', async () => {
  const box = await offered(t, w)
  expect((await answer(t, box, { decision_all: 'return' })).status).toBe(200)
  const { status_changed_at: since, promises } = await read(t, box)
  t.clock.forward(60_000)
  const { version } = await read(t, box)
  const noted = await t.ask(`PUT /api/biz/purchase_requests/${box.id}/`, {
    token: box.staff.token,
    body: { version, internal_note: '明日発送' },
  })
  expect(noted.status).toBe(200)
  expect(noted.body.updated_at).not.toBe(since)
  expect(await read(t, box)).toMatchObject({ status_changed_at: since, promises })
})

test('the arrangement of a pickup is promised to who is waiting for one, not to who sends the boxes', async () => {
  const collected = await apply(t, w, {
    delivering_option: 'PICKUP_ONLY',
    carrier: 'YAMATO',
    pickup_date: addDays(tokyoDate(t.clock.now()), 4),
    pickup_time_slot: '14-16',
  })
  expect((await read(t, collected)).promises).toMatchObject([{ status: 1, label: '集荷の手配' }])
  const sent = await apply(t, w, {
    delivering_option: 'SELF_ONLY',
    pickup_date: null,
    pickup_time_slot: null,
  })
  t.clock.forward(5 * 24 * 3_600_000)
  Object.assign(w.hanako, await signIn(t, w.hanako))
  const { body } = await t.ask(`GET /api/purchase_requests/${sent.id}/`, { token: w.hanako.token })
  expect([body.delivering_option, body.promises]).toEqual(['SELF_ONLY', []])
})
