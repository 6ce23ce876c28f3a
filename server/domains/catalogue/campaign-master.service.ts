import type { CampaignState } from '#contract/campaign-master'
import { tokyoDate } from '#contract/day'
import { hasControlOrEmoji } from '#contract/text'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { type Paged, paginate } from '#server/platform/paging'
import { type FieldErrors, invalid, notFound, refuse, staleVersion } from '#server/platform/refusal'
import {
  type CampaignMaster,
  campaignMaster,
  campaignMasterRows,
  countCampaigns,
  createdCampaign,
  deleteCampaign,
} from './campaign-master.queries.ts'
import { campaignMasters, lockCatalogue, updateCampaign } from './catalogue.queries.ts'
import { type CampaignEntry, campaignKey } from './catalogue-list.rules.ts'

export const listCampaignMasters = (
  db: Db,
  actor: BusinessActor,
  { state, ...query }: Paged & { state?: CampaignState | undefined },
) =>
  paginate(
    query,
    () => countCampaigns(db, actor, state),
    (window) => campaignMasterRows(db, actor, state, window),
  )

export async function readCampaignMaster(db: Db, actor: BusinessActor, id: number): Promise<CampaignMaster> {
  const found = await campaignMaster(db, actor, id)
  if (!found) throw notFound()
  return found
}

export const campaignMasterExists = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await campaignMaster(db, actor, id)) !== undefined

const termsOf = ({ name, percent, starts_on, ends_on }: CampaignEntry): CampaignEntry => ({
  ...{ name, percent, starts_on, ends_on },
})

/** Nothing is promised for days that are over. */
function problemsOf(input: CampaignEntry, today: string, hasBegun: boolean): FieldErrors {
  const problems: FieldErrors = {}
  if (hasControlOrEmoji(input.name)) problems.name = ['絵文字などの使えない文字を取り除いてください。']
  if (!hasBegun && input.starts_on < today) problems.starts_on = ['今日からの日付を入力してください。']
  if (input.ends_on < input.starts_on) problems.ends_on = ['開始日からあとの日付を入力してください。']
  else if (input.ends_on < today) problems.ends_on = ['今日からの日付を入力してください。']
  return problems
}

/** The catalogue is locked first, then the company's campaigns: pricing with one of them has finished or waits. */
async function check(tx: Tx, actor: BusinessActor, input: CampaignEntry, before?: CampaignMaster) {
  const others = await campaignMasters(tx, actor.company_id)
  const hasBegun = before !== undefined && before.state !== 'upcoming'
  const problems = problemsOf(input, tokyoDate(actor.at), hasBegun)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const key = campaignKey(input)
  if (others.some((one) => one.id !== before?.id && campaignKey(one) === key)) throw refuse('campaign_exists')
}

const record = (
  tx: Tx,
  actor: BusinessActor,
  act: 'create' | 'replace' | 'delete',
  id: number,
  detail: Record<string, unknown>,
) => recordActivity(tx, actor, { action: `campaign.${act}`, object_type: 'campaign', object_id: id, detail })

export async function createCampaign(
  tx: Tx,
  actor: BusinessActor,
  input: CampaignEntry,
): Promise<CampaignMaster> {
  await lockCatalogue(tx)
  await check(tx, actor, input)
  const id = await createdCampaign(tx, actor.company_id, termsOf(input))
  await record(tx, actor, 'create', id, { ...termsOf(input) })
  return readCampaignMaster(tx, actor, id)
}

export async function replaceCampaign(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { version, ...input }: CampaignEntry & { version: number },
): Promise<CampaignMaster> {
  await lockCatalogue(tx)
  const before = await readCampaignMaster(tx, actor, id)
  if (before.version !== version) throw staleVersion(before)
  const isSame = (['name', 'percent', 'starts_on'] as const).every((field) => before[field] === input[field])
  if (before.state !== 'upcoming' && !isSame) throw refuse('campaign_begun')
  await check(tx, actor, input, before)
  await updateCampaign(tx, id, termsOf(input))
  await record(tx, actor, 'replace', id, { before: termsOf(before), after: termsOf(input) })
  return readCampaignMaster(tx, actor, id)
}

export async function removeCampaign(tx: Tx, actor: BusinessActor, id: number): Promise<void> {
  await lockCatalogue(tx)
  const before = await readCampaignMaster(tx, actor, id)
  if (before.state !== 'upcoming') throw refuse('campaign_begun')
  await deleteCampaign(tx, id)
  await record(tx, actor, 'delete', id, { ...termsOf(before) })
}
