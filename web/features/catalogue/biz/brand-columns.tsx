import { Link } from '@tanstack/react-router'
import type { brandMasterCalls } from '#contract/brand-master'
import type { AskResult } from '#web/lib/ask.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { choiceColumn, type RowChoice } from '#web/ui/row-choice.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

export type Brand = AskResult<typeof brandMasterCalls.list>['results'][number]

const nameCell = (content: Column<Brand>['cell']): Column<Brand> => ({
  key: 'name',
  header: 'ブランド',
  wrap: true,
  cell: content,
})

const readings: readonly Column<Brand>[] = [
  { key: 'kana', header: 'カナ', wrap: true, cell: ({ nameKana }) => nameKana },
  { key: 'aliases', header: '別名', wrap: true, cell: ({ aliases }) => aliases.join('、') || '—' },
]

export const operatorColumns: readonly Column<Brand>[] = [
  nameCell(({ id, name }) => (
    <Link to="/biz/brands/$id" params={{ id: String(id) }}>
      {name}
    </Link>
  )),
  ...readings,
]

type Shops = readonly { id: number; name: string }[]

export function dealerColumns(choice: RowChoice<Brand>, shops: Shops): Column<Brand>[] {
  return [
    choiceColumn(choice),
    nameCell(({ name, isPrivate }) => (
      <>
        {name} {isPrivate && <StatusChip tone="gray">非公開</StatusChip>}
      </>
    )),
    ...readings,
    {
      key: 'shops',
      header: '取り扱う店舗',
      wrap: true,
      cell: (row) =>
        shops
          .filter(({ id }) => row.shops.includes(id))
          .map(({ name }) => name)
          .join('、') || '—',
    },
  ]
}
