import { gradeWords, labelOf } from '#contract/codes'
import type { Tone } from '#contract/lifecycle'
import { itemStageOf, itemStatusLabel, requestStageOf, requestStatusLabel } from '#contract/lifecycle'

export const requestStatusText = (status: number): string =>
  requestStageOf(status)?.shortLabel ?? labelOf(requestStatusLabel, status)

export const requestTone = (status: number): Tone => requestStageOf(status)?.tone.staff ?? 'gray'

export const itemStatusText = (status: number): string => labelOf(itemStatusLabel, status)

export const itemTone = (status: number): Tone => itemStageOf(status)?.tone ?? 'gray'

export const gradeText = (grade: string | null): string => (grade ? gradeWords(grade) : '—')
