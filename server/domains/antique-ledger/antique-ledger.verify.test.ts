import { appendFile, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type LedgerBench, ledgerBench } from '../../../tests/support/ledger.ts'
import { startS3Server } from '../../../tests/support/s3-server.ts'
import { readCheckpoints, writeCheckpoint } from './antique-ledger.checkpoint.ts'
import { checkpointFiles } from './antique-ledger.checkpoint-files.ts'
import { verifyAll, verifyCompany } from './antique-ledger.verify.ts'

/** Simulates a full disk: takes the first `room` characters of the next file and fails. */
async function withFullDisk(room: number, work: () => Promise<void>): Promise<void> {
  const handle = await open(import.meta.filename)
  const spy = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'writeFile')
  await handle.close()
  spy.mockImplementation(async function (this: typeof handle, text) {
    await this.appendFile(String(text).slice(0, room))
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  })
  try {
    await work()
  } finally {
    spy.mockRestore()
  }
}

let bench: LedgerBench
beforeAll(async () => {
  bench = await ledgerBench()
})
afterAll(() => bench.t.close())

describe('verification finds', () => {
  let company: number
  let shop: number
  beforeEach(async () => {
    const dealer = await bench.newDealer()
    company = dealer.company
    shop = dealer.shop
    await bench.buy(company, shop, 3)
    await bench.buy(company, shop, 3)
    await bench.t.runJobs()
  })
  const bad = async (first_bad_seq: number | null, problem: RegExp) =>
    expect(await bench.verify(company)).toMatchObject({
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
    await bench.tamper(`update antique_ledger set ${column} = ${value} ${at(4)}`)
    await bad(4, /^4番/)
  })

  test('a deleted row in the middle', async () => {
    await bench.tamper(`delete from antique_ledger ${at(3)}`)
    await bad(3, /^3番の行がありません/)
  })

  test('a deleted row whose gap was closed', async () => {
    await bench.tamper(
      `delete from antique_ledger ${at(3)}`,
      `update antique_ledger set seq = seq + 1000 where company_id = ${company} and seq > 3`,
      `update antique_ledger set seq = seq - 1001 where company_id = ${company} and seq > 1000`,
      `update antique_ledger_head set seq = 5 where company_id = ${company}`,
    )
    await bad(3, /つながりません/)
  })

  test('several rows missing at the beginning', async () => {
    await bench.tamper(`delete from antique_ledger where company_id = ${company} and seq <= 2`)
    await bad(1, /^1番から2番まで/)
  })

  test('a tail cut off, also when the head was set back', async () => {
    await bench.tamper(`delete from antique_ledger where company_id = ${company} and seq >= 5`)
    await bad(5, /末尾が切り取られています。5番から6番まで\(2行\)/)
    await bench.tamper(
      `update antique_ledger_head h set seq = 4, hash = l.hash from antique_ledger l
       where h.company_id = ${company} and l.company_id = h.company_id and l.seq = 4`,
    )
    await bad(5, /末尾が切り取られています/)
  })

  test('a ledger that was emptied', async () => {
    await bench.tamper(
      `delete from antique_ledger where company_id = ${company}`,
      `delete from antique_ledger_head where company_id = ${company}`,
    )
    await bad(1, /末尾が切り取られています。1番から6番まで/)
  })

  test('a tail cut off and written over since; the file keeps its witness', async () => {
    await bench.tamper(
      `delete from antique_ledger where company_id = ${company} and seq >= 5`,
      `update antique_ledger_head h set seq = 4, hash = l.hash from antique_ledger l
       where h.company_id = ${company} and l.company_id = h.company_id and l.seq = 4`,
    )
    await bench.buy(company, shop, 5)
    await bad(6, /控えファイルの記録と違います/)
    const before = await readFile(bench.file(company), 'utf8')
    await bench.t.runJobs()
    expect(await readFile(bench.file(company), 'utf8')).toBe(before)
    expect(bench.t.logText()).toContain('ledger and checkpoint differ')
  })

  test('two rows that changed places', async () => {
    await bench.tamper(
      `update antique_ledger set seq = 1000 ${at(2)}`,
      `update antique_ledger set seq = 2 ${at(3)}`,
      `update antique_ledger set seq = 3 ${at(1000)}`,
    )
    await bad(2, /入れ替え/)
  })

  test('a row that was taken out and put back changed', async () => {
    await bench.tamper(
      `create temp table taken on commit drop as select * from antique_ledger ${at(2)}`,
      `delete from antique_ledger ${at(2)}`,
      'update taken set price = 100',
      'insert into antique_ledger select * from taken',
    )
    await bad(2, /^2番の行が書き換えられています/)
  })

  test('a row put between or behind the others', async () => {
    await bench.tamper(
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
    ['document_enc', 'null'],
    // The document is encrypted with the salt, so decryption fails first.
    ['salt', 'set_byte(salt, 0, get_byte(salt, 0) # 1)', /^4番の相手方の確認書類の記録が開けません/],
  ])("a person's changed %s", async (column, value, problem = /^4番の相手方の記録が書き換えられています/) => {
    const { rows } = await sql<{ id: number }>`select person_id as id from antique_ledger
      where company_id = ${company} and seq = 4`.execute(bench.t.db)
    await bench.tamper(`update antique_ledger_person set ${column} = ${value} where id = ${rows[0]?.id}`)
    await bad(4, problem)
  })

  test('a document that does not open, and a person put in place of another', async () => {
    await bench.tamper(
      `update antique_ledger_person set document_enc = set_byte(document_enc, length(document_enc) - 1, get_byte(document_enc, length(document_enc) - 1) # 1)
       where id = (select person_id from antique_ledger ${at(4)})`,
    )
    await bad(4, /確認書類の記録が開けません/)
    await bench.tamper(
      `update antique_ledger set person_id = (select person_id from antique_ledger ${at(4)}) ${at(1)}`,
    )
    await bad(1, /^1番の相手方/)
  })

  test('a head that was changed, set back or removed', async () => {
    const head = `where company_id = ${company}`
    await bench.tamper(
      `update antique_ledger_head set hash = set_byte(hash, 0, get_byte(hash, 0) # 1) ${head}`,
    )
    await bad(6, /末尾の番号の記録が書き換えられています/)
    await bench.tamper(`update antique_ledger_head set seq = 5 ${head}`)
    await bad(6, /より後に行があります/)
    await bench.tamper(`update antique_ledger_head set seq = 8 ${head}`)
    await bad(7, /末尾が切り取られています/)
    await bench.tamper(`delete from antique_ledger_head ${head}`)
    await bad(6, /末尾の番号の記録が消されています/)
  })

  test('a line of the file that somebody else wrote', async () => {
    const line = JSON.parse((await readFile(bench.file(company), 'utf8')).trim().split('\n').at(-1) ?? '')
    await writeFile(bench.file(company), `${JSON.stringify({ ...line, count: 4 })}\n`)
    await bad(null, /控えファイルの1行目が書き換えられています/)
  })

  test('which ledger of all it is', async () => {
    await bench.tamper(`delete from antique_ledger ${at(3)}`)
    const all = await verifyAll(bench.t.db, bench.t.tools, { at: bench.t.clock.now() })
    expect(all.filter((one) => one.company_id === company)).toMatchObject([
      { is_ok: false, first_bad_seq: 3 },
    ])
    expect(all.some((one) => one.company_id !== company && one.is_ok)).toBe(true)
    const logged = bench.t.logText().length
    await bench.t.pool.query(`select graphile_worker.add_job('antique-ledger.verify')`)
    await bench.t.runJobs()
    expect(bench.t.logText().slice(logged)).toContain('ledger does not verify')
  })
})

test('in S3, where that is configured: taken over from the folder, continued there, and missed when it is lost', async () => {
  const { company, shop } = await bench.newDealer()
  await bench.buy(company, shop, 2)
  await bench.t.runJobs()
  const s3 = await startS3Server()
  try {
    const tools = { ...bench.t.tools, config: { ...bench.t.tools.config, s3: s3.config } }
    const verify = () => verifyCompany(bench.t.db, company, tools, { at: bench.t.clock.now() })
    expect(await verify()).toMatchObject({ is_ok: true })
    await bench.buy(company, shop, 1)
    // Two processes at once.
    const again = { ...tools }
    const written = await Promise.all([tools, again].map((one) => writeCheckpoint(bench.t.db, company, one)))
    expect(written.sort()).toEqual(['unchanged', 'written'])
    const name = `ledger-checkpoints/${company}.log`
    const lines = s3.objects.get(name)?.bytes.toString('utf8').trim().split('\n')
    expect(lines?.length).toBeGreaterThan(1)
    expect(await verify()).toMatchObject({ is_ok: true, warnings: [] })
    s3.objects.delete(name)
    expect(await verify()).toMatchObject({ is_ok: false, problem: expect.stringContaining('失われています') })
  } finally {
    await s3.close()
  }
})

describe('the checkpoint file', () => {
  test('a line that a crash tore is made up for by the next, which is whole', async () => {
    const { company, shop } = await bench.newDealer()
    await bench.buy(company, shop, 2)
    expect(await writeCheckpoint(bench.t.db, company, bench.t.tools)).toBe('written')
    expect(await writeCheckpoint(bench.t.db, company, bench.t.tools)).toBe('unchanged')
    await bench.buy(company, shop, 1)
    await appendFile(bench.file(company), `{"company":${company},"count":3,"head":"ab`)
    expect(await bench.verify(company)).toMatchObject({
      is_ok: true,
      warnings: ['末尾の1行は、まもなく控えファイルに書かれます。'],
    })
    await bench.t.runJobs()
    const { points, problem } = await readCheckpoints(
      checkpointFiles(bench.t.tools.config),
      company,
      bench.t.tools.keys.chainKeys,
    )
    expect(points.map(({ count }) => count)).toEqual([2, 3])
    expect(problem).toBe('')
    expect(await bench.verify(company)).toMatchObject({ is_ok: true, count: 3, warnings: [] })
  })

  const cutTo = (company: number, seq: number) =>
    bench.tamper(
      `delete from antique_ledger where company_id = ${company} and seq > ${seq}`,
      `update antique_ledger_head h set seq = ${seq}, hash = l.hash from antique_ledger l
       where h.company_id = ${company} and l.company_id = h.company_id and l.seq = ${seq}`,
    )
  const tearLast = async (company: number, kept: number) => {
    const lines = (await readFile(bench.file(company), 'utf8')).trim().split('\n')
    const last = lines.pop() ?? ''
    await writeFile(bench.file(company), [...lines, last.slice(0, kept)].join('\n'))
  }

  test.each([
    ['says how many rows there were', 60, /末尾が切り取られています。3番から4番まで/],
    ['says nothing', 10, /控えファイルの3番から4番までの記録が失われています/],
  ])('a torn last line does not hide a cut tail, where it still %s', async (_what, kept, problem) => {
    const { company, shop } = await bench.newDealer()
    for (const count of [2, 2]) {
      await bench.buy(company, shop, count)
      await bench.t.runJobs()
    }
    await tearLast(company, kept)
    await cutTo(company, 2)
    expect(await bench.verify(company)).toMatchObject({
      is_ok: false,
      problem: expect.stringMatching(problem),
    })
    const before = await readFile(bench.file(company), 'utf8')
    await bench.buy(company, shop, 1)
    await bench.t.runJobs()
    expect(await readFile(bench.file(company), 'utf8')).toBe(before)
    expect((await bench.verify(company)).is_ok).toBe(false)
  })

  test('a torn last line fails also where the database was told to forget it', async () => {
    const { company, shop } = await bench.newDealer()
    for (const count of [2, 2]) {
      await bench.buy(company, shop, count)
      await bench.t.runJobs()
    }
    await tearLast(company, 10)
    await cutTo(company, 2)
    await bench.tamper(`update antique_ledger_head set checkpoint_seq = 2 where company_id = ${company}`)
    expect(await bench.verify(company)).toMatchObject({
      is_ok: false,
      problem: expect.stringMatching(/最後の行が途中で切れていて/),
    })
  })

  test('gone, it hides nothing: verification fails, and only somebody’s word begins it anew', async () => {
    const { company, shop } = await bench.newDealer()
    for (const count of [2, 2]) {
      await bench.buy(company, shop, count)
      await bench.t.runJobs()
    }
    await rm(bench.file(company))
    await cutTo(company, 2)
    const gone = { is_ok: false, problem: expect.stringMatching(/控えファイルが失われています/) }
    expect(await bench.verify(company)).toMatchObject(gone)
    // Neither the next deal nor the nightly job replaces the evidence.
    await bench.buy(company, shop, 1)
    await bench.t.pool.query(`select graphile_worker.add_job('antique-ledger.verify')`)
    await bench.t.runJobs()
    expect(bench.t.logText()).toContain('the checkpoint file has lost its witness')
    expect(await bench.verify(company)).toMatchObject(gone)
    expect(await writeCheckpoint(bench.t.db, company, bench.t.tools)).toBe('conflict')
    expect(await writeCheckpoint(bench.t.db, company, bench.t.tools, { renew: true })).toBe('written')
    // The cut rows are still missed: two bought items have none.
    expect(await bench.verify(company)).toMatchObject({
      is_ok: false,
      problem: expect.stringMatching(/^買い取った商品のうち2点が台帳にありません/),
    })
  })

  test('many appends make one job, many jobs at once one orderly file', async () => {
    const { company, shop } = await bench.newDealer()
    await bench.buy(company, shop, 1)
    await bench.buy(company, shop, 1)
    const jobs = await bench.t.runJobs()
    expect(jobs.filter((name) => name === 'antique-ledger.checkpoint')).toHaveLength(1)
    await Promise.all([1, 2, 3].map(() => writeCheckpoint(bench.t.db, company, bench.t.tools)))
    expect((await readFile(bench.file(company), 'utf8')).trim().split('\n')).toHaveLength(1)
  })

  test('is cut to its newest lines when it grows', async () => {
    const { company, shop } = await bench.newDealer()
    await bench.buy(company, shop, 1)
    await writeCheckpoint(bench.t.db, company, bench.t.tools)
    const line = await readFile(bench.file(company), 'utf8')
    await writeFile(bench.file(company), line.repeat(3000))
    await bench.buy(company, shop, 1)
    await writeCheckpoint(bench.t.db, company, bench.t.tools)
    const { points } = await readCheckpoints(
      checkpointFiles(bench.t.tools.config),
      company,
      bench.t.tools.keys.chainKeys,
    )
    expect(points).toHaveLength(501)
    expect(points.at(-1)?.count).toBe(2)
  })

  test('rows that it has not known for an hour prove nothing', async () => {
    const { company, shop } = await bench.newDealer()
    await bench.buy(company, shop, 2)
    await bench.t.runJobs()
    await bench.buy(company, shop, 1)
    expect(await bench.verify(company)).toMatchObject({ is_ok: true })
    const at = new Date(bench.t.clock.now().getTime() + 61 * 60_000)
    const later = () => verifyCompany(bench.t.db, company, bench.t.tools, { at })
    expect(await later()).toMatchObject({
      is_ok: false,
      first_bad_seq: 3,
      problem: expect.stringMatching(/末尾の1行が控えファイルにありません/),
    })
    await bench.t.runJobs()
    expect(await later()).toMatchObject({ is_ok: true, warnings: [] })
  })

  test('on a disk that fills up the old one stays, whole, until the new one is', async () => {
    const { company, shop } = await bench.newDealer()
    await bench.buy(company, shop, 1)
    await writeCheckpoint(bench.t.db, company, bench.t.tools)
    const line = await readFile(bench.file(company), 'utf8')
    await writeFile(bench.file(company), line.repeat(3000))
    await bench.buy(company, shop, 1)
    await withFullDisk(1000, async () => {
      await expect(writeCheckpoint(bench.t.db, company, bench.t.tools)).rejects.toThrow(/ENOSPC/)
    })
    expect(await readFile(bench.file(company), 'utf8')).toBe(line.repeat(3000))
    expect(await readdir(bench.folder)).not.toContain(`${company}.log.new`)
    expect(await bench.verify(company)).toMatchObject({ is_ok: true })
    await writeCheckpoint(bench.t.db, company, bench.t.tools)
    const { points } = await readCheckpoints(
      checkpointFiles(bench.t.tools.config),
      company,
      bench.t.tools.keys.chainKeys,
    )
    expect([points.length, points.at(-1)?.count]).toEqual([501, 2])
  })

  test('a line that a full disk took half of is no line, and its job has failed', async () => {
    const { company, shop } = await bench.newDealer()
    await bench.buy(company, shop, 2)
    await writeCheckpoint(bench.t.db, company, bench.t.tools)
    await bench.buy(company, shop, 1)
    await withFullDisk(20, async () => {
      await expect(writeCheckpoint(bench.t.db, company, bench.t.tools)).rejects.toThrow(/ENOSPC/)
    })
    expect(await writeCheckpoint(bench.t.db, company, bench.t.tools)).toBe('written')
    expect(await bench.verify(company)).toMatchObject({ is_ok: true, warnings: [] })
  })
})

describe('bought articles and rows', () => {
  let company: number
  let shop: number
  beforeEach(async () => {
    const dealer = await bench.newDealer()
    company = dealer.company
    shop = dealer.shop
    await bench.buy(company, shop, 3)
    await bench.t.runJobs()
    expect(await bench.verify(company)).toMatchObject({ is_ok: true })
  })
  const problem = async () => (await bench.verify(company)).problem
  const item = `(select item_id from antique_ledger where company_id = $1 and seq = 2)`
  const change = (statement: string) => bench.tamper(statement.replaceAll('$1', String(company)))

  test('an article that was bought and never written down', async () => {
    await bench.boughtItems(company, shop, 2, 5_000)
    expect(await problem()).toMatch(
      /^買い取った商品のうち2点が台帳にありません\(最初は商品コード [a-z2-9]{16}/,
    )
  })

  test('a row about nothing that was bought, or about another dealer’s article', async () => {
    await change(
      `update purchase_item set status = 2, purchased_at = null, consent_id = null, grade = 'A_1', category_id = 1 where id = ${item}`,
    )
    expect(await problem()).toBe('台帳の1行に、買い取った商品がありません(最初は2番)。')
    await change(
      `update purchase_item set status = 6, purchased_at = now(), consent_id = 0, company_id = company_id + 1 where id = ${item}`,
    )
    expect(await problem()).toBe('台帳の1行に、買い取った商品がありません(最初は2番)。')
    await change(`update purchase_item set company_id = company_id - 1 where id = ${item}`)
    expect(await problem()).toBe('')
  })

  test('a price that is not the article’s', async () => {
    await change(`update purchase_item set price = price + 1, base_price = base_price + 1 where id = ${item}`)
    expect(await problem()).toBe('台帳の1行で、代価が商品の買取額と違います(最初は2番)。')
  })

  test('an article that was given back without a row', async () => {
    await change(`update purchase_item set status = 7 where id = ${item}`)
    expect(await problem()).toMatch(/^契約を取り消して返した商品のうち1点に、返還の行がありません/)
  })
})
