import { useState } from 'react'
import { formatDateTimeJa } from '#contract/day'
import { webhookCalls, webhookEventLabel, webhookStateLabel } from '#contract/webhook'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import { problemIn, sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { OpenLink } from '#web/ui/open-link.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { SecretDialog } from '#web/ui/secret-dialog.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { type Endpoint, EndpointCreate, EndpointEdit, type WithSecret } from './endpoint-dialogs.tsx'
import type { WebhookFrame } from './webhooks.page.tsx'

const tone = { active: 'ok', failing: 'late', stopped: 'gray', given_up: 'late' } as const

const State = ({ row }: { row: Endpoint }) => (
  <StatusChip tone={tone[row.state]}>{webhookStateLabel[row.state]}</StatusChip>
)

const eventsOf = ({ events }: Endpoint): string => events.map((event) => webhookEventLabel[event]).join('、')

const columns: readonly Column<Endpoint>[] = [
  { key: 'name', header: '名前', wrap: true, cell: ({ id, name }) => <OpenLink id={id}>{name}</OpenLink> },
  { key: 'state', card: 'chip', header: '状況', cell: (row) => <State row={row} /> },
  { key: 'url', header: 'アドレス', wrap: true, cell: ({ url }) => url },
  { key: 'events', header: '知らせる出来事', wrap: true, cell: eventsOf },
  { key: 'waiting', header: '送信待ち', cell: ({ waitingCount }) => `${waitingCount}件` },
]

export function Endpoints({ frame }: { frame: WebhookFrame }) {
  const list = useList(webhookCalls.list)
  const [dialog, setDialog] = useState<'create' | 'edit'>()
  const [shown, setShown] = useState<WithSecret>()
  const open = list.read.data?.results.find(({ id }) => id === list.open)
  const close = () => setDialog(undefined)
  useShortcuts([{ code: 'KeyN', label: '送り先を登録する', run: () => setDialog('create') }])
  const create = (
    <NextButton onClick={() => setDialog('create')} endIcon={<Kbd>N</Kbd>}>
      送り先を登録する
    </NextButton>
  )
  return (
    <RowsPage
      {...frame}
      label="Webhookの送り先"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      selected={list.open}
      onSelect={list.setOpen}
      actions={create}
      lead={
        <Muted style={{ maxWidth: 760 }}>
          申し込みが進んだときなどに、ほかのシステムへ署名付きでお知らせします。届かないときは3日間、間隔をあけて送り直します。
        </Muted>
      }
      detail={
        open && <Detail key={open.id} row={open} onEdit={() => setDialog('edit')} onSecret={setShown} />
      }
      detailLabel="送り先の内容"
      empty={<Empty title="Webhookの送り先はまだありません" action={create} />}
    >
      {dialog === 'create' && (
        <EndpointCreate
          onMade={(made) => {
            close()
            list.setOpen(made.id)
            setShown(made)
          }}
          onClose={close}
        />
      )}
      {dialog === 'edit' && open && (
        <EndpointEdit
          endpoint={open}
          onSaved={({ name }) => {
            close()
            notify.done(`「${name}」の内容を保存しました。`)
          }}
          onClose={close}
        />
      )}
      {shown && (
        <SecretDialog
          title={`「${shown.name}」の署名の鍵`}
          label="署名の鍵"
          secret={shown.secret}
          onClose={() => setShown(undefined)}
        >
          <p>受け取る側で、届いたものが本物かどうかを確かめるのに使います。</p>
        </SecretDialog>
      )}
    </RowsPage>
  )
}

type DetailProps = { row: Endpoint; onEdit: () => void; onSecret: (made: WithSecret) => void }

function Detail({ row, onEdit, onSecret }: DetailProps) {
  const isOn = row.state === 'active' || row.state === 'failing'
  return (
    <Stack gap={12}>
      <div>
        <h2>{row.name}</h2>
        <State row={row} />
      </div>
      {row.state === 'given_up' && (
        <Notice tone="late" title="3日間届かなかったため、送信を止めました">
          受け取る側を直してから、送信を再開してください。
        </Notice>
      )}
      <DefinitionList
        items={[
          { key: 'url', term: 'アドレス', value: row.url },
          { key: 'events', term: '知らせる出来事', value: eventsOf(row) },
          { key: 'waiting', term: '送信待ち', value: `${row.waitingCount}件` },
          ...(row.failingSince
            ? [{ key: 'failing', term: '届かなくなった日時', value: formatDateTimeJa(row.failingSince) }]
            : []),
          ...(row.previousUntil
            ? [{ key: 'previous', term: '前の鍵が使える期限', value: formatDateTimeJa(row.previousUntil) }]
            : []),
          { key: 'made', term: '登録した人', value: `${row.createdBy}(${formatDateTimeJa(row.createdAt)})` },
        ]}
      />
      <Acts row={row} isOn={isOn} onEdit={onEdit} onSecret={onSecret} />
    </Stack>
  )
}

function Acts({ row, isOn, onEdit, onSecret }: DetailProps & { isOn: boolean }) {
  const test = useMutationOf(webhookCalls.test)
  const rotate = useMutationOf(webhookCalls.rotate)
  const update = useMutationOf(webhookCalls.update, { rereadsOnError: true })
  const remove = useMutationOf(webhookCalls.remove)
  const { confirmed, dialog } = useReauthenticate()
  const confirm = useConfirm()
  const params = { id: row.id }
  const run = (work: () => Promise<unknown>, done?: string) =>
    work().then(
      () => done && notify.done(done),
      (error: unknown) => {
        const problem = problemIn(error)
        if (problem) notify.failed(sentenceFor(error))
      },
    )
  const sendTest = () =>
    run(() => test.mutateAsync({ params }), 'テストを送りました。「送った記録」で結果を見られます。')
  const change = async () => {
    const isSure = await confirm({
      title: `「${row.name}」の署名の鍵を替えますか`,
      body: '新しい鍵を一度だけ表示します。前の鍵も24時間は使えるので、その間に受け取る側を変えてください。',
      confirm: '鍵を替える',
    })
    if (isSure) await run(async () => onSecret(await confirmed(() => rotate.mutateAsync({ params }))))
  }
  const turn = () => {
    const { name, url, events, version } = row
    const body = { name, url, events, version, isActive: !isOn }
    return run(
      () => confirmed(() => update.mutateAsync({ params, body })),
      isOn ? '送信を止めました。' : '送信を再開しました。',
    )
  }
  const drop = async () => {
    const isSure = await confirm({
      title: `送り先「${row.name}」を消しますか`,
      body: '送った記録も消えます。元に戻せません。',
      confirm: '送り先を消す',
      danger: true,
    })
    if (isSure) await run(() => remove.mutateAsync({ params }), '送り先を消しました。')
  }
  return (
    <Row>
      {isOn && (
        <QuietButton onClick={() => void sendTest()} pending={test.isPending}>
          テストを送る
        </QuietButton>
      )}
      <QuietButton onClick={onEdit}>内容を変える</QuietButton>
      <QuietButton onClick={() => void change()} pending={rotate.isPending}>
        署名の鍵を替える
      </QuietButton>
      <QuietButton onClick={() => void turn()} pending={update.isPending}>
        {isOn ? '送信を止める' : '送信を再開する'}
      </QuietButton>
      <QuietButton onClick={() => void drop()} pending={remove.isPending}>
        送り先を消す
      </QuietButton>
      {dialog}
    </Row>
  )
}
