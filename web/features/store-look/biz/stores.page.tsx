import { styled } from '@mui/material/styles'
import { Link, useNavigate } from '@tanstack/react-router'
import { formatDateTimeJa } from '#contract/day'
import { storeLookCalls } from '#contract/store-look'
import { deriveUiPalette, type StoreColors } from '#contract/store-palette'
import { typefaceLabel } from '#contract/typeface'
import type { AskResult } from '#web/lib/ask.ts'
import { useCall } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { Muted } from '#web/ui/page.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { ReadTable } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { LookLogo } from '#web/ui/store-logo.tsx'
import { lookStates } from './look-words.ts'

type Row = AskResult<typeof storeLookCalls.list>[number]

const Bar = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: 120,
  height: 28,
  padding: '0 10px',
  borderRadius: 6,
  '& > :first-of-type': { maxWidth: 100 },
})
const Dot = styled('span')({
  display: 'inline-block',
  width: 14,
  height: 14,
  borderRadius: 7,
  marginLeft: 'auto',
})

function Sign({ look }: { look: Row }) {
  const { brand } = deriveUiPalette({ ...look, colors: look.colors as StoreColors })
  return (
    <Bar style={{ background: brand.main, color: brand.contrastText }}>
      <LookLogo look={look} alt="" height={14} />
      <Dot style={{ background: look.accent }} />
    </Bar>
  )
}

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    header: 'ストア',
    cell: ({ key, name }) => (
      <Link to="/biz/stores/$key" params={{ key }}>
        {name}
      </Link>
    ),
  },
  { key: 'look', card: 'text', header: '帯とボタン', cell: (row) => <Sign look={row} /> },
  {
    key: 'state',
    card: 'chip',
    header: '状況',
    cell: ({ state, number, publishedNumber }) => (
      <>
        <StatusChip tone={lookStates[state].tone}>{lookStates[state].label}</StatusChip>{' '}
        {state === 'published' && number !== publishedNumber && (
          <StatusChip tone="wait">未公開の版あり</StatusChip>
        )}
      </>
    ),
  },
  { key: 'typeface', header: '書体', cell: ({ typeface }) => typefaceLabel[typeface] },
  {
    key: 'companies',
    header: '会社',
    wrap: true,
    cell: ({ key, companies }) =>
      key === 'default' ? <Muted>すべてのお店</Muted> : companies.join('、') || <Muted>まだありません</Muted>,
  },
  {
    key: 'publishedAt',
    header: '公開した日時',
    cell: ({ publishedAt, publishedBy }) =>
      publishedAt ? `${formatDateTimeJa(publishedAt)} ${publishedBy}` : '—',
  },
  { key: 'address', header: 'アドレス', cell: ({ key }) => (key === 'default' ? '/' : `/?store=${key}`) },
]

export default function StoresPage() {
  const navigate = useNavigate()
  const read = useCall(storeLookCalls.list)
  const mayEdit = useStaff()?.isAdmin === true
  const add = mayEdit && <NextLink to="/biz/stores/new">ストアを作る</NextLink>
  return (
    <ListPage title="ストアの見た目" actions={add}>
      <ReadTable
        read={read}
        label="ストアの一覧"
        columns={columns}
        rows={read.data}
        rowKey={({ key }) => key}
        onOpen={({ key }) => navigate({ to: '/biz/stores/$key', params: { key } })}
        empty={<Empty title="ストアはまだありません" action={add} />}
      />
    </ListPage>
  )
}
