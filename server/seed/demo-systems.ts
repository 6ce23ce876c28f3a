import { sql } from 'kysely'
import { itemStatus as I, requestStatus as S } from '#contract/lifecycle'
import type { MachinePermission } from '#contract/permission'
import type { WebhookEvent } from '#contract/webhook'
import { makeApiKey } from '#server/domains/api-key/api-key.factory'
import { makeRefusedMail, makeTriedJob } from '#server/domains/background-work/background-work.factory'
import { makeDelivery, makeWebhook } from '#server/domains/webhook/webhook.factory'
import { errorText } from '#server/domains/webhook/webhook.rules'
import type { Db } from '#server/platform/db'
import { selectRows } from '#server/platform/statement'
import type { Tools } from '#server/platform/tools'
import { asWorker } from './demo-actors.ts'
import type { Worker } from './demo-business.ts'
import type { DemoWorld } from './demo-world.ts'

const hour = 3_600_000
const day = 24 * hour

interface Scene {
  db: Db
  tools: Pick<Tools, 'keys' | 'clock'>
  world: DemoWorld
  ago: (ms: number) => Date
}

/**
 * Other systems that work with Aoyama's data, and work in the background that needs a look. Last of all: what the demo did
 * itself is not told to anybody. The addresses end with `.example`, which leads to no host, and what would be tried again has
 * hours until then.
 */
export async function makeSystems(db: Db, tools: Scene['tools'], world: DemoWorld): Promise<void> {
  const now = tools.clock.now()
  const scene: Scene = { db, tools, world, ago: (ms) => new Date(now.getTime() - ms) }
  await makeKeys(scene)
  await makeEndpoints(scene)
  await makeJobs(scene)
  await makeMails(scene)
}

const worker = ({ world }: Scene, email: string): Worker => {
  const found = world.workers.get(email)
  if (!found) throw new Error(`nobody is called ${email}`)
  return found
}

async function makeKeys(scene: Scene): Promise<void> {
  const { db, world, ago } = scene
  const [shop] = world.shops
  const make = (
    who: string,
    daysAgo: number,
    of: { name: string; permissions: readonly MachinePermission[] } & Partial<
      Pick<Parameters<typeof makeApiKey>[2], 'shops' | 'days' | 'last_used_at' | 'revoked_at'>
    >,
  ) => makeApiKey(db, asWorker(worker(scene, who), ago(daysAgo * day)), of)
  await make('admin@aoyama.example', 195, {
    name: '基幹システム(旧)',
    permissions: ['biz.request.read', 'item.read', 'biz.sale.read'],
    days: 366,
    last_used_at: ago(121 * day),
    revoked_at: ago(120 * day),
  })
  await make('admin2@aoyama.example', 130, {
    name: '棚卸しの集計',
    permissions: ['biz.productization.read', 'biz.sale.read'],
    last_used_at: ago(41 * day),
  })
  await make('admin@aoyama.example', 119, {
    name: '在庫管理',
    permissions: [
      'biz.request.read',
      'item.read',
      'biz.productization.read',
      'biz.productization.write',
      'biz.sale.write',
    ],
    days: 366,
    last_used_at: ago(4 * 60_000),
  })
  await make('admin@aoyama.example', 62, {
    name: '会計ソフト',
    permissions: ['biz.money.read', 'biz.sale.read', 'biz.sale.export'],
    days: 180,
    last_used_at: ago(9 * hour),
  })
  await make('admin2@aoyama.example', 2, {
    name: '店頭の値札プリンター',
    permissions: ['item.read', 'biz.productization.read'],
    shops: shop ? [shop.id] : [],
  })
}

interface Happened {
  event_type: WebhookEvent
  data: object
  at: string
}

type Outcome = Pick<
  Parameters<typeof makeDelivery>[1],
  'state' | 'tries' | 'tried_at' | 'next_try_at' | 'response_code' | 'error'
>

async function makeEndpoints(scene: Scene): Promise<void> {
  const { db, tools, ago } = scene
  const { company_id, id: created_by } = worker(scene, 'admin@aoyama.example')
  const time = (ms: number) => ago(ms).toISOString()
  const make = (of: Partial<Parameters<typeof makeWebhook>[2]>) =>
    makeWebhook(db, tools, { company_id, created_by, ...of })
  const deliver = async (
    endpoint_id: number,
    events: readonly Happened[],
    outcomeOf: (event: Happened, place: number) => Outcome,
  ) => {
    for (const [place, event] of [...events.entries()].toReversed())
      await makeDelivery(db, {
        ...{ company_id, endpoint_id, event_type: event.event_type, data: JSON.stringify(event.data) },
        happened_at: event.at,
        ...outcomeOf(event, place),
      })
  }

  const carrier = await make({
    name: '配送の連絡',
    url: 'https://hook.carrier.example/v2/parcels',
    events: ['request.moved'],
    created_at: time(48 * day),
    is_active: false,
    failing_since: time(12 * day),
    given_up_at: time(9 * day),
  })
  await deliver(carrier.id, await movesOf(scene, company_id), ({ at }, place) =>
    place < 3
      ? { state: 'failed', tries: 0, next_try_at: at, error: '送り先を止めたため、送りませんでした。' }
      : { state: 'failed', tries: 9, tried_at: time(9 * day), next_try_at: at, error: errorText('timeout') },
  )
  const stock = await make({
    name: '在庫管理',
    url: 'https://stock.aoyama.example/okuru/events',
    events: ['deal.closed', 'item.for_sale'],
    created_at: time(119 * day),
  })
  await deliver(stock.id, await dealsAndGoods(scene, company_id), delivered)
  const books = await make({
    name: '会計ソフト',
    url: 'https://books.aoyama.example/hooks/okuru',
    events: ['transfer.paid'],
    created_at: time(62 * day),
    failing_since: time(33 * hour),
  })
  // The eighth try was 31 hours and 35 minutes after the first; the ninth comes 20 hours later.
  const tried_at = time(85 * 60_000)
  const next_try_at = time(85 * 60_000 - 20 * hour)
  await deliver(books.id, await paidTransfers(scene, company_id), (event, place) =>
    place < 3
      ? { state: 'waiting', tries: 8, tried_at, next_try_at, response_code: 503, error: errorText(503) }
      : delivered(event),
  )
}

const delivered = ({ at }: Happened): Outcome => ({
  state: 'delivered',
  tries: 1,
  tried_at: new Date(Date.parse(at) + 2_000).toISOString(),
  next_try_at: at,
  response_code: 204,
})

const dealsAndGoods = ({ db, ago }: Scene, company: number): Promise<Happened[]> =>
  selectRows<Happened>(
    db,
    sql`
    select e.* from (
      select 'deal.closed' as event_type, jsonb_build_object('request', r.id, 'shop', r.shop_id) as data, h.at
      from request_history h join purchase_request r on r.id = h.request_id
      where r.company_id = ${company} and h.to_status = ${S.CONTRACTED}
      union all
      select 'item.for_sale', jsonb_build_object('slug', i.slug, 'request', i.request_id, 'shop', i.shop_id), h.at
      from item_history h join purchase_item i on i.id = h.item_id
      where i.company_id = ${company} and h.to_status = ${I.PRODUCTIZED}
    ) e where e.at > ${ago(29 * day)} order by e.at desc limit 12`,
  )

const movesOf = ({ db, ago }: Scene, company: number): Promise<Happened[]> =>
  selectRows<Happened>(
    db,
    sql`
    select 'request.moved' as event_type, h.at, jsonb_build_object('request', r.id, 'shop', r.shop_id,
      'from_status', h.from_status, 'to_status', h.to_status) as data
    from request_history h join purchase_request r on r.id = h.request_id
    where r.company_id = ${company} and h.at > ${ago(12 * day)} and h.at < ${ago(9 * day)}
      and h.from_status is distinct from h.to_status
    order by h.at desc limit 7`,
  )

const paidTransfers = ({ db, ago }: Scene, company: number): Promise<Happened[]> =>
  selectRows<Happened>(
    db,
    sql`
    select 'transfer.paid' as event_type, jsonb_build_object('transfer', t.id, 'status', t.status) as data, t.settled_at as at
    from transfer t join transfer_share s on s.transfer_id = t.id
    where s.company_id = ${company} and t.status = 1 and t.settled_at > ${ago(29 * day)} order by t.settled_at desc limit 8`,
  )

async function makeJobs({ db, world, ago }: Scene): Promise<void> {
  const [company = 0] = world.companies
  await makeTriedJob(
    db,
    'antique-ledger.checkpoint',
    { company },
    {
      attempts: 12,
      error: 'ENOSPC: no space left on device, write',
      created_at: ago(6 * day),
      run_at: ago(5 * day),
    },
  )
  await makeTriedJob(
    db,
    'next-engine.upload',
    { company },
    {
      attempts: 11,
      error: 'canceling statement due to statement timeout',
      created_at: ago(20 * hour),
      run_at: ago(-5 * hour),
    },
  )
  await makeTriedJob(
    db,
    'next-engine.import_orders',
    { company },
    {
      attempts: 0,
      created_at: ago(2 * hour),
      run_at: ago(-12 * hour),
    },
  )
  await makeTriedJob(
    db,
    'analysis.photo',
    { photo: 0 },
    {
      attempts: 12,
      error: 'connect ECONNREFUSED',
      created_at: ago(3 * day),
      run_at: ago(2 * day),
    },
  )
}

async function makeMails(scene: Scene): Promise<void> {
  const { db, ago } = scene
  const { account_id, email } = worker(scene, 'nishino@aoyama.example')
  await makeRefusedMail(db, {
    ...{ account_id, to_address: email, template: 'next_engine.sign_in_needed', at: ago(2 * day) },
    failure: '552 5.2.2 mailbox full',
  })
}
