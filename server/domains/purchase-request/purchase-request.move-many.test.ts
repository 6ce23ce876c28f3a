import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestStatus as S } from '#contract/lifecycle'
import { requestTransitions, stepTogether } from '#contract/status-move'
import { randomKey, type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply, type Box, contracted, read, receive } from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const seen = async (...boxes: Box[]) =>
  Promise.all(boxes.map(async (box) => ({ id: box.id, version: (await read(t, box)).version as number })))
const send = (requests: object[], key = randomKey(), { token } = w.aoyama.staff) =>
  t.ask('POST /api/biz/purchase_requests/move/', { token, key, body: { requests } })
const arrived = async () => {
  const box = await apply(t, w)
  await receive(t, box, 2)
  return box
}
const moves = async (box: Box) => {
  const { rows } = await t.pool.query(
    "select detail from activity where action = 'request.move' and object_id = $1 order by id",
    [String(box.id)],
  )
  return rows.map(({ detail }) => [detail.from, detail.to])
}

test('only steps that ask for nothing and end nothing are taken together, and of each status one', () => {
  const together = requestTransitions.filter((move) => stepTogether(move.from) === move)
  expect(together.map(({ from, to }) => [from, to])).toEqual([
    [S.APPLIED, S.AWAITING_SHIPMENT],
    [S.AWAITING_SHIPMENT, S.IN_TRANSIT],
    [S.ARRIVED, S.ASSESSING],
    [S.CONTRACTED, S.RETURNING],
  ])
})

test('each moves by itself to its next status: changed, unready, foreign and missing ones stay and say why', async () => {
  const [sent, here, stale] = [await apply(t, w), await arrived(), await arrived()]
  const pickup = await apply(t, w)
  await t.pool.query("update purchase_request set delivering_option = 'PICKUP_ONLY' where id = $1", [
    pickup.id,
  ])
  const shown = await seen(sent, here, stale, pickup)
  const changed = { id: stale.id, version: (shown[2]?.version ?? 0) - 1 }
  const asked = [shown[0], shown[1], changed, shown[3], { id: 999_999_999, version: 1 }] as object[]
  const { status, body } = await send(asked)
  expect(status).toBe(200)
  expect(body.results).toMatchObject([
    { request: sent.id, is_refused: false, message: '', status: S.AWAITING_SHIPMENT },
    { request: here.id, is_refused: false, message: '', status: S.ASSESSING },
    { request: stale.id, is_refused: true, code: 'stale_version', status: null },
    { request: pickup.id, is_refused: true, code: 'guard_failed' },
    { request: 999_999_999, is_refused: true, code: 'not_found' },
  ])
  expect(body.results[3].message).toContain('運送会社と集荷日')
  expect((await read(t, here)).assessor).toBe(w.aoyama.staff.id)
  expect((await read(t, stale)).status).toBe(S.ARRIVED)
  const foreign = await send(await seen(stale), randomKey(), w.umeda.admin)
  expect(foreign.body.results).toMatchObject([{ request: stale.id, code: 'not_found' }])
  expect((await read(t, stale)).status).toBe(S.ARRIVED)
})

test('a box whose article to return is held stays, and stops no other', async () => {
  const [kept, free] = [await contracted(t, w), await contracted(t, w)]
  const back = (await read(t, kept)).items.find(({ status }: { status: number }) => status === 5)
  const held = await t.ask(`POST /api/biz/purchase_requests/${kept.id}/holds/`, {
    token: w.aoyama.staff.token,
    body: { kind: 'stolen_notice', reason: '品触れ', slug: back.slug },
  })
  expect(held.status).toBe(201)
  const { body } = await send(await seen(kept, free))
  expect(body.results).toMatchObject([
    { request: kept.id, is_refused: true, code: 'held', status: null },
    { request: free.id, is_refused: false, status: S.RETURNING },
  ])
  expect((await read(t, kept)).status).toBe(S.CONTRACTED)
})

test('sent again with its key, or by two at once, none moves twice', async () => {
  const boxes = [await arrived(), await arrived()]
  const shown = await seen(...boxes)
  const key = randomKey()
  const both = await Promise.all([send(shown, key), send(shown, key)])
  expect(both[0]?.body).toEqual(both[1]?.body)
  expect((await send(shown.slice(1), key)).body.code).toBe('idempotency_key_reused')
  const others = await Promise.all([send(shown), send(shown.toReversed(), randomKey(), w.aoyama.admin)])
  for (const { body } of others)
    expect(body.results.map(({ code }: { code: string }) => code)).toEqual(['stale_version', 'stale_version'])
  for (const box of boxes) expect((await moves(box)).filter(([, to]) => to === S.ASSESSING)).toHaveLength(1)
})
