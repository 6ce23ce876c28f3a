import { addressLine } from '#contract/address'
import { carrierLabel, kitSizeLabel, labelOf } from '#contract/codes'
import { isExpected } from '#contract/lifecycle'
import { shortDate } from '#web/lib/dates.ts'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Section } from '#web/ui/page.tsx'
import { AddressText } from '#web/ui/postal-address.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Outside } from './outside-link.tsx'
import type { PurchaseRequest } from './use-request.ts'

type Kit = NonNullable<PurchaseRequest['kit']>

export const kitText = ({ size, boxCount }: Kit): string =>
  `段ボール ${labelOf(kitSizeLabel, size)}・${boxCount}箱`

/** As long as boxes are waited for. */
export function KitSection({ request }: { request: PurchaseRequest }) {
  const { kit } = request
  if (!kit || kit.state === 'dropped' || !isExpected(request.status)) return null
  return (
    <Section title="お届けする段ボール">
      <Card tight style={{ padding: '4px 18px' }}>
        <DefinitionList items={factsOf(kit)} />
      </Card>
      <KitNotice kit={kit} request={request} />
    </Section>
  )
}

const factsOf = (kit: Kit) => [
  {
    key: 'state',
    term: '状況',
    value: kit.sentAt ? (
      <>
        <StatusChip tone="ok">発送しました</StatusChip> {shortDate(kit.sentAt)}
      </>
    ) : (
      <StatusChip tone="wait">お店が準備しています</StatusChip>
    ),
  },
  {
    key: 'kit',
    term: '内容',
    value: `${kitText(kit)}(無料)${kit.boxCount > 1 ? ' たたんで1つの荷物でお届けします' : ''}`,
  },
  { key: 'expected', term: 'お届け予定', value: `${shortDate(kit.expectedOn)}ごろ` },
  ...(kit.address
    ? [{ key: 'to', term: 'お届け先', value: <AddressText>{addressLine(kit.address)}</AddressText> }]
    : []),
  ...(kit.trackingNumber
    ? [
        {
          key: 'number',
          term: '送り状番号',
          value: (
            <>
              {labelOf(carrierLabel, kit.carrier)} {kit.trackingNumber}
              <br />
              {kit.trackingUrl && (
                <Outside href={kit.trackingUrl}>いまどこにあるかを見る(運送会社のページ)</Outside>
              )}
            </>
          ),
        },
      ]
    : []),
]

/** Before the boxes are on their way: what the customer may have to change. */
function KitNotice({ kit, request }: { kit: Kit; request: PurchaseRequest }) {
  if (!request.isEditable) return null
  const isTooEarly =
    request.deliveringOption === 'PICKUP_ONLY' &&
    request.pickupDate !== null &&
    request.pickupDate <= kit.expectedOn
  if (isTooEarly)
    return (
      <Notice tone="wait" title="集荷日までに、段ボールが届かないことがあります">
        {request.isPickupDue
          ? `お手持ちの箱でお渡しいただくか、${request.shopName}へご連絡ください。`
          : `下の「内容を変更する」から、集荷日を${shortDate(kit.pickupFrom)}以降に変更してください。`}
      </Notice>
    )
  if (kit.addressDiffers && kit.sentAt === null)
    return (
      <Notice tone="wait" title="ご登録のご住所が変わっています">
        段ボールは、お申し込みのときのご住所にお届けします。変えるときは、下の「内容を変更する」からお選びください。
      </Notice>
    )
  return null
}
