import { goodsFileCalls, goodsFormatLabel } from '#contract/goods-file'
import type { AskResult } from '#web/lib/ask.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { CsvImportDialog } from '#web/ui/csv-import-dialog.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { ArticleLink, ColumnName, clipped } from './goods-article.tsx'

type Result = AskResult<typeof goodsFileCalls.load>
type Change = Result['changes'][number]
type Field = Pick<Change, 'line' | 'slug' | 'title'> & Change['fields'][number] & { key: string }

const fieldsOf = (changes: readonly Change[]): Field[] =>
  changes.flatMap(({ line, slug, title, fields }) =>
    fields.map((field) => ({ key: `${line} ${field.column}`, line, slug, title, ...field })),
  )

const columns: readonly Column<Field>[] = [
  { key: 'line', card: 'lead', header: '行', align: 'end', cell: ({ line }) => line },
  { key: 'article', card: 'title', header: '商品', cell: ArticleLink },
  { key: 'column', header: '列', cell: ColumnName },
  { key: 'before', header: '今', cell: ({ before }) => clipped(before) || '—' },
  { key: 'after', header: '新しく', cell: ({ after }) => clipped(after) || '—' },
]

/** Shows what a file of goods would change before it is loaded. */
export function GoodsUploadDialog({ onClose }: { onClose: () => void }) {
  const upload = useMutationOf(goodsFileCalls.load)
  return (
    <CsvImportDialog
      title="商品の取り込み"
      help="この画面で保存したCSVを、形式を選ばずに取り込めます。編集用はすべての項目、ほかの形式はタイトル・説明・価格を読みます。ファイルにない商品は変わりません。5MB・5,000点まで。"
      adds={false}
      load={(file, dryRun) => upload.mutateAsync({ body: { ...file, dryRun } })}
      preview={(result) => <Preview result={result} />}
      onClose={onClose}
    />
  )
}

function Preview({ result }: { result: Result }) {
  const { changes, updated, outOfStock, format } = result
  return (
    <Stack gap={12}>
      <Muted>{`${goodsFormatLabel[format]}の形式です。`}</Muted>
      {outOfStock.length > 0 && <OutOfStock gone={outOfStock} />}
      {changes.length > 0 && (
        <div style={{ maxHeight: 320, overflow: 'auto' }}>
          <DataTable
            label="変わる項目"
            columns={columns}
            rows={fieldsOf(changes)}
            rowKey={({ key }) => key}
          />
          {updated > changes.length && (
            <Muted>{`はじめの${changes.length}件です。ほか${updated - changes.length}件`}</Muted>
          )}
        </div>
      )}
    </Stack>
  )
}

const MOST = 10

function OutOfStock({ gone }: { gone: Result['outOfStock'] }) {
  return (
    <Notice tone="wait" title={`在庫が0の商品が${gone.length}点あります`}>
      売れた記録は作りません。売れたときは、売上として記録してください。
      <ul style={{ margin: 0, paddingLeft: '1.4em' }}>
        {gone.slice(0, MOST).map((one) => (
          <li key={one.line}>
            {`${one.line}行目: `}
            <ArticleLink {...one} />
          </li>
        ))}
      </ul>
      {gone.length > MOST && <Muted>{`ほか${gone.length - MOST}点`}</Muted>}
    </Notice>
  )
}
