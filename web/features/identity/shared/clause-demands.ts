import type { IdentificationClause } from '#contract/codes'

export type Clause = IdentificationClause

export const clauseSteps: Record<Clause, readonly string[]> = {
  face_to_face: ['お客さまご本人と対面し、書類の原本を見せていただきます。'],
  clause_7: [
    '書類の写しを送っていただき、台帳とともに保管します。',
    '転送不要の書留などを住所へ送り、届いたことを確かめます。',
    '代金は、お客さまご本人名義の口座へ振り込みます。',
  ],
  clause_8: [
    'その場で撮った書類の画像(表・裏・厚み)を受け取ります。',
    'その場で撮った顔の画像と、書類の写真が同じ人であることを確かめます。',
  ],
  clause_9: [
    '書類のICチップを読み取った情報を受け取ります。',
    'その場で撮った顔の画像と、ICチップの写真が同じ人であることを確かめます。',
  ],
  clause_13: ['以前に本人確認が済んでいるお客さまが、ご本人のアカウントでログインしたことを確かめます。'],
}
