import { useState } from 'react'
import { MainButton, NextButton, QuietButton } from './button.tsx'
import { Card } from './card.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { type Column, DataTable } from './data-table.tsx'
import { SelectField, TextField } from './field.tsx'
import { ChipButton, FilterChips } from './filter-chips.tsx'
import { Histogram } from './histogram.tsx'
import { Kbd } from './kbd.tsx'
import { KeyListDialog } from './key-list-dialog.tsx'
import { YenField } from './number-field.tsx'
import { Muted, Row, Stack } from './page.tsx'
import { ListPage } from './page-kit.tsx'
import { type ChipTone, StatusChip } from './status-chip.tsx'
import { Timeline } from './timeline.tsx'
import { type Shortcut, useShortcuts } from './use-shortcuts.ts'
import { Yen } from './yen.tsx'

type RequestRow = {
  id: number
  name: string
  state: string
  tone: ChipTone
  count: number
  amount: number | null
  due: string
}

const rows: readonly RequestRow[] = [
  { id: 10482, name: '山田 花子', state: 'ご確認待ち', tone: 'wait', count: 8, amount: 38400, due: '12/1' },
  {
    id: 10479,
    name: '鈴木 一郎',
    state: 'ご確認待ち',
    tone: 'wait',
    count: 3,
    amount: 12100,
    due: '今日まで',
  },
  {
    id: 10471,
    name: '(株)リユース東京',
    state: '再査定中',
    tone: 'gray',
    count: 22,
    amount: 184300,
    due: '—',
  },
  { id: 10466, name: '髙橋 健', state: '買取成立', tone: 'ok', count: 5, amount: 21900, due: '—' },
  { id: 10463, name: '𠮷田 さくら', state: '査定中', tone: 'plain', count: 9, amount: null, due: '11/23' },
]

const columns: readonly Column<RequestRow>[] = [
  { key: 'id', header: '番号', cell: (row) => row.id, sortBy: 'id' },
  { key: 'name', header: 'お客さま', cell: (row) => row.name },
  { key: 'state', header: '状況', cell: (row) => <StatusChip tone={row.tone}>{row.state}</StatusChip> },
  { key: 'count', header: '点数', cell: (row) => row.count, align: 'end' },
  {
    key: 'amount',
    header: '査定額',
    cell: (row) => <Yen amount={row.amount} />,
    align: 'end',
    sortBy: 'amount',
  },
  {
    key: 'due',
    header: '期限',
    cell: (row) => (row.due === '今日まで' ? <StatusChip tone="late">{row.due}</StatusChip> : row.due),
  },
]

const bins = [3, 7, 11, 17, 18, 14, 9, 6, 3, 2].map((count, index) => ({
  from: 8000 + index * 1300,
  to: 9300 + index * 1300,
  count,
}))

export function BizGallery() {
  const [selected, setSelected] = useState<number | null>(10482)
  const [ordering, setOrdering] = useState('-id')
  const [page, setPage] = useState(1)
  const [tab, setTab] = useState<'all' | 'late'>('all')
  const [dialog, setDialog] = useState<'keys' | 'conflict'>()
  const shortcuts: readonly Shortcut[] = [
    { code: 'Slash', shift: true, label: 'キー一覧', run: () => setDialog('keys') },
    { code: 'Enter', ctrl: true, label: '保存して次へ', run: () => setDialog('conflict'), inFields: true },
  ]
  useShortcuts(shortcuts, { enabled: dialog === undefined })
  const row = rows.find(({ id }) => id === selected)
  return (
    <>
      <ListPage
        title="申し込み"
        tabs={[
          { value: 'all', label: 'すべて' },
          { value: 'late', label: '遅れている', count: 4, late: true },
        ]}
        tab={tab}
        onTab={setTab}
        actions={<MainButton>申し込みを代わりに登録する</MainButton>}
        filters={
          <FilterChips
            filters={[
              { key: 'state', label: '状況', value: '査定結果のご確認待ち', onRemove: () => undefined },
              { key: 'date', label: '期間', value: '11/1–11/21', onRemove: () => undefined },
            ]}
            onAdd={() => undefined}
            end={
              <>
                <ChipButton type="button">列</ChipButton>
                <ChipButton type="button">CSV</ChipButton>
              </>
            }
          />
        }
        pagination={{ page, size: 8, total: 128, onPage: setPage }}
        detail={row && <Detail row={row} onConflict={() => setDialog('conflict')} />}
        onCloseDetail={() => setSelected(null)}
      >
        <DataTable
          label="申し込みの一覧"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          selected={selected}
          onSelect={({ id }) => setSelected(id)}
          ordering={ordering}
          onOrdering={setOrdering}
          loading={page > 1}
        />
      </ListPage>
      <KeyListDialog open={dialog === 'keys'} onClose={() => setDialog(undefined)} shortcuts={shortcuts} />
      <ConflictDialog
        open={dialog === 'conflict'}
        theirsBy="高橋 14:02"
        fields={[
          { key: 'price', label: '基準額', mine: <Yen amount={14500} />, theirs: <Yen amount={13800} /> },
          {
            key: 'comment',
            label: 'コメント',
            mine: '袖口に毛羽立ちがあります。',
            theirs: '袖口に軽い毛羽立ちがあります。',
          },
        ]}
        onClose={() => setDialog(undefined)}
        onResolve={() => setDialog(undefined)}
      />
    </>
  )
}

function Detail({ row, onConflict }: { row: RequestRow; onConflict: () => void }) {
  const [price, setPrice] = useState<number | null>(14500)
  return (
    <>
      <div>
        <Muted style={{ fontSize: 12 }}>申し込み {row.id} ・ 青山店</Muted>
        <h2>{row.name} 様</h2>
        <Row>
          <StatusChip tone="ok">本人確認済み</StatusChip>
          <StatusChip tone="gray">4回目</StatusChip>
        </Row>
      </div>
      <Row style={{ justifyContent: 'space-between', alignItems: 'baseline' }}>
        <Muted>査定額 {row.count}点</Muted>
        <Yen amount={row.amount} size={24} />
      </Row>
      <Timeline
        label="進み具合"
        steps={[
          { key: 'a', title: 'お客さまのお返事', when: '12/1まで', state: 'open' },
          {
            key: 'b',
            title: (
              <>
                <b>査定結果を公開</b> 佐藤
              </>
            ),
            when: '11/19 15:20',
          },
          { key: 'c', title: '到着 8点・6.2kg', when: '11/18 10:11' },
        ]}
      />
      <Stack gap={10}>
        <TextField label="ブランド" defaultValue="COMME des GARÇONS" labelEnd={<Kbd>B</Kbd>} />
        <SelectField label="カテゴリ" options={[{ value: 1, label: 'ジャケット' }]} />
        <YenField label="基準額" value={price} onChange={setPrice} labelEnd={<Kbd>V</Kbd>} />
        <TextField label="サイズ" error="サイズを入力してください(例 M)" />
      </Stack>
      <Card>
        <Histogram label="自社の買取実績 42件" bins={bins} median={12800} />
      </Card>
      <Stack gap={8} style={{ marginTop: 'auto' }}>
        <NextButton fullWidth endIcon={<Kbd>↵</Kbd>}>
          結果を開く
        </NextButton>
        <QuietButton fullWidth onClick={onConflict}>
          公開を取り下げて再査定へ
        </QuietButton>
      </Stack>
    </>
  )
}
