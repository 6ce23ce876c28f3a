import * as z from 'zod'
import { call } from './call.ts'
import {
  count,
  date,
  dateTime,
  figure,
  id,
  page,
  paged,
  query,
  text,
  version,
  windowed,
  word,
  yen,
} from './field.ts'

export const nextEngineStateLabel = {
  not_offered: '未提供',
  not_connected: '未接続',
  connected: '接続中',
  sign_in_needed: '再ログインが必要',
} as const
export type NextEngineState = keyof typeof nextEngineStateLabel

export const nextEngineConnection = z
  .object({
    state: word(nextEngineStateLabel).describe(
      'Not offered: this site has no client of Next Engine. Sign-in needed: an administrator has to sign in there again.',
    ),
    next_engine_company: z
      .string()
      .describe('Name of the company at Next Engine; blank before the first connection.'),
    connected_at: dateTime.nullable(),
    connected_by: z.string(),
    connected_until: dateTime
      .nullable()
      .describe(
        'Until when the connection lasts unless it is used, which happens every day; null while there is none.',
      ),
    answered_at: dateTime.nullable().describe('When Next Engine answered last.'),
    supplier_code: z
      .string()
      .describe('Code at Next Engine of the supplier under whom new goods are entered.')
      .meta({ example: '9999' }),
    waiting_count: count.describe('Articles that are to be sent.').meta({ example: 3 }),
    failed_count: count.describe('Articles that Next Engine did not take.'),
    version: version.describe('Of the settings; 0 before the first connection.'),
    sign_in_address: z
      .string()
      .nullable()
      .describe(
        'Where an administrator signs in with Next Engine; null for others, and where it is not offered.',
      )
      .meta({ example: 'https://base.next-engine.org/users/sign_in/?client_id=…' }),
  })
  .describe('How the own company is connected to Next Engine.')

export const nextEngineGoods = z
  .object({
    goods_id: z.string(),
    goods_name: z.string(),
    goods_selling_price: yen.nullable(),
    goods_cost_price: yen.nullable(),
    stock_quantity: figure.nullable(),
    stock_free_quantity: figure.nullable(),
    goods_status_name: z.string(),
    supplier_name: z.string(),
    goods_last_modified_date: dateTime.nullable(),
  })
  .describe('Goods at Next Engine.')

export const nextEngineGoodsStateLabel = {
  waiting: '送信待ち',
  sent: '送信中',
  listed: '出品中',
  failed: 'エラー',
  withdrawn: '取り下げ済み',
  sold: '販売済み',
} as const
export type NextEngineGoodsState = keyof typeof nextEngineGoodsStateLabel

export const nextEngineArticle = z
  .object({
    id,
    goods_id: z.string(),
    slug: z.string(),
    name: z.string(),
    brand_name: z.string(),
    request: id.nullable(),
    shop_name: z.string(),
    state: word(nextEngineGoodsStateLabel),
    is_due: z.boolean().describe('Something has changed that Next Engine does not know yet.'),
    selling_price: yen.nullable(),
    error: z
      .string()
      .describe('Why Next Engine did not take it, in its words; blank otherwise.')
      .meta({ example: '仕入先コードが存在しません。' }),
    replaced: z
      .string()
      .describe('Which characters are written in another way there; blank when none is.')
      .meta({ example: 'ネクストエンジンで使えない文字を置き換えます: é→e' }),
    changed_at: dateTime.nullable(),
  })
  .describe('An article on sale through Next Engine.')

export const nextEngineBatchKindLabel = {
  offer: '出品',
  update: '内容の変更',
  withdraw: '在庫を0にする',
} as const
export const nextEngineBatchStateLabel = {
  sending: '送信中',
  queued: 'ネクストエンジンで処理中',
  done: '完了',
  failed: 'エラー',
} as const

export const nextEngineBatch = z
  .object({
    id,
    kind: word(nextEngineBatchKindLabel),
    state: word(nextEngineBatchStateLabel),
    que_id: z.string(),
    row_count: count,
    failed_count: count,
    message: z.string().describe('What Next Engine said of the whole; blank when nothing.'),
    sent_at: dateTime,
    settled_at: dateTime.nullable(),
  })
  .describe('An upload to Next Engine.')

export const nextEngineOrderStateLabel = {
  recorded: '販売を記録',
  returned: '返品として記録',
  canceled: '取り消し',
  problem: '要確認',
} as const
export type NextEngineOrderState = keyof typeof nextEngineOrderStateLabel

export const nextEngineOrder = z
  .object({
    id,
    order_id: z.string(),
    slug: z.string(),
    name: z.string(),
    brand_name: z.string(),
    request: id.nullable(),
    shop_name: z.string(),
    price: yen.nullable(),
    ordered_on: date.nullable(),
    state: word(nextEngineOrderStateLabel).describe(
      'Recorded as a sale; returned: canceled afterwards; canceled before it was taken; problem: a person has to look.',
    ),
    error: z
      .string()
      .describe('What is to be looked at; blank otherwise.')
      .meta({ example: 'この商品は、すでに販売済みです。' }),
    seen_at: dateTime,
  })
  .describe('A row of an order at Next Engine with an article of the company.')

const throughNextEngine = [
  'next_engine_not_connected',
  'next_engine_busy',
  'next_engine_down',
  'next_engine_unreadable',
] as const

export const about =
  'Next Engine, where finished articles are put on sale: the connection, what was uploaded, and the goods there.'

export const nextEngineCalls = {
  connection: call('GET /api/biz/next-engine/', {
    summary: 'How the company is connected to Next Engine',
    may: 'biz.next_engine.read',
    reads: ['next_engine'],
    ok: nextEngineConnection,
  }),
  connect: call('POST /next-engine/auth/', {
    summary: 'Connect the company to Next Engine, with what its sign-in page added to our address',
    may: 'biz.next_engine.connect',
    changes: ['next_engine'],
    repeated: 'is refused',
    limit: 'write',
    body: z.object({ uid: text(300), state: text(300) }),
    ok: z.object({ connected: z.boolean(), access_token_end_date: dateTime }),
    errors: [...throughNextEngine, 'next_engine_refused'],
  }),
  disconnect: call('DELETE /api/biz/next-engine/', {
    summary: 'Disconnect the company from Next Engine; what is on sale there stays as it is',
    may: 'biz.next_engine.connect',
    changes: ['next_engine'],
    ok: 'nothing',
  }),
  settings: call('PATCH /api/biz/next-engine/', {
    summary: 'Set under which supplier new goods are entered at Next Engine',
    may: 'biz.next_engine.connect',
    changes: ['next_engine'],
    body: z.object({
      supplier_code: z
        .string()
        .trim()
        .regex(/^\d{4}$/, '4桁の数字で入力してください。'),
      version,
    }),
    ok: nextEngineConnection,
    errors: ['next_engine_not_connected', 'stale_version'],
  }),
  goods: call('GET /api/biz/next-engine/goods/', {
    summary: 'Articles of the own shops at Next Engine, those that changed last first',
    may: 'biz.next_engine.read',
    reads: ['next_engine', 'item'],
    query: z.object({
      state: query.choice(Object.keys(nextEngineGoodsStateLabel) as [NextEngineGoodsState]),
      batch: query.int.describe('Those of an upload.'),
      ...paged,
    }),
    ok: page(nextEngineArticle),
  }),
  retry: call('POST /api/biz/next-engine/goods/retry/', {
    summary: 'Send articles again that Next Engine did not take',
    may: 'biz.productization.write',
    changes: ['next_engine'],
    repeated: 'changes nothing',
    limit: 'write',
    body: z.object({ ids: z.array(id).min(1).max(200).optional().describe('Without it, all that failed.') }),
    ok: z.object({ queued: count.describe('How many will be sent.').meta({ example: 3 }) }),
  }),
  batches: call('GET /api/biz/next-engine/batches/', {
    summary: 'Uploads to Next Engine, the newest first',
    may: 'biz.next_engine.read',
    reads: ['next_engine'],
    query: z.object({ ...paged }),
    ok: page(nextEngineBatch),
  }),
  orders: call('GET /api/biz/next-engine/orders/', {
    summary: 'Orders at Next Engine with articles of the own shops, the newest first',
    may: 'biz.next_engine.read',
    reads: ['next_engine', 'item'],
    query: z.object({
      state: query.choice(Object.keys(nextEngineOrderStateLabel) as [NextEngineOrderState]),
      ...paged,
    }),
    ok: page(nextEngineOrder),
  }),
  searchGoods: call('GET /next-engine/master-goods/search', {
    summary: 'Search goods at Next Engine',
    may: 'biz.next_engine.read',
    reads: ['next_engine'],
    limit: 'search',
    query: z.object({ q: query.text, goods_id: query.text, ...windowed }),
    ok: z.object({ count, data: z.array(nextEngineGoods) }),
    errors: throughNextEngine,
  }),
}
