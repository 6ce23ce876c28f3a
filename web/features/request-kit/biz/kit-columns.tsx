import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { addressLine } from '#contract/address'
import { deliveringOptionLabel, kitSizeLabel, labelOf } from '#contract/codes'
import type { requestKitCalls } from '#contract/request-kit'
import { formatPostalCode } from '#contract/text'
import { carrierShort } from '#web/features/purchase-request/shared/biz/carrier.ts'
import type { AskResult } from '#web/lib/ask.ts'
import { monthDay, monthDayTime } from '#web/lib/dates.ts'
import { QuietButton } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Input } from '#web/ui/field-style.tsx'
import { Row } from '#web/ui/page.tsx'
import type { RowChoice } from '#web/ui/row-choice.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

export type Kit = AskResult<typeof requestKitCalls.list>['results'][number]

/** What the list lets staff do with its rows. */
export interface KitActs {
  choice: RowChoice<Kit>
  problems: Readonly<Record<number, string>>
  pending: boolean
  numberOf: (row: Kit) => string
  type: (row: Kit, text: string) => void
  enter: (row: Kit) => void
  send: (rows: readonly Kit[]) => void
  undo: (row: Kit) => void
}

const RequestLink = ({ row }: { row: Kit }) => (
  <Link to="/biz/requests/$id" params={{ id: String(row.request) }}>
    {row.request}
  </Link>
)

const kitText = (row: Kit): string => `${labelOf(kitSizeLabel, row.size)} × ${row.boxCount}`
const pickupText = (row: Kit): string =>
  row.pickupDate ? `${monthDay(row.pickupDate)}集荷` : labelOf(deliveringOptionLabel, row.deliveringOption)

/** In a narrow row the mark goes below. */
const Marked = styled('span')({ whiteSpace: 'normal' })

const isTooEarly = ({ pickupDate, expectedOn }: Kit): boolean =>
  pickupDate !== null && pickupDate <= expectedOn

const Pickup = ({ row }: { row: Kit }) => (
  <Marked>
    {pickupText(row)}
    {isTooEarly(row) && ' '}
    {isTooEarly(row) && <StatusChip tone="wait">間に合いません</StatusChip>}
  </Marked>
)

const Place = ({ address }: { address: NonNullable<Kit['address']> }) => (
  <span style={{ fontSize: 12 }}>
    〒{formatPostalCode(address.postalCode)}
    <br />
    {addressLine(address)}
  </span>
)

const Due = ({ row }: { row: Kit }) => (
  <Marked>
    {monthDay(row.sendBy)}まで{row.isLate && ' '}
    {row.isLate && <StatusChip tone="late">期限を過ぎました</StatusChip>}
  </Marked>
)

const first: readonly Column<Kit>[] = [
  { key: 'request', card: 'title', header: '申し込み', cell: (row) => <RequestLink row={row} /> },
  { key: 'customer', card: 'title', header: 'お客さま', cell: ({ customerName }) => `${customerName} 様` },
]

export const waitingColumns: readonly Column<Kit>[] = [
  ...first,
  {
    key: 'place',
    card: 'text',
    header: 'お届け先',
    wrap: true,
    cell: ({ address }) => (address ? <Place address={address} /> : '—'),
  },
  { key: 'kit', header: '段ボール', cell: kitText },
  { key: 'due', header: '発送期限', cell: (row) => <Due row={row} /> },
  { key: 'pickup', header: '集荷', cell: (row) => <Pickup row={row} /> },
  { key: 'carrier', header: '運送会社', cell: ({ carrier }) => carrierShort(carrier) },
  { key: 'shop', header: '店舗', cell: ({ shopName }) => shopName },
]

const Problem = styled('span')(({ theme }) => ({
  display: 'block',
  marginTop: 2,
  fontSize: 12,
  lineHeight: 1.4,
  whiteSpace: 'normal',
  color: theme.okuru.palette.error.main,
}))

export const numberId = (request: number): string => `kit-number-${request}`

function NumberInput({ row, work, onEnter }: { row: Kit; work: KitActs; onEnter: () => void }) {
  const problem = work.problems[row.request]
  const id = `kit-problem-${row.request}`
  return (
    <span style={{ display: 'block', minWidth: 150 }}>
      <Input
        id={numberId(row.request)}
        aria-label={`申し込み${row.request}の送り状番号`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? id : undefined}
        inputMode={row.carrier === 'KLD' ? 'text' : 'numeric'}
        maxLength={30}
        value={work.numberOf(row)}
        onChange={(event) => work.type(row, event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.nativeEvent.isComposing) onEnter()
        }}
      />
      {problem && (
        <Problem id={id} role="alert">
          {problem}
        </Problem>
      )}
    </span>
  )
}

export const numberColumn = (work: KitActs): Column<Kit> => ({
  key: 'number',
  header: '送り状番号(任意)',
  wrap: true,
  cell: (row) => <NumberInput row={row} work={work} onEnter={() => work.enter(row)} />,
})

function SentNumber({ row, work }: { row: Kit; work: KitActs }) {
  if (row.trackingNumber)
    return row.trackingUrl ? (
      <a href={row.trackingUrl} target="_blank" rel="noopener noreferrer">
        {row.trackingNumber}
      </a>
    ) : (
      row.trackingNumber
    )
  const save = () => work.numberOf(row).trim() !== '' && work.send([row])
  return (
    <Row gap={6} style={{ flexWrap: 'nowrap', alignItems: 'flex-start' }}>
      <NumberInput row={row} work={work} onEnter={save} />
      <QuietButton
        size="small"
        disabled={work.numberOf(row).trim() === '' || work.pending}
        aria-label={`申し込み${row.request}の送り状番号を記録する`}
        onClick={save}
      >
        記録
      </QuietButton>
    </Row>
  )
}

const Undo = ({ row, work }: { row: Kit; work: KitActs }) => (
  <QuietButton
    size="small"
    aria-label={`申し込み${row.request}の発送の記録を取り消す`}
    onClick={() => work.undo(row)}
  >
    発送待ちに戻す
  </QuietButton>
)

export const sentColumns = (work: KitActs): readonly Column<Kit>[] => [
  ...first,
  { key: 'kit', header: '段ボール', cell: kitText },
  {
    key: 'sent',
    header: '発送',
    cell: ({ sentAt, sentByName }) => `${monthDayTime(sentAt)} ${sentByName}`,
  },
  { key: 'expected', header: 'お届け予定', cell: ({ expectedOn }) => monthDay(expectedOn) },
  { key: 'pickup', header: '集荷', cell: (row) => <Pickup row={row} /> },
  { key: 'carrier', header: '運送会社', cell: ({ carrier }) => carrierShort(carrier) },
  { key: 'number', header: '送り状番号', wrap: true, cell: (row) => <SentNumber row={row} work={work} /> },
  {
    key: 'undo',
    card: 'act',
    header: 'まちがえたとき',
    wrap: true,
    cell: (row) => row.mayTakeBack && <Undo row={row} work={work} />,
  },
]
