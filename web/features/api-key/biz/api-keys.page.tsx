import { useState } from 'react'
import { apiKeyCalls, apiKeyStateLabel, machinePermissionLabel } from '#contract/api-key'
import { businessUserCalls, shopNames } from '#contract/business-user'
import { formatDateJa, formatDateTimeJa, tokyoDate } from '#contract/day'
import type { AskResult } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCallWithPrevious, useMutationOf } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { useList } from '#web/lib/use-list.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { notify } from '#web/ui/notify.tsx'
import { OpenLink } from '#web/ui/open-link.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { SecretDialog } from '#web/ui/secret-dialog.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { ApiKeyCreate } from './api-key-create.tsx'

type ApiKey = AskResult<typeof apiKeyCalls.list>['results'][number]
type Made = AskResult<typeof apiKeyCalls.create>

/** A key ends with a day, in its last moment. */
const lastDay = ({ expiresAt }: ApiKey): string =>
  `${formatDateJa(tokyoDate(new Date(Date.parse(expiresAt) - 1)))}まで`

const lastUse = ({ lastUsedAt }: ApiKey): string =>
  lastUsedAt ? formatDateTimeJa(lastUsedAt) : 'まだありません'

const shopsOf = ({ isOfAllShops, shops }: ApiKey): string => {
  if (isOfAllShops) return shopNames([], [])
  return shops.length === 0 ? 'なし' : shops.map(({ name }) => name).join('、')
}

const State = ({ row }: { row: ApiKey }) => (
  <StatusChip tone={row.state === 'valid' ? 'ok' : 'gray'}>{apiKeyStateLabel[row.state]}</StatusChip>
)

const columns: readonly Column<ApiKey>[] = [
  {
    key: 'name',
    header: '名前',
    wrap: true,
    cell: ({ id, name }) => <OpenLink id={id}>{name}</OpenLink>,
  },
  { key: 'state', card: 'chip', header: '状況', cell: (row) => <State row={row} /> },
  { key: 'prefix', header: 'キーの始まり', cell: ({ prefix }) => <code>{prefix}…</code> },
  { key: 'shops', header: '店舗', cell: shopsOf },
  { key: 'until', header: '期限', cell: lastDay },
  { key: 'used', header: '最後に使われた日時', cell: lastUse },
]

export default function ApiKeysPage() {
  const list = useList(apiKeyCalls.list)
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<Made>()
  const me = useStaff()
  const self = useCallWithPrevious(
    businessUserCalls.get,
    { params: { id: me?.id ?? 0 } },
    me !== undefined,
  ).data
  const open = list.read.data?.results.find(({ id }) => id === list.open)
  useShortcuts([{ code: 'KeyN', label: 'APIキーを作る', run: () => setIsMaking(true) }])
  const make = (
    <NextButton onClick={() => setIsMaking(true)} endIcon={<Kbd>N</Kbd>}>
      APIキーを作る
    </NextButton>
  )
  const mayGiveAll = self?.shops.length === 0
  return (
    <RowsPage
      title="APIキー"
      label="APIキーの一覧"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      selected={list.open}
      onSelect={list.setOpen}
      actions={make}
      lead={
        <Muted style={{ maxWidth: 760 }}>
          在庫管理や会計など、ほかのシステムから会社のデータを使うための鍵です。選んだ範囲のことだけができ、振込・承認・担当者の管理など、人の確認が必要なことはできません。したことは、キーの名前で操作の記録に残ります。
        </Muted>
      }
      detail={open && <Detail key={open.id} row={open} />}
      detailLabel="APIキーの内容"
      empty={<Empty title="APIキーはまだありません" action={make} />}
    >
      {isMaking && self && (
        <ApiKeyCreate
          shops={self.company.shops.filter(({ id }) => mayGiveAll || self.shops.includes(id))}
          mayGiveAll={mayGiveAll}
          onMade={(key) => {
            setIsMaking(false)
            list.setOpen(key.id)
            setMade(key)
          }}
          onClose={() => setIsMaking(false)}
        />
      )}
      {made && (
        <SecretDialog
          title={`APIキー「${made.name}」を作りました`}
          label="APIキー"
          secret={made.key}
          onClose={() => setMade(undefined)}
        >
          <p>
            リクエストのヘッダーに <code>Authorization: Bearer(キー)</code> として付けてください。
          </p>
        </SecretDialog>
      )}
    </RowsPage>
  )
}

function Detail({ row }: { row: ApiKey }) {
  const revoke = useMutationOf(apiKeyCalls.revoke)
  const confirm = useConfirm()
  const end = async () => {
    const isSure = await confirm({
      title: `APIキー「${row.name}」を無効にしますか`,
      body: 'このキーを使っているシステムは、すぐに止まります。元に戻せません。',
      confirm: '無効にする',
      danger: true,
    })
    if (!isSure) return
    await revoke.mutateAsync({ params: { id: row.id } }).then(
      () => notify.done('APIキーを無効にしました。'),
      (error: unknown) => notify.failed(sentenceFor(error)),
    )
  }
  return (
    <Stack gap={12}>
      <div>
        <h2>{row.name}</h2>
        <State row={row} />
      </div>
      <DefinitionList
        items={[
          { key: 'prefix', term: 'キーの始まり', value: <code>{row.prefix}…</code> },
          {
            key: 'permissions',
            term: '使える範囲',
            value: row.permissions.map((permission) => machinePermissionLabel[permission]).join('、'),
          },
          { key: 'shops', term: '店舗', value: shopsOf(row) },
          { key: 'until', term: '期限', value: lastDay(row) },
          { key: 'used', term: '最後に使われた日時', value: lastUse(row) },
          { key: 'made', term: '作った人', value: `${row.createdBy}(${formatDateTimeJa(row.createdAt)})` },
          ...(row.revokedAt === null
            ? []
            : [
                {
                  key: 'revoked',
                  term: '無効にした人',
                  value: `${row.revokedBy}(${formatDateTimeJa(row.revokedAt)})`,
                },
              ]),
        ]}
      />
      {row.state === 'valid' && (
        <Row>
          <QuietButton onClick={() => void end()} pending={revoke.isPending}>
            無効にする
          </QuietButton>
        </Row>
      )}
    </Stack>
  )
}
