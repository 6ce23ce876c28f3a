import { backgroundWorkCalls, jobGroupLabel, jobStateLabel } from '#contract/background-work'
import { formatDateTimeJa } from '#contract/day'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import type { AskResult } from '#web/lib/ask.ts'
import { problemIn } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { useList } from '#web/lib/use-list.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { notify } from '#web/ui/notify.tsx'
import { OpenLink } from '#web/ui/open-link.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { WorkFrame } from './background-work.page.tsx'

type Job = AskResult<typeof backgroundWorkCalls.jobs>['results'][number]

const tone = { waiting: 'gray', retrying: 'wait', running: 'plain', failed: 'late' } as const

const State = ({ row }: { row: Job }) => (
  <StatusChip tone={tone[row.state]}>{jobStateLabel[row.state]}</StatusChip>
)

const groupOf = ({ task }: Job): string => jobGroupLabel[task.split('.')[0] ?? ''] ?? 'そのほか'

const columns: readonly Column<Job>[] = [
  { key: 'group', header: '内容', cell: (row) => <OpenLink id={row.id}>{groupOf(row)}</OpenLink> },
  { key: 'state', card: 'chip', header: '状況', cell: (row) => <State row={row} /> },
  { key: 'task', header: '処理の名前', cell: ({ task }) => <code>{task}</code> },
  { key: 'attempts', header: '回数', cell: ({ attempts, maxAttempts }) => `${attempts} / ${maxAttempts}` },
  { key: 'due', header: '予定の日時', cell: ({ runAt }) => formatDateTimeJa(runAt) },
  {
    key: 'error',
    card: 'text',
    header: '失敗の理由',
    wrap: true,
    cell: ({ error }) => (error === '' ? <Muted>—</Muted> : error),
  },
]

const states = Object.entries(jobStateLabel).map(([value, label]) => ({ value, label }))

export function Jobs({ frame }: { frame: WorkFrame }) {
  const list = useList(backgroundWorkCalls.jobs, { size: 50 })
  const open = list.read.data?.results.find(({ id }) => id === list.open)
  return (
    <RowsPage
      {...frame}
      label="処理の一覧"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      selected={list.open}
      onSelect={list.setOpen}
      filters={
        <QuickFilters
          values={{ state: list.query.state }}
          set={list.set}
          fields={[{ name: 'state', label: '状況', options: states }]}
        />
      }
      detail={open && <Detail key={open.id} row={open} />}
      detailLabel="処理の内容"
      empty={
        <Empty
          title={list.query.state === undefined ? '待っている処理はありません' : '条件に合う処理はありません'}
        />
      }
    />
  )
}

function Detail({ row }: { row: Job }) {
  const me = useStaff()
  return (
    <Stack gap={12}>
      <div>
        <h2>{groupOf(row)}</h2>
        <State row={row} />
      </div>
      <DefinitionList
        items={[
          { key: 'id', term: '番号', value: String(row.id) },
          { key: 'task', term: '処理の名前', value: <code>{row.task}</code> },
          { key: 'attempts', term: '回数', value: `${row.attempts}回(${row.maxAttempts}回まで)` },
          { key: 'created', term: '頼まれた日時', value: formatDateTimeJa(row.createdAt) },
          { key: 'due', term: '予定の日時', value: formatDateTimeJa(row.runAt) },
          ...(row.runningSince
            ? [{ key: 'since', term: '実行中', value: `${formatDateTimeJa(row.runningSince)} から` }]
            : []),
          ...(row.error === '' ? [] : [{ key: 'error', term: '失敗の理由', value: row.error }]),
        ]}
      />
      {row.state !== 'running' && me?.isAdmin && <Acts row={row} />}
    </Stack>
  )
}

function Acts({ row }: { row: Job }) {
  const retry = useMutationOf(backgroundWorkCalls.retry)
  const discard = useMutationOf(backgroundWorkCalls.discard)
  const { confirmed, dialog } = useReauthenticate()
  const confirm = useConfirm()
  const params = { id: row.id }
  const run = (work: () => Promise<unknown>, done: string) =>
    work().then(
      () => notify.done(done),
      (error: unknown) => {
        const problem = problemIn(error)
        if (problem) notify.failed(problem)
      },
    )
  const drop = async () => {
    const isSure = await confirm({
      title: 'この処理を取りやめますか',
      body: 'この処理がするはずだったことは、行われないままになります。元に戻せません。操作の記録に残ります。',
      confirm: '処理を取りやめる',
      danger: true,
    })
    if (isSure) await run(() => confirmed(() => discard.mutateAsync({ params })), '処理を取りやめました。')
  }
  return (
    <Row>
      <QuietButton
        onClick={() => void run(() => retry.mutateAsync({ params }), 'すぐに実行します。')}
        pending={retry.isPending}
      >
        いま実行する
      </QuietButton>
      <QuietButton onClick={() => void drop()} pending={discard.isPending}>
        取りやめる
      </QuietButton>
      {dialog}
    </Row>
  )
}
