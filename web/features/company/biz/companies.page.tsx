import { Link, useNavigate } from '@tanstack/react-router'
import { setupCalls } from '#contract/setup'
import { useStaff } from '#web/lib/staff.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { Company } from './company.rules.ts'

const lackOf = ({ isOperator, shopCount, userCount }: Company): string | undefined => {
  if (isOperator) return undefined
  if (shopCount === 0) return '店舗がありません'
  return userCount === 0 ? '担当者がいません' : undefined
}

const columns: readonly Column<Company>[] = [
  {
    key: 'name',
    header: '会社名',
    cell: (row) => (
      <Link to="/biz/companies/$id" params={{ id: String(row.id) }}>
        {row.name}
      </Link>
    ),
  },
  {
    key: 'kind',
    card: 'chip',
    header: '状況',
    cell: (row) => {
      const lack = lackOf(row)
      if (row.unconfirmedCount > 0)
        return <StatusChip tone="wait">確認待ち {row.unconfirmedCount}人</StatusChip>
      if (row.isOperator) return <StatusChip tone="plain">運営</StatusChip>
      return <StatusChip tone={lack ? 'wait' : 'ok'}>{lack ?? '準備済み'}</StatusChip>
    },
  },
  { key: 'shops', header: '店舗', align: 'end', cell: (row) => (row.isOperator ? '—' : row.shopCount) },
  { key: 'users', header: '担当者', align: 'end', cell: (row) => row.userCount },
  { key: 'license', header: '許可証番号', cell: (row) => row.licenseNumber || '—' },
  { key: 'commission', header: '公安委員会', cell: (row) => row.publicSafetyCommission || '—' },
  { key: 'representative', header: '代表者', cell: (row) => row.representative },
  { key: 'store', header: 'ストア', cell: (row) => row.storeKey },
]

export default function CompaniesPage() {
  const list = useList(setupCalls.companies)
  const navigate = useNavigate()
  const mayEdit = useStaff()?.isAdmin === true
  const add = mayEdit && <NextLink to="/biz/companies/new">会社を登録する</NextLink>
  return (
    <RowsPage
      name="companies"
      title="会社"
      label="会社の一覧"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      onOpen={({ id }) => navigate({ to: '/biz/companies/$id', params: { id: String(id) } })}
      actions={add}
      filters={
        <QuickFilters values={list.query} set={list.set} fields={[{ name: 'name', label: '会社名' }]} />
      }
      empty={
        <Empty title="条件に合う会社はありません">
          会社名の一部で探せます。ひらがな・カタカナの違いは気にしなくてかまいません。
        </Empty>
      }
    />
  )
}
