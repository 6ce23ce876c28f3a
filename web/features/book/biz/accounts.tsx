import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { bookCalls } from '#contract/book'
import { formatDateTimeJa } from '#contract/day'
import { formatCount } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import { queryOf, useCall } from '#web/lib/query-client.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { type AccountKind, accountKinds, accountWords, isAccountKind } from './book-words.ts'
import type { MoneyFrame } from './money.page.tsx'

type Account = AskResult<typeof bookCalls.trialBalance>['results'][number]
type KindRow = { kind: AccountKind; count: number | undefined; sum: number | null | undefined }

const SIZE = 50
/** As many accounts as one answer holds; of a kind with more, no sum is shown rather than a wrong one. */
const SUMMED = 200

type Props = { frame: MoneyFrame; action: ReactNode }

/** The trial balance: sums by kind, or the accounts of one kind. */
export function Accounts({ frame, action }: Props) {
  const { value, change } = useListSearch(bookCalls.trialBalance)
  const kind = isAccountKind(value.kind) ? value.kind : undefined
  const shared = { ...frame, onTab: frame.onTab, actions: action }
  return kind ? (
    <OfKind
      shared={shared}
      kind={kind}
      page={Number(value.page ?? 1)}
      onPage={(page) => change({ page })}
      onBack={() => change({ kind: undefined })}
    />
  ) : (
    <ByKind shared={shared} onKind={(next) => change({ kind: next })} />
  )
}

type Shared = MoneyFrame & { actions: ReactNode }

const kindColumns: readonly Column<KindRow>[] = [
  { key: 'kind', header: '種類', cell: ({ kind }) => <b>{accountWords[kind].label}</b> },
  {
    key: 'count',
    header: '口座数',
    cell: ({ count }) => (count === undefined ? '' : formatCount(count)),
    align: 'end',
  },
  { key: 'sum', header: '残高の合計', cell: ({ sum }) => <Yen amount={sum} />, align: 'end' },
  {
    key: 'meaning',
    header: '意味',
    wrap: true,
    cell: ({ kind }) => (
      <div style={{ minWidth: 200 }}>
        <Muted>{accountWords[kind].meaning}</Muted>
      </div>
    ),
  },
]

function ByKind({ shared, onKind }: { shared: Shared; onKind: (kind: AccountKind) => void }) {
  const proof = useCall(bookCalls.proofs, { query: { size: 1 } })
  const kinds = useQueries({
    queries: accountKinds.map((kind) => queryOf(bookCalls.trialBalance, { query: { kind, size: SUMMED } })),
  })
  const failed = kinds.find(({ isError }) => isError)
  const newest = proof.data?.results[0]
  const provenCustomers = newest?.checks.find(({ name }) => name === 'customer_balances_equal_history')
  const rows = accountKinds.map((kind, index) => sumOf(kind, kinds[index]?.data))
  const ready = kinds.every(({ isPending }) => !isPending)
  const total = rows.reduce<number | null>(
    (sum, row) => (sum === null || row.sum == null ? null : sum + row.sum),
    0,
  )
  return (
    <ListPage {...shared}>
      {newest && (
        <Row gap={12}>
          <StatusChip tone={newest.isOk ? 'ok' : 'late'}>
            {newest.isOk ? 'すべて一致' : '一致していません'}
          </StatusChip>
          <Muted>
            最新の証明 {formatDateTimeJa(newest.madeAt)} ・ 仕訳 {formatCount(newest.entryCount)}件
          </Muted>
          {provenCustomers && (
            <Muted>
              お客さまの残高(証明時) <Yen amount={provenCustomers.found} />
            </Muted>
          )}
        </Row>
      )}
      {failed ? (
        <Failed state={failed} />
      ) : (
        <DataTable
          label="種類ごとの残高"
          columns={kindColumns}
          rows={ready ? rows : undefined}
          rowKey={({ kind }) => kind}
          onOpen={({ kind }) => onKind(kind)}
        />
      )}
      {total !== null && (
        <span>
          すべての口座の合計 <Yen amount={total} /> <Muted>(0になるのが正しい状態です)</Muted>
        </span>
      )}
      <Muted style={{ fontSize: 12 }}>
        行を選ぶと、その種類の口座を1つずつ確認できます。口座が{SUMMED}
        件を超える種類の合計は、証明の記録をご覧ください。
      </Muted>
    </ListPage>
  )
}

function sumOf(kind: AccountKind, answer: AskResult<typeof bookCalls.trialBalance> | undefined): KindRow {
  if (!answer) return { kind, count: undefined, sum: undefined }
  const { count, results } = answer
  const all = results.length === count
  return { kind, count, sum: all ? results.reduce((sum, { balance }) => sum + balance, 0) : null }
}

const accountColumns: readonly Column<Account>[] = [
  { key: 'id', header: '口座', cell: ({ id }) => id },
  { key: 'owner', header: '持ち主', cell: ({ owner }) => owner || '運営' },
  { key: 'balance', header: '残高', cell: ({ balance }) => <Yen amount={balance} />, align: 'end' },
]

type OfKindProps = {
  shared: Shared
  kind: AccountKind
  page: number
  onPage: (page: number) => void
  onBack: () => void
}

function OfKind({ shared, kind, page, onPage, onBack }: OfKindProps) {
  const navigate = useNavigate()
  const accounts = useQuery({
    ...queryOf(bookCalls.trialBalance, { query: { kind, page, size: SIZE } }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      {...shared}
      filters={
        <FilterChips
          filters={[{ key: 'kind', label: '種類', value: accountWords[kind].label, onRemove: onBack }]}
          end={<Muted style={{ fontSize: 12 }}>{accountWords[kind].meaning}</Muted>}
        />
      }
      pagination={accounts.data && { page, size: SIZE, total: accounts.data.count, onPage }}
    >
      {accounts.isError ? (
        <Failed state={accounts} />
      ) : (
        <DataTable
          label={`${accountWords[kind].label}の口座`}
          columns={accountColumns}
          rows={accounts.data?.results}
          rowKey={({ id }) => id}
          loading={accounts.isPlaceholderData}
          onOpen={({ id }) =>
            void navigate({ to: '/biz/money', search: { view: 'entries', account: String(id) } })
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
      )}
    </ListPage>
  )
}
