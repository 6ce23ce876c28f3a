import { tokyoDate } from '#contract/day'
import { isEditable, isFinal, requestStatus as S } from '#contract/lifecycle'
import type { TrackingEvent } from '#contract/tracking-event'
import type { TrackingResult } from '#contract/tracking-import'

export interface CarrierEvent {
  line: number
  number: string
  event: TrackingEvent
  at: string
}

/** A box with a tracking number, and its request. */
export interface TrackedBox {
  request: number
  seq: number
  number: string
  status: number
  created_at: string
  arrived_at: string | null
  picked_up_at: string | null
  delivered_at: string | null
}

export interface EventVerdict {
  line: number
  result: TrackingResult
  request: number | null
  box: number | null
  /** Of an ambiguous number: the boxes it may be of, the newest first. */
  candidates: { request: number; box: number }[]
}

export interface Judged {
  verdicts: EventVerdict[]
  /** Boxes whose dates change, as they will be. */
  boxes: TrackedBox[]
}

const columnOf = { picked_up: 'picked_up_at', delivered: 'delivered_at' } as const

/** The earliest report counts, so order and repetition of the events do not matter. */
export function judgeEvents(
  boxes: readonly TrackedBox[],
  events: readonly CarrierEvent[],
  now: Date,
): Judged {
  const after = new Map<TrackedBox, TrackedBox>()
  const placed = events.map((event) => ({ event, place: placeOf(boxes, event, now) }))
  for (const { event, place } of placed) {
    if (!('seq' in place) || event.event === 'moving') continue
    const column = columnOf[event.event]
    const box = after.get(place) ?? place
    after.set(place, { ...box, [column]: earliest(box[column], event.at) })
  }
  const told = new Set<string>()
  const verdicts = placed.map(({ event, place }): EventVerdict => {
    const { line } = event
    if (!('seq' in place)) return { line, request: null, box: null, ...place }
    const key = `${place.request}-${place.seq}-${event.event}`
    const isNew = !told.has(key) && isUsed(event, place, after.get(place) ?? place)
    if (isNew) told.add(key)
    const found = { line, request: place.request, box: place.seq, candidates: [] }
    if (place.status === S.CANCELED) return { ...found, result: 'canceled' }
    return { ...found, result: isNew ? event.event : 'known' }
  })
  const changed = [...after].filter(([box, next]) => isOpen(box) && isChanged(box, next))
  return { verdicts, boxes: changed.map(([, next]) => next) }
}

/** Requests that the carrier has on its way, although their status does not say so. */
export const sentBy = (boxes: readonly TrackedBox[], verdicts: readonly EventVerdict[]): number[] => [
  ...new Set(
    verdicts.flatMap(({ request, result }) => {
      const isUnsent = boxes.some((box) => box.request === request && isEditable(box.status))
      return request !== null && isUnsent && result !== 'canceled' ? [request] : []
    }),
  ),
]

const isOpen = ({ status }: TrackedBox): boolean => status !== S.CANCELED

const earliest = (one: string | null, other: string): string =>
  one !== null && new Date(one) <= new Date(other) ? one : other

function isChanged(box: TrackedBox, next: TrackedBox): boolean {
  return box.picked_up_at !== next.picked_up_at || box.delivered_at !== next.delivered_at
}

/** Whether this event is the one that is recorded. */
function isUsed({ event, at }: CarrierEvent, box: TrackedBox, next: TrackedBox): boolean {
  if (event === 'moving') return isEditable(box.status)
  const column = columnOf[event]
  return box[column] !== next[column] && next[column] === at
}

type Nowhere = Pick<EventVerdict, 'result' | 'candidates'>

const nowhere = (result: TrackingResult): Nowhere => ({ result, candidates: [] })

/**
 * The box with this number that the carrier may have had on that day. Carriers use numbers again, and customers mistype
 * them: a number that fits several boxes moves none.
 */
function placeOf(
  boxes: readonly TrackedBox[],
  { number, at }: CarrierEvent,
  now: Date,
): TrackedBox | Nowhere {
  const those = boxes.filter((box) => box.number === number)
  if (those.length === 0) return nowhere('unknown_number')
  if (new Date(at) > now) return nowhere('future')
  const day = tokyoDate(at)
  const there = those
    .filter(({ created_at }) => tokyoDate(created_at) <= day)
    .sort((one, other) => other.request - one.request)
  const fitting = there.filter((box) =>
    box.arrived_at === null ? !isFinal(box.status) : tokyoDate(box.arrived_at) >= day,
  )
  if (fitting.length > 1) {
    return {
      result: 'ambiguous',
      candidates: fitting.map(({ request, seq }) => ({ request, box: seq })),
    }
  }
  const place = fitting[0] ?? there[0]
  if (!place) return nowhere('before_request')
  return place.arrived_at !== null && tokyoDate(place.arrived_at) < day ? nowhere('after_arrival') : place
}
