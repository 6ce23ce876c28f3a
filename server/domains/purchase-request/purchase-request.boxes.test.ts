import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomKey, type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply, type Box, move, read, startAssessing } from '../../../tests/support/steps.ts'
import { makeWorld, type Person, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const numbers = ['123456789013', '564841939476', '600097281033'] as const

const patch = (box: Box, body: object, who: Person = box.customer) =>
  t.ask(`PATCH /api/purchase_requests/${box.id}/`, { token: who.token, body })

const own = async (box: Box) =>
  (await t.ask(`GET /api/purchase_requests/${box.id}/`, { token: box.customer.token })).body

async function receiveSome(
  box: Box,
  boxNumbers: number[] | undefined,
  count: number,
  weight?: number,
  note?: string,
) {
  const { version } = await read(t, box)
  return t.ask(`POST /api/biz/purchase_requests/${box.id}/receive/`, {
    token: box.staff.token,
    key: randomKey(),
    body: {
      item_count: count,
      weight_g: weight,
      note,
      ...(boxNumbers && { box_numbers: boxNumbers }),
      version,
    },
  })
}

async function giveUp(box: Box, who: Person = box.staff, version?: number) {
  return t.ask(`POST /api/biz/purchase_requests/${box.id}/missing-boxes/`, {
    token: who.token,
    body: { reason: '運送会社の調査が長引いているため', version: version ?? (await read(t, box)).version },
  })
}

const scan = async (code: string) =>
  (await t.ask(`GET /api/biz/scan/${code}/`, { token: w.aoyama.staff.token })).body

const messages = async (box: Box) => {
  await t.runJobs()
  const { rows } = await t.pool.query<{ title: string; body: string }>(
    'select title, body from notification where request_id = $1 order by id',
    [box.id],
  )
  return rows
}

describe('the boxes of a request', () => {
  test('have a code each, which stays when others are added or taken off', async () => {
    const box = await apply(t, w, { box_count: 3 })
    const before = (await own(box)).boxes
    expect(before.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2, 3])
    expect(new Set(before.map(({ box_code }: { box_code: string }) => box_code)).size).toBe(3)
    expect((await patch(box, { box_count: 2 })).body.boxes).toEqual(before.slice(0, 2))
    const { boxes } = (await patch(box, { box_count: 4 })).body
    expect(boxes.slice(0, 2)).toEqual(before.slice(0, 2))
    expect(boxes).toHaveLength(4)
    for (const { seq, box_code } of boxes)
      expect(await scan(box_code)).toMatchObject({ kind: 'box', request: box.id, box: seq, next: 'receive' })
    // The code of a box that was taken off leads nowhere.
    const gone = await t.ask(`GET /api/biz/scan/${before[2].box_code}/`, { token: w.aoyama.staff.token })
    expect(gone.status).toBe(404)
  })

  test('are tracked one by one, also after the first one is on its way', async () => {
    const box = await apply(t, w, { box_count: 3 })
    const first = await patch(box, { trackings: [{ box: 2, tracking_number: '5648-4193-9476' }] })
    expect(first.body).toMatchObject({ status: 2, boxes: [{}, { tracking_number: numbers[1] }, {}] })
    expect(first.body.boxes[1].tracking_url).toContain(numbers[1])
    const { version } = first.body
    const second = await patch(box, { trackings: [{ box: 1, tracking_number: numbers[0] }], version })
    expect(second.body).toMatchObject({ status: 2, boxes: [{ tracking_number: numbers[0] }, {}, {}] })
    expect((await patch(box, { trackings: [{ box: 3, tracking_number: numbers[0] }] })).body).toMatchObject({
      tracking_number: [expect.stringContaining('同じ送り状番号')],
    })
    expect((await patch(box, { trackings: [{ box: 4, tracking_number: numbers[2] }] })).status).toBe(400)
    expect(
      (await patch(box, { trackings: [{ box: 3, tracking_number: '123456789012' }] })).body
        .tracking_number[0],
    ).toMatch(/3箱目.*間違い/)
    expect((await patch(box, { trackings: [{ box: 3, tracking_number: numbers[2] }] }, w.taro)).status).toBe(
      404,
    )
    expect(await scan(numbers[1])).toMatchObject({ kind: 'parcel', request: box.id, box: 2 })
    // The history has one departure, however many numbers were entered.
    const { status_history: history } = await own(box)
    expect(history.filter(({ to_status: to }: { to_status: number }) => to === 2)).toHaveLength(1)
  })

  test('have their numbers taken off once, also when the same is sent again', async () => {
    const box = await apply(t, w, { box_count: 2 })
    const put = (body: object) =>
      t.ask(`PUT /api/biz/purchase_requests/${box.id}/`, { token: box.staff.token, body })
    const { version } = await read(t, box)
    const set = {
      status: 0,
      version,
      trackings: numbers.slice(0, 2).map((tracking_number, index) => ({ box: index + 1, tracking_number })),
    }
    expect((await put(set)).status).toBe(200)
    const again = await put(set)
    expect([again.status, again.body.version]).toEqual([200, version + 1])
    const blanked = { ...set, version: version + 1, trackings: [{ box: 1, tracking_number: ' ' }] }
    for (const _again of [1, 2]) {
      const { status, body } = await put(blanked)
      expect([status, body.version]).toEqual([200, version + 2])
      expect(body.boxes).toMatchObject([{ tracking_number: '' }, { tracking_number: numbers[1] }])
    }
    // What was taken off since is not put on again, and no wish of somebody else counts as a repeat.
    const late = await put(set)
    expect([late.status, late.body.code]).toEqual([400, 'stale_version'])
  })

  test('arrive one by one; the request arrives with the last one, and the customer reads which are here', async () => {
    const box = await apply(t, w, { box_count: 3, item_count: 8 })
    const first = await receiveSome(box, [2], 3, 4000, '底が濡れている')
    expect(first.body).toMatchObject({ status: 2, arrived_box_count: 1, arrived_at: null })
    expect(first.body.boxes[1]).toMatchObject({ item_count: 3, weight_g: 4000, counted_with: null })
    expect(first.body.items).toHaveLength(3)
    await messages(box)
    expect((await own(box)).may_object_to_count).toBe(false)
    expect((await receiveSome(box, [2], 3)).body.box_numbers[0]).toContain('2箱目は受け取り済み')
    expect((await receiveSome(box, [7], 3)).body.box_numbers[0]).toContain('7箱目はありません')
    expect(
      (await t.ask(`DELETE /api/purchase_requests/${box.id}/`, { token: box.customer.token })).status,
    ).toBe(400)
    expect((await patch(box, { trackings: [{ box: 2, tracking_number: numbers[0] }] })).body.code).toBe(
      'not_editable',
    )
    await t.pool.query(
      `update request_box set arrived_at = arrived_at - interval '1 day' where request_id = $1 and seq = 2`,
      [box.id],
    )
    const last = await receiveSome(box, undefined, 5, 6000, '角がつぶれている')
    expect(last.body).toMatchObject({
      status: 3,
      arrived_box_count: 3,
      arrived_item_count: 8,
      arrived_weight_g: 10_000,
      arrived_note: '底が濡れている\n角がつぶれている',
      boxes: [{ item_count: 5 }, { item_count: 3 }, { item_count: null, counted_with: 1 }],
    })
    expect(last.body.items.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const told = await messages(box)
    const part = told.find(({ title }) => title === '3箱のうち1箱が届きました')
    expect(part?.body).toContain('残りの箱がそろってから')
    expect(told.at(-1)?.body).toMatch(/3箱のうち3箱が.*2箱目は\d+月\d+日/)
    expect(told.filter(({ title }) => title === 'お荷物がお店に向かっています')).toHaveLength(0)
  })

  test('that do not come are given up with a reason, and one that comes late joins the others', async () => {
    const box = await apply(t, w, { box_count: 2, item_count: 4 })
    expect((await giveUp(box)).body.code).toBe('illegal_transition')
    await receiveSome(box, [1], 2, 3000)
    expect((await move(t, box, 24, { reason: '紛失' })).body.code).toBe('guard_failed')
    expect((await giveUp(box, w.umeda.staff)).status).toBe(404)
    expect((await giveUp(box, box.staff, 1)).body.code).toBe('stale_version')
    const given = await giveUp(box)
    expect(given.body).toMatchObject({
      status: 3,
      arrived_item_count: 2,
      boxes: [{}, { given_up_at: expect.any(String) }],
    })
    expect((await giveUp(box)).body.code).toBe('illegal_transition')
    expect((await messages(box)).at(-1)?.body).toContain('2箱目は届いていない')
    expect((await own(box)).status_history.at(-1).reason).toContain('調査が長引いて')

    await startAssessing(t, box)
    expect(await scan(given.body.boxes[1].box_code)).toMatchObject({ box: 2, next: 'receive' })
    expect(await scan(given.body.boxes[0].box_code)).toMatchObject({ box: 1, next: 'assess' })
    const late = await receiveSome(box, [2], 2, 1500, '伝票がはがれている')
    expect(late.body).toMatchObject({
      status: 10,
      arrived_item_count: 4,
      arrived_weight_g: 4500,
      arrived_note: '伝票がはがれている',
      boxes: [{}, { given_up_at: null, item_count: 2 }],
    })
    expect(late.body.items.map(({ status }: { status: number }) => status)).toEqual([1, 1, 1, 1])
    expect((await messages(box)).at(-1)?.body).toContain('先に届いた箱とあわせて')
    expect((await receiveSome(box, [2], 2)).body.code).toBe('illegal_transition')
  })

  test('each say to staff who received them and when, the customer only when', async () => {
    const box = await apply(t, w, { box_count: 3 })
    const body = async () => ({ item_count: 2, box_numbers: [2], version: (await read(t, box)).version })
    const ask = { key: randomKey(), body: await body() }
    for (const _again of [1, 2])
      await t.ask(`POST /api/biz/purchase_requests/${box.id}/receive/`, {
        token: w.aoyama.admin.token,
        ...ask,
      })
    t.clock.forward(60_000)
    await receiveSome(box, undefined, 3)
    const { boxes } = await read(t, box)
    expect(boxes.map(({ received_by: by }: { received_by: string }) => by)).toEqual([
      w.aoyama.staff.name,
      w.aoyama.admin.name,
      w.aoyama.staff.name,
    ])
    expect(new Date(boxes[0].arrived_at).getTime() - new Date(boxes[1].arrived_at).getTime()).toBe(60_000)
    expect(JSON.stringify(await own(box))).not.toContain(w.aoyama.admin.name)
    expect(Object.keys((await own(box)).boxes[0])).not.toContain('received_by')
  })

  test('counted by two people at once are counted once', async () => {
    const box = await apply(t, w, { box_count: 2 })
    const { version } = await read(t, box)
    const both = await Promise.all(
      [w.aoyama.staff, w.aoyama.admin].map((who) =>
        t.ask(`POST /api/biz/purchase_requests/${box.id}/receive/`, {
          token: who.token,
          key: randomKey(),
          body: { item_count: 2, box_numbers: [1], version },
        }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect((await read(t, box)).items).toHaveLength(2)
  })
})
