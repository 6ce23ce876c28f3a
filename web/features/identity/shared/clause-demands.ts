import type { IdentificationClause } from '#contract/codes'

export type Clause = IdentificationClause
type DemandField = 'document' | 'filedAt' | 'mail' | 'bankAccount'

/** What each way of checking demands, as the form shows it: fields, and what is done outside this screen. */
export const clauseDemands: Record<Clause, { fields: readonly DemandField[]; steps: readonly string[] }> = {
  face_to_face: {
    fields: ['document'],
    steps: ['お客さまご本人と対面し、書類の原本を見せていただきます。'],
  },
  clause_7: {
    fields: ['document', 'filedAt', 'mail', 'bankAccount'],
    steps: [
      '書類の写しを送っていただき、台帳とともに保管します。',
      '転送不要の書留などを住所へ送り、届いたことを確かめます。',
      '代金は、お客さまご本人名義の口座へ振り込みます。',
    ],
  },
  clause_8: {
    fields: ['document', 'filedAt'],
    steps: [
      'その場で撮った書類の画像(表・裏・厚み)を受け取ります。',
      'その場で撮った顔の画像と、書類の写真が同じ人であることを確かめます。',
    ],
  },
  clause_9: {
    fields: ['document', 'filedAt'],
    steps: [
      '書類のICチップを読み取った情報を受け取ります。',
      'その場で撮った顔の画像と、ICチップの写真が同じ人であることを確かめます。',
    ],
  },
  clause_13: {
    fields: [],
    steps: ['以前に本人確認が済んでいるお客さまが、ご本人のアカウントでログインしたことを確かめます。'],
  },
}

export const demands = (clause: Clause, field: DemandField): boolean =>
  clauseDemands[clause].fields.includes(field)
