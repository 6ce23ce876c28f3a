import { expect } from 'vitest'
import type { AnyCall } from '#contract/call'
import { allCalls } from '#contract/calls'
import { addDays } from '#contract/day'
import { type Role, roleMay } from '#contract/permission'
import { placeCode } from '#contract/scan-code'
import { makeAnalysisRun } from '#server/domains/analysis/analysis.factory'
import { makeAnnouncement } from '#server/domains/announcement/announcement.factory'
import { makeCompany, makeShop } from '#server/domains/company/company.factory'
import { makePlace } from '#server/domains/custody/custody.factory'
import { makeRequestDraft } from '#server/domains/declared-list/declared-list.factory'
import { makeIdentitySession } from '#server/domains/identity/session.factory'
import { makePreAssessment } from '#server/domains/pre-assessment/pre-assessment.factory'
import { makeSavedView } from '#server/domains/saved-view/saved-view.factory'
import { makePasskey } from '#server/domains/second-factor/passkey.factory'
import { makeNotice } from '#server/domains/stolen-notice/stolen-notice.factory'
import { makeDelivery, makeWebhook } from '#server/domains/webhook/webhook.factory'
import { type TestApp, type TestResponse, testApp } from './app.ts'
import { contents, guarded, isDocumented, sampleBody } from './hostile.ts'
import { providerOf, startOidcServer } from './oidc-server.ts'
import {
  answer,
  apply,
  assessAll,
  makeSoldItem,
  offered,
  read,
  receive,
  requestBody,
  startAssessing,
} from './steps.ts'
import { makeEmployee, makeMachine, makeWorld, signIn, type World } from './world.ts'

export const builtCalls = allCalls.filter(({ call }) => !call.notBuilt)

export const walkerOf = (call: AnyCall): Role =>
  (['customer', 'admin', 'operator', 'nobody'] as const).find((role) => roleMay(role, call.may)) ?? 'nobody'

export interface Shot {
  route: string
  what: string
  answer: TestResponse
}

export type Target = Awaited<ReturnType<typeof makeTarget>>

export async function makeTarget() {
  const oidc = await startOidcServer(['https://okuru.example/login/callback'])
  const t = await testApp({ config: { signInProviders: [providerOf(oidc)] } })
  const { close } = t
  t.close = async () => {
    await close()
    await oidc.close()
  }
  const w = await makeWorld(t)
  const box = await apply(t, w)
  await receive(t, box, 2)
  await startAssessing(t, box)
  await assessAll(t, w, box, [9_000])
  const assessing = { id: box.id, slug: (await read(t, box)).items[0].slug as string }
  const open = await offered(t, w)
  const site = await makeSite(t, w)
  const sold = await makeSoldItem(t, w.aoyama, await boughtForNothing(t, w))
  const papers = await makeIdentitySession(t.db, t.tools, {
    customer_id: w.hanako.id,
    company_id: w.aoyama.company,
  })
  const begun = await makeRequestDraft(t.db, w.hanako.id)
  const view = await makeSavedView(t.db, {
    company_id: w.aoyama.company,
    business_user_id: w.aoyama.admin.id,
  })
  const analysis = await makeAnalysisRun(t.db, {
    company_id: w.aoyama.company,
    asked_by: w.aoyama.staff.id,
  })
  // What the database holds since the last volley, unless something else has been done to it.
  const state: State = { contents: undefined }
  const place = await makePlace(t.db, { company_id: w.aoyama.company, shop_id: w.aoyama.shops[0] })
  const moved = await t.ask('POST /api/biz/custody/handovers/', {
    token: w.aoyama.staff.token,
    body: { target: placeCode(place), codes: [assessing.slug] },
  })
  const handover: number = moved.body.id
  const counted = await t.ask('POST /api/biz/custody/counts/', {
    token: w.aoyama.staff.token,
    body: { place, codes: [], with_boxes: false },
  })
  const counting: number = counted.body.id
  const strayBox = await t.ask('POST /api/biz/unannounced-boxes/', {
    token: w.aoyama.staff.token,
    body: { shop: w.aoyama.shops[0], sender_name: '不明', tracking_number: '', note: '' },
  })
  const stray: number = strayBox.body.id
  const passkey = await makePasskey(t.db, w.aoyama.admin.account_id)
  await t.pool.query("update shop set kit_sizes = '{120}' where id = $1", [w.aoyama.shops[0]])
  const withKit = await apply(t, w, { kit_size: 120 })
  const named = await makePreAssessment(t.db, {
    company_id: w.aoyama.company,
    shop_id: w.aoyama.shops[0],
    operator_id: w.aoyama.staff.id,
    category_id: w.categories.coat,
    state: 'draft',
  })
  const { id: key } = await makeMachine(t, w.aoyama)
  const webhook = await makeListener(t, w)
  const made = await t.pool.query<{ id: string }>(
    "select id from graphile_worker.add_job('next-engine.upload', $1, run_at := '2040-01-01')",
    [JSON.stringify({ company: w.aoyama.company })],
  )
  const job = Number(made.rows[0]?.id)
  const owned: Owned = {
    ...{ w, assessing, open, site, papers, begun, withKit, view },
    ...{ place, handover, counting, stray, passkey, analysis, sold, named, key, webhook, job },
  }
  const target = {
    t,
    w,
    assessing,
    open,
    tokens: {} as Partial<Record<Role, string>>,
    /** Resets rate limits and renews tokens. */
    later: async () => {
      state.contents = undefined
      t.clock.forward(21 * 60_000)
      target.tokens = await tokensOf(t, w)
    },
    pathOf: (call: AnyCall, replaced: Record<string, string> = {}) => pathOf(call, owned, replaced),
    bodyOf: async (name: string, call: AnyCall) =>
      name.startsWith('setup.') ? setupBodyOf(t, site, name, call) : bodyOf(t, w, assessing, name, call),
    shoot: (call: AnyCall, what: unknown, body: unknown): Promise<Shot> =>
      target.shootAt(call, what, target.pathOf(call), body),
    shootAt: async (call: AnyCall, what: unknown, path: string, body?: unknown): Promise<Shot> => {
      const response = await t.ask(`${call.method} ${path}`, {
        token: target.tokens[walkerOf(call)],
        ...(body === undefined
          ? {}
          : {
              body: typeof body === 'string' ? body : JSON.stringify(body),
              headers: { 'content-type': 'application/json' },
            }),
        ...(call.idempotent ? { key: crypto.randomUUID() } : {}),
      })
      return {
        route: call.route,
        what: typeof what === 'string' ? what : JSON.stringify(what),
        answer: response,
      }
    },
    volley: (shots: () => Promise<Shot[]>) => volley(t, state, shots),
    expectFreePool: () => expectFreePool(t),
  }
  await target.later()
  return target
}

async function tokensOf(t: TestApp, w: World): Promise<Partial<Record<Role, string>>> {
  return {
    customer: (await signIn(t, w.hanako)).token,
    staff: (await signIn(t, w.aoyama.staff)).token,
    admin: (await signIn(t, w.aoyama.admin)).token,
    operator: (await signIn(t, w.operator.operator)).token,
  }
}

async function makeListener(t: TestApp, { aoyama }: World): Promise<{ id: number; delivery: number }> {
  const company_id = aoyama.company
  const { id } = await makeWebhook(t.db, t.tools, {
    company_id,
    created_by: aoyama.admin.id,
    events: ['transfer.paid'],
  })
  const happened_at = t.clock.now().toISOString()
  return { id, delivery: await makeDelivery(t.db, { company_id, endpoint_id: id, happened_at }) }
}

/** A separate company for the operator's calls, and a notice of the dealer's. */
async function makeSite(t: TestApp, w: World) {
  const company = await makeCompany(t.db, { name: '株式会社まと', license_number: '第999000000001号' })
  return {
    company,
    shop: await makeShop(t.db, company, { name: 'まと店' }),
    user: (await makeEmployee(t, company, '的場 守', 'staff', 'mamoru@mato.example.jp')).id,
    announcement: await makeAnnouncement(t.db, {
      audience: 'business',
      company_id: w.aoyama.company,
      author_id: w.aoyama.company,
    }),
    notice: await makeNotice(t.db, { company_id: w.aoyama.company, registered_by: w.aoyama.staff.id }, [
      { name: '腕時計' },
    ]),
  }
}
type Site = Awaited<ReturnType<typeof makeSite>>

/** Without its money: what hostile calls move would not show beside what a deal left to be moved. */
async function boughtForNothing(t: TestApp, w: World): Promise<{ id: number }> {
  const box = await offered(t, w, {}, [5_000])
  await answer(t, box, { decision_all: 'sell' })
  const at = t.clock.now()
  await t.pool.query(
    'update purchase_item set status = 6, purchased_at = $2 where request_id = $1 and status = 4',
    [box.id, at],
  )
  for (const status of [20, 21])
    await t.pool.query('update purchase_request set status = $2, contracted_at = $3 where id = $1', [
      box.id,
      status,
      at,
    ])
  return box
}

interface Owned {
  w: World
  site: Site
  assessing: { id: number; slug: string }
  open: { id: number }
  papers: { session: number; review: number }
  withKit: { id: number }
  view: number
  place: number
  handover: number
  counting: number
  stray: number
  passkey: number
  analysis: number
  named: Awaited<ReturnType<typeof makePreAssessment>>
  sold: number
  key: number
  job: number
  webhook: { id: number; delivery: number }
  begun: { draft: number; list: number; item: number; photo: number }
}

function pathOf(
  call: AnyCall,
  {
    w,
    assessing,
    open,
    site,
    papers,
    begun,
    withKit,
    view,
    place,
    handover,
    counting,
    stray,
    passkey,
    analysis,
    sold,
    named,
    key,
    webhook,
    job,
  }: Owned,
  replaced: Record<string, string>,
): string {
  const ids: [prefix: string, id: number][] = [
    ['/api/customers/{customer_pk}/', w.hanako.bank_account],
    ['/api/customers/', w.hanako.id],
    ['/api/ekyc/sessions/', papers.session],
    ['/api/biz/identity-reviews/', papers.review],
    ['/api/request-drafts/', begun.draft],
    ['/api/declared-lists/', begun.list],
    ['/api/declared-items/', begun.item],
    ['/api/declared-photos/', begun.photo],
    ['/api/biz/shops/', w.hanako.id],
    ['/api/shop/', w.aoyama.shops[0]],
    ['/api/brand/', w.brands.gucci],
    ['/api/price-guide/brands/', w.brands.gucci],
    ['/api/business-users/', w.aoyama.staff.id],
    ['/api/biz/kits/', withKit.id],
    ['/api/biz/saved-views/', view],
    ['/api/biz/background-work/jobs/', job],
    ['/api/biz/api-keys/', key],
    ['/api/biz/webhooks/', webhook.id],
    ['/api/biz/webhook-deliveries/', webhook.delivery],
    ['/api/biz/sales/', sold],
    ['/api/pre-assessment/assessments/{assessment_pk}/photos/', named.photo],
    ['/api/pre-assessment/assessments/{assessment_pk}/', named.item],
    ['/api/pre-assessment/assessments/', named.id],
    ['/api/pre-assessment/customers/', named.prospect],
    ['/api/pre-assessment/item-status/', named.condition],
    ['/api/pre-assessment/season-tags/', named.season],
    ['/api/pre-assessment/uploads/', named.upload],
    ['/api/pre-assessment/price-templates/', named.template],
    ['/api/pre-assessment/brands/', w.brands.gucci],
    ['/api/pre-assessment/categories/', w.categories.coat],
    ['/api/biz/custody/places/', place],
    ['/api/biz/custody/handovers/', handover],
    ['/api/biz/custody/counts/', counting],
    ['/api/biz/custody/discrepancies/', assessing.id],
    ['/api/biz/unannounced-boxes/', stray],
    ['/api/biz/second-factor/passkeys/', passkey],
    ['/api/biz/purchase_requests/', assessing.id],
    ['/api/purchase_requests/', open.id],
    ['/api/biz/companies/{company_pk}/shops/', site.shop],
    ['/api/biz/companies/{company_pk}/users/', site.user],
    ['/api/biz/companies/', site.company],
    ['/api/biz/category-masters/', w.categories.coat],
    ['/api/biz/campaign-masters/', w.campaign],
    ['/api/biz/announcements/', site.announcement],
    ['/api/biz/stolen-notices/', site.notice],
    ['/api/biz/analysis-runs/', analysis],
  ]
  const params: Record<string, string | number> = {
    id: ids.find(([prefix]) => call.path.startsWith(prefix))?.[1] ?? 1,
    purchase_request_pk: open.id,
    customer_pk: w.hanako.id,
    company_pk: site.company,
    stolen_notice_pk: site.notice,
    unannounced_box_pk: stray,
    assessment_pk: named.id,
    token: named.token,
    shop_pk: w.aoyama.shops[0],
    slug: assessing.slug,
    code: assessing.slug,
    postal_code: '0000000',
    terms_version: w.terms,
    bank_code: '0001',
    provider: 'house',
    slot: 'front',
    key: 'f'.repeat(32),
    store_key: 'sakae',
  }
  return call.path.replaceAll(
    /\{(\w+)\}/g,
    (_all, name: string) => replaced[name] ?? encodeURIComponent(params[name] ?? 1),
  )
}

let addresses = 0

const endpointVersion = async (t: TestApp): Promise<number> =>
  (await t.pool.query('select version from webhook_endpoint order by id limit 1')).rows[0].version

/** One pixel: too small for anything to be read. */
const tinyPicture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function bodyOf(
  t: TestApp,
  w: World,
  assessing: { id: number; slug: string },
  name: string,
  call: AnyCall,
): Promise<Record<string, unknown>> {
  const sample = sampleBody(call)
  const one = async (text: string, key: unknown) => (await t.pool.query(text, [key])).rows[0].version
  const [domain, act] = name.split('.')
  if ('email' in sample) sample.email = `hostile${++addresses}@example.jp`
  if (domain === 'purchaseRequest' && ['create', 'replace', 'update'].includes(act ?? ''))
    return {
      ...sample,
      ...requestBody(w),
      tracking_number: undefined,
      kit_size: undefined,
      version: undefined,
      draft: undefined,
    }
  if (domain === 'purchaseRequest' && 'version' in sample)
    return {
      ...sample,
      status: undefined,
      tracking_number: '',
      assessor: w.aoyama.staff.id,
      version: await one('select version from purchase_request where id = $1', assessing.id),
    }
  if (domain === 'item' && 'version' in sample)
    return {
      ...sample,
      version: await one('select version from purchase_item where slug = $1', assessing.slug),
      status: undefined,
      brand: Object.values(w.brands)[0],
      category: w.categories.coat,
      campaign: null,
      base_price: 5_000,
      deductions: [{ label: '毛玉', place: '袖', amount: 500, photo: null }],
      uplift: 0,
      price: 4_500,
    }
  if (domain === 'campaignMaster')
    return { ...sample, bonus_yen: null, brands: [], categories: [], shops: [] }
  if ('name_kana' in sample) return { ...sample, ...profile }
  if (domain === 'bankAccount')
    return {
      customer: w.hanako.id,
      account_type: 1,
      bank_code: '0001',
      branch_code: '001',
      account_number: '1234567',
      account_holder_kana: 'ヤマダ ハナコ',
    }
  if (domain === 'company') return { ...sample, shop: w.aoyama.shops[0], brands: Object.values(w.brands) }
  if (name === 'identity.record')
    return { ...sample, verified_birthday: '1990-05-17', bank_account: w.hanako.bank_account }
  if (domain === 'storeLook') {
    const version = await one('select version from store_look where store_key = $1', 'sakae')
    addresses += 1
    const look = {
      ...sample,
      name: 'SAKAE',
      brand: '#17181a',
      accent: '#b9f53d',
      colors: {},
      logo: '',
      symbol: '',
    }
    if (act === 'create') return { ...look, key: `store-${addresses}` }
    return act === 'save' ? { ...look, version } : { ...sample, number: 1, version }
  }
  if (name === 'analysis.images') return { images: [{ data: tinyPicture }] }
  if (name === 'analysis.confirm') return { field: 'brand', chosen: 'GUCCI' }
  if (domain === 'apiKey') return { ...sample, shops: [] }
  if (name === 'webhook.create' || name === 'webhook.update')
    return {
      ...sample,
      url: 'https://stock.example.com/okuru',
      version: act === 'update' ? await endpointVersion(t) : undefined,
    }
  if (name === 'book.settle') return { ...sample, company: w.aoyama.company }
  return sample
}

const shopBody = {
  name: 'まと店',
  store_key: '',
  phone: '0312345678',
  tags: ['的'],
  address: {
    postal_code: '1500001',
    prefecture: '東京都',
    city: '渋谷区',
    address1: '神宮前1-2-3',
    address2: '',
  },
}
const companyBody = {
  name: '株式会社まと',
  representative: '的場 守',
  license_number: '999000000001',
  public_safety_commission: '東京都公安委員会',
  postal_code: '1500001',
  address: '東京都渋谷区神宮前1-2-3',
  phone: '0312345678',
  store_key: '',
}
const told = { audience: 'customers', company: null, shop: null }
const termsBody = { effective_on: '2030-01-01', body: '第1条(適用)\nすべてのお申し込みに適用されます。' }

async function setupBodyOf(
  t: TestApp,
  site: Site,
  name: string,
  call: AnyCall,
): Promise<Record<string, unknown>> {
  const sample = sampleBody(call)
  const versionOf = async (table: 'company' | 'shop' | 'announcement') =>
    (await t.pool.query(`select version from ${table} where id = $1`, [site[table]])).rows[0].version
  addresses += 1
  switch (name) {
    case 'setup.createCompany':
      return { ...sample, ...companyBody, license_number: String(888_000_000_000 + addresses) }
    case 'setup.replaceCompany':
      return { ...sample, ...companyBody, version: await versionOf('company') }
    case 'setup.createShop':
      return { ...sample, ...shopBody }
    case 'setup.replaceShop':
      return { ...sample, ...shopBody, version: await versionOf('shop') }
    case 'setup.createAnnouncement':
      return { ...sample, ...told }
    case 'setup.replaceAnnouncement':
      return { ...sample, ...told, version: await versionOf('announcement') }
    case 'setup.inviteUser':
      return { ...sample, email: `hostile${addresses}@mato.example.jp`, role: 'staff' }
    case 'setup.publishTerms':
      return {
        version: `t${addresses}`,
        ...termsBody,
        effective_on: addDays(termsBody.effective_on, addresses),
      }
    default:
      return { ...sample, ...('version' in sample ? { version: await versionOf('announcement') } : {}) }
  }
}

const profile = {
  name: '山田 花子',
  name_kana: 'ヤマダ ハナコ',
  birthday: '1990-05-17',
  phone: '09012345678',
  password: 'correct horse battery',
  token: undefined,
  address: {
    postal_code: '1500001',
    prefecture: '東京都',
    city: '渋谷区',
    address1: '神宮前1-2-3',
    address2: '',
  },
  invoice_registration_number: '',
  is_invoice_issuer: false,
  is_corporate: false,
  workplace: null,
  version: undefined,
}

export function wrongShots(shots: Shot[], right: (response: TestResponse, shot: Shot) => boolean): string[] {
  return shots
    .filter((shot) => !right(shot.answer, shot))
    .map(
      ({ route, what, answer }) =>
        `${route} ${what.slice(0, 90)} → ${answer.status} ${JSON.stringify(answer.body).slice(0, 160)}`,
    )
}

/** A documented refusal, or plain success. */
export const isPlain = ({ status, body, headers }: TestResponse): boolean =>
  status < 300 ||
  ([400, 401, 403, 404, 405, 413, 415].includes(status) &&
    String(headers['content-type']).startsWith('application/json') &&
    isDocumented(body))

interface State {
  contents: Record<string, string> | undefined
}

/** If all were refused, nothing may change; rights, money and owners never may. */
async function volley(t: TestApp, state: State, shots: () => Promise<Shot[]>): Promise<Shot[]> {
  const [before, rights] = [state.contents ?? (await contents(t)), await guarded(t)]
  state.contents = undefined
  const fired = await shots()
  expect(wrongShots(fired, isPlain)).toEqual([])
  if (fired.every(({ answer }) => answer.status >= 400)) {
    const after = await contents(t)
    expect(after).toEqual(before)
    state.contents = after
  }
  const now = await guarded(t)
  // Sign-up, invitations and set-up add rows; existing ones must not change.
  for (const rows of ['accounts', 'customers', 'staff'] as const) now[rows].length = rights[rows].length
  expect(now).toEqual(rights)
  return fired
}

async function expectFreePool(t: TestApp): Promise<void> {
  expect(t.pool.waitingCount).toBe(0)
  // Some writes, such as the time of the last activity, finish after the response.
  await expect.poll(() => t.pool.totalCount - t.pool.idleCount, { timeout: 15_000 }).toBe(0)
  const { rows } = await t.pool.query(
    "select state, query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  )
  expect(rows).toEqual([])
}
