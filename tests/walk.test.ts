import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type AnyCall, isForMachines, paramNames } from '#contract/call'
import { allCalls } from '#contract/calls'
import { type Role, roleMay } from '#contract/permission'
import { placeCode } from '#contract/scan-code'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { makeAnalysisRun } from '#server/domains/analysis/analysis.factory'
import { makeAnnouncement } from '#server/domains/announcement/announcement.factory'
import { makeAttribute } from '#server/domains/catalogue/catalogue.factory'
import { makePlace } from '#server/domains/custody/custody.factory'
import { makeRequestDraft } from '#server/domains/declared-list/declared-list.factory'
import { makeIdentitySession } from '#server/domains/identity/session.factory'
import { makePreAssessment } from '#server/domains/pre-assessment/pre-assessment.factory'
import { makeSalePhoto } from '#server/domains/productization/productization.factory'
import { makeSavedView } from '#server/domains/saved-view/saved-view.factory'
import { makePasskey } from '#server/domains/second-factor/passkey.factory'
import { makeNotice } from '#server/domains/stolen-notice/stolen-notice.factory'
import { makeDelivery, makeWebhook } from '#server/domains/webhook/webhook.factory'
import { awayProvider, type TestApp, type TestResponse, testApp } from './support/app.ts'
import {
  apply,
  assessAll,
  contracted,
  makeSoldItem,
  publish,
  read,
  receive,
  startAssessing,
} from './support/steps.ts'
import {
  machinePermissions,
  makeEmployee,
  makeInspector,
  makeMachine,
  makeWorld,
  type Person,
  signIn,
  type World,
} from './support/world.ts'

const walkers = {
  nobody: 'nobody',
  customer: 'customer',
  foreignCustomer: 'customer',
  staff: 'staff',
  foreignStaff: 'staff',
  admin: 'admin',
  foreignAdmin: 'admin',
  operator: 'operator',
  inspector: 'inspector',
  foreignInspector: 'inspector',
  machine: 'machine',
  foreignMachine: 'machine',
} as const satisfies Record<string, Role>
type Walker = keyof typeof walkers
const everybody = Object.keys(walkers) as Walker[]

const own: readonly Walker[] = ['customer']
const shared: readonly Walker[] = ['customer', 'staff', 'admin', 'machine']
const dealer: readonly Walker[] = ['staff', 'admin', 'machine']
const everyDealer: readonly Walker[] = [
  ...dealer,
  'foreignStaff',
  'foreignAdmin',
  'operator',
  'foreignMachine',
]
const house: readonly Walker[] = ['operator']

interface Place {
  owners: readonly Walker[]
  params: Record<string, string | number>
}

let t: TestApp
let w: World
let tokens: Record<Walker, string | undefined>
let inspector: Person
let foreignInspector: Person
let places: [prefix: string, place: Place][]

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  const box = await apply(t, w)
  await receive(t, box, 3)
  await startAssessing(t, box)
  const slug: string = (await read(t, box)).items[0].slug
  const photo = await addPhoto(slug)
  await assessAll(t, w, box, [14_000, 3_500, null])
  await publish(t, box)
  const place = await makePlace(t.db, { company_id: w.aoyama.company, shop_id: w.aoyama.shops[0] })
  const handover = await t.ask('POST /api/biz/custody/handovers/', {
    token: w.aoyama.staff.token,
    body: { target: placeCode(place), codes: [slug] },
  })
  const stray = await t.ask('POST /api/biz/unannounced-boxes/', {
    token: w.aoyama.staff.token,
    body: { shop: w.aoyama.shops[0], sender_name: '不明', tracking_number: '', note: '' },
  })
  const counted = await t.ask('POST /api/biz/custody/counts/', {
    token: w.aoyama.staff.token,
    body: { place, codes: [], with_boxes: false },
  })
  expect([handover.status, stray.status, counted.status]).toEqual([201, 201, 201])
  const hold = await t.ask(`POST /api/biz/purchase_requests/${box.id}/holds/`, {
    token: w.aoyama.staff.token,
    body: { kind: 'dispute', reason: 'お客さまへの確認のため' },
  })
  expect(hold.status).toBe(201)
  const objection = await t.pool.query(
    "insert into count_objection (request_id, text, at) values ($1, '12点入れました', $2) returning id",
    [box.id, t.clock.now()],
  )
  const question = await t.pool.query(
    `insert into item_question (request_id, item_id, text, asked_at)
      select request_id, id, '傷の大きさは?', $2 from purchase_item where slug = $1 returning id`,
    [slug, t.clock.now()],
  )
  const dealerOfBox = { company_id: w.aoyama.company, registered_by: w.aoyama.staff.id }
  const notice = await makeNotice(t.db, dealerOfBox, [{ name: '腕時計' }])
  const match = await t.pool.query(
    `insert into stolen_notice_match (company_id, article_id, item_id, strength, score, reasons, state, found_at)
      select a.company_id, a.id, i.id, 'features', 80, '{brand}', 'open', $3
      from stolen_notice_article a, purchase_item i where a.notice_id = $1 and i.slug = $2 returning id`,
    [notice, slug, t.clock.now()],
  )
  const noticePage = await t.pool.query(
    `with file as (insert into stored_file (key, thumbnail_key, content_type, width, height, size, sha256, created_at)
        select 'notices/' || $1::int || '/page.webp', '', content_type, width, height, size, sha256, created_at
        from stored_file order by id limit 1 returning id, created_at)
      insert into stolen_notice_page (notice_id, file_id, created_at) select $1::int, id, created_at from file returning id`,
    [notice],
  )
  const ownPhoto = await t.pool.query(
    `with file as (insert into stored_file (key, thumbnail_key, content_type, width, height, size, sha256, created_at)
        select 'requests/' || $1::int || '/own.webp', '', content_type, width, height, size, sha256, created_at
        from stored_file order by id limit 1 returning id, created_at)
      insert into second_look_photo (request_id, file_id, created_at) select $1::int, id, created_at from file returning id`,
    [box.id],
  )
  const parcelPhoto = await t.pool.query(
    `with file as (insert into stored_file (key, thumbnail_key, content_type, width, height, size, sha256, created_at)
        select 'parcels/' || $1::int || '/box.webp', '', content_type, width, height, size, sha256, created_at
        from stored_file order by id limit 1 returning id, created_at)
      insert into unannounced_box_photo (box_id, file_id, created_at) select $1::int, id, created_at from file returning id`,
    [stray.body.id],
  )
  const openingPhoto = await t.pool.query(
    `with file as (insert into stored_file (key, thumbnail_key, content_type, width, height, size, sha256, created_at)
        select 'requests/' || $1::int || '/box.webp', '', content_type, width, height, size, sha256, created_at
        from stored_file order by id limit 1 returning id)
      insert into item_photo (item_id, request_id, file_id, kind, caption, position, taken_at, created_at)
        select null, $1::int, id, 'opening', '', 1, $2, $2 from file returning id`,
    [box.id, t.clock.now()],
  )
  const bought = await contracted(t, w)
  const attribute = await makeAttribute(t.db, w.categories.coat)
  await t.pool.query('update purchase_request set is_invoice_issuer = true where id = $1', [bought.id])
  const salePhoto = await finishedProduct(bought.slugs[0] as string)
  const sold = await makeSoldItem(t, w.aoyama, bought)
  inspector = await makeInspector(t, w.aoyama, 'ken@keisatsu.example.jp')
  foreignInspector = await makeInspector(t, w.umeda, 'mei@keisatsu.example.jp')
  tokens = {
    nobody: undefined,
    customer: w.hanako.token,
    foreignCustomer: w.taro.token,
    staff: w.aoyama.staff.token,
    foreignStaff: w.umeda.staff.token,
    admin: w.aoyama.admin.token,
    foreignAdmin: w.umeda.admin.token,
    operator: w.operator.operator.token,
    inspector: inspector.token,
    foreignInspector: foreignInspector.token,
    machine: (await makeMachine(t, w.aoyama)).key,
    foreignMachine: (await makeMachine(t, w.umeda)).key,
  }
  const [shop] = w.aoyama.shops
  const handedIn = (customer_id: number) =>
    makeIdentitySession(t.db, t.tools, { customer_id, company_id: w.aoyama.company })
  const papers = await handedIn(w.hanako.id)
  const seller = await makeCustomerAccount(t.db, t.tools)
  await t.pool.query(
    'insert into related_shop (customer_id, shop_id, has_transactions, created_at) values ($1, $2, true, now())',
    [seller.customer_id, shop],
  )
  const toReview = await handedIn(seller.customer_id)
  const idle = await makeEmployee(t, w.aoyama.company, '外苑 前', 'staff', 'mae@aoyama.example.jp')
  const begun = await makeRequestDraft(t.db, w.hanako.id)
  const view = await makeSavedView(t.db, {
    company_id: w.aoyama.company,
    business_user_id: w.aoyama.staff.id,
  })
  const analysis = await makeAnalysisRun(t.db, {
    company_id: w.aoyama.company,
    asked_by: w.aoyama.staff.id,
  })
  const passkey = await makePasskey(t.db, w.aoyama.staff.account_id)
  const named = await makePreAssessment(t.db, {
    company_id: w.aoyama.company,
    shop_id: w.aoyama.shops[0],
    operator_id: w.aoyama.staff.id,
    category_id: w.categories.coat,
  })
  await t.pool.query("update shop set kit_sizes = '{120}' where id = $1", [shop])
  const withKit = await apply(t, w, { kit_size: 120 })
  const idleKey = await makeMachine(t, w.aoyama)
  const { id: endpoint } = await makeWebhook(t.db, t.tools, {
    company_id: w.aoyama.company,
    created_by: w.aoyama.admin.id,
  })
  const delivery = await makeDelivery(t.db, {
    company_id: w.aoyama.company,
    endpoint_id: endpoint,
    happened_at: t.clock.now().toISOString(),
  })
  const job = await makeJob(w.aoyama.company)
  const company_pk = w.aoyama.company
  const inspection = inspector.id
  // The longest prefix wins. Other paths must not lead to objects made here.
  places = [
    [
      '/api/customers/{customer_pk}/',
      { owners: own, params: { customer_pk: w.hanako.id, id: w.hanako.bank_account } },
    ],
    [
      '/api/customers/{customer_pk}/banckaccount/',
      {
        owners: shared,
        params: { customer_pk: w.hanako.id, id: w.hanako.bank_account },
      },
    ],
    ['/api/biz/inspections/{id}/end/', { owners: ['admin'], params: { id: inspection } }],
    ['/api/customers/{id}/', { owners: own, params: { id: w.hanako.id } }],
    ['/api/purchase_requests/{id}/', { owners: own, params: { id: box.id } }],
    ['/api/purchase_requests/{id}/statement/', { owners: own, params: { id: bought.id } }],
    ['/api/biz/purchase_requests/{id}/statement/', { owners: dealer, params: { id: bought.id } }],
    [
      '/api/purchase_requests/{purchase_request_pk}/',
      {
        owners: shared,
        params: { purchase_request_pk: box.id },
      },
    ],
    [
      '/api/purchase_requests/{purchase_request_pk}/second-look/photos/',
      { owners: own, params: { purchase_request_pk: box.id, id: ownPhoto.rows[0].id } },
    ],
    ['/api/purchase_items/{slug}/', { owners: shared, params: { slug } }],
    ['/api/biz/purchase_requests/{id}/', { owners: dealer, params: { id: box.id } }],
    ['/api/biz/purchase-items/{slug}/', { owners: dealer, params: { slug, id: photo } }],
    [
      '/api/biz/item-productization/{slug}/',
      { owners: dealer, params: { slug: bought.slugs[0] as string, id: salePhoto } },
    ],
    ['/api/biz/scan/{code}/', { owners: dealer, params: { code: slug } }],
    ['/api/ekyc/sessions/{id}/', { owners: own, params: { id: papers.session, slot: 'front' } }],
    ['/api/biz/identity-reviews/{id}/', { owners: dealer, params: { id: toReview.review, slot: 'front' } }],
    ['/api/request-drafts/{id}/', { owners: own, params: { id: begun.draft } }],
    ['/api/declared-lists/{id}/', { owners: own, params: { id: begun.list } }],
    ['/api/declared-items/{id}/', { owners: own, params: { id: begun.item } }],
    ['/api/declared-photos/{id}/', { owners: own, params: { id: begun.photo } }],
    ['/api/biz/assignments/{id}/', { owners: [], params: { id: 1 } }],
    ['/api/biz/second-factor/passkeys/{id}/', { owners: ['staff'], params: { id: passkey } }],
    ['/api/pre-assessment/assessments/{id}/', { owners: dealer, params: { id: named.id } }],
    [
      '/api/pre-assessment/assessments/{assessment_pk}/',
      { owners: dealer, params: { assessment_pk: named.id, id: named.item } },
    ],
    [
      '/api/pre-assessment/assessments/{assessment_pk}/photos/',
      { owners: dealer, params: { assessment_pk: named.id, id: named.photo } },
    ],
    ['/api/pre-assessment/customers/{id}/', { owners: dealer, params: { id: named.prospect } }],
    ['/api/pre-assessment/item-status/{id}/', { owners: dealer, params: { id: named.condition } }],
    ['/api/pre-assessment/season-tags/{id}/', { owners: dealer, params: { id: named.season } }],
    ['/api/pre-assessment/uploads/{id}/', { owners: dealer, params: { id: named.upload } }],
    ['/api/pre-assessment/price-templates/{id}/', { owners: dealer, params: { id: named.template } }],
    ['/api/pre-assessment/brands/{id}/', { owners: everyDealer, params: { id: w.brands.gucci } }],
    ['/api/pre-assessment/categories/{id}/', { owners: everyDealer, params: { id: w.categories.coat } }],
    ['/api/price-estimates/{token}/', { owners: everybody, params: { token: named.token } }],
    ['/api/biz/api-keys/{id}/', { owners: ['admin'], params: { id: idleKey.id } }],
    ['/api/biz/webhooks/{id}/', { owners: ['admin'], params: { id: endpoint } }],
    ['/api/biz/webhook-deliveries/{id}/', { owners: ['admin'], params: { id: delivery } }],
    ['/api/biz/background-work/jobs/{id}/', { owners: ['admin', 'operator'], params: { id: job } }],
    ['/api/biz/saved-views/{id}/', { owners: ['staff'], params: { id: view } }],
    ['/api/biz/sales/articles/{code}/', { owners: dealer, params: { code: bought.slugs[0] ?? '' } }],
    ['/api/biz/sales/{id}/', { owners: dealer, params: { id: sold } }],
    ['/api/biz/custody/places/{id}/', { owners: ['admin'], params: { id: place } }],
    ['/api/biz/custody/places/{id}/contents/', { owners: dealer, params: { id: place } }],
    ['/api/biz/custody/counts/{id}/', { owners: dealer, params: { id: counted.body.id } }],
    ['/api/biz/custody/discrepancies/{id}/', { owners: dealer, params: { id: box.id } }],
    ['/api/biz/unannounced-boxes/{id}/', { owners: dealer, params: { id: stray.body.id } }],
    [
      '/api/biz/unannounced-boxes/{unannounced_box_pk}/photos/',
      { owners: dealer, params: { unannounced_box_pk: stray.body.id, id: parcelPhoto.rows[0].id } },
    ],
    [
      '/api/biz/purchase_requests/{purchase_request_pk}/opening-photos/',
      { owners: dealer, params: { purchase_request_pk: box.id, id: openingPhoto.rows[0].id } },
    ],
    ['/api/biz/custody/codes/{code}/', { owners: dealer, params: { code: slug } }],
    ['/api/biz/custody/handovers/{id}/', { owners: dealer, params: { id: handover.body.id } }],
    ['/api/biz/kits/{id}/', { owners: dealer, params: { id: withKit.id } }],
    ['/api/biz/antique-ledger/{id}/', { owners: dealer, params: { id: 1 } }],
    ['/api/biz/holds/{id}/', { owners: dealer, params: { id: hold.body.id } }],
    ['/api/biz/stolen-notices/{id}/', { owners: dealer, params: { id: notice } }],
    [
      '/api/biz/stolen-notices/{stolen_notice_pk}/',
      { owners: dealer, params: { stolen_notice_pk: notice, id: noticePage.rows[0].id } },
    ],
    ['/api/biz/analysis-runs/{id}/', { owners: dealer, params: { id: analysis } }],
    ['/api/biz/stolen-notice-matches/{id}/', { owners: dealer, params: { id: match.rows[0].id } }],
    ['/api/biz/item-questions/{id}/', { owners: dealer, params: { id: question.rows[0].id } }],
    ['/api/biz/count-objections/{id}/', { owners: dealer, params: { id: objection.rows[0].id } }],
    ['/api/biz/shops/{shop_pk}/', { owners: dealer, params: { shop_pk: shop, id: w.hanako.id } }],
    [
      '/api/business-users/{id}/',
      {
        owners: dealer,
        params: { id: w.aoyama.staff.id },
      },
    ],
    ['DELETE /api/business-users/{id}/', { owners: dealer, params: { id: idle.id } }],
    [
      '/api/business-users/{id}/second-factor/',
      { owners: ['admin', 'operator'], params: { id: w.aoyama.staff.id } },
    ],
    ['/api/shop/{id}/', { owners: everybody, params: { id: shop } }],
    ['/api/brand/{id}/', { owners: everybody, params: { id: w.brands.gucci } }],
    ['/api/biz/brand-masters/{id}/', { owners: everyDealer, params: { id: w.brands.gucci } }],
    ['/api/biz/comment-template-masters/{id}/', { owners: dealer, params: { id: w.comment_templates[0] } }],
    ['/api/biz/campaign-masters/{id}/', { owners: ['admin'], params: { id: w.campaign } }],
    ['/api/biz/category-masters/{id}/', { owners: house, params: { id: w.categories.coat } }],
    ['/api/biz/category-attributes/{id}/', { owners: house, params: { id: attribute } }],
    [
      '/api/biz/item-categories/{id}/attributes/',
      {
        owners: everyDealer,
        params: { id: w.categories.coat },
      },
    ],
    ['/api/price-guide/brands/{id}/', { owners: everybody, params: { id: w.brands.gucci } }],
    ['/api/terms/{terms_version}/', { owners: everybody, params: { terms_version: w.terms } }],
    ['/api/biz/stores/{store_key}/', { owners: house, params: { store_key: 'sakae' } }],
    ['/api/bank/{bank_code}/', { owners: everybody, params: { bank_code: '0001' } }],
    ['/api/postal-code/{postal_code}/', { owners: everybody, params: { postal_code: '0000000' } }],
    ['/api/auth/o/{provider}/', { owners: everybody, params: { provider: awayProvider.id } }],
    ['/api/account/providers/{provider}/', { owners: everybody, params: { provider: awayProvider.id } }],
    ['/api/account/devices/{key}/', { owners: [], params: { key: 'f'.repeat(32) } }],
    ['/api/biz/payouts/{id}/', { owners: [], params: { id: 1 } }],
    ['/api/biz/companies/{id}/', { owners: house, params: { id: company_pk } }],
    ['/api/biz/companies/{company_pk}/', { owners: house, params: { company_pk, id: shop } }],
    ['/api/biz/companies/{company_pk}/users/', { owners: house, params: { company_pk, id: idle.id } }],
    ['/api/biz/announcements/{id}/', { owners: house, params: { id: await makeAnnouncement(t.db) } }],
    ['/api/biz/terms/{terms_version}/', { owners: house, params: { terms_version: w.terms } }],
    ['/api/biz/payouts/candidates/{id}/', { owners: [], params: { id: 1 } }],
    ['/api/biz/book/deals/{id}/', { owners: house, params: { id: bought.id } }],
    ['/api/biz/book/months/{month}/', { owners: [], params: { month: '2020-01' } }],
    ['/api/biz/book/proposals/{id}/', { owners: [], params: { id: 999 } }],
    ['/api/biz/payouts/special/{id}/', { owners: [], params: { id: 1 } }],
  ]
})
afterAll(() => t.close())

/** Done for one company, at a time to come. */
async function makeJob(company: number): Promise<number> {
  const { rows } = await t.pool.query<{ id: string }>(
    "select id from graphile_worker.add_job('next-engine.upload', $1, run_at := '2040-01-01')",
    [JSON.stringify({ company })],
  )
  return Number(rows[0]?.id)
}

async function addPhoto(slug: string): Promise<number> {
  const form = new FormData()
  const picture = await import('sharp').then(({ default: sharp }) =>
    sharp({ create: { width: 40, height: 40, channels: 3, background: '#345' } })
      .png()
      .toBuffer(),
  )
  form.set('kind', 'assessment')
  form.set('caption', '')
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'front.png')
  const request = new Request('http://test/', { method: 'POST', body: form })
  const response = await t.ask(`POST /api/biz/purchase-items/${slug}/photos/`, {
    token: w.aoyama.staff.token,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  })
  expect([response.status, response.body]).toEqual([201, expect.anything()])
  return response.body.id
}

/** Its only photo stays, as it is finished. */
async function finishedProduct(slug: string): Promise<number> {
  const item = await t.db
    .selectFrom('purchase_item')
    .select(['id', 'company_id', 'shop_id'])
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  await t.pool.query(
    'insert into product (item_id, company_id, shop_id, edited_at) values ($1, $2, $3, $4)',
    [item.id, item.company_id, item.shop_id, t.clock.now()],
  )
  for (const status of [8, 9])
    await t.pool.query('update purchase_item set status = $2 where id = $1', [item.id, status])
  return makeSalePhoto(t.db, item.id)
}

function placeOf(call: AnyCall): Place | undefined {
  const found = places.filter(([prefix]) => call.path.startsWith(prefix) || call.route === prefix)
  return found.sort(([a], [b]) => b.length - a.length)[0]?.[1]
}

function send(call: AnyCall, walker: Walker, params: Place['params'], body?: unknown): Promise<TestResponse> {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? 1),
  )
  const sends = call.method !== 'GET' && (call.body !== undefined || call.multipart)
  return t.ask(`${call.method} ${path}`, {
    token: tokens[walker],
    ...(sends ? { body: body ?? {} } : {}),
    ...(call.idempotent ? { key: crypto.randomUUID() } : {}),
  })
}

/** A body that passes the schema where possible, so that the object is what refuses. */
function sample(schema: z.ZodType): unknown {
  return made(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'openapi-3.0' }) as Described,
  )
}

interface Described {
  type?: unknown
  enum?: unknown[]
  anyOf?: Described[]
  nullable?: boolean
  properties?: Record<string, Described>
  required?: string[]
  items?: Described
  format?: string
  minimum?: number
}

function made(schema: Described): unknown {
  if (schema.nullable) return null
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return made(schema.anyOf[0])
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, made(schema.properties?.[name] ?? {})]),
      )
    case 'array':
      return schema.items ? [made(schema.items)] : []
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 0)
    case 'boolean':
      return true
    default:
      return schema.format === 'date' ? '2026-12-01' : schema.format === 'email' ? 'walk@example.jp' : '1'
  }
}

const bodiesOf = (call: AnyCall) => (call.body ? [{}, sample(call.body)] : [undefined])
const may = (walker: Walker, call: AnyCall) =>
  roleMay(walkers[walker], call.may) && (walkers[walker] !== 'machine' || isForMachines(call))

/** A checksum per table, without what a refusal itself records. */
async function contents(): Promise<Record<string, string>> {
  const { rows } = await t.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('activity', 'refresh_token', 'rate_limit', 'api_key_use')`,
  )
  const union = rows.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(r::text, 0)), 0) as sum from "${name}" r`,
  )
  const sums = await t.pool.query<{ name: string; sum: string }>(union.join(' union all '))
  return Object.fromEntries(sums.rows.map(({ name, sum }) => [name, sum]))
}

interface Visit {
  call: AnyCall
  walker: Walker
  answer: TestResponse
}
const line = ({ call, walker, answer }: Visit) =>
  `${walker} ${call.route} → ${answer.status} ${JSON.stringify(answer.body).slice(0, 120)}`

function wrong(visits: Visit[], right: (visit: Visit) => boolean): string[] {
  return visits.filter((visit) => !right(visit)).map(line)
}

test('every call of the contract is served', () => {
  expect(allCalls.filter(({ call }) => !t.app.served.has(call.route)).map(({ name }) => name)).toEqual([])
})

test('every call with an object has a place in this walk', () => {
  const unplaced = allCalls.filter(
    ({ call }) => !call.notBuilt && paramNames(call.path).length > 0 && !placeOf(call),
  )
  expect(unplaced.map(({ call }) => call.route)).toEqual([])
})

describe('who does not hold the permission', () => {
  test('is refused before anything else, and nothing changes', async () => {
    const before = await contents()
    const visits: Visit[] = []
    for (const { call } of allCalls) {
      for (const walker of everybody.filter((walker) => !may(walker, call))) {
        for (const body of bodiesOf(call)) {
          visits.push({ call, walker, answer: await send(call, walker, placeOf(call)?.params ?? {}, body) })
        }
      }
    }
    expect(visits.length).toBeGreaterThan(300)
    expect(
      wrong(visits, ({ walker, answer }) => answer.status === (walker === 'nobody' ? 401 : 403)),
    ).toEqual([])
    expect(await contents()).toEqual(before)
  })
})

test('who inspects the ledger reads it, and the own name, and can do nothing else', () => {
  const open = allCalls.filter(({ call }) => call.may !== 'anyone' && may('inspector', call))
  expect(open.map(({ call }) => call.route).sort()).toEqual([
    'GET /api/biz/antique-ledger/',
    'GET /api/biz/antique-ledger/codes/',
    'GET /api/biz/antique-ledger/header/',
    'GET /api/biz/antique-ledger/print/',
    'GET /api/me/',
  ])
})

test('what is not built yet says so to everybody who may', async () => {
  const visits: Visit[] = []
  for (const { call } of allCalls.filter(({ call }) => call.notBuilt)) {
    for (const walker of everybody.filter((walker) => may(walker, call))) {
      visits.push({ call, walker, answer: await send(call, walker, {}) })
    }
  }
  expect(wrong(visits, ({ answer }) => answer.status === 503 && answer.body.code === 'not_built')).toEqual([])
})

test.each(machinePermissions)(
  'a key with %s reaches the calls of this permission and no other',
  async (given) => {
    const { key } = await makeMachine(t, w.aoyama, [given])
    const before = await contents()
    const wrongly: string[] = []
    for (const { call } of allCalls.filter(({ call }) => call.may !== 'anyone' && !call.notBuilt)) {
      const isOpen = call.may === given && isForMachines(call)
      // What is open writes as well: the walk above does that.
      if (isOpen && call.method !== 'GET') continue
      const path = call.path.replaceAll(/\{(\w+)\}/g, '999999')
      const { status } = await t.ask(`${call.method} ${path}`, { token: key })
      if ((status === 403) === isOpen || status === 401 || status >= 500)
        wrongly.push(`${call.route} ${status}`)
    }
    expect(wrongly).toEqual([])
    expect(await contents()).toEqual(before)
  },
)

describe('objects of somebody else', () => {
  test('are missing, with any body, and nothing changes', async () => {
    const before = await contents()
    const visits: Visit[] = []
    for (const { call } of allCalls.filter(({ call }) => !call.notBuilt)) {
      const place = placeOf(call)
      if (!place) continue
      const strangers = everybody.filter((walker) => may(walker, call) && !place.owners.includes(walker))
      for (const walker of strangers) {
        for (const body of bodiesOf(call)) {
          visits.push({ call, walker, answer: await send(call, walker, place.params, body) })
        }
      }
    }
    expect(visits.length).toBeGreaterThan(80)
    expect(wrong(visits, ({ answer }) => answer.status === 404)).toEqual([])
    expect(await contents()).toEqual(before)
  })

  test('do not show in the lists, counts and exports of others', async () => {
    const marks = [
      w.hanako.name,
      w.hanako.email,
      String(placeOf({ path: '/api/purchase_items/{slug}/' } as AnyCall)?.params.slug),
    ]
    const visits: Visit[] = []
    const lists = allCalls.filter(
      ({ call }) => call.method === 'GET' && !call.notBuilt && paramNames(call.path).length === 0,
    )
    for (const { call } of lists) {
      for (const walker of everybody.filter((walker) => may(walker, call))) {
        visits.push({ call, walker, answer: await send(call, walker, {}) })
      }
    }
    const shows = ({ answer }: Visit) => marks.some((mark) => JSON.stringify(answer.body).includes(mark))
    expect(visits.filter((visit) => shared.includes(visit.walker) && shows(visit)).length).toBeGreaterThan(3)
    // The house sees whose money it pays out, and nothing else of a customer.
    const strangers = visits.filter(
      ({ walker, call }) =>
        !shared.includes(walker) &&
        !call.may.startsWith('operator.') &&
        // The ledger names whom its dealer bought from.
        !(walker === 'inspector' && call.may === 'biz.ledger.read'),
    )
    expect(wrong(strangers, (visit) => !shows(visit))).toEqual([])
  })
})

test('who may, reaches every call: never refused for the role, never missing, never an error', async () => {
  const order = { GET: 0, POST: 1, PUT: 1, PATCH: 1, DELETE: 2 } as const
  const calls = allCalls
    .map(({ call }) => call)
    .filter((call) => !call.notBuilt)
    .sort((a, b) => order[a.method] - order[b.method])
  const visits: Visit[] = []
  for (const call of calls) {
    const place = placeOf(call)
    for (const walker of everybody.filter((walker) => may(walker, call))) {
      if (place && !place.owners.includes(walker)) continue
      for (const body of bodiesOf(call)) {
        visits.push({ call, walker, answer: await send(call, walker, place?.params ?? {}, body) })
        await signInAgain(walker)
      }
    }
  }
  expect(visits.length).toBeGreaterThan(200)
  expect(wrong(visits, reached)).toEqual([])
})

async function signInAgain(walker: Walker): Promise<void> {
  if (walker === 'nobody') return
  if (walker === 'machine' || walker === 'foreignMachine') return
  const me = await t.ask('GET /api/me/', { token: tokens[walker] })
  if (me.status === 200) return
  const person = {
    customer: w.hanako,
    foreignCustomer: w.taro,
    staff: w.aoyama.staff,
    foreignStaff: w.umeda.staff,
    admin: w.aoyama.admin,
    foreignAdmin: w.umeda.admin,
    operator: w.operator.operator,
    inspector,
    foreignInspector,
  }[walker]
  tokens[walker] = (await signIn(t, person)).token
}

function reached({ call, answer }: Visit): boolean {
  if (answer.status < 400 || answer.status === 400) return true
  // The first call may have removed or ended what the second one needs.
  if (answer.status === 404) {
    return /^DELETE|\/clear\/$/.test(call.route) || answer.body.detail === call.texts?.[404]
  }
  if (answer.status === 401) return call.ignoresToken === true
  return [415, 429, 503].includes(answer.status)
}
