// Every file we export can be read again: masters are loaded back, records are read back by our own reader.
import { parse } from 'csv-parse/sync'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { announcementLevelLabel, audienceLabel } from '#contract/announcement'
import {
  deliveringOptionLabel,
  payoutBatchStateLabel,
  salesChannel,
  transactionKindLabel,
} from '#contract/codes'
import { itemStatusLabel, requestStatusLabel } from '#contract/lifecycle'
import { preAssessmentChannelLabel, preAssessmentStateLabel } from '#contract/pre-assessment'
import { saleSourceLabel } from '#contract/sale'
import { announcementStateLabel } from '#contract/setup'
import { makeAnnouncement } from '#server/domains/announcement/announcement.factory'
import { makeAttribute, makeBrand, makeCampaign } from '#server/domains/catalogue/catalogue.factory'
import { makePreAssessment } from '#server/domains/pre-assessment/pre-assessment.factory'
import { makeOriginator } from '#server/domains/transfer/transfer.factory'
import { forCp932, missingInCp932 } from '#server/platform/cp932'
import { type CsvReading, fromCsv } from '#server/platform/csv'
import { csvTextOf } from '#web/lib/csv-file.ts'
import { randomKey, type TestApp, testApp } from './support/app.ts'
import { answer, makeSoldItem, offered, payOut } from './support/steps.ts'
import { makeWorld, type Person, signIn, type World } from './support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

type Query = Record<string, string | number | boolean>

async function bytesOf(path: string, who: Person, query: Query = {}): Promise<Buffer> {
  const { token } = await signIn(t, who)
  const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const response = await t.app.inject({
    url: `${path}?${asked}`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect([path, response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([
    path,
    200,
    '',
  ])
  return response.rawPayload
}

function readable(bytes: Uint8Array): Extract<CsvReading, { ok: true }> {
  const reading = fromCsv(bytes)
  if (!reading.ok) throw new Error(reading.message)
  return reading
}

/** As the page sends what a person chose. */
const upload = async (path: string, who: Person, bytes: Uint8Array, dry_run: boolean) => {
  const file = csvTextOf(new Uint8Array(bytes).buffer)
  const { token } = await signIn(t, who)
  return t.ask(`POST ${path}`, { token, body: { ...file, dry_run } })
}

const cellOf = (text: string) => `"${text.replaceAll('"', '""')}"`
/** Cells as a spreadsheet shows them, with their quotes against formulas. */
const cellsOf = (bytes: Uint8Array): string[][] => parse(new TextDecoder().decode(bytes))
/** Saved by a spreadsheet in Shift_JIS: a question mark for each character that it lacks. */
function savedInShiftJis(
  bytes: Uint8Array,
  keep: (cells: readonly string[]) => boolean = () => true,
): Buffer {
  const [header = [], ...rows] = cellsOf(bytes)
  const lines = [header, ...rows.filter(keep)].map((cells) => `${cells.map(cellOf).join(',')}\r\n`)
  return iconv.encode(lines.join(''), 'cp932')
}
const isComplete = (cells: readonly string[]) => cells.every((cell) => missingInCp932(cell).length === 0)

const hostile = ['=1+1 "QUOTED"', "'=SUM(A1)", "L'ÉTÉ, & CO", '-PLUS', '＠全角', '𠮷田商店', "''", 'a;b']

describe('masters are loaded again', () => {
  beforeAll(async () => {
    for (const name of hostile)
      await makeBrand(t.db, { name, name_kana: 'テスト', aliases: [`=${name}`, 'x,"y"', "'q"] })
    const operator = (await signIn(t, w.operator.operator)).token
    const admin = (await signIn(t, w.aoyama.admin)).token
    for (const [sort, name] of hostile.entries()) {
      const made = await t.ask('POST /api/biz/category-masters/', {
        token: operator,
        body: {
          name,
          name_kana: '',
          ledger_class: '02',
          sort: sort + 1,
          is_active: sort % 2 === 0,
          parent: null,
        },
      })
      expect(made.status).toBe(201)
      await makeAttribute(t.db, made.body.id, {
        ...{ name: sort === 5 ? '身幅' : name.replaceAll('|', ''), choices: ['=1', name, 'a,b'], unit: '' },
        ...{ value_type: 'STRING', is_measure: false, is_required: sort % 2 === 0, sort: sort + 1 },
      })
      const template = await t.ask('POST /api/biz/comment-template-masters/', {
        token: admin,
        body: {
          ...{ short_code: `h${sort}`, title: name, is_active: sort % 2 === 0 },
          ...{ body: `${name}\n"2行目", {ブランド}\n=3`, category: name },
        },
      })
      expect(template.status).toBe(201)
      const amount = await t.ask('POST /amounts/bulk-upload/', {
        token: admin,
        body: { rows: [{ brand: name, category: name, grade: 'S_1', amount: 1000 + sort }] },
      })
      expect(amount.body).toMatchObject({ created: 1 })
    }
    const days = { starts_on: '2027-01-01', ends_on: '2027-01-31' }
    const [first] = (await t.pool.query("select id from brand where name = 'L''ÉTÉ, & CO'")).rows
    const categories = (await t.pool.query('select id, parent_id from item_category order by id')).rows
    const below = categories.find(({ parent_id }) => parent_id !== null)
    for (const [sort, name] of hostile.entries())
      await makeCampaign(t.db, w.aoyama.company, {
        ...{ ...days, name, is_published: sort % 2 === 0, is_first_only: sort % 3 === 0 },
        ...(sort % 2 === 0 ? { percent: 3, bonus_cap: 1200 } : { percent: null, bonus_yen: 300 + sort }),
        ...(sort === 1 ? { brands: [first.id, w.brands.gucci] } : {}),
        ...(sort === 3 ? { categories: [below.id, categories[0].id], shops: w.aoyama.shops } : {}),
      })
    await ofPreAssessment()
    // A category gets another name; the template still says the old one.
    await t.pool.query("update item_category set name = '改めた名前' where name = '-PLUS'")
  })

  /** Whatever may stand in a file of the pre-assessment: names, attributes, people. */
  async function ofPreAssessment() {
    const { token } = await signIn(t, w.aoyama.admin)
    const create = async (path: string, body: object) => {
      const made = await t.ask(`POST /api/pre-assessment/${path}/`, { token, key: randomKey(), body })
      expect([path, made.status]).toEqual([path, 201])
      return made.body.id as number
    }
    const none = {
      brand: null,
      brand_rank: null,
      category: null,
      gender: null,
      condition: null,
      season: null,
    }
    const days = { valid_from: '2026-01-01', valid_to: null }
    for (const [sort, name] of hostile.entries()) {
      const usual = { name, sort: sort + 1, is_active: sort % 2 === 0, factor_permille: 1000 + sort }
      const condition = await create('item-status', { ...usual, grade_band: 'A', description: '' })
      const season = await create('season-tags', { ...usual, months: [1, sort + 2] })
      const person = { name, name_kana: 'ヤマダ', phone: '', email: `a${sort}@example.jp` }
      await create('customers', { ...person, note: `${name}\n=2行目` })
      const { rows } = await t.pool.query(
        'select b.id as brand, c.id as category from brand b, item_category c where b.name = $1 and c.name = $1',
        [name],
      )
      const attributes = { [name]: name, 番号: '007', 丈: 60.5, 裏地: sort % 2 === 0 }
      const template = { ...none, ...days, ...rows[0], condition, season, attributes }
      await create('price-templates', { ...template, base: 1000, band_permille: 125 })
      await t.pool.query(
        `with b as (insert into pre_assessment_brand (company_id, brand_id, rank, factor_permille) values ($1, $2, 'A', 1250))
         insert into pre_assessment_category (company_id, category_id, factor_permille) values ($1, $3, 1005)`,
        [w.aoyama.company, rows[0].brand, rows[0].category],
      )
    }
  }

  const masters = () => [
    { list: 'brand-masters', load: '/api/biz/brand-masters/bulk-upload/', who: w.operator.operator },
    { list: 'category-masters', load: '/api/biz/category-masters/bulk-upload/', who: w.operator.operator },
    {
      ...{ list: 'category-attributes', load: '/api/biz/category-attributes/bulk-upload/' },
      who: w.operator.operator,
    },
    {
      ...{ list: 'comment-template-masters', load: '/api/biz/comment-template-masters/bulk-upload/' },
      who: w.aoyama.admin,
    },
    { list: 'campaign-masters', load: '/api/biz/campaign-masters/bulk-upload/', who: w.aoyama.admin },
    { list: 'amounts', load: '/amounts/bulk-upload/', who: w.aoyama.admin },
    ...['brands', 'categories', 'customers', 'season-tags', 'price-templates'].map((kind) => ({
      ...{ list: `../pre-assessment/${kind}`, load: `/api/pre-assessment/${kind}/csv-upload/` },
      who: w.aoyama.admin,
    })),
  ]
  const fileOf = (list: string) => new URL(`/api/biz/${list}/csv/`, 'http://test').pathname

  const stored = async () => {
    const tables = [
      'brand',
      'item_category',
      'category_attribute',
      'comment_template',
      'campaign',
      'buying_amount',
      'pre_assessment_brand',
      'pre_assessment_category',
      'prospect',
      'season_tag',
      'price_template',
    ]
    const rows = tables.map((table) => t.pool.query(`select * from ${table} x order by x`))
    return (await Promise.all(rows)).map(({ rows }) => rows)
  }

  test('in UTF-8 as they left, and in Shift_JIS as a spreadsheet saves them: nothing changes', async () => {
    const before = await stored()
    for (const { list, load, who } of masters()) {
      const bytes = await bytesOf(fileOf(list), who)
      expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
      const rows = readable(bytes).rows.length
      expect(rows).toBeGreaterThanOrEqual(hostile.length)
      for (const dry of [true, false]) {
        const { body } = await upload(load, who, bytes, dry)
        expect([list, body]).toMatchObject([list, { created: 0, updated: 0, unchanged: rows }])
      }
      const shiftJis = savedInShiftJis(bytes, isComplete)
      expect(csvTextOf(new Uint8Array(shiftJis).buffer)?.encoding).toBe('shift_jis')
      for (const dry of [true, false]) {
        const { body } = await upload(load, who, shiftJis, dry)
        expect([list, body]).toMatchObject([list, { created: 0, updated: 0 }])
        expect(body.unchanged).toBeGreaterThanOrEqual(hostile.length - 2)
      }
    }
    expect(await stored()).toEqual(before)
  })

  test('lines that lost characters in Shift_JIS are refused, each with its number', async () => {
    const before = await stored()
    for (const { list, load, who } of masters()) {
      const bytes = await bytesOf(fileOf(list), who)
      const lost = cellsOf(bytes)
        .slice(1)
        .flatMap((cells, index) => (isComplete(cells) ? [] : [index]))
      expect(lost.length).toBeGreaterThanOrEqual(2)
      const { status, body } = await upload(load, who, savedInShiftJis(bytes), true)
      expect([list, status]).toEqual([list, 400])
      const wrong = (body.rows as object[]).flatMap((row, index) =>
        Object.keys(row).length > 0 ? [body.lines[index]] : [],
      )
      const { lines } = readable(savedInShiftJis(bytes))
      expect([list, wrong]).toEqual([list, lost.map((index) => lines[index])])
    }
    expect(await stored()).toEqual(before)
  })

  test('a dealer loads the file of another as its own, with what is out of use', async () => {
    const bytes = await bytesOf('/api/biz/comment-template-masters/csv/', w.aoyama.admin)
    const path = '/api/biz/comment-template-masters/bulk-upload/'
    const known = (cells: readonly string[]) => isComplete(cells) && !cells.includes("'-PLUS")
    const { body } = await upload(path, w.umeda.admin, savedInShiftJis(bytes, known), false)
    expect(body).toMatchObject({ updated: 0 })
    expect(body.created).toBeGreaterThan(4)
    const own = await bytesOf('/api/biz/comment-template-masters/csv/', w.umeda.admin)
    const used = (file: Uint8Array) =>
      new Map(readable(file).rows.map(({ 短い記号: code, 使用: use }) => [code, use] as const))
    for (const [code, use] of used(own)) expect([code, use]).toEqual([code, used(bytes).get(code)])
  })
})

type Shown = Record<string, unknown>
interface Listed {
  file: string
  list: string
  who: () => Person
  query?: Query
  /** Of the response; by default its results. */
  rowsOf?: (body: Shown) => Shown[]
  cells: Readonly<Record<string, string | ((row: Shown) => unknown)>>
}

const label = (labels: Readonly<Record<string, string>>, key: string) => (row: Shown) =>
  labels[String(row[key])]
const dealer = () => w.aoyama.admin
const house = () => w.operator.operator
const person = (key: string) => (row: Shown) => (row.person as Shown | null)?.[key]

const listed: Listed[] = [
  {
    ...{ file: 'purchase_requests/csv/', list: 'purchase_requests/', who: dealer },
    cells: {
      ...{ 申し込み番号: 'id', 店舗: 'shop_name', お客さま: 'customer_name', 集荷日: 'pickup_date' },
      状況: label(requestStatusLabel, 'status'),
      送り方: label(deliveringOptionLabel, 'delivering_option'),
      ...{ 箱の数: 'box_count', 点数: 'item_count', 届いた日時: 'arrived_at', 査定額: 'offer_total' },
      ...{ 回答の期限: 'offer_expires_at', 担当: 'assessor_name', 申し込み日時: 'created_at' },
    },
  },
  {
    ...{ file: 'purchase-items/csv/', list: 'purchase-items/', who: dealer },
    cells: {
      ...{ 商品コード: 'slug', 申し込み番号: 'request', 枝番: 'seq', 店舗: 'shop_name', 品名: 'name' },
      状況: label(itemStatusLabel, 'status'),
      ...{ ブランド: 'brand_name', カテゴリ: 'category_name', グレード: 'grade', 査定額: 'price' },
      ...{ お客さま: 'customer_name', 買取日時: 'purchased_at', 受取日時: 'created_at' },
    },
  },
  {
    ...{ file: 'item-productization/csv/', list: 'item-productization/', who: dealer },
    query: { is_sold: false },
    cells: {
      ...{ 商品コード: 'slug', 版: 'version', '店舗(参考)': 'shop_name', '品名(参考)': 'name' },
      ...{ 'ブランド(参考)': 'brand_name', 'グレード(参考)': 'grade', '買取額(参考)': 'price' },
      ...{ 販売価格: 'selling_price', '状況(参考)': label(itemStatusLabel, 'status') },
      販路: label(salesChannel, 'sales_channel'),
    },
  },
  {
    ...{ file: 'sales/csv/', list: 'sales/', who: dealer },
    cells: {
      ...{ 販売番号: 'id', 商品コード: 'slug', 申し込み番号: 'request', 枝番: 'seq', 店舗: 'shop_name' },
      ...{ 品名: 'name', ブランド: 'brand_name', 販売日: 'sold_on', 販売額: 'price', 手数料: 'fee' },
      ...{ 送料: 'shipping', 作業費: 'handling', 買取額: 'cost', 利益: 'profit', 注文番号: 'order_number' },
      ...{ メモ: 'note', 記録日時: 'recorded_at', 返品日: 'returned_on', 返品の理由: 'return_reason' },
      販路: label(salesChannel, 'sales_channel'),
      記録の方法: label(saleSourceLabel, 'source'),
    },
  },
  {
    ...{ file: '../pre-assessment/assessments/csv/', list: '../pre-assessment/assessments/', who: dealer },
    cells: {
      ...{ 事前査定番号: 'id', 店舗: 'shop_name', お客さま: 'prospect_name', 担当: 'operator_name' },
      ...{ 点数: 'item_count', 有効期限: 'valid_until', 申し込み番号: 'request', 作成日時: 'created_at' },
      状況: label(preAssessmentStateLabel, 'state'),
      受付: label(preAssessmentChannelLabel, 'channel'),
      目安の下限: ({ total }) => (total as Shown).low,
      目安の上限: ({ total }) => (total as Shown).high,
      金額のある点数: ({ total }) => (total as Shown).priced,
    },
  },
  {
    ...{ file: 'shops/{shop}/customers/csv/', list: 'shops/{shop}/customers/', who: dealer },
    cells: {
      ...{ お客さま番号: 'id', お名前: 'name', 'お名前(カナ)': 'name_kana', お住まい: 'prefecture' },
      本人確認: (row) => (row.is_identity_verified ? '確認済み' : '確認前'),
      ...{ 申し込みの回数: 'request_count', 買取の合計: 'purchased_total' },
      ...{ 最近の申し込み: 'last_request_at', 登録日時: 'created_at' },
    },
  },
  {
    ...{ file: '../business-users/csv/', list: '../business-users/', who: dealer },
    cells: { 担当者番号: 'id', 名前: 'name', メール: 'email' },
  },
  {
    ...{ file: 'activities/csv/', list: 'activities/', who: dealer, query: { group: 'business_user' } },
    cells: { 番号: 'id', 日時: 'at', 操作: 'label', 対象: (row) => (row.object as Shown).label },
  },
  {
    ...{ file: 'antique-ledger/csv/', list: 'antique-ledger/', who: dealer },
    cells: {
      ...{ 番号: 'seq', 年月日: 'occurred_on', 品目: 'item_name', 特徴: 'features', 数量: 'quantity' },
      ...{ 代価: 'price', 住所: person('address'), 氏名: person('name'), 職業: person('occupation') },
      ...{ 年齢: person('age'), 備考: 'invoice_note' },
    },
  },
  {
    ...{ file: 'book/accounts/csv/', list: 'book/accounts/', who: house },
    cells: { 口座: 'id', 持ち主: 'owner' },
  },
  {
    ...{ file: 'book/entries/csv/', list: 'book/entries/', who: house },
    cells: {
      ...{ 番号: 'id', 日時: 'created_at', 金額: 'amount', メモ: 'note', 振込番号: 'transfer' },
      ...{ 種類: label(transactionKindLabel, 'kind'), 申し込み番号: 'purchase_request' },
    },
  },
  {
    ...{ file: 'book/months/2026-11/csv/', list: 'book/entries/', who: house },
    cells: {
      ...{ 仕訳番号: 'id', 金額: 'amount', メモ: 'note', 申し込み番号: 'purchase_request' },
      種類: label(transactionKindLabel, 'kind'),
    },
  },
  {
    ...{ file: 'payouts/csv/', list: 'payouts/', who: house },
    cells: {
      ...{ 番号: 'id', 振込指定日: 'pay_date', 件数: 'line_count', 合計: 'total', 作成: 'created_by' },
      ...{ 承認: 'approved_by', 作成日時: 'created_at', 状況: label(payoutBatchStateLabel, 'state') },
    },
  },
  {
    ...{ file: 'brand-masters/csv/', list: 'brand-masters/', who: dealer, query: { q: 'QUOTED' } },
    cells: {
      ...{ ブランド名: 'name', カナ: 'name_kana', 別名: ({ aliases }) => (aliases as string[]).join('|') },
      公開: ({ is_private }) => (is_private ? '非公開' : '公開中'),
    },
  },
  {
    ...{ file: 'announcements/csv/', list: 'announcements/', who: house },
    cells: {
      ...{ 番号: 'id', 見出し: 'title', 本文: 'body', 会社: 'company_name', 店舗: 'shop_name' },
      ...{ 種類: label(announcementLevelLabel, 'level'), 届ける相手: label(audienceLabel, 'audience') },
      ...{ 状況: label(announcementStateLabel, 'state'), 掲載の開始: 'published_at', 掲載の終了: 'ends_at' },
    },
  },
  {
    ...{ file: 'insight/csv/', list: 'insight/purchases/', who: dealer },
    query: { table: 'purchases_by_shop', date_from: '2026-11-20', date_to: '2026-11-30' },
    rowsOf: ({ by_shop }) => by_shop as Shown[],
    cells: { 店舗: 'shop_name', 点数: 'item_count', 買取額: 'amount' },
  },
]

describe('records are read back as the lists show them', () => {
  beforeAll(async () => {
    const { pool } = t
    await pool.query(
      `update customer set name = '=HYPERLINK("x"), 山田', name_kana = 'ヤマダ' where id = $1`,
      [w.hanako.id],
    )
    await pool.query(`update shop set name = '-青山"本店", 𠮷' where id = $1`, [w.aoyama.shops[0]])
    await pool.query(`update business_user set name = '@鈴木 健一' where id = $1`, [w.aoyama.staff.id])
    const { id } = await makePreAssessment(t.db, {
      ...{ company_id: w.aoyama.company, shop_id: w.aoyama.shops[0] as number },
      ...{ operator_id: w.aoyama.staff.id, category_id: w.categories.coat },
    })
    await pool.query(
      `update prospect set name = '=1+1 川口, "真理"' from pre_assessment a where a.id = $1 and prospect.id = a.prospect_id`,
      [id],
    )
    const box = await offered(t, w, {}, [14_000, 3_500])
    await pool.query(
      `update purchase_item set name = '＝コート, "紺" é', features = E'''=3\\n－行' where request_id = $1`,
      [box.id],
    )
    expect((await answer(t, box, { decision_all: 'sell' })).status).toBe(200)
    await t.runJobs()
    await t.ask('POST /api/transfer/', { token: (await signIn(t, w.hanako)).token, body: {}, key: 'all' })
    await makeSoldItem(t, w.aoyama, box)
    await makeOriginator(t.db)
    await makeAnnouncement(t.db, { title: '=1+1、"紺"', body: '-行\n二行目' })
    await payOut(t, w, w.hanako.id)
    const { token } = await signIn(t, w.aoyama.admin)
    await t.ask(`PATCH /api/business-users/${w.aoyama.staff.id}/`, { token, body: { name: '+佐藤, "一"' } })
    const settled = await t.ask('POST /api/biz/book/settlements/', {
      ...{ token: (await signIn(t, w.operator.operator)).token, key: 'settled' },
      body: { company: w.aoyama.company, amount: 1000, note: '=11月, "分" é' },
    })
    expect(settled.status).toBe(201)
    t.clock.set('2026-12-02T09:00:00+09:00')
    const closed = await t.ask('POST /api/biz/book/months/', {
      token: (await signIn(t, w.operator.operator)).token,
      body: { month: '2026-11' },
    })
    expect(closed.status).toBe(200)
  })
  beforeEach(() => t.clock.forward(60_000))

  const at = (path: string) =>
    new URL(path.replace('{shop}', String(w.aoyama.shops[0])), 'http://x/api/biz/').pathname
  const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text)
  const textOf = (value: unknown): string => {
    const text = value === null || value === undefined ? '' : String(value)
    return isInstant(text) ? new Date(text).toISOString() : text
  }
  const expected = ({ cells }: Listed, row: Shown) =>
    Object.fromEntries(
      Object.entries(cells).map(([header, of]) => [
        header,
        textOf(typeof of === 'string' ? row[of] : of(row)),
      ]),
    )
  const found = ({ cells }: Listed, row: Record<string, string>) =>
    Object.fromEntries(Object.keys(cells).map((header) => [header, textOf(row[header])]))
  const sorted = (rows: Record<string, string>[]) => rows.map((row) => JSON.stringify(row)).toSorted()

  const shownRows = async (one: Listed): Promise<Shown[]> => {
    const { token } = await signIn(t, one.who())
    const query = { ...(one.rowsOf ? {} : { size: 100 }), ...one.query }
    const { status, body } = await t.ask(`GET ${at(one.list)}`, { token, query })
    expect([one.list, status]).toEqual([one.list, 200])
    return one.rowsOf ? one.rowsOf(body) : body.results
  }

  test.each(listed.map((one) => [one.file, one] as const))('%s', async (_name, one) => {
    // The trail holds its own export, so its list is read first.
    const rows = (await shownRows(one)).filter(
      ({ created_at }) => !one.file.includes('2026-11') || String(created_at) < '2026-11-30T15',
    )
    expect(rows.length).toBeGreaterThan(0)
    const reading = readable(await bytesOf(at(one.file), one.who(), one.query))
    for (const header of Object.keys(one.cells)) expect(reading.header).toContain(header)
    expect(sorted(reading.rows.map((row) => found(one, row)))).toEqual(
      sorted(rows.map((row) => expected(one, row))),
    )
  })

  test.each(['antique-ledger/csv/', 'book/months/2026-11/csv/'])('%s in Shift_JIS', async (file) => {
    const one = listed.find((each) => each.file === file) as Listed
    const utf8 = readable(await bytesOf(at(file), one.who()))
    const cp932 = readable(await bytesOf(at(file), one.who(), { encoding: 'shift_jis', substitute: true }))
    expect(cp932.header).toEqual(utf8.header)
    const substituted = utf8.rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, forCp932(cell)])),
    )
    expect(cp932.rows).toEqual(substituted)
  })
})
