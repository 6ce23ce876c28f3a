/** Why an article of a notice and an item may be the same, in the order of weight. */
export const matchReasonLabel = {
  serial: '製造番号が一致',
  serial_near: '製造番号がほぼ一致(O と 0、I と 1 の違い)',
  other_number: '個体の番号が一致',
  other_number_near: '個体の番号がほぼ一致(O と 0、I と 1 の違い)',
  product_number: '品番が一致',
  product_number_near: '品番がほぼ一致(O と 0、I と 1 の違い)',
  brand: 'ブランドが一致',
  category: '種類が一致',
  category_near: '種類が近い',
  color: '色が一致',
  color_near: '色が近い',
  name: '品名が似ている',
  features: '特徴が似ている',
  brand_differs: 'ブランドの記載は違う',
  color_differs: '色の記載は違う',
} as const
export type MatchReason = keyof typeof matchReasonLabel

export const matchStrengthLabel = { number: '番号が一致', features: '特徴が似ている' } as const
export type MatchStrength = keyof typeof matchStrengthLabel

export const matchStateLabel = { open: '確認待ち', held: '保留にした', dismissed: '別の品' } as const
