import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { from } from 'pg-copy-streams'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBusinessAccount } from '#server/domains/account/account.factory'
import { makeCompany, makeShop } from '#server/domains/company/company.factory'
import { systemActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import { createFieldCipher } from '#server/platform/field-cipher'
import type { Keys } from '#server/platform/keys'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { checkpointFolder, readCheckpoints, writeCheckpoint } from './antique-ledger.checkpoint.ts'
import {
  chainRows,
  copyLedger,
  copyPersons,
  finishCopiedLedger,
  ledgerLine,
  personLine,
} from './antique-ledger.factory.ts'
import { sealedInstant } from './antique-ledger.rules.ts'
import {
  appendCorrection,
  appendPurchases,
  appendReturn,
  appendSale,
  erasePerson,
  type LedgerItem,
  type Purchase,
  sealPerson,
} from './antique-ledger.service.ts'
import { verifyAll, verifyCompany } from './antique-ledger.verify.ts'

let t: TestApp
let world: World
let items = 0

beforeAll(async () => {
  t = await testApp({ max: 22 })
  world = await makeWorld(t)
})
afterAll(() => t.close())

const actor = () => systemActor(t.clock.now())
const folder = () => checkpointFolder(t.tools.config.dataDir)
const file = (company: number) => path.join(folder(), `${company}.log`)
const verify = (company: number, keys: Keys = t.tools.keys) =>
  verifyCompany(t.db, company, { ...t.tools, keys }, { at: t.clock.now() })

/** An article as the contract leaves it, under a request of its own. */
async function makeItem(
  company: number,
  shop: number,
  overrides: Partial<LedgerItem> = {},
): Promise<LedgerItem> {
  items += 1
  const number = items
  const at = t.clock.now().toISOString()
  const request = await t.db
    .insertInto('purchase_request')
    .values({
      box_code: `LEDGER${number}`,
      customer_id: world.hanako.id,
      company_id: company,
      shop_id: shop,
      delivering_option: 'SELF_ONLY',
      box_count: 1,
      approval_mode: 'review_each',
      unpriced_policy: 'return',
      terms_version: world.terms,
      terms_agreed_at: at,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const item = await t.db
    .insertInto('purchase_item')
    .values({
      slug: `ledger-item-${number}`,
      request_id: request.id,
      company_id: company,
      shop_id: shop,
      seq: 1,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    id: item.id,
    name: 'テーラードジャケット',
    ledger_class: '02',
    price: 12_000,
    brand_name: 'ISSEY MIYAKE',
    color: '紺',
    ...overrides,
  }
}

const hanako = () => ({
  id: world.hanako.id,
  name: '山田 花子',
  name_kana: 'ヤマダ ハナコ',
  address: '東京都渋谷区神宮前1-2-3メゾン表参道 405',
  occupation: '会社員',
  age: 36,
})
const licence = {
  clause: 'clause_8',
  identification_kind: 1,
  document_name: '運転免許証',
  document_issuer: '東京都公安委員会',
  document_number: '301234567890',
}

async function buy(
  company: number,
  shop: number,
  count: number,
  overrides: Partial<Purchase> = {},
  keys: Keys = t.tools.keys,
) {
  const bought: LedgerItem[] = []
  for (let n = 0; n < count; n++) bought.push(await makeItem(company, shop))
  const purchase = {
    company_id: company,
    shop_id: shop,
    request: { is_invoice_issuer: false },
    customer: hanako(),
    identification: licence,
    items: bought,
    ...overrides,
  }
  return inTransaction(t.db, (tx) => appendPurchases(tx, actor(), purchase, { keys }))
}

/** A dealer with a shop of its own, so that each tampering has a ledger to itself. */
async function newDealer(): Promise<{ company: number; shop: number }> {
  items += 1
  const company = await makeCompany(t.db, { name: `試験商会${items}` })
  return { company, shop: await makeShop(t.db, company, { name: `試験店${items}` }) }
}

/** What somebody with the database's own password could do. */
async function tamper(...statements: string[]): Promise<void> {
  const client = await t.pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    for (const statement of statements) expect((await client.query(statement)).rowCount).toBeGreaterThan(0)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

describe('appending', () => {
  test('writes what the law asks for, one row an article and one person a contract', async () => {
    const { company, shop } = await newDealer()
    const rows = await buy(company, shop, 3)
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3])
    const stored = await t.db
      .selectFrom('antique_ledger')
      .selectAll()
      .where('company_id', '=', company)
      .orderBy('seq')
      .execute()
    expect(stored[0]).toMatchObject({
      entry_kind: '買受け',
      occurred_on: '2026-11-24',
      ledger_class: '02',
      item_name: 'テーラードジャケット',
      features: 'ISSEY MIYAKE、紺',
      quantity: 1,
      price: 12_000,
      measure: '法15条1項4号・規則15条3項8号（運転免許証）',
      invoice_note: '古物商特例',
      corrects_seq: null,
    })
    expect(new Set(stored.map((row) => row.person_id)).size).toBe(1)
    const person = await t.db
      .selectFrom('antique_ledger_person')
      .selectAll()
      .where('id', '=', stored[0]?.person_id ?? 0)
      .executeTakeFirstOrThrow()
    expect(person).toMatchObject({ name: '山田 花子', occupation: '会社員', age: 36 })
    expect(person.document_enc?.includes(Buffer.from('301234567890'))).toBe(false)
    expect(
      t.tools.keys.field.decrypt(
        person.document_enc ?? Buffer.alloc(0),
        'antique_ledger_person.document_enc',
      ),
    ).toBe('運転免許証 東京都公安委員会 第301234567890号')
    expect(await verify(company)).toMatchObject({
      is_ok: true,
      count: 3,
      head: rows[2]?.hash,
      first_bad_seq: null,
      problem: '',
      warnings: [],
    })
  })

  test('by twenty writers at once makes one chain without gaps', async () => {
    const { company, shop } = await newDealer()
    const contracts = await Promise.all(
      Array.from({ length: 20 }, async () => [await makeItem(company, shop), await makeItem(company, shop)]),
    )
    await Promise.all(contracts.map((bought) => buy(company, shop, 0, { items: bought })))
    const result = await verify(company)
    expect(result).toMatchObject({ is_ok: true, count: 40 })
    const { rows } = await sql<{ seq: number; person_id: number }>`select seq, person_id from antique_ledger
      where company_id = ${company} order by seq`.execute(t.db)
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
    // A contract's rows stand together.
    for (let n = 0; n < 40; n += 2) expect(rows[n]?.person_id).toBe(rows[n + 1]?.person_id)
  })

  test('leaves nothing when the contract fails, and refuses to buy an article twice', async () => {
    const { company, shop } = await newDealer()
    const item = await makeItem(company, shop)
    await buy(company, shop, 0, { items: [item] })
    await expect(buy(company, shop, 0, { items: [item] })).rejects.toThrow(/antique_ledger_bought_once/)
    expect(await verify(company)).toMatchObject({ is_ok: true, count: 1 })
    expect(await buy(company, shop, 0, { items: [] })).toEqual([])
  })

  test('a rescinded article goes back once, with what it was bought for', async () => {
    const { company, shop } = await newDealer()
    await buy(company, shop, 2)
    const { rows } = await sql<{ item_id: number }>`select item_id from antique_ledger
      where company_id = ${company} order by seq`.execute(t.db)
    const item_ids = [rows[1]?.item_id ?? 0]
    const back = () =>
      inTransaction(t.db, (tx) => appendReturn(tx, actor(), { company_id: company, item_ids }, t.tools))
    const [row] = await back()
    expect(row).toMatchObject({ entry_kind: '返還', seq: 3, price: 12_000, features: 'ISSEY MIYAKE、紺' })
    await expect(back()).rejects.toThrow(/antique_ledger_returned_once/)
    const foreign = { company_id: world.umeda.company, item_ids }
    await expect(
      inTransaction(t.db, (tx) => appendReturn(tx, actor(), foreign, t.tools)),
    ).rejects.toMatchObject({
      status: 404,
    })
    expect(await verify(company)).toMatchObject({ is_ok: true, count: 3 })
  })

  test('a correction is a row that names the wrong one, and returns then say what is right', async () => {
    const { company, shop } = await newDealer()
    await buy(company, shop, 1)
    const corrected = await inTransaction(t.db, (tx) =>
      appendCorrection(
        tx,
        actor(),
        { company_id: company, seq: 1, changes: { features: '黒、Mサイズ' } },
        t.tools,
      ),
    )
    expect(corrected).toMatchObject({
      seq: 2,
      entry_kind: '訂正',
      corrects_seq: 1,
      features: '黒、Mサイズ',
      price: 12_000,
    })
    const moved = await inTransaction(t.db, (tx) =>
      appendCorrection(
        tx,
        actor(),
        {
          company_id: company,
          seq: 1,
          changes: {},
          person: { person: { ...hanako(), address: '大阪府大阪市北区梅田1-1-1' }, identification: licence },
        },
        t.tools,
      ),
    )
    expect(moved.person_commitment).not.toBe(corrected.person_commitment)
    await expect(
      inTransaction(t.db, (tx) =>
        appendCorrection(tx, actor(), { company_id: company, seq: 99, changes: {} }, t.tools),
      ),
    ).rejects.toMatchObject({ status: 404 })
    expect(await verify(company)).toMatchObject({ is_ok: true, count: 3 })
  })

  test('sales leave rows for the classes that ask for it, and a buyer where one is asked for', async () => {
    const { company, shop } = await newDealer()
    const sell = async (ledger_class: string, sold_price: number) => {
      const item = { ...(await makeItem(company, shop, { ledger_class })), sold_price }
      const sale = { company_id: company, shop_id: shop, items: [item], buyer: { ...hanako(), id: null } }
      return inTransaction(t.db, (tx) =>
        appendSale(tx, actor(), { ...sale, identification: { ...licence, clause: 'face_to_face' } }, t.tools),
      )
    }
    expect(await sell('02', 90_000)).toEqual([])
    expect(await sell('03', 9_999)).toEqual([])
    expect(await sell('03', 10_000)).toMatchObject([{ seq: 1, entry_kind: '売却', price: 10_000 }])
    expect(await sell('04', 10_000)).toMatchObject([{ seq: 2, person_commitment: '' }])
    expect(await sell('05', 1)).toMatchObject([{ seq: 3 }])
    expect(await verify(company)).toMatchObject({ is_ok: true, count: 3, warnings: [] })
  })
})

describe('the database', () => {
  test('refuses to change, delete or empty the ledger and its persons', async () => {
    const { company, shop } = await newDealer()
    await buy(company, shop, 2)
    const refused = [
      `update antique_ledger set price = price + 1 where company_id = ${company}`,
      `update antique_ledger set person_id = null where company_id = ${company}`,
      `delete from antique_ledger where company_id = ${company} and seq = 2`,
      'truncate antique_ledger',
      `update antique_ledger_person set name = '別人' where company_id = ${company}`,
      'truncate antique_ledger_person cascade',
    ]
    for (const statement of refused)
      await expect(t.pool.query(statement)).rejects.toMatchObject({ code: '23001' })
    expect(await verify(company)).toMatchObject({ is_ok: true, count: 2 })
  })
})

describe('verification finds', () => {
  let company: number
  let shop: number
  beforeEach(async () => {
    const dealer = await newDealer()
    company = dealer.company
    shop = dealer.shop
    await buy(company, shop, 3)
    await buy(company, shop, 3)
    await t.runJobs()
  })
  const bad = async (first_bad_seq: number | null, problem: RegExp) =>
    expect(await verify(company)).toMatchObject({
      is_ok: false,
      first_bad_seq,
      problem: expect.stringMatching(problem),
    })
  const at = (seq: number) => `where company_id = ${company} and seq = ${seq}`

  test.each([
    ['shop_id', 'shop_id + 1'],
    ['entry_kind', "'返還'"],
    ['occurred_on', 'occurred_on + 1'],
    ['item_id', 'null'],
    ['ledger_class', "'03'"],
    ['item_name', "item_name || ' '"],
    ['features', "normalize(features || 'が', NFD)"],
    ['quantity', '2'],
    ['price', 'price - 1'],
    ['measure', "measure || '。'"],
    ['person_commitment', 'set_byte(person_commitment, 31, get_byte(person_commitment, 31) # 1)'],
    ['corrects_seq', '1'],
    ['invoice_note', "''"],
    ['key_id', "'other'"],
    ['prev_hash', 'set_byte(prev_hash, 0, get_byte(prev_hash, 0) # 1)'],
    ['hash', 'set_byte(hash, 0, get_byte(hash, 0) # 1)'],
    ['created_at', "created_at + interval '1 microsecond'"],
  ])('a changed %s', async (column, value) => {
    await tamper(`update antique_ledger set ${column} = ${value} ${at(4)}`)
    await bad(4, /^4番/)
  })

  test('a deleted row in the middle', async () => {
    await tamper(`delete from antique_ledger ${at(3)}`)
    await bad(3, /^3番の行がありません/)
  })

  test('a deleted row whose gap was closed', async () => {
    await tamper(
      `delete from antique_ledger ${at(3)}`,
      `update antique_ledger set seq = seq + 1000 where company_id = ${company} and seq > 3`,
      `update antique_ledger set seq = seq - 1001 where company_id = ${company} and seq > 1000`,
      `update antique_ledger_head set seq = 5 where company_id = ${company}`,
    )
    await bad(3, /つながりません/)
  })

  test('several rows missing at the beginning', async () => {
    await tamper(`delete from antique_ledger where company_id = ${company} and seq <= 2`)
    await bad(1, /^1番から2番まで/)
  })

  test('a tail cut off, also when the head was set back', async () => {
    await tamper(`delete from antique_ledger where company_id = ${company} and seq >= 5`)
    await bad(5, /末尾が切り取られています。5番から6番まで\(2行\)/)
    await tamper(
      `update antique_ledger_head h set seq = 4, hash = l.hash from antique_ledger l
       where h.company_id = ${company} and l.company_id = h.company_id and l.seq = 4`,
    )
    await bad(5, /末尾が切り取られています/)
  })

  test('a ledger that was emptied', async () => {
    await tamper(
      `delete from antique_ledger where company_id = ${company}`,
      `delete from antique_ledger_head where company_id = ${company}`,
    )
    await bad(1, /末尾が切り取られています。1番から6番まで/)
  })

  test('a tail cut off and written over since; the file keeps its witness', async () => {
    await tamper(
      `delete from antique_ledger where company_id = ${company} and seq >= 5`,
      `update antique_ledger_head h set seq = 4, hash = l.hash from antique_ledger l
       where h.company_id = ${company} and l.company_id = h.company_id and l.seq = 4`,
    )
    await buy(company, shop, 5)
    await bad(6, /控えファイルの記録と違います/)
    const before = await readFile(file(company), 'utf8')
    await t.runJobs()
    expect(await readFile(file(company), 'utf8')).toBe(before)
    expect(t.logText()).toContain('ledger and checkpoint differ')
  })

  test('two rows that changed places', async () => {
    await tamper(
      `update antique_ledger set seq = 1000 ${at(2)}`,
      `update antique_ledger set seq = 2 ${at(3)}`,
      `update antique_ledger set seq = 3 ${at(1000)}`,
    )
    await bad(2, /入れ替え/)
  })

  test('a row that was taken out and put back changed', async () => {
    await tamper(
      `create temp table taken on commit drop as select * from antique_ledger ${at(2)}`,
      `delete from antique_ledger ${at(2)}`,
      'update taken set price = 100',
      'insert into antique_ledger select * from taken',
    )
    await bad(2, /^2番の行が書き換えられています/)
  })

  test('a row put between or behind the others', async () => {
    await tamper(
      `insert into antique_ledger select (r).* from (select jsonb_populate_record(l, '{"seq": 7, "item_id": null}') as r
       from antique_ledger l ${at(6)}) x`,
    )
    await bad(7, /^7番の行が、前の行とつながりません/)
  })

  test.each([
    ['name', "'別人'"],
    ['search_text', "'別人'"],
    ['address', "address || '1'"],
    ['occupation', "'公務員'"],
    ['age', 'age + 1'],
    ['customer_id', 'null'],
    ['salt', 'set_byte(salt, 0, get_byte(salt, 0) # 1)'],
    ['document_enc', 'null'],
  ])("a person's changed %s", async (column, value) => {
    const { rows } = await sql<{ id: number }>`select person_id as id from antique_ledger
      where company_id = ${company} and seq = 4`.execute(t.db)
    await tamper(`update antique_ledger_person set ${column} = ${value} where id = ${rows[0]?.id}`)
    await bad(4, /^4番の相手方の記録が書き換えられています/)
  })

  test('a document that does not open, and a person put in place of another', async () => {
    await tamper(
      `update antique_ledger_person set document_enc = set_byte(document_enc, length(document_enc) - 1, get_byte(document_enc, length(document_enc) - 1) # 1)
       where id = (select person_id from antique_ledger ${at(4)})`,
    )
    await bad(4, /確認書類の記録が開けません/)
    await tamper(
      `update antique_ledger set person_id = (select person_id from antique_ledger ${at(4)}) ${at(1)}`,
    )
    await bad(1, /^1番の相手方/)
  })

  test('a head that was changed, set back or removed', async () => {
    const head = `where company_id = ${company}`
    await tamper(`update antique_ledger_head set hash = set_byte(hash, 0, get_byte(hash, 0) # 1) ${head}`)
    await bad(6, /末尾の番号の記録が書き換えられています/)
    await tamper(`update antique_ledger_head set seq = 5 ${head}`)
    await bad(6, /より後に行があります/)
    await tamper(`update antique_ledger_head set seq = 8 ${head}`)
    await bad(7, /末尾が切り取られています/)
    await tamper(`delete from antique_ledger_head ${head}`)
    await bad(6, /末尾の番号の記録が消されています/)
  })

  test('a line of the file that somebody else wrote', async () => {
    const line = JSON.parse((await readFile(file(company), 'utf8')).trim().split('\n').at(-1) ?? '')
    await writeFile(file(company), `${JSON.stringify({ ...line, count: 4 })}\n`)
    await bad(null, /控えファイルの1行目が書き換えられています/)
  })

  test('which ledger of all it is', async () => {
    await tamper(`delete from antique_ledger ${at(3)}`)
    const all = await verifyAll(t.db, t.tools, { at: t.clock.now() })
    expect(all.filter((one) => one.company_id === company)).toMatchObject([
      { is_ok: false, first_bad_seq: 3 },
    ])
    expect(all.some((one) => one.company_id !== company && one.is_ok)).toBe(true)
    const logged = t.logText().length
    await t.pool.query(`select graphile_worker.add_job('antique-ledger.verify')`)
    await t.runJobs()
    expect(t.logText().slice(logged)).toContain('ledger does not verify')
  })
})

describe('the checkpoint file', () => {
  test('a torn last line is passed over, and the next line is whole', async () => {
    const { company, shop } = await newDealer()
    await buy(company, shop, 2)
    expect(await writeCheckpoint(t.db, company, t.tools)).toBe('written')
    expect(await writeCheckpoint(t.db, company, t.tools)).toBe('unchanged')
    await appendFile(file(company), '{"company":1,"count":9')
    expect(await verify(company)).toMatchObject({ is_ok: true, warnings: [] })
    await buy(company, shop, 1)
    await t.runJobs()
    const { points, problem } = await readCheckpoints(folder(), company, t.tools.keys.chainKeys)
    expect(points.map(({ count }) => count)).toEqual([2, 3])
    expect(problem).toBe('')
    expect(await verify(company)).toMatchObject({ is_ok: true, count: 3, warnings: [] })
  })

  test('many appends make one job, many jobs at once one orderly file', async () => {
    const { company, shop } = await newDealer()
    await buy(company, shop, 1)
    await buy(company, shop, 1)
    const jobs = await t.runJobs()
    expect(jobs.filter((name) => name === 'antique-ledger.checkpoint')).toHaveLength(1)
    await Promise.all([1, 2, 3].map(() => writeCheckpoint(t.db, company, t.tools)))
    expect((await readFile(file(company), 'utf8')).trim().split('\n')).toHaveLength(1)
  })

  test('is cut to its newest lines when it grows', async () => {
    const { company, shop } = await newDealer()
    await buy(company, shop, 1)
    await writeCheckpoint(t.db, company, t.tools)
    const line = await readFile(file(company), 'utf8')
    await writeFile(file(company), line.repeat(3000))
    await buy(company, shop, 1)
    await writeCheckpoint(t.db, company, t.tools)
    const { points } = await readCheckpoints(folder(), company, t.tools.keys.chainKeys)
    expect(points).toHaveLength(501)
    expect(points.at(-1)?.count).toBe(2)
  })

  test('missing for more than an hour is said, and is no proof of anything wrong', async () => {
    const { company, shop } = await newDealer()
    await buy(company, shop, 2)
    await t.runJobs()
    await rm(file(company))
    expect(await verify(company)).toMatchObject({ is_ok: true, warnings: [] })
    const at = new Date(t.clock.now().getTime() + 61 * 60_000)
    const later = await verifyCompany(t.db, company, t.tools, { at })
    expect(later).toMatchObject({ is_ok: true, warnings: [expect.stringContaining('末尾の2行')] })
  })
})

describe('keys', () => {
  test('rows under an earlier and a later key are one chain; a missing key is explained', async () => {
    const { company, shop } = await newDealer()
    const next = { id: 'next-2027', key: Buffer.alloc(32, 7) }
    const both: Keys = {
      ...t.tools.keys,
      chain: next,
      chainKeys: new Map([...t.tools.keys.chainKeys, [next.id, next.key]]),
    }
    await buy(company, shop, 2)
    await buy(company, shop, 2, {}, both)
    expect(await verify(company, both)).toMatchObject({ is_ok: true, count: 4 })
    expect(await verify(company)).toMatchObject({
      is_ok: false,
      first_bad_seq: 3,
      problem: expect.stringMatching(/鍵「next-2027」.*OKURU_CHAIN_KEY/),
    })
    const swapped = new Map([...both.chainKeys].map(([id]) => [id, Buffer.alloc(32, 9)]))
    expect(await verify(company, { ...both, chainKeys: swapped })).toMatchObject({
      is_ok: false,
      first_bad_seq: 1,
    })
  })

  test('a document may be sealed anew under a newer key', async () => {
    const { company, shop } = await newDealer()
    await buy(company, shop, 1)
    const newer = createFieldCipher([{ id: 'newer', key: Buffer.alloc(32, 3) }])
    const sealed = newer.encrypt(
      '運転免許証 東京都公安委員会 第301234567890号',
      'antique_ledger_person.document_enc',
    )
    await t.pool.query('update antique_ledger_person set document_enc = $1 where company_id = $2', [
      sealed,
      company,
    ])
    expect(await verify(company, { ...t.tools.keys, field: newer })).toMatchObject({ is_ok: true })
    expect(await verify(company)).toMatchObject({
      is_ok: false,
      problem: expect.stringContaining('OKURU_FIELD_KEY'),
    })
  })
})

describe('erasing a person', () => {
  test('waits for the law, leaves the chain whole, and is recorded', async () => {
    const { company, shop } = await newDealer()
    await buy(company, shop, 2, { request: { is_invoice_issuer: true } })
    await buy(company, shop, 1)
    await t.runJobs()
    const { rows } = await sql<{ id: number }>`select id from antique_ledger_person
      where company_id = ${company} order by id`.execute(t.db)
    const [issuer, other] = rows.map(({ id }) => id) as [number, number]
    const erase = (id: number, on: string) =>
      inTransaction(t.db, (tx) => erasePerson(tx, systemActor(new Date(`${on}T12:00:00+09:00`)), id))

    await expect(erase(issuer, '2029-11-23')).rejects.toMatchObject({
      status: 400,
      body: { non_field_errors: ['古物台帳の相手方の記録は2029-11-23まで保存が必要です。'] },
    })
    await erase(issuer, '2029-11-24')
    await expect(erase(other, '2034-11-24')).rejects.toMatchObject({ status: 400 })
    await erase(other, '2035-01-24')
    await expect(erase(other, '2035-01-24')).rejects.toMatchObject({ status: 404 })

    const at = new Date('2035-02-01T12:00:00+09:00')
    const result = await verifyCompany(t.db, company, t.tools, { at })
    expect(result).toMatchObject({ is_ok: true, count: 3, warnings: [] })
    const left = await sql<{ n: number }>`select count(*) as n from antique_ledger
      where company_id = ${company} and person_id is not null`.execute(t.db)
    expect(left.rows[0]?.n).toBe(0)
    const recorded = await t.db
      .selectFrom('activity')
      .select('object_id')
      .where('action', '=', 'ledger_person.erase')
      .execute()
    expect(recorded.map((row) => row.object_id)).toEqual([String(issuer), String(other)])
  })

  test('too early is seen although the chain holds', async () => {
    const { company, shop } = await newDealer()
    await buy(company, shop, 2)
    await t.pool.query('delete from antique_ledger_person where company_id = $1', [company])
    expect(await verify(company)).toMatchObject({
      is_ok: true,
      warnings: [expect.stringMatching(/2行あります\(最初は1番\)/)],
    })
  })
})

describe('copied chains', () => {
  test('verify, and go on by ordinary contracts', async () => {
    const { company, shop } = await newDealer()
    const seller = { ...hanako(), name: '佐藤\t美咲', address: '東京都\\港区\n1-1' }
    const person = sealPerson(company, seller, '運転免許証', t.clock.now(), t.tools)
    const key = t.tools.keys.chain
    const row = {
      shop_id: shop,
      occurred_on: '2026-11-24',
      item_id: null,
      ledger_class: '11',
      item_name: 'バッグ',
      features: 'GUCCI、\\黒\t',
      price: 30_000,
      measure: '法15条1項1号（運転免許証の提示）',
      person_id: 900_000,
      person_commitment: person.commitment,
      created_at: sealedInstant(t.clock.now()),
    }
    const client = await t.pool.connect()
    try {
      await pipeline([personLine(900_000, person.record)], client.query(from(copyPersons)))
      const rows = chainRows(
        company,
        key,
        Array.from({ length: 4500 }, () => row),
      )
      await pipeline(rows.map(ledgerLine), client.query(from(copyLedger)))
    } finally {
      client.release()
    }
    await finishCopiedLedger(t.db)
    expect(await writeCheckpoint(t.db, company, t.tools)).toBe('written')
    await buy(company, shop, 1)
    expect(await verify(company)).toMatchObject({ is_ok: true, count: 4501 })
  })
})

describe('the list', () => {
  const list = (token: string, query: Record<string, string | number> = {}) =>
    t.ask('GET /api/biz/antique-ledger/', { token, query })
  let admin: string
  let staff: string
  let foreign: string
  let house: string

  beforeAll(async () => {
    const [first, second] = world.aoyama.shops
    t.clock.set('2026-11-20T10:00:00+09:00')
    await buy(world.aoyama.company, first, 2)
    t.clock.set('2026-11-24T10:00:00+09:00')
    await buy(world.aoyama.company, second, 1, {
      customer: { ...hanako(), name: '髙橋 ﾕｷ', name_kana: 'タカハシ ユキ' },
    })
    await buy(world.umeda.company, world.umeda.shops[0], 1)
    admin = (await signIn(t, world.aoyama.admin)).token
    staff = (await signIn(t, world.aoyama.staff)).token
    foreign = (await signIn(t, world.umeda.staff)).token
    house = (await signIn(t, world.operator.operator)).token
  })

  test('shows the own company newest first, and records who looked', async () => {
    const before = await t.db
      .selectFrom('activity')
      .select('id')
      .where('action', '=', 'ledger.view')
      .execute()
    const answer = await list(staff)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ count: 3, next: null, previous: null })
    expect(answer.body.results.map((row: { seq: number }) => row.seq)).toEqual([3, 2, 1])
    expect(answer.body.results[0]).toMatchObject({
      id: 3,
      entry_kind: '買受け',
      occurred_on: '2026-11-24',
      shop_name: '渋谷店',
      person: { name: '髙橋 ﾕｷ', occupation: '会社員', age: 36 },
      item_status: 0,
      slug: expect.stringMatching(/^ledger-item-/),
    })
    const after = await t.db
      .selectFrom('activity')
      .select(['actor_id', 'detail'])
      .where('action', '=', 'ledger.view')
      .orderBy('id')
      .execute()
    expect(after).toHaveLength(before.length + 1)
    expect(after.at(-1)).toEqual({
      actor_id: world.aoyama.staff.account_id,
      detail: { rows: 3, filters: [] },
    })
  })

  test('is the own one only: other dealers, the house, customers and nobody', async () => {
    expect((await list(foreign)).body).toMatchObject({ count: 1 })
    expect((await list(foreign, { shop: world.aoyama.shops[0] })).body).toMatchObject({
      count: 0,
      results: [],
    })
    expect((await list(foreign, { customer_name: '髙橋' })).body).toMatchObject({ count: 0 })
    expect((await list(house)).body).toMatchObject({ count: 0, results: [] })
    expect((await list((await signIn(t, world.hanako)).token)).status).toBe(403)
    expect((await t.ask('GET /api/biz/antique-ledger/')).status).toBe(401)
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
    expect(await count({ shop: world.aoyama.shops[1] })).toBe(1)
    expect(await count({ status: 0 })).toBe(3)
    expect(await count({ status: 6 })).toBe(0)
    const second = await list(admin, { size: 2, page: 2 })
    expect(second.body).toMatchObject({ count: 3, next: null, results: [{ seq: 1 }] })
    expect((await list(admin, { page: 3, size: 2 })).status).toBe(404)
    expect((await list(admin, { status: 99 })).status).toBe(400)
    expect((await list(admin, { date_from: '2026-02-30' })).status).toBe(400)
  })

  test('staff limited to a shop see its rows and its office', async () => {
    const made = await makeBusinessAccount(t.db, world.aoyama.company, { shop_ids: [world.aoyama.shops[1]] })
    const { token } = await signIn(t, made)
    expect((await list(token)).body).toMatchObject({ count: 1, results: [{ seq: 3 }] })
    expect((await list(token, { shop: world.aoyama.shops[0] })).body).toMatchObject({ count: 0 })
    const header = (query: Record<string, number> = {}) =>
      t.ask('GET /api/biz/antique-ledger/header/', { token, query })
    expect((await header()).body).toMatchObject({ office_name: '渋谷店' })
    expect((await header({ shop: world.aoyama.shops[0] })).status).toBe(404)
  })

  test('has a header with dealer, office and the columns of the law', async () => {
    const header = (token: string, query: Record<string, number> = {}) =>
      t.ask('GET /api/biz/antique-ledger/header/', { token, query })
    const answer = await header(staff, { shop: world.aoyama.shops[0] })
    expect(answer.body).toMatchObject({
      dealer_name: '株式会社青山リユース',
      license_number: '第301012345678号',
      public_safety_commission: '東京都公安委員会',
      office_name: '青山本店',
      office_address: '東京都港区南青山3-1-1',
    })
    const labels = answer.body.columns.map((column: { label: string }) => column.label)
    for (const label of ['年月日', '区別', '品目', '特徴', '数量', '代価', '住所', '氏名', '職業', '年齢']) {
      expect(labels).toContain(label)
    }
    expect((await header(foreign, { shop: world.aoyama.shops[0] })).status).toBe(404)
    expect((await header(house)).body).toMatchObject({ office_name: 'おくる運営株式会社' })
  })

  test('can be verified by its dealer', async () => {
    await t.runJobs()
    const answer = await t.ask('POST /api/biz/antique-ledger/verify/', { token: staff, body: {} })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      is_ok: true,
      count: 3,
      first_bad_seq: null,
      problem: '',
      warnings: [],
    })
    await tamper(`update antique_ledger set price = 1 where company_id = ${world.aoyama.company} and seq = 2`)
    const found = await t.ask('POST /api/biz/antique-ledger/verify/', { token: staff, body: {} })
    expect(found.body).toMatchObject({
      is_ok: false,
      first_bad_seq: 2,
      problem: '2番の行が書き換えられています。',
    })
    const other = await t.ask('POST /api/biz/antique-ledger/verify/', { token: foreign, body: {} })
    expect(other.body).toMatchObject({ is_ok: true, count: 1 })
  })
})
