import type { IdentificationClause } from './codes.ts'
import { isDate } from './day.ts'

/** Papers with a photograph (古物営業法施行規則15条1項, 15条3項8号). */
export const identityDocumentLabel = {
  driving_licence: '運転免許証',
  my_number_card: 'マイナンバーカード',
  residence_card: '在留カード',
  special_permanent_resident: '特別永住者証明書',
  passport: '日本のパスポート(所持人記入欄のあるもの)',
} as const
export type IdentityDocument = keyof typeof identityDocumentLabel

export const captureSlotLabel = {
  front: '表面',
  thickness: '厚み',
  back: '裏面',
  face: 'お顔',
} as const
export type CaptureSlot = keyof typeof captureSlotLabel
export const captureSlots = Object.keys(captureSlotLabel) as CaptureSlot[]

interface DocumentRules {
  /** Code of `identificationKind`. */
  kind: number
  /** Name of the paper in the record; blank where the kind says it. */
  name: string
  clause: IdentificationClause
  /** In the order in which they are taken. */
  slots: readonly CaptureSlot[]
  /** First and last day on which it is taken as a proof. */
  valid_from: string
  valid_to: string | null
  /** Only papers issued before this day have a field for the address. */
  issued_before?: string
}

/** The current act applies from this day. */
export const presentAct = '2020-04-01'

export const documentRules: Readonly<Record<IdentityDocument, DocumentRules>> = {
  driving_licence: {
    kind: 1,
    name: '',
    clause: 'clause_8',
    slots: ['front', 'back', 'thickness', 'face'],
    valid_from: presentAct,
    valid_to: null,
  },
  // Nobody may collect the number on the back (番号法15条・20条).
  my_number_card: {
    kind: 2,
    name: '',
    clause: 'clause_8',
    slots: ['front', 'thickness', 'face'],
    valid_from: presentAct,
    valid_to: null,
  },
  residence_card: {
    kind: 3,
    name: '在留カード',
    clause: 'clause_8',
    slots: ['front', 'back', 'thickness', 'face'],
    valid_from: presentAct,
    valid_to: null,
  },
  special_permanent_resident: {
    kind: 3,
    name: '特別永住者証明書',
    clause: 'clause_8',
    slots: ['front', 'back', 'thickness', 'face'],
    valid_from: presentAct,
    valid_to: null,
  },
  // Passports applied for since 2020-02-04 have no page for the address; the last older one ends ten years later.
  passport: {
    kind: 9,
    name: 'パスポート',
    clause: 'clause_8',
    slots: ['front', 'back', 'thickness', 'face'],
    valid_from: presentAct,
    valid_to: '2030-02-03',
    issued_before: '2020-02-04',
  },
}

export const slotsOf = (document: IdentityDocument): readonly CaptureSlot[] => documentRules[document].slots

export function isTakenOn(document: IdentityDocument, today: string): boolean {
  const { valid_from: from, valid_to: to } = documentRules[document]
  return from <= today && (to === null || today <= to)
}

export interface ChosenDocument {
  document: IdentityDocument
  document_expires_on: string
  document_issued_on: string | null
}

type Field = keyof ChosenDocument

/** Why the paper cannot be used, under its field; empty when it can. */
export function documentProblems(
  { document, document_expires_on: expires, document_issued_on: issued }: ChosenDocument,
  today: string,
): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {}
  if (!isTakenOn(document, today)) problems.document = 'この書類は、いまはお使いいただけません。'
  if (!isDate(expires)) problems.document_expires_on = '書類にある有効期限を入力してください。'
  else if (expires < today)
    problems.document_expires_on = '有効期限が切れています。期限内の書類をお使いください。'
  const { issued_before: before } = documentRules[document]
  if (before === undefined) return problems
  if (issued === null || !isDate(issued) || issued > today)
    problems.document_issued_on = '書類にある発行年月日を入力してください。'
  else if (issued >= before)
    problems.document_issued_on =
      '2020年2月4日からのパスポートにはご住所を書く欄がないため、お使いいただけません。ほかの書類をお選びください。'
  return problems
}

/** What a reviewer finds wrong: of which steps, and what the customer reads. */
interface Reason {
  parts: readonly CorrectionPart[]
  label: string
  text: string
}

export const correctionPartLabel = {
  ...captureSlotLabel,
  document: '書類',
  name: 'お名前',
  birthday: '生年月日',
  address: 'ご住所',
} as const
export type CorrectionPart = keyof typeof correctionPartLabel

const paper = ['front', 'back', 'thickness'] as const

export const correctionReasons = {
  glare: {
    parts: [...paper, 'face'],
    label: '反射・影',
    text: '光の反射や影で、読めないところがありました。明かりを正面から外してお撮りください。',
  },
  blur: {
    parts: [...paper, 'face'],
    label: 'ぶれ',
    text: 'ぶれて、文字や形がはっきりしませんでした。ひじを机につけてお撮りください。',
  },
  cut_off: {
    parts: [...paper, 'face'],
    label: '端が切れている',
    text: '端が写っていませんでした。全体が枠に入るようにお撮りください。',
  },
  wrong_side: {
    parts: paper,
    label: '面が違う',
    text: 'ほかの面が写っていました。画面の見本と同じ面をお撮りください。',
  },
  thickness_unclear: {
    parts: ['thickness'],
    label: '厚みが見えない',
    text: '厚みがわかりませんでした。書類を斜めに傾けて、側面が見えるようにお撮りください。',
  },
  not_original: {
    parts: paper,
    label: '原本ではない',
    text: 'コピーや画面の写真のようでした。お手元の書類そのものをお撮りください。',
  },
  my_number_visible: {
    parts: paper,
    label: 'マイナンバーが写っている',
    text: 'マイナンバー(12桁の番号)が写っていたため、画像をすぐに消しました。番号が写らないようにお撮りください。',
  },
  face_hidden: {
    parts: ['face'],
    label: 'お顔が隠れている',
    text: 'お顔の一部が隠れていました。マスクや帽子を外してお撮りください。',
  },
  face_differs: {
    parts: ['face'],
    label: 'お顔が違う',
    text: '書類のお写真と同じ方か、確かめられませんでした。ご本人がもう一度お撮りください。',
  },
  name_differs: {
    parts: ['name'],
    label: '氏名が違う',
    text: 'ご登録のお名前が、書類と違うようです。書類のとおりに直してください。',
  },
  birthday_differs: {
    parts: ['birthday'],
    label: '生年月日が違う',
    text: 'ご登録の生年月日が、書類と違うようです。書類のとおりに直してください。',
  },
  address_differs: {
    parts: ['address'],
    label: '住所が違う',
    text: 'ご登録のご住所が、書類と違うようです。番地と部屋番号まで、書類のとおりに直してください。',
  },
  expired: {
    parts: ['document'],
    label: '期限切れ',
    text: '書類の有効期限が切れていました。期限内の書類をお選びください。',
  },
  unusable: {
    parts: ['document'],
    label: '使えない書類',
    text: 'この書類では確認できませんでした。ほかの書類をお選びください。',
  },
} as const satisfies Record<string, Reason>
export type CorrectionReason = keyof typeof correctionReasons
export const correctionReasonNames = Object.keys(correctionReasons) as CorrectionReason[]

export const correctionReasonLabel = Object.fromEntries(
  correctionReasonNames.map((name) => [name, correctionReasons[name].label]),
) as Record<CorrectionReason, string>

export const isReasonOf = (reason: CorrectionReason, part: CorrectionPart): boolean =>
  (correctionReasons[reason].parts as readonly CorrectionPart[]).includes(part)

export const isCaptureSlot = (part: string): part is CaptureSlot =>
  (captureSlots as readonly string[]).includes(part)

/** Registered data that differ from the paper: put right in the profile, not at the camera. */
export const registeredParts = ['name', 'birthday', 'address'] as const satisfies readonly CorrectionPart[]

export const asksForData = (corrections: readonly { part: string }[]): boolean =>
  corrections.some(({ part }) => (registeredParts as readonly string[]).includes(part))

/** Steps that the customer still has to do, in order. */
export type CaptureStep = 'document' | CaptureSlot

export function stepsLeft(session: {
  document: IdentityDocument | null
  is_confirmed: boolean
  captured: readonly string[]
}): CaptureStep[] {
  if (session.document === null || !session.is_confirmed) {
    const slots = session.document === null ? [] : slotsOf(session.document)
    return ['document', ...slots.filter((slot) => !session.captured.includes(slot))]
  }
  return slotsOf(session.document).filter((slot) => !session.captured.includes(slot))
}

/** Reasons of an identity provider, in the words of our own reviewers. */
export const providerReasons: Readonly<Record<string, { part: CorrectionPart; reason: CorrectionReason }>> = {
  image_unclear: { part: 'front', reason: 'blur' },
  document_expired: { part: 'document', reason: 'expired' },
  document_unsupported: { part: 'document', reason: 'unusable' },
  forgery_suspected: { part: 'front', reason: 'not_original' },
  thickness_missing: { part: 'thickness', reason: 'thickness_unclear' },
  face_mismatch: { part: 'face', reason: 'face_differs' },
  name_mismatch: { part: 'name', reason: 'name_differs' },
  birth_mismatch: { part: 'birthday', reason: 'birthday_differs' },
  address_mismatch: { part: 'address', reason: 'address_differs' },
}
