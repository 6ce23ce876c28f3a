import { labelOf } from '#contract/codes'
import { preAssessmentChannelLabel, preAssessmentStateLabel } from '#contract/pre-assessment'
import { exportRecorded } from '#server/domains/activity/recorded-export'
import type { BusinessActor } from '#server/platform/actor'
import type { CsvPiece } from '#server/platform/csv'
import type { Db } from '#server/platform/db'
import { allResults, countResults, type Period } from './accuracy.queries.ts'
import { allPreAssessments, countPreAssessments, type PreAssessmentFilter } from './pre-assessment.queries.ts'

const columns = [
  { key: 'id', header: '事前査定番号' },
  { key: 'state', header: '状況' },
  { key: 'channel', header: '受付' },
  { key: 'shop_name', header: '店舗' },
  { key: 'prospect_name', header: 'お客さま' },
  { key: 'operator_name', header: '担当' },
  { key: 'item_count', header: '点数' },
  { key: 'priced', header: '金額のある点数' },
  { key: 'low', header: '目安の下限' },
  { key: 'center', header: '目安の中心' },
  { key: 'high', header: '目安の上限' },
  { key: 'valid_until', header: '有効期限' },
  { key: 'request', header: '申し込み番号' },
  { key: 'sent_at', header: 'お渡し日時' },
  { key: 'created_at', header: '作成日時' },
] as const

/** Streams the rows that the list shows. */
export const exportPreAssessments = (
  db: Db,
  actor: BusinessActor,
  filter: PreAssessmentFilter,
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> =>
  exportRecorded(
    db,
    actor,
    {
      columns,
      activity: { action: 'pre_assessment.list_export' },
      count: () => countPreAssessments(db, actor, filter),
      rows: allPreAssessments(db, actor, filter),
      cellsOf: (row) => ({
        ...row,
        state: labelOf(preAssessmentStateLabel, row.state),
        channel: labelOf(preAssessmentChannelLabel, row.channel),
      }),
    },
    signal,
  )

const resultColumns = [
  { key: 'decided_on', header: '買取日' },
  { key: 'slug', header: '商品コード' },
  { key: 'pre_assessment', header: '事前査定番号' },
  { key: 'brand_name', header: 'ブランド' },
  { key: 'category_name', header: 'カテゴリ' },
  { key: 'condition_name', header: '状態' },
  { key: 'shop_name', header: '店舗' },
  { key: 'operator_name', header: '担当' },
  { key: 'low', header: '目安の下限' },
  { key: 'center', header: '目安の中心' },
  { key: 'high', header: '目安の上限' },
  { key: 'price', header: '買取額' },
  { key: 'error', header: '差(%)' },
  { key: 'within', header: '当たり' },
] as const

/** Each article behind the figures, so that they can be counted again. */
export const exportResults = (
  db: Db,
  actor: BusinessActor,
  period: Period,
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> =>
  exportRecorded(
    db,
    actor,
    {
      columns: resultColumns,
      activity: { action: 'pre_assessment.accuracy_export' },
      count: () => countResults(db, actor, period),
      rows: allResults(db, actor, period),
      cellsOf: ({ error_permille, is_within, ...row }) => ({
        ...row,
        error: (error_permille / 10).toFixed(1),
        within: is_within ? 'はい' : 'いいえ',
      }),
    },
    signal,
  )
