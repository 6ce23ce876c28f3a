import { styled } from '@mui/material/styles'
import { Link, useNavigate } from '@tanstack/react-router'
import { type CSSProperties, useState } from 'react'
import { categoryMasterCalls } from '#contract/category-master'
import { ask } from '#web/lib/ask.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { CsvButton, type FileOptions } from '#web/ui/csv-button.tsx'
import { CsvImportDialog } from '#web/ui/csv-import-dialog.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type Category, ledgerClassText, useText } from './category.rules.ts'
import { useMasterTabs } from './master-tabs.ts'

const Depth = styled('span')(({ theme }) => ({
  [theme.breakpoints.up('sm')]: { display: 'block', paddingLeft: 'calc(var(--depth) * 20px)' },
}))

const columns: readonly Column<Category>[] = [
  {
    key: 'name',
    header: 'カテゴリ',
    wrap: true,
    cell: ({ id, name, path }) => (
      <Depth style={{ '--depth': path.length } as CSSProperties}>
        <Link to="/biz/categories/$id" params={{ id: String(id) }}>
          {name}
        </Link>
      </Depth>
    ),
  },
  { key: 'kana', header: 'カナ', wrap: true, cell: ({ nameKana }) => nameKana || '—' },
  { key: 'above', header: '上位カテゴリ', wrap: true, cell: ({ path }) => path.join(' > ') || '—' },
  { key: 'class', header: '品目区分', wrap: true, cell: (row) => ledgerClassText(row.ledgerClass) },
  { key: 'sort', header: '順番', align: 'end', width: 64, cell: ({ sort }) => sort },
  {
    key: 'use',
    card: 'chip',
    header: '使用',
    width: 92,
    cell: ({ isActive }) => <StatusChip tone={isActive ? 'ok' : 'gray'}>{useText(isActive)}</StatusChip>,
  },
]

export default function CategoriesPage() {
  const list = useList(categoryMasterCalls.list, { size: 100 })
  const navigate = useNavigate()
  const [isImporting, setImporting] = useState(false)
  const upload = useMutationOf(categoryMasterCalls.load)
  const { q, isActive } = list.query
  const load = (options: FileOptions) => ask(categoryMasterCalls.csv, { query: { q, isActive }, ...options })
  return (
    <RowsPage
      name="categories"
      plain
      title="カテゴリ"
      label="カテゴリの一覧"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      onOpen={({ id }) => navigate({ to: '/biz/categories/$id', params: { id: String(id) } })}
      {...useMasterTabs('categories')}
      actions={
        <>
          <QuietButton onClick={() => setImporting(true)}>CSVを取り込む</QuietButton>
          <CsvButton name="カテゴリ" load={load} />
          <NextLink to="/biz/categories/new">カテゴリを登録する</NextLink>
        </>
      }
      filters={
        <QuickFilters
          values={{ q, isActive: isActive === undefined ? undefined : String(isActive) }}
          set={list.set}
          fields={[
            { name: 'q', label: '名前・カナ' },
            {
              name: 'isActive',
              label: '使用',
              options: [
                { value: 'true', label: useText(true) },
                { value: 'false', label: useText(false) },
              ],
            },
          ]}
        />
      }
      empty={<Empty title="条件に合うカテゴリはありません" />}
    >
      {isImporting && (
        <CsvImportDialog
          title="カテゴリの取り込み"
          help="列は「上位カテゴリ」「カテゴリ」「品目区分」。上位が何段もあるときは「>」で区切ります。「カナ」「順番」「使用(する・しない)」は、変えるときだけ付けます。この画面で保存したCSVも、そのまま取り込めます。ファイルにないカテゴリは変わりません。"
          load={(file, dryRun) => upload.mutateAsync({ body: { ...file, dryRun } })}
          onClose={() => setImporting(false)}
        />
      )}
    </RowsPage>
  )
}
