import * as z from 'zod'
import { call } from './call.ts'
import { count, dateTime, figure, query, text, windowed, word, yen } from './field.ts'

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
