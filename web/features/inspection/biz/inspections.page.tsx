import { useState } from 'react'
import { formatDateJa, formatDateTimeJa, tokyoDate } from '#contract/day'
import { inspectionCalls, inspectionStateLabel } from '#contract/inspection'
import type { AskResult } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { InspectionBegin } from './inspection-begin.tsx'

type Inspection = AskResult<typeof inspectionCalls.list>['results'][number]

/** The sign-in ends with a day, in its last moment. */
const lastDay = ({ validUntil }: Inspection): string =>
  `${formatDateJa(tokyoDate(new Date(Date.parse(validUntil) - 1)))}まで`

const State = ({ row }: { row: Inspection }) => (
  <StatusChip tone={row.state === 'valid' ? 'ok' : 'gray'}>{inspectionStateLabel[row.state]}</StatusChip>
)

const lastSignIn = ({ lastSignInAt, hasPassword, state }: Inspection): string => {
  if (lastSignInAt) return formatDateTimeJa(lastSignInAt)
  return state === 'valid' && !hasPassword ? 'まだパスワードを設定していません' : '—'
}

/** Of one that is over it no longer matters who could end it. */
const beginner = ({ begunBy, isBeginnerInCharge, state }: Inspection): string =>
  isBeginnerInCharge || state !== 'valid' ? begunBy : `${begunBy}(いまは管理者ではありません)`

const columns: readonly Column<Inspection>[] = [
  { key: 'authority', header: '検査する機関', wrap: true, cell: ({ authority }) => <b>{authority}</b> },
  { key: 'officer', header: '担当の方', cell: ({ officer }) => officer || '—' },
  { key: 'state', card: 'chip', header: '状況', cell: (row) => <State row={row} /> },
  { key: 'until', header: '期限', cell: lastDay },
  { key: 'seen', header: '最後のログイン', cell: lastSignIn },
  { key: 'by', header: '始めた人', cell: beginner },
]

export default function InspectionsPage() {
  const list = useList(inspectionCalls.list)
  const [beginning, setBeginning] = useState(false)
  const open = list.read.data?.results.find(({ id }) => id === list.open)
  useShortcuts([{ code: 'KeyN', label: '閲覧を始める', run: () => setBeginning(true) }])
  const begin = (
    <NextButton onClick={() => setBeginning(true)} endIcon={<Kbd>N</Kbd>}>
      閲覧を始める
    </NextButton>
  )
  return (
    <RowsPage
      title="立入検査"
      label="立入検査用の閲覧"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      selected={list.open}
      onSelect={list.setOpen}
      actions={begin}
      lead={
        <Muted style={{ maxWidth: 760 }}>
          警察の立入検査(古物営業法22条)で、古物台帳を見ていただくためのログインです。期限まで台帳の検索と印刷だけができ、ほかの画面は開けず、何も変えられません。
          会社として認めるものですので、始めた人が退職したり管理者でなくなったりしても期限まで続き、どの管理者でも終了できます。
        </Muted>
      }
      detail={open && <Detail key={open.id} row={open} />}
      detailLabel="閲覧の内容"
      empty={<Empty title="立入検査用の閲覧はまだありません" action={begin} />}
    >
      {beginning && (
        <InspectionBegin
          onBegun={({ id, email }) => {
            setBeginning(false)
            list.setOpen(id)
            notify.done(`${email} に、パスワードを設定するリンクを送りました。`)
          }}
          onClose={() => setBeginning(false)}
        />
      )}
    </RowsPage>
  )
}

function Detail({ row }: { row: Inspection }) {
  const end = useMutationOf(inspectionCalls.end)
  const confirm = useConfirm()
  const stop = async () => {
    const isSure = await confirm({
      title: `${row.authority}の閲覧を終了しますか`,
      body: 'すぐにログアウトになり、もうログインできません。見た記録は残ります。',
      confirm: '閲覧を終了する',
      danger: true,
    })
    if (!isSure) return
    await end.mutateAsync({ params: { id: row.id } }).then(
      () => notify.done('閲覧を終了しました。'),
      (error: unknown) => notify.failed(sentenceFor(error)),
    )
  }
  return (
    <Stack gap={12}>
      <div>
        <h2>{row.authority}</h2>
        <State row={row} />
      </div>
      <DefinitionList
        items={[
          { key: 'officer', term: '担当の方', value: row.officer || '—' },
          { key: 'email', term: 'メールアドレス', value: row.email },
          { key: 'until', term: '期限', value: lastDay(row) },
          { key: 'seen', term: '最後のログイン', value: lastSignIn(row) },
          { key: 'begun', term: '始めた人', value: beginner(row) },
          { key: 'at', term: '始めた日時', value: formatDateTimeJa(row.begunAt) },
          ...(row.endedAt === null
            ? []
            : [
                {
                  key: 'ended',
                  term: '終了した人',
                  value: `${row.endedBy}(${formatDateTimeJa(row.endedAt)})`,
                },
              ]),
        ]}
      />
      {row.state === 'valid' && (
        <Row>
          <QuietButton onClick={() => void stop()} pending={end.isPending}>
            閲覧を終了する
          </QuietButton>
        </Row>
      )}
    </Stack>
  )
}
