import type { CallBodyInput } from '#contract/call'
import { type CampaignState, campaignMasterCalls, campaignStateLabel } from '#contract/campaign-master'
import { formatDateJa, tokyoDate } from '#contract/day'
import type { Tone } from '#contract/lifecycle'
import { hasControlOrEmoji } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import type { CamelCased } from '#web/lib/case.ts'
import type { FormRules } from '#web/ui/call-form.ts'

export type Campaign = AskResult<typeof campaignMasterCalls.list>['results'][number]
type Body = CamelCased<CallBodyInput<typeof campaignMasterCalls.create>>

export type CampaignValues = { name: string; percent: string; startsOn: string; endsOn: string }

const tones: Readonly<Record<CampaignState, Tone>> = { upcoming: 'wait', running: 'ok', over: 'gray' }
export const stateChip = (state: CampaignState) => ({ tone: tones[state], label: campaignStateLabel[state] })

export const periodOf = ({ startsOn, endsOn }: Pick<Campaign, 'startsOn' | 'endsOn'>): string =>
  `${formatDateJa(startsOn)} から ${formatDateJa(endsOn)} まで`

export const hasBegun = (stored: Campaign | undefined): boolean =>
  stored !== undefined && stored.state !== 'upcoming'

const campaignLabels = {
  name: '名前',
  percent: '上乗せの率(%)',
  startsOn: '開始日',
  endsOn: '終了日',
} as const

export const campaignValuesOf = (stored: Campaign | undefined): CampaignValues => ({
  name: stored?.name ?? '',
  percent: stored ? String(stored.percent) : '',
  startsOn: stored?.startsOn ?? '',
  endsOn: stored?.endsOn ?? '',
})

export const campaignBody = (values: CampaignValues): Body => ({ ...values, percent: Number(values.percent) })

export const campaignRules = (
  stored: Campaign | undefined,
  clock: () => number = Date.now,
): FormRules<CampaignValues> => ({
  call: campaignMasterCalls.create,
  labels: campaignLabels,
  bodyOf: campaignBody,
  also: ({ name, percent, startsOn, endsOn }): Record<string, string> => {
    const today = tokyoDate(clock())
    const problems: Record<string, string> = {}
    if (hasControlOrEmoji(name.trim())) problems.name = '絵文字などの使えない文字を取り除いてください。'
    if (!/^\d{1,3}$/.test(percent.trim()) || Number(percent) < 1 || Number(percent) > 100)
      problems.percent = '1から100の整数で入力してください。'
    if (startsOn === '') problems.startsOn = '日付を入力してください。'
    else if (!hasBegun(stored) && startsOn < today) problems.startsOn = '今日からの日付を入力してください。'
    if (endsOn === '') problems.endsOn = '日付を入力してください。'
    else if (endsOn < startsOn) problems.endsOn = '開始日からあとの日付を入力してください。'
    else if (endsOn < today) problems.endsOn = '今日からの日付を入力してください。'
    return problems
  },
})

const dayText = (day: string): string => (day === '' ? '' : formatDateJa(day))

export const campaignTexts = (values: CampaignValues): Readonly<Record<string, string>> => ({
  name: values.name.trim(),
  percent: `${values.percent}%`,
  startsOn: dayText(values.startsOn),
  endsOn: dayText(values.endsOn),
})
