import { closeDeal } from '#server/domains/deal/deal.service'
import { foldCounts } from '#server/domains/purchase-request/purchase-request-list.queries'
import { inTransaction } from '#server/platform/db'
import { prepareDeals, writeDeal } from './bare-deals.ts'
import { busiestStaff, type Data } from './data.ts'
import { figure, note } from './figures.ts'
import { median } from './load.ts'

const connections = 16
const articles = 10
const rounds = 9
const dealsARound = 200
const warmUp = 150

/** Deals as the job makes them, against a loop that only writes the same rows. */
export async function benchDeals(data: Data): Promise<void> {
  const { company } = await busiestStaff(data)
  const { rows } = await data.pool.query<{ fsync: string }>('show fsync')
  if (rows[0]?.fsync !== 'on') throw new Error('fsync or synchronous_commit is off in the database')
  const count = 2 * (warmUp + rounds * dealsARound)
  const ids = await answeredRequests(data, company, count)
  // Excludes the setup's disk writes.
  await data.pool.query('checkpoint')
  const before = await ledgerRows(data, company)
  await closeAll(data, ids.splice(0, warmUp))
  await writeAll(data, company, ids.splice(0, warmUp))
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await closeAll(data, ids.splice(0, dealsARound)))
    bare.push(await writeAll(data, company, ids.splice(0, dealsARound)))
  }
  const ratios = ours.map((speed, round) => speed / (bare[round] ?? 0))
  const written = (await ledgerRows(data, company)) - before
  note(`deals a second by round: ${inWords(ours)}; bare ${inWords(bare)}`)
  figure(
    `deals of ${articles} items, one dealer, ${connections} connections / bare loop`,
    median(ratios),
    '×',
    { atLeast: 0.4 },
  )
  figure('ledger rows missing', count * articles - written, '', { atMost: 0 })
  await data.pool.query('delete from graphile_worker._private_jobs')
  await data.pool.query('update antique_ledger_head set is_checkpoint_asked = false')
  await inTransaction(data.db, foldCounts)
  // Autovacuum may come too late for the next run.
  await data.pool.query('vacuum request_count_delta')
}

const inWords = (speeds: readonly number[]) => speeds.map(Math.round).join(', ')

async function ledgerRows({ pool }: Data, company: number): Promise<number> {
  const { rows } = await pool.query<{ seq: number }>(
    'select coalesce((select seq from antique_ledger_head where company_id = $1), 0) as seq',
    [company],
  )
  return rows[0]?.seq ?? 0
}

const closeAll = (data: Data, ids: readonly number[]) =>
  speedOf(ids, async (id) => {
    const outcome = await closeDeal(data.db, id, new Date(), data.tools)
    if (outcome !== 'contracted') throw new Error(`request ${id}: ${outcome}`)
  })

async function writeAll(data: Data, company: number, ids: readonly number[]): Promise<number> {
  return speedOf(await prepareDeals(data, company, ids), (deal) => writeDeal(data.pool, deal))
}

async function speedOf<One>(all: readonly One[], close: (one: One) => Promise<void>): Promise<number> {
  const waiting = [...all]
  const start = performance.now()
  const work = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await close(one)
  }
  await Promise.all(Array.from({ length: connections }, work))
  return all.length / ((performance.now() - start) / 1000)
}

/** Requests with everything accepted, of identified customers. */
async function answeredRequests({ pool }: Data, company: number, count: number): Promise<number[]> {
  const at = new Date().toISOString()
  const { rows } = await pool.query<{ id: number }>(
    `with seller as (
      select f.customer_id, row_number() over (order by f.customer_id desc) as n, count(*) over () as total
      from identification f join customer c on c.id = f.customer_id
      where f.company_id = $1 and f.cleared_at is null and f.ekyc_status = 3 and not c.is_corporate and c.left_at is null
        and coalesce(f.verified_birthday_enc, c.birthday_enc) is not null
    )
    insert into purchase_request (customer_id, company_id, shop_id, status, delivering_option, box_count, item_count,
      approval_mode, unpriced_policy, terms_version, terms_agreed_at, arrived_at, arrived_item_count, offer_total, offered_at,
      offer_expires_at, answered_at, created_at, updated_at)
    select s.customer_id, $1, shop.id, 13, 'SELF_ONLY', 1, $4::int,
      'review_each', 'return', t.version, d.at, d.at, $4::int, $4::int * 3000, d.at, d.at + interval '7 days', d.at, d.at, d.at
    from generate_series(1, $2::int) as g(number)
    join seller s on s.n = 1 + (g.number - 1) % s.total
    cross join (select id from shop where company_id = $1 order by id limit 1) shop
    cross join (select $3::timestamptz as at) d
    cross join (select version from terms order by effective_on limit 1) t
    returning id`,
    [company, count, at, articles],
  )
  const ids = rows.map((row) => row.id)
  if (ids.length < count) throw new Error('the dealer has identified nobody')
  await pool.query(
    `insert into consent (request_id, customer_id, kind, text_version, text, at)
    select id, customer_id, 'answer', terms_version, '全点を売ります。', $2::timestamptz from purchase_request where id = any($1::bigint[])`,
    [ids, at],
  )
  await pool.query(
    `insert into purchase_item (slug, request_id, company_id, shop_id, seq, status, name, brand_id, category_id, gender, color, material,
      size, grade, base_price, price, decision, consent_id, created_at, updated_at)
    select substr(md5(r.id::text || '-' || seq), 1, 16), r.id, r.company_id, r.shop_id, seq, 4, 'ウールのコート', b.id, k.id, 1, '紺', 'ウール',
      'M', 'A_1', 3000, 3000, 'sell', c.id, $2::timestamptz, $2::timestamptz
    from purchase_request r join consent c on c.request_id = r.id, generate_series(1, $3::int) as seq,
      (select id from brand order by id limit 1) b, (select id from item_category order by id limit 1) k
    where r.id = any($1::bigint[])`,
    [ids, at, articles],
  )
  await pool.query('vacuum analyze purchase_request, purchase_item, consent')
  return ids
}
