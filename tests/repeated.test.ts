import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { makePreAssessment } from '#server/domains/pre-assessment/pre-assessment.factory'
import { contents } from './support/hostile.ts'
import { apply, offered, receive } from './support/steps.ts'
import { builtCalls, makeTarget, type Target, walkerOf } from './support/target.ts'
import { makeInspector, signIn } from './support/world.ts'

// What a call says of a repeat is what a second call does, sent again as it was after its answer was lost.

let target: Target
beforeAll(async () => {
  target = await makeTarget()
})
afterAll(() => target.t.close())

const account = 'server/domains/account'
const identity = 'server/domains/identity'
const labels = 'server/domains/carrier-label/carrier-label.test.ts'
const invite = 'server/domains/company/invite.test.ts'
const notices = 'server/domains/stolen-notice/stolen-notice.test.ts'
const passkey = 'server/domains/second-factor/passkey.test.ts'
const providers = 'server/domains/sign-in-provider/sign-in-provider.test.ts'
const tracking = 'server/domains/tracking-import'

/** Calls that need more than a few steps before they do anything, and the tests of theirs. */
const elsewhere: Readonly<Record<string, string>> = {
  'account.signIn': `${account}/sign-in.test.ts`,
  'account.bizSignIn': `${account}/sign-in.test.ts`,
  'account.reauthenticate': `${account}/password.test.ts`,
  'account.signupLink': `${account}/sign-up.test.ts`,
  'account.signup': `${account}/sign-up.test.ts`,
  'account.changeEmail': `${account}/mail-link.test.ts`,
  'account.changePassword': `${account}/password.test.ts`,
  'account.resetPassword': `${account}/password.test.ts`,
  'book.closeMonth': 'server/domains/book/month.test.ts',
  'businessUser.inviteAgain': invite,
  'carrierLabel.returnSlips': labels,
  'carrierLabel.check': labels,
  'carrierLabel.file': labels,
  'catalogue.amountsUpload': 'server/domains/catalogue/buying-amount.test.ts',
  'customer.create': 'server/domains/customer/customer.test.ts',
  'goodsFile.load': 'server/domains/productization/goods-file.test.ts',
  'identity.open': `${identity}/session.test.ts`,
  'identity.capture': `${identity}/session.test.ts`,
  'identity.openByLine': 'server/domains/line/line.test.ts',
  'identity.providerWebhook': `${identity}/check.test.ts`,
  'line.webhook': 'server/domains/line/line.test.ts',
  'nextEngine.connect': 'server/domains/next-engine/next-engine.test.ts',
  'productization.addImages': 'server/domains/productization/sale-photo.test.ts',
  'purchaseRequest.confirmStatement': 'server/domains/deal/deal.statement.test.ts',
  'sale.load': 'server/domains/sale/sale.test.ts',
  'secondFactor.confirmTotp': 'server/domains/second-factor/second-factor.test.ts',
  'secondFactor.beginPasskey': passkey,
  'secondFactor.addPasskey': passkey,
  'secondFactor.reset': 'server/domains/second-factor/second-factor.test.ts',
  'setup.inviteUserAgain': invite,
  'signInProvider.signIn': providers,
  'signInProvider.link': providers,
  'signInProvider.confirm': providers,
  'stolenNotice.confirm': notices,
  'stolenNotice.dismiss': notices,
  'trackingImport.check': `${tracking}/tracking-import.test.ts`,
  'trackingImport.apply': `${tracking}/tracking-import.test.ts`,
  'trackingImport.checkNumbers': `${tracking}/issued-numbers.test.ts`,
  'trackingImport.applyNumbers': `${tracking}/issued-numbers.test.ts`,
}

const calls = builtCalls.filter(({ name, call }) => call.repeated && !(name in elsewhere))

interface Prepared {
  path?: string
  token?: string | undefined
  body?: object
}

const asked = async (route: `POST ${string}`, token: string | undefined, body: object) => {
  const answer = await target.t.ask(route, { token, body })
  expect([route, answer.status < 300]).toEqual([route, true])
  return answer.body
}
const newCustomer = async () => {
  const made = await makeCustomerAccount(target.t.db, target.t.tools)
  return { ...made, token: (await signIn(target.t, made)).token }
}
const customer = () => target.tokens.customer
const staff = () => target.tokens.staff

async function question() {
  const { slugs } = await offered(target.t, target.w)
  return { path: `/api/purchase_items/${slugs[0]}/questions/`, token: customer(), body: { text: '傷は?' } }
}
async function objection() {
  const box = await apply(target.t, target.w)
  await receive(target.t, box, 2)
  const path = `/api/purchase_requests/${box.id}/count-objections/`
  return { path, token: customer(), body: { text: '3点入れました' } }
}
async function hold() {
  const { id } = await apply(target.t, target.w)
  return asked(`POST /api/biz/purchase_requests/${id}/holds/`, staff(), {
    kind: 'stolen_notice',
    reason: '品触れ',
  })
}
async function named() {
  const { aoyama, categories } = target.w
  return makePreAssessment(target.t.db, {
    company_id: aoyama.company,
    shop_id: aoyama.shops[0],
    operator_id: aoyama.staff.id,
    category_id: categories.coat,
  })
}
const handedOut = async (): Promise<string> => (await named()).token
async function handedToMember() {
  const { id, prospect } = await named()
  const { customer_id } = await newCustomer()
  await target.t.pool.query('update prospect set customer_id = $2 where id = $1', [prospect, customer_id])
  return { id, version: 1 }
}
const kit = () => apply(target.t, target.w, { kit_size: 120 })

const prepared: Readonly<Record<string, () => Promise<Prepared>>> = {
  'account.verify': async () => ({ body: { token: customer() } }),
  'account.refresh': async () => ({
    body: { refresh: (await signIn(target.t, target.w.hanako)).refresh },
  }),
  'account.registerEmail': async () => ({ body: { email: 'neu@example.jp' } }),
  'adTracking.updateUser': async () => ({
    token: customer(),
    body: { token: (await asked('POST /api/ad-tracking/create/', undefined, { source: 'x' })).token },
  }),
  'adTracking.userActivity': async () => ({ body: { event: 'visit' } }),
  'assessment.post': async () => {
    const { id } = await offered(target.t, target.w)
    return {
      path: `/api/purchase_requests/${id}/assessment/`,
      token: customer(),
      body: { decision_all: 'sell' },
    }
  },
  'assessment.ask': question,
  'assessment.answerQuestion': async () => {
    const { path, token, body } = await question()
    const [{ id }] = await asked(`POST ${path}`, token, body)
    return { path: `/api/biz/item-questions/${id}/answer/`, token: staff(), body: { answer: 'ありません。' } }
  },
  'bankAccount.create': async () => {
    const { customer_id, token } = await newCustomer()
    const kana = { account_holder_kana: 'ヤマダ ハナコ' }
    return {
      path: `/api/customers/${customer_id}/banckaccount/`,
      token,
      body: { account_type: 1, bank_code: '0001', branch_code: '001', account_number: '1234567', ...kana },
    }
  },
  'brandMaster.load': async () => ({ body: { csv: 'ブランド名,カナ,別名\nONCE,ワンス,\n', dry_run: false } }),
  'campaignMaster.load': async () => ({
    body: { csv: 'キャンペーン名,率,開始日,終了日\n一度だけ,5,2040-01-01,2040-01-31\n', dry_run: false },
  }),
  'categoryMaster.load': async () => ({
    body: { csv: '上位カテゴリ,カテゴリ,品目区分\n,雑貨,10\n', dry_run: false },
  }),
  'commentTemplate.load': async () => ({
    body: { csv: '短い記号,題名,本文,分類\nzz,毛玉,毛玉があります。,\n', dry_run: false },
  }),
  'analysis.staffReview': async () => ({ token: staff(), body: { slug: target.assessing.slug } }),
  'categoryAttribute.load': async () => ({
    body: { csv: 'カテゴリ,項目,型\n衣類,編み方,文字\n', dry_run: false },
  }),
  'preAssessment.uploadBrands': async () => ({ body: { csv: 'ブランド名,ランク,係数\nGUCCI,S,1.2\n' } }),
  'preAssessment.uploadCategories': async () => ({
    body: { csv: 'カテゴリ,係数\nコート・ジャケット,1.1\n' },
  }),
  'preAssessment.uploadCustomers': async () => ({ body: { csv: 'お名前,電話番号\n一度だけ,0312345678\n' } }),
  'preAssessment.uploadPriceTemplates': async () => ({
    body: { csv: 'ブランド名,基準額,幅(%),適用開始\nGUCCI,12000,15,2030-01-01\n' },
  }),
  'preAssessment.uploadSeasonTags': async () => ({ body: { csv: '季節,月,係数\n春夏,"4,5,6",1\n' } }),
  'preAssessment.price': async () => ({
    token: staff(),
    body: { articles: [{ category: target.w.categories.coat }] },
  }),
  'preAssessment.handOver': async () => {
    const { id, version } = await handedToMember()
    return { path: `/api/pre-assessment/assessments/${id}/draft/`, token: staff(), body: { version } }
  },
  'priceEstimate.decline': async () => ({
    path: `/api/price-estimates/${await handedOut()}/decline/`,
    body: {},
  }),
  'priceEstimate.take': async () => ({
    path: `/api/price-estimates/${await handedOut()}/take/`,
    token: customer(),
    body: {},
  }),
  'declaredList.beginDraft': async () => ({
    token: (await newCustomer()).token,
    body: { fields: {}, step: 'goods' },
  }),
  'hold.report': async () => ({
    path: `/api/biz/holds/${(await hold()).id}/report/`,
    token: staff(),
    body: { police_station: '青山警察署', reported_at: target.t.clock.now().toISOString() },
  }),
  'inspection.end': async () => ({
    path: `/api/biz/inspections/${(await makeInspector(target.t, target.w.aoyama, 'ken@k.example.jp')).id}/end/`,
  }),
  'purchaseRequest.objectToCount': objection,
  'purchaseRequest.answerObjection': async () => {
    const { path, token, body } = await objection()
    const [{ id }] = (await asked(`POST ${path}`, token, body)).count_objections
    return {
      path: `/api/biz/count-objections/${id}/answer/`,
      token: staff(),
      body: { answer: '2点でした。' },
    }
  },
  'purchaseRequest.secondLook': async () => {
    const { id } = await offered(target.t, target.w)
    return { path: `/api/purchase_requests/${id}/second-look/`, token: customer(), body: { reason: '安い' } }
  },
  'purchaseRequest.releaseHold': async () => ({
    path: `/api/biz/holds/${(await hold()).id}/release/`,
    token: staff(),
    body: { reason: '別の品' },
  }),
  'requestKit.markSent': async () => ({ body: { kits: [{ request: (await kit()).id }] } }),
  'requestKit.takeBack': async () => {
    const { id } = await kit()
    await asked('POST /api/biz/kits/sent/', staff(), { kits: [{ request: id }] })
    const { rows } = await target.t.pool.query('select sent_at from request_kit where request_id = $1', [id])
    return {
      path: `/api/biz/kits/${id}/take-back/`,
      body: { sent_at: new Date(rows[0].sent_at).toISOString() },
    }
  },
}

async function pictureBody() {
  const file = await sharp({
    create: { width: 900, height: 1200, channels: 3, background: { r: 9, g: 90, b: 20 } },
  })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('use', 'logo')
  form.set('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'a.png')
  const request = new Request('http://test/', { method: 'POST', body: form })
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  }
}

async function later(): Promise<void> {
  await target.later()
  const { w, tokens } = target
  Object.assign(w.hanako, { token: tokens.customer })
  Object.assign(w.aoyama.staff, { token: tokens.staff })
}

/** All rows, what was recorded, and what is to be sent; a mark that lists are read anew is no change. */
async function state(): Promise<Record<string, unknown>> {
  const { list_change: _, ...rows } = await contents(target.t)
  const counts = await target.t.pool.query(`select (select count(*) from activity) as activities,
    (select count(*) from graphile_worker._private_jobs) as jobs`)
  return { ...rows, ...counts.rows[0] }
}

async function shooting(name: string, call: (typeof calls)[number]['call']): Promise<() => Promise<number>> {
  const ready: Prepared = (await prepared[name]?.()) ?? {}
  const { path = target.pathOf(call), token, body } = ready
  const route = `POST ${path}` as const
  if (call.multipart && !call.body) {
    const picture = await pictureBody()
    return async () =>
      (await target.t.ask(route, { token: target.tokens[walkerOf(call)], ...picture })).status
  }
  if (token) return async () => (await target.t.ask(route, { token, body })).status
  const usual = body ?? (call.body ? await target.bodyOf(name, call) : undefined)
  return async () => (await target.shootAt(call, name, path, usual)).answer.status
}

const isFine = (status: number): boolean => status < 300

test('a repeat does what the call says', async () => {
  const wrong: string[] = []
  for (const [place, { name, call }] of calls.entries()) {
    // Often enough that no sign-in and no limit runs out.
    if (place % 5 === 0) await later()
    const shoot = await shooting(name, call)
    const before = call.repeated === 'writes nothing' ? await state() : undefined
    const first = await shoot()
    const between = await state()
    const second = await shoot()
    const after = await state()
    const changed = Object.keys(after).filter((table) => after[table] !== between[table])
    const right = {
      'writes nothing': before !== undefined && isDeepStrictEqual(before, after) && isFine(second),
      'changes nothing': changed.length === 0 && isFine(second),
      'is refused': changed.length === 0 && !isFine(second),
      'does it again': isFine(second),
    }
    if (!isFine(first) || !right[call.repeated ?? 'does it again'])
      wrong.push(`${name} ${call.repeated}: ${first}, ${second}, changed ${changed}`)
  }
  expect(wrong).toEqual([])
})

test('what is tried elsewhere is a call, and its test is there', () => {
  const known = new Set(builtCalls.map(({ name }) => name))
  expect(Object.keys(elsewhere).filter((name) => !known.has(name))).toEqual([])
  expect(Object.values(elsewhere).filter((file) => !existsSync(file))).toEqual([])
})
