import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shownWhenStale } from '#contract/call'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { makePurchase } from '#server/domains/book/book.factory'
import { makeOriginator, makePayee } from '#server/domains/transfer/transfer.factory'
import { randomKey } from './support/app.ts'
import { apply } from './support/steps.ts'
import { builtCalls, makeTarget, type Target } from './support/target.ts'
import { signIn } from './support/world.ts'

let target: Target
beforeAll(async () => {
  target = await makeTarget()
})
afterAll(() => target.t.close())

const calls = builtCalls.filter(({ call }) => call.errors?.includes('stale_version'))
const version = 999_999

interface Outdated {
  path: string
  token?: string
  body: object
}

/** Calls that need more than the usual place and body. */
const prepared: Record<string, () => Promise<Outdated>> = {
  ...Object.fromEntries(['post', 'put', 'patch'].map((act) => [`assessment.${act}`, outdatedResult])),
  ...Object.fromEntries(['replace', 'update'].map((act) => [`customer.${act}`, () => outdatedCustomer(act)])),
  'antiqueLedger.changeCheckpointMail': async () => ({
    path: '/api/biz/antique-ledger/checkpoint-mail/',
    body: { addresses: ['kansa@kaikei.example'], version },
  }),
  'identity.confirm': () =>
    outdatedPapers('document', { document: 'driving_licence', document_expires_on: '2028-05-12' }),
  'identity.submit': () => outdatedPapers('submit', {}),
  'item.replace': async () => ({
    path: `/api/purchase_items/${target.assessing.slug}/`,
    body: { ...(await usualBody('item.replace')), status: 2, version },
  }),
  'item.arrangePhotos': async () => ({
    path: `/api/biz/purchase-items/${target.assessing.slug}/photos/`,
    body: { photos: [1], photo_order_version: version },
  }),
  'purchaseRequest.create': async () => {
    const { body } = await target.t.ask('GET /api/request-drafts/', { token: target.tokens.customer })
    return {
      path: '/api/purchase_requests/',
      body: { ...(await usualBody('purchaseRequest.create')), draft: { id: body.id, version } },
    }
  },
  'purchaseRequest.receive': async () => {
    await signInAgain()
    const { id } = await apply(target.t, target.w)
    return { path: `/api/biz/purchase_requests/${id}/receive/`, body: { item_count: 3, version } }
  },
  'custody.updatePlace': async () => ({
    path: target.pathOf(callOf('custody.updatePlace')),
    body: { name: '保管棚A', version },
  }),
  ...Object.fromEntries(
    [
      ['link', { request: 1 }],
      ['giveBack', { carrier: 'YAMATO', tracking_number: '377845100684' }],
      ['keep', { reason: '預かる' }],
    ].map(([act, body]) => [
      `unannouncedBox.${act}`,
      async () => ({
        path: target.pathOf(callOf(`unannouncedBox.${act}`)),
        body: { ...(body as object), ...(act === 'link' && { request: target.open.id }), version },
      }),
    ]),
  ),
  'savedView.update': async () => ({
    path: target.pathOf(callOf('savedView.update')),
    body: { name: '朝の確認', version },
  }),
  'setup.replaceAnnouncement': async () => ({
    path: target.pathOf(callOf('setup.replaceAnnouncement')),
    body: {
      ...(await usualBody('setup.replaceAnnouncement')),
      published_at: '2026-12-01T10:00:00+09:00',
      ends_at: null,
      version,
    },
  }),
  'transfer.changeOriginator': async () => ({
    path: '/api/biz/payouts/originator/',
    body: {
      originator_code: '0123456789',
      name_kana: 'オクルウンエイ(カ',
      bank_code: '0001',
      branch_code: '001',
      account_type: 1,
      account_number: '7654321',
      version,
    },
  }),
  'transfer.recordReturns': async () => ({
    path: `/api/biz/payouts/${await paidBatch()}/returns/`,
    body: { returns: [{ line: 1, reason: '口座なし' }], version },
  }),
  ...Object.fromEntries(
    [
      ['approveBatch', 'approve', {}],
      ['exportBatch', 'export', {}],
      ['markSent', 'send', {}],
      ['recordResults', 'results', { results: [{ line: 1, result: 'paid' }] }],
      ['cancelBatch', 'cancel', { reason: '日付の誤り' }],
    ].map(([name, act, more]) => [
      `transfer.${name}`,
      async () => ({
        path: `/api/biz/payouts/${await draftBatch()}/${act}/`,
        body: { ...(more as object), version },
      }),
    ]),
  ),
}

/** Calls that refuse by another name first where the usual objects stand; each is provoked by the test named. */
const elsewhere: Record<string, { refusal: [status: number, code?: string]; why: string; test: string }> = {
  'categoryAttribute.replace': {
    refusal: [404],
    why: 'There is no attribute.',
    test: 'server/domains/catalogue/attribute-master.test.ts',
  },
  'preAssessment.replacePriceTemplate': {
    refusal: [400],
    why: 'Stale is a template that a newer version replaced.',
    test: 'server/domains/pre-assessment/template.test.ts',
  },
  'nextEngine.settings': {
    refusal: [400],
    why: 'The company is not connected.',
    test: 'server/domains/next-engine/upload.test.ts',
  },
  ...Object.fromEntries(
    [
      ['replace', 400],
      ['update', 400],
      ['arrangePhotos', 404],
      ['editPhoto', 404],
    ].map(([act, status]) => [
      `productization.${act}`,
      {
        refusal: [status as number] as [number],
        why: 'Nothing is bought yet.',
        test: `server/domains/productization/${act === 'replace' || act === 'update' ? 'productization' : 'sale-photo'}.test.ts`,
      },
    ]),
  ),
  'assessment.answerQuestion': {
    refusal: [404],
    why: 'Stale is a question that a colleague has answered in other words.',
    test: 'server/domains/assessment/question.test.ts',
  },
  'identity.startProvider': {
    refusal: [400, 'identity_provider_not_offered'],
    why: 'No identity provider is configured.',
    test: 'server/domains/identity/check.test.ts',
  },
  'purchaseRequest.confirmStatement': {
    refusal: [404],
    why: 'Stale is the total of a statement, which exists after the deal.',
    test: 'server/domains/deal/deal.statement.test.ts',
  },
  'purchaseRequest.bizRescind': {
    refusal: [400, 'illegal_transition'],
    why: 'Nothing is sold yet.',
    test: 'server/domains/deal/deal.rescind.test.ts',
  },
  'purchaseRequest.answerObjection': {
    refusal: [404],
    why: 'Stale is an objection that a colleague has answered in other words.',
    test: 'server/domains/purchase-request/purchase-request.objection.test.ts',
  },
  'requestKit.takeBack': {
    refusal: [400],
    why: 'Stale is the time of sending, which it names instead of a version.',
    test: 'server/domains/request-kit/request-kit.test.ts',
  },
  'book.approveProposal': {
    refusal: [404],
    why: 'Nothing is proposed.',
    test: 'server/domains/book/proposal.test.ts',
  },
  'book.refuseProposal': {
    refusal: [404],
    why: 'Nothing is proposed.',
    test: 'server/domains/book/proposal.test.ts',
  },
  'transfer.checkSpecialWithdrawal': {
    refusal: [404],
    why: 'Nobody has asked for a payment after the deadline.',
    test: 'server/domains/transfer/special-withdrawal.test.ts',
  },
}

function callOf(name: string) {
  const found = calls.find((one) => one.name === name)
  if (!found) throw new Error(`${name} names no stale_version`)
  return found.call
}

const usualBody = (name: string) => target.bodyOf(name, callOf(name))

/** Time was moved on for the limits. */
async function signInAgain(): Promise<void> {
  const { t, w } = target
  for (const person of [w.hanako, w.aoyama.staff, w.operator.operator, w.operator.approver])
    Object.assign(person, await signIn(t, person))
}

async function outdatedResult(): Promise<Outdated> {
  return {
    path: `/api/purchase_requests/${target.assessing.id}/assessment/`,
    token: target.tokens.staff as string,
    body: { version },
  }
}

async function outdatedCustomer(act: string): Promise<Outdated> {
  const name = `customer.${act}`
  const body = { ...(await usualBody(name)), agent_name: '', agent_name_kana: '', version }
  return { path: target.pathOf(callOf(name)), body }
}

async function outdatedPapers(act: string, more: object): Promise<Outdated> {
  const { t, w } = target
  const made = await makeCustomerAccount(t.db, t.tools)
  const { token } = await signIn(t, made)
  await apply(t, w, {}, { ...w.taro, id: made.customer_id, token })
  const { body } = await t.ask('POST /api/ekyc/', { token, body: {} })
  return { path: `/api/ekyc/sessions/${body.id}/${act}/`, token, body: { ...more, version } }
}

let batch: number | undefined
async function draftBatch(): Promise<number> {
  if (batch !== undefined) return batch
  const { t, w } = target
  await signInAgain()
  const payee = await makePayee(t.db, t.tools, w.aoyama.company)
  await makePurchase(t.db, {
    customer_id: payee.customer_id,
    company_id: w.aoyama.company,
    shop_id: w.aoyama.shops[0] as number,
    terms: w.terms,
    amount: 5_000,
  })
  const { token } = await signIn(t, payee)
  const transfer = await t.ask('POST /api/transfer/', { token, body: {} })
  const made = await t.ask('POST /api/biz/payouts/', {
    token: w.operator.operator.token,
    key: randomKey(),
    body: { pay_date: transfer.body.scheduled_on, transfers: [transfer.body.id] },
  })
  expect(made.status).toBe(201)
  batch = made.body.id as number
  return batch
}

/** Lines are judged before the version: only a paid one can come back. */
async function paidBatch(): Promise<number> {
  const { t, w } = target
  const id = await draftBatch()
  await signInAgain()
  const { operator, approver } = w.operator
  const results = [{ line: 1, result: 'paid' }]
  for (const [act, person, more] of [
    ['approve', approver, {}],
    ['export', operator, {}],
    ['send', operator, {}],
    ['results', operator, { results }],
  ] as const) {
    const { body } = await t.ask(`GET /api/biz/payouts/${id}/`, { token: person.token })
    const moved = await t.ask(`POST /api/biz/payouts/${id}/${act}/`, {
      token: person.token,
      body: { version: body.version, ...more },
    })
    expect([act, moved.status]).toEqual([act, 200])
  }
  return id
}

test('an outdated version is refused by name, with the object as it is now in its declared shape', async () => {
  await makeOriginator(target.t.db)
  const other: string[] = []
  for (const { name, call } of calls) {
    await target.later()
    const place = await prepared[name]?.()
    const body = place?.body ?? { ...(call.body ? await target.bodyOf(name, call) : {}), version }
    const { status, body: said } = place?.token
      ? await target.t.ask(`${call.method} ${place.path}`, {
          token: place.token,
          body,
          ...(call.idempotent ? { key: randomKey() } : {}),
        })
      : (await target.shootAt(call, 'outdated', place?.path ?? target.pathOf(call), body)).answer
    const first = elsewhere[name]
    if (first) {
      expect([name, status, said.code]).toEqual([name, first.refusal[0], first.refusal[1]])
      continue
    }
    if (status !== 400 || said.code !== 'stale_version') {
      other.push(`${name} ${status} ${JSON.stringify(said).slice(0, 160)}`)
      continue
    }
    const wrong = shownWhenStale(call)?.safeParse(said.current).error?.issues
    if (wrong) other.push(`${name} ${JSON.stringify(wrong).slice(0, 160)}`)
  }
  expect(other).toEqual([])
})

test.each(Object.entries(elsewhere))('%s is provoked by the test of its domain', async (name, first) => {
  expect(calls.map((one) => one.name)).toContain(name)
  expect(await readFile(first.test, 'utf8')).toContain('stale_version')
})
