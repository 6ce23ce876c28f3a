import * as z from 'zod'
import { call } from './call.ts'
import { countFrom, dateTime, id, page, paged, text, word } from './field.ts'
import type { MachinePermission } from './permission.ts'

export const apiKeyStateLabel = {
  valid: '使える',
  expired: '期限切れ',
  revoked: '無効',
} as const

/** What a key can be given, in the order of the form. */
export const machinePermissionLabel = {
  'biz.request.read': '申し込みを読む',
  'item.read': '商品を1点ずつ読む',
  'assessment.read': '査定結果を読む',
  'biz.customer.read': 'お客さまを読む',
  'biz.catalogue.read': 'ブランド・基準額・定型コメントを読む',
  'biz.productization.read': '商品化の内容を読む',
  'biz.sale.read': '販売を読む',
  'biz.money.read': '振込の記録を読む',
  'biz.insight.read': '分析を読む',
  'biz.request.write': '申し込みを進める・配送状況を取り込む',
  'biz.item.write': '査定の内容を書く',
  'biz.productization.write': '商品化の内容を書く',
  'biz.sale.write': '販売と返品を記録する',
  'biz.request.export': '申し込みの一覧をCSVで取り出す',
  'biz.item.export': '商品一覧をCSVで取り出す',
  'biz.customer.export': 'お客さまの一覧をCSVで取り出す',
  'biz.sale.export': '販売の一覧をCSVで取り出す',
} as const satisfies Readonly<Record<MachinePermission, string>>

/** Those through which the data of customers leave. */
export const personalPermissions: readonly MachinePermission[] = [
  'biz.request.read',
  'biz.customer.read',
  'biz.money.read',
  'biz.request.write',
  'biz.request.export',
  'biz.customer.export',
]

/** Also what scanners of published code look for. */
export const apiKeyStart = 'okuru_'

export const longestKeyDays = 366

export const apiKey = z
  .object({
    id,
    name: z.string().describe('What the key is for.').meta({ example: '在庫管理' }),
    prefix: z
      .string()
      .describe('How the key begins, to tell which one was found somewhere.')
      .meta({ example: 'okuru_8fQz1L' }),
    state: word(apiKeyStateLabel),
    permissions: z.array(word(machinePermissionLabel)).describe('What it may do.'),
    shops: z
      .array(z.object({ id, name: z.string() }))
      .describe('Shops whose data it reaches; empty where `is_of_all_shops` is true.'),
    is_of_all_shops: z.boolean().describe('Whether it reaches all shops of the company.'),
    expires_at: dateTime.describe('From then on it is refused.'),
    created_by: z.string().describe('Who made it.').meta({ example: '青山 一郎' }),
    created_at: dateTime,
    last_used_at: dateTime
      .nullable()
      .describe('When it was last used, to the minute; null while it never was.'),
    revoked_by: z.string().describe('Who ended it; blank while nobody has.').meta({ example: '青山 二葉' }),
    revoked_at: dateTime.nullable().describe('When it was ended.'),
  })
  .describe('A key by which another system works with the data of the company.')

export const about = 'Keys by which other systems work with the data of a company.'

const may = 'biz.api_key.manage'

export const apiKeyCalls = {
  list: call('GET /api/biz/api-keys/', {
    summary: 'API keys of the own company, newest first',
    may,
    reads: ['api_key'],
    sensitive: true,
    query: z.object({ ...paged }),
    ok: page(apiKey),
  }),
  create: call('POST /api/biz/api-keys/', {
    summary: 'Make an API key; the key itself is shown here only, once',
    may,
    changes: ['api_key'],
    repeated: 'does it again',
    limit: 'write',
    freshSignIn: true,
    status: 201,
    body: z.object({
      name: text(60).describe('What the key is for.').meta({ example: '在庫管理' }),
      permissions: z
        .array(word(machinePermissionLabel))
        .min(1, '使える範囲を1つ以上選んでください。')
        .max(50)
        .describe('What it may do.'),
      shops: z.array(id).max(500).describe('Empty: all shops of the company.'),
      days: countFrom(1, longestKeyDays)
        .describe('For how many days; the last one counts to its end.')
        .meta({ example: 90 }),
    }),
    ok: apiKey.extend({
      key: z
        .string()
        .describe('For the header `Authorization: Bearer …`. Only its hash is kept.')
        .meta({ example: 'okuru_8fQz1L…' }),
    }),
    errors: ['reauthentication_required', 'shops_beyond_own'],
  }),
  revoke: call('POST /api/biz/api-keys/{id}/revoke/', {
    summary: 'End an API key at once, whoever made it; repeated is fine',
    may,
    changes: ['api_key'],
    repeated: 'changes nothing',
    ok: apiKey,
  }),
}
