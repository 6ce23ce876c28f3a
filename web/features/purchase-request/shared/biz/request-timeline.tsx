import { labelOf } from '#contract/codes'
import { requestStatus as R, requestStatusLabel } from '#contract/lifecycle'
import { monthDay, monthDayTime } from '#web/lib/dates.ts'
import { Timeline, type TimelineStep } from '#web/ui/timeline.tsx'
import { countedText, namesOf } from './box-arrival.ts'
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

type Happened = TimelineStep & { at: string }

/** Boxes that were received one by one, or some of them together; a single box is the arrival of its request. */
function arrivals({ boxes }: BizRequest): Happened[] {
  if (boxes.length === 1) return []
  return boxes.flatMap((box) => {
    if (box.arrivedAt === null || box.countedWith !== null) return []
    const together = boxes.filter(({ seq, countedWith }) => seq === box.seq || countedWith === box.seq)
    return {
      key: `box-${box.seq}`,
      at: box.arrivedAt,
      title: `${namesOf(together)}を受け取り ${countedText(box)} ${box.receivedBy ?? ''}`,
      when: monthDayTime(box.arrivedAt),
      state: 'done',
    }
  })
}

/** The newest first; a move above the arrival that caused it. */
const newestFirst = (moves: readonly Happened[], boxes: readonly Happened[]): Happened[] =>
  [...moves, ...boxes].sort((one, other) => Date.parse(other.at) - Date.parse(one.at))

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
    (line, index): Happened => ({
      key: String(line.id),
      at: line.at,
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
  return [...promised, ...newestFirst(happened, arrivals(request))]
}

export const RequestTimeline = ({ request, full = false }: { request: BizRequest; full?: boolean }) => (
  <Timeline label="進み具合" steps={timelineSteps(request, full)} />
)
