import { Link, useNavigate } from '@tanstack/react-router'
import { labelOf } from '#contract/codes'
import {
  type PreAssessmentState,
  preAssessmentCalls,
  preAssessmentChannelLabel,
  preAssessmentStateLabel,
} from '#contract/pre-assessment'
import { PersonalCsvButton } from '#web/features/account/shared/personal-csv.tsx'
import { ask } from '#web/lib/ask.ts'
import { monthDay } from '#web/lib/dates.ts'
import { useCall } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { useList } from '#web/lib/use-list.ts'
import type { FileOptions } from '#web/ui/csv-button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { Muted } from '#web/ui/page.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { NewPreAssessment } from './new-pre-assessment.tsx'
import { bandText, numberOf, type PreAssessmentRow, toneOf } from './pre-assessment-words.ts'

const columns: readonly Column<PreAssessmentRow>[] = [
  {
    key: 'number',
    header: '番号',
    sortBy: 'id',
    card: 'title',
    cell: ({ id }) => (
      <Link to="/biz/pre-assessments/$id" params={{ id: String(id) }}>
        {numberOf(id)}
      </Link>
    ),
  },
  {
    key: 'customer',
    header: 'お客さま',
    card: 'title',
    wrap: true,
    cell: ({ prospectName }) => prospectName || '—',
  },
  {
    key: 'state',
    header: '状況',
    card: 'chip',
    cell: ({ state }) => (
      <StatusChip tone={toneOf(state)}>{labelOf(preAssessmentStateLabel, state)}</StatusChip>
    ),
  },
  { key: 'items', header: '点数', align: 'end', cell: ({ itemCount }) => `${itemCount}点` },
  { key: 'channel', header: '受付', cell: ({ channel }) => labelOf(preAssessmentChannelLabel, channel) },
  { key: 'operator', header: '担当', cell: ({ operatorName }) => operatorName || '—' },
  { key: 'shop', header: '店舗', cell: ({ shopName }) => shopName },
  {
    key: 'validUntil',
    header: '有効期限',
    sortBy: 'valid_until',
    cell: ({ validUntil }) => (validUntil ? monthDay(validUntil) : '—'),
  },
  {
    key: 'request',
    header: '申し込み',
    cell: ({ request }) =>
      request === null ? (
        '—'
      ) : (
        <Link to="/biz/requests/$id" params={{ id: String(request) }}>
          {request}
        </Link>
      ),
  },
  { key: 'createdAt', header: '作成', sortBy: 'created_at', cell: ({ createdAt }) => monthDay(createdAt) },
  {
    key: 'total',
    header: '目安の合計',
    align: 'money',
    cell: ({ total }) => (
      <>
        {total.priced > 0 ? bandText(total.low, total.high) : '—'}
        {total.unpriced > 0 && <Muted>{` ほか${total.unpriced}点`}</Muted>}
      </>
    ),
  },
]

type Tab = 'all' | PreAssessmentState
const states = Object.keys(preAssessmentStateLabel) as PreAssessmentState[]

/** The counts of what still waits for somebody. */
function useTabs(shop: number | undefined) {
  const count = (status: PreAssessmentState) => ({ query: { status, shop, size: 1 } })
  const counts: Partial<Record<Tab, number | undefined>> = {
    draft: useCall(preAssessmentCalls.assessments, count('draft')).data?.count,
    sent: useCall(preAssessmentCalls.assessments, count('sent')).data?.count,
  }
  return [
    { value: 'all' as Tab, label: 'すべて' },
    ...states.map((value) => ({
      value: value as Tab,
      label: preAssessmentStateLabel[value],
      count: counts[value],
    })),
  ]
}

const textOf = (value: unknown) => (value === undefined ? undefined : String(value))

export default function PreAssessmentsPage() {
  const list = useList(preAssessmentCalls.assessments)
  const navigate = useNavigate()
  const tabs = useTabs(list.query.shop)
  const isAdmin = useStaff()?.isAdmin
  const load = (options: FileOptions) =>
    ask(preAssessmentCalls.assessmentsCsv, { query: list.filter, ...options })
  const isNarrowed = Object.keys(list.search).length > 0
  return (
    <RowsPage<PreAssessmentRow, number, Tab>
      name="pre-assessments"
      title="事前査定"
      label="事前査定の一覧"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      onOpen={({ id }) => navigate({ to: '/biz/pre-assessments/$id', params: { id: String(id) } })}
      tabs={tabs}
      tab={list.query.status ?? 'all'}
      searchOfTab={(tab) => ({ status: tab === 'all' ? undefined : tab })}
      actions={
        <>
          {isAdmin && <PersonalCsvButton name="事前査定" load={load} />}
          <NewPreAssessment />
        </>
      }
      filters={<Filters list={list} />}
      empty={
        isNarrowed ? (
          <Empty title="条件に合う事前査定はありません" />
        ) : (
          <Empty title="事前査定はまだありません">
            店頭や電話でお品物をうかがい、目安の金額をお伝えするところから始めます。
          </Empty>
        )
      }
    />
  )
}

type ListOf = ReturnType<typeof useList<typeof preAssessmentCalls.assessments>>

function Filters({ list: { query, set, read } }: { list: ListOf }) {
  const { data: operators = [] } = useCall(preAssessmentCalls.operators)
  const shops = useStaff()?.company.shops ?? []
  const { q, channel, operator, shop, dateFrom, dateTo, customer } = query
  const person = read.data?.results[0]?.prospectName
  return (
    <>
      {customer !== undefined && (
        <FilterChips
          filters={[
            {
              key: 'customer',
              label: 'お客さま',
              value: person || `${customer}番`,
              onRemove: () => set({ customer: undefined }),
            },
          ]}
        />
      )}
      <QuickFilters
        values={{ q, channel, operator: textOf(operator), shop: textOf(shop), dateFrom, dateTo }}
        set={set}
        fields={[
          { name: 'q', label: '番号・お客さま・電話' },
          {
            name: 'channel',
            label: '受付',
            options: Object.entries(preAssessmentChannelLabel).map(([value, label]) => ({ value, label })),
          },
          {
            name: 'operator',
            label: '担当',
            options: operators.map(({ id, name }) => ({ value: String(id), label: name })),
          },
          ...(shops.length > 1
            ? [
                {
                  name: 'shop',
                  label: '店舗',
                  options: shops.map(({ id, name }) => ({ value: String(id), label: name })),
                },
              ]
            : []),
          { name: 'dateFrom', label: '作成日(から)', type: 'date' as const },
          { name: 'dateTo', label: '作成日(まで)', type: 'date' as const },
        ]}
      />
    </>
  )
}
