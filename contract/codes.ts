import type { Tone } from './lifecycle.ts'

// Negative values mean "not determined" and differ per field on purpose.
export const customerGender = { 0: '回答しない', 1: '男性', 2: '女性' } as const
export const job = {
  1: '会社員',
  2: '公務員',
  3: '会社役員',
  4: '自営業',
  5: 'パート・アルバイト',
  6: '学生',
  7: '専業主婦・主夫',
  8: '無職・その他',
} as const
export const identificationKind = {
  0: '未提出',
  1: '運転免許証',
  2: 'マイナンバーカード',
  3: '在留カード・特別永住者証明書',
  9: 'その他',
} as const
/** 4 is retired: never returned, refused as input. */
export const ekyc = { NONE: 0, STARTED: 1, IN_REVIEW: 2, APPROVED: 3, REFUSED: 5 } as const
export const ekycStatus = {
  0: '未申請',
  1: '手続き中',
  2: '審査中',
  3: '承認',
  5: '否認(再申請できます)',
} as const
/** Clauses of 古物営業法施行規則 15条3項, and in person (法15条1項1号). */
export const identificationClauseLabel = {
  face_to_face: '対面(法15条1項1号)',
  law_3: '法15条1項3号 電子署名つきの記録',
  clause_1: '1号 印鑑登録証明書＋実印を押した書面',
  clause_4: '4号 登記事項証明書など＋転送不要郵便',
  clause_6: '6号 登記事項証明書などの原本＋同じ名義の口座',
  clause_7: '7号 写し＋転送不要郵便＋本人名義口座',
  clause_8: '8号 書類の写真(厚み)＋顔写真',
  clause_9: '9号 ICチップ＋顔写真',
  clause_13: '13号 確認済みのお客さまのログイン',
} as const
export type IdentificationClause = keyof typeof identificationClauseLabel

/** What lets the person in charge (取引担当者) deal for the corporation. */
export const agentAuthorityLabel = {
  representative: '代表者',
  employee: '役員・社員',
  proxy: '委任を受けた方',
} as const
export type AgentAuthority = keyof typeof agentAuthorityLabel

export const itemGender = { 0: 'メンズ', 1: 'レディース', 9: 'ユニセックス' } as const
export const authenticity = { 0: '基準外', 1: '基準内', [-1000]: '判定保留' } as const
export const accessories = { 0: 'なし', 1: 'あり', [-1001]: '未確認' } as const
export const careNeeded = { 0: '不要', 1: '要', [-1002]: '未確認' } as const
export const salesChannel = { 1: '自社EC', 2: '店舗', 3: '業者間オークション', [-1003]: '未定' } as const

/** Zengin deposit types (全銀協 預金種目). */
export const bankAccountType = { 1: '普通', 2: '当座', 4: '貯蓄', 9: 'その他' } as const

export const transferStatus = { REQUESTED: 0, PAID: 1, FAILED: 2 } as const
export const transferStatusLabel = { 0: '受付', 1: '振込済', 2: '失敗' } as const
export const transferStatusTone: Readonly<Record<number, Tone>> = { 0: 'wait', 1: 'ok', 2: 'late' }

export const grades = [
  'S_1',
  'S_2',
  'S_3',
  'A_1',
  'A_2',
  'A_3',
  'B_1',
  'B_2',
  'B_3',
  'C_1',
  'C_2',
  'C_3',
  'D_1',
  'D_2',
  'D_3',
] as const
export type Grade = (typeof grades)[number]
export const gradeBandLabel = {
  S: '未使用・新品同様',
  A: '美品',
  B: '一般的な使用感',
  C: '使用感・傷みあり',
  D: '難あり',
} as const

export const gradeStepLabel = { 1: '上', 2: '中', 3: '下' } as const

const stepOf = (grade: string): string =>
  Object.entries(gradeStepLabel).find(([step]) => grade.endsWith(`_${step}`))?.[1] ?? ''

/** `B 一般的な使用感(中)` */
export function gradeWords(grade: string): string {
  const band = grade.charAt(0)
  const step = stepOf(grade)
  return `${band} ${labelOf(gradeBandLabel, band)}${step && `(${step})`}`
}

/** `B中`, where there is no room for words. */
export const gradeShort = (grade: string): string => grade.charAt(0) + stepOf(grade)

export const deliveringOptions = ['PICKUP_AND_SELF', 'PICKUP_ONLY', 'SELF_ONLY'] as const
export const deliveringOptionLabel = {
  PICKUP_AND_SELF: '集荷・自己発送の両方',
  PICKUP_ONLY: '集荷',
  SELF_ONLY: '自己発送',
} as const
export const carriers = ['KLD', 'YAMATO', 'SAGAWA'] as const
export const carrierLabel = {
  KLD: '提携の運送会社',
  YAMATO: 'ヤマト運輸',
  SAGAWA: '佐川急便',
} as const

/** Length, width and height together in cm, as carriers name their classes. */
export const kitSizes = [80, 100, 120, 140] as const
export const kitSizeLabel = { 80: '80サイズ', 100: '100サイズ', 120: '120サイズ', 140: '140サイズ' } as const
export type KitSize = keyof typeof kitSizeLabel

export const pickupTimeSlots = ['AM', '14-16', '16-18', '18-21'] as const
export const pickupTimeSlotLabel = {
  AM: '午前中',
  '14-16': '14〜16時',
  '16-18': '16〜18時',
  '18-21': '18〜21時',
} as const

export const approvalModes = ['review_each', 'auto_accept_all', 'auto_accept_from'] as const
export const approvalModeLabel = {
  review_each: '1点ずつ確認して決める',
  auto_accept_all: '合計が決めた金額以上なら、すべて売る',
  auto_accept_from: '合計が決めた金額以上なら、値段のついた品を売る',
} as const
export const decisionLabel = { sell: '売る', return: '返してもらう', dispose: 'リサイクル' } as const
export const unpricedPolicies = ['return', 'dispose'] as const
export const unpricedPolicyLabel = { return: '返してもらう', dispose: 'リサイクルに出す' } as const

export const transactionKinds = [
  'PURCHASE',
  'TRANSFER',
  'SPECIAL_WITHDRAWAL',
  'FEE',
  'REVERSAL',
  'ADJUSTMENT',
  'SETTLEMENT',
  'SET_OFF',
] as const
export const transactionKindLabel = {
  PURCHASE: '買取代金',
  TRANSFER: '振込',
  SPECIAL_WITHDRAWAL: '期限後のお支払い',
  FEE: '手数料',
  REVERSAL: '取消・組戻し',
  ADJUSTMENT: '調整',
  SETTLEMENT: '精算',
  SET_OFF: '返金分の相殺',
} as const

/** The thirteen legal classes (古物営業法施行規則 2条). */
export const ledgerClass = {
  '01': '美術品類',
  '02': '衣類',
  '03': '時計・宝飾品類',
  '04': '自動車',
  '05': '自動二輪車及び原動機付自転車',
  '06': '自転車類',
  '07': '写真機類',
  '08': '事務機器類',
  '09': '機械工具類',
  '10': '道具類',
  '11': '皮革・ゴム製品類',
  '12': '書籍',
  '13': '金券類',
} as const

export const payoutBatchStates = ['draft', 'approved', 'exported', 'sent', 'closed', 'canceled'] as const
export const payoutBatchStateLabel = {
  draft: '作成中',
  approved: '承認済',
  exported: 'ファイル作成済',
  sent: '銀行へ送信済',
  closed: '完了',
  canceled: '取消',
} as const
export const payoutBatchStateTone: Readonly<Record<(typeof payoutBatchStates)[number], Tone>> = {
  draft: 'wait',
  approved: 'plain',
  exported: 'plain',
  sent: 'wait',
  closed: 'ok',
  canceled: 'gray',
}
export const payoutLineResultLabel = {
  pending: '結果待ち',
  paid: '振込済',
  bounced: '組戻し',
  canceled: '取消',
  returned: '資金返却',
} as const
export const payoutLineResultTone: Readonly<Record<keyof typeof payoutLineResultLabel, Tone>> = {
  pending: 'gray',
  paid: 'ok',
  bounced: 'late',
  canceled: 'gray',
  returned: 'late',
}

export const holdKinds = ['police_order', 'stolen_notice', 'suspicion', 'dispute'] as const
export const holdKindLabel = {
  police_order: '差止め(警察)',
  stolen_notice: '品触れ',
  suspicion: '不正品の疑い',
  dispute: 'お客さまとの確認',
} as const
export type HoldKind = (typeof holdKinds)[number]
/** What the police must be told at once (古物営業法 19条、15条3項). */
export const reportedHoldKinds = ['stolen_notice', 'suspicion'] as const satisfies readonly HoldKind[]
/** The police may order to keep an article for at most this long (法21条). */
export const longestOrderDays = 30

export const prefectures = [
  '北海道',
  '青森県',
  '岩手県',
  '宮城県',
  '秋田県',
  '山形県',
  '福島県',
  '茨城県',
  '栃木県',
  '群馬県',
  '埼玉県',
  '千葉県',
  '東京都',
  '神奈川県',
  '新潟県',
  '富山県',
  '石川県',
  '福井県',
  '山梨県',
  '長野県',
  '岐阜県',
  '静岡県',
  '愛知県',
  '三重県',
  '滋賀県',
  '京都府',
  '大阪府',
  '兵庫県',
  '奈良県',
  '和歌山県',
  '鳥取県',
  '島根県',
  '岡山県',
  '広島県',
  '山口県',
  '徳島県',
  '香川県',
  '愛媛県',
  '高知県',
  '福岡県',
  '佐賀県',
  '長崎県',
  '熊本県',
  '大分県',
  '宮崎県',
  '鹿児島県',
  '沖縄県',
] as const

/** Returns `不明(コード)` for codes this client does not know yet. */
export function labelOf(
  set: Record<string | number, string>,
  code: string | number | null | undefined,
): string {
  if (code === null || code === undefined) return '—'
  return Object.hasOwn(set, code) ? (set[code] as string) : `不明(${code})`
}
