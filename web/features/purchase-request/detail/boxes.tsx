import { styled } from '@mui/material/styles'
import { carrierLabel, labelOf } from '#contract/codes'
import { isExpected } from '#contract/lifecycle'
import { shortDate, shortDateTime } from '#web/lib/dates.ts'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Section } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Outside } from './outside-link.tsx'
import type { PurchaseRequest } from './use-request.ts'

type Box = PurchaseRequest['boxes'][number]

/** Where each box is. Before sending, and for a single box without a number, the progress says it all. */
export function Boxes({ request }: { request: PurchaseRequest }) {
  const { boxes, boxCount, arrivedBoxCount, isEditable } = request
  const isTracked = boxes.some(({ trackingNumber }) => trackingNumber !== '')
  if (!isTracked && (boxCount === 1 || isEditable)) return null
  return (
    <Section title={boxCount > 1 ? `箱の状況(${boxCount}箱のうち${arrivedBoxCount}箱が到着)` : '荷物の追跡'}>
      <Card tight style={{ padding: '4px 18px' }}>
        <DefinitionList
          items={boxes.map((box) => ({
            key: `box-${box.seq}`,
            term: boxCount > 1 ? `${box.seq}箱目` : 'お店への箱',
            value: <BoxLine box={box} request={request} />,
          }))}
        />
      </Card>
    </Section>
  )
}

function BoxLine({ box, request }: { box: Box; request: PurchaseRequest }) {
  const arrival = arrivalOf(box, request)
  return (
    <>
      {request.boxCount > 1 && (
        <>
          <StatusChip tone={arrival.tone}>{arrival.chip}</StatusChip> {arrival.text}
        </>
      )}
      {box.pickedUpAt && <Step>{`${shortDate(box.pickedUpAt)} 運送会社が集荷しました`}</Step>}
      {box.deliveredAt && <Step>{`${shortDate(box.deliveredAt)} お店に配達完了`}</Step>}
      {box.trackingNumber && (
        <span style={{ display: 'block' }}>
          {labelOf(carrierLabel, request.carrier)} {box.trackingNumber}
          <br />
          {box.trackingUrl && (
            <Outside href={box.trackingUrl}>いまどこにあるかを見る(運送会社のページ)</Outside>
          )}
        </span>
      )}
    </>
  )
}

const Step = styled('span')({ display: 'block' })

function arrivalOf(box: Box, { status, isEditable }: PurchaseRequest) {
  if (box.arrivedAt !== null) {
    const counted = box.itemCount === null ? '' : `・${box.itemCount}点`
    return { tone: 'ok', chip: '到着', text: `${shortDateTime(box.arrivedAt)}${counted}` } as const
  }
  if (box.givenUpAt !== null) {
    const text = `${shortDate(box.givenUpAt)}、届いた箱から査定に進みました。届きしだい、あわせて拝見します。`
    return { tone: 'wait', chip: '未着', text } as const
  }
  if (!isExpected(status)) return { tone: 'gray', chip: '未着', text: '' } as const
  if (box.deliveredAt !== null)
    return { tone: 'plain', chip: '配達完了', text: 'お店が箱を開けると、到着のお知らせをします。' } as const
  return isEditable
    ? ({ tone: 'gray', chip: '発送前', text: '' } as const)
    : ({ tone: 'plain', chip: '輸送中', text: 'まだ届いていません。' } as const)
}
