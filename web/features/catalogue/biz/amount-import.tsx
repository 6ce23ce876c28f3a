import type { catalogueCalls } from '#contract/catalogue'
import { formatYen } from '#contract/text'
import { gradeText } from '#web/features/purchase-request/shared/biz/statuses.ts'
import type { AskResult } from '#web/lib/ask.ts'
import type { CsvText } from '#web/lib/csv-file.ts'
import { CsvImportDialog } from '#web/ui/csv-import-dialog.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Muted } from '#web/ui/page.tsx'

type Result = AskResult<typeof catalogueCalls.amountsUpload>
type Change = Result['changes'][number]

const columns: readonly Column<Change>[] = [
  { key: 'line', card: 'lead', header: '行', align: 'end', cell: ({ line }) => line },
  { key: 'brand', card: 'title', header: 'ブランド', cell: ({ brandName }) => brandName },
  { key: 'category', card: 'title', header: 'カテゴリ', cell: ({ categoryName }) => categoryName },
  { key: 'grade', header: 'グレード', cell: ({ grade }) => gradeText(grade) },
  {
    key: 'before',
    header: '今の額',
    align: 'end',
    cell: ({ before }) => (before === null ? '—' : formatYen(before)),
  },
  { key: 'amount', header: '新しい額', align: 'end', cell: ({ amount }) => formatYen(amount) },
]

type Props = { load: (file: CsvText, dryRun: boolean) => Promise<Result>; onClose: () => void }

export function AmountImport({ load, onClose }: Props) {
  return (
    <CsvImportDialog
      title="買取基準表の取り込み"
      help="列は「ブランド名」「カテゴリ」「グレード」「金額」。この画面で保存したCSVも、そのまま取り込めます。ファイルにない額は変わりません。"
      load={load}
      preview={({ changes, created, updated }) =>
        changes.length > 0 && (
          <div style={{ maxHeight: 280, overflow: 'auto' }}>
            <DataTable label="変わる額" columns={columns} rows={changes} rowKey={({ line }) => line} />
            {created + updated > changes.length && (
              <Muted>{`はじめの${changes.length}件です。ほか${created + updated - changes.length}件`}</Muted>
            )}
          </div>
        )
      }
      onClose={onClose}
    />
  )
}
