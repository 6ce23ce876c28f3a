import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { bonusText } from '#contract/campaign'
import { campaignMasterCalls, campaignStateLabel, campaignStates } from '#contract/campaign-master'
import { ask } from '#web/lib/ask.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { CsvButton, type FileOptions } from '#web/ui/csv-button.tsx'
import { CsvImportDialog } from '#web/ui/csv-import-dialog.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { Muted } from '#web/ui/page.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { type Campaign, conditionsText, periodOf, stateChip } from './campaign.rules.ts'
import { useMasterTabs } from './master-tabs.ts'

const columns: readonly Column<Campaign>[] = [
  {
    key: 'name',
    header: 'キャンペーン',
    wrap: true,
    cell: ({ id, name }) => (
      <span style={{ display: 'inline-block', minWidth: 160 }}>
        <Link to="/biz/campaigns/$id" params={{ id: String(id) }}>
          {name}
        </Link>
      </span>
    ),
  },
  {
    key: 'state',
    card: 'chip',
    header: '状況',
    width: 84,
    cell: ({ state }) => <StatusChip tone={stateChip(state).tone}>{stateChip(state).label}</StatusChip>,
  },
  { key: 'bonus', header: '上乗せ', cell: bonusText },
  { key: 'conditions', header: '条件', cell: conditionsText },
  {
    key: 'published',
    header: 'サイトでの案内',
    cell: ({ isPublished }) => (isPublished ? 'する' : 'しない'),
  },
  { key: 'period', header: '期間', cell: periodOf },
  { key: 'count', header: '買い取り', align: 'end', cell: ({ boughtCount }) => `${boughtCount}点` },
  { key: 'cost', header: '上乗せの合計', align: 'money', cell: (row) => <Yen amount={row.upliftTotal} /> },
]

const states = campaignStates.map((value) => ({ value, label: campaignStateLabel[value] }))

export default function CampaignsPage() {
  const list = useList(campaignMasterCalls.list)
  const navigate = useNavigate()
  const [isImporting, setImporting] = useState(false)
  const upload = useMutationOf(campaignMasterCalls.load)
  const { state } = list.query
  const load = (options: FileOptions) => ask(campaignMasterCalls.csv, { query: { state }, ...options })
  const importing = <QuietButton onClick={() => setImporting(true)}>CSVを取り込む</QuietButton>
  const make = <NextLink to="/biz/campaigns/new">キャンペーンを登録する</NextLink>
  const isNone = list.read.data?.count === 0 && !state
  return (
    <RowsPage
      name="campaigns"
      plain
      title="キャンペーン"
      label="キャンペーンの一覧"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      onOpen={({ id }) => navigate({ to: '/biz/campaigns/$id', params: { id: String(id) } })}
      {...useMasterTabs('campaigns')}
      actions={
        <>
          {importing}
          {!isNone && <CsvButton name="キャンペーン" load={load} />}
          {!isNone && make}
        </>
      }
      filters={
        <QuickFilters
          values={{ state }}
          set={list.set}
          fields={[{ name: 'state', label: '状況', options: states }]}
        />
      }
      lead={
        <Muted style={{ fontSize: 12 }}>
          お申し込みの日に実施中のキャンペーンは、条件に合う商品の査定に自動で付きます。いくつも合うときは、上乗せ額のいちばん大きいものです。上乗せ額は減額したあとの額から計算し、査定結果に名前つきの行で出ます。
        </Muted>
      }
      empty={
        state ? (
          <Empty title="条件に合うキャンペーンはありません" />
        ) : (
          <Empty title="キャンペーンはまだありません" action={make}>
            期間と上乗せを決めておくと、査定額に上乗せできます。
          </Empty>
        )
      }
    >
      {isImporting && (
        <CsvImportDialog
          title="キャンペーンの取り込み"
          help="列は「キャンペーン名」「率」「開始日」「終了日」。「金額」「上限」「対象のブランド」「対象のカテゴリ」「対象の店舗」(名前を | で区切ります)、「初めて売る方だけ」「サイトでの案内」(する・しない)は、使うときだけ付けます。名前と開始日が同じものは書き換わり、始まったものは終了日とサイトでの案内だけを変えられます。この画面で保存したCSVも、そのまま取り込めます。ファイルにないものは変わりません。"
          load={(file, dryRun) => upload.mutateAsync({ body: { ...file, dryRun } })}
          onClose={() => setImporting(false)}
        />
      )}
    </RowsPage>
  )
}
