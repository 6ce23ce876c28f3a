import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBusinessAccount } from '#server/domains/account/account.factory'
import { appendReturn } from '#server/domains/antique-ledger/antique-ledger.service'
import { systemActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import { type LedgerBench, ledgerBench } from '../../../tests/support/ledger.ts'
import { signIn } from '../../../tests/support/world.ts'

let bench: LedgerBench
beforeAll(async () => {
  bench = await ledgerBench()
})
afterAll(() => bench.t.close())

describe('the list', () => {
  const list = (token: string, query: Record<string, string | number> = {}) =>
    bench.t.ask('GET /api/biz/antique-ledger/', { token, query })
  let admin: string
  let staff: string
  let foreign: string
  let house: string

  beforeAll(async () => {
    const [first, second] = bench.world.aoyama.shops
    bench.t.clock.set('2026-11-20T10:00:00+09:00')
    await bench.buy(bench.world.aoyama.company, first, 2)
    bench.t.clock.set('2026-11-24T10:00:00+09:00')
    await bench.buy(bench.world.aoyama.company, second, 1, {
      customer: { ...bench.seller(), name: '髙橋 ﾕｷ', name_kana: 'タカハシ ユキ' },
    })
    await bench.buy(bench.world.umeda.company, bench.world.umeda.shops[0], 1)
    admin = (await signIn(bench.t, bench.world.aoyama.admin)).token
    staff = (await signIn(bench.t, bench.world.aoyama.staff)).token
    foreign = (await signIn(bench.t, bench.world.umeda.staff)).token
    house = (await signIn(bench.t, bench.world.operator.operator)).token
  })

  test('is a file for admins, oldest first, under the law’s names, and each download is recorded', async () => {
    const path = 'GET /api/biz/antique-ledger/csv/'
    expect((await bench.t.ask(path, { token: staff })).status).toBe(403)
    const file = await bench.t.ask(path, { token: admin, query: { date_from: '2026-11-01' } })
    expect(file.status).toBe(200)
    expect(file.headers['content-type']).toContain('text/csv')
    const lines = String(file.body).trim().split('\r\n')
    expect(lines[0]).toContain(
      '番号,年月日,区別,品目の区分,品目,特徴,数量,代価,確認の措置の区分・方法,住所,氏名,職業,年齢,備考',
    )
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['1', '2', '3'])
    const recorded = await bench.t.db
      .selectFrom('activity')
      .select('detail')
      .where('action', '=', 'ledger.download')
      .execute()
    expect(recorded).toEqual([{ detail: { rows: 3, filters: ['date_from'] } }])
  })

  test('in Shift_JIS, characters it lacks are listed first, and replaced only on demand', async () => {
    const { company, shop } = await bench.newDealer()
    const { token } = await signIn(
      bench.t,
      await makeBusinessAccount(bench.t.db, company, { user: { role: 'admin' } }),
    )
    await bench.buy(company, shop, 1)
    const bag = await bench.makeItem(company, shop, { name: 'Hermès 鞄', brand_name: '髙島', color: '−' })
    const seller = { ...bench.seller(), name: '𠮷田 花子' }
    await bench.buy(company, shop, 0, { items: [bag], customer: seller })
    const path = 'GET /api/biz/antique-ledger/csv/'
    const check = async (query = {}) =>
      (await bench.t.ask('GET /api/biz/antique-ledger/csv/check/', { token, query })).body
    const place = { line: 3, seq: 2 }
    expect(await check()).toEqual({
      count: 3,
      until: 2,
      characters: [
        { character: 'è', substitute: 'e', count: 1 },
        { character: '−', substitute: '－', count: 1 },
        { character: '𠮷', substitute: '吉', count: 1 },
      ],
      places: [
        { ...place, column: '品目', character: 'è', substitute: 'e' },
        { ...place, column: '特徴', character: '−', substitute: '－' },
        { ...place, column: '氏名', character: '𠮷', substitute: '吉' },
      ],
    })
    expect((await check({ customer_name: '山田' })).count).toBe(0)
    const query = { encoding: 'shift_jis' }
    const refused = await bench.t.ask(path, { token, query })
    expect([refused.status, refused.body.code]).toEqual([400, 'not_in_shift_jis'])
    const downloads = () =>
      bench.t.db
        .selectFrom('activity')
        .select('detail')
        .where('action', '=', 'ledger.download')
        .where('object_id', '=', String(company))
        .execute()
    expect(await downloads()).toEqual([])
    const file = await bench.t.app.inject({
      url: '/api/biz/antique-ledger/csv/?encoding=shift_jis&substitute=true',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(file.headers['content-type']).toBe('text/csv; charset=Shift_JIS')
    const text = new TextDecoder('shift_jis', { fatal: true }).decode(file.rawPayload)
    expect(text.split('\r\n')[2]).toContain('Hermes 鞄,髙島、－')
    expect(text).toContain('吉田 花子')
    expect(await downloads()).toEqual([{ detail: { rows: 2, filters: [], encoding: 'shift_jis' } }])

    // As it was checked: a row written since is not in it, and none of those that were is changed.
    const { until } = await check({ date_to: '2026-11-24' })
    await bench.buy(company, shop, 0, { items: [await bench.makeItem(company, shop)], customer: seller })
    const checked = { ...query, until: String(until) }
    expect((await bench.t.ask(path, { token, query: checked })).body.code).toBe('not_in_shift_jis')
    const again = await bench.t.ask(path, { token, query: { ...checked, substitute: 'true' } })
    expect([again.status, (await downloads()).at(-1)]).toEqual([
      200,
      { detail: { rows: 2, filters: [], encoding: 'shift_jis' } },
    ])
  })

  test('is searched by number, person, name, brand and product number, however they are written', async () => {
    const { company, shop } = await bench.newDealer()
    const { token } = await signIn(bench.t, await makeBusinessAccount(bench.t.db, company))
    const seller = { ...bench.seller(), name: '桐生 伸子', name_kana: 'キリュウ ノブコ' }
    await bench.buy(company, shop, 1, { customer: seller })
    const watch = await bench.makeItem(company, shop, { name: '腕時計' })
    const slug = 'wxyzabcdefgh2345'
    await bench.t.pool.query(
      `update purchase_item set name = '腕時計', name_folded = '腕時計', serial_number = 'SN-77 881-A', slug = $2
       where id = $1`,
      [watch.id, slug],
    )
    await bench.buy(company, shop, 0, { items: [watch] })
    const found = async (query: Record<string, string>) =>
      (await list(token, query)).body.results.map(({ seq }: { seq: number }) => seq)
    expect(await found({ q: '２' })).toEqual([2])
    expect(await found({ q: 'きりゅう' })).toEqual([1])
    expect(await found({ q: '腕 時計' })).toEqual([2])
    expect(await found({ q: 'sn77881a' })).toEqual([2])
    expect(await found({ q: '桐生 腕時計' })).toEqual([])
    expect(await found({ q: '50%' })).toEqual([])
    const missing = async (query: Record<string, string>, by = token) =>
      (await bench.t.ask('GET /api/biz/antique-ledger/codes/', { token: by, query })).body.missing
    expect(await found({ q: slug })).toEqual([2])
    expect(await found({ q: `SN-77881A 1 999999` })).toEqual([2, 1])
    expect(await missing({ q: `SN-77881A 1 999999` })).toEqual(['999999'])
    expect(await missing({ q: `${slug} 1`, date_to: '2000-01-01' })).toEqual([slug, '1'])
    expect(await missing({ q: `${slug} 999999` }, foreign)).toEqual([slug, '999999'])
    expect(await missing({ q: '腕 時計' })).toEqual([])
    expect(await found({ q: '腕 時 計 腕 時計' })).toEqual([2])
    for (const end of ['', 'csv/', 'csv/check/', 'print/']) {
      const url = `GET /api/biz/antique-ledger/${end}` as const
      const refused = await bench.t.ask(url, { token: admin, query: { q: '腕 時 計 腕 時計 桐生' } })
      expect([refused.status, refused.body.q?.[0]]).toEqual([400, expect.stringContaining('5つまで')])
    }
    expect(await found({ slug })).toEqual([2])
    expect((await list(foreign, { slug })).body.count).toBe(0)
    expect((await list(foreign, { q: '桐生' })).body.count).toBe(0)
  })

  test('shows the own company newest first, and records who looked', async () => {
    const before = await bench.t.db
      .selectFrom('activity')
      .select('id')
      .where('action', '=', 'ledger.view')
      .execute()
    const response = await list(staff)
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ count: 3, next: null, previous: null })
    expect(response.body.results.map((row: { seq: number }) => row.seq)).toEqual([3, 2, 1])
    expect(response.body.results[0]).toMatchObject({
      id: 3,
      entry_kind: '買受け',
      occurred_on: '2026-11-24',
      shop_name: '渋谷店',
      person: { name: '髙橋 ﾕｷ', occupation: '会社員', age: 36 },
      item_status: 6,
      slug: expect.stringMatching(/^[a-z2-9]{16}$/),
    })
    const after = await bench.t.db
      .selectFrom('activity')
      .select(['actor_id', 'detail'])
      .where('action', '=', 'ledger.view')
      .orderBy('id')
      .execute()
    expect(after).toHaveLength(before.length + 1)
    expect(after.at(-1)).toEqual({
      actor_id: bench.world.aoyama.staff.account_id,
      detail: { rows: 3, filters: [] },
    })
  })

  test('is the own one only: other dealers, the house, customers and nobody', async () => {
    expect((await list(foreign)).body).toMatchObject({ count: 1 })
    expect((await list(foreign, { shop: bench.world.aoyama.shops[0] })).body).toMatchObject({
      count: 0,
      results: [],
    })
    expect((await list(foreign, { customer_name: '髙橋' })).body).toMatchObject({ count: 0 })
    expect((await list(house)).body).toMatchObject({ count: 0, results: [] })
    expect((await list((await signIn(bench.t, bench.world.hanako)).token)).status).toBe(403)
    expect((await bench.t.ask('GET /api/biz/antique-ledger/')).status).toBe(401)
  })

  test('filters by name, date, shop and status, and turns pages', async () => {
    const count = async (query: Record<string, string | number>) => (await list(admin, query)).body.count
    expect(await count({ customer_name: '山田' })).toBe(2)
    expect(await count({ customer_name: 'やまだ' })).toBe(2)
    expect(await count({ customer_name: '山田花子' })).toBe(2)
    expect(await count({ customer_name: 'ゆき' })).toBe(1)
    expect(await count({ customer_name: '子' })).toBe(2)
    expect(await count({ customer_name: '%' })).toBe(0)
    expect(await count({ customer_name: '' })).toBe(3)
    expect(await count({ date_from: '2026-11-21' })).toBe(1)
    expect(await count({ date_to: '2026-11-21' })).toBe(2)
    expect(await count({ date_from: '2026-11-20', date_to: '2026-11-24' })).toBe(3)
    expect(await count({ shop: bench.world.aoyama.shops[1] })).toBe(1)
    expect(await count({ status: 6 })).toBe(3)
    expect(await count({ status: 0 })).toBe(0)
    const second = await list(admin, { size: 2, page: 2 })
    expect(second.body).toMatchObject({ count: 3, next: null, results: [{ seq: 1 }] })
    expect((await list(admin, { page: 3, size: 2 })).status).toBe(404)
    expect((await list(admin, { status: 99 })).status).toBe(400)
    expect((await list(admin, { date_from: '2026-02-30' })).status).toBe(400)
  })

  test('staff limited to a shop see its rows and its office', async () => {
    const made = await makeBusinessAccount(bench.t.db, bench.world.aoyama.company, {
      shop_ids: [bench.world.aoyama.shops[1]],
    })
    const { token } = await signIn(bench.t, made)
    expect((await list(token)).body).toMatchObject({ count: 1, results: [{ seq: 3 }] })
    expect((await list(token, { shop: bench.world.aoyama.shops[0] })).body).toMatchObject({ count: 0 })
    const header = (query: Record<string, number> = {}) =>
      bench.t.ask('GET /api/biz/antique-ledger/header/', { token, query })
    expect((await header()).body).toMatchObject({ office_name: '渋谷店' })
    expect((await header({ shop: bench.world.aoyama.shops[0] })).status).toBe(404)
  })

  test('has a header with dealer, office and the columns of the law', async () => {
    const header = (token: string, query: Record<string, number> = {}) =>
      bench.t.ask('GET /api/biz/antique-ledger/header/', { token, query })
    const response = await header(staff, { shop: bench.world.aoyama.shops[0] })
    expect(response.body).toMatchObject({
      dealer_name: '株式会社青山リユース',
      license_number: '第301012345678号',
      public_safety_commission: '東京都公安委員会',
      office_name: '青山本店',
      office_address: '東京都港区南青山3-1-1',
    })
    const labels = response.body.columns.map((column: { label: string }) => column.label)
    for (const label of ['年月日', '区別', '品目', '特徴', '数量', '代価', '住所', '氏名', '職業', '年齢']) {
      expect(labels).toContain(label)
    }
    expect((await header(foreign, { shop: bench.world.aoyama.shops[0] })).status).toBe(404)
    expect((await header(house)).body).toMatchObject({ office_name: 'おくる運営株式会社' })
  })

  test('can be verified by its dealer', async () => {
    await bench.t.runJobs()
    const response = await bench.t.ask('POST /api/biz/antique-ledger/verify/', { token: staff, body: {} })
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      is_ok: true,
      count: 3,
      first_bad_seq: null,
      problem: '',
      warnings: [],
    })
    await bench.tamper(
      `update antique_ledger set price = 1 where company_id = ${bench.world.aoyama.company} and seq = 2`,
    )
    const found = await bench.t.ask('POST /api/biz/antique-ledger/verify/', { token: staff, body: {} })
    expect(found.body).toMatchObject({
      is_ok: false,
      first_bad_seq: 2,
      problem: '2番の行が書き換えられています。',
    })
    const other = await bench.t.ask('POST /api/biz/antique-ledger/verify/', { token: foreign, body: {} })
    expect(other.body).toMatchObject({ is_ok: true, count: 1 })
  })
})

describe('a correction', () => {
  const right = {
    ledger_class: '02',
    item_name: 'ウールコート',
    features: 'ISSEY MIYAKE、黒',
    person: { name: '山田 花子', address: '東京都港区北青山1-1-1', occupation: '会社員', age: 41 },
    reason: '色と住所の誤記',
  }
  const dealer = async () => {
    const { company, shop } = await bench.newDealer()
    await bench.buy(company, shop, 2)
    const token = async (role: 'admin' | 'staff') =>
      (await signIn(bench.t, await makeBusinessAccount(bench.t.db, company, { user: { role } }))).token
    const admin = await token('admin')
    const correct = (seq: number, body: object = {}, key?: string, by = admin) =>
      bench.t.ask(`POST /api/biz/antique-ledger/${seq}/correct/`, {
        token: by,
        key,
        body: { ...right, ...body },
      })
    const rows = async () =>
      (await bench.t.ask('GET /api/biz/antique-ledger/', { token: admin })).body.results as Record<
        string,
        unknown
      >[]
    return { company, token, correct, rows }
  }

  test('is a further row that repeats the deal, keeps the wrong one, and the chain verifies', async () => {
    const { company, correct, rows, token } = await dealer()
    const before = (await rows()).find(({ seq }) => seq === 1)
    expect((await correct(1, {}, undefined, await token('staff'))).status).toBe(403)
    const added = await correct(1, {}, 'once')
    expect([added.status, added.body]).toMatchObject([
      201,
      {
        seq: 3,
        entry_kind: '訂正',
        corrects_seq: 1,
        item_name: 'ウールコート',
        features: 'ISSEY MIYAKE、黒',
        price: before?.price,
        occurred_on: before?.occurred_on,
        measure: before?.measure,
        person: right.person,
        invoice_note: expect.stringMatching(/1番の訂正: 色と住所の誤記$/),
      },
    ])
    expect((await correct(1, {}, 'once')).body).toEqual(added.body)
    const after = await rows()
    expect(after).toHaveLength(3)
    expect(after.find(({ seq }) => seq === 1)).toEqual({ ...before, corrected_by: 3 })
    expect(await bench.verify(company)).toMatchObject({ is_ok: true, count: 3 })
  })

  test('of a 返還 is written the same way', async () => {
    const { company, correct } = await dealer()
    const { rows } = await bench.t.pool.query(
      'select item_id from antique_ledger where company_id = $1 and seq = 2',
      [company],
    )
    const returned = { company_id: company, item_ids: [Number(rows[0].item_id)] }
    const actor = systemActor(bench.t.clock.now())
    await inTransaction(bench.t.db, (tx) => appendReturn(tx, actor, returned, bench.t.tools))
    const added = await correct(3, { reason: '返した品の色の誤記' })
    expect(added.body).toMatchObject({
      seq: 4,
      entry_kind: '訂正',
      corrects_seq: 3,
      invoice_note: expect.stringMatching(/3番の訂正: 返した品の色の誤記$/),
    })
    expect((await correct(3)).body.code).toBe('illegal_transition')
    // The chain holds; only the goods were not sent back in this test.
    expect(await bench.verify(company)).toMatchObject({
      count: 4,
      problem: expect.stringMatching(/^返還と書かれた1行/),
    })
  })

  test('is made once of a row, also by two people at the same moment, and then of the correction', async () => {
    const { company, correct } = await dealer()
    const both = await Promise.all([correct(2), correct(2, { features: 'ISSEY MIYAKE、茶' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect(both.find(({ status }) => status === 400)?.body.code).toBe('illegal_transition')
    const again = await correct(3, { features: 'ISSEY MIYAKE、濃紺', reason: '色' })
    expect(again.body).toMatchObject({ seq: 4, corrects_seq: 3 })
    expect(await bench.verify(company)).toMatchObject({ is_ok: true, count: 4 })
  })

  test('changes something, names the person, and is of the own ledger', async () => {
    const { correct, rows } = await dealer()
    const row = (await rows()).find(({ seq }) => seq === 1) as Record<string, never>
    const { ledger_class, item_name, features, person } = row
    expect((await correct(1, { ledger_class, item_name, features, person })).body.code).toBe('guard_failed')
    expect((await correct(1, { person: null })).body.person).toBeTruthy()
    expect((await correct(1, { reason: ' ' })).body.reason).toBeTruthy()
    expect((await correct(9)).status).toBe(404)
    expect((await correct(Number.MAX_SAFE_INTEGER)).status).toBe(404)
    expect(await rows()).toHaveLength(2)
  })
})
