import type { IdentificationClause } from './codes.ts'

export type Demand = 'document' | 'filed_at' | 'mail' | 'bank_account'

const demandsOf: Readonly<Record<IdentificationClause, readonly Demand[]>> = {
  face_to_face: ['document'],
  law_3: ['document', 'filed_at'],
  clause_1: ['document', 'filed_at'],
  clause_4: ['document', 'filed_at', 'mail'],
  clause_6: ['document', 'filed_at', 'bank_account'],
  clause_7: ['document', 'filed_at', 'mail', 'bank_account'],
  clause_8: ['document', 'filed_at'],
  clause_9: ['document', 'filed_at'],
  clause_13: [],
}

export const demands = (clause: IdentificationClause, demand: Demand): boolean =>
  demandsOf[clause].includes(demand)

const ofCorporations: readonly IdentificationClause[] = ['law_3', 'clause_1', 'clause_4', 'clause_6']

/** A corporation shows other papers than a person; a later sale of either rests on the sign-in. */
export const mayIdentify = (clause: IdentificationClause, isCorporate: boolean): boolean =>
  clause === 'clause_13' || ofCorporations.includes(clause) === isCorporate

/** What an identification still lacks, for staff. */
export const identificationGapText = {
  document_kind: '確認した書類の種類を選んでください。',
  document_name: '確認した書類の名前を入力してください。',
  document_issuer: '書類の発行元を入力してください。',
  document_number: '書類の番号を入力してください。',
  copy_filed: '書類の写しを保管した場所を入力してください。',
  image_filed: '書類の画像を保管した場所を入力してください。',
  original_filed: '受け取った書類を保管した場所を入力してください。',
  chip_filed: 'ICチップの記録を保管した場所を入力してください。',
  mail_delivered_on: '転送不要の郵便が届いた日を入力してください。',
  mail_number: '転送不要の郵便の引受番号を入力してください。',
  bank_account: 'お客さま名義の振込先口座を選んでください。',
  holder_differs: '振込先の口座名義が、確認したお名前(カナ)と違います。',
  no_former_record: '以前の本人確認の記録がありません。ほかの方法で確認してください。',
  former_record_differs: '以前に確認した氏名・生年月日・住所と違います。ほかの方法で確認してください。',
  agent_name: '確認した取引担当者の氏名を入力してください。',
  agent_differs: '確認した取引担当者が、お客さまの登録と違います。',
  authority_evidence: '取引担当者の権限を確かめた書類を入力してください(例 登記事項証明書、社員証、委任状)。',
  name_differs: '書類の氏名が、お客さまの登録と違います。',
  birthday_differs: '書類の生年月日が、お客さまの登録と違います。',
  address_differs: '書類の住所が、お客さまの登録と違います。',
} as const
export type IdentificationGap = keyof typeof identificationGapText
export const identificationGaps = Object.keys(identificationGapText) as IdentificationGap[]
