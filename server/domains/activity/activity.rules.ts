import { activityLabel, activityObjectLabel } from '#contract/activity'
import { audienceLabel } from '#contract/announcement'
import { machinePermissionLabel } from '#contract/api-key'
import { staffRoleLabel } from '#contract/business-user'
import { valueTypeLabel } from '#contract/category-attribute'
import {
  carrierLabel,
  deliveringOptionLabel,
  holdKindLabel,
  itemGender,
  kitSizeLabel,
  ledgerClass,
  payoutBatchStateLabel,
  pickupTimeSlotLabel,
  salesChannel,
  transactionKindLabel,
} from '#contract/codes'
import { placeKindLabel } from '#contract/custody'
import { formatDateJa, isDate } from '#contract/day'
import { goodsFormatLabel } from '#contract/goods-file'
import { insightTables } from '#contract/insight'
import { itemStatusLabel, requestStatusLabel } from '#contract/lifecycle'
import { preAssessmentStateLabel } from '#contract/pre-assessment'
import { uploadKindLabel } from '#contract/pre-assessment-master'
import { formatYen } from '#contract/text'
import { payoutFormatLabel } from '#contract/transfer'
import { webhookEventLabel } from '#contract/webhook'

type Words = Readonly<Record<string, string>>
type Names = Readonly<Record<'shop' | 'person', ReadonlyMap<number, string>>>

interface FieldWords {
  label: string
  words?: Words
  /** A number that stands for a name. */
  of?: keyof Names
  isYen?: true
  /** Of an empty list. */
  none?: string
}

const levelWords: Words = { info: 'お知らせ', important: '重要' }
const announcementWords: Words = { draft: '下書き', scheduled: '予約', shown: '掲載中', ended: '終了' }

/** Fields of `detail`, `before` and `after`. Those without a line stay unseen: they are keys for the program. */
export const fieldWords: Readonly<Record<string, FieldWords>> = {
  account_number: { label: '口座番号' },
  account_number_tail: { label: '口座番号の末尾' },
  account_type: { label: '預金の種類', words: { 1: '普通', 2: '当座', 4: '貯蓄', 9: 'その他' } },
  address: { label: '住所' },
  address1: { label: '番地' },
  address2: { label: '建物名' },
  address_count: { label: '登録した送り先の数' },
  amount: { label: '金額', isYen: true },
  attribute_name: { label: '項目' },
  audience: { label: '届ける相手', words: audienceLabel },
  arrived_on: { label: '到達日' },
  assessor_id: { label: '査定の担当', of: 'person' },
  authority: { label: '検査する機関' },
  bank_code: { label: '銀行番号' },
  birthday: { label: '生年月日' },
  bounced: { label: '組戻し(件)' },
  bonus_cap: { label: '1点の上乗せの上限', isYen: true },
  bonus_yen: { label: '1点の上乗せ', isYen: true },
  box_count: { label: '箱の数' },
  branch_code: { label: '支店番号' },
  brand_name: { label: 'ブランド' },
  campaign_brands: { label: '対象のブランドの番号', none: 'すべて' },
  campaign_categories: { label: '対象のカテゴリの番号', none: 'すべて' },
  campaign_shops: { label: '対象の店舗', of: 'shop', none: 'すべて' },
  carrier: { label: '運送会社', words: carrierLabel },
  category_name: { label: 'カテゴリ' },
  category_path: { label: 'カテゴリ' },
  check: { label: '確認', words: { first: '1人目', second: '2人目' } },
  choices: { label: '選択肢', none: 'なし' },
  color: { label: '色' },
  count: { label: '件数' },
  created: { label: '新しい行' },
  days: { label: '日数' },
  delivered_at: { label: '届いた日時' },
  delivering_option: { label: '送り方', words: deliveringOptionLabel },
  description: { label: '説明' },
  effective_on: { label: '適用日' },
  ended: { label: 'ログアウトした端末' },
  features: { label: '特徴' },
  fee_permille: { label: '手数料(‰)' },
  file_format: { label: '振込データの形式', words: payoutFormatLabel },
  ends_on: { label: '終了日' },
  grade: { label: 'グレード' },
  goods_format: { label: '形式', words: goodsFormatLabel },
  handling: { label: '商品化の費用', isYen: true },
  internal_note: { label: '社内メモ' },
  is_active: { label: '使う' },
  is_admin: { label: '管理者' },
  is_handled: { label: '取り扱う' },
  is_measure: { label: '採寸' },
  is_ok: { label: '合っている' },
  is_open: { label: '申し込みの受付' },
  is_first_only: { label: '初めて売る方だけ' },
  is_private: { label: '非公開' },
  is_published: { label: 'サイトでの案内' },
  is_purchase_disabled: { label: '新しい買取の停止' },
  is_required: { label: '必須' },
  issued_on: { label: '発行日' },
  item_gender: { label: '対象', words: itemGender },
  items: { label: '点数' },
  webhook_url: { label: 'アドレス' },
  webhook_events: { label: '知らせる出来事', words: webhookEventLabel },
  key_permissions: { label: '使える範囲', words: machinePermissionLabel },
  kind: { label: '種類', words: { ...holdKindLabel, ...transactionKindLabel } },
  kit_sizes: { label: '段ボール', words: kitSizeLabel, none: 'なし' },
  ledger_class: { label: '品目区分', words: ledgerClass },
  level: { label: '重要度', words: levelWords },
  license_number: { label: '古物商許可番号' },
  lines: { label: '振込(件)' },
  margin_floor_permille: { label: '粗利の下限(‰)' },
  material: { label: '素材' },
  name: { label: '名前' },
  name_kana: { label: 'フリガナ' },
  next_engine_company: { label: 'ネクストエンジンの会社' },
  notice_articles: { label: '品触れの品', none: 'なし' },
  notice_number: { label: '品触れの番号' },
  number: { label: '版' },
  occupation: { label: '職業' },
  originator_code: { label: '委託者コード' },
  originator_kana: { label: '委託者名' },
  originator_name_kana: { label: '委託者名' },
  paid: { label: '振込済(件)' },
  pending: { label: '結果待ち(件)' },
  percent: { label: '率(%)' },
  phone: { label: '電話番号' },
  picked_up_at: { label: '集荷の日時' },
  pickup_date: { label: '集荷日' },
  pickup_time_slot: { label: '集荷の時間帯', words: pickupTimeSlotLabel },
  place_kind: { label: '置き場の種類', words: placeKindLabel },
  police_station: { label: '警察署' },
  postal_code: { label: '郵便番号' },
  pre_item: { label: '事前査定の品の番号' },
  price_reason: { label: '値段の理由' },
  prefecture: { label: '都道府県' },
  city: { label: '市区町村' },
  product_number: { label: '型番' },
  provider: { label: '外部サービス' },
  public_safety_commission: { label: '公安委員会' },
  reply_business_days: { label: 'お返事の期限(営業日)' },
  representative: { label: '代表者' },
  return_carrier: { label: '返送の運送会社', words: carrierLabel },
  return_cost: { label: '返送料', isYen: true },
  return_tracking_number: { label: '返送の送り状番号' },
  reason: { label: '理由' },
  returned: { label: '資金返却(件)' },
  role: { label: '役割', words: staffRoleLabel },
  rows: { label: '件数' },
  sales_channel: { label: '販路', words: salesChannel },
  selling_price: { label: '販売価格', isYen: true },
  shipping: { label: '送料', isYen: true },
  shop: { label: '店舗', of: 'shop', none: 'なし' },
  shops: { label: '担当の店舗', of: 'shop', none: 'すべての店舗' },
  serial_number: { label: 'シリアル番号' },
  short_code: { label: '短い記号' },
  seq: { label: '枝番' },
  size: { label: 'サイズ' },
  split_amount: { label: '分けた商品の基準額', isYen: true },
  sort: { label: '順番' },
  starts_on: { label: '開始日' },
  state: { label: '状態', words: announcementWords },
  store_key: { label: 'ストア' },
  supplier_code: { label: '仕入先コード' },
  table: { label: '表', words: insightTables },
  tags: { label: 'タグ', none: 'なし' },
  template_body: { label: '本文' },
  template_category: { label: '分類' },
  title: { label: '題名' },
  total: { label: '合計', isYen: true },
  tracking_number: { label: '送り状番号' },
  unchanged: { label: '変わらない行' },
  unit: { label: '単位' },
  usual_max: { label: 'これまでの最高', isYen: true },
  named_low: { label: '事前査定の下限', isYen: true },
  usual_min: { label: 'これまでの最低', isYen: true },
  updated: { label: '変わった行' },
  value_type: { label: '型', words: valueTypeLabel },
  brand_rank: { label: 'ランク' },
  factor_permille: { label: '係数(千分率)' },
  grade_band: { label: '状態の段階' },
  base_amount: { label: '基準額', isYen: true },
  band_permille: { label: '幅(千分率)' },
  valid_from: { label: '適用の始まり' },
  valid_to: { label: '適用の終わり' },
  task: { label: '処理の名前' },
  template: { label: 'テンプレートの番号' },
  pre_state: { label: '状況', words: preAssessmentStateLabel },
  sent_by: { label: '渡し方', words: { link: 'リンク', line: 'LINE', mail: 'メール', paper: '紙' } },
  valid_until: { label: '有効期限' },
  prospect: { label: '見込みのお客さまの番号' },
  upload_kind: { label: '内容', words: uploadKindLabel },
}

const statesOf: Readonly<Record<string, Words>> = {
  'request.move': requestStatusLabel,
  'item.move': itemStatusLabel,
  payout: payoutBatchStateLabel,
}

const longest = 200
const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text)

function textOf(field: FieldWords, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return 'なし'
  if (Array.isArray(value))
    return value.length === 0
      ? (field.none ?? 'なし')
      : value.map((one) => textOf(field, one, names)).join('、')
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ'
  if (typeof value === 'object') return shortened(Object.values(value).filter(Boolean).join(' '))
  if (field.of) return names[field.of].get(Number(value)) ?? `番号 ${value}`
  if (field.isYen) return formatYen(Number(value))
  const text = field.words?.[String(value)] ?? String(value)
  return isDate(text) ? formatDateJa(text) : shortened(text)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function changesOf(before: unknown, after: unknown, names: Names) {
  if (!isRecord(before) || !isRecord(after)) return []
  return Object.keys(after).flatMap((name) => {
    const field = fieldWords[name]
    if (!field || same(before[name] ?? null, after[name] ?? null)) return []
    return [
      {
        label: field.label,
        before: textOf(field, before[name], names),
        after: textOf(field, after[name], names),
      },
    ]
  })
}

function moveOf(action: string, { from, to }: Record<string, unknown>) {
  const states = statesOf[action] ?? statesOf[action.split('.')[0] ?? '']
  const [before, after] = [from, to].map((state) => states?.[String(state)])
  return before && after && before !== after ? [{ label: '状況', before, after }] : []
}

/** Fields that were changed, of which the row does not have the values. */
function namesOf(fields: unknown, valued: object): string[] {
  if (!Array.isArray(fields)) return []
  const bare = fields.map(String).filter((name) => !(name in valued))
  return [...new Set(bare.map((name) => fieldWords[name]?.label ?? 'そのほか'))]
}

export interface Recorded {
  action: string
  object_type: string
  object_id: string
  object_name: string
  detail: Record<string, unknown>
}

/** A recorded act as people read it. Rows of earlier versions stay readable, whatever they lack. */
export function inWords(row: Recorded, names: Names) {
  const { before, after, from: _from, to: _to, fields, changed, filters: _filters, ...rest } = row.detail
  const changes = [...changesOf(before, after, names), ...moveOf(row.action, row.detail)]
  const unvalued = namesOf(fields ?? changed, isRecord(after) ? after : {})
  const facts = Object.entries(rest).flatMap(([name, value]) => {
    const field = fieldWords[name]
    return field && !isRecord(value) ? [{ label: field.label, text: textOf(field, value, names) }] : []
  })
  const kind: string = (activityObjectLabel as Words)[row.object_type] ?? ''
  return {
    label: (activityLabel as Words)[row.action] ?? 'そのほかの操作',
    object: nameless.has(row.object_type) ? kind : `${kind} ${row.object_name || row.object_id}`.trim(),
    changes,
    facts: unvalued.length > 0 ? [{ label: '変えた項目', text: unvalued.join('、') }, ...facts] : facts,
    lacks_values: unvalued.length > 0,
  }
}

/** There is one of each for a reader. */
const nameless = new Set(['antique_ledger', 'book', 'payout_originator'])
