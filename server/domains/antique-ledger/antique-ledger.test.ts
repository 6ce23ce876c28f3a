import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { from } from 'pg-copy-streams'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import { createFieldCipher } from '#server/platform/field-cipher'
import type { Keys } from '#server/platform/keys'
import { connectForCopy } from '#server/seed/large-copy'
import { type LedgerBench, ledgerBench } from '../../../tests/support/ledger.ts'
import { writeCheckpoint } from './antique-ledger.checkpoint.ts'
import {
  chainRows,
  copyLedger,
  copyPersons,
  finishCopiedLedger,
  ledgerLine,
  personLine,
} from './antique-ledger.factory.ts'
import { sealedInstant } from './antique-ledger.rules.ts'
import { appendReturn, erasePerson, openDocument, sealPerson } from './antique-ledger.service.ts'
import { verifyCompany } from './antique-ledger.verify.ts'

let bench: LedgerBench
beforeAll(async () => {
  bench = await ledgerBench()
})
afterAll(() => bench.t.close())

describe('appending', () => {
  test('writes what the law asks for, one row an article and one person a deal', async () => {
    const { company, shop } = await bench.newDealer()
    const rows = await bench.buy(company, shop, 3)
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3])
    const stored = await bench.t.db
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
    const person = await bench.t.db
      .selectFrom('antique_ledger_person')
      .selectAll()
      .where('id', '=', stored[0]?.person_id ?? 0)
      .executeTakeFirstOrThrow()
    expect(person).toMatchObject({ name: '山田 花子', occupation: '会社員', age: 36 })
    expect(person.document_enc?.includes(Buffer.from('301234567890'))).toBe(false)
    expect(openDocument(person.document_enc ?? Buffer.alloc(0), person.salt, bench.t.tools)).toBe(
      '運転免許証 東京都公安委員会 第301234567890号',
    )
    expect(await bench.verify(company)).toMatchObject({
      is_ok: true,
      count: 3,
      head: rows[2]?.hash,
      first_bad_seq: null,
      problem: '',
      warnings: ['末尾の3行は、まもなく控えファイルに書かれます。'],
    })
  })

  test('by twenty writers at once makes one chain without gaps', async () => {
    const { company, shop } = await bench.newDealer()
    const deals = await Promise.all(
      Array.from({ length: 20 }, async () => [
        await bench.makeItem(company, shop),
        await bench.makeItem(company, shop),
      ]),
    )
    await Promise.all(deals.map((bought) => bench.buy(company, shop, 0, { items: bought })))
    const result = await bench.verify(company)
    expect(result).toMatchObject({ is_ok: true, count: 40 })
    const { rows } = await sql<{ seq: number; person_id: number }>`select seq, person_id from antique_ledger
      where company_id = ${company} order by seq`.execute(bench.t.db)
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
    for (let n = 0; n < 40; n += 2) expect(rows[n]?.person_id).toBe(rows[n + 1]?.person_id)
  })

  test('leaves nothing when the deal fails, and refuses to buy an article twice', async () => {
    const { company, shop } = await bench.newDealer()
    const item = await bench.makeItem(company, shop)
    await bench.buy(company, shop, 0, { items: [item] })
    await expect(bench.buy(company, shop, 0, { items: [item] })).rejects.toThrow(/antique_ledger_bought_once/)
    expect(await bench.verify(company)).toMatchObject({ is_ok: true, count: 1 })
    expect(await bench.buy(company, shop, 0, { items: [] })).toEqual([])
  })

  test('a rescinded article goes back once, with what it was bought for', async () => {
    const { company, shop } = await bench.newDealer()
    await bench.buy(company, shop, 2)
    const { rows } = await sql<{ item_id: number }>`select item_id from antique_ledger
      where company_id = ${company} order by seq`.execute(bench.t.db)
    const item_ids = [rows[1]?.item_id ?? 0]
    const back = () =>
      inTransaction(bench.t.db, (tx) =>
        appendReturn(tx, bench.actor(), { company_id: company, item_ids }, bench.t.tools),
      )
    const [row] = await back()
    expect(row).toMatchObject({ entry_kind: '返還', seq: 3, price: 12_000, features: 'ISSEY MIYAKE、紺' })
    await expect(back()).rejects.toThrow(/antique_ledger_returned_once/)
    const foreign = { company_id: bench.world.umeda.company, item_ids }
    await expect(
      inTransaction(bench.t.db, (tx) => appendReturn(tx, bench.actor(), foreign, bench.t.tools)),
    ).rejects.toMatchObject({
      status: 404,
    })
    expect(await bench.verify(company)).toMatchObject({
      is_ok: false,
      problem: '返還と書かれた1行の商品が、買い取ったままになっています(最初は3番)。',
    })
    await bench.tamper(`update purchase_item set status = 7 where id = ${item_ids[0]}`)
    expect(await bench.verify(company)).toMatchObject({ is_ok: true, count: 3 })
  })

  test('corrections and sales belong to the chain', async () => {
    const { company, shop } = await bench.newDealer()
    await bench.buy(company, shop, 1)
    await bench.appendRow(company, shop, '訂正', 1)
    await bench.appendRow(company, shop, '売却')
    expect(await bench.verify(company)).toMatchObject({ is_ok: true, count: 3 })
  })
})

describe('the database', () => {
  test('refuses to change, delete or empty the ledger and its persons', async () => {
    const { company, shop } = await bench.newDealer()
    await bench.buy(company, shop, 2)
    const refused = [
      `update antique_ledger set price = price + 1 where company_id = ${company}`,
      `update antique_ledger set person_id = null where company_id = ${company}`,
      `delete from antique_ledger where company_id = ${company} and seq = 2`,
      'truncate antique_ledger',
      `update antique_ledger_person set name = '別人' where company_id = ${company}`,
      'truncate antique_ledger_person cascade',
    ]
    for (const statement of refused)
      await expect(bench.t.pool.query(statement)).rejects.toMatchObject({ code: '23001' })
    expect(await bench.verify(company)).toMatchObject({ is_ok: true, count: 2 })
  })
})

describe('keys', () => {
  test('rows under an earlier and a later key are one chain; a missing key is explained', async () => {
    const { company, shop } = await bench.newDealer()
    const next = { id: 'next-2027', key: Buffer.alloc(32, 7) }
    const both: Keys = {
      ...bench.t.tools.keys,
      chain: next,
      chainKeys: new Map([...bench.t.tools.keys.chainKeys, [next.id, next.key]]),
    }
    await bench.buy(company, shop, 2)
    await bench.buy(company, shop, 2, {}, both)
    expect(await bench.verify(company, both)).toMatchObject({ is_ok: true, count: 4 })
    expect(await bench.verify(company)).toMatchObject({
      is_ok: false,
      first_bad_seq: 3,
      problem: expect.stringMatching(/鍵「next-2027」.*OKURU_CHAIN_KEY/),
    })
    const swapped = new Map([...both.chainKeys].map(([id]) => [id, Buffer.alloc(32, 9)]))
    expect(await bench.verify(company, { ...both, chainKeys: swapped })).toMatchObject({
      is_ok: false,
      first_bad_seq: 1,
    })
  })

  test('a document may be sealed anew under a newer key', async () => {
    const { company, shop } = await bench.newDealer()
    await bench.buy(company, shop, 1)
    const newer = createFieldCipher([{ id: 'newer', key: Buffer.alloc(32, 3) }])
    const { salt } = await bench.t.db
      .selectFrom('antique_ledger_person')
      .select('salt')
      .where('company_id', '=', company)
      .executeTakeFirstOrThrow()
    const sealed = newer.encrypt(
      '運転免許証 東京都公安委員会 第301234567890号',
      'antique_ledger_person.document_enc',
      salt.toString('hex'),
    )
    await bench.t.pool.query('update antique_ledger_person set document_enc = $1 where company_id = $2', [
      sealed,
      company,
    ])
    expect(await bench.verify(company, { ...bench.t.tools.keys, field: newer })).toMatchObject({
      is_ok: true,
    })
    expect(await bench.verify(company)).toMatchObject({
      is_ok: false,
      problem: expect.stringContaining('OKURU_FIELD_KEY'),
    })
  })
})

describe('erasing a person', () => {
  test('waits for the law, leaves the chain whole, and is recorded', async () => {
    const { company, shop } = await bench.newDealer()
    await bench.buy(company, shop, 2, { request: { is_invoice_issuer: true } })
    await bench.appendRow(company, shop, '売却')
    await bench.t.runJobs()
    const { rows } = await sql<{ id: number }>`select id from antique_ledger_person
      where company_id = ${company} order by id`.execute(bench.t.db)
    const [seller, buyer] = rows.map(({ id }) => id) as [number, number]
    const erase = (id: number, on: string) =>
      inTransaction(bench.t.db, (tx) => erasePerson(tx, systemActor(new Date(`${on}T12:00:00+09:00`)), id))

    await expect(erase(buyer, '2029-11-24')).rejects.toMatchObject({
      status: 400,
      body: { non_field_errors: ['古物台帳の相手方の記録は2029-11-24まで保存が必要です。'] },
    })
    await erase(buyer, '2029-11-25')
    // Also for a seller who issues invoices: tax books must name the seller.
    await expect(erase(seller, '2035-01-24')).rejects.toMatchObject({ status: 400 })
    await erase(seller, '2035-01-25')
    await expect(erase(seller, '2035-01-25')).rejects.toMatchObject({ status: 404 })

    const at = new Date('2035-02-01T12:00:00+09:00')
    const result = await verifyCompany(bench.t.db, company, bench.t.tools, { at })
    expect(result).toMatchObject({ is_ok: true, count: 3, warnings: [] })
    const left = await sql<{ n: number }>`select count(*) as n from antique_ledger
      where company_id = ${company} and person_id is not null`.execute(bench.t.db)
    expect(left.rows[0]?.n).toBe(0)
    const recorded = await bench.t.db
      .selectFrom('activity')
      .select('object_id')
      .where('action', '=', 'ledger_person.erase')
      .execute()
    expect(recorded.map((row) => row.object_id)).toEqual([String(buyer), String(seller)])
  })

  test('too early is no ledger any more, although the chain holds', async () => {
    const { company, shop } = await bench.newDealer()
    await bench.buy(company, shop, 2)
    await bench.buy(company, shop, 1)
    await bench.t.pool.query(
      'delete from antique_ledger_person where company_id = $1 and id = (select person_id from antique_ledger where company_id = $1 and seq = 1)',
      [company],
    )
    expect(await bench.verify(company)).toMatchObject({
      is_ok: false,
      first_bad_seq: 1,
      problem: '保存期間が終わる前に、相手方の記録が2行分消されています(最初は1番)。',
    })
  })
})

describe('copied chains', () => {
  test('verify, and go on by ordinary deals', async () => {
    const { company, shop } = await bench.newDealer()
    const seller = { ...bench.seller(), name: '佐藤\t美咲', address: '東京都\\港区\n1-1' }
    const person = sealPerson(company, seller, '運転免許証', bench.t.clock.now(), bench.t.tools)
    const key = bench.t.tools.keys.chain
    const bought = await bench.boughtItems(company, shop, 4500, 30_000)
    let copied = 0
    const row = () => ({
      shop_id: shop,
      occurred_on: '2026-11-24',
      item_id: bought[copied++] ?? null,
      ledger_class: '11',
      item_name: 'バッグ',
      features: 'GUCCI、\\黒\t',
      price: 30_000,
      measure: '法15条1項1号（運転免許証の提示）',
      person_id: 900_000,
      person_commitment: person.commitment,
      created_at: sealedInstant(bench.t.clock.now()),
    })
    const client = await connectForCopy(bench.t.pool)
    try {
      await pipeline([personLine(900_000, person.record)], client.query(from(copyPersons)))
      const rows = chainRows(company, key, Array.from({ length: 4500 }, row))
      await pipeline(rows.map(ledgerLine), client.query(from(copyLedger)))
    } finally {
      await client.end()
    }
    await finishCopiedLedger(bench.t.db)
    expect(await writeCheckpoint(bench.t.db, company, bench.t.tools)).toBe('written')
    await bench.buy(company, shop, 1)
    expect(await bench.verify(company)).toMatchObject({ is_ok: true, count: 4501 })
  })
})
