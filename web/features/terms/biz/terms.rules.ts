import { formatDateJa, isDate } from '#contract/day'
import { setupCalls } from '#contract/setup'
import { isTermsVersion, termsProblem } from '#contract/terms-text'
import type { AskInput } from '#web/lib/ask.ts'
import type { FormRules } from '#web/ui/call-form.ts'

export type TermsValues = AskInput<typeof setupCalls.publishTerms>['body']

export const termsLabels = {
  effectiveOn: '適用を始める日',
  version: '版の名前',
  body: '本文',
} as const

/** Refuses an unchanged text: customers would have to consent again for nothing. */
export const newTermsRules = (today: string, current?: string): FormRules<TermsValues> => ({
  call: setupCalls.publishTerms,
  labels: termsLabels,
  blank: { effectiveOn: '適用を始める日を選んでください。' },
  also: ({ version, effectiveOn, body }) => ({
    effectiveOn:
      isDate(effectiveOn) && effectiveOn < today ? '今日か、これからの日付にしてください。' : undefined,
    version: isTermsVersion(version.trim())
      ? undefined
      : '半角の英数字とハイフンで、20文字までにしてください。',
    body:
      body.trim() === ''
        ? undefined
        : (termsProblem(body) ??
          (current?.trim() === body.trim()
            ? '適用中の版と同じ文章です。変えるところを書き直してください。'
            : undefined)),
  }),
})

export const termsTexts = ({
  version,
  effectiveOn,
  body,
}: TermsValues): Readonly<Record<string, string>> => ({
  effectiveOn: isDate(effectiveOn) ? formatDateJa(effectiveOn) : '',
  version,
  body,
})
