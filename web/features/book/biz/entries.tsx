import type { ReactNode } from 'react'
import { bookCalls } from '#contract/book'
import { bookAccountText, sideLabel } from '#contract/book-side'
import { transactionKindLabel, transactionKinds } from '#contract/codes'
import { formatDateTimeJa } from '#contract/day'
import { PersonalCsvButton } from '#web/features/account/shared/personal-csv.tsx'
import { type AskResult, ask } from '#web/lib/ask.ts'
import { useList } from '#web/lib/use-list.ts'
import { QuietButton } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Row } from '#web/ui/page.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { Yen } from '#web/ui/yen.tsx'
import type { MoneyFrame } from './money.page.tsx'

type Entry = AskResult<typeof bookCalls.entries>['results'][number]

const labels: Readonly<Record<string, string>> = transactionKindLabel

const columns: readonly Column<Entry>[] = [
  { key: 'id', card: 'named', header: '番号', cell: ({ id }) => id },
  { key: 'createdAt', header: '日時', cell: ({ createdAt }) => formatDateTimeJa(createdAt) },
  { key: 'kind', card: 'title', header: '種類', cell: ({ kind }) => labels[kind] ?? kind },
  { key: 'debit', header: sideLabel.debit, wrap: true, cell: ({ debit }) => bookAccountText(debit) },
  { key: 'credit', header: sideLabel.credit, wrap: true, cell: ({ credit }) => bookAccountText(credit) },
  { key: 'amount', header: '金額', cell: ({ amount }) => <Yen amount={amount} />, align: 'money' },
  { key: 'about', card: 'text', header: '関係するもの', wrap: true, cell: (entry) => aboutOf(entry) },
]

const aboutOf = ({ purchaseRequest, transfer, reverses, note }: Entry): string =>
  [
    purchaseRequest !== null && `申し込み ${purchaseRequest}`,
    transfer !== null && `振込番号 ${transfer}`,
    reverses !== null && `仕訳 ${reverses} の取消`,
    note,
  ]
    .filter(Boolean)
    .join(' ・ ')

export function Entries({ frame, action }: { frame: MoneyFrame; action: ReactNode }) {
  const list = useList(bookCalls.entries)
  const { filter, set } = list
  const filtered = filter.kind !== undefined || filter.account !== undefined
  const clear = (
    <QuietButton onClick={() => set({ kind: undefined, account: undefined })}>条件をすべて外す</QuietButton>
  )
  return (
    <RowsPage
      plain
      name="entries"
      {...frame}
      label="仕訳の一覧"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      actions={action}
      tools={
        <PersonalCsvButton
          name="仕訳"
          load={(options) => ask(bookCalls.entriesCsv, { query: filter, ...options })}
        />
      }
      filters={
        <Row gap={12} style={{ alignItems: 'end' }}>
          <div style={{ width: 180 }}>
            <SelectField
              label="種類"
              emptyLabel="すべて"
              value={filter.kind ?? ''}
              options={transactionKinds.map((kind) => ({ value: kind, label: transactionKindLabel[kind] }))}
              onChange={({ target }) => set({ kind: target.value || undefined })}
            />
          </div>
          <div style={{ width: 140 }}>
            <NumberField
              label="口座"
              placeholder="口座の番号"
              value={filter.account}
              onChange={(account) => set({ account: account ?? undefined }, { replace: true })}
            />
          </div>
          {filtered && clear}
        </Row>
      }
      empty={
        filtered ? (
          <Empty title="条件に合う仕訳はありません" action={clear} />
        ) : (
          <Empty title="仕訳はまだありません">買取が成立すると、最初の仕訳が記録されます。</Empty>
        )
      }
    />
  )
}
