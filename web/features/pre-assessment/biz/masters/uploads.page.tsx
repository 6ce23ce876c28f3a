import { useEffect, useState } from 'react'
import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { uploadKindLabel, uploadStateLabel } from '#contract/pre-assessment-master'
import { formatCount } from '#contract/text'
import { monthDayTime } from '#web/lib/dates.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Muted } from '#web/ui/page.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { isOver, problemsOf } from './master-file.rules.ts'
import { Problems, type Upload } from './master-file.tsx'
import { type MasterTab, useMasterTabs } from './master-tabs.ts'

const tones = { waiting: 'wait', running: 'wait', done: 'ok', refused: 'late', failed: 'late' } as const

const columns: readonly Column<Upload>[] = [
  { key: 'at', header: '日時', cell: ({ createdAt }) => monthDayTime(createdAt) },
  { key: 'kind', card: 'title', header: '種類', cell: ({ kind }) => uploadKindLabel[kind] },
  {
    key: 'state',
    card: 'chip',
    header: '状況',
    cell: ({ state, isDryRun }) => (
      <>
        <StatusChip tone={tones[state]}>{uploadStateLabel[state]}</StatusChip>{' '}
        {isDryRun && <StatusChip tone="gray">確認のみ</StatusChip>}
      </>
    ),
  },
  {
    key: 'rows',
    header: '進み具合',
    cell: ({ rowsDone, rowsTotal, state }) =>
      rowsTotal === null ? (
        '—'
      ) : (
        <>
          {!isOver(state) && (
            <progress
              max={rowsTotal}
              value={rowsDone}
              aria-label="読み込みの進み具合"
              style={{ width: 80 }}
            />
          )}{' '}
          {`${formatCount(rowsDone)} / ${formatCount(rowsTotal)}行`}
        </>
      ),
  },
  { key: 'created', header: '登録', align: 'end', cell: ({ created }) => formatCount(created) },
  { key: 'updated', header: '変更', align: 'end', cell: ({ updated }) => formatCount(updated) },
  { key: 'unchanged', header: '変わらない', align: 'end', cell: ({ unchanged }) => formatCount(unchanged) },
  {
    key: 'errors',
    header: '直すところ',
    align: 'end',
    cell: ({ errors }) => (errors.length === 0 ? '—' : `${errors.length}か所`),
  },
  { key: 'by', header: '取り込んだ方', cell: ({ createdByName }) => createdByName },
]

export default function UploadsPage() {
  const list = useList(calls.uploads)
  const { data, refetch } = list.read
  const [shown, setShown] = useState<number>()
  const isGoing = data?.results.some(({ state }) => !isOver(state)) ?? false
  useEffect(() => {
    if (!isGoing) return
    const timer = setInterval(() => void refetch(), 2000)
    return () => clearInterval(timer)
  }, [isGoing, refetch])
  const upload = data?.results.find(({ id }) => id === shown)
  return (
    <RowsPage<Upload, number, MasterTab>
      title="取り込みの記録"
      label="取り込んだファイルの一覧"
      columns={columns}
      list={list}
      rowKey={({ id }) => id ?? 0}
      selected={shown ?? null}
      onSelect={setShown}
      {...useMasterTabs('uploads')}
      lead={
        <Muted style={{ fontSize: 12 }}>
          大きなファイルは、画面を閉じても順番に読み込みます。誤りのあるファイルは、何も変えずに止まります。
        </Muted>
      }
      detail={upload && <Detail upload={upload} />}
      detailLabel="取り込みの内容"
      empty={
        <Empty title="取り込みの記録はまだありません">
          大きなファイルを取り込むと、進み具合と結果がここに残ります。
        </Empty>
      }
    />
  )
}

function Detail({ upload }: { upload: Upload }) {
  const { kind, state, errors, isDryRun } = upload
  return (
    <>
      <h2>{uploadKindLabel[kind]}</h2>
      <p>
        {state === 'refused' && 'まだ何も変わっていません。直してから、もう一度取り込んでください。'}
        {state === 'failed' && '途中で止まりました。何も変わっていません。もう一度取り込んでください。'}
        {state === 'done' &&
          isDryRun &&
          '誤りはありませんでした。取り込むには、もう一度ファイルを選んでください。'}
        {state === 'done' && !isDryRun && '取り込みが終わりました。'}
        {!isOver(state) && '読み込んでいます。画面を閉じても続きます。'}
      </p>
      {errors.length > 0 && <Problems kind={kind} problems={problemsOf(errors)} />}
    </>
  )
}
