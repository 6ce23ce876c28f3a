import { styled } from '@mui/material/styles'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDateJa, tokyoDate } from '#contract/day'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { ShopChips } from '#web/features/company/shared/shop-chips.tsx'
import { OperatorToday } from '#web/features/transfer/shared/operator-today.tsx'
import type { AskResult } from '#web/lib/ask.ts'
import { monthDay, monthDayTime, timeOfDay } from '#web/lib/dates.ts'
import { queryOf } from '#web/lib/query-client.ts'
import type { SearchParams } from '#web/lib/search-params.ts'
import { useStaff } from '#web/lib/staff.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { NextLink, QuietLink } from '#web/ui/link-button.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { requestColumns, statusColumn } from '../shared/biz/row-columns.tsx'
import { Promised } from './promised.tsx'
import { shippingText } from './request-columns.tsx'

type Today = AskResult<typeof purchaseRequestCalls.today>
type LateRow = Today['late'][number]
type ObjectedRow = Today['objected'][number]
type Row = Today['arriving'][number]

const REFRESH_MS = 60_000

const Stations = styled('ul')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(116px, 1fr))',
    gap: 10,
    // Two full rows of twelve or eleven, not nine and two.
    [theme.breakpoints.up('md')]: {
      '&:has(> :nth-of-type(11))': { gridTemplateColumns: 'repeat(6, 1fr)' },
    },
    '& a': {
      display: 'grid',
      gap: 2,
      alignContent: 'start',
      height: '100%',
      padding: '10px 12px',
      color: palette.font.main,
      textDecoration: 'none',
      background: palette.bg.paper,
      border: `1px solid ${palette.border.main}`,
      borderRadius: 12,
    },
    '& a:hover': { borderColor: palette.border.strong },
    '& span': { fontSize: 12, color: palette.font.sub },
    '& b': { fontSize: 24, lineHeight: 1.3, fontVariantNumeric: 'tabular-nums' },
    '& em': { fontStyle: 'normal', fontSize: 12, fontWeight: 700, color: palette.error.main },
  }
})

const Section = styled('section')(({ theme }) => ({
  '& h2': { ...theme.typography.h3, marginBottom: 6 },
}))

const pages = {
  returning: { to: '/biz/returns' },
  second_look: { to: '/biz/second-looks' },
  kits: { to: '/biz/kits' },
  questions: { to: '/biz/questions', search: { view: 'open' } },
  identity: { to: '/biz/identity' },
  notices: { to: '/biz/notices', search: { view: 'hit' } },
  discrepancies: { to: '/biz/custody/discrepancies' },
} as const

const lateLabel: Readonly<Record<string, string>> = { questions: '期限が今日' }

export default function TodayPage() {
  const staff = useStaff()
  if (!staff?.company.isOperator) return <ShopToday shops={staff?.company.shops ?? []} />
  return (
    <DetailPage title="今日" lead={<Muted>{formatDateJa(tokyoDate(Date.now()))}</Muted>}>
      <OperatorToday tiles={Stations} />
    </DetailPage>
  )
}

type Shops = NonNullable<ReturnType<typeof useStaff>>['company']['shops']

function ShopToday({ shops }: { shops: Shops }) {
  const search: SearchParams = useSearch({ strict: false })
  const navigate = useNavigate()
  const shop = shops.find(({ id }) => String(id) === search.shop)?.id
  const read = useQuery({
    ...queryOf(purchaseRequestCalls.today, { query: shop ? { shop } : {} }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  const now = read.dataUpdatedAt || Date.now()
  return (
    <DetailPage
      title="今日"
      lead={
        <Muted>
          {formatDateJa(tokyoDate(now))} {timeOfDay(now).slice(0, 5)} 時点
        </Muted>
      }
      actions={
        <ShopChips
          shops={shops}
          shop={shop}
          onChoose={(next) =>
            void navigate({ to: '.', search: next ? { shop: String(next) } : {}, resetScroll: false })
          }
        />
      }
    >
      <WhenRead state={read} skeleton={<TableSkeleton />}>
        {(today) => (
          <Stack gap={20}>
            <Promised today={today} now={now} />
            {today.promised.boxes.length === 0 && <NextStep today={today} />}
            <Stations>
              {today.stations.map((station) => (
                <li key={station.key}>
                  <StationLink station={station} />
                </li>
              ))}
            </Stations>
            <Objected rows={today.objected} />
            <Late rows={today.late} />
            <Arriving rows={today.arriving} />
          </Stack>
        )}
      </WhenRead>
    </DetailPage>
  )
}

function StationLink({ station }: { station: Today['stations'][number] }) {
  const { key, label, count, late } = station
  const page = key in pages ? pages[key as keyof typeof pages] : undefined
  const inside = (
    <>
      <span>{label}</span>
      <b>{count}</b>
      {late > 0 && (
        <em>
          {lateLabel[key] ?? '遅れ'} {late}件
        </em>
      )}
    </>
  )
  return page ? (
    <Link {...page}>{inside}</Link>
  ) : (
    <Link to="/biz/requests" search={{ view: key }}>
      {inside}
    </Link>
  )
}

function beginWith(today: Today) {
  const countOf = (key: string) => today.stations.find((station) => station.key === key)?.count ?? 0
  const [late] = today.late
  if (countOf('notices') > 0)
    return {
      label: `品触れに似た ${countOf('notices')}点を確かめる`,
      place: { to: '/biz/notices', search: { view: 'hit' } },
    } as const
  if (late)
    return {
      label: `遅れている ${late.customerName} 様の箱から始める`,
      place: { to: '/biz/requests/$id', params: { id: String(late.id) } },
    } as const
  if (countOf('to_publish') > 0)
    return {
      label: `査定の終わった ${countOf('to_publish')}件を公開する`,
      place: { to: '/biz/requests', search: { view: 'to_publish' } },
    } as const
  if (countOf('second_look') > 0)
    return {
      label: `再査定を待つ ${countOf('second_look')}件をもう一度見る`,
      place: { to: '/biz/second-looks' },
    } as const
  if (countOf('questions') > 0)
    return {
      label: `ご質問 ${countOf('questions')}件に答える`,
      place: { to: '/biz/questions', search: { view: 'open' } },
    } as const
  if (countOf('identity') > 0)
    return {
      label: `本人確認 ${countOf('identity')}件を確かめる`,
      place: { to: '/biz/identity' },
    } as const
  if (countOf('assessing') > 0)
    return {
      label: `査定を待つ ${countOf('assessing')}件を進める`,
      place: { to: '/biz/requests', search: { view: 'assessing' } },
    } as const
  return { label: '箱を受け取る', place: { to: '/biz/intake' } } as const
}

function NextStep({ today }: { today: Today }) {
  const navigate = useNavigate()
  const { label, place } = beginWith(today)
  useShortcuts([{ code: 'Enter', ctrl: true, label, run: () => navigate(place) }])
  return (
    <NextLink {...place} style={{ justifySelf: 'start' }} endIcon={<Kbd>Ctrl ↵</Kbd>}>
      {label}
    </NextLink>
  )
}

const reasonCell = ({ lateReason }: LateRow) => (
  <span style={{ display: 'inline-block', minWidth: 200 }}>{lateReason}</span>
)

const lateColumns: readonly Column<LateRow>[] = [
  ...requestColumns,
  statusColumn,
  { key: 'reason', header: '遅れの理由', wrap: true, cell: reasonCell },
  { key: 'arrived', header: '届いた日', cell: (row) => monthDay(row.arrivedAt) },
  { key: 'assessor', header: '担当', cell: (row) => row.assessorName ?? '—' },
]

const arrivingColumns: readonly Column<Row>[] = [
  {
    key: 'id',
    header: '番号',
    width: 72,
    cell: ({ id }) => (
      <Link to="/biz/intake" search={{ code: String(id) }}>
        {id}
      </Link>
    ),
  },
  { key: 'customer', header: 'お客さま', cell: (row) => row.customerName },
  { key: 'shipping', header: '送り方', cell: shippingText },
  { key: 'delivered', header: '配達完了', cell: (row) => monthDay(row.deliveredAt) },
  { key: 'boxes', header: '箱', align: 'end', cell: (row) => `${row.boxCount}箱` },
  { key: 'count', header: '申告点数', align: 'end', cell: (row) => row.itemCount ?? '—' },
  { key: 'shop', header: '店舗', cell: (row) => row.shopName },
]

const objectedColumns: readonly Column<ObjectedRow>[] = [
  ...requestColumns,
  {
    key: 'said',
    header: 'ご指摘',
    wrap: true,
    cell: ({ objection }) => <span style={{ display: 'inline-block', minWidth: 220 }}>{objection}</span>,
  },
  { key: 'at', header: '届いたとき', cell: (row) => monthDayTime(row.objectedAt) },
  { key: 'assessor', header: '担当', cell: (row) => row.assessorName ?? '—' },
]

function Objected({ rows }: { rows: Today['objected'] }) {
  const navigate = useNavigate()
  const [selected, setSelected] = useState<number>()
  if (rows.length === 0) return null
  return (
    <Section>
      <h2>点数のご指摘 {rows.length}件</h2>
      <DataTable
        label="点数のご指摘"
        columns={objectedColumns}
        rows={rows}
        rowKey={({ id }) => id}
        selected={selected ?? null}
        onSelect={({ id }) => setSelected(id)}
        onOpen={({ id }) => void navigate({ to: '/biz/requests/$id', params: { id: String(id) } })}
      />
    </Section>
  )
}

function Late({ rows }: { rows: Today['late'] }) {
  const navigate = useNavigate()
  const [selected, setSelected] = useState<number>()
  return (
    <Section>
      <h2>遅れているもの {rows.length}件</h2>
      <DataTable
        label="遅れている申し込み"
        columns={lateColumns}
        rows={rows}
        rowKey={({ id }) => id}
        selected={selected ?? null}
        onSelect={({ id }) => setSelected(id)}
        onOpen={({ id }) => navigate({ to: '/biz/requests/$id', params: { id: String(id) } })}
        empty={<Empty title="遅れているものはありません">お約束した日までに進んでいます。</Empty>}
      />
    </Section>
  )
}

function Arriving({ rows }: { rows: Today['arriving'] }) {
  const navigate = useNavigate()
  const [selected, setSelected] = useState<number>()
  return (
    <Section>
      <h2>今日届くもの {rows.length}件</h2>
      <DataTable
        label="今日届く申し込み"
        columns={arrivingColumns}
        rows={rows}
        rowKey={({ id }) => id}
        selected={selected ?? null}
        onSelect={({ id }) => setSelected(id)}
        onOpen={({ id }) => navigate({ to: '/biz/intake', search: { code: String(id) } })}
        empty={
          <Empty
            title="今日届く予定の箱はありません"
            action={
              <QuietLink to="/biz/requests" search={{ view: 'shipping' }}>
                発送待ち・輸送中を見る
              </QuietLink>
            }
          />
        }
      />
    </Section>
  )
}
