import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeBusinessAccount } from '#server/domains/account/account.factory'
import { type LedgerBench, ledgerBench } from '../../../tests/support/ledger.ts'
import { signIn } from '../../../tests/support/world.ts'

const path = '/api/biz/inspections/'
const start = '2026-11-24T10:00:00+09:00'
const password = 'kutsubako-81-aoi'
let bench: LedgerBench
let company: number
beforeAll(async () => {
  bench = await ledgerBench()
  company = bench.world.aoyama.company
  await bench.buy(company, bench.world.aoyama.shops[0], 2)
})
afterAll(() => bench.t.close())

let admin: string
beforeEach(async () => {
  bench.t.clock.set(start)
  admin = (await signIn(bench.t, bench.world.aoyama.admin)).token
  await bench.t.runJobs()
  bench.t.outbox.length = 0
})

const ask: LedgerBench['t']['ask'] = (route, options) => bench.t.ask(route, options)
const begin = (body: object, token = admin) =>
  ask(`POST ${path}`, {
    token,
    body: {
      authority: '渋谷警察署 生活安全課',
      officer: '中野 守',
      email: 'mamoru@keisatsu.example',
      days: 2,
      ...body,
    },
  })
const login = (email: string, given = password) =>
  ask('POST /api/biz/auth/jwt/create/', { body: { email, password: given } })

async function openFor(
  email: string,
  { token = admin, ...given }: { token?: string; authority?: string } = {},
) {
  const made = await begin({ email, ...given }, token)
  expect(made.status).toBe(201)
  await bench.t.runJobs()
  const mail = bench.t.outbox.findLast(({ to }) => to === email)
  const url = new URL(mail?.text.match(/https?:\S+password-reset\?\S+/)?.[0] ?? 'http://none/')
  const body = {
    uid: url.searchParams.get('uid'),
    token: url.searchParams.get('token'),
    new_password: password,
  }
  expect((await ask('POST /api/reset-password/', { body })).status).toBe(204)
  const signedIn = await login(email)
  expect(signedIn.status).toBe(200)
  return {
    id: made.body.id as number,
    token: signedIn.body.access as string,
    refresh: signedIn.body.refresh as string,
  }
}

const ledger = (token: string, query: Record<string, string> = {}) =>
  ask('GET /api/biz/antique-ledger/', { token, query })
const acts = async (action: string) => {
  const { rows } = await bench.t.pool.query(
    'select detail from activity where action = $1 and company_id = $2 order by id',
    [action, company],
  )
  return rows.map(({ detail }) => detail)
}

test('an administrator lets police read the ledger until the end of the last day; all administrators are told', async () => {
  const { token, refresh } = await openFor('mamoru@keisatsu.example')
  const told = bench.t.outbox.filter(({ subject }) => subject.includes('立入検査用の閲覧を始めました'))
  expect(told.map(({ to }) => to).sort()).toEqual(
    [bench.world.aoyama.admin.email, bench.world.aoyama.admin2.email].sort(),
  )
  const me = await ask('GET /api/me/', { token })
  expect(me.body.business_user).toMatchObject({
    name: '渋谷警察署 生活安全課',
    role: 'inspector',
    is_admin: false,
    needs_second_factor: false,
    company: { id: company },
  })
  expect((await ledger(token)).body.count).toBe(2)
  const renewed = async () => (await ask('POST /api/auth/jwt/refresh/', { body: { refresh } })).status
  bench.t.clock.set('2026-11-25T23:59:00+09:00')
  expect(await renewed()).toBe(200)
  bench.t.clock.set('2026-11-26T00:00:00+09:00')
  expect(await renewed()).toBe(401)
  expect((await login('mamoru@keisatsu.example')).status).toBe(401)
  admin = (await signIn(bench.t, bench.world.aoyama.admin)).token
  const [listed] = (await ask(`GET ${path}`, { token: admin })).body.results
  expect(listed).toMatchObject({
    state: 'expired',
    has_password: true,
    begun_by: bench.world.aoyama.admin.name,
  })
})

test('it ends at once when an administrator ends it, and its address can serve again without the old password', async () => {
  const email = 'futari@keisatsu.example'
  const { id, token } = await openFor(email)
  const taken = await begin({ email })
  expect([taken.status, taken.body.code]).toEqual([400, 'email_taken'])
  const colleague = await begin({ email: bench.world.aoyama.staff.email })
  expect(colleague.body.code).toBe('email_taken')
  for (let again = 0; again < 2; again++)
    expect((await ask(`POST ${path}${id}/end/`, { token: admin })).body).toMatchObject({ state: 'ended' })
  expect((await acts('inspection.end')).length).toBe(1)
  expect((await ledger(token)).status).toBe(401)
  expect((await login(email)).status).toBe(401)
  const next = await begin({ email, authority: '原宿警察署' })
  expect(next.status).toBe(201)
  expect((await login(email)).status).toBe(401)
  const elsewhere = (await signIn(bench.t, bench.world.umeda.admin)).token
  expect((await begin({ email }, elsewhere)).body).toEqual({
    email: ['このメールアドレスは使えません。別のアドレスを入力してください。'],
    code: 'email_taken',
  })
  expect((await ask(`POST ${path}${next.body.id}/end/`, { token: elsewhere })).status).toBe(404)
  expect((await ask(`GET ${path}`, { token: elsewhere })).body.count).toBe(0)
})

test('the address serves another dealer once it is over, and neither sees anything of the other', async () => {
  const email = 'junkai@keisatsu.example'
  const here = await openFor(email)
  bench.t.clock.set('2026-11-26T00:00:00+09:00')
  const { umeda } = bench.world
  const elsewhere = (await signIn(bench.t, umeda.admin)).token
  const there = await openFor('JUNKAI@keisatsu.example', { token: elsewhere, authority: '曽根崎警察署' })
  const me = (await ask('GET /api/me/', { token: there.token })).body.business_user
  expect(me).toMatchObject({ name: '曽根崎警察署', company: { id: umeda.company } })
  expect(me.company.shops.map(({ id }: { id: number }) => id)).toEqual(umeda.shops)
  expect((await ledger(there.token)).body.count).toBe(0)
  // What was opened for the first dealer opens nothing of the second.
  for (const route of ['GET /api/me/', 'GET /api/biz/antique-ledger/header/'] as const)
    expect((await ask(route, { token: here.token })).status).toBe(401)
  expect((await ask('POST /api/auth/jwt/refresh/', { body: { refresh: here.refresh } })).status).toBe(401)
  const rowsOf = async (token: string) => (await ask(`GET ${path}`, { token })).body.results
  expect(await rowsOf(elsewhere)).toEqual([
    expect.objectContaining({ id: there.id, email: 'JUNKAI@keisatsu.example', state: 'valid' }),
  ])
  admin = (await signIn(bench.t, bench.world.aoyama.admin)).token
  const first = (await rowsOf(admin)).find(({ id }: { id: number }) => id === here.id)
  expect(first).toMatchObject({ email, state: 'expired', has_password: true })
  expect(new Date(first.last_sign_in_at)).toEqual(new Date(start))
  expect((await ask(`POST ${path}${here.id}/end/`, { token: admin })).body.state).toBe('expired')
  expect((await ledger(there.token)).status).toBe(200)
  const trail = await ask('GET /api/biz/activities/', { token: elsewhere, query: { group: 'ledger' } })
  expect(trail.body.results.map(({ who }: { who: { name: string } }) => who.name)).toEqual([
    '曽根崎警察署',
    '曽根崎警察署',
  ])
})

test.each(['new', 'expired'])(
  'of those who begin at once with one address (%s), one gets it',
  async (which) => {
    const email = `${which}@keisatsu.example`
    if (which === 'expired') {
      await openFor(email)
      bench.t.clock.set('2026-11-26T09:00:00+09:00')
      admin = (await signIn(bench.t, bench.world.aoyama.admin)).token
    }
    const elsewhere = (await signIn(bench.t, bench.world.umeda.admin)).token
    const second = (await signIn(bench.t, bench.world.aoyama.admin2)).token
    const made = await Promise.all([admin, elsewhere, second].map((token) => begin({ email }, token)))
    expect(made.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    expect(made.flatMap(({ status, body }) => (status === 400 ? [body.code] : []))).toEqual([
      'email_taken',
      'email_taken',
    ])
    const { rows } = await bench.t.pool.query(
      `select from inspection i join account a on a.id = i.account_id
     where a.email_folded = $1 and i.ended_at is null and i.valid_until > $2`,
      [email, bench.t.clock.now()],
    )
    expect(rows.length).toBe(1)
  },
)

test('it goes on when the colleague who began it has left, and any administrator ends it', async () => {
  const { company, shops } = bench.world.aoyama
  const leaving = await makeBusinessAccount(bench.t.db, company, {
    user: { role: 'admin', name: '青山 去人' },
  })
  const mine = (await signIn(bench.t, leaving)).token
  const { id, token } = await openFor('nokoru@keisatsu.example', { token: mine })
  const inList = async () =>
    (await ask(`GET ${path}`, { token: admin })).body.results.find((row: { id: number }) => row.id === id)
  expect(await inList()).toMatchObject({ begun_by: '青山 去人', is_beginner_in_charge: true })
  await bench.t.pool.query('update business_user set is_active = false where id = $1', [
    leaving.business_user_id,
  ])
  expect((await ledger(token)).status).toBe(200)
  expect(await inList()).toMatchObject({ state: 'valid', is_beginner_in_charge: false })
  const limited = await makeBusinessAccount(bench.t.db, company, {
    user: { role: 'admin' },
    shop_ids: [shops[0]],
  })
  const other = (await signIn(bench.t, limited)).token
  expect((await ask(`POST ${path}${id}/end/`, { token: other })).body.state).toBe('ended')
  expect((await ledger(token)).status).toBe(401)
})

test('only for some days, by an administrator who signed in just now', async () => {
  for (const days of [0, 31, 1.5]) expect((await begin({ days })).status).toBe(400)
  expect((await begin({ authority: ' ' })).status).toBe(400)
  const staff = (await signIn(bench.t, bench.world.aoyama.staff)).token
  expect((await begin({}, staff)).status).toBe(403)
  const { refresh } = await signIn(bench.t, bench.world.aoyama.admin)
  bench.t.clock.forward(11 * 60_000)
  const renewed = (await ask('POST /api/auth/jwt/refresh/', { body: { refresh } })).body.access
  expect((await begin({ email: 'osoi@keisatsu.example' }, renewed)).body.code).toBe(
    'reauthentication_required',
  )
})

test('nobody opens more of the ledger than they see themselves', async () => {
  const limited = await makeBusinessAccount(bench.t.db, company, {
    user: { role: 'admin' },
    shop_ids: [bench.world.aoyama.shops[0]],
  })
  const { token } = await signIn(bench.t, limited)
  expect((await begin({ email: 'kari@keisatsu.example' }, token)).status).toBe(403)
  const mail = { addresses: ['kari@keisatsu.example'], version: 0 }
  const changed = await ask('PUT /api/biz/antique-ledger/checkpoint-mail/', { token, body: mail })
  expect(changed.status).toBe(403)
})

test('paper is an export: who prints has just signed in, and an inspector is not asked again', async () => {
  const { refresh } = await openFor('insatsu@keisatsu.example')
  const staff = await signIn(bench.t, bench.world.aoyama.staff)
  const print = (token: string) => ask('GET /api/biz/antique-ledger/print/', { token })
  expect((await print(staff.token)).status).toBe(200)
  bench.t.clock.forward(11 * 60_000)
  const renewed = async (given: string) =>
    (await ask('POST /api/auth/jwt/refresh/', { body: { refresh: given } })).body.access
  const before = (await acts('ledger.print')).length
  const refused = await print(await renewed(staff.refresh))
  expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required'])
  expect((await acts('ledger.print')).length).toBe(before)
  expect((await print(await renewed(refresh))).body.length).toBe(2)
  expect((await acts('ledger.print')).length).toBe(before + 1)
})

test('every view and every printing is recorded, also a search that found nothing', async () => {
  const { token } = await openFor('kiroku@keisatsu.example')
  const before = (await acts('ledger.view')).length
  expect((await ledger(token, { q: '存在しない品' })).body.count).toBe(0)
  expect((await ledger(token, { q: '１' })).body.results.map(({ seq }: { seq: number }) => seq)).toContain(1)
  const printed = await ask('GET /api/biz/antique-ledger/print/', { token, query: { date_to: '2030-01-01' } })
  expect(printed.body.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2])
  expect((await acts('ledger.view')).slice(before)).toEqual([
    { rows: 0, filters: ['q'] },
    { rows: expect.any(Number), filters: ['q'] },
  ])
  expect((await acts('ledger.print')).at(-1)).toEqual({ rows: 2, filters: ['date_to'] })
  const trail = await ask('GET /api/biz/activities/', { token: admin, query: { group: 'ledger' } })
  expect(trail.body.results[0]).toMatchObject({
    label: '古物台帳を印刷した',
    who: { kind: 'own', name: '渋谷警察署 生活安全課' },
  })
})
