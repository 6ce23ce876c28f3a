import { useMemo, useState } from 'react'
import { companyCalls } from '#contract/company'
import { staffCode } from '#contract/scan-code'
import { StickerSheet } from '#web/features/item/shared/sticker-sheet.tsx'
import type { AskResult } from '#web/lib/ask.ts'
import { useList } from '#web/lib/use-list.ts'
import { QuietButton } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Muted } from '#web/ui/page.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'

type Row = AskResult<typeof companyCalls.businessUsers>['results'][number]

const shopsOf = ({ shops, company }: Row): string =>
  shops.length === 0
    ? 'すべての店舗'
    : company.shops
        .filter(({ id }) => shops.includes(id))
        .map(({ name }) => name)
        .join('、')

const columns: readonly Column<Row>[] = [
  { key: 'name', header: '名前', cell: (row) => row.name },
  { key: 'email', header: 'メール', cell: (row) => row.email || '—' },
  {
    key: 'role',
    header: '役割',
    cell: (row) => (
      <StatusChip tone={row.isAdmin ? 'plain' : 'gray'}>{row.isAdmin ? '管理者' : 'スタッフ'}</StatusChip>
    ),
  },
  { key: 'shops', header: '担当の店舗', cell: shopsOf },
  {
    key: 'badge',
    header: '名札のコード',
    cell: ({ id, isActive }) => (isActive ? <code>{staffCode(id)}</code> : '—'),
  },
  {
    key: 'active',
    header: '状況',
    cell: (row) => (
      <StatusChip tone={row.isActive ? 'ok' : 'gray'}>{row.isActive ? '利用中' : '停止'}</StatusChip>
    ),
  },
]

export default function UsersPage() {
  const list = useList(companyCalls.businessUsers)
  const [chosen, setChosen] = useState<number>()
  const [printed, setPrinted] = useState<readonly Row[]>()
  const active = (list.read.data?.results ?? []).filter(({ isActive }) => isActive)
  const wanted = active.filter(({ id }) => id === chosen)
  const print = () => setPrinted(wanted.length > 0 ? wanted : active)
  useShortcuts([{ code: 'KeyL', label: '名札を印刷する', run: print }], { enabled: active.length > 0 })
  return (
    <RowsPage
      name="users"
      title="担当者"
      label="担当者の一覧"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      selected={chosen}
      onSelect={setChosen}
      actions={
        active.length > 0 && (
          <QuietButton onClick={print} endIcon={<Kbd>L</Kbd>}>
            {wanted[0] ? `${wanted[0].name} の名札を印刷する` : '全員の名札を印刷する'}
          </QuietButton>
        )
      }
      empty={<Empty title="担当者はまだいません" />}
    >
      {printed && <Badges people={printed} onClose={() => setPrinted(undefined)} />}
    </RowsPage>
  )
}

function Badges({ people, onClose }: { people: readonly Row[]; onClose: () => void }) {
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
