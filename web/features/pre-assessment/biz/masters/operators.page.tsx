import { Link } from '@tanstack/react-router'
import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import type { AskResult } from '#web/lib/ask.ts'
import { useCall } from '#web/lib/query-client.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Muted } from '#web/ui/page.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { useMasterTabs } from './master-tabs.ts'

type Operator = AskResult<typeof calls.operators>[number]

const columns: readonly Column<Operator>[] = [
  { key: 'name', header: 'お名前', cell: ({ name }) => name },
  {
    key: 'accuracy',
    card: 'act',
    header: '精度',
    cell: () => <Link to="/biz/price-accuracy">精度を見る</Link>,
  },
]

export default function OperatorsPage() {
  const state = useCall(calls.operators)
  return (
    <ListPage title="事前査定の担当" {...useMasterTabs('operators')}>
      <Muted style={{ fontSize: 12 }}>
        事前査定の担当として選べる方です。担当者の登録と停止は<Link to="/biz/users">担当者</Link>
        の画面で行います。
      </Muted>
      <WhenRead state={state} skeleton={<TableSkeleton />}>
        {(rows) => (
          <DataTable
            label="事前査定の担当の一覧"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            empty={<Empty title="担当者がいません">担当者を登録すると、ここに表示されます。</Empty>}
          />
        )}
      </WhenRead>
    </ListPage>
  )
}
