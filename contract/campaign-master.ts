import * as z from 'zod'
import { call } from './call.ts'
import { count, countFrom, date, id, page, paged, query, text, version, yen } from './field.ts'
import { whole } from './put.ts'

export const campaignStateLabel = { upcoming: 'これから', running: '実施中', over: '終了' } as const
export type CampaignState = keyof typeof campaignStateLabel
export const campaignStates = Object.keys(campaignStateLabel) as [CampaignState, ...CampaignState[]]

const fields = {
  name: text(60).meta({
    description: 'What customers read beside the yen.',
    example: '冬物アウター買取10%アップ',
  }),
  percent: countFrom(1, 100).meta({
    description: 'What is added to the base price less the deductions.',
    example: 10,
  }),
  starts_on: date,
  ends_on: date,
}
const campaignInput = z.object(fields)

export const campaignMaster = z.object({
  ...fields,
  id,
  name: z.string(),
  percent: count.meta({
    description: 'What is added to the base price less the deductions.',
    example: 10,
  }),
  state: z.enum(campaignStates),
  bought_count: count.describe('Articles bought with it.').meta({ example: 24 }),
  uplift_total: yen.describe('What it added to their prices, in whole yen.').meta({ example: 48_200 }),
  version,
})

export const about =
  'Campaigns of a dealer: what it adds to its prices on certain days. One that has begun keeps its promise.'

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
    summary: 'Announce a campaign, from today on at the earliest',
    may,
    changes: ['catalogue'],
    idempotent: true,
    status: 201,
    body: campaignInput,
    ok: campaignMaster,
    errors: ['campaign_exists', 'idempotency_key_reused'],
  }),
  replace: call('PUT /api/biz/campaign-masters/{id}/', {
    summary: 'Change a campaign; of one that has begun only its last day, not before today',
    may,
    changes: ['catalogue'],
    body: whole(campaignInput.extend({ version }), {}),
    ok: campaignMaster,
    errors: ['campaign_exists', 'campaign_begun', 'stale_version'],
  }),
  remove: call('DELETE /api/biz/campaign-masters/{id}/', {
    summary: 'Drop a campaign that has not begun',
    may,
    changes: ['catalogue'],
    ok: 'nothing',
    errors: ['campaign_begun'],
  }),
}
