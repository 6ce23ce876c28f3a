import type { Tone } from '#contract/lifecycle'
import type { setupCalls } from '#contract/setup'
import type { AskResult } from '#web/lib/ask.ts'

export type TermsVersion = AskResult<typeof setupCalls.terms>[number]

export const termsStates: Readonly<Record<TermsVersion['state'], { label: string; tone: Tone }>> = {
  upcoming: { label: '開始前', tone: 'wait' },
  current: { label: '適用中', tone: 'ok' },
  past: { label: '過去の版', tone: 'gray' },
}
