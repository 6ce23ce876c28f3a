import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { customerCalls } from '#contract/customer'
import { PersonalCsvButton } from '#web/features/account/shared/personal-csv.tsx'
import { type AskResult, ask } from '#web/lib/ask.ts'
import { monthDay } from '#web/lib/dates.ts'
import { onlyHit } from '#web/lib/only-hit.ts'
import { useCallWithPrevious } from '#web/lib/query-client.ts'
import type { SearchParams } from '#web/lib/search-params.ts'
import { useStaff } from '#web/lib/staff.ts'
import { useList } from '#web/lib/use-list.ts'
import { CodeSearchNote, searchesCodes } from '#web/ui/code-search-note.tsx'
import type { FileOptions } from '#web/ui/csv-button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Muted } from '#web/ui/page.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'

type Row = AskResult<typeof customerCalls.shopCustomers>['results'][number]

const columnsOf = (shop: number | undefined): Column<Row>[] => [
  {
    key: 'id',
    card: 'title',
    header: '番号',
    sortBy: 'id',
    width: 72,
    cell: ({ id }) => (
      <Link to="/biz/customers/$shop/$id" params={{ shop: String(shop), id: String(id) }}>
        {id}
      </Link>
    ),
  },
  {
    key: 'name',
    card: 'title',
    header: 'お名前',
    sortBy: 'name',
    cell: (row) => (
      <>
        {row.name} <Muted style={{ fontSize: 11 }}>{row.nameKana}</Muted>
      </>
    ),
  },
  { key: 'prefecture', header: 'お住まい', cell: (row) => row.prefecture || '—' },
  {
    key: 'verified',
    card: 'chip',
    header: '本人確認',
    cell: (row) => (
      <StatusChip tone={row.isIdentityVerified ? 'ok' : 'wait'}>
        {row.isIdentityVerified ? '確認済み' : '確認前'}
      </StatusChip>
    ),
  },
  { key: 'requests', header: '申し込み', align: 'end', cell: (row) => `${row.requestCount}回` },
  { key: 'total', header: '買取の合計', align: 'money', cell: (row) => <Yen amount={row.purchasedTotal} /> },
  { key: 'last', header: '最近の申し込み', cell: (row) => monthDay(row.lastRequestAt) },
  { key: 'since', header: '登録', sortBy: 'created_at', cell: (row) => monthDay(row.createdAt) },
]

const verification = [
  { value: 'true', label: '確認済み' },
  { value: 'false', label: '確認前' },
]

export default function CustomersPage() {
  const navigate = useNavigate()
  const staff = useStaff()
  const shops = staff?.company.shops ?? []
  const address: SearchParams = useSearch({ strict: false })
  const shop = Number(address.shop) || shops[0]?.id
  const columns = useMemo(() => columnsOf(shop), [shop])
  const params = { shopPk: shop ?? 0 }
  const list = useList(customerCalls.shopCustomers, { params, enabled: shop !== undefined })
  const { query } = list
  const codes = useCallWithPrevious(
    customerCalls.shopCustomerCodes,
    { params, query: list.filter },
    shop !== undefined && searchesCodes(query.q),
  )
  const load = (options: FileOptions) =>
    ask(customerCalls.shopCustomersCsv, { params, query: list.filter, ...options })
  const open = ({ id }: Row) =>
    navigate({ to: '/biz/customers/$shop/$id', params: { shop: String(shop), id: String(id) } })
  return (
    <RowsPage
      name="customers"
      title="お客さま"
      label="お客さまの一覧"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      onOpen={open}
      actions={
        <>
          {staff?.isAdmin && shop !== undefined && <PersonalCsvButton name="お客さま" load={load} />}
          {shops.length > 1 && (
            <SelectField
              label="店舗"
              value={shop ?? ''}
              onChange={(event) => list.goTo({ ...list.search, shop: event.target.value, page: undefined })}
              options={shops.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </>
      }
      filters={
        <QuickFilters
          values={query}
          set={list.set}
          fields={[
            { name: 'q', label: '名前・カナ・電話・メール・番号', pasted: ' ' },
            { name: 'isIdentityVerified', label: '本人確認', options: verification },
            // Saved views may still contain it.
            ...(query.name === undefined ? [] : [{ name: 'name', label: 'お名前・カナ' }]),
          ]}
          onSearch={async ({ q }) => {
            const only = await onlyHit(q, (text) =>
              ask(customerCalls.shopCustomers, { params, query: { q: text, size: 2 } }),
            )
            if (only) await open(only)
            return only !== undefined
          }}
        />
      }
      lead={
        <CodeSearchNote
          q={list.search.q}
          missing={codes.isPlaceholderData ? undefined : codes.data?.missing}
        />
      }
      empty={<Empty title="条件に合うお客さまはいません" />}
    />
  )
}
