import { useState } from 'react'
import { buyingAmountCalls } from '#contract/buying-amount'
import { catalogueCalls } from '#contract/catalogue'
import { ask } from '#web/lib/ask.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { CsvButton, type FileOptions } from '#web/ui/csv-button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Muted } from '#web/ui/page.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { pagesOf } from '#web/ui/pagination.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { useViewTabs } from '#web/ui/rows-page.tsx'
import { AmountImport } from './amount-import.tsx'
import { type AmountLine, keyOfLine } from './amount-line.ts'
import { AmountTable } from './amount-table.tsx'
import { useMasterTabs } from './master-tabs.ts'
import { NewAmountLine } from './new-amount-line.tsx'

export default function AmountsPage() {
  const list = useList(buyingAmountCalls.list)
  const { page } = useViewTabs({ name: 'amounts', list, ...useMasterTabs('amounts') })
  const categories = useCall(catalogueCalls.categories).data ?? []
  const [added, setAdded] = useState<readonly AmountLine[]>([])
  const [isImporting, setImporting] = useState(false)
  const upload = useMutationOf(catalogueCalls.amountsUpload)
  const { query, read, filter } = list
  const found = read.data?.results ?? []
  const known = new Set(found.map(keyOfLine))
  const rows = [...added.filter((line) => !known.has(keyOfLine(line))), ...found]
  const load = (options: FileOptions) => ask(buyingAmountCalls.csv, { query: filter, ...options })
  const isNarrowed = query.q !== undefined || query.category !== undefined
  return (
    <ListPage
      title="買取基準表"
      {...page}
      actions={
        <>
          <QuietButton onClick={() => setImporting(true)}>CSVを取り込む</QuietButton>
          <CsvButton name="買取基準表" load={load} />
        </>
      }
      filters={
        <QuickFilters
          values={{ q: query.q, category: query.category === undefined ? undefined : String(query.category) }}
          set={list.set}
          fields={[
            { name: 'q', label: 'ブランド(複数可)', pasted: '、' },
            {
              name: 'category',
              label: 'カテゴリ',
              options: categories.map(({ id, name }) => ({ value: String(id), label: name })),
            },
          ]}
        />
      }
      pagination={pagesOf(list)}
    >
      <Muted style={{ fontSize: 12 }}>
        ここで決めた額は、査定の画面で基準額の候補になります。自社の担当者だけに見えます。
      </Muted>
      <NewAmountLine
        onAdd={(line) =>
          setAdded((before) => [line, ...before.filter((one) => keyOfLine(one) !== keyOfLine(line))])
        }
      />
      {read.error && !read.data ? (
        <Failed state={read} />
      ) : (
        <AmountTable
          rows={read.data ? rows : undefined}
          loading={read.isPlaceholderData}
          empty={
            isNarrowed ? (
              <Empty title="条件に合う行はありません" />
            ) : (
              <Empty title="買取基準表はまだありません">
                ブランドとカテゴリを選んで行を加えるか、CSVを取り込んでください。
              </Empty>
            )
          }
        />
      )}
      {isImporting && (
        <AmountImport
          load={({ csv }, dryRun) => upload.mutateAsync({ body: { csv, dryRun } })}
          onClose={() => setImporting(false)}
        />
      )}
    </ListPage>
  )
}
