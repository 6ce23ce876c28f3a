import type { setupCalls } from '#contract/setup'
import type { AskResult } from '#web/lib/ask.ts'
import type { ChipTone } from '#web/ui/status-chip.tsx'

export type TermsVersion = AskResult<typeof setupCalls.terms>[number]

export const termsStates: Readonly<Record<TermsVersion['state'], { label: string; tone: ChipTone }>> = {
  upcoming: { label: '開始前', tone: 'wait' },
  current: { label: '適用中', tone: 'ok' },
  past: { label: '過去の版', tone: 'gray' },
}
