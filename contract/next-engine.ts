import * as z from 'zod'
import { call } from './call.ts'
import { count, dateTime, query, windowed } from './field.ts'

export const about = 'Connection to Next Engine.'

export const nextEngineCalls = {
  connect: call('POST /next-engine/auth/', {
    summary: 'Connect the company to Next Engine',
    may: 'biz.next_engine.connect',
    notBuilt: true,
    body: z.object({ uid: z.string(), state: z.string() }),
    ok: z.object({ connected: z.boolean(), access_token_end_date: dateTime }),
  }),
  searchGoods: call('GET /next-engine/master-goods/search', {
    summary: 'Search goods at Next Engine',
    may: 'biz.next_engine.read',
    notBuilt: true,
    query: z.object({ q: query.text, goods_id: query.text, ...windowed }),
    ok: z.object({ count, data: z.array(z.object({}).loose()) }),
  }),
}
