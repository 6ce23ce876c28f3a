// Columns of the files of masters: what leaves is what is read.
import type { UploadKind } from '#contract/pre-assessment-master'

export interface Column {
  header: string
  isRequired?: true
}
export type Columns = Readonly<Record<string, Column>>

export const uploadColumns = {
  brands: {
    brand: { header: 'ブランド名', isRequired: true },
    rank: { header: 'ランク' },
    factor: { header: '係数', isRequired: true },
  },
  categories: {
    category: { header: 'カテゴリ', isRequired: true },
    factor: { header: '係数', isRequired: true },
  },
  customers: {
    name: { header: 'お名前' },
    name_kana: { header: 'カナ' },
    phone: { header: '電話番号' },
    email: { header: 'メールアドレス' },
    note: { header: 'メモ' },
  },
  price_templates: {
    brand: { header: 'ブランド名' },
    brand_rank: { header: 'ランク' },
    category: { header: 'カテゴリ' },
    gender: { header: '対象' },
    condition: { header: '状態' },
    season: { header: '季節' },
    attributes: { header: '属性' },
    base: { header: '基準額', isRequired: true },
    band: { header: '幅(%)', isRequired: true },
    valid_from: { header: '適用開始', isRequired: true },
    valid_to: { header: '適用終了' },
  },
  season_tags: {
    name: { header: '季節', isRequired: true },
    months: { header: '月', isRequired: true },
    factor: { header: '係数', isRequired: true },
    sort: { header: '順番' },
    use: { header: '使用' },
  },
} as const satisfies Record<UploadKind, Columns>
