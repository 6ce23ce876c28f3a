import path from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { tokyoDate } from '#contract/day'
import { checkpointFolder } from '#server/domains/antique-ledger/antique-ledger.checkpoint-files'
import { insertPerson, insertRows, lockHead } from '#server/domains/antique-ledger/antique-ledger.queries'
import {
  documentOf,
  measureOf,
  sealedInstant,
  sealRows,
} from '#server/domains/antique-ledger/antique-ledger.rules'
import {
  appendPurchases,
  type LedgerItem,
  type Purchase,
  sealPerson,
} from '#server/domains/antique-ledger/antique-ledger.service'
import { verifyCompany } from '#server/domains/antique-ledger/antique-ledger.verify'
import { makeCompany, makeShop } from '#server/domains/company/company.factory'
import { newSlug } from '#server/domains/item/item.service'
import { systemActor } from '#server/platform/actor'
import { inTransaction, type Tx } from '#server/platform/db'
import type { Keys } from '#server/platform/keys'
import { type TestApp, testApp } from './app.ts'
import { makeWorld, type World } from './world.ts'

export type LedgerBench = Awaited<ReturnType<typeof ledgerBench>>

export async function ledgerBench() {
  const t = await testApp({ max: 22 })
  const world = await makeWorld(t)
  let made = 0
  const actor = () => systemActor(t.clock.now())
  const folder = checkpointFolder(t.tools.config.dataDir)
  const seller = () => sellerOf(world)

  const makeItem = (company: number, shop: number, overrides: Partial<LedgerItem> = {}) =>
    insertItem(t, world, { company, shop }, overrides)

  const buy = async (
    company: number,
    shop: number,
    count: number,
    overrides: Partial<Purchase> = {},
    keys: Keys = t.tools.keys,
  ) => {
    const items: LedgerItem[] = []
    for (let n = 0; n < count; n++) items.push(await makeItem(company, shop))
    const purchase = {
      company_id: company,
      shop_id: shop,
      request: { is_invoice_issuer: false },
      customer: seller(),
      identification: licence,
      items,
      ...overrides,
    }
    return inTransaction(t.db, async (tx) => {
      await markBought(tx, purchase.items, actor().at)
      return appendPurchases(tx, actor(), purchase, { keys })
    })
  }

  /** A row with a person of its own; one of a sale with that sale. */
  const appendRow = async (
    company: number,
    shop: number,
    entry_kind: '売却' | '訂正',
    corrects_seq: number | null = null,
  ) => {
    const { at } = actor()
    const { id } = await makeItem(company, shop)
    await inTransaction(t.db, async (tx) => {
      const person = { ...seller(), id: null }
      const { record, commitment } = sealPerson(company, person, documentOf(licence), at, t.tools)
      const row = {
        entry_kind,
        corrects_seq,
        shop_id: shop,
        occurred_on: tokyoDate(at),
        item_id: id,
        ledger_class: '03',
        item_name: '腕時計',
        features: '',
        quantity: 1,
        price: 90_000,
        measure: measureOf(licence),
        person_id: await insertPerson(tx, record),
        person_commitment: commitment,
        invoice_note: '',
        created_at: sealedInstant(at),
      }
      const head = await lockHead(tx, company)
      await insertRows(tx, head, [...sealRows(head, t.tools.keys.chain, [row])])
    })
    if (entry_kind === '売却')
      await tamper(t, [
        `insert into sale (company_id, shop_id, item_id, ledger_class, sales_channel, sold_on, price, source, recorded_at, ledger_seq)
         select company_id, shop_id, item_id, ledger_class, 1, occurred_on, price, 'hand', created_at, seq from antique_ledger
         where item_id = ${id}`,
      ])
  }

  /** Bought without a ledger row. Returns ids. */
  const boughtItems = async (company: number, shop: number, count: number, price: number) => {
    const { id } = await makeItem(company, shop)
    const items = await sql<{ id: number }>`
      insert into purchase_item (slug, request_id, company_id, shop_id, seq, created_at, updated_at)
      select i.slug || '-' || n, i.request_id, i.company_id, i.shop_id, n, i.created_at, i.updated_at
      from purchase_item i, generate_series(2, ${count + 1}::int) n where i.id = ${id} order by n returning id`.execute(
      t.db,
    )
    const ids = items.rows.map((row) => row.id)
    const given = ids.map((item) => ({ id: item, name: '', ledger_class: '02', price }))
    await inTransaction(t.db, (tx) => markBought(tx, given, actor().at))
    return ids
  }

  const newDealer = async () => {
    made += 1
    const company = await makeCompany(t.db, {
      name: `試験商会${made}`,
      license_number: `第301${String(made).padStart(9, '0')}号`,
    })
    return { company, shop: await makeShop(t.db, company, { name: `試験店${made}` }) }
  }

  const verify = (company: number, keys: Keys = t.tools.keys) =>
    verifyCompany(t.db, company, { ...t.tools, keys }, { at: t.clock.now() })

  return {
    t,
    world,
    actor,
    seller,
    makeItem,
    buy,
    appendRow,
    boughtItems,
    newDealer,
    verify,
    folder,
    file: (company: number) => path.join(folder, `${company}.log`),
    tamper: (...statements: string[]) => tamper(t, statements),
  }
}

const licence = {
  clause: 'clause_8',
  identification_kind: 1,
  document_name: '運転免許証',
  document_issuer: '東京都公安委員会',
  document_number: '301234567890',
}

const sellerOf = (world: World) => ({
  id: world.hanako.id,
  name: '山田 花子',
  name_kana: 'ヤマダ ハナコ',
  address: '東京都渋谷区神宮前1-2-3メゾン表参道 405',
  occupation: '会社員',
  age: 36,
})

/** Sets the state after a deal directly. */
async function markBought(tx: Tx, items: readonly LedgerItem[], at: Date): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(tx)
  await sql`
    update purchase_item i set status = 6, price = b.price, base_price = b.price, consent_id = 0, purchased_at = ${at.toISOString()}
    from unnest(${items.map(({ id }) => id)}::bigint[], ${items.map(({ price }) => price)}::bigint[]) as b(id, price)
    where i.id = b.id`.execute(tx)
  await sql`set local session_replication_role = origin`.execute(tx)
}

async function insertItem(
  t: TestApp,
  world: World,
  { company, shop }: { company: number; shop: number },
  overrides: Partial<LedgerItem>,
): Promise<LedgerItem> {
  const at = t.clock.now().toISOString()
  const request = await t.db
    .insertInto('purchase_request')
    .values({
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
      slug: newSlug(),
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

/** Changes rows as someone with the database password could. */
async function tamper(t: TestApp, statements: string[]): Promise<void> {
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
