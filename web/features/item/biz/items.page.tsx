import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { labelOf } from '#contract/codes'
import { companyCalls } from '#contract/company'
import { itemCalls } from '#contract/item'
import { itemStatusLabel } from '#contract/lifecycle'
import { PersonalCsvButton } from '#web/features/account/shared/personal-csv.tsx'
import { FigureFilters } from '#web/features/insight/shared/biz/figure-filters.tsx'
import { ItemState } from '#web/features/purchase-request/shared/biz/item-state.tsx'
import { gradeText } from '#web/features/purchase-request/shared/biz/statuses.ts'
import { ask } from '#web/lib/ask.ts'
import { monthDay } from '#web/lib/dates.ts'
import { onlyHit } from '#web/lib/only-hit.ts'
import { useCall, useCallWithPrevious } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { useList } from '#web/lib/use-list.ts'
import { CodeSearchNote, searchesCodes } from '#web/ui/code-search-note.tsx'
import type { FileOptions } from '#web/ui/csv-button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { choiceColumn, useRowChoice } from '#web/ui/row-choice.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { ItemBulk, type ItemRow } from './item-bulk.tsx'

const columns: readonly Column<ItemRow>[] = [
  {
    key: 'code',
    card: 'title',
    header: '番号',
    sortBy: 'id',
    cell: ({ request, seq, slug }) => (
      <Link to="/biz/bench/$id" params={{ id: String(request) }} search={{ item: slug }}>
        {request}-{seq}
      </Link>
    ),
  },
  { key: 'brand', card: 'title', header: 'ブランド', cell: (row) => row.brandName || '—' },
  {
    key: 'name',
    card: 'title',
    header: '商品',
    sortBy: 'name',
    cell: (row) => row.name || row.categoryName || '—',
  },
  { key: 'grade', header: 'グレード', cell: (row) => gradeText(row.grade) },
  {
    key: 'status',
    card: 'chip',
    header: '状況',
    sortBy: 'status',
    cell: (row) => <ItemState status={row.status} isDisputed={row.isDisputed} />,
  },
  {
    key: 'price',
    header: '査定額',
    align: 'money',
    sortBy: 'price',
    cell: (row) => <Yen amount={row.price} />,
  },
  { key: 'customer', header: 'お客さま', cell: (row) => row.customerName },
  { key: 'bought', header: '買取日', cell: (row) => monthDay(row.purchasedAt) },
  { key: 'shop', header: '店舗', cell: (row) => row.shopName },
]

/** Filters now covered by one field; saved views may still use them. */
const older = [
  { name: 'name', label: '商品名' },
  { name: 'customerName', label: 'お客さま' },
  { name: 'slug', label: '商品コード' },
] as const

const textOf = (code: number | undefined) => (code === undefined ? undefined : String(code))

const pricedBy = (people: readonly { id: number; name: string; isActive: boolean }[]) => ({
  name: 'pricedBy',
  label: 'はじめに査定した人',
  options: people.map(({ id, name, isActive }) => ({
    value: String(id),
    label: isActive ? name : `${name}(停止)`,
  })),
})

function useChoice(rows: readonly ItemRow[], { ordering: _, ...narrowed }: { ordering?: unknown }) {
  const [current, setCurrent] = useState<string>()
  const choice = useRowChoice({
    rows,
    rowKey: ({ slug }) => slug,
    nameOf: ({ request, seq }) => `商品${request}-${seq}`,
    current,
    onCurrent: setCurrent,
    within: JSON.stringify(narrowed),
  })
  return { choice, current, setCurrent }
}

export default function ItemsPage() {
  const list = useList(itemCalls.bizList)
  const navigate = useNavigate()
  const staff = useStaff()
  const { query } = list
  const open = ({ request, slug }: ItemRow) =>
    navigate({ to: '/biz/bench/$id', params: { id: String(request) }, search: { item: slug } })
  const rows = list.read.data?.results ?? []
  const [first] = rows
  const { choice, current, setCurrent } = useChoice(rows, list.filter)
  const { data: assessors = [] } = useCall(companyCalls.assessors, { query: { former: true } })
  // Of colleagues, only administrators find what they priced.
  const ofColleagues = staff?.isAdmin ? [pricedBy(assessors)] : []
  const nameOf = (name: string, value: unknown) => {
    if (name === 'brand' && value !== 0) return first?.brandName
    if (name === 'category' && value !== 0) return first?.categoryName
    return name === 'pricedBy' ? assessors.find(({ id }) => id === value)?.name : undefined
  }
  const codes = useCallWithPrevious(itemCalls.codes, { query: list.filter }, searchesCodes(query.q))
  const load = (options: FileOptions) => ask(itemCalls.csv, { query: list.filter, ...options })
  return (
    <RowsPage
      name="items"
      title="商品一覧"
      label={query.status === undefined ? '商品の一覧' : labelOf(itemStatusLabel, query.status)}
      columns={[choiceColumn(choice), ...columns]}
      list={list}
      rowKey={({ slug }) => slug}
      selected={current ?? null}
      onSelect={setCurrent}
      onOpen={open}
      actions={staff?.isAdmin && <PersonalCsvButton name="商品一覧" load={load} />}
      filters={
        <>
          <FigureFilters
            query={staff?.isAdmin ? { ...query, pricedBy: undefined } : query}
            set={list.set}
            nameOf={nameOf}
          />
          <QuickFilters
            values={{ ...query, status: textOf(query.status), pricedBy: textOf(query.pricedBy) }}
            set={list.set}
            fields={[
              { name: 'q', label: '番号・コード・商品・お客さま', pasted: ' ' },
              {
                name: 'status',
                label: '状況',
                options: Object.entries(itemStatusLabel).map(([value, label]) => ({ value, label })),
              },
              ...ofColleagues,
              ...older.filter(({ name }) => query[name] !== undefined),
            ]}
            onSearch={async ({ q }) => {
              const only = await onlyHit(q, (text) => ask(itemCalls.bizList, { query: { q: text, size: 2 } }))
              if (only) await open(only)
              return only !== undefined
            }}
          />
        </>
      }
      lead={
        <CodeSearchNote
          q={list.search.q}
          missing={codes.isPlaceholderData ? undefined : codes.data?.missing}
        />
      }
      empty={<Empty title="条件に合う商品はありません" />}
    >
      <ItemBulk
        picked={choice.picked}
        total={list.read.data?.count ?? 0}
        filter={list.filter}
        onAll={choice.pick}
        onClear={choice.clear}
      />
    </RowsPage>
  )
}
