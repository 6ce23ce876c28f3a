import { useState } from 'react'
import { bookCalls } from '#contract/book'
import { bookAccountKindLabel, bookAccountKinds, sideLabel } from '#contract/book-side'
import { formatDateTimeJa } from '#contract/day'
import { formatCount } from '#contract/text'
import { PersonalCsvButton } from '#web/features/account/shared/personal-csv.tsx'
import { PasswordDialog } from '#web/features/account/shared/reauthenticate.tsx'
import { type AskResult, ask } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { queryOf, useMutationOf } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { NextButton } from '#web/ui/button.tsx'
import { CsvEncodingDialog } from '#web/ui/csv-encoding-dialog.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Table, TableFrame } from '#web/ui/data-table-style.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'

type Month = AskResult<typeof bookCalls.months>['results'][number]

const monthText = (month: string): string => `${month.slice(0, 4)}年${Number(month.slice(5))}月`

const moved = ({ totals }: Month): number => totals.reduce((sum, { debit }) => sum + debit, 0)

const State = ({ row }: { row: Month }) =>
  row.isClosed ? (
    <StatusChip tone="ok">締め済み</StatusChip>
  ) : (
    <StatusChip tone={row.mayClose ? 'wait' : 'gray'}>{row.mayClose ? '締められます' : '締め前'}</StatusChip>
  )

const columns: readonly Column<Month>[] = [
  { key: 'month', header: '月', cell: ({ month }) => <b>{monthText(month)}</b> },
  { key: 'state', card: 'chip', header: '締め', cell: (row) => <State row={row} /> },
  { key: 'count', header: '仕訳', align: 'end', cell: ({ entryCount }) => `${formatCount(entryCount)}件` },
  { key: 'sum', header: '金額の合計', align: 'money', cell: (row) => <Yen amount={moved(row)} /> },
  { key: 'by', header: '締めた人', cell: ({ closedBy }) => closedBy || '—' },
  { key: 'at', header: '締めた日時', cell: ({ closedAt }) => (closedAt ? formatDateTimeJa(closedAt) : '—') },
]

/** Months of the books: totals, who closed them, and their file for the accountant. */
export default function MonthsPage() {
  const list = useList(bookCalls.months)
  const [chosen, setChosen] = useState<string>()
  const open = list.read.data?.results.find(({ month }) => month === chosen)
  return (
    <RowsPage
      title="月次締め"
      label="月の一覧"
      columns={columns}
      list={list}
      rowKey={({ month }) => month}
      selected={open?.month ?? null}
      onSelect={setChosen}
      detail={open && <MonthDetail key={open.month} row={open} />}
      detailLabel="月の内容"
      lead={
        <Muted style={{ maxWidth: 760 }}>
          月を締めると、その月の日付の仕訳はもう増えません。会計用のCSVは、締めた月についていつでも同じ内容で保存できます。
        </Muted>
      }
      empty={<Empty title="仕訳はまだありません">買取が成立すると、最初の月がここに並びます。</Empty>}
    />
  )
}

function MonthDetail({ row }: { row: Month }) {
  const [closing, setClosing] = useState(false)
  const close = useMutationOf(bookCalls.closeMonth, { rereadsOnError: true })
  const name = monthText(row.month)
  const confirmed = async () => {
    await close.mutateAsync({ body: { month: row.month } }).catch(() => undefined)
    setClosing(false)
  }
  return (
    <Stack gap={12}>
      <div>
        <h2>{name}</h2>
        <Muted style={{ fontSize: 12 }}>仕訳 {formatCount(row.entryCount)}件</Muted>
      </div>
      <Totals row={row} />
      {close.error && <ErrorText role="alert">{sentenceFor(close.error)}</ErrorText>}
      {row.isClosed ? (
        <>
          <p style={{ fontSize: 13 }}>
            {row.closedBy}さんが{row.closedAt && formatDateTimeJa(row.closedAt)}に締めました。
          </p>
          <div>
            <CsvEncodingDialog
              title={`${name}の会計用CSV`}
              lead="締めた月の仕訳を、古い順にすべて保存します。内容はいつ保存しても同じです。保存したことは記録に残ります。"
              check={queryOf(bookCalls.monthCsvCheck, { params: { month: row.month } })}
              save={(chosen) => (
                <PersonalCsvButton
                  name={`会計-${row.month}`}
                  load={(options) =>
                    ask(bookCalls.monthCsv, { params: { month: row.month }, query: chosen, ...options })
                  }
                />
              )}
            />
          </div>
        </>
      ) : row.mayClose ? (
        <div>
          <NextButton onClick={() => setClosing(true)} pending={close.isPending}>
            {name}を締める
          </NextButton>
        </div>
      ) : (
        <p style={{ fontSize: 13 }}>月が終わると、古い月から順に、運営の管理者が締められます。</p>
      )}
      {closing && (
        <PasswordDialog
          title={`${name}を締めます`}
          confirm="締める"
          onConfirmed={confirmed}
          onClose={() => setClosing(false)}
        >
          <p style={{ marginBottom: 16 }}>
            帳簿の証明を行い、すべて一致していれば締めます。締めた月を開き直すことはできません。直すときは、今の月の日付で調整を申請してください。
          </p>
        </PasswordDialog>
      )}
    </Stack>
  )
}

function Totals({ row }: { row: Month }) {
  const kinds = bookAccountKinds.flatMap((kind) => row.totals.find((total) => total.kind === kind) ?? [])
  if (kinds.length === 0) return <Muted>この月の仕訳はありません。</Muted>
  return (
    <TableFrame style={{ maxHeight: 'none' }}>
      <Table>
        <thead>
          <tr>
            <th scope="col">科目</th>
            <th scope="col" className="end">
              {sideLabel.debit}
            </th>
            <th scope="col" className="end">
              {sideLabel.credit}
            </th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind, debit, credit }) => (
            <tr key={kind}>
              <td className="wrap">{bookAccountKindLabel[kind]}</td>
              <td className="end">{debit > 0 && <Yen amount={debit} strong={false} />}</td>
              <td className="end">{credit > 0 && <Yen amount={credit} strong={false} />}</td>
            </tr>
          ))}
          <tr>
            <td>
              <b>合計</b>
            </td>
            <td className="end">
              <Yen amount={moved(row)} />
            </td>
            <td className="end">
              <Yen amount={kinds.reduce((sum, { credit }) => sum + credit, 0)} />
            </td>
          </tr>
        </tbody>
      </Table>
    </TableFrame>
  )
}
