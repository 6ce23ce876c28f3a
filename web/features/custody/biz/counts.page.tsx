import { Link, useNavigate } from '@tanstack/react-router'
import { custodyCalls, placeKindLabel } from '#contract/custody'
import { formatDateTimeJa } from '#contract/day'
import { useCall } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { Muted } from '#web/ui/page.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import type { PlaceCount } from '../shared/custody-words.ts'

export default function CountsPage() {
  const list = useList(custodyCalls.counts)
  const navigate = useNavigate()
  const places = useCall(custodyCalls.places, { query: { all: true } }).data ?? []
  useShortcuts([
    { code: 'KeyN', label: '棚卸しを始める', run: () => navigate({ to: '/biz/custody/counts/new' }) },
  ])
  const begin = (
    <NextLink to="/biz/custody/counts/new" endIcon={<Kbd>N</Kbd>}>
      棚卸しを始める
    </NextLink>
  )
  return (
    <RowsPage<PlaceCount, number>
      title="棚卸し"
      label="棚卸しの記録"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      onOpen={({ id }) => navigate({ to: '/biz/custody/counts/$id', params: { id: String(id) } })}
      plain
      actions={begin}
      lead={
        places.length > 0 && (
          <div style={{ maxWidth: 260 }}>
            <SelectField
              label="置き場"
              emptyLabel="すべて"
              value={list.query.place ?? ''}
              onChange={({ target }) => list.set({ place: target.value ? Number(target.value) : undefined })}
              options={places.map(({ id, name, shopName }) => ({ value: id, label: `${name}(${shopName})` }))}
            />
          </div>
        )
      }
      empty={
        <Empty title="棚卸しの記録はまだありません" action={begin}>
          置き場にある箱と商品をすべて読み取ると、足りない品と、ほかの置き場に記録されている品が分かります。
        </Empty>
      }
    />
  )
}

function Result({ count: { missing, extra, open } }: { count: PlaceCount }) {
  if (missing + extra === 0) return <StatusChip tone="ok">記録どおり</StatusChip>
  const words = [missing > 0 && `足りない ${missing}`, extra > 0 && `記録にない ${extra}`].filter(Boolean)
  return (
    <>
      <StatusChip tone={open > 0 ? 'wait' : 'gray'}>{words.join(' ・ ')}</StatusChip>{' '}
      <Muted style={{ fontSize: 12 }}>{open > 0 ? `未解決 ${open}` : '解決済み'}</Muted>
    </>
  )
}

const CountLink = ({ count }: { count: PlaceCount }) => (
  <Link to="/biz/custody/counts/$id" params={{ id: String(count.id) }}>
    {count.placeName}
  </Link>
)

const columns: readonly Column<PlaceCount>[] = [
  { key: 'place', header: '置き場', cell: (count) => <CountLink count={count} /> },
  { key: 'kind', header: '種類', cell: ({ kind }) => placeKindLabel[kind] },
  { key: 'shop', header: '店舗', cell: ({ shopName }) => shopName },
  { key: 'expected', header: '記録', align: 'end', cell: ({ expected }) => expected },
  { key: 'found', header: '実際', align: 'end', cell: ({ found }) => found },
  { key: 'result', card: 'chip', header: '結果', cell: (count) => <Result count={count} /> },
  { key: 'by', header: '数えた人', cell: ({ by }) => by },
  { key: 'at', header: '日時', cell: ({ at }) => formatDateTimeJa(at) },
]
