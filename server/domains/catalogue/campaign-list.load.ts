// Loads campaigns from a file under the same rules as the form for one.
import { mostConditions } from '#contract/campaign'
import { tokyoDate } from '#contract/day'
import type { Actor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import { type CampaignTerms, conditionNames, type StoredCampaign } from './campaign.queries.ts'
import {
  fieldOfProblem,
  fixedTerms,
  isSameTerm,
  type PeriodProblem,
  periodProblems,
} from './campaign.rules.ts'
import { type ConditionNames, idsNamed, namesOf } from './campaign-condition.rules.ts'
import { createdCampaign } from './campaign-master.queries.ts'
import { recordCampaign, termsOf, termsToRecord } from './campaign-master.service.ts'
import { campaignMasters, updateCampaign } from './catalogue.queries.ts'
import { type CampaignEntry, campaignKey } from './catalogue-list.rules.ts'
import { remainderFinder } from './lost-characters.rules.ts'

export const campaignColumns = {
  ...{ name: 'キャンペーン名', percent: '率', bonus_yen: '金額', bonus_cap: '上限' },
  ...{ starts_on: '開始日', ends_on: '終了日', brands: '対象のブランド', categories: '対象のカテゴリ' },
  ...{ shops: '対象の店舗', is_first_only: '初めて売る方だけ', is_published: 'サイトでの案内' },
} as const satisfies Record<keyof CampaignTerms, string>

const termNames = Object.keys(campaignColumns) as (keyof CampaignTerms)[]

const isFixed = (column: string) =>
  `このキャンペーンは始まっているため、${column}は変えられません。別の名前にしてください。 / It has begun: give a campaign with other terms another name.`
const beyondOwn =
  '担当ではない店舗も対象のキャンペーンです。担当の店舗だけのキャンペーンにしてください。 / Only campaigns of your own shops.'

const periodSentences: Readonly<Record<PeriodProblem, string>> = {
  begins_too_soon:
    '明日からの日付にしてください。 / From tomorrow at the earliest: requests made today were not promised it.',
  ends_before: '開始日からあとの日付にしてください。 / Ends before it starts.',
  ends_in_past: '今日からの日付にしてください。 / Not before today.',
  announced: 'サイトで案内した終了日より、早くはできません。 / The site has announced a later end.',
  over: '終わったキャンペーンは延ばせません。別の名前にしてください。 / It is over: give a new campaign another name.',
}

const unknownName = (name: string) => `「${name}」が見つかりません。 / There is nothing of this name.`
const severalNamed = (name: string) =>
  `「${name}」はいくつもあります。画面で選んでください。 / There are several of this name: choose on the page.`
const tooMany = `${mostConditions}個までです。 / At most ${mostConditions}.`

type Say = (column: string, message: string) => void

interface Load {
  tx: Tx
  actor: Actor
  company: number
  complain: (line: number, column: string, message: string) => void
  isShiftJis: boolean
  lostCharacters: (stored: string) => string
}

export async function loadCampaigns(
  { tx, actor, company, complain, isShiftJis, lostCharacters }: Load,
  entries: readonly (CampaignEntry & { line: number })[],
) {
  const count = { added: 0, changed: 0, unchanged: 0 }
  const today = tokyoDate(actor.at)
  const stored = await campaignMasters(tx, company, today)
  const names = await conditionNames(tx, company)
  const known = new Map(stored.map((row) => [campaignKey(row), row]))
  const lost = remainderFinder(isShiftJis ? stored.map(({ name }) => name) : [])
  for (const entry of entries) {
    const say: Say = (column, message) => complain(entry.line, column, message)
    const found = known.get(campaignKey(entry))
    const terms = termsIn(entry, found, names, say)
    if (found && termNames.every((term) => isSameTerm(found, terms, term))) {
      count.unchanged += 1
      continue
    }
    const whole = lost(entry.name)
    if (!found && whole !== undefined) say(campaignColumns.name, lostCharacters(whole))
    checkChange(actor, terms, found, today, say)
    if (found) {
      await updateCampaign(tx, found.id, { ...terms, is_announced: found.is_announced })
      const change = { before: termsToRecord(termsOf(found)), after: termsToRecord(terms) }
      await recordCampaign(tx, actor, 'replace', found.id, change)
      count.changed += 1
    } else {
      const id = await createdCampaign(tx, company, terms)
      await recordCampaign(tx, actor, 'create', id, termsToRecord(terms))
      count.added += 1
    }
  }
  return count
}

/** A column that the file lacks keeps what is stored; a new campaign gets none. */
function termsIn(
  entry: CampaignEntry,
  found: StoredCampaign | undefined,
  names: ConditionNames,
  say: Say,
): CampaignTerms {
  const { name, percent, bonus_yen, starts_on, ends_on } = entry
  const cap = entry.bonus_cap === undefined ? (found?.bonus_cap ?? null) : entry.bonus_cap
  const ids = (list: keyof ConditionNames) => {
    const before = found?.[list] ?? []
    const cell = entry[list]
    if (cell === undefined || cell === namesOf(names[list], before)) return before
    const named = idsNamed(names[list], cell)
    for (const one of named.unknown) say(campaignColumns[list], unknownName(one))
    for (const one of named.several) say(campaignColumns[list], severalNamed(one))
    if (named.ids.length > mostConditions) say(campaignColumns[list], tooMany)
    return named.ids
  }
  return {
    ...{ name, percent, bonus_yen, starts_on, ends_on },
    bonus_cap: percent === null ? null : cap,
    ...{ brands: ids('brands'), categories: ids('categories'), shops: ids('shops') },
    is_first_only: entry.is_first_only ?? found?.is_first_only ?? false,
    is_published: entry.is_published ?? found?.is_published ?? false,
  }
}

function checkChange(
  actor: Actor,
  terms: CampaignTerms,
  found: StoredCampaign | undefined,
  today: string,
  say: Say,
): void {
  for (const problem of periodProblems(terms, found, today))
    say(campaignColumns[fieldOfProblem[problem]], periodSentences[problem])
  if (found && found.state !== 'upcoming') {
    for (const term of fixedTerms)
      if (!isSameTerm(found, terms, term)) say(campaignColumns[term], isFixed(campaignColumns[term]))
  }
  const reach = actor.kind === 'business' ? actor.shop_ids : null
  const isOwn = ({ shops }: CampaignTerms) =>
    reach === null || (shops.length > 0 && shops.every((shop) => reach.includes(shop)))
  if (!isOwn(terms) || (found && !isOwn(found))) say(campaignColumns.shops, beyondOwn)
}
