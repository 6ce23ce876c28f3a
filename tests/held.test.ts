import { afterAll, beforeAll, expect, test } from 'vitest'
import { itemTransitions, requestTransitions } from '#contract/status-move'
import { type TestApp, testApp } from './support/app.ts'
import { contracted, offered } from './support/steps.ts'
import { makeWorld, type World } from './support/world.ts'

// The database alone: whoever writes SQL moves nothing that is held.

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const movesOf = (list: readonly { from: number; to: number }[]) => [
  ...new Map(list.map(({ from, to }) => [`${from} ${to}`, [from, to] as const])).values(),
]

/** Brings the row to a status by switching the triggers off, holds it, and tries the move. */
async function attempt(
  table: 'purchase_item' | 'purchase_request',
  id: number,
  move: string,
  set: string,
  of: string,
) {
  const client = await t.pool.connect()
  try {
    await client.query('begin')
    await client.query(`alter table ${table} disable trigger user`)
    await client.query(`update ${table} set ${set} where id = ${id}`)
    await client.query(`alter table ${table} enable trigger user`)
    await client.query(
      `insert into hold (company_id, request_id, item_id, kind, reason, placed_at) values (${of}, 'stolen_notice', '品触れ', now())`,
    )
    await client.query(`update ${table} set ${move} where id = ${id}`)
    return 'moved'
  } catch (error) {
    const { message } = error as Error
    return /while it is held/.test(message) ? 'held' : message
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const refusedAt =
  'refused_at = now(), consent_id = (select min(id) from consent), purchased_at = purchased_at'

test('no move of an item happens while it, or its box, is held', async () => {
  const box = await contracted(t, w)
  const { rows } = await t.pool.query(
    `select id, request_id, company_id from purchase_item where request_id = $1 and status = 6 order by id limit 1`,
    [box.id],
  )
  const [item] = rows
  for (const [from, to] of movesOf(itemTransitions)) {
    const isRefused = from === 5 || from === 7
    const set = `status = ${from}, ${isRefused ? refusedAt : 'refused_at = null'}`
    const move = `status = ${to}${to === 5 ? ', refused_at = now()' : ''}`
    for (const held of [item.id, 'null']) {
      const of = `${item.company_id}, ${item.request_id}, ${held}`
      expect(await attempt('purchase_item', item.id, move, set, of), `${from} → ${to}, ${held}`).toBe('held')
    }
  }
  const disposal = "disposed_at = now(), decision = 'dispose'"
  const of = `${item.company_id}, ${item.request_id}, ${item.id}`
  expect(await attempt('purchase_item', item.id, disposal, 'status = 3', of)).toBe('held')
  // Another article of a box that was bought is not stopped.
  const { rows: others } = await t.pool.query(
    'select id from purchase_item where request_id = $1 and status = 6 and id <> $2 limit 1',
    [box.id, item.id],
  )
  expect(await attempt('purchase_item', others[0].id, 'status = 8', 'status = 6', of)).toBe('moved')
})

/** Articles are in the house from 3 on; what happens on the way is only recorded. */
const isOnTheWay = (from: number, to: number) => from <= 2 && to <= 4

test('until the deal one held article, or its held box, stops every move of the request that would move it', async () => {
  const box = await offered(t, w)
  const { rows } = await t.pool.query(
    `select i.id, i.company_id from purchase_item i where i.request_id = $1 order by i.id limit 1`,
    [box.id],
  )
  const { id, company_id } = rows[0]
  for (const [from, to] of movesOf(requestTransitions)) {
    const done = to === 20 || to === 21 ? ', contracted_at = now()' : ''
    const attemptOf = (item: number | 'null', set = `status = ${from}`) =>
      attempt('purchase_request', box.id, `status = ${to}${done}`, set, `${company_id}, ${box.id}, ${item}`)
    const way = `${from} → ${to}`
    const isUnsettled = from < 20 || from === 22
    if (isUnsettled)
      expect(await attemptOf('null'), `${way}, box`).toBe(isOnTheWay(from, to) ? 'moved' : 'held')
    // The others are begun or reopened; what is held stays as it is.
    const leavesIt = isOnTheWay(from, to) || to === 10 || to === 12
    if (isUnsettled) expect(await attemptOf(id), `${way}, article`).toBe(leavesIt ? 'moved' : 'held')
  }
  await t.pool.query('alter table purchase_item disable trigger user')
  await t.pool.query(
    'update purchase_item set status = 4, consent_id = (select min(id) from consent) where id = $1',
    [id],
  )
  await t.pool.query('alter table purchase_item enable trigger user')
  const of = `${company_id}, ${box.id}, ${id}`
  expect(await attempt('purchase_request', box.id, 'status = 12', 'status = 13', of)).toBe('held')
})

test('after the deal a held article that goes back stops its request, and one that was bought does not', async () => {
  const box = await contracted(t, w)
  const { rows } = await t.pool.query(
    'select id, status, company_id from purchase_item where request_id = $1 order by status',
    [box.id],
  )
  const company = rows[0].company_id
  const idOf = (status: number) => rows.find((row) => row.status === status).id
  for (const [from, to] of movesOf(requestTransitions)) {
    if (from !== 20 && from !== 22) continue
    const attemptOf = (item: number | 'null') =>
      attempt(
        'purchase_request',
        box.id,
        `status = ${to}`,
        `status = ${from}`,
        `${company}, ${box.id}, ${item}`,
      )
    for (const item of [idOf(5), 'null'] as const)
      expect(await attemptOf(item), `${from} → ${to}, ${item}`).toMatch(to === 24 ? /bought/ : /^held$/)
    expect(await attemptOf(idOf(6)), `${from} → ${to}, bought`).not.toBe('held')
  }
})
