import { labelOf } from '#contract/codes'
import { isExpected, requestStageOf, requestStatusLabel, requestStatus as S } from '#contract/lifecycle'
import { shortDate, shortDateTime } from '#web/lib/dates.ts'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Section } from '#web/ui/page.tsx'
import { Timeline, type TimelineStep } from '#web/ui/timeline.tsx'
import type { PurchaseRequest } from './use-request.ts'

function stepsOf(request: Pick<PurchaseRequest, 'statusHistory' | 'promises' | 'status'>): TimelineStep[] {
  const last = request.statusHistory.length - 1
  const past = request.statusHistory.map(
    (line, index): TimelineStep => ({
      key: `h${line.id}`,
      title: requestStageOf(line.toStatus)?.event ?? labelOf(requestStatusLabel, line.toStatus),
      when: shortDateTime(line.at),
      body: [line.actor, line.reason].filter(Boolean).join('・') || undefined,
      state: index === last ? 'now' : 'done',
    }),
  )
  const ahead = request.promises.map(
    (promise): TimelineStep => ({
      key: `p${promise.status}`,
      title: promise.label,
      when: promise.promisedAt ? `${shortDate(promise.promisedAt)}まで` : undefined,
      state: 'open',
    }),
  )
  return [...past, ...ahead]
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
