import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { addressLine } from '#contract/address'
import {
  approvalModeLabel,
  carrierLabel,
  deliveringOptionLabel,
  kitSizeLabel,
  labelOf,
  pickupTimeSlotLabel,
  unpricedPolicyLabel,
} from '#contract/codes'
import { formatDateJa } from '#contract/day'
import { formatPostalCode, formatYen } from '#contract/text'
import { dateTimeJa } from '#web/lib/dates.ts'
import { Card } from '#web/ui/card.tsx'
import { type Definition, DefinitionList } from '#web/ui/definition-list.tsx'
import { Muted } from '#web/ui/page.tsx'
import { arrivalText, carrierText } from '../shared/biz/box-arrival.ts'
import type { BizRequest } from '../shared/biz/types.ts'
import { OpeningPhotos } from './opening-photos.tsx'

const Parcel = ({ number, url }: { number: string; url: string | null }) =>
  url ? (
    <a href={url} target="_blank" rel="noreferrer">
      {number}
    </a>
  ) : (
    number
  )

type BoxProps = { box: BizRequest['boxes'][number]; many: boolean }

/** One box's own arrival is the request's, so it is not repeated. */
const BoxFacts = ({ box, many }: BoxProps) => (
  <>
    {box.boxCode}
    {box.trackingNumber && (
      <>
        <br />
        送り状 <Parcel number={box.trackingNumber} url={box.trackingUrl} />
      </>
    )}
    {carrierText(box) && <Muted style={{ display: 'block' }}>{carrierText(box)}</Muted>}
    {many && <Muted style={{ display: 'block' }}>{arrivalText(box)}</Muted>}
  </>
)

type PlaceProps = { request: BizRequest; place: NonNullable<BizRequest['pickupAddress']> }

const PickupPlace = ({ request, place }: PlaceProps) => (
  <>
    {`〒${formatPostalCode(place.postalCode)} ${addressLine(place)}`}
    {request.pickupAddressDiffers && (
      <Muted style={{ display: 'block' }}>お申し込みのあと、ご登録の住所が変わっています。</Muted>
    )}
  </>
)

const kitState = { waiting: '発送待ち', sent: '発送済み', dropped: '発送せず' } as const

const KitFacts = ({ kit }: { kit: NonNullable<BizRequest['kit']> }) => (
  <>
    {labelOf(kitSizeLabel, kit.size)} × {kit.boxCount} ・{' '}
    {kit.state === 'waiting' ? (
      <Link to="/biz/kits">
        {kitState.waiting}({formatDateJa(kit.sendBy)}まで)
      </Link>
    ) : (
      `${kitState[kit.state]} ${kit.sentAt ? dateTimeJa(kit.sentAt) : ''}`
    )}
    {kit.trackingNumber && (
      <>
        <br />
        送り状 <Parcel number={kit.trackingNumber} url={kit.trackingUrl} />
      </>
    )}
    {kit.address && (
      <Muted style={{ display: 'block' }}>
        {`〒${formatPostalCode(kit.address.postalCode)} ${addressLine(kit.address)}`}
        {kit.addressDiffers && '(お申し込みのあと、ご登録の住所が変わっています)'}
      </Muted>
    )}
  </>
)

const carrierName = (carrier: string | null) => (carrier === null ? '' : labelOf(carrierLabel, carrier))

function wishes(request: BizRequest): Definition[] {
  const mode = labelOf(approvalModeLabel, request.approvalMode)
  return [
    { key: 'created', term: '申し込み', value: dateTimeJa(request.createdAt) },
    {
      key: 'mode',
      term: '決め方',
      value: request.autoAcceptAmount ? `${mode}(${formatYen(request.autoAcceptAmount)}から)` : mode,
    },
    {
      key: 'unpriced',
      term: '値段がつかない品',
      value: labelOf(unpricedPolicyLabel, request.unpricedPolicy),
    },
    { key: 'count', term: '申告', value: `${request.boxCount}箱 ・ ${request.itemCount ?? '—'}点` },
    ...(request.note ? [{ key: 'note', term: 'ご要望', value: request.note }] : []),
    ...(request.secondLookReason
      ? [
          {
            key: 'second',
            term: '再査定のご希望',
            value: [
              `${request.secondLookReason}${askedOf(request)}`,
              dateTimeJa(request.secondLookAt),
              request.secondLookAnswer && `お返事: ${request.secondLookAnswer}`,
            ]
              .filter(Boolean)
              .join(' ・ '),
          },
        ]
      : []),
    ...request.rescissions.map(({ at, by, reason, items }) => ({
      key: `rescission-${at}`,
      term: '契約の取り消し',
      value: [
        dateTimeJa(at),
        by === 'customer' ? 'お客さまから' : 'お店から',
        numbersOf(request, items),
        reason,
      ]
        .filter(Boolean)
        .join(' ・ '),
    })),
    ...(request.abortReason ? [{ key: 'abort', term: '中止の理由', value: request.abortReason }] : []),
  ]
}

function askedOf(request: Pick<BizRequest, 'items' | 'secondLookItems'>): string {
  const asked = numbersOf(request, request.secondLookItems)
  return asked && ` (${asked})`
}

/** `1番・3番` */
const numbersOf = ({ items }: Pick<BizRequest, 'items'>, slugs: readonly string[]): string =>
  items
    .filter(({ slug }) => slugs.includes(slug))
    .map(({ seq }) => `${seq}番`)
    .join('・')

function journey(request: BizRequest): Definition[] {
  const pickup = request.pickupDate
    ? `${formatDateJa(request.pickupDate)} ${request.pickupTimeSlot ? labelOf(pickupTimeSlotLabel, request.pickupTimeSlot) : ''}`
    : '—'
  return [
    {
      key: 'how',
      term: '送り方',
      value: `${labelOf(deliveringOptionLabel, request.deliveringOption)} ${carrierName(request.carrier)}`,
    },
    ...(request.deliveringOption === 'PICKUP_ONLY' ? [{ key: 'pickup', term: '集荷', value: pickup }] : []),
    ...(request.pickupAddress
      ? [
          {
            key: 'from',
            term: '集荷先',
            value: <PickupPlace {...{ request }} place={request.pickupAddress} />,
          },
        ]
      : []),
    ...(request.kit ? [{ key: 'kit', term: '段ボール', value: <KitFacts kit={request.kit} /> }] : []),
    ...request.boxes.map((box) => ({
      key: `box-${box.seq}`,
      term: request.boxCount > 1 ? `箱 ${box.seq} / ${request.boxCount}` : '箱の番号',
      value: <BoxFacts box={box} many={request.boxCount > 1} />,
    })),
    ...(request.arrivedAt
      ? [
          {
            key: 'arrived',
            term: '到着',
            value: `${dateTimeJa(request.arrivedAt)} ・ ${request.arrivedItemCount}点${request.arrivedWeightG ? ` ・ ${(request.arrivedWeightG / 1000).toFixed(1)}kg` : ''}`,
          },
        ]
      : []),
    ...(request.arrivedNote
      ? [
          {
            key: 'arrived-note',
            term: '受け取りで気づいたこと',
            value: <span style={{ whiteSpace: 'pre-line' }}>{request.arrivedNote}</span>,
          },
        ]
      : []),
    ...(request.offerExpiresAt
      ? [{ key: 'expires', term: 'お返事の期限', value: dateTimeJa(request.offerExpiresAt) }]
      : []),
    ...(request.contractedAt
      ? [{ key: 'contract', term: '契約', value: dateTimeJa(request.contractedAt) }]
      : []),
    ...(request.hasStatement
      ? [
          {
            key: 'statement',
            term: '仕入明細書',
            value: (
              <Link to="/biz/requests/$id/statement" params={{ id: String(request.id) }}>
                見る・印刷する
              </Link>
            ),
          },
        ]
      : []),
    ...request.returnParcels.map((parcel) => ({
      key: `parcel-${parcel.id}`,
      term: '返送',
      value: (
        <>
          {dateTimeJa(parcel.sentAt)} {parcel.itemCount !== null && `${parcel.itemCount}点 `}
          {numbersOf(request, parcel.items) && `(${numbersOf(request, parcel.items)}) `}
          {carrierName(parcel.carrier)} <Parcel number={parcel.trackingNumber} url={parcel.trackingUrl} />
        </>
      ),
    })),
  ]
}

const Two = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: '0 24px',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}))

export function RequestFacts({ request }: { request: BizRequest }) {
  return (
    <Card>
      <h2>申し込みの内容</h2>
      <Two>
        <DefinitionList items={wishes(request)} />
        <DefinitionList items={journey(request)} />
      </Two>
      <OpeningPhotos request={request} />
    </Card>
  )
}
