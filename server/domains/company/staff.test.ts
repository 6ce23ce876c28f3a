import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { factoryPassword } from '#server/domains/account/account.factory'
import { fromCsv } from '#server/platform/csv'
import { type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { makeEmployee, makeWorld, type Person, signIn, type World } from '../../../tests/support/world.ts'
import { makeStaff } from './company.factory.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(() => t.clock.set(testStart))

const users = '/api/business-users/'
const newest = 'kutsubako-81-aoi'
const fresh = async (who: Pick<Person, 'account_id'>) => (await signIn(t, who)).token
const read = async (id: number, token: string) => (await t.ask(`GET ${users}${id}/`, { token })).body
const patch = (id: number, token: string, body: object) => t.ask(`PATCH ${users}${id}/`, { token, body })
const invite = (token: string, body: object) =>
  t.ask(`POST ${users}`, {
    token,
    body: { email: 'sora@aoyama.example.jp', name: '北 空', shops: [], is_admin: false, ...body },
  })
const login = (email: string, password = newest) =>
  t.ask('POST /api/biz/auth/jwt/create/', { body: { email, password } })

async function mailsSince(act: () => Promise<unknown>) {
  await t.runJobs()
  const before = t.outbox.length
  await act()
  await t.runJobs()
  return t.outbox.slice(before)
}

async function setPassword(email: string): Promise<number> {
  await t.runJobs()
  const mail = t.outbox.findLast(({ to, text }) => to === email && text.includes('password-reset?'))
  const link = new URL(mail?.text.match(/https?:\S+password-reset\?\S+/)?.[0] ?? 'http://none/')
  const { uid, token } = Object.fromEntries(link.searchParams)
  const set = await t.ask('POST /api/reset-password/', { body: { uid, token, new_password: newest } })
  return set.status
}

const acts = async (id: number) =>
  (
    await t.db
      .selectFrom('activity')
      .select(['action', 'detail'])
      .where('object_type', '=', 'business_user')
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ action, detail }) => [action, detail])

async function employee(role: 'admin' | 'staff', shop_ids: number[] = []) {
  const made = await makeStaff(t.db, w.aoyama.company, { user: { name: '原宿 歩', role }, shop_ids })
  return { ...made, id: made.business_user_id, token: await fresh(made) }
}

describe('an invitation by an administrator of the company', () => {
  test('is mailed, limited to shops, opened once, and told to all administrators', async () => {
    const { admin, admin2, shops } = w.aoyama
    const token = await fresh(admin)
    let id = 0
    const mails = await mailsSince(async () => {
      const made = await invite(token, { shops: [shops[0]] })
      expect([made.status, made.body]).toEqual([
        201,
        expect.objectContaining({
          name: '北 空',
          role: 'staff',
          state: 'invited',
          shops: [shops[0]],
          may_manage: true,
          version: 1,
        }),
      ])
      id = made.body.id
    })
    expect(mails.map(({ to }) => to).toSorted()).toEqual(
      ['sora@aoyama.example.jp', admin.email, admin2.email].toSorted(),
    )
    expect(mails.find(({ to }) => to === admin2.email)?.text).toContain('青山 一郎さんが、北 空さん')
    expect(mails.find(({ to }) => to === admin2.email)?.text).not.toContain('運営の青山')

    const again = await t.ask(`POST ${users}${id}/invite/`, { token })
    expect(again.body).toMatchObject({ state: 'invited' })
    expect(await setPassword('sora@aoyama.example.jp')).toBe(204)
    expect((await login('sora@aoyama.example.jp')).status).toBe(200)
    expect(await read(id, token)).toMatchObject({ state: 'active', invited_until: null })
    const late = await t.ask(`POST ${users}${id}/invite/`, { token })
    expect([late.status, late.body.code]).toEqual([400, 'invitation_accepted'])
    expect((await acts(id)).map(([action]) => action)).toEqual([
      'business_user.invite',
      'business_user.invite_again',
    ])
  })

  test('that is cancelled opens nothing, keeps the address, and can be made again', async () => {
    const token = await fresh(w.aoyama.admin)
    const email = 'machigai@aoyama.example.jp'
    const { body } = await invite(token, { email })
    await t.runJobs()
    expect((await t.ask(`DELETE ${users}${body.id}/`, { token })).status).toBe(204)
    expect(await setPassword(email)).toBe(400)
    expect(await read(body.id, token)).toMatchObject({ state: 'inactive', invited_until: null })
    const taken = await invite(token, { email })
    expect([taken.status, taken.body.code]).toEqual([400, 'email_taken'])
    expect(taken.body.email[0]).toContain('利用を停止している北 空さん')
    expect((await t.ask(`POST ${users}${body.id}/activate/`, { token })).body.state).toBe('invited')
    expect(await setPassword(email)).toBe(204)
  })

  test('wants a fresh sign-in, an own shop, an address that is free, and an administrator', async () => {
    const token = await fresh(w.aoyama.admin)
    const foreign = await invite(token, { email: 'a@aoyama.example.jp', shops: [w.umeda.shops[0]] })
    expect([foreign.status, Object.keys(foreign.body)]).toEqual([400, ['shops']])
    const known = await invite(token, { email: w.aoyama.staff.email })
    expect(known.body.email).toEqual([`${w.aoyama.staff.name}さんのメールアドレスです。`])
    const elsewhere = await invite(token, { email: w.umeda.staff.email })
    expect(elsewhere.body.email).toEqual(['このメールアドレスは既に登録されています。'])
    expect((await invite(await fresh(w.aoyama.staff), {})).status).toBe(403)
    const { refresh } = await signIn(t, w.aoyama.admin)
    t.clock.forward(11 * 60_000)
    const { access } = (await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh } })).body
    expect((await invite(access, {})).body.code).toBe('reauthentication_required')
  })

  test('gives nobody more than an administrator limited to shops has', async () => {
    const [first, second] = w.aoyama.shops
    const head = await employee('admin', [first])
    for (const shops of [[], [second], [first, second]]) {
      const refused = await invite(head.token, { email: 'b@aoyama.example.jp', shops })
      expect([refused.status, refused.body.code]).toEqual([400, 'shops_beyond_own'])
    }
    const made = await invite(head.token, { email: 'b@aoyama.example.jp', shops: [first] })
    expect(made.status).toBe(201)
    const wider = await patch(w.aoyama.staff.id, head.token, { is_admin: true })
    expect(wider.status).toBe(403)
    expect((await patch(made.body.id, head.token, { shops: [] })).body.code).toBe('shops_beyond_own')
  })
})

describe('a change', () => {
  test('of the shops takes effect at once in a running session, everywhere', async () => {
    const [first, second] = w.aoyama.shops
    const { id, token } = await employee('staff')
    const shown = async () => ({
      me: (await t.ask('GET /api/me/', { token })).body.business_user.company.shops.map(
        (shop: { id: number }) => shop.id,
      ),
      customers: (await t.ask(`GET /api/biz/shops/${second}/customers/`, { token })).status,
      requests: (await t.ask('GET /api/biz/purchase_requests/', { token, query: { shop: second } })).status,
    })
    expect(await shown()).toEqual({ me: [first, second], customers: 200, requests: 200 })
    const admin = await fresh(w.aoyama.admin)
    const mails = await mailsSince(async () => {
      const changed = await patch(id, admin, { shops: [first] })
      expect(changed.body).toMatchObject({ shops: [first], version: 2 })
    })
    expect((await shown()).customers).toBe(404)
    expect((await shown()).me).toEqual([first])
    expect(mails.map(({ text }) => text).join()).toContain('これからの担当: 青山本店')
    await patch(id, admin, { shops: [second] })
    expect((await shown()).customers).toBe(200)
    expect((await acts(id)).at(-1)).toEqual([
      'business_user.change_rights',
      { before: { is_admin: false, shops: [first] }, after: { is_admin: false, shops: [second] } },
    ])
  })

  test('of the role works at once, is told to all administrators, and wants a fresh sign-in to give more', async () => {
    const { id, token } = await employee('staff')
    const csv = async () => (await t.ask('GET /api/biz/antique-ledger/csv/', { token })).status
    expect(await csv()).toBe(403)
    const { refresh, token: admin } = await signIn(t, w.aoyama.admin)
    const mails = await mailsSince(async () => {
      expect((await patch(id, admin, { is_admin: true })).body).toMatchObject({
        role: 'admin',
        is_admin: true,
      })
    })
    expect(mails.map(({ to }) => to)).toContain(w.aoyama.admin2.email)
    expect(await csv()).toBe(200)
    t.clock.forward(11 * 60_000)
    const { access } = (await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh } })).body
    // Taking rights away must not wait for a password.
    expect((await patch(id, access, { is_admin: false })).body.role).toBe('staff')
    expect((await patch(id, access, { is_admin: true })).body.code).toBe('reauthentication_required')
    t.clock.set(testStart)
    expect(await csv()).toBe(403)
  })

  test('of oneself is the name only; of the address nobody’s', async () => {
    const { staff, admin } = w.aoyama
    const token = await fresh(staff)
    expect((await patch(staff.id, token, { name: '鈴木 健二' })).body.name).toBe('鈴木 健二')
    expect((await patch(staff.id, token, { is_admin: true })).body.code).toBe('own_permissions')
    expect((await patch(staff.id, token, { shops: [w.aoyama.shops[0]] })).body.code).toBe('own_permissions')
    expect((await patch(admin.id, token, { name: '別 人' })).status).toBe(403)
    const boss = await fresh(admin)
    expect((await patch(admin.id, boss, { is_admin: false })).body.code).toBe('own_permissions')
    const moved = await patch(staff.id, boss, { email: 'mine@example.jp' })
    expect([moved.status, moved.body.code]).toEqual([400, 'email_fixed'])
    const whole = { email: staff.email, name: staff.name, shops: [], is_admin: false }
    expect((await t.ask(`PUT ${users}${staff.id}/`, { token: boss, body: whole })).body.name).toBe(staff.name)
    const part = await t.ask(`PUT ${users}${staff.id}/`, { token: boss, body: { name: 'x' } })
    expect(Object.keys(part.body).toSorted()).toEqual(['email', 'is_admin', 'shops'])
    expect((await patch(staff.id, boss, { name: '空😀' })).status).toBe(400)
  })

  test('on an outdated version shows what is there now and changes nothing', async () => {
    const { id } = await employee('staff')
    const boss = await fresh(w.aoyama.admin)
    await patch(id, boss, { name: '原宿 進', version: 1 })
    const stale = await patch(id, boss, { is_admin: true, version: 1 })
    expect([stale.status, stale.body.code, stale.body.current]).toEqual([
      400,
      'stale_version',
      expect.objectContaining({ name: '原宿 進', version: 2, is_admin: false }),
    ])
  })

  test('of somebody of another company is missing in every call', async () => {
    const token = await fresh(w.umeda.admin)
    const place = `${users}${w.aoyama.staff.id}/`
    for (const act of ['PUT', 'PATCH', 'DELETE'] as const)
      expect([act, (await t.ask(`${act} ${place}`, { token, body: {} })).status]).toEqual([act, 404])
    for (const act of ['invite/', 'activate/'])
      expect((await t.ask(`POST ${place}${act}`, { token })).status).toBe(404)
    const shop = await t.ask(`GET ${users}`, { token, query: { shop: w.aoyama.shops[0] } })
    expect(
      shop.body.results.every(({ company }: { company: { id: number } }) => company.id === w.umeda.company),
    ).toBe(true)
  })
})

describe('the end of somebody’s access', () => {
  test('ends the sessions at once, keeps the row, and can be undone', async () => {
    const { id, token, email } = await employee('staff')
    const boss = await fresh(w.aoyama.admin)
    expect((await t.ask(`DELETE ${users}${id}/`, { token: boss })).status).toBe(204)
    expect((await t.ask('GET /api/me/', { token })).status).toBe(401)
    expect((await login(email, factoryPassword)).status).toBe(401)
    expect(await read(id, boss)).toMatchObject({ name: '原宿 歩', state: 'inactive' })
    expect((await t.ask(`DELETE ${users}${id}/`, { token: boss })).status).toBe(204)
    expect((await patch(id, boss, { is_admin: true })).body.code).toBe('user_deactivated')
    expect((await t.ask(`POST ${users}${id}/activate/`, { token: boss })).body.state).toBe('active')
    expect((await login(email, factoryPassword)).status).toBe(200)
    expect((await t.ask('GET /api/me/', { token })).status).toBe(401)
  })

  test('is not for oneself, and an only administrator is told why', async () => {
    const own = await t.ask(`DELETE ${users}${w.aoyama.admin.id}/`, { token: await fresh(w.aoyama.admin) })
    expect([own.status, own.body.code]).toEqual([400, 'own_account'])
    const boss = await fresh(w.umeda.admin)
    const last = await t.ask(`DELETE ${users}${w.umeda.admin.id}/`, { token: boss })
    expect([last.status, last.body.code]).toEqual([400, 'last_administrator'])
    expect((await patch(w.umeda.admin.id, boss, { is_admin: false })).body.code).toBe('last_administrator')
  })

  test('of two administrators who do it to each other at once leaves one', async () => {
    for (const body of [{ is_admin: false }, { shops: [w.aoyama.shops[0]] }, null]) {
      const { admin, admin2 } = w.aoyama
      const tokens = [await fresh(admin), await fresh(admin2)] as const
      const turn = (id: number, token: string) =>
        body ? patch(id, token, body) : t.ask(`DELETE ${users}${id}/`, { token })
      await Promise.all([turn(admin2.id, tokens[0]), turn(admin.id, tokens[1])])
      const { rows } = await t.pool.query(
        `select count(*)::int as n from business_user b where company_id = $1 and role = 'admin' and can_sign_in
          and not exists (select from business_user_shop l where l.business_user_id = b.id) and id = any($2)`,
        [w.aoyama.company, [admin.id, admin2.id]],
      )
      expect([body, rows[0].n]).toEqual([body, 1])
      await t.pool.query("update business_user set role = 'admin', is_active = true where id = any($1)", [
        [admin.id, admin2.id],
      ])
      await t.pool.query('delete from business_user_shop where business_user_id = any($1)', [
        [admin.id, admin2.id],
      ])
    }
  })
})

test('the list is narrowed by state, role, shop and words; addresses only for administrators', async () => {
  const list = async (token: string, query: Record<string, string | number>) =>
    (await t.ask(`GET ${users}`, { token, query })).body.results.map(({ name }: { name: string }) => name)
  const boss = await fresh(w.umeda.admin)
  await invite(boss, { email: 'matsu@umeda.example.jp', name: '松本 待', shops: [w.umeda.shops[0]] })
  const gone = await makeEmployee(t, w.umeda.company, '元 社員', 'staff', 'moto@umeda.example.jp')
  await t.ask(`DELETE ${users}${gone.id}/`, { token: boss })
  expect(await list(boss, { state: 'active' })).toEqual(['中津 渚', '梅田 次郎'])
  expect(await list(boss, { state: 'invited' })).toEqual(['松本 待'])
  expect(await list(boss, { state: 'inactive' })).toEqual(['元 社員'])
  expect(await list(boss, { role: 'admin' })).toEqual(['梅田 次郎'])
  expect(await list(boss, { q: '松本待' })).toEqual(['松本 待'])
  expect(await list(boss, { q: 'MATSU@' })).toEqual(['松本 待'])
  expect(await list(await fresh(w.umeda.staff), { q: 'matsu@' })).toEqual([])
  expect(await list(boss, { shop: w.umeda.shops[0] as number, state: 'invited' })).toEqual(['松本 待'])
})

describe('in the operator’s house', () => {
  test('a raise waits for a second administrator, who was not tied to the first', async () => {
    const { operator, approver, company } = w.operator
    const clerk = await makeEmployee(t, company, '三田 光', 'staff', 'hikari@okuru.example.jp')
    const place = `/api/biz/companies/${company}/users/${clerk.id}/`
    const mails = await mailsSince(async () => {
      const asked = await patch(clerk.id, await fresh(operator), { is_admin: true })
      expect(asked.body).toMatchObject({ role: 'staff', is_role_waiting: true, state: 'active' })
    })
    expect(mails.map(({ to }) => to).toSorted()).toEqual([approver.email, operator.email].toSorted())
    const own = await t.ask(`POST ${place}confirm/`, { token: await fresh(operator) })
    expect([own.status, own.body.code]).toEqual([403, 'two_people_required'])
    const token = await fresh(clerk)
    const terms = { email: 'x@okuru.example.jp', name: '一', role: 'staff' }
    expect((await t.ask(`POST /api/biz/companies/${company}/users/`, { token, body: terms })).status).toBe(
      403,
    )
    const seen = await t.ask(`GET /api/biz/companies/${company}/users/`, { token: await fresh(approver) })
    const row = seen.body.results.find(({ id }: { id: number }) => id === clerk.id)
    expect(row.confirmation).toEqual({ what: 'role', by: '大手 進', refusal: null, able: ['内幸 望'] })
    const done = await t.ask(`POST ${place}confirm/`, { token: await fresh(approver) })
    expect(done.body).toMatchObject({ role: 'admin', confirmation: null })
    // Whoever was raised is no second person beside the one who raised them.
    const made = await t.ask(`POST /api/biz/companies/${company}/users/`, {
      token: await fresh(operator),
      body: { email: 'shin@okuru.example.jp', name: '新人 一', role: 'staff' },
    })
    const tied = await t.ask(`POST /api/biz/companies/${company}/users/${made.body.id}/confirm/`, {
      token: await fresh(clerk),
    })
    expect([tied.status, tied.body.code]).toEqual([403, 'second_person_invited'])
    expect((await acts(clerk.id)).map(([action]) => action)).toEqual([
      'business_user.change_rights',
      'business_user.confirm_raise',
    ])
    expect((await patch(clerk.id, await fresh(operator), { is_admin: false })).body.role).toBe('staff')
  })

  test('a raise can be taken back, and an invitation by the own call waits too', async () => {
    const { operator, company } = w.operator
    const clerk = await makeEmployee(t, company, '芝 緑', 'staff', 'midori@okuru.example.jp')
    const token = await fresh(operator)
    await patch(clerk.id, token, { is_admin: true })
    expect((await patch(clerk.id, token, { is_admin: false })).body).toMatchObject({
      role: 'staff',
      is_role_waiting: false,
    })
    const mails = await mailsSince(async () => {
      const made = await invite(token, { email: 'house@okuru.example.jp' })
      expect(made.body).toMatchObject({ state: 'waiting', invited_until: null })
    })
    expect(mails.some(({ to }) => to === 'house@okuru.example.jp')).toBe(false)
  })
})

describe('the file of colleagues', () => {
  test('is what the list shows, for administrators alone, and is recorded', async () => {
    const { admin, staff, company } = w.aoyama
    await makeStaff(t.db, company, {
      user: { name: '=三軒 茶屋', role: 'staff' },
      shop_ids: [w.aoyama.shops[1]],
    })
    const token = await fresh(admin)
    const file = (query: object, who = token) =>
      t.ask(`GET ${users}csv/`, { token: who, query: { ...query } })
    const inShop = { shop: w.aoyama.shops[1] }
    const queries: Record<string, string | number>[] = [{}, { role: 'admin' }, { q: '青山' }, inShop]
    for (const query of queries) {
      const read = fromCsv(Buffer.from((await file(query)).body))
      if (!read.ok) throw new Error(read.message)
      const shown = (await t.ask(`GET ${users}`, { token, query: { ...query, size: 200 } })).body.results
      expect(read.rows.map((row) => [Number(row.担当者番号), row.名前, row.メール])).toEqual(
        shown.map((person: Record<'id' | 'name' | 'email', unknown>) => [
          person.id,
          person.name,
          person.email,
        ]),
      )
    }
    expect((await file({ q: '三軒' })).body).toContain("'=三軒 茶屋,スタッフ,")
    const { rows } = await t.pool.query(
      "select company_id, detail from activity where action = 'business_user.export' order by id desc limit 1",
    )
    expect(rows).toEqual([{ company_id: company, detail: { rows: 1 } }])
    const clerk = await makeEmployee(t, w.operator.company, '浜松 町子', 'staff', 'machiko@okuru.example.jp')
    for (const who of [staff, clerk]) expect((await file({}, await fresh(who))).status).toBe(403)
    expect((await file({}, await fresh(w.umeda.admin))).body).not.toContain('青山')
  })
})
