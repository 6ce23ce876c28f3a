import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#contract/day'
import { type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { apply, type Box, move, read, receive } from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { purchaseRequestJobs } from './purchase-request.jobs.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
beforeEach(() => t.clock.set(new Date(testStart)))
afterAll(() => t.close())

const today = '2026-11-24'
const pickup = { delivering_option: 'PICKUP_ONLY', pickup_date: '2026-11-26', pickup_time_slot: 'AM' }

async function onDay(days: number): Promise<void> {
  t.clock.set(new Date(new Date(testStart).getTime() + days * 86_400_000 + 1000))
  await purchaseRequestJobs.tasks(t.db, t.tools)['purchase-request.deadlines']?.({})
  await t.runJobs()
}
const statusOf = async (box: Box): Promise<number> =>
  (await t.pool.query('select status from purchase_request where id = $1', [box.id])).rows[0].status
const told = async (box: Box, title: string): Promise<{ body: string }[]> =>
  (
    await t.pool.query('select body from notification where link = $1 and title = $2 order by id', [
      `/requests/${box.id}`,
      title,
    ])
  ).rows
const reminder = 'お荷物の発送をお待ちしています'
const fresh = async () => {
  for (const who of [w.aoyama.staff, w.hanako]) Object.assign(who, await signIn(t, who))
}

describe('a box its customer sends', () => {
  test('is waited for without anybody’s hand, reminded, and canceled fourteen days later', async () => {
    const box = await apply(t, w)
    await onDay(0.5)
    expect(await statusOf(box)).toBe(0)
    await onDay(1)
    expect(await statusOf(box)).toBe(1)
    const [line] = (
      await t.pool.query('select actor_kind from request_history where request_id = $1 and to_status = 1', [
        box.id,
      ])
    ).rows
    expect(line.actor_kind).toBe('system')
    await onDay(7)
    expect(await told(box, reminder)).toEqual([])
    await onDay(8)
    const [said] = await told(box, reminder)
    expect(said?.body).toContain('12月16日(水)までに発送がないとき')
    await onDay(21)
    expect(await statusOf(box)).toBe(1)
    await onDay(22)
    expect(await statusOf(box)).toBe(4)
    expect((await told(box, reminder)).length).toBe(1)
    expect((await told(box, 'お申し込みを取り消しました'))[0]?.body).toContain('発送がないまま期限を過ぎた')
  })
})

describe('a box that is fetched', () => {
  test('is waited for from the day of its pickup on, whether staff booked it or not', async () => {
    const [untouched, booked] = [await apply(t, w, pickup), await apply(t, w, pickup)]
    expect((await move(t, booked, 1)).status).toBe(200)
    await onDay(1)
    expect(await statusOf(untouched)).toBe(0)
    // The pickup is over at the end of 11/26, so a week later is 12/4.
    await onDay(9)
    for (const box of [untouched, booked]) expect(await told(box, reminder)).toEqual([])
    await onDay(10)
    for (const box of [untouched, booked]) {
      const said = await told(box, reminder)
      expect(said).toHaveLength(1)
      expect(said[0]?.body).toContain('集荷の予定日を過ぎましたが')
    }
    await onDay(23.9)
    expect([await statusOf(untouched), await statusOf(booked)]).toEqual([0, 1])
    await onDay(24)
    expect([await statusOf(untouched), await statusOf(booked)]).toEqual([4, 4])
  })

  test('is given the whole time anew when staff name another day, and reminded of that too', async () => {
    const box = await apply(t, w, pickup)
    expect((await move(t, box, 1)).status).toBe(200)
    await onDay(10)
    expect(await told(box, reminder)).toHaveLength(1)
    await fresh()
    const { version } = await read(t, box)
    const redated = await t.ask(`PUT /api/biz/purchase_requests/${box.id}/`, {
      token: box.staff.token,
      body: { version, pickup_date: addDays(today, 14) },
    })
    expect(redated.status).toBe(200)
    await onDay(21)
    expect(await told(box, reminder)).toHaveLength(1)
    await onDay(22)
    expect(await told(box, reminder)).toHaveLength(2)
    await onDay(35.9)
    expect(await statusOf(box)).toBe(1)
    await onDay(36)
    expect(await statusOf(box)).toBe(4)
    await fresh()
  })
})

test('a box that never arrives is told of once and stays: only staff give it up, and they see it', async () => {
  await fresh()
  const [lost, found] = [await apply(t, w), await apply(t, w)]
  for (const box of [lost, found]) expect((await move(t, box, 1)).status).toBe(200)
  for (const [box, tracking_number] of [
    [lost, '123456789013'],
    [found, '123456789024'],
  ] as const)
    expect((await move(t, box, 2, { carrier: 'YAMATO', tracking_number })).status).toBe(200)
  const late = async () => {
    await fresh()
    const { body } = await t.ask('GET /api/biz/today/', { token: w.aoyama.staff.token })
    return body.late.find(({ id }: { id: number }) => id === lost.id)
  }
  expect(await late()).toBeUndefined()
  // Lateness is told by the minute.
  await onDay(5.001)
  expect((await late()).late_reason).toContain('5日')
  await receive(t, found)
  await onDay(8)
  const title = 'お荷物の到着を確認しています'
  expect(await told(lost, title)).toHaveLength(1)
  expect(await told(found, title)).toEqual([])
  await onDay(90)
  expect(await told(lost, title)).toHaveLength(1)
  expect(await statusOf(lost)).toBe(2)
})

test('what its customer writes gives the whole time anew', async () => {
  await fresh()
  const box = await apply(t, w)
  await onDay(1)
  await onDay(8)
  t.clock.set(new Date(new Date(testStart).getTime() + 20 * 86_400_000))
  await fresh()
  const note = await t.ask(`PATCH /api/purchase_requests/${box.id}/`, {
    token: box.customer.token,
    body: { note: '来週お送りします' },
  })
  expect(note.status).toBe(200)
  await onDay(22)
  expect(await statusOf(box)).toBe(1)
  await onDay(27)
  expect(await told(box, reminder)).toHaveLength(2)
  await onDay(41)
  expect(await statusOf(box)).toBe(4)
})

test('a change that was made while the closing waited for the lock is seen', async () => {
  await fresh()
  const box = await apply(t, w)
  await onDay(8)
  t.clock.set(new Date(new Date(testStart).getTime() + 23 * 86_400_000))
  const other = await t.pool.connect()
  await other.query('begin')
  await other.query('select from purchase_request where id = $1 for update', [box.id])
  const closing = purchaseRequestJobs.tasks(t.db, t.tools)['purchase-request.deadlines']?.({})
  await expect
    .poll(
      async () =>
        (
          await t.pool.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).rowCount,
    )
    .toBe(1)
  const at = t.clock.now().toISOString()
  await other.query('update purchase_request set updated_at = $2, reminders_sent = 0 where id = $1', [
    box.id,
    at,
  ])
  await other.query('commit')
  other.release()
  await closing
  expect(await statusOf(box)).toBe(1)
})
