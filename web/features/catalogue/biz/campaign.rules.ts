import type { CallBodyInput } from '#contract/call'
import { type CampaignState, campaignMasterCalls, campaignStateLabel } from '#contract/campaign-master'
import { addDays, formatDateJa, tokyoDate } from '#contract/day'
import type { Tone } from '#contract/lifecycle'
import { formatYen, hasControlOrEmoji } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import type { CamelCased } from '#web/lib/case.ts'
import type { FormRules } from '#web/ui/call-form.ts'

export type Campaign = AskResult<typeof campaignMasterCalls.list>['results'][number]
type Body = CamelCased<CallBodyInput<typeof campaignMasterCalls.create>>

export type CampaignValues = {
  name: string
  kind: 'percent' | 'yen'
  percent: string
  bonusCap: number | null
  bonusYen: number | null
  startsOn: string
  endsOn: string
  brands: number[]
  categories: number[]
  shops: number[]
  isFirstOnly: 'yes' | 'no'
  isPublished: 'yes' | 'no'
}

const tones: Readonly<Record<CampaignState, Tone>> = { upcoming: 'wait', running: 'ok', over: 'gray' }
export const stateChip = (state: CampaignState) => ({ tone: tones[state], label: campaignStateLabel[state] })

export const periodOf = ({ startsOn, endsOn }: Pick<Campaign, 'startsOn' | 'endsOn'>): string =>
  `${formatDateJa(startsOn)} から ${formatDateJa(endsOn)} まで`

/** Why the whole campaign is read-only, or null. */
export function whyFixed(stored: Campaign | undefined): string | null {
  if (stored?.mayChange === false)
    return '担当ではない店舗も対象のキャンペーンです。変えられるのは、対象の店舗をすべて担当する管理者だけです。'
  if (stored?.state === 'over')
    return '終わったキャンペーンです。延ばすことはできません。続けるときは、新しく登録してください。'
  return null
}

export const hasBegun = (stored: Campaign | undefined): boolean =>
  stored !== undefined && stored.state !== 'upcoming'

/** Tomorrow, because requests made earlier today would miss the campaign. */
export const firstStart = (clock: () => number = Date.now): string => addDays(tokyoDate(clock()), 1)

/** An announced last day can only be moved later. */
export const firstEnd = (stored: Campaign | undefined, clock: () => number = Date.now): string =>
  stored?.isAnnounced ? stored.endsOn : tokyoDate(clock())

const campaignLabels = {
  name: '名前',
  kind: '上乗せの決め方',
  percent: '上乗せの率(%)',
  bonusCap: '1点の上乗せの上限',
  bonusYen: '1点の上乗せ',
  startsOn: '開始日',
  endsOn: '終了日',
  brands: '対象のブランド',
  categories: '対象のカテゴリ',
  shops: '対象の店舗',
  isFirstOnly: '対象のお客さま',
  isPublished: 'サイトでの案内',
} as const

const yesNo = (value: boolean | undefined): 'yes' | 'no' => (value ? 'yes' : 'no')

export const campaignValuesOf = (stored: Campaign | undefined): CampaignValues => ({
  name: stored?.name ?? '',
  kind: stored && stored.percent === null ? 'yen' : 'percent',
  percent: stored?.percent ? String(stored.percent) : '',
  bonusCap: stored?.bonusCap ?? null,
  bonusYen: stored?.bonusYen ?? null,
  startsOn: stored?.startsOn ?? '',
  endsOn: stored?.endsOn ?? '',
  brands: [...(stored?.brands ?? [])],
  categories: [...(stored?.categories ?? [])],
  shops: [...(stored?.shops ?? [])],
  isFirstOnly: yesNo(stored?.isFirstOnly),
  isPublished: yesNo(stored?.isPublished),
})

export const campaignBonus = ({ kind, percent, bonusCap, bonusYen }: CampaignValues) =>
  kind === 'percent'
    ? { percent: Number(percent), bonusCap, bonusYen: null }
    : { percent: null, bonusCap: null, bonusYen }

export function campaignBody(values: CampaignValues): Body {
  const { kind, isFirstOnly, isPublished, ...same } = values
  return {
    ...same,
    ...campaignBonus(values),
    isFirstOnly: isFirstOnly === 'yes',
    isPublished: isPublished === 'yes',
  }
}

export const campaignRules = (
  stored: Campaign | undefined,
  clock: () => number = Date.now,
): FormRules<CampaignValues> => ({
  call: campaignMasterCalls.create,
  labels: campaignLabels,
  bodyOf: campaignBody,
  also: ({ name, kind, percent, bonusYen, startsOn, endsOn }): Record<string, string> => {
    const least = firstEnd(stored, clock)
    const problems: Record<string, string> = {}
    if (hasControlOrEmoji(name.trim())) problems.name = '絵文字などの使えない文字を取り除いてください。'
    if (kind === 'yen' && bonusYen === null) problems.bonusYen = '金額を入力してください。'
    if (
      kind === 'percent' &&
      (!/^\d{1,3}$/.test(percent.trim()) || Number(percent) < 1 || Number(percent) > 100)
    )
      problems.percent = '1から100の整数で入力してください。'
    if (startsOn === '') problems.startsOn = '日付を入力してください。'
    else if (!hasBegun(stored) && startsOn < firstStart(clock))
      problems.startsOn = '明日からの日付を入力してください。'
    if (endsOn === '') problems.endsOn = '日付を入力してください。'
    else if (endsOn < startsOn) problems.endsOn = '開始日からあとの日付を入力してください。'
    else if (endsOn < least)
      problems.endsOn = stored?.isAnnounced
        ? 'サイトで案内した終了日より、早くはできません。'
        : '今日からの日付を入力してください。'
    return problems
  },
})

const dayText = (day: string): string => (day === '' ? '' : formatDateJa(day))

const yenText = (amount: number | null): string => (amount === null ? '' : formatYen(amount))

type Names = Record<'brands' | 'categories' | 'shops', ReadonlyMap<number, string>>

export const campaignTexts =
  (names: Names) =>
  (values: CampaignValues): Readonly<Record<string, string>> => {
    const namesOf = (list: keyof Names) =>
      values[list].map((id) => names[list].get(id) ?? `番号 ${id}`).join('、') || 'すべて'
    return {
      name: values.name.trim(),
      kind: values.kind === 'percent' ? '率' : '金額',
      percent: values.kind === 'percent' ? `${values.percent}%` : '',
      bonusCap: values.kind === 'percent' ? yenText(values.bonusCap) || 'なし' : '',
      bonusYen: values.kind === 'yen' ? yenText(values.bonusYen) : '',
      startsOn: dayText(values.startsOn),
      endsOn: dayText(values.endsOn),
      brands: namesOf('brands'),
      categories: namesOf('categories'),
      shops: namesOf('shops'),
      isFirstOnly: values.isFirstOnly === 'yes' ? '初めて売る方だけ' : 'すべての方',
      isPublished: values.isPublished === 'yes' ? '案内する' : '案内しない',
    }
  }

/** One line for the list. */
export function conditionsText({ brands, categories, shops, isFirstOnly }: Campaign): string {
  const counted = (list: readonly number[], of: string) => (list.length > 0 ? [`${list.length}${of}`] : [])
  const parts = [
    ...counted(brands, 'ブランド'),
    ...counted(categories, 'カテゴリ'),
    ...counted(shops, '店舗'),
    ...(isFirstOnly ? ['初めて売る方'] : []),
  ]
  return parts.join('・') || 'なし'
}
