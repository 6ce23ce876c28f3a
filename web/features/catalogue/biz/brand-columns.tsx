import { Link } from '@tanstack/react-router'
import type { brandMasterCalls } from '#contract/brand-master'
import type { AskResult } from '#web/lib/ask.ts'
import type { Column } from '#web/ui/data-table.tsx'
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

export interface BrandChoice {
  chosen: ReadonlySet<number>
  flip: (id: number) => void
  choose: (ids: readonly number[]) => void
}

type Shops = readonly { id: number; name: string }[]

export function dealerColumns(rows: readonly Brand[], choice: BrandChoice, shops: Shops): Column<Brand>[] {
  const isAll = rows.length > 0 && rows.every(({ id }) => choice.chosen.has(id))
  return [
    {
      key: 'choice',
      width: 36,
      header: (
        <input
          type="checkbox"
          aria-label="このページのブランドをすべて選ぶ"
          checked={isAll}
          onChange={() => choice.choose(isAll ? [] : rows.map(({ id }) => id))}
        />
      ),
      cell: ({ id, name }) => (
        <input
          type="checkbox"
          aria-label={`${name}を選ぶ`}
          checked={choice.chosen.has(id)}
          onChange={() => choice.flip(id)}
        />
      ),
    },
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
