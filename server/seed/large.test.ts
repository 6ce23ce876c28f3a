import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoPassword } from '#server/demo-sign-ins'
import { verifyAll } from '#server/domains/antique-ledger/antique-ledger.verify'
import { dumpSchema } from '#server/platform/schema-dump'
import { type TestApp, testApp } from '../../tests/support/app.ts'
import { seedLarge } from './large.ts'

let t: TestApp
let schema: string
const wanted = { customers: 200, requests: 400, items: 2000, ledger: 1000 }
const quiet = () => undefined

beforeAll(async () => {
  t = await testApp()
  schema = await dumpSchema(t.pool)
  await seedLarge({ ...t, say: quiet, wanted })
}, 120_000)
afterAll(() => t.close())

const count = async (text: string) =>
  (await sql.raw<{ n: number }>(`select count(*) as n from ${text}`).execute(t.db)).rows[0]?.n

describe('the large world', () => {
  it('has exactly as much as asked for', async () => {
    expect(await count('customer')).toBe(wanted.customers)
    expect(await count('purchase_request')).toBe(wanted.requests)
    expect(await count('purchase_item')).toBe(wanted.items)
    expect(await count('antique_ledger')).toBe(wanted.ledger)
  })

  it('leaves the schema as it found it, triggers working', async () => {
    expect(await dumpSchema(t.pool)).toBe(schema)
    await expect(sql`update antique_ledger set price = 1 where seq = 1`.execute(t.db)).rejects.toThrow(
      'append-only',
    )
    await expect(sql`insert into deduction values (0, 1, 'a', 'b', 1)`.execute(t.db)).rejects.toThrow(
      'foreign key',
    )
  })

  it('keeps true books, chains, counts and name pairs', async () => {
    expect(await count('book_proof where is_ok')).toBe(1)
    const results = await verifyAll(t.db, t.tools, { at: t.clock.now() })
    expect(results.map(({ is_ok }) => is_ok)).toEqual([true, true, true])
    expect(
      await count(`(select company_id, shop_id, status, count(*) from purchase_request group by 1, 2, 3
        except select company_id, shop_id, status, count from request_count) missing`),
    ).toBe(0)
    expect(
      await count(`(select r.company_id, g.gram, r.id from purchase_request r join customer c on c.id = r.customer_id,
        bigrams(c.search_text) as g(gram) except select company_id, gram, request_id from request_name_gram) missing`),
    ).toBe(0)
  })

  it('has photos of what is on the table, and a parcel for what went back', async () => {
    const open =
      'purchase_item i join purchase_request r on r.id = i.request_id where r.status in (10, 11, 12)'
    expect(await count(open)).toBeGreaterThan(0)
    expect(await count(`${open} and not exists (select from item_photo p where p.item_id = i.id)`)).toBe(0)
    const sent = "purchase_request r where r.return_tracking_number <> ''"
    expect(await count(sent)).toBeGreaterThan(0)
    expect(await count(sent)).toBe(await count('return_parcel'))
  })

  it('has a product for what was taken up, complete where it is finished, and sales', async () => {
    expect(await count('product')).toBe(await count('purchase_item where status in (8, 9)'))
    expect(await count('product where finished_at is not null')).toBe(
      await count('purchase_item where status = 9'),
    )
    expect(await count("product where finished_at is not null and missing <> '{}'")).toBe(0)
    expect(await count("product where finished_at is null and stage <> 'ready'")).toBeGreaterThan(0)
    expect(await count('product_value')).toBeGreaterThan(Number(await count('product')))
    expect(await count('sale')).toBeGreaterThan(100)
    const odd = 'sale s join purchase_item i on i.id = s.item_id'
    expect(await count(`${odd} where i.status <> 9 or s.sold_on < i.purchased_at::date`)).toBe(0)
  })

  it('has the rows that figures are counted from', async () => {
    expect(await count('published_request')).toBe(await count('offer where number = 1'))
    expect(await count('offer_outcome')).toBe(
      await count('request_history where from_status = 11 and to_status in (13, 22, 23)'),
    )
    expect(await count('published_item where assessor_id is not null')).toBeGreaterThan(0)
    expect(await count('published_item where past_deviation is not null')).toBeGreaterThan(0)
  })

  it('can be worked with: people sign in and new rows get new numbers', async () => {
    const body = { email: 'staff@aoyama.example', password: demoPassword }
    const { access } = (await t.ask('POST /api/biz/auth/jwt/create/', { body })).body
    const list = await t.ask('GET /api/biz/purchase_requests/', { token: access })
    expect(list.body.count).toBe(await count('purchase_request where company_id = 1'))
    const next = await sql<{
      id: number
    }>`select nextval(pg_get_serial_sequence('purchase_request', 'id')) as id`.execute(t.db)
    expect(next.rows[0]?.id).toBe(10_001 + wanted.requests)
  })

  it('is made once, and puts everything back when loading fails', async () => {
    await expect(seedLarge({ ...t, say: quiet, wanted })).rejects.toThrow('already has companies')
    const other = await testApp()
    try {
      const broken = {
        ...other.tools,
        keys: { ...other.tools.keys, chain: { id: 'x', key: null as never } },
      }
      await expect(seedLarge({ ...other, tools: broken, say: quiet, wanted })).rejects.toThrow()
      expect(await dumpSchema(other.pool)).toBe(schema)
    } finally {
      await other.close()
    }
  })
})
