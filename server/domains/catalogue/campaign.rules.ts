import type { CampaignState } from '#contract/campaign-master'

interface Period {
  starts_on: string
  ends_on: string
}

export interface StandingCampaign extends Period {
  state: CampaignState
  /** Customers may have seen it on the site. */
  is_announced: boolean
}

export type PeriodProblem = 'begins_too_soon' | 'ends_before' | 'ends_in_past' | 'announced' | 'over'

export const fieldOfProblem: Readonly<Record<PeriodProblem, keyof Period>> = {
  begins_too_soon: 'starts_on',
  ends_before: 'ends_on',
  ends_in_past: 'ends_on',
  announced: 'ends_on',
  over: 'ends_on',
}

/**
 * A request of any day that the site names must get the campaign. So a campaign starts tomorrow at the earliest, its
 * announced days are not cut short, and one that has ended is not reopened.
 */
export function periodProblems(
  wanted: Period,
  before: StandingCampaign | undefined,
  today: string,
): PeriodProblem[] {
  const { state, ends_on, is_announced } = before ?? { state: 'upcoming', ends_on: '', is_announced: false }
  if (state === 'over') return wanted.ends_on === ends_on ? [] : ['over']
  const problems: PeriodProblem[] = []
  if (state === 'upcoming' && wanted.starts_on <= today) problems.push('begins_too_soon')
  if (wanted.ends_on < wanted.starts_on) problems.push('ends_before')
  else if (wanted.ends_on < today) problems.push('ends_in_past')
  else if (is_announced && wanted.ends_on < ends_on) problems.push('announced')
  return problems
}

/** Cannot change once the campaign has begun, because customers were promised them. */
export const fixedTerms = [
  ...(['name', 'percent', 'bonus_yen', 'bonus_cap', 'starts_on'] as const),
  ...(['brands', 'categories', 'shops', 'is_first_only'] as const),
]

export const isSameTerm = <Terms extends object>(one: Terms, other: Terms, term: keyof Terms): boolean =>
  JSON.stringify(one[term]) === JSON.stringify(other[term])
