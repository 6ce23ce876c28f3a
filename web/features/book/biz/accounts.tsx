import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { bookCalls } from '#contract/book'
import {
  type BookAccountKind,
  bookAccountKindLabel,
  inColumns,
  isBookAccountKind,
  ownSide,
  type Side,
  sideLabel,
} from '#contract/book-side'
import { formatDateTimeJa } from '#contract/day'
import { formatCount } from '#contract/text'
import { PersonalCsvButton } from '#web/features/account/shared/personal-csv.tsx'
import { type AskResult, ask } from '#web/lib/ask.ts'
import { useListState } from '#web/lib/list-state.ts'
import { useCall } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { QuietButton } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { ReadTable, RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { accountMeaning } from './book-words.ts'
import type { MoneyFrame } from './money.page.tsx'
import { TrialBalancePaper } from './trial-balance-paper.tsx'

type Account = AskResult<typeof bookCalls.trialBalance>['results'][number]
export type KindRow = AskResult<typeof bookCalls.kinds>[number]

type Props = { frame: MoneyFrame; action: ReactNode }

export function Accounts({ frame, action }: Props) {
  const list = useListState(bookCalls.trialBalance)
  const { kind } = list.query
  const shared = { ...frame, actions: action }
  return isBookAccountKind(kind) ? (
    <OfKind shared={shared} kind={kind} onBack={() => list.set({ kind: undefined })} />
  ) : (
    <ByKind shared={shared} onKind={(next) => list.set({ kind: next })} />
  )
}

type Shared = MoneyFrame & { actions: ReactNode }

/** A zero is left blank, except on the normal side of an empty row. */
function sum(row: KindRow, side: Side) {
  const isEmpty = row.debit === 0 && row.credit === 0
  return (row[side] !== 0 || (isEmpty && ownSide[row.kind] === side)) && <Yen amount={row[side]} />
}

const sumsOf = (rows: readonly KindRow[]): { debit: number; credit: number } => ({
  debit: rows.reduce((all, { debit }) => all + debit, 0),
  credit: rows.reduce((all, { credit }) => all + credit, 0),
})

const kindColumns = (sums: { debit: number; credit: number } | undefined): readonly Column<KindRow>[] => [
  {
    key: 'kind',
    header: '種類',
    cell: ({ kind }) => (
      <Link to="/biz/money" search={{ kind }}>
        <b>{bookAccountKindLabel[kind]}</b>
      </Link>
    ),
    foot: '合計',
  },
  {
    key: 'debit',
    header: sideLabel.debit,
    cell: (row) => sum(row, 'debit'),
    align: 'money',
    foot: sums && <Yen amount={sums.debit} />,
  },
  {
    key: 'credit',
    header: sideLabel.credit,
    cell: (row) => sum(row, 'credit'),
    align: 'money',
    foot: sums && <Yen amount={sums.credit} />,
  },
  { key: 'count', header: '口座数', cell: ({ count }) => formatCount(count), align: 'end' },
  {
    key: 'meaning',
    card: 'text',
    header: '意味',
    wrap: true,
    cell: ({ kind }) => <Muted>{accountMeaning[kind]}</Muted>,
  },
]

function ByKind({ shared, onKind }: { shared: Shared; onKind: (kind: BookAccountKind) => void }) {
  const proof = useCall(bookCalls.proofs, { query: { size: 1 } })
  const kinds = useCall(bookCalls.kinds)
  const newest = proof.data?.results[0]
  const sums = kinds.data && sumsOf(kinds.data)
  return (
    <ListPage
      {...shared}
      tools={
        <>
          <QuietButton startIcon={<Icon name="print" size={16} />} onClick={() => window.print()}>
            印刷する
          </QuietButton>
          <PersonalCsvButton name="残高" load={(options) => ask(bookCalls.accountsCsv, options)} />
        </>
      }
    >
      {newest && (
        <Row gap={12}>
          <StatusChip tone={newest.isOk ? 'ok' : 'late'}>
            {newest.isOk ? 'すべて一致' : '一致していません'}
          </StatusChip>
          <Muted>
            最新の証明 {formatDateTimeJa(newest.madeAt)} ・ 仕訳 {formatCount(newest.entryCount)}件
          </Muted>
        </Row>
      )}
      <ReadTable
        read={kinds}
        label="種類ごとの残高"
        columns={kindColumns(sums)}
        rows={kinds.data}
        rowKey={({ kind }) => kind}
        onOpen={({ kind }) => onKind(kind)}
      />
      {sums && sums.debit !== sums.credit && (
        <StatusChip tone="late">{`${sideLabel.debit}と${sideLabel.credit}の合計が一致していません`}</StatusChip>
      )}
      <Muted style={{ fontSize: 12 }}>
        資産と費用は{sideLabel.debit}、お支払いする義務は{sideLabel.credit}
        に並びます。2つの合計が等しいのが正しい状態です。行を選ぶと、その種類の口座を1つずつ確認できます。
      </Muted>
      {kinds.data && sums && <TrialBalancePaper rows={kinds.data} sums={sums} />}
    </ListPage>
  )
}

const side = (amount: number | null) => amount !== null && <Yen amount={amount} />

const accountColumns: readonly Column<Account>[] = [
  {
    key: 'id',
    card: 'named',
    header: '口座',
    cell: ({ id }) => (
      <Link to="/biz/money" search={{ view: 'entries', account: String(id) }}>
        {id}
      </Link>
    ),
  },
  { key: 'owner', card: 'title', header: '持ち主', cell: ({ owner }) => owner || '運営' },
  {
    key: 'debit',
    header: sideLabel.debit,
    cell: ({ kind, balance }) => side(inColumns(kind, balance).debit),
    align: 'money',
  },
  {
    key: 'credit',
    header: sideLabel.credit,
    cell: ({ kind, balance }) => side(inColumns(kind, balance).credit),
    align: 'money',
  },
]

function OfKind({ shared, kind, onBack }: { shared: Shared; kind: BookAccountKind; onBack: () => void }) {
  const list = useList(bookCalls.trialBalance)
  const navigate = useNavigate()
  return (
    <RowsPage
      plain
      {...shared}
      label={`${bookAccountKindLabel[kind]}の口座`}
      columns={accountColumns}
      list={list}
      rowKey={({ id }) => id}
      onOpen={({ id }) =>
        void navigate({ to: '/biz/money', search: { view: 'entries', account: String(id) } })
      }
      filters={
        <FilterChips
          filters={[{ key: 'kind', label: '種類', value: bookAccountKindLabel[kind], onRemove: onBack }]}
          end={<Muted style={{ fontSize: 12 }}>{accountMeaning[kind]}</Muted>}
        />
      }
      tools={
        <PersonalCsvButton
          name={`残高_${bookAccountKindLabel[kind]}`}
          load={(options) => ask(bookCalls.accountsCsv, { query: { kind }, ...options })}
        />
      }
      empty={
        <Empty
          title="この種類の口座はまだありません"
          action={
            <QuietLink to="/biz/money" search={{}}>
              種類の一覧へ戻る
            </QuietLink>
          }
        />
      }
    />
  )
}
