import type { identityCalls } from '#contract/identity'
import {
  type CaptureSlot,
  type CorrectionPart,
  type CorrectionReason,
  correctionReasonNames,
  correctionReasons,
  type IdentityDocument,
  isReasonOf,
  slotsOf,
} from '#contract/identity-paper'
import type { AskResult } from '#web/lib/ask.ts'

export type Review = AskResult<typeof identityCalls.review>

export type Correction = { part: CorrectionPart; reason: CorrectionReason }

export const slotsOfReview = ({ document }: Review): readonly CaptureSlot[] =>
  slotsOf(document as IdentityDocument)

export const reasonsOf = (part: CorrectionPart): CorrectionReason[] =>
  correctionReasonNames.filter((reason) => isReasonOf(reason, part))

/** One reason a step; the same again takes it back. */
export function toggled(corrections: readonly Correction[], chosen: Correction): Correction[] {
  const others = corrections.filter(({ part }) => part !== chosen.part)
  const isThere = corrections.some(({ part, reason }) => part === chosen.part && reason === chosen.reason)
  return isThere ? others : [...others, chosen]
}

/** As the customer reads it. */
export const letterOf = (corrections: readonly Correction[], note: string): string =>
  [...new Set(corrections.map(({ reason }) => correctionReasons[reason].text)), note.trim()].join('')
