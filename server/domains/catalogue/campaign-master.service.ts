import { type CampaignInput, type CampaignState, campaignDefaults } from '#contract/campaign-master'
import { tokyoDate } from '#contract/day'
import { hasControlOrEmoji } from '#contract/text'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { Actor, BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { type Paged, paginate } from '#server/platform/paging'
import { type FieldErrors, invalid, notFound, refuse, staleVersion } from '#server/platform/refusal'
import type { CampaignTerms } from './campaign.queries.ts'
import {
  fieldOfProblem,
  fixedTerms,
  isSameTerm,
  type PeriodProblem,
  periodProblems,
} from './campaign.rules.ts'
import {
  type CampaignMaster,
  campaignMaster,
  campaignMasterRows,
  countCampaigns,
  createdCampaign,
  deleteCampaign,
  unknownConditions,
} from './campaign-master.queries.ts'
import { campaignMasters, lockCatalogue, updateCampaign } from './catalogue.queries.ts'
import { campaignKey } from './catalogue-list.rules.ts'

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

const sorted = (ids: readonly number[]) => [...new Set(ids)].toSorted((one, other) => one - other)

export function termsOf(input: CampaignInput): CampaignTerms {
  const { name, percent = null, bonus_yen = null, bonus_cap = null, starts_on, ends_on } = input
  const { brands, categories, shops, is_first_only, is_published } = campaignDefaults
  return {
    ...{ name, percent, bonus_yen, bonus_cap, starts_on, ends_on },
    brands: sorted(input.brands ?? brands),
    categories: sorted(input.categories ?? categories),
    shops: sorted(input.shops ?? shops),
    is_first_only: input.is_first_only ?? is_first_only,
    is_published: input.is_published ?? is_published,
  }
}

const isSamePromise = (before: CampaignTerms, after: CampaignTerms): boolean =>
  fixedTerms.every((term) => isSameTerm(before, after, term))

const periodSentences: Readonly<Record<PeriodProblem, string>> = {
  begins_too_soon: '明日からの日付を入力してください。',
  ends_before: '開始日からあとの日付を入力してください。',
  ends_in_past: '今日からの日付を入力してください。',
  announced: 'サイトで案内した終了日より、早くはできません。',
  over: '終わったキャンペーンは延ばせません。新しく登録してください。',
}

function problemsOf(input: CampaignTerms, today: string, before: CampaignMaster | undefined): FieldErrors {
  const problems: FieldErrors = {}
  if (hasControlOrEmoji(input.name)) problems.name = ['絵文字などの使えない文字を取り除いてください。']
  for (const problem of periodProblems(input, before, today))
    problems[fieldOfProblem[problem]] = [periodSentences[problem]]
  if (input.percent === null && input.bonus_yen === null)
    problems.percent = ['率か金額のどちらかを入力してください。']
  if (input.percent !== null && input.bonus_yen !== null)
    problems.bonus_yen = ['率と金額は、どちらか一方にしてください。']
  if (input.bonus_cap !== null && input.percent === null)
    problems.bonus_cap = ['上限は、率で上乗せするときに決められます。']
  return problems
}

const unknown = (keys: readonly number[]) =>
  keys.map((key) => `主キー "${key}" は不正です - データが存在しません。`)

async function refuseUnknown(tx: Tx, actor: BusinessActor, { brands, categories, shops }: CampaignTerms) {
  const odd = await unknownConditions(tx, actor, { brands, categories, shops })
  const problems = Object.entries(odd).filter(([, keys]) => keys.length > 0)
  if (problems.length > 0)
    throw invalid(Object.fromEntries(problems.map(([field, keys]) => [field, unknown(keys)])))
}

/** Call with the catalogue and then the company's campaigns locked, so that nothing is priced with them meanwhile. */
async function check(tx: Tx, actor: BusinessActor, input: CampaignTerms, before?: CampaignMaster) {
  const today = tokyoDate(actor.at)
  const others = await campaignMasters(tx, actor.company_id, today)
  const hasBegun = before !== undefined && before.state !== 'upcoming'
  const problems = problemsOf(input, today, before)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  if (!hasBegun) await refuseUnknown(tx, actor, input)
  if (actor.shop_ids !== null && input.shops.length === 0) throw refuse('shops_beyond_own')
  const key = campaignKey(input)
  if (others.some((one) => one.id !== before?.id && campaignKey(one) === key)) throw refuse('campaign_exists')
}

export const termsToRecord = ({ brands, categories, shops, ...terms }: CampaignTerms) => ({
  ...terms,
  ...{ campaign_brands: brands, campaign_categories: categories, campaign_shops: shops },
})

export const recordCampaign = (
  tx: Tx,
  actor: Actor,
  act: 'create' | 'replace' | 'delete',
  id: number,
  detail: Record<string, unknown>,
) => recordActivity(tx, actor, { action: `campaign.${act}`, object_type: 'campaign', object_id: id, detail })

export async function createCampaign(
  tx: Tx,
  actor: BusinessActor,
  input: CampaignInput,
): Promise<CampaignMaster> {
  await lockCatalogue(tx)
  const terms = termsOf(input)
  await check(tx, actor, terms)
  const id = await createdCampaign(tx, actor.company_id, terms)
  await recordCampaign(tx, actor, 'create', id, termsToRecord(terms))
  return readCampaignMaster(tx, actor, id)
}

export async function replaceCampaign(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { version, ...input }: CampaignInput & { version: number },
): Promise<CampaignMaster> {
  await lockCatalogue(tx)
  const before = await readCampaignMaster(tx, actor, id)
  if (!before.may_change) throw refuse('permission_denied')
  if (before.version !== version) throw staleVersion(before)
  const terms = termsOf(input)
  if (before.state !== 'upcoming' && !isSamePromise(termsOf(before), terms)) throw refuse('campaign_begun')
  await check(tx, actor, terms, before)
  await updateCampaign(tx, id, { ...terms, is_announced: before.is_announced })
  await recordCampaign(tx, actor, 'replace', id, {
    before: termsToRecord(termsOf(before)),
    after: termsToRecord(terms),
  })
  return readCampaignMaster(tx, actor, id)
}

export async function removeCampaign(tx: Tx, actor: BusinessActor, id: number): Promise<void> {
  await lockCatalogue(tx)
  const before = await readCampaignMaster(tx, actor, id)
  if (!before.may_change) throw refuse('permission_denied')
  if (before.state !== 'upcoming') throw refuse('campaign_begun')
  await deleteCampaign(tx, id)
  await recordCampaign(tx, actor, 'delete', id, termsToRecord(termsOf(before)))
}
