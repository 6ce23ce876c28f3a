import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { custodyCalls, discrepancyKindLabel, discrepancyKinds } from '#contract/custody'
import { formatDateTimeJa } from '#contract/day'
import { requestColumns, statusColumn } from '#web/features/purchase-request/shared/biz/row-columns.tsx'
import { monthDay } from '#web/lib/dates.ts'
import { useStaff } from '#web/lib/staff.ts'
import { useList } from '#web/lib/use-list.ts'
import { QuietButton } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { type Discrepancy, problemText } from '../shared/custody-words.ts'
import { ExplainDialog } from './explain-dialog.tsx'

type Tab = 'all' | 'explained' | (typeof discrepancyKinds)[number]
const tabs: readonly { value: Tab; label: string }[] = [
  { value: 'all', label: 'すべて' },
  ...discrepancyKinds.map((kind) => ({ value: kind, label: discrepancyKindLabel[kind] })),
  { value: 'explained', label: '理由を記録済み' },
]

export default function DiscrepanciesPage() {
  const list = useList(custodyCalls.discrepancies)
  const navigate = useNavigate()
  const shops = useStaff()?.company.shops ?? []
  // As it was when the dialog opened: somebody else may take it from the list meanwhile.
  const [explaining, setExplaining] = useState<Discrepancy>()
  const { open: chosen, setOpen: setChosen, query } = list
  const row = list.read.data?.results.find(({ request }) => request === chosen)
  useShortcuts([{ code: 'KeyE', label: '理由を記録する', run: () => setExplaining(row) }], {
    enabled: row !== undefined && row.explanation === null,
  })
  const tab: Tab = query.explained ? 'explained' : (query.kind ?? 'all')
  return (
    <RowsPage<Discrepancy, number, Tab>
      title="点数の不一致"
      label="点数の合わない申し込み"
      columns={columns}
      list={list}
      rowKey={({ request }) => request}
      selected={chosen}
      onSelect={setChosen}
      onOpen={({ request }) => navigate({ to: '/biz/requests/$id', params: { id: String(request) } })}
      tabs={tabs}
      tab={tab}
      searchOfTab={(next) => ({
        explained: next === 'explained' ? true : undefined,
        kind: next === 'all' || next === 'explained' ? undefined : next,
      })}
      lead={
        <Muted style={{ maxWidth: 760 }}>
          申告・受け取り・置き場・棚卸し・買取・返送の点数を突き合わせて、合わない申し込みを表示しています。原因が分かったら、置き場を記録するか、理由を記録してください。
        </Muted>
      }
      filters={
        shops.length > 1 && (
          <QuickFilters
            values={query}
            set={list.set}
            fields={[
              {
                name: 'shop',
                label: '店舗',
                options: shops.map(({ id, name }) => ({ value: String(id), label: name })),
              },
            ]}
          />
        )
      }
      detail={row && <Detail key={row.request} row={row} onExplain={() => setExplaining(row)} />}
      detailLabel="合わない点数"
      empty={
        <Empty
          title={
            tab === 'explained' ? '理由を記録した申し込みはありません' : '点数の合わない申し込みはありません'
          }
        />
      }
    >
      {explaining && <ExplainDialog row={explaining} onClose={() => setExplaining(undefined)} />}
    </RowsPage>
  )
}

const columns: readonly Column<Discrepancy>[] = [
  ...requestColumns.map((column) => ({
    ...column,
    cell: (row: Discrepancy) => column.cell({ id: row.request, customerName: row.customerName }),
  })),
  statusColumn,
  {
    key: 'problems',
    header: '合わない点',
    wrap: true,
    card: 'text',
    cell: (row) => <span style={{ display: 'inline-block', minWidth: 220 }}>{problemsText(row)}</span>,
  },
  { key: 'declared', header: '申告', align: 'end', cell: ({ declared }) => declared ?? '—' },
  { key: 'received', header: '受け取り', align: 'end', cell: ({ received }) => received ?? '—' },
  { key: 'placed', header: '置き場', align: 'end', cell: ({ placed }) => placed },
  { key: 'sold', header: '買取', align: 'end', cell: ({ sold }) => sold },
  { key: 'returned', header: '返送', align: 'end', cell: ({ returned }) => returned },
  { key: 'shop', header: '店舗', cell: ({ shopName }) => shopName },
  { key: 'arrived', header: '届いた日', cell: ({ arrivedAt }) => monthDay(arrivedAt) },
]

const problemsText = ({ problems }: Discrepancy): string => problems.map(problemText).join(' ・ ')

function Detail({ row, onExplain }: { row: Discrepancy; onExplain: () => void }) {
  const { request, explanation } = row
  const counts = [
    { key: 'declared', term: '申告', value: row.declared === null ? '—' : `${row.declared}点` },
    { key: 'received', term: '受け取り', value: row.received === null ? '—' : `${row.received}点` },
    { key: 'articles', term: '商品の記録', value: `${row.articles}点` },
    { key: 'placed', term: '置き場の記録', value: `${row.placed}点` },
    { key: 'sold', term: '買取', value: `${row.sold}点` },
    { key: 'returned', term: '返送', value: `${row.returned}点` },
    { key: 'disposed', term: 'リサイクル', value: `${row.disposed}点` },
  ]
  return (
    <Stack gap={12}>
      <h2>
        {row.customerName} 様 <Muted>{request}</Muted>
      </h2>
      {row.problems.map((problem) => (
        <div key={problem.kind}>
          <StatusChip tone={explanation ? 'gray' : 'wait'} style={{ whiteSpace: 'normal' }}>
            {problemText(problem)}
          </StatusChip>
        </div>
      ))}
      <DefinitionList items={counts} />
      {explanation ? (
        <p>
          {explanation.reason}
          <br />
          <Muted>{`${formatDateTimeJa(explanation.at)} ・ ${explanation.by}`}</Muted>
        </p>
      ) : (
        <Row>
          <QuietButton onClick={onExplain} endIcon={<Kbd>E</Kbd>}>
            理由を記録する
          </QuietButton>
        </Row>
      )}
      <Row>
        <QuietLink to="/biz/requests/$id" params={{ id: String(request) }}>
          申し込みを開く
        </QuietLink>
        <QuietLink to="/biz/custody">保管と移動を開く</QuietLink>
      </Row>
    </Stack>
  )
}
