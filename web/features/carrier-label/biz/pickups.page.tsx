import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { addressLine } from '#contract/address'
import { carrierLabelCalls } from '#contract/carrier-label'
import { tokyoDate } from '#contract/day'
import { requestStatus as S } from '#contract/lifecycle'
import { formatPhone, formatPostalCode } from '#contract/text'
import { carrierShort } from '#web/features/purchase-request/shared/biz/carrier.ts'
import { monthDay } from '#web/lib/dates.ts'
import { useCall } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { useList } from '#web/lib/use-list.ts'
import { QuietButton } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { LabelDialog } from '../shared/biz/label-dialog.tsx'
import { PickupSheet } from './pickup-sheet.tsx'
import { numbersOf, type Pickup, slotText } from './pickup-text.ts'

/** A day on one page: no dealer has more boxes collected, and the printed list is whole. */
const wholeDay = 200

export default function PickupsPage() {
  const list = useList(carrierLabelCalls.pickups, { size: wholeDay })
  const { day = tokyoDate(new Date()), shop } = list.query as { day?: string; shop?: number }
  // Without a connection the rows of the day before stay in the table; they are not printed under another day.
  const rows = list.read.isPlaceholderData ? [] : (list.read.data?.results ?? [])
  return (
    <RowsPage<Pickup, number>
      title="集荷"
      label={`${monthDay(day)}の集荷`}
      columns={columns}
      list={list}
      rowKey={({ request }) => request}
      plain
      lead={
        <>
          <Days
            day={day}
            shop={shop}
            onDay={(next) => list.set({ day: next })}
            onShop={(next) => list.set({ shop: next })}
          />
          {rows.length > 0 && <Bar day={day} shop={shop} rows={rows} />}
        </>
      }
      empty={
        <Empty
          title={`${monthDay(day)}の集荷はありません`}
          action={<QuietLink to="/biz/requests">申し込みを見る</QuietLink>}
        >
          集荷をご希望のお申し込みが、時間帯の早い順に並びます。
        </Empty>
      }
    />
  )
}

type DaysProps = {
  day: string
  shop: number | undefined
  onDay: (day: string) => void
  onShop: (shop: number | undefined) => void
}

const mostDays = 8

function Days({ day, shop, onDay, onShop }: DaysProps) {
  const today = tokyoDate(new Date())
  const { data: days = [] } = useCall(carrierLabelCalls.pickupDays, { query: { shop } })
  const shops = useStaff()?.company.shops ?? []
  const counted = days.map((one) => ({ ...one, late: one.day <= today ? one.unbooked : 0 }))
  const missing = [today, day].filter(
    (one, index, all) => all.indexOf(one) === index && !counted.some((known) => known.day === one),
  )
  const shown = [
    ...counted.filter((one) => one.day >= today || one.unbooked > 0 || one.day === day).slice(0, mostDays),
    ...missing.map((one) => ({ day: one, count: 0, unbooked: 0, late: 0 })),
  ].sort((one, other) => one.day.localeCompare(other.day))
  return (
    <Row gap={12} style={{ alignItems: 'end' }}>
      <div style={{ flex: '0 1 170px' }}>
        <DatePicker label="集荷日" value={day} onChange={(next) => next && onDay(next)} />
      </div>
      {shops.length > 1 && (
        <div style={{ flex: '0 1 170px' }}>
          <SelectField
            label="店舗"
            emptyLabel="すべて"
            value={shop ?? ''}
            onChange={({ target }) => onShop(target.value ? Number(target.value) : undefined)}
            options={shops.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </div>
      )}
      <Tabs
        label="集荷のある日"
        value={day}
        onChange={onDay}
        items={shown.map((one) => ({
          value: one.day,
          label: one.day === today ? '今日' : monthDay(one.day),
          count: one.count,
          late: one.late > 0,
        }))}
      />
    </Row>
  )
}

const isUnbooked = ({ status }: Pickup): boolean => status === S.APPLIED
const isArranged = ({ carrier }: Pickup): boolean => carrier !== null

function Bar({ day, shop, rows }: { day: string; shop?: number | undefined; rows: readonly Pickup[] }) {
  const [printing, setPrinting] = useState(0)
  const [makesLabels, setMakesLabels] = useState(false)
  const unbooked = rows.filter(isUnbooked).length
  const boxes = rows.reduce((sum, row) => sum + row.boxes.length, 0)
  const arranged = rows.filter(isArranged)
  return (
    <Row gap={10}>
      <QuietButton
        startIcon={<Icon name="print" size={18} />}
        onClick={() => setPrinting((times) => times + 1)}
      >
        集荷リストを印刷する
      </QuietButton>
      <QuietButton
        startIcon={<Icon name="download" size={16} />}
        aria-haspopup="dialog"
        onClick={() => setMakesLabels(true)}
      >
        送り状データを作る
      </QuietButton>
      <Muted style={{ fontSize: 12 }}>
        {`${rows.length}件・${boxes}箱${unbooked > 0 ? `。うち${unbooked}件は、まだ手配していません。` : 'を手配しました。'}`}
      </Muted>
      {makesLabels && (
        <LabelDialog
          kind="pickup"
          requests={shop === undefined ? [] : rows.map(({ request }) => request)}
          through={day}
          carrier={
            arranged.length > 0 && arranged.every(({ carrier }) => carrier === 'SAGAWA') ? 'SAGAWA' : 'YAMATO'
          }
          onClose={() => setMakesLabels(false)}
        />
      )}
      {printing > 0 && <PickupSheet key={printing} day={day} rows={rows} onDone={() => setPrinting(0)} />}
    </Row>
  )
}

const RequestLink = ({ row }: { row: Pickup }) => (
  <Link to="/biz/requests/$id" params={{ id: String(row.request) }}>
    {row.request}
  </Link>
)

function State({ row }: { row: Pickup }) {
  if (isUnbooked(row)) return <StatusChip tone="wait">手配前</StatusChip>
  const collected = row.boxes.filter(({ pickedUpAt }) => pickedUpAt !== null).length
  if (row.status === S.AWAITING_SHIPMENT && collected === 0)
    return <StatusChip tone="plain">手配済み</StatusChip>
  const isPart = collected > 0 && collected < row.boxes.length
  return (
    <StatusChip tone={isPart ? 'wait' : 'ok'}>
      {isPart ? `${row.boxes.length}箱のうち${collected}箱を集荷` : '集荷済み'}
    </StatusChip>
  )
}

const Place = ({ address }: { address: NonNullable<Pickup['address']> }) => (
  <span style={{ fontSize: 12 }}>
    〒{formatPostalCode(address.postalCode)}
    <br />
    {addressLine(address)}
  </span>
)

const Numbers = ({ numbers }: { numbers: readonly string[] }) => (
  <span style={{ fontSize: 12, fontVariantNumeric: 'tabular-nums' }}>
    {numbers.map((number) => (
      <span key={number} style={{ display: 'block' }}>
        {number}
      </span>
    ))}
  </span>
)

const columns: readonly Column<Pickup>[] = [
  { key: 'slot', card: 'title', header: '時間帯', cell: slotText },
  { key: 'request', header: '申し込み', cell: (row) => <RequestLink row={row} /> },
  { key: 'state', card: 'chip', header: '状況', cell: (row) => <State row={row} /> },
  { key: 'customer', card: 'title', header: 'お客さま', cell: ({ customerName }) => `${customerName} 様` },
  {
    key: 'place',
    card: 'text',
    header: '集荷先',
    wrap: true,
    cell: ({ address }) => (address ? <Place address={address} /> : '—'),
  },
  {
    key: 'phone',
    header: '電話',
    cell: ({ phone }) => (phone ? <a href={`tel:${phone}`}>{formatPhone(phone)}</a> : '—'),
  },
  { key: 'boxes', header: '箱', align: 'end', cell: ({ boxes }) => boxes.length },
  { key: 'carrier', header: '運送会社', cell: ({ carrier }) => carrierShort(carrier) || '未定' },
  {
    key: 'numbers',
    header: '送り状番号',
    cell: (row) => (numbersOf(row).length > 0 ? <Numbers numbers={numbersOf(row)} /> : '—'),
  },
  { key: 'shop', header: '届け先の店舗', cell: ({ shopName }) => shopName },
]
