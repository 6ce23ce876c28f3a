import {
  gradeBandLabel,
  itemStatusLabel,
  labelOf,
  requestStatus as R,
  type RequestStatus,
  requestStatusLabel,
} from '#contract/codes'
import type { ChipTone } from '#web/ui/status-chip.tsx'

/** Short enough for a column of a dense table; everything else keeps its full name. */
const shortLabels: Partial<Record<RequestStatus, string>> = {
  [R.OFFERED]: 'ご確認待ち',
  [R.ANSWERED]: '手続き中',
  [R.RETURNED]: '返送完了',
}

export const requestStatusText = (status: number): string =>
  shortLabels[status as RequestStatus] ?? labelOf(requestStatusLabel, status)

const requestTones: Partial<Record<RequestStatus, ChipTone>> = {
  [R.ARRIVED]: 'plain',
  [R.ASSESSING]: 'plain',
  [R.REASSESSING]: 'plain',
  [R.OFFERED]: 'wait',
  [R.ANSWERED]: 'wait',
  [R.CONTRACTED]: 'ok',
  [R.COMPLETED]: 'ok',
}

export const requestTone = (status: number): ChipTone => requestTones[status as RequestStatus] ?? 'gray'

export const itemStatusText = (status: number): string => labelOf(itemStatusLabel, status)

const itemTones: Readonly<Record<number, ChipTone>> = {
  1: 'wait',
  2: 'ok',
  3: 'late',
  4: 'ok',
  6: 'ok',
  8: 'plain',
  9: 'ok',
}

export const itemTone = (status: number): ChipTone => itemTones[status] ?? 'gray'

/** `C_2 使用感・傷みあり`: the grade with what its band means; a dash while there is none. */
export const gradeText = (grade: string | null): string =>
  grade ? `${grade} ${labelOf(gradeBandLabel, grade.charAt(0))}` : '—'
