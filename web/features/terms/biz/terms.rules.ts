import { formatDateJa, isDate } from '#contract/day'
import { isTermsVersion, termsProblem } from '#contract/terms-text'

export type TermsValues = { version: string; effectiveOn: string; body: string }

export const termsLabels = {
  effectiveOn: '適用を始める日',
  version: '版の名前',
  body: '本文',
} as const

/** Refuses an unchanged text: customers would have to consent again for nothing. */
export function newTermsProblems(
  { version, effectiveOn, body }: TermsValues,
  today: string,
  current?: string,
): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {}
  if (!isDate(effectiveOn)) problems.effectiveOn = '適用を始める日を選んでください。'
  else if (effectiveOn < today) problems.effectiveOn = '今日か、これからの日付にしてください。'
  if (!isTermsVersion(version.trim()))
    problems.version = '半角の英数字とハイフンで、20文字までにしてください。'
  const wrong = body.trim() === '' ? '本文を入力してください。' : termsProblem(body)
  if (wrong) problems.body = wrong
  else if (current !== undefined && current.trim() === body.trim()) {
    problems.body = '適用中の版と同じ文章です。変えるところを書き直してください。'
  }
  return problems
}

export const termsTexts = ({
  version,
  effectiveOn,
  body,
}: TermsValues): Readonly<Record<string, string>> => ({
  effectiveOn: isDate(effectiveOn) ? formatDateJa(effectiveOn) : '',
  version,
  body,
})
