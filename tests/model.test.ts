import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finalStatuses, requestStatusLabel } from '#contract/lifecycle'
import { itemTransitions, requestTransitions } from '#contract/status-move'
import { closeDeal } from '#server/domains/deal/deal.service'
import { closeOverdueOffers } from '#server/domains/purchase-request/purchase-request.jobs'
import { type TestApp, testApp } from './support/app.ts'
import { answer, apply, assessAll, type Box, move, read } from './support/steps.ts'
import { makeWorld, type World } from './support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const statuses = Object.keys(requestStatusLabel).map(Number)

const events: Record<string, (box: Box) => Promise<number | undefined>> = {
  book: async (box) => (await move(t, box, 1)).status,
  ship: async (box) =>
    (
      await t.ask(`PATCH /api/purchase_requests/${box.id}/`, {
        token: box.customer.token,
        body: { tracking_number: '123456789013' },
      })
    ).status,
  cancel: async (box) =>
    (await t.ask(`DELETE /api/purchase_requests/${box.id}/`, { token: box.customer.token })).status,
  receive: async (box) => {
    const { version } = await read(t, box)
    return (
      await t.ask(`POST /api/biz/purchase_requests/${box.id}/receive/`, {
        token: box.staff.token,
        body: { item_count: 2, version },
      })
    ).status
  },
  start: async (box) => (await move(t, box, 10)).status,
  assess: async (box) => {
    await assessAll(t, w, box, [3_000, null]).catch(() => undefined)
    return undefined
  },
  publish: async (box) => {
    const { version } = await read(t, box)
    return (
      await t.ask(`POST /api/purchase_requests/${box.id}/assessment/`, {
        token: box.staff.token,
        body: { version, answer: 'もう一度拝見しました。' },
      })
    ).status
  },
  sell: async (box) => (await answer(t, box, { decision_all: 'sell' })).status,
  giveBack: async (box) => (await answer(t, box, { decision_all: 'return' })).status,
  secondLook: async (box) =>
    (
      await t.ask(`POST /api/purchase_requests/${box.id}/second-look/`, {
        token: box.customer.token,
        body: { reason: 'もう一度見てください' },
      })
    ).status,
  wantBack: async (box) =>
    (await t.ask(`POST /api/purchase_requests/${box.id}/return/`, { token: box.customer.token, body: {} }))
      .status,
  reopen: async (box) => (await move(t, box, 12, { reason: '確認のため' })).status,
  abort: async (box) => (await move(t, box, 24, { reason: '取り扱えない品のため' })).status,
  bookReturn: async (box) => (await move(t, box, 22, { reason: 'お客さまのご希望' })).status,
  finishReturn: async (box) => (await move(t, box, 23, { carrier: 'KLD', tracking_number: 'K-1' })).status,
  finishSold: async (box) => (await move(t, box, 21, { carrier: 'KLD', tracking_number: 'K-1' })).status,
  rescind: async (box) =>
    (
      await t.ask(`POST /api/purchase_requests/${box.id}/rescind/`, {
        token: box.customer.token,
        body: { slugs: await soldOf(box) },
      })
    ).status,
  rescindByDealer: async (box) => {
    const { version } = await read(t, box)
    return (
      await t.ask(`POST /api/biz/purchase_requests/${box.id}/rescind/`, {
        token: w.aoyama.admin.token,
        body: { slugs: await soldOf(box), reason: '別のお客さまの品でした', version },
      })
    ).status
  },
  deal: async (box) => void (await closeDeal(t.db, box.id, t.clock.now(), t.tools)),
  deadline: async () =>
    void (await closeOverdueOffers(t.db, new Date(t.clock.now().getTime() + 20 * 86_400_000), t.tools.log)),
  hold: async (box) =>
    (
      await t.ask(`POST /api/biz/purchase_requests/${box.id}/holds/`, {
        token: box.staff.token,
        body: { kind: 'dispute', reason: '確認中' },
      })
    ).status,
  release: async (box) => {
    const held = (await read(t, box)).holds.find(
      (one: { released_at: string | null }) => one.released_at === null,
    )
    if (!held) return undefined
    for (const person of [w.aoyama.staff, w.aoyama.admin]) {
      await t.ask(`POST /api/biz/holds/${held.id}/release/`, {
        token: person.token,
        body: { reason: '解決した' },
      })
    }
    return undefined
  },
  ...Object.fromEntries(
    statuses.map(
      (status) => [`jump to ${status}`, async (box: Box) => (await move(t, box, status)).status] as const,
    ),
  ),
}

async function soldOf(box: Box): Promise<string[]> {
  const { rows } = await t.pool.query<{ slug: string }>(
    'select slug from purchase_item where request_id = $1 order by (status = 6) desc, id limit 1',
    [box.id],
  )
  return rows.map(({ slug }) => slug).concat(rows.length === 0 ? ['nothing0here'] : [])
}

async function snapshot(id: number) {
  const one = <T>(sqlText: string) => t.pool.query(sqlText, [id]).then(({ rows }) => rows as T[])
  return {
    request: (
      await one<{
        status: number
        offer_total: number | null
        contracted_at: string | null
        version: number
      }>('select status, offer_total, contracted_at, version from purchase_request where id = $1')
    )[0],
    items: await one<{
      id: number
      status: number
      disposed_at: string | null
      price: number | null
      refused_at: string | null
      consent_id: number | null
      decision: string | null
      purchased_at: string | null
      return_parcel_id: number | null
      version: number
    }>(
      'select id, status, disposed_at, price, refused_at, consent_id, decision, purchased_at, return_parcel_id, version from purchase_item where request_id = $1 order by id',
    ),
    history: await one<{ from_status: number | null; to_status: number }>(
      'select from_status, to_status from request_history where request_id = $1 order by id',
    ),
    itemHistory: await one<{ item_id: number; from_status: number | null; to_status: number }>(
      'select h.item_id, h.from_status, h.to_status from item_history h join purchase_item i on i.id = h.item_id where i.request_id = $1 order by h.id',
    ),
    entries: await one<{ kind: string; amount: number }>(
      'select kind, amount from book_entry where request_id = $1',
    ),
    ledger: await one<{ entry_kind: string; price: number }>(
      'select l.entry_kind, l.price from antique_ledger l join purchase_item i on i.id = l.item_id where i.request_id = $1',
    ),
    parcels: await one<{ id: number; item_count: number }>(
      'select id, item_count from return_parcel where request_id = $1 order by id',
    ),
    answers: await one<{ kind: string }>(
      "select kind from consent where request_id = $1 and kind in ('answer', 'auto_accept')",
    ),
  }
}

type Snapshot = Awaited<ReturnType<typeof snapshot>>

function assertPossible(now: Snapshot): void {
  for (const line of now.history) {
    if (line.from_status === null) expect(line.to_status).toBe(0)
    else
      expect(
        requestTransitions.some((move) => move.from === line.from_status && move.to === line.to_status),
      ).toBe(true)
  }
  expect(now.history.at(-1)?.to_status).toBe(now.request?.status)
  for (const [index, line] of now.history.entries())
    if (index > 0) expect(line.from_status).toBe(now.history[index - 1]?.to_status)
  for (const line of now.itemHistory) {
    if (line.from_status !== null && line.from_status !== line.to_status) {
      expect(
        itemTransitions.some((move) => move.from === line.from_status && move.to === line.to_status),
      ).toBe(true)
    }
  }
  const bought = now.items.filter((item) => [6, 8, 9].includes(item.status))
  const rescinded = now.items.filter((item) => item.purchased_at !== null && !bought.includes(item))
  const posted = (kind: string) =>
    now.entries.filter((entry) => entry.kind === kind).reduce((sum, entry) => sum + Number(entry.amount), 0)
  const worth = (items: readonly { price: number | null }[]) =>
    items.reduce((sum, item) => sum + Number(item.price), 0)
  expect(posted('PURCHASE')).toBe(worth(bought) + worth(rescinded))
  expect(posted('REVERSAL')).toBe(worth(rescinded))
  const rowsOf = (kind: string) => now.ledger.filter((row) => row.entry_kind === kind)
  expect(rowsOf('買受け')).toHaveLength(bought.length + rescinded.length)
  expect(rowsOf('返還')).toHaveLength(rescinded.length)
  for (const item of rescinded) expect([5, 7]).toContain(item.status)
  for (const item of rescinded)
    expect(item).toMatchObject({ decision: 'return', refused_at: expect.anything() })
  assertSentBack(now)
  if (bought.length > 0) expect(now.answers.length).toBeGreaterThan(0)
  for (const item of bought) expect(item).toMatchObject({ refused_at: null, decision: 'sell' })
  for (const item of now.items) if (item.status === 5) expect(item.refused_at).not.toBeNull()
  for (const item of now.items) if (item.disposed_at !== null) expect(item.status).toBe(3)
  if (now.request?.status === 24) expect(bought).toHaveLength(0)
  expect(now.entries.length > 0).toBe(now.request?.contracted_at !== null)
}

function assertSentBack({ request, items, parcels }: Snapshot): void {
  const sent = items.filter((item) => item.status === 7)
  expect(parcels.reduce((sum, parcel) => sum + parcel.item_count, 0)).toBe(sent.length)
  for (const item of sent) expect(parcels.map(({ id }) => id)).toContain(item.return_parcel_id)
  if (request?.status === 21 || request?.status === 23)
    expect(items.filter((item) => item.status === 5)).toEqual([])
}

test('random streams of legal and illegal events never reach an impossible state, and a refused one changes nothing', async () => {
  const names = Object.keys(events)
  const streams = fc.array(fc.constantFrom(...names), { minLength: 6, maxLength: 28 })
  const reached = new Set<number>()
  await fc.assert(
    fc.asyncProperty(streams, fc.constantFrom('return', 'dispose'), async (stream, unpriced_policy) => {
      const box = await apply(t, w, { unpriced_policy })
      let before = await snapshot(box.id)
      // Starting like a typical box reaches the later states more often.
      for (const name of ['book', 'receive', 'start', 'assess', 'publish']
        .slice(0, 1 + (stream.length % 5))
        .concat(stream)) {
        const status = await (events[name] as (box: Box) => Promise<number | undefined>)(box)
        const now = await snapshot(box.id)
        assertPossible(now)
        if (status !== undefined && status >= 400) {
          expect(status).toBe(400)
          expect(now).toEqual(before)
        }
        if ((finalStatuses as readonly number[]).includes(before.request?.status as number)) {
          const opened = before.request?.status === 21 && ['rescind', 'rescindByDealer'].includes(name)
          const stays = now.request?.status === before.request?.status
          expect(stays || (opened && now.request?.status === 22)).toBe(true)
        }
        reached.add(now.request?.status as number)
        before = now
      }
    }),
    {
      numRuns: 30,
      examples: [
        [['sell', 'deal', 'bookReturn', 'finishSold'], 'return'],
        [['sell', 'reopen', 'publish', 'giveBack', 'abort'], 'dispose'],
        [['secondLook', 'publish', 'assess', 'publish', 'sell', 'deal'], 'return'],
        // The whole box is sold; one item, and then the last one, are rescinded.
        [['sell', 'deal', 'rescind', 'finishSold', 'finishReturn', 'rescindByDealer'], 'dispose'],
        [['sell', 'deal', 'bookReturn', 'rescindByDealer', 'finishReturn', 'rescind'], 'return'],
        [['sell', 'deal', 'bookReturn', 'finishSold', 'rescind', 'hold', 'finishReturn'], 'return'],
      ],
    },
  )
  // Guards against streams in which everything is refused.
  for (const status of [3, 10, 11, 13, 20, 22, 21, 23]) expect(reached).toContain(status)
}, 120_000)

test('every jump that is not in the table is refused by the database as well', async () => {
  const box = await apply(t, w)
  for (const from of statuses) {
    for (const to of statuses) {
      if (from === to || requestTransitions.some((move) => move.from === from && move.to === to)) continue
      const client = await t.pool.connect()
      try {
        await client.query('begin')
        await client.query('alter table purchase_request disable trigger purchase_request_guard')
        await client.query(
          'update purchase_request set status = $2, offer_total = 1, contracted_at = now() where id = $1',
          [box.id, from],
        )
        await client.query('alter table purchase_request enable trigger purchase_request_guard')
        await expect(
          client.query('update purchase_request set status = $2 where id = $1', [box.id, to]),
        ).rejects.toThrow(/is no move/)
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
  }
})

test('the table of the database is the table of the contract', async () => {
  const { rows } = await t.pool.query<{ subject: string; from_status: number; to_status: number }>(
    'select subject, from_status, to_status from status_move',
  )
  const stored = (subject: string) =>
    rows.filter((row) => row.subject === subject).map((row) => `${row.from_status}-${row.to_status}`)
  const unique = (moves: readonly { from: number; to: number }[]) => [
    ...new Set(moves.map((move) => `${move.from}-${move.to}`)),
  ]
  expect(stored('item').sort()).toEqual(unique(itemTransitions).sort())
  expect(stored('request').sort()).toEqual(unique(requestTransitions).sort())
})
