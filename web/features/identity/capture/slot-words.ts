import {
  type CaptureSlot,
  type CorrectionPart,
  captureSlotLabel,
  correctionReasons,
  type IdentityDocument,
} from '#contract/identity-paper'

type Words = { title: string; lead: string }

const plain: Readonly<Record<CaptureSlot, Words>> = {
  front: {
    title: '表面を撮る',
    lead: '書類を平らに置き、枠に合わせてください。文字とお写真が読めるようにお願いします。',
  },
  back: { title: '裏面を撮る', lead: '記載がなくてもお撮りください。ご住所の変更がないことを確かめます。' },
  thickness: {
    title: '厚みを撮る',
    lead: '書類を手に持って斜めに傾け、側面が見えるようにしてください。コピーではないことを確かめます。',
  },
  face: {
    title: 'お顔を撮る',
    lead: 'マスクや帽子を外し、正面を向いてください。書類のお写真と同じ方か確かめます。',
  },
}

const ofPassport: Partial<Record<CaptureSlot, Words>> = {
  front: { title: 'お写真のページを撮る', lead: 'お名前とお写真のあるページを開き、枠に合わせてください。' },
  back: { title: '所持人記入欄を撮る', lead: '最後のほうの、ご住所を書くページをお撮りください。' },
}

export const slotWords = (slot: CaptureSlot, document: IdentityDocument | null): Words =>
  (document === 'passport' ? ofPassport[slot] : undefined) ?? plain[slot]

export function slotName(slot: CaptureSlot, document: IdentityDocument | null): string {
  if (document !== 'passport') return captureSlotLabel[slot]
  return { ...captureSlotLabel, front: 'お写真のページ', back: '所持人記入欄' }[slot]
}

export const reasonText = (reason: string): string =>
  Object.hasOwn(correctionReasons, reason)
    ? correctionReasons[reason as keyof typeof correctionReasons].text
    : ''

type Correction = { part: string; reason: string }

export const reasonsFor = (
  corrections: readonly Correction[],
  parts: readonly CorrectionPart[],
): string[] => [
  ...new Set(
    corrections
      .filter(({ part }) => (parts as readonly string[]).includes(part))
      .map(({ reason }) => reasonText(reason)),
  ),
]

/** Short hints beside each paper. */
export const documentHelp: Readonly<Record<IdentityDocument, string>> = {
  driving_licence: '表と裏、厚み、お顔を撮ります',
  my_number_card: '表だけ、厚み、お顔を撮ります。裏面は撮りません',
  residence_card: '中長期在留の方。表と裏、厚み、お顔を撮ります',
  special_permanent_resident: '特別永住者の方。表と裏、厚み、お顔を撮ります',
  passport: '2020年2月3日までに発行され、ご住所を書く欄があるもの',
}
