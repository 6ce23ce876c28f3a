import { makePhoto } from '#server/domains/item/item.factory'
import { makeSale } from '#server/domains/sale/sale.factory'
import { randomKey, type TestApp } from './app.ts'
import { type Person, signIn, type World } from './world.ts'

export interface Box {
  id: number
  customer: Person
  staff: Person
}

function ok<T extends { status: number; body: unknown }>(response: T): T {
  if (response.status >= 300) throw new Error(`${response.status} ${JSON.stringify(response.body)}`)
  return response
}

export function requestBody(w: World, overrides: Record<string, unknown> = {}) {
  return {
    shop: w.aoyama.shops[0],
    delivering_option: 'SELF_ONLY',
    box_count: 1,
    item_count: 3,
    note: '',
    approval_mode: 'review_each',
    unpriced_policy: 'return',
    agreed_terms: w.terms,
    ...overrides,
  }
}

export async function apply(
  t: TestApp,
  w: World,
  overrides: Record<string, unknown> = {},
  customer: Person = w.hanako,
): Promise<Box> {
  const response = ok(
    await t.ask('POST /api/purchase_requests/', {
      token: customer.token,
      key: randomKey(),
      body: requestBody(w, overrides),
    }),
  )
  return { id: response.body.id, customer, staff: w.aoyama.staff }
}

export async function read(t: TestApp, box: Box) {
  return ok(await t.ask(`GET /api/biz/purchase_requests/${box.id}/`, { token: box.staff.token })).body
}

export async function move(t: TestApp, box: Box, status: number, fields: Record<string, unknown> = {}) {
  const { version, items } = await read(t, box)
  const counted = status === 21 || status === 23 ? { parcel_count: countOf(items, 5) } : {}
  return t.ask(`PUT /api/biz/purchase_requests/${box.id}/`, {
    token: box.staff.token,
    body: { status, version, ...counted, ...fields },
  })
}

const countOf = (items: { status: number }[], status: number) =>
  items.filter((item) => item.status === status).length

export async function receive(t: TestApp, box: Box, count = 3) {
  const { version } = await read(t, box)
  return ok(
    await t.ask(`POST /api/biz/purchase_requests/${box.id}/receive/`, {
      token: box.staff.token,
      key: randomKey(),
      body: { item_count: count, weight_g: 4200, version },
    }),
  ).body
}

export async function startAssessing(t: TestApp, box: Box) {
  return ok(await move(t, box, 10)).body
}

export async function photographAll(t: TestApp, box: Box): Promise<void> {
  const bare = await t.db
    .selectFrom('purchase_item as i')
    .leftJoin('item_photo as p', 'p.item_id', 'i.id')
    .select('i.id')
    .where('i.request_id', '=', box.id)
    .where('p.id', 'is', null)
    .execute()
  for (const { id } of bare) await makePhoto(t.db, { id, request_id: box.id })
}

export async function assessAll(t: TestApp, w: World, box: Box, prices: (number | null)[]) {
  await photographAll(t, box)
  const request = await read(t, box)
  // A second look is a colleague's.
  const isSecondLook = request.second_look_at !== null && request.second_look_answered_at === null
  const colleague = box.staff.id === w.aoyama.staff.id ? w.aoyama.admin : w.aoyama.staff
  const { token } = isSecondLook ? colleague : box.staff
  const slugs: string[] = request.items
    .filter((item: { status: number }) => item.status < 4)
    .map((item: { slug: string }) => item.slug)
  for (const [index, slug] of slugs.entries()) {
    const price = prices[index % prices.length] ?? null
    const { version } = ok(await t.ask(`GET /api/purchase_items/${slug}/`, { token })).body
    const body =
      price === null
        ? { version, status: 3, name: '無地のシャツ', not_buyable_reason: '袖口に破れがあるため' }
        : {
            version,
            status: 2,
            name: 'ウール テーラードジャケット',
            brand: Object.values(w.brands)[0],
            category: w.categories.coat,
            grade: 'A_2',
            authenticity: 1,
            gender: 1,
            color: '紺',
            size: 'M',
            material: 'ウール',
            base_price: price + 500,
            deductions: [{ label: '袖口の毛羽立ち', place: '袖口', amount: 500 }],
            price,
            comment: '形崩れがなく、季節に合うため高めに評価しました。',
          }
    ok(await t.ask(`PATCH /api/purchase_items/${slug}/`, { token, body }))
  }
  return slugs
}

export async function publish(t: TestApp, box: Box) {
  const { version } = await read(t, box)
  return ok(
    await t.ask(`POST /api/purchase_requests/${box.id}/assessment/`, {
      token: box.staff.token,
      body: { version, answer: 'もう一度拝見しました。' },
    }),
  ).body
}

export async function answer(t: TestApp, box: Box, body: Record<string, unknown>) {
  return t.ask(`POST /api/purchase_requests/${box.id}/assessment/`, { token: box.customer.token, body })
}

/** A published result with three items, two of them priced. */
export async function offered(
  t: TestApp,
  w: World,
  overrides: Record<string, unknown> = {},
  prices: (number | null)[] = [14_000, 3_500, null],
) {
  const box = await apply(t, w, overrides)
  await receive(t, box, prices.length)
  await startAssessing(t, box)
  const slugs = await assessAll(t, w, box, prices)
  await publish(t, box)
  return { ...box, slugs }
}

export async function contracted(t: TestApp, w: World, prices: (number | null)[] = [14_000, 3_500, null]) {
  const box = await offered(t, w, {}, prices)
  ok(await answer(t, box, { decision_all: 'sell' }))
  await t.runJobs()
  return box
}

/** The first article of a deal, sold since. Returns the number of the sale. */
export async function makeSoldItem(
  t: TestApp,
  { company, shops: [shop_id = 0] }: Pick<World['aoyama'], 'company' | 'shops'>,
  box: Pick<Box, 'id'>,
): Promise<number> {
  const { rows } = await t.pool.query(
    'update purchase_item set status = 8 where request_id = $1 and seq = 1 returning id',
    [box.id],
  )
  return makeSale(t.db, { company_id: company, shop_id, item_id: rows[0].id })
}

/** The only transfer of a customer, from the batch to the money at the bank. */
export async function payOut(t: TestApp, w: World, customer: number): Promise<void> {
  const { id } = await t.db
    .selectFrom('transfer')
    .select('id')
    .where('customer_id', '=', customer)
    .executeTakeFirstOrThrow()
  const maker = (await signIn(t, w.operator.operator)).token
  const approver = (await signIn(t, w.operator.approver)).token
  const { pay_date } = ok(await t.ask('GET /api/biz/payouts/candidates/', { token: maker })).body
  const body = { pay_date, transfers: [id] }
  let { body: batch } = ok(await t.ask('POST /api/biz/payouts/', { token: maker, body }))
  const step = async (name: string, token = maker, more = {}) => {
    const fields = { version: batch.version, ...more }
    batch = ok(await t.ask(`POST /api/biz/payouts/${batch.id}/${name}/`, { token, body: fields })).body
  }
  await step('approve', approver)
  await step('export')
  await step('send')
  await step('results', maker, { results: [{ line: batch.lines[0].id, result: 'paid' }] })
  if (batch.state !== 'closed') throw new Error(`the batch is ${batch.state}`)
  await t.runJobs()
}
