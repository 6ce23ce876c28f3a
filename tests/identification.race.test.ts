// A dealer may buy only while the seller's identification is in force. Races deals with whatever ends it.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDeal } from '#server/domains/deal/deal.service'
import { makeIdentification } from '#server/domains/identity/identity.factory'
import { type TestApp, testApp } from './support/app.ts'
import { makeWorld, type World } from './support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp({ max: 24 })
  w = await makeWorld(t)
  await t.pool.query(
    'insert into related_shop (customer_id, shop_id, has_transactions, created_at) values ($1, $2, true, now())',
    [w.hanako.id, w.aoyama.shops[0]],
  )
  // Records what was committed when a purchase is written, whatever the deal had read before.
  await t.pool.query(`
    create table bought_while (identified boolean);
    create function note_purchase() returns trigger language plpgsql as $$ begin
      insert into bought_while select exists (select from identification f join antique_ledger_person p on p.customer_id = f.customer_id
        and p.company_id = f.company_id where p.id = new.person_id and f.cleared_at is null and f.ekyc_status = 3);
      return new;
    end $$;
    create trigger note_purchase before insert on antique_ledger for each row execute function note_purchase()`)
})
afterAll(() => t.close())

const boxes = 4
const rounds = 26

async function answeredBoxes(): Promise<number[]> {
  const at = t.clock.now().toISOString()
  const { rows } = await t.pool.query<{ id: number }>(
    `insert into purchase_request (customer_id, company_id, shop_id, status, delivering_option, box_count, approval_mode,
      unpriced_policy, terms_version, terms_agreed_at, arrived_at, offer_total, offered_at, offer_expires_at,
      answered_at, created_at, updated_at)
    select $1, $2, $3, 13, 'SELF_ONLY', 1, 'review_each', 'return', $4,
      $5::timestamptz, $5, 3000, $5, $5, $5, $5, $5 from generate_series(1, $6::int) returning id`,
    [w.hanako.id, w.aoyama.company, w.aoyama.shops[0], w.terms, at, boxes],
  )
  const ids = rows.map(({ id }) => id)
  await t.pool.query(
    `with agreed as (
      insert into consent (request_id, customer_id, kind, text_version, text, at)
      select id, customer_id, 'answer', terms_version, '全点を売ります。', $2 from purchase_request where id = any($1::bigint[]) returning id, request_id
    )
    insert into purchase_item (slug, request_id, company_id, shop_id, seq, status, name, brand_id, category_id, grade, base_price, price,
      decision, consent_id, created_at, updated_at)
    select substr(md5(random()::text), 1, 16), r.id, r.company_id, r.shop_id, 1, 4, 'コート', $3, $4, 'A_1', 3000, 3000, 'sell', a.id, $2, $2
    from purchase_request r join agreed a on a.request_id = r.id`,
    [ids, at, Object.values(w.brands)[0], w.categories.coat],
  )
  return ids
}

async function race(
  end: () => Promise<{ status: number }>,
): Promise<{ deals: number; unidentified: number }> {
  await t.pool.query('truncate bought_while')
  let deals = 0
  for (let round = 0; round < rounds; round++) {
    await t.pool.query(
      'update identification set cleared_at = now() where customer_id = $1 and cleared_at is null',
      [w.hanako.id],
    )
    await makeIdentification(t.db, t.tools, { customer_id: w.hanako.id, company_id: w.aoyama.company })
    const ids = await answeredBoxes()
    const [ended, ...outcomes] = await Promise.all([
      sleep(randomInt(10)).then(end),
      ...ids.map((id) => sleep(randomInt(30)).then(() => closeDeal(t.db, id, t.clock.now(), t.tools))),
    ])
    expect(ended.status).toBe(200)
    expect(['contracted', 'not_identified']).toEqual(expect.arrayContaining([...new Set(outcomes)]))
    deals += outcomes.filter((outcome) => outcome === 'contracted').length
  }
  const { rows } = await t.pool.query<{ n: number }>(
    'select count(*)::int as n from bought_while where not identified',
  )
  return { deals, unidentified: rows[0]?.n ?? -1 }
}

test('no purchase after staff have withdrawn the identification', { timeout: 120_000 }, async () => {
  const { deals, unidentified } = await race(() =>
    t.ask(`POST /api/biz/shops/${w.aoyama.shops[0]}/customers/${w.hanako.id}/identification/clear/`, {
      token: w.aoyama.staff.token,
      body: { reason: '書類に疑義があるため' },
    }),
  )
  expect(deals).toBeGreaterThan(0)
  expect(deals).toBeLessThan(rounds * boxes)
  expect(unidentified).toBe(0)
})

test('no purchase after the customer has changed the address that was checked', {
  timeout: 120_000,
}, async () => {
  let house = 0
  const { deals, unidentified } = await race(() =>
    t.ask(`PATCH /api/customers/${w.hanako.id}/`, {
      token: w.hanako.token,
      body: {
        address: {
          postal_code: '150-0001',
          prefecture: '東京都',
          city: '渋谷区',
          address1: `神宮前${++house}-2-3`,
          address2: 'メゾン表参道 405',
        },
      },
    }),
  )
  expect(deals).toBeGreaterThan(0)
  expect(deals).toBeLessThan(rounds * boxes)
  expect(unidentified).toBe(0)
})
