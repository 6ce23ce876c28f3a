import { useMemo, useState } from 'react'
import { businessUserCalls, shopNames, staffRoleLabel, type staffStates } from '#contract/business-user'
import { staffCode } from '#contract/scan-code'
import { PersonalCsvButton } from '#web/features/account/shared/personal-csv.tsx'
import { StickerSheet } from '#web/features/item/shared/sticker-sheet.tsx'
import { ask } from '#web/lib/ask.ts'
import { useCallWithPrevious } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { useList } from '#web/lib/use-list.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { CodeSearchNote, searchesCodes } from '#web/ui/code-search-note.tsx'
import type { FileOptions } from '#web/ui/csv-button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { notify } from '#web/ui/notify.tsx'
import { OpenLink } from '#web/ui/open-link.tsx'
import { Muted } from '#web/ui/page.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { type Colleague, stateOf } from './user.rules.ts'
import { UserEdit } from './user-edit.tsx'
import { roleChoices } from './user-fields.tsx'
import { UserInvite } from './user-invite.tsx'
import { UserPanel } from './user-panel.tsx'

type Tab = 'all' | (typeof staffStates)[number]
const tabs = [
  { value: 'all', label: 'すべて' },
  { value: 'active', label: '在籍' },
  { value: 'invited', label: '招待中' },
  { value: 'inactive', label: '停止' },
] as const satisfies readonly { value: Tab; label: string }[]

const emptyTitle: Readonly<Record<Tab, string>> = {
  all: '条件に合う担当者はいません',
  active: '在籍の担当者はいません',
  invited: '招待中の担当者はいません',
  inactive: '利用を停止した担当者はいません',
}

const nameColumn: Column<Colleague> = {
  key: 'name',
  header: '名前',
  cell: ({ id, name }) => <OpenLink id={id}>{name}</OpenLink>,
}
const roleColumn: Column<Colleague> = {
  key: 'role',
  card: 'chip',
  header: '役割',
  cell: ({ role, isRoleWaiting }) => (
    <>
      <StatusChip tone={role === 'admin' ? 'plain' : 'gray'}>{staffRoleLabel[role]}</StatusChip>{' '}
      {isRoleWaiting && <StatusChip tone="wait">管理者の確認待ち</StatusChip>}
    </>
  ),
}
const shopsColumn: Column<Colleague> = {
  key: 'shops',
  header: '担当の店舗',
  cell: ({ company, shops }) => shopNames(company.shops, shops),
}
const emailColumn: Column<Colleague> = { key: 'email', header: 'メール', cell: ({ email }) => email || '—' }
const stateColumn: Column<Colleague> = {
  key: 'active',
  card: 'chip',
  header: '状況',
  cell: (row) => {
    const { tone, word } = stateOf(row)
    return <StatusChip tone={tone}>{word}</StatusChip>
  },
}
const badgeColumn: Column<Colleague> = {
  key: 'badge',
  header: '名札のコード',
  cell: ({ id, isActive }) => (isActive ? <code>{staffCode(id)}</code> : '—'),
}

export default function UsersPage() {
  const list = useList(businessUserCalls.list)
  const me = useStaff()
  const own = useCallWithPrevious(businessUserCalls.get, { params: { id: me?.id ?? 0 } }, me !== undefined)
  const self = own.data
  const isHouse = me?.company.isOperator ?? false
  const { open: chosen, setOpen: setChosen } = list
  const [dialog, setDialog] = useState<'invite' | 'edit'>()
  const [printed, setPrinted] = useState<readonly Colleague[]>()
  const rows = list.read.data?.results ?? []
  const active = rows.filter(({ isActive }) => isActive)
  const person = rows.find(({ id }) => id === chosen)
  const mayInvite = self?.isAdmin ?? false
  const mayEdit = Boolean(person?.isActive && (person.mayManage || person.id === me?.id))
  const shops = self?.company.shops ?? []
  const print = () => setPrinted(person?.isActive ? [person] : active)
  useShortcuts([{ code: 'KeyL', label: '名札を印刷する', run: print }], { enabled: active.length > 0 })
  useShortcuts([{ code: 'KeyN', label: '担当者を招待する', run: () => setDialog('invite') }], {
    enabled: mayInvite,
  })
  useShortcuts([{ code: 'KeyE', label: '内容を変える', run: () => setDialog('edit') }], { enabled: mayEdit })
  const codes = useCallWithPrevious(
    businessUserCalls.codes,
    { query: list.filter },
    searchesCodes(list.query.q),
  )
  const load = (options: FileOptions) => ask(businessUserCalls.csv, { query: list.filter, ...options })
  const tab: Tab = list.query.state ?? 'all'
  const close = () => setDialog(undefined)
  return (
    <RowsPage<Colleague, number, Tab>
      name="users"
      title="担当者"
      label="担当者の一覧"
      columns={[
        nameColumn,
        roleColumn,
        stateColumn,
        ...(isHouse ? [] : [shopsColumn]),
        ...(mayInvite ? [emailColumn] : []),
        badgeColumn,
      ]}
      list={list}
      rowKey={({ id }) => id}
      selected={chosen}
      onSelect={setChosen}
      tabs={tabs}
      tab={tab}
      searchOfTab={(state) => ({ state: state === 'all' ? undefined : state })}
      filters={
        <QuickFilters
          values={list.query}
          set={list.set}
          fields={[
            { name: 'q', label: mayInvite ? '名前・メール・名札' : '名前・名札', pasted: ' ' },
            { name: 'role', label: '役割', options: roleChoices },
            ...(shops.length > 1
              ? [
                  {
                    name: 'shop',
                    label: '担当の店舗',
                    options: shops.map(({ id, name }) => ({ value: String(id), label: name })),
                  },
                ]
              : []),
          ]}
        />
      }
      lead={
        <CodeSearchNote
          q={list.search.q}
          missing={codes.isPlaceholderData ? undefined : codes.data?.missing}
        />
      }
      actions={
        <>
          {active.length > 0 && (
            <QuietButton onClick={print} endIcon={<Kbd>L</Kbd>}>
              {person?.isActive ? `${person.name} の名札を印刷する` : '全員の名札を印刷する'}
            </QuietButton>
          )}
          {mayInvite && <PersonalCsvButton name="担当者" load={load} />}
          {mayInvite && (
            <NextButton onClick={() => setDialog('invite')} endIcon={<Kbd>N</Kbd>}>
              担当者を招待する
            </NextButton>
          )}
        </>
      }
      detail={
        person && (
          <UserPanel
            key={person.id}
            person={person}
            isSelf={person.id === me?.id}
            isHouse={isHouse}
            onEdit={() => setDialog('edit')}
          />
        )
      }
      detailLabel="担当者の内容"
      empty={<Empty title={emptyTitle[tab]} />}
    >
      {printed && <Badges people={printed} onClose={() => setPrinted(undefined)} />}
      {dialog === 'invite' && self && (
        <UserInvite
          self={self}
          isHouse={isHouse}
          onInvited={({ id, name, email }) => {
            close()
            setChosen(id)
            notify.done(
              isHouse
                ? `${name}さんを加えました。別の管理者が確認すると、リンクが届きます。`
                : `${name}さん(${email})に、パスワードを設定するリンクを送りました。`,
            )
          }}
          onClose={close}
        />
      )}
      {dialog === 'edit' && self && person && (
        <UserEdit
          person={person}
          self={self}
          isHouse={isHouse}
          onSaved={({ name }) => {
            close()
            notify.done(`${name}さんの内容を保存しました。`)
          }}
          onClose={close}
        />
      )}
    </RowsPage>
  )
}

function Badges({ people, onClose }: { people: readonly Colleague[]; onClose: () => void }) {
  const stickers = useMemo(
    () =>
      people.map(({ id, name, company }) => ({ code: staffCode(id), title: name, lines: [company.name] })),
    [people],
  )
  return (
    <Dialog open wide title="担当者の名札" onClose={onClose}>
      <Muted style={{ display: 'block', marginBottom: 8 }}>
        箱の画面や査定台で読み取ると、その箱の担当になります。ほかの画面では、その人の担当の箱を開きます。
      </Muted>
      <StickerSheet label="名札" stickers={stickers} onClose={onClose} />
    </Dialog>
  )
}
