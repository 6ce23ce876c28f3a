import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAnnouncement } from '#server/domains/announcement/announcement.factory'
import { makeIdentitySession } from '#server/domains/identity/session.factory'
import { makePreAssessment } from '#server/domains/pre-assessment/pre-assessment.factory'
import { randomKey, type TestApp, testApp } from '../../../tests/support/app.ts'
import {
  answer,
  apply,
  assessAll,
  move,
  offered,
  publish,
  receive,
  startAssessing,
} from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

/** Every table about a person is in the copy of the own data, or left out for a reason. */

// biome-ignore lint/suspicious/noExplicitAny: read freely, as in the answers of tests
type Copy = any

/** Where the rows of a table are in the copy; each part must hold something of the person below. */
const copied: Readonly<Record<string, (copy: Copy) => unknown>> = {
  account: ({ account }) => account.email,
  activity: ({ activity }) => activity,
  ad_tracking: ({ visits }) => visits,
  announcement_seen: ({ announcements }) => announcements,
  antique_ledger: ({ ledger }) => ledger,
  antique_ledger_person: ({ ledger }) => ledger[0].address,
  bank_account: ({ customer }) => customer.bank_account,
  book_account: ({ transactions }) => transactions,
  book_entry: ({ transactions }) => transactions,
  consent: ({ consents }) => consents.flatMap(({ decisions }: Copy) => decisions),
  count_objection: ({ requests }) => requests.flatMap((one: Copy) => one.count_objections),
  customer: ({ customer }) => customer.name,
  declared_item: ({ draft }) => draft.declared.items,
  declared_list: ({ draft }) => draft.declared,
  declared_photo: ({ draft }) => draft.declared.items.flatMap(({ photos }: Copy) => photos),
  deduction: ({ assessments }) => itemsOf(assessments).flatMap((item) => item.deductions),
  identification: ({ identifications }) => identifications,
  identity_capture: ({ identity_sessions: all }) => all.flatMap(({ pictures }: Copy) => pictures),
  identity_check: ({ identity_sessions: all }) => all.flatMap(({ provider_checks }: Copy) => provider_checks),
  identity_correction: ({ identity_sessions: all }) => all.flatMap(({ corrections }: Copy) => corrections),
  identity_review: ({ identity_sessions: all }) => all.flatMap(({ reviews }: Copy) => reviews),
  identity_session: ({ identity_sessions: all }) => all,
  item_photo: ({ assessments }) => itemsOf(assessments).flatMap(({ images }) => images),
  item_question: ({ questions }) => questions,
  line_event: ({ account }) => account.line.events,
  line_message: ({ line_messages: all }) => all,
  line_user: ({ account }) => account.line.line_user_id,
  mail: ({ mails }) => mails,
  mail_token: ({ account }) => account.mailed_links,
  notification: ({ messages }) => messages,
  notification_choice: ({ account }) => account.channels.kinds.filter(({ line }: Copy) => !line),
  offer: ({ assessments }) => assessments.filter(({ offered_at: at }: Copy) => at !== null),
  pre_assessment: ({ pre_assessments: all }) => all,
  pre_assessment_item: ({ pre_assessments: all }) => all.flatMap(({ items }: Copy) => items),
  prospect: ({ prospects }) => prospects,
  provider_account: ({ account }) => account.providers,
  purchase_item: ({ assessments }) => itemsOf(assessments),
  purchase_request: ({ requests }) => requests,
  refresh_token: ({ account }) => account.devices.length > 0 && account.past_sign_ins,
  related_shop: ({ customer }) => customer.related_shops,
  request_box: ({ requests }) => requests.flatMap(({ boxes }: Copy) => boxes),
  request_draft: ({ draft }) => draft,
  request_kit: ({ requests }) => requests.flatMap(({ kit }: Copy) => kit ?? []),
  request_history: ({ requests }) => requests.flatMap((one: Copy) => one.status_history),
  return_parcel: ({ requests }) => requests.flatMap((one: Copy) => one.return_parcels),
  second_look_photo: ({ second_look_photos: all }) => all,
  transfer: ({ transfers }) => transfers,
  user_activity: ({ events }) => events,
}

const itemsOf = (assessments: Copy[]): Copy[] => assessments.flatMap(({ items }) => items)

const leftOut: Readonly<Record<string, string>> = {
  next_engine_goods: 'what a bought article is called at Next Engine',
  next_engine_order: 'sales of bought articles; of their buyers nothing is kept',
  product: 'how the shop offers an article that it bought',
  product_photo: 'photos of articles that the shop bought',
  product_value: 'how the shop describes an article that it bought',
  sale: 'what the shop sold on; of the buyer the antique ledger has what the law asks',
  write_position: 'how far the log of the database was at the last change, of no meaning a minute later',
  pre_assessed_item: 'which named price an article was, as the shop found out',
  pre_assessment_link: 'hashes of links',
  pre_assessment_photo: 'photos of staff beside a named price',
  pre_assessment_result: 'how far named prices were from those paid',
  analysis_confirmation: 'which suggestion about an article staff found to be right',
  analysis_picture: 'how the photos of an article look, as bits to compare; the photos are copied',
  analysis_run: 'what a program took an article to be; what staff wrote of it is in the result',
  book_proposal: 'what staff propose and why; the entries it leads to are copied',
  business_user: 'staff, whose data are their dealer’s',
  custody_count_line: 'what a count of the shop found to be missing or too much',
  custody_explanation: 'why the articles of a request did not add up, in the words of the shop',
  custody_line: 'where an article stood in the shop, and which of its people carried it',
  custody_position: 'where an article stands in the shop',
  hold: 'an order of the police may not be told to the person concerned',
  hold_report: 'what the police were told may not be told to the person concerned',
  idempotency_key: 'responses that the person got already, encrypted, for seven days',
  inspection: 'sign-ins of police who read a ledger, which belong to its dealer',
  item_history: 'who worked on an article at the shop; what came of it is in the result',
  line_link: 'a number that is used once within ten minutes, as a hash',
  passkey: 'of staff accounts only: public keys',
  passkey_challenge: 'of staff accounts only, for five minutes',
  payout_line: 'the bank’s list of the same transfers',
  transfer_share: 'what each dealer pays of the same transfers',
  recovery_code: 'of staff accounts only, as hashes',
  offer_outcome: 'figures of the dealer, counted from the requests',
  promised_campaign: 'campaigns of the dealer on that day; what they added is in the result',
  published_item: 'figures of the dealer, counted from the articles',
  unannounced_box:
    'a parcel as somebody found it; once it belongs to a request, the box of the request is copied',
  unannounced_box_photo: 'how such a parcel looked when it came',
  published_request: 'figures of the dealer, counted from the requests',
  purchase_stop: 'whom a dealer deals with, in its own words; a customer is told when a request is refused',
  request_assignment_row: 'who of the shop was to assess a request before, until the next such act',
  request_name_gram: 'an index for the search by name, made of the request',
  second_factor_reset: 'of staff accounts only',
  stolen_notice_match: 'what the police look for may not be told to the person concerned',
  session_network: 'networks as keyed hashes, for a month, to tell two administrators apart',
  taken_back_item:
    'an article that was never there: recorded by mistake, and taken back before anybody read of it',
  totp_factor: 'of staff accounts only, encrypted',
}

/** Roots, what refers to them over any number of steps, and what names a person without a reference. */
async function tablesAboutPeople(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive reference as (
      select conrelid::regclass::text as child, confrelid::regclass::text as parent
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    ), about(name) as (
      values ('account'), ('customer')
      union
      select r.child from reference r join about a on a.name = r.parent
      where r.parent <> 'business_user' and r.child not like '%.%'
    )
    select name from about
    union
    select table_name from information_schema.columns where table_schema = 'public'
      and column_name in ('account_id', 'customer_id', 'actor_id', 'line_user_id', 'email', 'to_address')
    order by name`.execute(t.db)
  return rows.map(({ name }) => name)
}

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

test('every table about a person is in the copy, or left out for a reason', async () => {
  expect([...Object.keys(copied), ...Object.keys(leftOut)].sort()).toEqual(await tablesAboutPeople())
})

async function photoForm() {
  const bytes = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#a87' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'a.jpg')
  const request = new Request('http://test/', { method: 'POST', body: form })
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  }
}

/** What a long-standing customer leaves behind: sold after a second look, sent back, paid out. */
async function lived(token: string): Promise<void> {
  await t.pool.query("update shop set kit_sizes = '{120}' where id = $1", [w.aoyama.shops[0]])
  const sold = await offered(t, w, { kit_size: 120 })
  const [slug] = sold.slugs
  await t.ask(`POST /api/purchase_items/${slug}/questions/`, { token, body: { text: 'どこの傷ですか' } })
  await t.ask(`POST /api/purchase_requests/${sold.id}/second-look/photos/`, { token, ...(await photoForm()) })
  await t.ask(`POST /api/purchase_requests/${sold.id}/second-look/`, { token, body: { reason: '新品です' } })
  await assessAll(t, w, sold, [15_000, 4_000, null])
  await publish(t, sold)
  await answer(t, sold, { decision_all: 'sell' })
  await t.runJobs()
  const paid = await t.ask('POST /api/transfer/', { token, key: randomKey(), body: { amount: 3_000 } })
  expect(paid.status).toBe(201)

  const back = await apply(t, w, { item_count: 9 })
  await receive(t, back, 1)
  await t.ask(`POST /api/purchase_requests/${back.id}/count-objections/`, {
    token,
    body: { text: '9点です' },
  })
  await startAssessing(t, back)
  await assessAll(t, w, back, [1_000])
  await publish(t, back)
  await answer(t, back, { decision_all: 'return' })
  const sent = await move(t, back, 23, { carrier: 'YAMATO', tracking_number: '123456789013' })
  expect(sent.body).toMatchObject({ status: 23 })
}

async function identified(): Promise<void> {
  const { session } = await makeIdentitySession(t.db, t.tools, {
    customer_id: w.hanako.id,
    company_id: w.aoyama.company,
  })
  await t.pool.query(
    `insert into identity_correction (session_id, part, reason, created_at) values ($1, 'back', 'glare', $2)`,
    [session, t.clock.now()],
  )
  await t.pool.query(
    `insert into identity_check (session_id, reference, state, company_ids, created_at, updated_at, closed_at)
      values ($1, 'of this person', 'rejected', '{}', $2, $2, $2)`,
    [session, t.clock.now()],
  )
}

/** A request that is not sent yet, with a list of what is in the box. */
async function begun(token: string): Promise<void> {
  const { body } = await t.ask('POST /api/request-drafts/', { token, body: { fields: {}, step: 'items' } })
  const { body: added } = await t.ask(`POST /api/declared-lists/${body.declared.id}/items/`, {
    token,
    body: { count: 2, note: '冬物' },
  })
  const item = added.id
  const sent = await t.ask(`POST /api/declared-items/${item}/photos/`, { token, ...(await photoForm()) })
  expect(sent.status).toBe(201)
}

/** Asked at the counter, before the account was known there. */
async function asked(): Promise<void> {
  const { prospect } = await makePreAssessment(t.db, {
    company_id: w.aoyama.company,
    shop_id: w.aoyama.shops[0],
    operator_id: w.aoyama.staff.id,
    category_id: w.categories.coat,
  })
  await t.pool.query('update prospect set customer_id = $1 where id = $2', [w.hanako.id, prospect])
}

async function reached(token: string): Promise<void> {
  const account = w.hanako.account_id
  const at = t.clock.now()
  await t.pool.query(
    `insert into line_user (line_user_id, account_id, linked_at, is_friend, changed_at) values ('Uhanako', $1, $2, true, $2)`,
    [account, at],
  )
  await t.pool.query(
    `insert into line_event (id, kind, line_user_id, at, received_at, done_at) values ('e1', 'follow', 'Uhanako', $1, $1, $1)`,
    [at],
  )
  await t.pool.query(
    `insert into line_message (notification_id, text, created_at) select id, title, $2 from notification where account_id = $1 limit 1`,
    [account, at],
  )
  await t.pool.query(
    `insert into provider_account (account_id, provider, subject, linked_at) values ($1, 'line', 'Uhanako', $2)`,
    [account, at],
  )
  const off = { kind: 'progress', channel: 'line', is_on: false }
  await t.ask('PATCH /api/notifications/channels/', { token, body: off })
  await t.ask('POST /api/reset-password/', { body: { email: w.hanako.email } })
  const news = await makeAnnouncement(t.db)
  await t.ask('POST /api/announcements/seen/', { token, body: { announcements: [news] } })
  const visit = await t.ask('POST /api/ad-tracking/create/', { body: { utm_source: 'search' } })
  await t.ask('POST /api/ad-tracking/update-user/', { token, body: visit.body })
  await t.ask('POST /api/user-activity/', { token, body: { event: 'page', properties: { items: 3 } } })
  const { refresh } = await signIn(t, w.hanako)
  await t.ask('POST /api/logout/', { body: { refresh_token: refresh } })
  await t.runJobs()
}

test('each part of the copy holds what its table has about the person', async () => {
  const { token } = await signIn(t, w.hanako)
  await lived(token)
  await begun(token)
  await identified()
  await asked()
  await reached(token)
  const { status, body } = await t.ask('POST /api/account/copy/', { token })
  expect(status).toBe(200)
  const empty = Object.entries(copied).filter(([, part]) => {
    const found = part(body)
    return !found || (Array.isArray(found) && found.filter(Boolean).length === 0)
  })
  expect(empty.map(([table]) => table)).toEqual([])
  expect(body.identifications[0]).toMatchObject({
    document_number_masked: '****890',
    verified_birthday: '1990-05-17',
  })
  expect(JSON.stringify(body)).not.toContain('301234567')
  expect(body.identity_sessions[0].pictures[0]).not.toHaveProperty('key')
  expect(body.account.mailed_links[0]).not.toHaveProperty('token_hash')

  const { token: other } = await signIn(t, w.taro)
  const theirs = (await t.ask('POST /api/account/copy/', { token: other })).body
  expect(theirs).toMatchObject({ ledger: [], identity_sessions: [], questions: [], second_look_photos: [] })
  expect(theirs.account).toMatchObject({ line: null, mailed_links: [], past_sign_ins: [] })
})
