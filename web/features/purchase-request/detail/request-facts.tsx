import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { addressLine } from '#contract/address'
import { carrierLabel, labelOf, pickupTimeSlotLabel, unpricedPolicyLabel } from '#contract/codes'
import { itemStageOf } from '#contract/lifecycle'
import { formatYen } from '#contract/text'
import { shortDate, shortDateTime } from '#web/lib/dates.ts'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Section } from '#web/ui/page.tsx'
import { PhotoFrame } from '#web/ui/photo-frame.tsx'
import { AddressText } from '#web/ui/postal-address.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { kitText } from './kit-section.tsx'
import { Outside } from './outside-link.tsx'
import type { PurchaseRequest } from './use-request.ts'

const sendingText = (request: PurchaseRequest): string => {
  const carrier = labelOf(carrierLabel, request.carrier)
  if (request.deliveringOption !== 'PICKUP_ONLY')
    return request.carrier ? `自分で送る(着払い)・${carrier}` : '自分で送る(着払い)'
  const day = request.pickupDate ? shortDate(request.pickupDate) : ''
  return `集荷 ${day} ${labelOf(pickupTimeSlotLabel, request.pickupTimeSlot)}・${carrier}`
}

const kitWords = (kit: NonNullable<PurchaseRequest['kit']>): string =>
  kit.state === 'dropped' ? `${kitText(kit)}(お届けは取りやめました)` : `${kitText(kit)}をお店からお届け`

const sellingText = ({ approvalMode, autoAcceptAmount }: PurchaseRequest): string =>
  approvalMode === 'review_each'
    ? '結果を見て1点ずつ決める'
    : `合計が${formatYen(autoAcceptAmount ?? 0)}以上なら自動で売る`

export function RequestFacts({ request }: { request: PurchaseRequest }) {
  const items = [
    {
      key: 'goods',
      term: '送るもの',
      value: `${request.boxCount}箱${request.itemCount ? `・およそ${request.itemCount}点` : ''}`,
    },
    { key: 'way', term: '送り方', value: sendingText(request) },
    ...(request.kit ? [{ key: 'kit', term: '箱のご用意', value: kitWords(request.kit) }] : []),
    ...(request.pickupAddress
      ? [
          {
            key: 'from',
            term: '集荷先',
            value: <AddressText>{addressLine(request.pickupAddress)}</AddressText>,
          },
        ]
      : []),
    { key: 'sell', term: '売り方', value: sellingText(request) },
    {
      key: 'unpriced',
      term: '値段がつかなかった品',
      value: labelOf(unpricedPolicyLabel, request.unpricedPolicy),
    },
    { key: 'cost', term: '返送料', value: formatYen(request.returnCost) },
    ...(request.hasStatement
      ? [
          {
            key: 'statement',
            term: '仕入明細書',
            value: (
              <Link to="/requests/$id/statement" params={{ id: String(request.id) }}>
                確認する・印刷する
              </Link>
            ),
          },
        ]
      : []),
    ...(request.note ? [{ key: 'note', term: 'お店への連絡', value: request.note }] : []),
    {
      key: 'terms',
      term: '利用規約',
      value: (
        <Link to="/terms/$version" params={{ version: request.termsVersion }}>
          {request.termsVersion}版
        </Link>
      ),
    },
  ]
  return (
    <Section title="お申し込みの内容">
      <Card tight style={{ padding: '4px 18px' }}>
        <DefinitionList items={items} />
      </Card>
    </Section>
  )
}

export function ReturnTracking({ request }: { request: PurchaseRequest }) {
  const { returnParcels: parcels, returnTrackingNumber } = request
  const isPrepared = parcels.every(({ trackingNumber }) => trackingNumber !== returnTrackingNumber)
  const back = (count: number | null) => (count === null ? 'お返しの箱' : `お返しの箱(${count}点)`)
  const ways = [
    ...parcels.map((parcel) => ({
      key: `back-${parcel.id}`,
      term: back(parcel.itemCount),
      carrier: parcel.carrier,
      number: parcel.trackingNumber,
      url: parcel.trackingUrl,
    })),
    ...(isPrepared
      ? [
          {
            key: 'back',
            term: back(null),
            carrier: request.returnCarrier,
            number: returnTrackingNumber,
            url: request.returnTrackingUrl,
          },
        ]
      : []),
  ].filter(({ number }) => number)
  if (ways.length === 0) return null
  return (
    <Section title="お返しの箱の追跡">
      <Card tight style={{ padding: '4px 18px' }}>
        <DefinitionList
          items={ways.map(({ key, term, carrier, number, url }) => ({
            key,
            term,
            value: (
              <>
                {labelOf(carrierLabel, carrier)} {number}
                <br />
                {url && <Outside href={url}>いまどこにあるかを見る(運送会社のページ)</Outside>}
              </>
            ),
          }))}
        />
      </Card>
    </Section>
  )
}

const Items = styled('ul')(({ theme }) => ({
  '& li': {
    display: 'grid',
    gridTemplateColumns: '56px minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '0 12px',
    padding: '10px 0',
    fontSize: 14,
    lineHeight: 1.5,
  },
  '& li + li': { borderTop: `1px solid ${theme.okuru.palette.border.main}` },
  '& li > span > small': {
    display: 'block',
    fontSize: 12,
    fontWeight: 700,
    letterSpacing: '0.03em',
  },
  '& em': { display: 'block', fontSize: 12, fontStyle: 'normal', color: theme.okuru.palette.font.sub },
  '& .end': { display: 'grid', justifyItems: 'end', gap: 2 },
}))

export function Rescissions({ request }: { request: PurchaseRequest }) {
  if (request.rescissions.length === 0) return null
  return (
    <Section title="売却の取り消し">
      <Card tight style={{ padding: '4px 18px' }}>
        <DefinitionList
          items={request.rescissions.map(({ at, by, reason, items }) => ({
            key: at,
            term: `${items.length}点(${by === 'customer' ? 'お客さまから' : 'お店から'})`,
            value: (
              <>
                {shortDateTime(at)}
                {reason && (
                  <>
                    <br />
                    {reason}
                  </>
                )}
              </>
            ),
          }))}
        />
      </Card>
    </Section>
  )
}

export function RequestItems({ request }: { request: PurchaseRequest }) {
  if (request.items.length === 0) return null
  return (
    <Section title={`お品物(${request.items.length}点)`}>
      <Card tight style={{ padding: '2px 16px' }}>
        <Items>
          {request.items.map((item) => (
            <li key={item.slug}>
              <PhotoFrame style={{ width: 56, height: 56, borderRadius: 8 }}>
                {item.photo && (
                  <img src={item.photo.thumbnailUrl} alt="" loading="lazy" width={56} height={56} />
                )}
              </PhotoFrame>
              <span>
                {item.brandName && <small>{item.brandName}</small>}
                {item.name || item.categoryName || `${item.seq}点目`}
                {item.isRescinded && <em>売却を取り消した品</em>}
              </span>
              <span className="end">
                <Yen amount={item.price} />
                <ItemStage status={item.status} />
              </span>
            </li>
          ))}
        </Items>
      </Card>
    </Section>
  )
}

function ItemStage({ status }: { status: number }) {
  const stage = itemStageOf(status)
  if (!stage) return null
  return <StatusChip tone={stage.isBought ? 'ok' : 'gray'}>{stage.customerLabel ?? stage.label}</StatusChip>
}
