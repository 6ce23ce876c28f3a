import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { factoryPassword } from '#server/domains/account/account.factory'
import { newDevice } from '#server/domains/account/device-mark.service'
import { makePurchase } from '#server/domains/book/book.factory'
import { makeOriginator, makePayee } from '#server/domains/transfer/transfer.factory'
import { addAdministrator } from '#server/setup-administrator'
import { type TestApp, testApp, testStart } from './support/app.ts'
import { apply } from './support/steps.ts'
import { makeEmployee, makeWorld, type Person, signIn, type World } from './support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  await makeOriginator(t.db)
})
afterAll(() => t.close())
beforeEach(() => t.clock.set(testStart))

const payDate = '2026-11-25'
const password = 'kutsubako-81-aoi'
const office = '203.0.113.7'
const home = '198.51.100.20'
const users = () => `/api/biz/companies/${w.operator.company}/users/`

async function enter(
  who: { email: string },
  place: { from?: string; device?: string; password?: string } = {},
) {
  const response = await t.ask('POST /api/biz/auth/jwt/create/', {
    body: { email: who.email, password: place.password ?? factoryPassword },
    ...(place.from ? { from: place.from } : {}),
    headers: place.device ? { 'x-okuru-device': place.device } : {},
  })
  expect(response.status).toBe(200)
  return response.body.access as string
}

async function draft(token: string, from?: string) {
  const payee = await makePayee(t.db, t.tools, w.aoyama.company, {})
  await makePurchase(t.db, {
    customer_id: payee.customer_id,
    company_id: w.aoyama.company,
    shop_id: w.aoyama.shops[0],
    terms: w.terms,
    amount: 5000,
  })
  const seller = await signIn(t, payee)
  const asked = await t.ask('POST /api/transfer/', { token: seller.token, body: {} })
  const made = await t.ask('POST /api/biz/payouts/', {
    token,
    body: { pay_date: payDate, transfers: [asked.body.id] },
    ...(from ? { from } : {}),
  })
  expect(made.status).toBe(201)
  return made.body as { id: number; version: number }
}

const approve = (batch: { id: number; version: number }, token: string, from?: string) =>
  t.ask(`POST /api/biz/payouts/${batch.id}/approve/`, {
    token,
    body: { version: batch.version },
    ...(from ? { from } : {}),
  })
const view = async (batch: { id: number }, token: string) =>
  (await t.ask(`GET /api/biz/payouts/${batch.id}/`, { token })).body
const fresh = async (who: Person) => (await signIn(t, who)).token

async function letIn(host: Person, second: Person, email: string, name: string): Promise<Person> {
  const invited = await t.ask(`POST ${users()}`, {
    token: await fresh(host),
    body: { email, name, role: 'admin' },
  })
  expect(invited.status).toBe(201)
  const confirmed = await t.ask(`POST ${users()}${invited.body.id}/confirm/`, { token: await fresh(second) })
  expect(confirmed.status).toBe(200)
  await setPassword(email)
  const account = await t.db
    .selectFrom('business_user')
    .select('account_id')
    .where('id', '=', invited.body.id)
    .executeTakeFirstOrThrow()
  const tokens = await signIn(t, account)
  return { account_id: account.account_id, id: invited.body.id, email, name, ...tokens }
}

async function setPassword(email: string): Promise<void> {
  await t.runJobs()
  const mail = t.outbox.findLast(({ to, text }) => to === email && text.includes('password-reset?'))
  const link = new URL(mail?.text.match(/https?:\S+password-reset\?\S+/)?.[0] ?? 'http://none/')
  const { uid, token } = Object.fromEntries(link.searchParams)
  const set = await t.ask('POST /api/reset-password/', { body: { uid, token, new_password: password } })
  expect(set.status).toBe(204)
}

describe('the second signature under a payout', () => {
  test('is not given by somebody the maker let in, nor by who let the maker in, through however many', async () => {
    const { operator, approver } = w.operator
    const puppet = await letIn(operator, approver, 'ayatsuri@okuru.example.jp', '糸 操')
    const second = await letIn(puppet, approver, 'mago@okuru.example.jp', '孫 弟子')
    const batch = await draft(await fresh(operator))
    for (const one of [puppet, second]) {
      const refused = await approve(batch, await fresh(one))
      expect([refused.status, refused.body.code]).toEqual([403, 'second_person_invited'])
      expect(refused.body.detail).toBe(
        '作成した大手 進さんと招待でつながっている人は承認できません。承認できるのは、内幸 望さんです。',
      )
      const seen = await view(batch, await fresh(one))
      expect(seen).toMatchObject({ may_approve: false, allowed_moves: ['cancel'] })
      expect(seen.approval).toEqual({ refusal: refused.body.code, approvers: ['内幸 望'] })
    }
    // Whoever let the maker in cannot approve either.
    const theirs = await draft(await fresh(second))
    const upwards = await approve(theirs, await fresh(operator))
    expect([upwards.status, upwards.body.code]).toEqual([403, 'second_person_invited'])
    const own = await approve(batch, await fresh(operator))
    expect([own.status, own.body.code]).toEqual([403, 'two_people_required'])
    expect(own.body.detail).toContain('承認できるのは、内幸 望さんです。')

    const listed = await t.ask('GET /api/biz/payouts/', {
      token: await fresh(approver),
      query: { state: 'draft' },
    })
    expect(listed.body.results.map((row: { may_approve: boolean }) => row.may_approve)).toEqual([true, true])
    expect((await view(batch, await fresh(approver))).approval).toEqual({
      refusal: null,
      approvers: ['内幸 望'],
    })
    expect((await approve(batch, await fresh(approver))).status).toBe(200)
    expect((await approve(theirs, await fresh(approver))).status).toBe(200)
  })

  test('is not given on a device the maker is signed in on, and is on another', async () => {
    const { operator, approver } = w.operator
    const device = newDevice(t.tools.keys)
    const batch = await draft(await enter(operator, { device }))
    const refused = await approve(batch, await enter(approver, { device }))
    expect([refused.status, refused.body.code]).toEqual([403, 'second_person_device'])
    expect(refused.body.detail).toContain('大手 進さんが使っている端末からは承認できません')
    expect((await approve(batch, await enter(approver, { device: newDevice(t.tools.keys) }))).status).toBe(
      200,
    )
  })

  test('is not given on a device the maker has ended meanwhile', async () => {
    const { operator, approver } = w.operator
    const device = newDevice(t.tools.keys)
    const maker = await enter(operator, { device })
    const batch = await draft(maker)
    const { body: devices } = await t.ask('GET /api/account/devices/', { token: maker })
    const { id } = devices.find((one: { is_current: boolean }) => one.is_current)
    const ended = await t.ask(`DELETE /api/account/devices/${id}/`, { token: await enter(operator) })
    expect(ended.status).toBe(204)
    const refused = await approve(batch, await enter(approver, { device }))
    expect([refused.status, refused.body.code]).toEqual([403, 'second_person_device'])
  })

  test('is not given from the network the maker works from, wherever the maker signed in before', async () => {
    const { operator, approver } = w.operator
    const batch = await draft(await enter(operator, { from: home }), office)
    for (const from of [home, office]) {
      const refused = await approve(batch, await enter(approver, { from }), from)
      expect([refused.status, refused.body.code]).toEqual([403, 'second_person_network'])
    }
    // A session opened elsewhere counts under the network it is used from now.
    const moved = await approve(batch, await enter(approver, { from: '192.0.2.9' }), office)
    expect([moved.status, moved.body.code]).toEqual([403, 'second_person_network'])
    const told = await view(batch, await enter(approver, { from: office }))
    expect(told.approval.refusal).toBe('second_person_network')
    expect((await approve(batch, await enter(approver, { from: '192.0.2.9' }), '192.0.2.9')).status).toBe(200)
    const kept = await t.db.selectFrom('session_network').select('network_hash').execute()
    expect(kept.length).toBeGreaterThan(0)
    for (const { network_hash } of kept) expect(network_hash).toMatch(/^[\w-]{16}$/)
  })

  test('counts a network for a week, and a named office of several people not at all', async () => {
    const { operator, approver } = w.operator
    const batch = await draft(await enter(operator, { from: '192.0.2.50' }))
    t.clock.forward(8 * 24 * 3_600_000)
    const late = await approve(batch, await enter(approver, { from: '192.0.2.50' }))
    // The payment date is past by then; the two-person rule passes.
    expect([late.status, late.body.code]).toEqual([400, 'payout_check_failed'])
    t.clock.set(testStart)
    t.tools.config.sharedNetworks = ['192.0.2.64/26']
    const next = await draft(await enter(operator, { from: '192.0.2.70' }))
    expect((await approve(next, await enter(approver, { from: '192.0.2.70' }))).status).toBe(200)
    t.tools.config.sharedNetworks = []
  })

  test('and the bank file ask for the password of the last minutes', async () => {
    const { operator, approver } = w.operator
    const batch = await draft(await fresh(operator))
    const stale = await fresh(approver)
    t.clock.forward(9 * 60_000)
    const approved = await approve(batch, stale)
    expect(approved.status).toBe(200)
    t.clock.forward(2 * 60_000)
    const renewed = (await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh: operator.refresh } })).body
    const late = await t.ask(`POST /api/biz/payouts/${batch.id}/export/`, {
      token: renewed.access,
      body: { version: approved.body.version },
    })
    expect([late.status, late.body.code]).toEqual([403, 'reauthentication_required'])
    const again = await t.ask('POST /api/auth/jwt/reauthenticate/', {
      token: renewed.access,
      body: { password: factoryPassword },
    })
    const exported = await t.ask(`POST /api/biz/payouts/${batch.id}/export/`, {
      token: again.body.access,
      body: { version: approved.body.version },
    })
    expect(exported.body.state).toBe('exported')
  })
})

describe('a new account of the house', () => {
  const newcomer = { email: 'shinjin@okuru.example.jp', name: '新人 一', role: 'admin' }

  test('works once a second administrator has confirmed it, and all of them are told of every step', async () => {
    const { operator, approver } = w.operator
    const before = t.outbox.length
    const made = await t.ask(`POST ${users()}`, { token: await fresh(operator), body: newcomer })
    expect(made.body).toMatchObject({ is_confirmed: false, let_in_by: '大手 進', invited_until: null })
    await t.runJobs()
    const told = t.outbox.slice(before)
    expect(told.map(({ to }) => to).toSorted()).toEqual(
      expect.arrayContaining(['nozomi@okuru.example.jp', 'susumu@okuru.example.jp']),
    )
    expect(told.some(({ to }) => to === newcomer.email)).toBe(false)
    expect(told.find(({ text }) => text.includes(newcomer.email))?.text).toContain(
      '大手 進さんが、新人 一さん(shinjin@okuru.example.jp、管理者)を招待しました',
    )

    // Neither a new invitation nor a password reset gets around it.
    const again = await t.ask(`POST ${users()}${made.body.id}/invite/`, { token: await fresh(operator) })
    expect([again.status, again.body.code]).toEqual([400, 'confirmation_pending'])
    await t.ask('POST /api/reset-password/', { body: { email: newcomer.email } })
    await t.runJobs()
    expect(t.outbox.some(({ to }) => to === newcomer.email)).toBe(false)
    const state = (
      await t.ask(`GET /api/biz/companies/${w.operator.company}/`, { token: await fresh(operator) })
    ).body
    expect(state.unconfirmed_count).toBe(1)

    const alone = await t.ask(`POST ${users()}${made.body.id}/confirm/`, { token: await fresh(operator) })
    expect([alone.status, alone.body.code]).toEqual([403, 'two_people_required'])
    expect(alone.body.detail).toBe('加えた人は確認できません。確認できるのは、内幸 望さんです。')
    const rows = await t.ask(`GET ${users()}`, { token: await fresh(approver) })
    const row = rows.body.results.find(({ id }: { id: number }) => id === made.body.id)
    expect(row.confirmation).toEqual({
      what: 'admission',
      by: '大手 進',
      refusal: null,
      able: ['内幸 望'],
    })

    const stale = await fresh(approver)
    t.clock.forward(11 * 60_000)
    const late = await t.ask(`POST ${users()}${made.body.id}/confirm/`, {
      token: (await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh: approver.refresh } })).body
        .access,
    })
    expect([late.status, late.body.code]).toEqual([403, 'reauthentication_required'])
    t.clock.set(testStart)
    const confirmed = await t.ask(`POST ${users()}${made.body.id}/confirm/`, { token: stale })
    expect(confirmed.body).toMatchObject({ is_confirmed: true, confirmation: null })
    await setPassword(newcomer.email)
    await enter(newcomer, { password })
    const acts = await t.db
      .selectFrom('activity')
      .select('action')
      .where('object_type', '=', 'business_user')
      .where('object_id', '=', String(made.body.id))
      .orderBy('id')
      .execute()
    expect(acts.map(({ action }) => action)).toEqual(['business_user.invite', 'business_user.confirm'])
  })

  test('is not confirmed by somebody the inviter let in', async () => {
    const { operator, approver } = w.operator
    const friend = await letIn(operator, approver, 'nakama@okuru.example.jp', '仲間 二')
    const made = await t.ask(`POST ${users()}`, {
      token: await fresh(operator),
      body: { email: 'sannin@okuru.example.jp', name: '三人 目', role: 'staff' },
    })
    const refused = await t.ask(`POST ${users()}${made.body.id}/confirm/`, { token: await fresh(friend) })
    expect([refused.status, refused.body.code]).toEqual([403, 'second_person_invited'])
  })

  test('is not opened again by one person either: an old account waits like a new one', async () => {
    const { operator, approver } = w.operator
    const old = await letIn(approver, operator, 'mukashi@okuru.example.jp', '昔 馴染')
    expect(
      (await t.ask(`POST ${users()}${old.id}/deactivate/`, { token: await fresh(approver) })).status,
    ).toBe(200)
    const back = await t.ask(`POST ${users()}${old.id}/activate/`, { token: await fresh(operator) })
    expect(back.body).toMatchObject({ is_active: true, is_confirmed: false, let_in_by: '大手 進' })
    const refused = await t.ask('POST /api/biz/auth/jwt/create/', { body: { email: old.email, password } })
    expect(refused.status).toBe(401)
    const batch = await draft(await fresh(operator))
    await t.ask(`POST ${users()}${old.id}/confirm/`, { token: await fresh(approver) })
    await enter(old, { password })
    // Reactivation ties two people like an invitation.
    const tied = await approve(batch, await fresh(old))
    expect([tied.status, tied.body.code]).toEqual([403, 'second_person_invited'])
    await t.runJobs()
    expect(t.outbox.some(({ to, subject }) => to === old.email && subject.includes('再開'))).toBe(true)
  })

  test('of a dealer works at once; its administrators are told', async () => {
    const at = t.outbox.length
    const made = await t.ask(`POST /api/biz/companies/${w.umeda.company}/users/`, {
      token: await fresh(w.operator.operator),
      body: { email: 'kita@umeda.example.jp', name: '北 空', role: 'staff' },
    })
    expect(made.body).toMatchObject({ is_confirmed: true, confirmation: null })
    await t.runJobs()
    const told = t.outbox.slice(at).map(({ to }) => to)
    expect(told).toContain('kita@umeda.example.jp')
    expect(told).toContain(w.umeda.admin.email)
    expect(told).not.toContain(w.umeda.staff.email)
  })
})

describe('a house that cannot be two any more', () => {
  test('gets an administrator from whoever runs the server, recorded and told; not while two are there', async () => {
    const own = await testApp()
    const world = await makeWorld(own)
    const { operator, approver } = world.operator
    const person = { name: '救い 手', email: 'sukui@okuru.example.jp' }
    expect(await addAdministrator(own, person)).toMatchObject({
      done: false,
      problem: expect.stringContaining('2人います'),
    })
    await own.db
      .updateTable('business_user')
      .set({ is_active: false })
      .where('id', '=', approver.id)
      .execute()
    const added = await addAdministrator(own, person)
    expect(added).toMatchObject({ done: true, mailed: false, link: { email: person.email } })
    await own.runJobs()
    expect(own.outbox.map(({ to }) => to)).toContain(operator.email)
    const link = new URL(added.done ? (added.link?.url ?? '') : '')
    const { uid, token } = Object.fromEntries(link.searchParams)
    await own.ask('POST /api/reset-password/', { body: { uid, token, new_password: password } })
    const signedIn = await own.ask('POST /api/biz/auth/jwt/create/', {
      body: { email: person.email, password },
    })
    expect(signedIn.status).toBe(200)
    const recorded = await own.db
      .selectFrom('activity')
      .select('actor_kind')
      .where('action', '=', 'business_user.vouch')
      .execute()
    expect(recorded).toEqual([{ actor_kind: 'system' }])
    expect(await addAdministrator(own, { name: '四', email: 'yon@okuru.example.jp' })).toMatchObject({
      done: false,
    })
    await own.close()
  })

  test('frees somebody of the house from who invited them, where these two are all there are', async () => {
    const own = await testApp()
    const world = await makeWorld(own)
    const { operator, approver } = world.operator
    await own.db
      .updateTable('business_user')
      .set({ invited_by: operator.id })
      .where('id', '=', approver.id)
      .execute()
    const added = await addAdministrator(own, { name: approver.name, email: approver.email })
    expect(added).toEqual({ done: true, mailed: false, link: undefined })
    const row = await own.db
      .selectFrom('business_user')
      .select(['invited_by', 'can_sign_in'])
      .where('id', '=', approver.id)
      .executeTakeFirst()
    expect(row).toEqual({ invited_by: null, can_sign_in: true })
    expect(await addAdministrator(own, { name: '他', email: world.umeda.admin.email })).toMatchObject({
      done: false,
    })
    await own.close()
  })
})

test('the end of a hold takes two colleagues on two devices', async () => {
  const { admin, admin2 } = w.aoyama
  const device = newDevice(t.tools.keys)
  const request = await t.db.selectFrom('purchase_request').select('id').limit(1).executeTakeFirstOrThrow()
  const held = await t.ask(`POST /api/biz/purchase_requests/${request.id}/holds/`, {
    token: await fresh(admin),
    body: { kind: 'dispute', reason: '確認中' },
  })
  const release = async (token: string) =>
    t.ask(`POST /api/biz/holds/${held.body.id}/release/`, { token, body: { reason: '解決' } })
  const first = await enter(admin, { device })
  expect((await release(first)).status).toBe(200)
  const same = await release(first)
  expect([same.status, same.body.code]).toEqual([403, 'two_people_required'])
  expect(same.body.detail).toBe(
    '1人目に確認した人は解除できません。解除できるのは、鈴木 健一さん、青山 二葉さんです。',
  )
  const shared = await release(await enter(admin2, { device }))
  expect([shared.status, shared.body.code]).toEqual([403, 'second_person_device'])
  const done = await release(await enter(admin2, { device: newDevice(t.tools.keys), from: office }))
  expect(done.body.released_at).not.toBeNull()
})

describe('people of a dealer who invited each other', () => {
  const invitedBy = (host: Person, who: Person) =>
    t.db.updateTable('business_user').set({ invited_by: host.id }).where('id', '=', who.id).execute()
  const employ = (name: string, email: string) =>
    makeEmployee(t, w.umeda.company, name, 'staff', `${email}@umeda.example.jp`)
  const release = async (hold: number, who: Person) =>
    t.ask(`POST /api/biz/holds/${hold}/release/`, { token: await fresh(who), body: { reason: '解決' } })
  let hold: number
  beforeEach(async () => {
    const { id } = await apply(t, w, { shop: w.umeda.shops[0] })
    const held = await t.ask(`POST /api/biz/purchase_requests/${id}/holds/`, {
      token: await fresh(w.umeda.admin),
      body: { kind: 'dispute', reason: '確認中' },
    })
    hold = held.body.id
  })

  test('end no hold together, in either order, through others and however long ago it was', async () => {
    const { admin, staff } = w.umeda
    await invitedBy(admin, staff)
    const guest = await employ('孫 客', 'mago')
    await invitedBy(staff, guest)
    const other = await employ('別 人', 'betsu')
    t.clock.forward(400 * 24 * 3_600_000)
    expect((await release(hold, guest)).status).toBe(200)
    for (const host of [staff, admin]) {
      const refused = await release(hold, host)
      expect([refused.status, refused.body.code]).toEqual([403, 'second_person_invited'])
      expect(refused.body.detail).toContain('解除できるのは、別 人さんです。')
    }
    expect((await release(hold, other)).body.released_at).not.toBeNull()
  })

  test('are told at once where nobody could be the second, and are not stuck with what was begun', async () => {
    const { admin, staff } = w.umeda
    const one = await employ('一 人', 'hitori')
    expect((await release(hold, admin)).status).toBe(200)
    const { id } = admin
    await t.db
      .updateTable('business_user')
      .set({ invited_by: id })
      .where('company_id', '=', w.umeda.company)
      .where('id', '<>', id)
      .execute()
    const alone = await release(hold, admin)
    expect([alone.status, alone.body.code]).toEqual([403, 'two_people_required'])
    expect(alone.body.detail).toContain('運営にご依頼ください')
    // Both were let in by the administrator, neither by the other.
    expect((await release(hold, staff)).body).toMatchObject({
      first_release_by: staff.name,
      released_at: null,
    })
    expect((await release(hold, one)).body).toMatchObject({
      first_release_by: staff.name,
      released_by: one.name,
    })
  })

  test('say the same of what the police took: nobody adds or removes it alone', async () => {
    const { id } = await apply(t, w, { shop: w.aoyama.shops[0] })
    const placed = await t.ask(`POST /api/biz/purchase_requests/${id}/holds/`, {
      token: await fresh(w.aoyama.staff),
      body: { kind: 'suspicion', reason: '照会中' },
    })
    const say = async (who: Person, seizure: string) => {
      const body = { reason: '照会が済んだ', seizure }
      const token = await fresh(who)
      return (await t.ask(`POST /api/biz/holds/${placed.body.id}/release/`, { token, body })).body
    }
    const { staff, admin, admin2 } = w.aoyama
    await say(staff, '')
    const added = await say(admin, '青山警察署が領置')
    expect(added).toMatchObject({ first_release_by: admin.name, released_at: null })
    const removed = await say(admin2, '')
    expect(removed).toMatchObject({ first_release_by: admin2.name, released_at: null, seizure: '' })
    expect(await say(staff, '')).toMatchObject({ released_by: staff.name, seizure: '' })
  })

  test('are not stuck because the only other colleague works for another shop', async () => {
    const { admin2 } = w.aoyama
    const { id } = await apply(t, w, { shop: w.aoyama.shops[0] })
    const held = await t.ask(`POST /api/biz/purchase_requests/${id}/holds/`, {
      token: await fresh(admin2),
      body: { kind: 'dispute', reason: '確認中' },
    })
    const first = await release(held.body.id, w.aoyama.staff)
    expect(first.status).toBe(200)
    await t.db
      .insertInto('business_user_shop')
      .values({ business_user_id: w.aoyama.admin.id, shop_id: w.aoyama.shops[1] })
      .execute()
    const again = await release(held.body.id, w.aoyama.staff)
    expect(again.body.detail).toContain('青山 二葉さん')
    expect(again.body.detail).not.toContain('青山 一郎さん')
    expect((await release(held.body.id, admin2)).body.released_by).toBe(admin2.name)
  })
})
