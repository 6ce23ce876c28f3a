import { labelOf } from '#contract/codes'
import { tokyoDate } from '#contract/day'
import { isExpected, requestStageOf, requestStatusLabel, requestStatus as S } from '#contract/lifecycle'
import { shortDate, shortDateTime } from '#web/lib/dates.ts'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Section } from '#web/ui/page.tsx'
import { Timeline, type TimelineStep } from '#web/ui/timeline.tsx'
import { kitText } from './kit-section.tsx'
import type { PurchaseRequest } from './use-request.ts'

type Past = { at: string; step: TimelineStep }

const kitSent = ({ kit }: Pick<PurchaseRequest, 'kit'>): Past[] =>
  kit?.sentAt
    ? [
        {
          at: kit.sentAt,
          step: {
            key: 'kit',
            title: '段ボールを発送しました',
            when: shortDateTime(kit.sentAt),
            body: `${kitText(kit)}・${shortDate(kit.expectedOn)}ごろお届け`,
            state: 'done',
          },
        },
      ]
    : []

const kitAhead = ({ kit }: Pick<PurchaseRequest, 'kit'>): TimelineStep[] =>
  kit?.state === 'waiting'
    ? [{ key: 'kit', title: '段ボールのお届け', when: `${shortDate(kit.expectedOn)}ごろ`, state: 'open' }]
    : []

type Told = Pick<PurchaseRequest, 'statusHistory' | 'promises' | 'status' | 'kit' | 'deliveringOption'>

const isBySelf = ({ deliveringOption }: Pick<Told, 'deliveringOption'>) => deliveringOption === 'SELF_ONLY'

/** No carrier comes to who sends the boxes. */
const eventOf = (request: Told, status: number): string =>
  status === S.AWAITING_SHIPMENT && isBySelf(request)
    ? 'お申し込みの確認'
    : (requestStageOf(status)?.event ?? labelOf(requestStatusLabel, status))

const sendingAhead = (request: Told): TimelineStep[] =>
  isBySelf(request) && (request.status === S.APPLIED || request.status === S.AWAITING_SHIPMENT)
    ? [{ key: 'send', title: 'お客さまから箱を発送', state: 'open' }]
    : []

function stepsOf(request: Told): TimelineStep[] {
  const history = request.statusHistory.map(
    (line): Past => ({
      at: line.at,
      step: {
        key: `h${line.id}`,
        title: eventOf(request, line.toStatus),
        when: shortDateTime(line.at),
        body: [line.actor, line.reason].filter(Boolean).join('・') || undefined,
        state: 'done',
      },
    }),
  )
  const past = [...history, ...kitSent(request)]
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(
      ({ step }, index, all): TimelineStep => (index === all.length - 1 ? { ...step, state: 'now' } : step),
    )
  const ahead = request.promises.map(
    (promise): TimelineStep => ({
      key: `p${promise.status}`,
      title: promise.label,
      when: promise.promisedAt ? `${shortDate(promise.promisedAt)}まで` : undefined,
      state: 'open',
    }),
  )
  const { kit } = request
  const isBeforeKit = ({ promisedAt }: (typeof request.promises)[number]) =>
    kit !== null && promisedAt !== null && tokyoDate(promisedAt) < kit.expectedOn
  const later = request.promises.findIndex((promise) => !isBeforeKit(promise))
  return [
    ...past,
    ...ahead.toSpliced(later < 0 ? ahead.length : later, 0, ...kitAhead(request), ...sendingAhead(request)),
  ]
}

export function LateNotice({ request }: { request: Pick<PurchaseRequest, 'promises' | 'status'> }) {
  const late = request.promises.find((promise) => promise.isLate && request.status !== S.OFFERED)
  if (!late?.promisedAt) return null
  return (
    <Notice tone="wait" title="お待たせして申し訳ありません">
      目安の{shortDate(late.promisedAt)}
      を過ぎてしまいました。
      {isExpected(request.status)
        ? '手配は続けています。'
        : '作業は続けており、お品物は大切にお預かりしています。'}
    </Notice>
  )
}

export function Progress({ request }: { request: PurchaseRequest }) {
  return (
    <Section title="お取引の進み具合">
      <Card>
        <Timeline label="申し込みの流れ" steps={stepsOf(request)} />
      </Card>
    </Section>
  )
}
