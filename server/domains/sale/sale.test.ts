import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saleEntryOf } from '#contract/antique-ledger'
import { mistakeReason } from '#contract/sale'
import { placeCode } from '#contract/scan-code'
import { dueBefore } from '#server/domains/antique-ledger/antique-ledger.rules'
import { erasePerson } from '#server/domains/antique-ledger/antique-ledger.service'
import { verifyAll } from '#server/domains/antique-ledger/antique-ledger.verify'
import { makePlace } from '#server/domains/custody/custody.factory'
import { makeHold } from '#server/domains/hold/hold.factory'
import { duePersons } from '#server/domains/retention/retention.queries'
import { itemsToCompare } from '#server/domains/stolen-notice/compare.queries'
import { makeNotice } from '#server/domains/stolen-notice/stolen-notice.factory'
import { systemActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import { randomKey, someoneWaits, type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { contracted } from '../../../tests/support/steps.ts'
import { makeWorld, type Person, signIn, type World } from '../../../tests/support/world.ts'
import { recordSale, returnSale } from './sale.service.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp({ max: 14 })
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(testStart)
  for (const person of [w.hanako, w.aoyama.staff, w.aoyama.admin, w.umeda.admin])
    Object.assign(person, await signIn(t, person))
})

interface Bought {
  id: number
  slug: string
  request: number
  seq: number
}

/** Bought by a real deal, with its row in the ledger, and being prepared for sale. */
async function bought(ledgerClass = '02', count = 1, status = 9): Promise<Bought[]> {
  await t.pool.query('update item_category set ledger_class = $1 where id = $2', [
    ledgerClass,
    w.categories.coat,
  ])
  const box = await contracted(
    t,
    w,
    Array.from({ length: count }, () => 4_000),
  )
  if (status !== 6) await t.pool.query('update purchase_item set status = 8 where request_id = $1', [box.id])
  if (status === 9) await t.pool.query('update purchase_item set status = 9 where request_id = $1', [box.id])
  const { rows } = await t.pool.query(
    'select id, slug, request_id as request, seq from purchase_item where request_id = $1 order by seq',
    [box.id],
  )
  return rows
}
const one = async (...of: Parameters<typeof bought>): Promise<Bought> => (await bought(...of))[0] as Bought

const buyer = { name: '川上 一郎', address: '東京都港区1-1', occupation: '会社員', age: 41 }
const facts = { sales_channel: 1, sold_on: '2026-11-24', price: 12_000 }
const sell = (item: Bought, fields: object = {}, who: Person = w.aoyama.staff, key = randomKey()) =>
  t.ask('POST /api/biz/sales/', { token: who.token, key, body: { slug: item.slug, ...facts, ...fields } })
const giveBack = (id: number, fields: object = {}, who: Person = w.aoyama.staff) =>
  t.ask(`POST /api/biz/sales/${id}/return/`, {
    token: who.token,
    body: { version: 1, returned_on: '2026-11-24', reason: 'お客さまの都合', ...fields },
  })
const list = async (query: object = {}, who: Person = w.aoyama.staff) =>
  (await t.ask('GET /api/biz/sales/', { token: who.token, query: { size: 200, ...query } })).body
const ledgerOf = async (item: Bought) =>
  (await t.ask('GET /api/biz/antique-ledger/', { token: w.aoyama.admin.token, query: { slug: item.slug } }))
    .body.results
const verified = async () => {
  await t.runJobs()
  for (const { problem } of await verifyAll(t.db, t.tools, { at: t.clock.now() })) expect(problem).toBe('')
}

describe('recording', () => {
  test('a garment is sold: cost, fee and profit add up, the ledger gets no row and no buyer is kept', async () => {
    const item = await one()
    await t.pool.query(
      `insert into channel_cost (company_id, sales_channel, fee_permille, shipping, handling) values ($1, 1, 105, 700, 300)
       on conflict (company_id, sales_channel) do nothing`,
      [w.aoyama.company],
    )
    const { status, body } = await sell(item, { order_number: 'EC-100', note: '梱包を丁寧に' })
    expect([status, body]).toMatchObject([
      201,
      {
        ...{ slug: item.slug, price: 12_000, cost: 4_000, fee: 1_260, shipping: 700, handling: 300 },
        ...{ profit: 5_740, days_to_sell: 0, source: 'hand', order_number: 'EC-100', is_returned: false },
        ...{ ledger_seq: null, recorded_by: w.aoyama.staff.name },
      },
    ])
    expect((await ledgerOf(item)).map((row: { entry_kind: string }) => row.entry_kind)).toEqual(['買受け'])
    await t.pool.query('delete from channel_cost')
    const other = await one()
    const refused = await sell(other, { buyer })
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['buyer']])
    await verified()
  })

  test.each([
    ['03', 9_999, 'none'],
    ['03', 10_000, 'named'],
    ['01', 9_999, 'none'],
    ['01', 10_000, 'named'],
    ['04', 9_999, 'none'],
    ['04', 10_000, 'unnamed'],
    ['05', 1, 'named'],
    ['02', 10_000_000, 'none'],
    ['11', 10_000, 'none'],
  ] as const)('the ledger asks of class %s at %i yen: %s', (ledgerClass, price, entry) => {
    expect(saleEntryOf(ledgerClass, price)).toBe(entry)
  })

  test('a watch from 10,000 yen needs its buyer, and says each thing that is missing', async () => {
    const item = await one('03')
    const bare = await sell(item)
    expect([bare.status, bare.body.code, Object.keys(bare.body.buyer)]).toEqual([
      400,
      'buyer_required',
      ['name', 'address', 'occupation', 'age'],
    ])
    const half = await sell(item, { buyer: { ...buyer, occupation: ' ', age: null } })
    expect(Object.keys(half.body.buyer)).toEqual(['occupation', 'age'])
    expect((await list({ q: item.slug })).count).toBe(0)
    const { body } = await sell(item, { buyer })
    expect(JSON.stringify(body)).not.toContain(buyer.name)
    const [row] = await ledgerOf(item)
    expect(row).toMatchObject({
      ...{ seq: body.ledger_seq, entry_kind: '売却', price: 12_000, occurred_on: '2026-11-24', measure: '' },
      ...{ ledger_class: '03', person: buyer, quantity: 1 },
    })
    expect(row.invoice_note).toMatch(/^買受けは\d+番$/)
    const { rows } = await t.pool.query(
      `select p.customer_id, p.document_enc is not null as sealed from antique_ledger l
       join antique_ledger_person p on p.id = l.person_id where l.company_id = $1 and l.seq = $2`,
      [w.aoyama.company, body.ledger_seq],
    )
    expect(rows).toEqual([{ customer_id: null, sealed: true }])
    expect(t.logText()).not.toContain(buyer.name)
    await verified()
  })

  test('a car is recorded without its buyer, who is not to be kept either', async () => {
    const item = await one('04')
    expect((await sell(item, { buyer })).status).toBe(400)
    const { body } = await sell(item)
    const [row] = await ledgerOf(item)
    expect(row).toMatchObject({ seq: body.ledger_seq, entry_kind: '売却', person: null })
    const file = await t.app.inject({
      url: `/api/biz/antique-ledger/csv/?slug=${item.slug}`,
      headers: { authorization: `Bearer ${w.aoyama.admin.token}` },
    })
    expect(file.body).toContain('売却')
    expect(file.body).not.toContain('消去')
    await verified()
  })

  test('a watch below 10,000 yen leaves no row', async () => {
    const item = await one('03')
    expect((await sell(item, { price: 9_999 })).body.ledger_seq).toBeNull()
    await verified()
  })

  test('what cannot be sold is refused with its reason', async () => {
    const early = await one('02', 1, 6)
    expect((await sell(early)).body.code).toBe('guard_failed')
    const item = await one()
    expect(Object.keys((await sell(item, { sold_on: '2026-11-25' })).body)).toEqual(['sold_on'])
    expect(Object.keys((await sell(item, { sold_on: '2026-11-23' })).body)).toEqual(['sold_on'])
    expect((await sell(item, { sales_channel: -1003 })).status).toBe(400)
    expect((await sell(item, { price: 0 })).status).toBe(400)
    expect(Object.keys((await sell(item, {}, w.umeda.admin)).body)).toEqual(['slug'])
    const held = { company_id: w.aoyama.company, request_id: item.request, item_id: item.id }
    const hold = await makeHold(t.db, held)
    expect((await sell(item)).body.code).toBe('held')
    await t.pool.query(
      `update hold set first_release_by = $2, first_release_at = now(), released_at = now(), released_by = $3, seizure = '赤坂署へ' where id = $1`,
      [hold, w.aoyama.staff.id, w.aoyama.admin.id],
    )
    expect((await sell(item)).body.code).toBe('guard_failed')
    await expect(insertSale(item)).rejects.toThrow('with the police')
    expect((await list({ q: item.slug })).count).toBe(0)
  })

  test('the same key, the same order and a second sale record nothing more', async () => {
    const item = await one()
    const first = await sell(item, { order_number: 'A-77' }, w.aoyama.staff, 'one-key')
    const again = await sell(item, { order_number: 'A-77' }, w.aoyama.staff, 'one-key')
    expect([again.status, again.body.id]).toEqual([201, first.body.id])
    expect((await sell(item, { price: 1 }, w.aoyama.staff, 'one-key')).body.code).toBe(
      'idempotency_key_reused',
    )
    expect(Object.keys((await sell(item, { order_number: 'A-77' })).body)).toEqual(['order_number'])
    expect((await sell(item)).body.code).toBe('already_sold')
    const input = { item_id: item.id, ...facts, sales_channel: 1, order_number: 'A-77' } as const
    const imported = () =>
      inTransaction(t.db, (tx) =>
        recordSale(tx, systemActor(t.clock.now()), { ...input, source: 'next_engine' }, t.tools),
      )
    expect(await imported()).toEqual({ id: first.body.id, is_new: false })
    expect((await list({ q: item.slug })).count).toBe(1)
  })
})

describe('an article that comes back', () => {
  test('keeps its sale, can be sold again, and the ledger says so', async () => {
    const item = await one('03')
    const { body: sold } = await sell(item, { buyer })
    const { status, body } = await giveBack(sold.id)
    expect([status, body]).toMatchObject([
      200,
      { is_returned: true, returned_on: '2026-11-24', return_reason: 'お客さまの都合', version: 2 },
    ])
    expect((await giveBack(sold.id)).body).toMatchObject({
      code: 'stale_version',
      current: { is_returned: true },
    })
    expect((await giveBack(sold.id, { version: 2 })).body.code).toBe('illegal_transition')
    const [back, sale] = await ledgerOf(item)
    expect(back).toMatchObject({
      ...{ seq: body.return_ledger_seq, entry_kind: '返品', price: 12_000, person: buyer },
      invoice_note: `${sale.seq}番の売却の返品`,
    })
    const again = await sell(item, { price: 11_000, buyer: { ...buyer, name: '別の 買い手' } })
    expect(again.status).toBe(201)
    expect((await ledgerOf(item)).map((row: { entry_kind: string }) => row.entry_kind)).toEqual([
      ...['売却', '返品', '売却', '買受け'],
    ])
    await verified()
  })

  test('a record by mistake is undone on its day only, and its place is what it was', async () => {
    const place = await makePlace(
      t.db,
      { company_id: w.aoyama.company, shop_id: w.aoyama.shops[0] as number },
      { name: '撮影棚', kind: 'photo' },
    )
    const item = await one('03')
    await moveTo(item, place)
    const { body: sold } = await sell(item, { buyer })
    expect(await placeOf(item)).toBeNull()
    const undone = await giveBack(sold.id, { reason: mistakeReason })
    expect(undone.body).toMatchObject({ is_returned: true, is_mistake: true })
    expect(await placeOf(item)).toBe(place)
    const [row] = await ledgerOf(item)
    expect(row.invoice_note).toBe(`${sold.ledger_seq}番の売却は記録の誤り`)
    // The right day of the sale may be before the day on which the mistake was undone.
    const { body: right } = await sell(item, { buyer })
    t.clock.forward(24 * 60 * 60 * 1000)
    Object.assign(w.aoyama.staff, await signIn(t, w.aoyama.staff))
    const late = await giveBack(right.id, { reason: mistakeReason, returned_on: '2026-11-25' })
    expect(late.body.code).toBe('guard_failed')
    expect((await giveBack(right.id, { returned_on: '2026-11-25' })).status).toBe(200)
    expect(await placeOf(item)).toBeNull()
    const early = await sell(item, { buyer, sold_on: '2026-11-24' })
    expect(Object.keys(early.body)).toEqual(['sold_on'])
    await verified()
  })

  test('days before the sale and after today are refused, and other dealers do not find it', async () => {
    const item = await one()
    const { body } = await sell(item)
    expect(Object.keys((await giveBack(body.id, { returned_on: '2026-11-23' })).body)).toEqual([
      'returned_on',
    ])
    expect(Object.keys((await giveBack(body.id, { returned_on: '2026-11-25' })).body)).toEqual([
      'returned_on',
    ])
    expect((await giveBack(body.id, {}, w.umeda.admin)).status).toBe(404)
    const foreign = await t.ask(`GET /api/biz/sales/${body.id}/`, { token: w.umeda.admin.token })
    expect(foreign.status).toBe(404)
    expect((await list({ q: item.slug }, w.umeda.admin)).count).toBe(0)
    const back = () =>
      inTransaction(t.db, (tx) =>
        returnSale(
          tx,
          systemActor(t.clock.now()),
          body.id,
          { returned_on: '2026-11-24', reason: '受注の取り消し' },
          t.tools,
        ),
      )
    await back()
    await back()
    expect((await list({ q: item.slug, is_returned: true })).count).toBe(1)
  })
})

const moveTo = async (item: Bought, place: number) => {
  const { rows } = await t.pool.query(
    `insert into custody_handover (company_id, kind, by_id, at) values ($1, 'scan', $2, now()) returning id`,
    [w.aoyama.company, w.aoyama.staff.id],
  )
  await t.pool.query(
    `insert into custody_position (request_id, item_id, place_id, handover_id) values ($1, $2, $3, $4)
     on conflict (item_id) do update set place_id = excluded.place_id, holder_id = null, handover_id = excluded.handover_id`,
    [item.request, item.id, place, rows[0].id],
  )
}
const placeOf = async (item: Bought) =>
  (await t.pool.query('select place_id from custody_position where item_id = $1', [item.id])).rows[0]
    ?.place_id

const insertSale = (item: Bought, fields = '') =>
  t.pool.query(
    `insert into sale (company_id, shop_id, item_id, ledger_class, sales_channel, sold_on, price, source, recorded_at${fields && ', returned_on, returned_at'})
     select company_id, shop_id, id, '02', 1, '2026-11-24', 5000, 'hand', now()${fields} from purchase_item where id = $1`,
    [item.id],
  )

describe('two at once', () => {
  test('of two clerks one sells, and the other is told', async () => {
    const item = await one('03')
    const answers = await Promise.all([
      sell(item, { buyer }),
      sell(item, { buyer: { ...buyer, name: '別の 買い手' } }, w.aoyama.admin),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect(answers.find(({ status }) => status === 400)?.body.code).toBe('already_sold')
    expect((await ledgerOf(item)).length).toBe(2)
    await verified()
  })

  test('a hold that is placed first stops the sale; one that comes later is still recorded', async () => {
    const item = await one()
    const client = await t.pool.connect()
    await client.query('begin')
    await client.query('select from purchase_request where id = $1 for update', [item.request])
    const waiting = sell(item)
    await someoneWaits(t)
    await client.query(
      `insert into hold (company_id, request_id, item_id, kind, reason, placed_at) values ($1, $2, $3, 'suspicion', '確認中', now())`,
      [w.aoyama.company, item.request, item.id],
    )
    await client.query('commit')
    client.release()
    expect((await waiting).body.code).toBe('held')
    const other = await one()
    expect((await sell(other)).status).toBe(201)
    const placed = await t.ask(`POST /api/biz/purchase_requests/${other.request}/holds/`, {
      token: w.aoyama.staff.token,
      key: randomKey(),
      body: { item: other.slug, kind: 'suspicion', reason: '警察から照会' },
    })
    expect([placed.status, placed.body.code]).toEqual([201, undefined])
  })

  test('nothing half is left when the process dies between', async () => {
    const item = await one('03')
    const input = { item_id: item.id, ...facts, sales_channel: 1, buyer, source: 'hand' } as const
    await expect(
      inTransaction(t.db, async (tx) => {
        await recordSale(tx, systemActor(t.clock.now()), input, t.tools)
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect((await ledgerOf(item)).length).toBe(1)
    expect((await sell(item, { buyer })).status).toBe(201)
    await verified()
  })
})

describe('the database keeps out', () => {
  test('a second sale, a changed one, a deleted one, another status, an article that is not a product', async () => {
    const item = await one()
    await sell(item)
    const refused = (text: string) => expect(t.pool.query(text)).rejects.toThrow()
    await expect(insertSale(item)).rejects.toThrow('sale_standing')
    await refused(`update sale set price = 1 where item_id = ${item.id}`)
    await refused(`update sale set fee = 1 where item_id = ${item.id}`)
    await refused(`update sale set ledger_class = '03' where item_id = ${item.id}`)
    await refused(`delete from sale where item_id = ${item.id}`)
    await refused('truncate sale')
    await refused(`update purchase_item set status = 8 where id = ${item.id}`)
    const early = await one('02', 1, 6)
    await expect(insertSale(early)).rejects.toThrow('not a product')
    await t.pool.query(
      `update sale set returned_on = '2026-11-24', returned_at = now() where item_id = ${item.id}`,
    )
    await refused(`update sale set returned_on = null, returned_at = null where item_id = ${item.id}`)
    await refused(`update sale set is_mistake = true where item_id = ${item.id}`)
    await t.pool.query(`update purchase_item set status = 8 where id = ${item.id}`)
  })
})

describe('elsewhere', () => {
  test('a sold article cannot be rescinded, put back or scanned to a place; its deal and the sale do not cross', async () => {
    const [item, kept] = (await bought('02', 2, 6)) as [Bought, Bought]
    await t.pool.query('update purchase_item set status = 8 where id = $1', [item.id])
    await sell(item)
    const rescind = async (slug: string) => {
      const { body } = await t.ask(`GET /api/biz/purchase_requests/${item.request}/`, {
        token: w.aoyama.admin.token,
      })
      return t.ask(`POST /api/biz/purchase_requests/${item.request}/rescind/`, {
        token: w.aoyama.admin.token,
        key: randomKey(),
        body: { slugs: [slug], reason: '別のお客さまの品でした', version: body.version },
      })
    }
    expect((await rescind(item.slug)).body.code).toBe('illegal_transition')
    const [sold, undone] = await Promise.all([
      t.pool
        .query('update purchase_item set status = 8 where id = $1', [kept.id])
        .then(() => sell(kept))
        .catch(() => undefined),
      rescind(kept.slug),
    ])
    expect([sold?.status === 201, undone.status === 200].filter(Boolean)).toHaveLength(1)
    const place = await makePlace(
      t.db,
      { company_id: w.aoyama.company, shop_id: w.aoyama.shops[0] as number },
      { name: '保管棚Z', kind: 'storage' },
    )
    const scanned = await t.ask('POST /api/biz/custody/handovers/', {
      token: w.aoyama.staff.token,
      body: { target: placeCode(place), codes: [item.slug] },
    })
    expect(Object.keys(scanned.body)).toEqual(['codes'])
    await verified()
  })

  test('notices of stolen articles find what was sold, and say which row of the ledger names the buyer', async () => {
    const item = await one('03')
    const { body: sale } = await sell(item, { buyer })
    const notice = await makeNotice(
      t.db,
      { company_id: w.aoyama.company, registered_by: w.aoyama.staff.id },
      [{ name: '腕時計' }],
    )
    await t.pool.query(
      `insert into stolen_notice_match (company_id, article_id, item_id, strength, score, reasons, state, found_at)
       select a.company_id, a.id, $2, 'features', 80, '{brand}', 'open', now() from stolen_notice_article a where a.notice_id = $1`,
      [notice, item.id],
    )
    const { body } = await t.ask(`GET /api/biz/stolen-notices/${notice}/`, { token: w.aoyama.staff.token })
    expect(body.matches[0].item.sold).toEqual({
      ...{ sold_on: '2026-11-24', sales_channel: 1, ledger_seq: sale.ledger_seq },
    })
    expect((await itemsToCompare(t.db, [item.id])).map(({ id }) => id)).toEqual([item.id])
  })

  test('a wrong name is corrected in the ledger, and buyers are erased after three years with their corrections', async () => {
    const item = await one('03')
    const { body: sale } = await sell(item, { buyer })
    const correct = (seq: number, name: string) =>
      t.ask(`POST /api/biz/antique-ledger/${seq}/correct/`, {
        token: w.aoyama.admin.token,
        key: randomKey(),
        body: {
          ...{ ledger_class: '03', item_name: '腕時計', features: '', reason: '聞き違い' },
          person: { ...buyer, name },
        },
      })
    const corrected = await correct(sale.ledger_seq, '河上 一郎')
    expect([corrected.status, corrected.body]).toMatchObject([
      201,
      { entry_kind: '訂正', corrects_seq: sale.ledger_seq, person: { name: '河上 一郎' } },
    ])
    const { body: back } = await giveBack(sale.id)
    const [row] = await ledgerOf(item)
    expect(row).toMatchObject({
      seq: back.return_ledger_seq,
      entry_kind: '返品',
      person: { name: '河上 一郎' },
    })
    await verified()
    const { rows } = await t.pool.query(
      `select distinct person_id as id from antique_ledger where item_id = $1 and entry_kind <> '買受け' order by 1`,
      [item.id],
    )
    expect(rows).toHaveLength(2)
    const due = (on: string) => dueBefore(on)
    const all = { after: 0, upTo: 1_000_000, limit: 1000 }
    const found = async (on: string) => (await duePersons(t.db, due(on), [], all)).map(({ id }) => id)
    for (const { id } of rows) expect(await found('2029-11-24')).not.toContain(id)
    for (const { id } of rows) expect(await found('2029-11-25')).toContain(id)
    for (const { id } of rows)
      await inTransaction(t.db, (tx) =>
        erasePerson(tx, systemActor(new Date('2029-11-25T12:00:00+09:00')), id),
      )
    const at = new Date('2029-11-25T12:00:00+09:00')
    const own = (await verifyAll(t.db, t.tools, { at })).find(
      ({ company_id }) => company_id === w.aoyama.company,
    )
    expect(own?.problem).toBe('')
  })
})

describe('the list', () => {
  test('filters, counts exactly and finds by words, codes and order numbers', async () => {
    const items = await bought('02', 3)
    const orders = ['LIST-001', 'LIST-002', 'LIST-003']
    for (const [index, item] of items.entries())
      await sell(item, { order_number: orders[index], price: 5_000 + index, sales_channel: index + 1 })
    const slugs = items.map(({ slug }) => slug)
    expect((await list({ q: slugs.join(' ') })).count).toBe(3)
    expect((await list({ q: orders.join(' ') })).count).toBe(3)
    expect((await list({ q: slugs.join(' '), sales_channel: 2 })).results).toMatchObject([{ price: 5_001 }])
    const ordered = await list({ q: slugs.join(' '), ordering: 'price' })
    expect(ordered.results.map((row: { price: number }) => row.price)).toEqual([5_000, 5_001, 5_002])
    expect((await list({ q: slugs.join(' '), sold_from: '2026-11-25' })).count).toBe(0)
    expect((await list({ q: slugs.join(' '), category: w.categories.coat })).count).toBe(3)
    expect((await list({ q: slugs.join(' '), category: 0 })).count).toBe(0)
    expect((await list({ q: 'テーラード', source: 'file' })).count).toBe(0)
    const { body } = await t.ask('GET /api/biz/sales/codes/', {
      token: w.aoyama.staff.token,
      query: { q: `${slugs[0]} LIST-999 ${items[1]?.request}-${items[1]?.seq}` },
    })
    expect(body.missing).toEqual(['LIST-999'])
  })

  test('a scanned article says what its channels take and why it cannot be sold', async () => {
    const item = await one('03')
    const look = async (code: string, who: Person = w.aoyama.staff) =>
      t.ask(`GET /api/biz/sales/articles/${encodeURIComponent(code)}/`, { token: who.token })
    expect((await look(item.slug.toUpperCase())).body).toMatchObject({
      ...{ slug: item.slug, cost: 4_000, ledger_class: '03', problem: '', sale: null },
      channels: [{ sales_channel: 1 }, { sales_channel: 2 }, { sales_channel: 3 }],
    })
    expect((await look(`${item.request}-${item.seq}`)).body.slug).toBe(item.slug)
    expect((await look(item.slug, w.umeda.admin)).status).toBe(404)
    expect((await look('何でもない')).status).toBe(404)
    const { body } = await sell(item, { buyer })
    const sold = await look(item.slug)
    expect(sold.body).toMatchObject({ sale: body.id, problem: expect.stringContaining('販売済み') })
  })
})

describe('a file', () => {
  const header = '商品番号,販路,販売日,販売額,手数料,注文番号\n'
  const load = (csv: string, dry_run = false) =>
    t.ask('POST /api/biz/sales/bulk-upload/', { token: w.aoyama.staff.token, body: { csv, dry_run } })

  test('is told first, recorded whole, and changes nothing the second time', async () => {
    const [first, second] = (await bought('02', 2)) as [Bought, Bought]
    const csv = `${header}${first.request}-${first.seq},自社EC,2026/11/24,"¥8,000",800,F-1\n${second.slug},3,2026-11-24,9000,,\n`
    const told = await load(csv, true)
    expect(told.body).toMatchObject({
      ...{ created: 2, unchanged: 0 },
      preview: [
        { line: 2, slug: first.slug, price: 8_000, fee: 800, profit: 3_200, is_new: true },
        { line: 3, slug: second.slug, sales_channel: 3, profit: 5_000 },
      ],
    })
    expect((await list({ q: `${first.slug} ${second.slug}` })).count).toBe(0)
    expect((await load(csv)).body).toMatchObject({ created: 2, unchanged: 0 })
    expect((await load(csv)).body).toMatchObject({ created: 0, unchanged: 2 })
    expect((await list({ q: `${first.slug} ${second.slug}`, source: 'file' })).count).toBe(2)
  })

  test('with one wrong line leaves nothing, and says each line and field', async () => {
    const [good, watch] = (await bought('03', 2)) as [Bought, Bought]
    const csv = [
      `${good.slug},店舗,2026-11-24,9999,,`,
      `${watch.slug},店舗,2026-11-24,10000,,`,
      'zzzzzzzzzzzzzzzz,店舗,2026-11-24,5000,,',
      `${good.slug},店舗,2026-11-24,5000,,`,
    ].join('\n')
    const { status, body } = await load(header + csv)
    expect([status, body.lines, body.rows.map(Object.keys)]).toEqual([
      400,
      [3, 4, 5],
      [['buyer'], ['slug'], ['slug']],
    ])
    const odd = await load(`${header}${good.slug},通販,きのう,千円,-5,\n`)
    expect(odd.body.rows.map(Object.keys)).toEqual([['sales_channel', 'sold_on', 'price', 'fee']])
    expect((await load('商品番号,販路\nx,1\n')).body.csv).toEqual(['「販売日」の列がありません。'])
    expect((await list({ q: `${good.slug} ${watch.slug}` })).count).toBe(0)
  })

  test('that was saved from the list is read again, with what came back', async () => {
    const [first, second] = (await bought('02', 2)) as [Bought, Bought]
    await sell(first, { order_number: '=1+1', note: '\'=メモ, "é"' })
    const { body } = await sell(second)
    await giveBack(body.id)
    for (const encoding of ['utf-8', 'shift_jis']) {
      const response = await t.app.inject({
        url: `/api/biz/sales/csv/?encoding=${encoding}&q=${first.slug}%20${second.slug}`,
        headers: { authorization: `Bearer ${w.aoyama.admin.token}` },
      })
      const csv = new TextDecoder(encoding).decode(response.rawPayload)
      expect(csv.split('\r\n').filter(Boolean)).toHaveLength(3)
      expect((await load(csv)).body).toMatchObject({ created: 0, unchanged: 2 })
    }
  })
})
