import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { companyCalls } from '#contract/company'
import type { AskResult } from '#web/lib/ask.ts'
import { useListState } from '#web/lib/list-state.ts'
import { queryOf } from '#web/lib/query-client.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

type Row = AskResult<typeof companyCalls.businessUsers>['results'][number]

const shopsOf = ({ shops, company }: Row): string =>
  shops.length === 0
    ? 'すべての店舗'
    : company.shops
        .filter(({ id }) => shops.includes(id))
        .map(({ name }) => name)
        .join('、')

const columns: readonly Column<Row>[] = [
  { key: 'name', header: '名前', cell: (row) => row.name },
  { key: 'email', header: 'メール', cell: (row) => row.email || '—' },
  {
    key: 'role',
    header: '役割',
    cell: (row) => (
      <StatusChip tone={row.isAdmin ? 'plain' : 'gray'}>{row.isAdmin ? '管理者' : 'スタッフ'}</StatusChip>
    ),
  },
  { key: 'shops', header: '担当の店舗', cell: shopsOf },
  {
    key: 'active',
    header: '状況',
    cell: (row) => (
      <StatusChip tone={row.isActive ? 'ok' : 'gray'}>{row.isActive ? '利用中' : '停止'}</StatusChip>
    ),
  },
]

/** The colleagues of this company and the shops they work for. */
export default function UsersPage() {
  const list = useListState(companyCalls.businessUsers)
  const read = useQuery({
    ...queryOf(companyCalls.businessUsers, { query: list.input }),
    placeholderData: keepPreviousData,
  })
  return (
    <RowsPage
      name="users"
      title="担当者"
      label="担当者の一覧"
      columns={columns}
      list={list}
      read={read}
      rowKey={({ id }) => id}
      empty={<Empty title="担当者はまだいません" />}
    />
  )
}
