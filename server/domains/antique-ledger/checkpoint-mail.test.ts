import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBusinessAccount } from '#server/domains/account/account.factory'
import { allTasks } from '#server/jobs'
import { type LedgerBench, ledgerBench } from '../../../tests/support/ledger.ts'
import { signIn } from '../../../tests/support/world.ts'

const path = '/api/biz/antique-ledger/checkpoint-mail/'
let bench: LedgerBench
beforeAll(async () => {
  bench = await ledgerBench()
})
afterAll(() => bench.t.close())

let company: number
let shop: number
let admin: { account_id: number; email: string }
let token: string
beforeEach(async () => {
  bench.t.clock.set('2026-11-24T05:00:00+09:00')
  ;({ company, shop } = await bench.newDealer())
  admin = await makeBusinessAccount(bench.t.db, company, { user: { role: 'admin' } })
  token = (await signIn(bench.t, admin)).token
  await bench.t.runJobs()
  bench.t.outbox.length = 0
})

const mail = async () => {
  await allTasks(bench.t.db, bench.t.tools)['antique-ledger.mail']({})
  await bench.t.runJobs()
}
const received = (to: string) => bench.t.outbox.filter((sent) => sent.to === to)
const newestHash = async () => {
  const { rows } = await bench.t.pool.query<{ hash: string }>(
    "select encode(hash, 'hex') as hash from antique_ledger where company_id = $1 order by seq desc limit 1",
    [company],
  )
  return rows[0]?.hash ?? ''
}
const set = (addresses: unknown, version: number, as = token) =>
  bench.t.ask(`PUT ${path}`, { token: as, body: { addresses, version } })

describe('the end of the ledger', () => {
  test('is mailed to the administrators once a day, with count, hash and time and nobody’s name', async () => {
    await mail()
    expect(received(admin.email)).toEqual([])
    const seller = bench.seller()
    await bench.buy(company, shop, 2)
    await mail()
    await mail()
    const [sent, ...more] = received(admin.email)
    expect(more).toEqual([])
    expect(sent?.subject).toBe('【おくる】古物台帳の控え 2026年11月24日(火)')
    for (const part of [
      '2件',
      await newestHash(),
      '2026年11月24日(火) 05:00',
      'はじめての控え',
      '改ざんがないか確かめる',
    ])
      expect(sent?.text).toContain(part)
    for (const secret of [seller.name, seller.address, 'コート']) expect(sent?.text).not.toContain(secret)
    await bench.buy(company, shop, 1)
    bench.t.clock.set('2026-11-24T23:00:00+09:00')
    await mail()
    expect(received(admin.email)).toHaveLength(1)
    // No process ran at five the next morning.
    bench.t.clock.set('2026-11-25T09:00:00+09:00')
    await mail()
    expect(received(admin.email)).toHaveLength(2)
    expect(received(admin.email)[1]?.text).toContain('2026年11月24日(火)の控え(2番まで)と合っています')
  })

  test('is mailed once by several processes at once, and again when the transaction of the first failed', async () => {
    await bench.buy(company, shop, 1)
    const tasks = allTasks(bench.t.db, bench.t.tools)
    await Promise.all(Array.from({ length: 6 }, () => tasks['antique-ledger.mail']({})))
    await bench.t.runJobs()
    expect(received(admin.email)).toHaveLength(1)
    bench.t.clock.set('2026-11-25T05:00:00+09:00')
    await bench.t.pool.query('alter table mail add constraint broken check (id < 0) not valid')
    await expect(tasks['antique-ledger.mail']({})).rejects.toThrow('failed')
    await bench.t.pool.query('alter table mail drop constraint broken')
    await mail()
    expect(received(admin.email)).toHaveLength(2)
  })

  test('that no longer agrees with the mail before is said first', async () => {
    await bench.buy(company, shop, 2)
    await mail()
    await bench.tamper(`delete from antique_ledger where company_id = ${company}`)
    bench.t.clock.set('2026-11-25T05:00:00+09:00')
    await mail()
    const [, second] = received(admin.email)
    expect(second?.subject).toContain('【要確認】')
    expect(second?.text).toContain('2番まで)と合いません')
    expect(second?.text).toContain('記載の数: 0件')
    // And every day from then on, though the day before agrees.
    bench.t.clock.set('2026-11-26T05:00:00+09:00')
    await mail()
    expect(received(admin.email)[2]?.subject).toContain('【要確認】')
    expect(received(admin.email)[2]?.text).toContain('2026年11月24日(火)の控え(2番まで)と合いません')
  })
})

describe('its receivers', () => {
  test('administrators are told when others get it instead of them', async () => {
    expect((await set(['kansa@kaikei.example'], 0)).status).toBe(200)
    await bench.t.runJobs()
    expect(received(admin.email).map(({ subject }) => subject)).toEqual([
      '【おくる】古物台帳の控えの送り先から外れました',
    ])
  })

  test('are set by administrators; who is added or removed is told', async () => {
    const first = await set(
      [' Zeirishi@kaikei.example ', 'zeirishi@KAIKEI.example', 'kansa@kaikei.example'],
      0,
    )
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      addresses: ['zeirishi@KAIKEI.example', 'kansa@kaikei.example'],
      administrators: [admin.email],
      mailed_on: null,
      version: 1,
    })
    await bench.t.runJobs()
    expect(received('kansa@kaikei.example')[0]?.subject).toContain('このアドレスへお送りします')
    const stale = await set(['other@kaikei.example'], 0)
    expect([stale.status, stale.body.code]).toEqual([400, 'stale_version'])
    expect((await set(['zeirishi@kaikei.example'], 1)).status).toBe(200)
    await bench.buy(company, shop, 1)
    bench.t.outbox.length = 0
    await mail()
    expect(received('kansa@kaikei.example').map(({ subject }) => subject)).toEqual([
      '【おくる】古物台帳の控えの送り先から外れました',
    ])
    expect(received('zeirishi@kaikei.example')).toHaveLength(1)
    expect(received(admin.email)).toEqual([])
    const read = await bench.t.ask(`GET ${path}`, { token })
    expect(read.body).toMatchObject({ mailed_on: '2026-11-24', mailed_seq: 1, version: 2 })
    const { rows } = await bench.t.pool.query(
      "select detail from activity where action = 'ledger.change_mail' and object_id = $1 order by id",
      [String(company)],
    )
    expect(JSON.stringify(rows)).not.toContain('@')
  })

  test('are addresses, ten at most, and nobody else’s to see', async () => {
    const wrong = await set(['kansa@kaikei.example', 'not an address'], 0)
    expect(wrong.status).toBe(400)
    expect(JSON.stringify(wrong.body)).toContain('メールアドレス')
    const many = await set(
      Array.from({ length: 11 }, (_, n) => `a${n}@kaikei.example`),
      0,
    )
    expect(many.status).toBe(400)
    const colleague = await makeBusinessAccount(bench.t.db, company, { user: { role: 'staff' } })
    const { token: staff } = await signIn(bench.t, colleague)
    expect((await set([], 0, staff)).status).toBe(403)
    expect((await bench.t.ask(`GET ${path}`, { token: staff })).status).toBe(403)
    const { token: foreign } = await signIn(bench.t, bench.world.umeda.admin)
    expect((await bench.t.ask(`GET ${path}`, { token: foreign })).body.administrators).toEqual([
      bench.world.umeda.admin.email,
    ])
    const { refresh } = await signIn(bench.t, admin)
    bench.t.clock.forward(11 * 60_000)
    const renewed = await bench.t.ask('POST /api/auth/jwt/refresh/', { body: { refresh } })
    const late = await set(['kansa@kaikei.example'], 0, renewed.body.access)
    expect(late.body.code).toBe('reauthentication_required')
  })
})
