import { labelOf, salesChannel } from '#contract/codes'
import { mostSalesInFile, saleCalls } from '#contract/sale'
import { formatCount } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import { monthDay } from '#web/lib/dates.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { CsvImportDialog } from '#web/ui/csv-import-dialog.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Yen } from '#web/ui/yen.tsx'

type Result = AskResult<typeof saleCalls.load>

/** A file of sales is shown before it is recorded. */
export function SaleImport({ onClose }: { onClose: () => void }) {
  const load = useMutationOf(saleCalls.load)
  return (
    <CsvImportDialog<Result>
      title="販売をファイルから記録します"
      help={`1行目に「商品コード」か「商品番号」、「販路」「販売日」「販売額」の列の名前が必要です。「手数料」「送料」「注文番号」「メモ」は、あれば読みます。一度に${formatCount(mostSalesInFile)}行まで。買い手の記録が必要な品は、画面から1件ずつ記録してください。`}
      load={({ csv, encoding }, dryRun) => load.mutateAsync({ body: { csv, encoding, dryRun } })}
      preview={({ preview }) => <Preview rows={preview} />}
      onClose={onClose}
    />
  )
}

function Preview({ rows }: { rows: Result['preview'] }) {
  return (
    <DataTable
      label={`はじめの${rows.length}行`}
      rows={rows}
      rowKey={({ line }) => line}
      columns={[
        { key: 'line', header: '行', cell: ({ line }) => line },
        { key: 'name', header: '商品', card: 'title', cell: ({ name }) => name },
        { key: 'channel', header: '販路', cell: (row) => labelOf(salesChannel, row.salesChannel) },
        { key: 'day', header: '販売日', cell: ({ soldOn }) => monthDay(soldOn) },
        { key: 'profit', header: '利益', align: 'end', cell: ({ profit }) => <Yen amount={profit} /> },
        { key: 'price', header: '販売額', align: 'money', cell: ({ price }) => <Yen amount={price} /> },
        { key: 'new', header: '', card: 'chip', cell: ({ isNew }) => (isNew ? '新しい記録' : '記録済み') },
      ]}
    />
  )
}
