import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { categoryAttributeCalls } from '#contract/category-attribute'
import { categoryMasterCalls } from '#contract/category-master'
import { ask } from '#web/lib/ask.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
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
import { type Attribute, typeText } from './attribute.rules.ts'
import { useText } from './category.rules.ts'
import { useMasterTabs } from './master-tabs.ts'

const kindText = ({ valueType, unit, isMeasure }: Attribute): string =>
  [isMeasure ? '採寸' : typeText(valueType), unit && `(${unit})`].filter(Boolean).join('')

const columns: readonly Column<Attribute>[] = [
  {
    key: 'name',
    card: 'title',
    header: '項目',
    wrap: true,
    cell: ({ id, name }) => (
      <Link to="/biz/category-attributes/$id" params={{ id: String(id) }}>
        {name}
      </Link>
    ),
  },
  { key: 'category', header: 'カテゴリ', wrap: true, cell: (row) => row.categoryPath.join(' > ') },
  { key: 'kind', header: '型', cell: kindText },
  { key: 'choices', header: '選択肢', wrap: true, cell: ({ choices }) => choices.join('、') || '—' },
  {
    key: 'need',
    header: '必須',
    width: 72,
    cell: ({ isRequired }) => (isRequired ? '必須' : '任意'),
  },
  { key: 'sort', header: '順番', align: 'end', width: 64, cell: ({ sort }) => sort },
  {
    key: 'use',
    card: 'chip',
    header: '使用',
    width: 92,
    cell: ({ isActive }) => <StatusChip tone={isActive ? 'ok' : 'gray'}>{useText(isActive)}</StatusChip>,
  },
]

const most = 200

export default function CategoryAttributesPage() {
  const list = useList(categoryAttributeCalls.list, { size: 100 })
  const navigate = useNavigate()
  const [isImporting, setImporting] = useState(false)
  const upload = useMutationOf(categoryAttributeCalls.load)
  const categories = useCall(categoryMasterCalls.list, { query: { size: most } }).data?.results ?? []
  const { q, category, isActive } = list.query
  const load = (options: FileOptions) =>
    ask(categoryAttributeCalls.csv, { query: { q, category, isActive }, ...options })
  return (
    <RowsPage
      name="category-attributes"
      plain
      title="商品の項目"
      label="商品の項目の一覧"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      onOpen={({ id }) => navigate({ to: '/biz/category-attributes/$id', params: { id: String(id) } })}
      {...useMasterTabs('attributes')}
      actions={
        <>
          <QuietButton onClick={() => setImporting(true)}>CSVを取り込む</QuietButton>
          <CsvButton name="商品の項目" load={load} />
          <NextLink to="/biz/category-attributes/new">項目を登録する</NextLink>
        </>
      }
      filters={
        <QuickFilters
          values={{
            q,
            category: category === undefined ? undefined : String(category),
            isActive: isActive === undefined ? undefined : String(isActive),
          }}
          set={list.set}
          fields={[
            { name: 'q', label: '項目の名前' },
            {
              name: 'category',
              label: 'カテゴリ',
              options: categories.map(({ id, name, path }) => ({
                value: String(id),
                label: [...path, name].join(' > '),
              })),
            },
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
      empty={<Empty title="条件に合う項目はありません" />}
    >
      {isImporting && (
        <CsvImportDialog
          title="商品の項目の取り込み"
          help="列は「カテゴリ」「項目」「型(文字・数値・ある・ない)」。カテゴリは、上から「>」で区切ります。「単位」「選択肢(|で区切る)」「採寸」「必須」「使用(する・しない)」「順番」は、変えるときだけ付けます。この画面で保存したCSVも、そのまま取り込めます。ファイルにない項目は変わりません。"
          load={(file, dryRun) => upload.mutateAsync({ body: { ...file, dryRun } })}
          onClose={() => setImporting(false)}
        />
      )}
    </RowsPage>
  )
}
