import * as z from 'zod'
import { call } from './call.ts'
import { mostBonusYen, mostConditions } from './campaign.ts'
import { bulkResult, fileEncoding } from './catalogue.ts'
import { count, countFrom, date, id, page, paged, query, text, version, yen, yenFrom } from './field.ts'
import { whole } from './put.ts'

export const campaignStateLabel = { upcoming: 'これから', running: '実施中', over: '終了' } as const
export type CampaignState = keyof typeof campaignStateLabel
export const campaignStates = Object.keys(campaignStateLabel) as [CampaignState, ...CampaignState[]]

const fields = {
  name: text(60).meta({
    description: 'What customers read beside the yen.',
    example: '冬物アウター買取10%アップ',
  }),
  starts_on: date,
  ends_on: date.meta({ description: 'Requests made on this day are the last that it counts for.' }),
}
const conditionsOf = (what: string) => z.array(id).max(mostConditions).describe(`${what} Empty: all.`)
const given = z.object({
  ...fields,
  percent: countFrom(1, 100)
    .nullable()
    .optional()
    .describe('What is added to the base price less the deductions; either this or bonus_yen.'),
  bonus_yen: yenFrom(1, mostBonusYen)
    .nullable()
    .optional()
    .describe('What is added to each article, never more than the base price less the deductions.'),
  bonus_cap: yenFrom(1, mostBonusYen)
    .nullable()
    .optional()
    .describe('The most that a percentage adds to one article.'),
  brands: conditionsOf('Brands that it is for.').optional(),
  categories: conditionsOf('Categories that it is for, with those below them.').optional(),
  shops: conditionsOf('Shops that it is for.').optional(),
  is_first_only: z.boolean().optional().describe('Only for who has sold nothing to the dealer before.'),
  is_published: z.boolean().optional().describe('Whether the storefront shows it while it runs.'),
})
/** Values of optional fields that a body leaves out. */
export const campaignDefaults = {
  brands: [] as number[],
  categories: [] as number[],
  shops: [] as number[],
  is_first_only: false,
  is_published: false,
}
export type CampaignInput = z.output<typeof given>

export const campaignMaster = z.object({
  ...fields,
  id,
  name: z.string(),
  percent: count.nullable(),
  bonus_yen: yen.nullable(),
  bonus_cap: yen.nullable(),
  brands: z.array(id).describe('Brands that it is for. Empty: all.'),
  categories: z.array(id).describe('Categories that it is for, with those below them. Empty: all.'),
  shops: z.array(id).describe('Shops that it is for. Empty: all.'),
  is_first_only: z.boolean(),
  is_published: z.boolean(),
  state: z.enum(campaignStates),
  is_announced: z
    .boolean()
    .describe('The site showed it while it ran: its last day only moves later, and not once it is over.'),
  may_change: z.boolean().describe('Whether the person who asks is in charge of all shops that it is for.'),
  bought_count: count.describe('Articles bought with it.').meta({ example: 24 }),
  uplift_total: yen
    .describe('What it added to their prices, in whole yen; both of the shops of the person who asks.')
    .meta({ example: 48_200 }),
  version,
})

export const about =
  'Campaigns of a dealer: what it adds to the prices of requests made on certain days. One that has begun keeps its promise.'

const may = 'biz.catalogue.write'

export const campaignMasterCalls = {
  list: call('GET /api/biz/campaign-masters/', {
    summary: 'Campaigns of the own company, the last one to begin first, with what they cost',
    may,
    reads: ['catalogue', 'item', 'deal'],
    query: z.object({ ...paged, state: query.choice(campaignStates).describe('Where it is.') }),
    ok: page(campaignMaster),
  }),
  get: call('GET /api/biz/campaign-masters/{id}/', {
    summary: 'One campaign',
    may,
    reads: ['catalogue', 'item', 'deal'],
    ok: campaignMaster,
  }),
  create: call('POST /api/biz/campaign-masters/', {
    summary: 'Announce a campaign, from tomorrow on at the earliest',
    may,
    changes: ['catalogue'],
    idempotent: true,
    status: 201,
    body: given,
    ok: campaignMaster,
    errors: ['campaign_exists', 'shops_beyond_own', 'idempotency_key_reused'],
  }),
  replace: call('PUT /api/biz/campaign-masters/{id}/', {
    summary:
      'Change a campaign; of one that has begun only whether it is shown and its last day: not before today, only later once the site has shown it, not at all once it is over',
    may,
    changes: ['catalogue'],
    body: whole(given.extend({ version }), campaignDefaults),
    ok: campaignMaster,
    errors: ['campaign_exists', 'campaign_begun', 'shops_beyond_own', 'stale_version', 'permission_denied'],
  }),
  remove: call('DELETE /api/biz/campaign-masters/{id}/', {
    summary: 'Drop a campaign that has not begun',
    may,
    changes: ['catalogue'],
    ok: 'nothing',
    errors: ['campaign_begun', 'permission_denied'],
  }),
  load: call('POST /api/biz/campaign-masters/bulk-upload/', {
    summary:
      'Load campaigns from the text of a CSV file, under the rules of a single one: all or nothing; the same again changes nothing',
    may,
    changes: ['catalogue'],
    repeated: 'changes nothing',
    limit: 'upload',
    bodyLimit: 4_000_000,
    body: z.object({
      csv: z
        .string()
        .max(3_000_000)
        .describe(
          'With a header: キャンペーン名, 率, 開始日, 終了日 in any order; and, where they are wanted, 金額, 上限, 対象のブランド, 対象のカテゴリ, 対象の店舗 (names with | between them), 初めて売る方だけ, サイトでの案内.',
        ),
      encoding: fileEncoding,
      dry_run: z.boolean().optional().describe('Only says what would change.'),
    }),
    ok: bulkResult.extend({
      unchanged: count.describe('Rows that say what is known already.').meta({ example: 12 }),
    }),
  }),
  csv: call('GET /api/biz/campaign-masters/csv/', {
    summary: 'The listed campaigns as a file that can be loaded again',
    may,
    reads: ['catalogue'],
    limit: 'export',
    query: z.object({ state: query.choice(campaignStates).describe('Where it is.') }),
    ok: 'csv',
  }),
}
