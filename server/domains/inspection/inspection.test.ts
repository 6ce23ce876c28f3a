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

async function openFor(email: string, days = 2) {
  const made = await begin({ email, days })
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
  expect((await begin({ email }, elsewhere)).body.code).toBe('email_taken')
  expect((await ask(`POST ${path}${next.body.id}/end/`, { token: elsewhere })).status).toBe(404)
  expect((await ask(`GET ${path}`, { token: elsewhere })).body.count).toBe(0)
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
  expect(await acts('ledger.print')).toEqual([{ rows: 2, filters: ['date_to'] }])
  const trail = await ask('GET /api/biz/activities/', { token: admin, query: { group: 'ledger' } })
  expect(trail.body.results[0]).toMatchObject({
    label: '古物台帳を印刷した',
    who: { kind: 'own', name: '渋谷警察署 生活安全課' },
  })
})
