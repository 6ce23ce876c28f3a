import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { makeBusinessAccount, makeCustomerAccount } from '#server/domains/account/account.factory'
import { makePurchase } from '#server/domains/book/book.factory'
import { prove } from '#server/domains/book/book.proof'
import { makeHold } from '#server/domains/hold/hold.factory'
import { makeIdentification } from '#server/domains/identity/identity.factory'
import { makeItem } from '#server/domains/item/item.factory'
import { makeNotice } from '#server/domains/stolen-notice/stolen-notice.factory'
import { allTasks } from '#server/jobs'
import { systemActor } from '#server/platform/actor'
import { testStart } from '../../../tests/support/app.ts'
import { type LedgerBench, ledgerBench } from '../../../tests/support/ledger.ts'

let bench: LedgerBench
beforeAll(async () => {
  bench = await ledgerBench()
})
afterAll(() => bench.t.close())
beforeEach(() => bench.t.clock.set(testStart))

type Task = 'ledger_persons' | 'identifications' | 'profiles' | 'notices'
const nightOf = async (day: string, ...tasks: Task[]) => {
  bench.t.clock.set(`${day}T04:10:00+09:00`)
  for (const task of tasks) await allTasks(bench.t.db, bench.t.tools)[`retention.${task}`]({})
}
const everything: Task[] = ['ledger_persons', 'identifications', 'profiles']

interface Dealer {
  company: number
  shop: number
}
interface Person {
  id: number
  account_id: number
}

async function makePerson(): Promise<Person> {
  const made = await makeCustomerAccount(bench.t.db, bench.t.tools)
  return { id: made.customer_id, account_id: made.account_id }
}

async function makeSeller(dealer: Dealer): Promise<Person> {
  const person = await makePerson()
  await makeIdentification(bench.t.db, bench.t.tools, { customer_id: person.id, company_id: dealer.company })
  await bench.buy(dealer.company, dealer.shop, 1, { customer: { ...bench.seller(), id: person.id } })
  await bench.t.runJobs()
  return person
}

const leave = ({ id, account_id }: Person) =>
  bench.t.pool.query(
    `with gone as (update customer set left_at = $3 where id = $1) update account set is_active = false where id = $2`,
    [id, account_id, bench.t.clock.now()],
  )

const named = async ({ company }: Dealer) => {
  const { rows } = await sql<{ customer_id: number }>`
    select customer_id from antique_ledger_person where company_id = ${company} order by id`.execute(
    bench.t.db,
  )
  return rows.map((row) => row.customer_id)
}
const checksOf = async ({ id }: Person) =>
  (await bench.t.db.selectFrom('identification').select('id').where('customer_id', '=', id).execute()).length
const profileOf = ({ id }: Person) =>
  bench.t.db
    .selectFrom('customer as c')
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .select(['c.name', 'c.phone', 'c.address1', 'c.birthday_enc', 'c.search_text', 'a.email'])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()
const erased = {
  name: '退会されたお客さま',
  phone: '',
  address1: '',
  birthday_enc: null,
  search_text: '',
  email: '',
}
const verified = async ({ company }: Dealer) =>
  expect(await bench.verify(company)).toMatchObject({ is_ok: true, warnings: [] })

test('on the day after the term the seller is gone from the ledger, and the chain still verifies', async () => {
  const dealer = await bench.newDealer()
  const seller = await makeSeller(dealer)
  await nightOf('2035-01-24', ...everything)
  expect(await named(dealer)).toEqual([seller.id])
  await nightOf('2035-01-25', ...everything)
  expect(await named(dealer)).toEqual([])
  await verified(dealer)
  const { rows } = await sql<{ detail: object }>`
    select detail from activity where action = 'ledger_person.erase' order by id desc limit 1`.execute(
    bench.t.db,
  )
  expect(rows).toEqual([{ detail: { rows: 1 } }])
  await nightOf('2035-01-26', ...everything)
  await verified(dealer)
})

test('the command of the operator finds a ledger whole from which a seller is erased, and its file too', async () => {
  bench.t.clock.set('2017-05-01T10:00:00+09:00')
  const dealer = await bench.newDealer()
  const seller = await makeSeller(dealer)
  bench.t.clock.set(testStart)
  expect(await named(dealer)).toEqual([seller.id])
  await nightOf('2026-11-24', ...everything)
  expect(await named(dealer)).toEqual([])
  const command = path.join(import.meta.dirname, '../../cli.ts')
  const { pool, tools } = bench.t
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [command, 'ledger', 'verify', '--company', String(dealer.company)],
    {
      env: {
        ...process.env,
        DATABASE_URL: String(pool.options.connectionString),
        OKURU_DATA_DIR: tools.config.dataDir,
        NODE_ENV: 'test',
      },
    },
  )
  expect(stdout).toMatch(/1 行 \/ rows {2}OK/)
})

test.each([
  [
    'money is owed',
    (seller: Person, dealer: Dealer) =>
      makePurchase(bench.t.db, {
        customer_id: seller.id,
        company_id: dealer.company,
        shop_id: dealer.shop,
        terms: bench.world.terms,
        amount: 500,
        request: { status: 21 },
      }),
  ],
  ['a request is open', (seller: Person, dealer: Dealer) => requestOf(seller, dealer, 3)],
  [
    'a hold is open',
    async (seller: Person, dealer: Dealer) =>
      makeHold(bench.t.db, {
        request_id: await requestOf(seller, dealer, 23),
        company_id: dealer.company,
        placed_by: bench.world.aoyama.staff.id,
      }),
  ],
])('nothing of a person goes while %s', async (_, keep) => {
  const dealer = await bench.newDealer()
  const seller = await makeSeller(dealer)
  await keep(seller, dealer)
  await leave(seller)
  await nightOf('2036-01-01', ...everything)
  expect(await named(dealer)).toEqual([seller.id])
  expect(await checksOf(seller)).toBe(1)
  expect((await profileOf(seller)).email).not.toBe('')
})

async function requestOf(seller: Person, dealer: Dealer, status: number): Promise<number> {
  const at = bench.t.clock.now().toISOString()
  const { id } = await bench.t.db
    .insertInto('purchase_request')
    .values({
      customer_id: seller.id,
      company_id: dealer.company,
      shop_id: dealer.shop,
      status,
      delivering_option: 'SELF_ONLY',
      box_count: 1,
      approval_mode: 'review_each',
      unpriced_policy: 'return',
      terms_version: bench.world.terms,
      terms_agreed_at: at,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('who comes back to business between the looking and the erasing is kept', async () => {
  const dealer = await bench.newDealer()
  const seller = await makeSeller(dealer)
  const client = await bench.t.pool.connect()
  try {
    await client.query('begin')
    await client.query('select id from customer where id = $1 for no key update', [seller.id])
    const night = nightOf('2035-06-01', 'ledger_persons')
    await vi.waitFor(async () => {
      const { rows } = await bench.t.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    })
    await requestOf(seller, dealer, 0)
    await client.query('commit')
    await night
  } finally {
    client.release()
  }
  expect(await named(dealer)).toEqual([seller.id])
})

test('one that cannot be erased stops none of the others', async () => {
  const dealer = await bench.newDealer()
  const sellers = [await makeSeller(dealer), await makeSeller(dealer), await makeSeller(dealer)]
  const [, stuck] = sellers as [Person, Person, Person]
  await bench.t.pool.query(`
    create function stuck_person() returns trigger language plpgsql as $$ begin
      if old.customer_id = ${stuck.id} then raise exception 'stuck'; end if;
      return old;
    end $$;
    create trigger stuck_person before delete on antique_ledger_person for each row execute function stuck_person()`)
  try {
    await expect(nightOf('2035-01-25', 'ledger_persons')).rejects.toThrow('1 failed')
  } finally {
    await bench.t.pool.query(
      'drop trigger stuck_person on antique_ledger_person; drop function stuck_person()',
    )
  }
  expect(await named(dealer)).toEqual([stuck.id])
  await verified(dealer)
  await nightOf('2035-01-25', 'ledger_persons')
  expect(await named(dealer)).toEqual([])
})

test('a check that holds stays with its customer; one that ended goes when no ledger stands on it', async () => {
  const dealer = await bench.newDealer()
  const seller = await makeSeller(dealer)
  const key = { customer_id: seller.id, company_id: dealer.company }
  await makeIdentification(bench.t.db, bench.t.tools, key, {
    cleared_at: bench.t.clock.now().toISOString(),
    cleared_reason: '住所変更',
  })
  // Ended at another dealer that never bought: three years are enough.
  const other = await bench.newDealer()
  await makeIdentification(
    bench.t.db,
    bench.t.tools,
    { ...key, company_id: other.company },
    { cleared_at: bench.t.clock.now().toISOString() },
  )
  await nightOf('2029-11-24', ...everything)
  expect(await checksOf(seller)).toBe(3)
  await nightOf('2029-11-25', ...everything)
  expect(await checksOf(seller)).toBe(2)
  await nightOf('2035-01-24', ...everything)
  expect(await checksOf(seller)).toBe(2)
  await nightOf('2035-01-25', ...everything)
  expect(await checksOf(seller)).toBe(1)
  expect((await profileOf(seller)).name).not.toBe(erased.name)
})

test('of who left stays what a law asks for, as long as it does, and then nothing', async () => {
  const dealer = await bench.newDealer()
  const seller = await makeSeller(dealer)
  const visitor = await makePerson()
  await makeIdentification(bench.t.db, bench.t.tools, { customer_id: visitor.id, company_id: dealer.company })
  await bench.t.db
    .insertInto('notification')
    .values({ account_id: visitor.account_id, title: 'お知らせ', body: '¥500', created_at: testStart })
    .execute()
  const box = await requestOf(visitor, dealer, 4)
  await bench.t.pool.query(
    `update purchase_request set delivering_option = 'PICKUP_ONLY', pickup_address = '{"address1": "神宮前1-2-3"}'
     where customer_id = $1`,
    [visitor.id],
  )
  await bench.t.pool.query(
    `insert into request_kit (request_id, size, box_count, address, ordered_at, send_by, expected_on)
     select id, 120, 1, '{"address1": "神宮前1-2-3"}', created_at, '2026-11-25', '2026-11-27' from purchase_request
     where customer_id = $1`,
    [visitor.id],
  )
  await bench.t.pool.query(
    `with f as (
      insert into stored_file (key, sha256, size, content_type, created_at)
      values ('requests/left.webp', repeat('a', 64), 10, 'image/webp', now()) returning id)
     insert into second_look_photo (request_id, file_id, created_at)
     select $1, f.id, now() from f`,
    [box],
  )
  const item = await makeItem(bench.t.db, {
    ...{ id: box, company_id: dealer.company, shop_id: dealer.shop },
    category_id: bench.world.categories.coat,
  })
  await bench.t.db
    .insertInto('item_question')
    .values({
      ...{ request_id: box, item_id: item.id },
      text: '娘の名前の刺しゅうは減額になりますか',
      asked_at: testStart,
    })
    .execute()
  for (const person of [seller, visitor]) await leave(person)
  await nightOf('2026-11-25', ...everything)
  const { rows: kept } = await bench.t.pool.query(
    `select (select count(*)::int from second_look_photo) as photos, (select count(*)::int from item_question) as questions,
       (select count(*)::int from stored_file where key = 'requests/left.webp') as files`,
  )
  expect(kept).toEqual([{ photos: 0, questions: 0, files: 0 }])
  expect([await checksOf(visitor), await profileOf(visitor)]).toEqual([0, erased])
  const inbox = bench.t.db
    .selectFrom('notification')
    .select('id')
    .where('account_id', '=', visitor.account_id)
  expect(await inbox.execute()).toEqual([])
  const requests = bench.t.db
    .selectFrom('purchase_request')
    .select('pickup_address')
    .where('customer_id', '=', visitor.id)
  expect(await requests.execute()).toEqual([{ pickup_address: null }])
  const kits = bench.t.db
    .selectFrom('request_kit as k')
    .innerJoin('purchase_request as r', 'r.id', 'k.request_id')
    .select('k.address')
    .where('r.customer_id', '=', visitor.id)
  expect(await kits.execute()).toEqual([{ address: null }])
  expect([await checksOf(seller), (await profileOf(seller)).phone]).toEqual([1, '09012345678'])
  await nightOf('2035-01-24', ...everything)
  expect(await checksOf(seller)).toBe(1)
  await nightOf('2035-01-25', ...everything)
  expect([await checksOf(seller), await profileOf(seller)]).toEqual([0, erased])
  await verified(dealer)
  const proof = await prove(bench.t.db, systemActor(bench.t.clock.now()), bench.t.tools)
  expect(proof.checks.filter((check) => !check.is_ok)).toEqual([])
})

test('a notice is erased with its pictures after its last day, unless it led to a hold', async () => {
  const { company, shop } = await bench.newDealer()
  const { business_user_id } = await makeBusinessAccount(bench.t.db, company)
  const of = { company_id: company, registered_by: business_user_id }
  const old = await makeNotice(bench.t.db, of, [{ name: '腕時計' }], { arrived_on: '2026-05-20' })
  const kept = await makeNotice(bench.t.db, of, [{ name: '鞄' }], { arrived_on: '2026-05-20' })
  const young = await makeNotice(bench.t.db, of, [{ name: '指輪' }], { arrived_on: '2026-05-21' })
  const [row] = await bench.buy(company, shop, 1)
  const { rows } = await bench.t.pool.query(
    `with h as (insert into hold (request_id, company_id, item_id, kind, reason, placed_at)
       select request_id, company_id, id, 'stolen_notice', '品触れ', $2 from purchase_item where id = $1 returning id, item_id)
     insert into stolen_notice_match (company_id, article_id, item_id, strength, score, reasons, state, hold_id, found_at, decided_at)
     select a.company_id, a.id, h.item_id, 'number', 100, '{}', 'held', h.id, $2, $2 from h, stolen_notice_article a where a.notice_id = $3
     returning id`,
    [row?.item_id, bench.t.clock.now(), kept],
  )
  expect(rows).toHaveLength(1)
  await bench.t.pool.query(
    `insert into stolen_notice_match (company_id, article_id, item_id, strength, score, reasons, state, found_at)
     select a.company_id, a.id, $1, 'features', 80, '{}', 'open', $2 from stolen_notice_article a where a.notice_id = $3`,
    [row?.item_id, bench.t.clock.now(), old],
  )
  const key = `notices/${old}/page.webp`
  await bench.t.pool.query(
    `with file as (insert into stored_file (key, thumbnail_key, content_type, width, height, size, sha256, created_at)
       values ($2, '', 'image/webp', 10, 10, 100, repeat('a', 64), now()) returning id)
     insert into stolen_notice_page (notice_id, file_id, created_at) select $1, id, now() from file`,
    [old, key],
  )
  const left = async () =>
    (
      await bench.t.pool.query<{ id: string }>(
        'select id from stolen_notice where company_id = $1 order by id',
        [company],
      )
    ).rows.map(({ id }) => Number(id))
  await nightOf('2026-11-20', 'notices')
  expect(await left()).toEqual([old, kept, young])
  await nightOf('2026-11-21', 'notices')
  expect(await left()).toEqual([kept, young])
  const files = await bench.t.pool.query('select from stored_file where key = $1', [key])
  expect(files.rowCount).toBe(0)
  await nightOf('2026-11-22', 'notices')
  expect(await left()).toEqual([kept])
})
