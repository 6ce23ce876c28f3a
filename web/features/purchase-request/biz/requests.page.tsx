import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { requestStationLabel } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { PersonalCsvButton } from '#web/features/account/shared/personal-csv.tsx'
import { BulkPublishButton } from '#web/features/assessment/shared/biz/bulk-publish-dialog.tsx'
import { FigureFilters } from '#web/features/insight/shared/biz/figure-filters.tsx'
import { ask } from '#web/lib/ask.ts'
import { useCall, useCallWithPrevious } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { useList } from '#web/lib/use-list.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { CodeSearchNote, searchesCodes } from '#web/ui/code-search-note.tsx'
import type { FileOptions } from '#web/ui/csv-button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { choiceColumn, useRowChoice } from '#web/ui/row-choice.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import type { TabItem } from '#web/ui/tabs.tsx'
import { RequestBulk } from './request-bulk.tsx'
import { requestColumns } from './request-columns.tsx'
import { RequestFilters } from './request-filters.tsx'
import { RequestPanel } from './request-panel.tsx'

const ALL = 'all'
const always = { late: '遅れている', arriving: '今日届く', mine: '自分の担当' } as const
const others = {
  ...requestStationLabel,
  objected: '点数のご指摘',
  statement: '仕入明細書の確認待ち',
} as const
type View = keyof typeof always | keyof typeof others

function useTabs(view: View | undefined): TabItem<string>[] {
  const { data } = useCall(purchaseRequestCalls.today, {})
  const countOf = (key: string) => data?.stations.find((station) => station.key === key)?.count
  const tabs: TabItem<string>[] = [
    { value: ALL, label: 'すべて' },
    { value: 'late', label: always.late, count: data?.late.length, late: true },
    { value: 'arriving', label: always.arriving, count: countOf('arriving') },
    { value: 'mine', label: always.mine },
  ]
  if (view && Object.hasOwn(others, view))
    tabs.push({ value: view, label: others[view as keyof typeof others], count: countOf(view) })
  return tabs
}

export default function RequestsPage() {
  const list = useList(purchaseRequestCalls.bizList)
  const navigate = useNavigate()
  const { query, read, open } = list
  const staff = useStaff()
  const load = (options: FileOptions) => ask(purchaseRequestCalls.csv, { query: list.filter, ...options })
  const now = read.dataUpdatedAt
  const codes = useCallWithPrevious(
    purchaseRequestCalls.codes,
    { query: list.filter },
    searchesCodes(query.q),
  )
  const columns = useMemo(() => requestColumns(now), [now])
  const { ordering: _, ...narrowed } = list.filter
  const choice = useRowChoice({
    rows: read.data?.results ?? [],
    rowKey: ({ id }) => id,
    nameOf: ({ id, customerName }) => `申し込み${id} ${customerName}様`,
    current: open,
    onCurrent: list.setOpen,
    within: JSON.stringify(narrowed),
  })
  const toPublish = (read.data?.results ?? []).map(({ id }) => id)
  const clear = () => list.set(Object.fromEntries(Object.keys(query).map((name) => [name, undefined])))
  return (
    <RowsPage
      name="requests"
      title="申し込み"
      label="申し込みの一覧"
      columns={[choiceColumn(choice), ...columns]}
      list={list}
      rowKey={({ id }) => id}
      selected={open}
      onSelect={list.setOpen}
      onOpen={({ id }) => navigate({ to: '/biz/requests/$id', params: { id: String(id) } })}
      tabs={useTabs(query.view)}
      tab={query.view}
      searchOfTab={(view) => ({ view: view === ALL ? undefined : view })}
      actions={
        <>
          {query.view === 'to_publish' && choice.picked.length === 0 && (
            <BulkPublishButton requests={toPublish} />
          )}
          {staff?.isAdmin && <PersonalCsvButton name="申し込み" load={load} />}
        </>
      }
      filters={
        <>
          <FigureFilters query={query} set={list.set} />
          <RequestFilters
            query={query}
            set={list.set}
            customerName={
              read.data?.results.find(({ customer }) => customer === query.customerId)?.customerName
            }
          />
        </>
      }
      lead={
        <CodeSearchNote
          q={list.search.q}
          missing={codes.isPlaceholderData ? undefined : codes.data?.missing}
        />
      }
      detail={open && <RequestPanel key={open} id={open} />}
      detailLabel="選んだ申し込み"
      empty={
        <Empty
          title="条件に合う申し込みはありません"
          action={<QuietButton onClick={clear}>すべての申し込みを見る</QuietButton>}
        />
      }
    >
      <RequestBulk
        picked={choice.picked}
        total={read.data?.count ?? 0}
        filter={list.filter}
        onAll={choice.pick}
        onDrop={choice.drop}
        onClear={choice.clear}
      />
    </RowsPage>
  )
}
