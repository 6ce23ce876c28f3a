import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { prove } from '#server/domains/book/book.proof'
import { systemActor } from '#server/platform/actor'
import { type TestApp, testApp } from './support/app.ts'
import {
  answer,
  apply,
  assessAll,
  type Box,
  publish,
  read,
  receive,
  startAssessing,
} from './support/steps.ts'
import { makeWorld, type Person, signIn, type World } from './support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const number = '7000012050002'
const corporation = {
  name: '株式会社おくる商事',
  name_kana: 'カブシキガイシャオクルショウジ',
  is_corporate: true,
  corporate_number: '７０００-０１２０５-０００２',
  agent_name: '佐藤 美咲',
  agent_name_kana: 'サトウ ミサキ',
  agent_authority: 'employee',
}

async function makeSeller(): Promise<Person> {
  const made = await makeCustomerAccount(t.db, t.tools)
  const tokens = await signIn(t, made)
  return {
    account_id: made.account_id,
    id: made.customer_id,
    email: made.email,
    name: corporation.name,
    ...tokens,
  }
}

const changes = (seller: Person, body: object) =>
  t.ask(`PATCH /api/customers/${seller.id}/`, { token: seller.token, body })

const account = {
  account_type: 1,
  bank_code: '0001',
  branch_code: '001',
  account_number: '1234567',
  account_holder_kana: 'ｶ)ｵｸﾙｼﾖｳｼﾞ',
}

const records = (seller: Person, more: object = {}) =>
  t.ask(`POST /api/biz/shops/${w.aoyama.shops[0]}/customers/${seller.id}/identification/`, {
    token: w.aoyama.staff.token,
    body: {
      clause: 'clause_4',
      identification_kind: 9,
      document_name: '履歴事項全部証明書',
      document_issuer: '東京法務局',
      document_number: '0100-01-123456',
      verified_name: '株式会社おくる商事',
      verified_name_kana: 'カブシキガイシャオクルショウジ',
      verified_birthday: '1990-05-17',
      verified_address: '東京都渋谷区神宮前1-2-3',
      verified_agent_name: '佐藤 美咲',
      authority_evidence: '社員証',
      mail_delivered_on: '2026-11-20',
      mail_number: '12345678901',
      filed_at: '本店 書庫A-12',
      ...more,
    },
  })

async function sells(seller: Person): Promise<Box> {
  const box = await apply(t, w, {}, seller)
  await receive(t, box, 2)
  await startAssessing(t, box)
  await assessAll(t, w, box, [14_000, 3_500])
  await publish(t, box)
  expect((await answer(t, box, { decision_all: 'sell' })).status).toBe(200)
  await t.runJobs()
  return box
}

test('a corporation sells: from the registration to the money, with its invoice statement and ledger rows', async () => {
  const seller = await makeSeller()
  const saved = await changes(seller, {
    ...corporation,
    is_invoice_issuer: true,
    invoice_registration_number: `T${number}`,
  })
  expect(saved.body).toMatchObject({
    is_corporate: true,
    corporate_number: number,
    agent_name: '佐藤 美咲',
    agent_authority: 'employee',
    profile_complete: true,
  })
  const box = await sells(seller)
  expect(await read(t, box)).toMatchObject({ status: 13, deal_blockers: ['not_identified'] })

  const waiting = await records(seller, { mail_delivered_on: null, authority_evidence: '' })
  expect(waiting.body.missing).toEqual(['mail_delivered_on', 'authority_evidence'])
  await t.runJobs()
  expect((await read(t, box)).status).toBe(13)
  expect((await records(seller)).body.missing).toEqual([])
  await t.runJobs()
  expect((await read(t, box)).status).toBe(21)

  const rows = await t.db
    .selectFrom('antique_ledger as l')
    .innerJoin('antique_ledger_person as p', 'p.id', 'l.person_id')
    .select(['l.invoice_note', 'l.measure', 'p.name', 'p.occupation', 'p.age'])
    .where('p.customer_id', '=', seller.id)
    .execute()
  expect(rows).toHaveLength(2)
  for (const row of rows)
    expect(row).toMatchObject({
      invoice_note: '適格請求書発行事業者',
      measure: expect.stringMatching(/15条3項4号/),
      name: '株式会社おくる商事(取引担当者 佐藤 美咲)',
      occupation: expect.stringMatching(/法人の役員・社員$/),
      age: 36,
    })

  const statement = await t.ask(`GET /api/purchase_requests/${box.id}/statement/`, { token: seller.token })
  expect(statement.body).toMatchObject({
    seller_name: '株式会社おくる商事',
    seller_registration_number: `T${number}`,
    total: 17_500,
    confirmed_at: null,
  })
  const confirmed = await t.ask(`POST /api/purchase_requests/${box.id}/statement/confirm/`, {
    token: seller.token,
    body: { total: 17_500 },
  })
  expect(confirmed.body.confirmed_at).not.toBeNull()

  const registered = await t.ask(`POST /api/customers/${seller.id}/banckaccount/`, {
    token: seller.token,
    body: account,
  })
  expect(registered.status).toBe(201)
  const asked = await t.ask('POST /api/transfer/', { token: seller.token, body: {} })
  expect(asked.body).toMatchObject({ amount: 17_500, balance: 0 })
  const proof = await prove(t.db, systemActor(t.clock.now()), t.tools)
  expect(proof.is_ok).toBe(true)
})

test('the money of a corporation does not go to the account of the person in charge', async () => {
  const seller = await makeSeller()
  await changes(seller, corporation)
  await t.ask(`POST /api/customers/${seller.id}/banckaccount/`, {
    token: seller.token,
    body: { ...account, account_holder_kana: 'ｻﾄｳ ﾐｻｷ' },
  })
  await sells(seller)
  await records(seller)
  await t.runJobs()
  const asked = await t.ask('POST /api/transfer/', { token: seller.token, body: {} })
  expect(asked.body.code).toBe('holder_name_differs')
})

test('another person in charge needs another identification', async () => {
  const seller = await makeSeller()
  await changes(seller, corporation)
  await sells(seller)
  await records(seller)
  await t.runJobs()
  expect((await changes(seller, { phone: '09012345678' })).body.is_identity_verified).toBe(true)
  expect((await changes(seller, { agent_name: '鈴木 花' })).body.is_identity_verified).toBe(false)
})

test.each([
  ['a number with a wrong digit', { corporate_number: '7000012050003' }, 'corporate_number'],
  [
    'the invoice number of another corporation',
    { is_invoice_issuer: true, invoice_registration_number: 'T1180301018771' },
    'invoice_registration_number',
  ],
  ['the person in charge named as the corporation', { name: '佐藤　美咲' }, 'name'],
  ['kana that are none', { agent_name_kana: '佐藤' }, 'agent_name_kana'],
  ['an unknown authority', { agent_authority: 'friend' }, 'agent_authority'],
])('%s is refused under its field', async (_, more, field) => {
  const seller = await makeSeller()
  const refused = await changes(seller, { ...corporation, ...more })
  expect([refused.status, Object.keys(refused.body)]).toEqual([400, [field]])
})

test('one wrongly named long ago changes the rest, but sells only with the right name', async () => {
  const seller = await makeSeller()
  await changes(seller, corporation)
  await t.db
    .updateTable('customer')
    .set({ name: corporation.agent_name })
    .where('id', '=', seller.id)
    .execute()
  const elsewhere = await changes(seller, { job_detail: '衣料品の販売' })
  expect([elsewhere.status, elsewhere.body.profile_complete]).toEqual([200, false])
  expect((await changes(seller, { agent_name: corporation.agent_name })).status).toBe(400)
  expect((await changes(seller, { name: corporation.name })).body.profile_complete).toBe(true)
})

test('without the person in charge nothing can be sold yet', async () => {
  const seller = await makeSeller()
  await changes(seller, { ...corporation, agent_name: '' })
  const refused = await t.ask('POST /api/purchase_requests/', {
    token: seller.token,
    body: {
      shop: w.aoyama.shops[0],
      delivering_option: 'SELF_ONLY',
      box_count: 1,
      item_count: 3,
      note: '',
      approval_mode: 'review_each',
      unpriced_policy: 'return',
      agreed_terms: w.terms,
    },
  })
  expect(refused.body.code).toBe('customer_incomplete')
})
