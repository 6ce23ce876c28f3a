import { labelOf } from '#contract/codes'
import { requestStatus as R, requestStatusLabel } from '#contract/lifecycle'
import { monthDay, monthDayTime } from '#web/lib/dates.ts'
import { Timeline, type TimelineStep } from '#web/ui/timeline.tsx'
import { carrierShort } from './carrier.ts'
import type { BizRequest } from './types.ts'

function detailOf(request: BizRequest, status: number): string {
  if (status === R.ARRIVED && request.arrivedItemCount !== null) {
    const weight = request.arrivedWeightG ? `・${(request.arrivedWeightG / 1000).toFixed(1)}kg` : ''
    return ` ${request.arrivedItemCount}点${weight}`
  }
  if (status !== R.IN_TRANSIT) return ''
  const numbers = request.boxes.map(({ trackingNumber }) => trackingNumber).filter(Boolean)
  return ` ${carrierShort(request.carrier)} ${numbers.join('・')}`
}

export function timelineSteps(request: BizRequest, withReasons: boolean): TimelineStep[] {
  const promised = request.promises.map(
    (promise): TimelineStep => ({
      key: `promise-${promise.status}`,
      title: promise.isLate ? <b>{promise.label}(過ぎています)</b> : promise.label,
      when: promise.promisedAt ? `${monthDay(promise.promisedAt)}まで` : '',
      state: 'open',
    }),
  )
  const happened = request.statusHistory.toReversed().map(
    (line, index): TimelineStep => ({
      key: String(line.id),
      title: (
        <>
          {index === 0 ? (
            <b>{labelOf(requestStatusLabel, line.toStatus)}</b>
          ) : (
            labelOf(requestStatusLabel, line.toStatus)
          )}
          {`${detailOf(request, line.toStatus)} ${line.actor}`}
        </>
      ),
      when: monthDayTime(line.at),
      body: withReasons && line.reason ? line.reason : undefined,
      state: index === 0 ? 'now' : 'done',
    }),
  )
  return [...promised, ...happened]
}

export const RequestTimeline = ({ request, full = false }: { request: BizRequest; full?: boolean }) => (
  <Timeline label="進み具合" steps={timelineSteps(request, full)} />
)
