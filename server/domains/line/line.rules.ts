import * as z from 'zod'
import { daysBefore } from '#server/platform/calendar'

export const eventKinds = ['follow', 'unfollow', 'message', 'accountLink'] as const
export type EventKind = (typeof eventKinds)[number]

/** As LINE documents it; only what is used. `mode` is `standby` while another system handles the chat. */
const ChatEvent = z.object({
  type: z.enum(eventKinds),
  mode: z.literal('active'),
  webhookEventId: z.string().min(1).max(64),
  timestamp: z.int().min(0).max(8_640_000_000_000),
  source: z.object({ type: z.literal('user'), userId: z.string().min(1).max(64) }),
  link: z.object({ result: z.string(), nonce: z.string().max(255) }).optional(),
})

export interface TakenEvent {
  id: string
  kind: EventKind
  line_user_id: string
  /** Only of a link that LINE confirmed. */
  nonce: string | null
  at: string
}

/** How long the keys of events are kept, and how old an event may be. */
export const daysKept = 7

/** Of one webhook: the events that mean something here, each once. An older one could be a replay. */
export function eventsTaken(events: readonly unknown[], now: Date): TakenEvent[] {
  const taken = new Map<string, TakenEvent>()
  for (const given of events) {
    const { data: event } = ChatEvent.safeParse(given)
    if (!event || new Date(event.timestamp) < daysBefore(now, daysKept)) continue
    taken.set(event.webhookEventId, {
      id: event.webhookEventId,
      kind: event.type,
      line_user_id: event.source.userId,
      nonce: event.link?.result === 'ok' ? event.link.nonce : null,
      at: new Date(event.timestamp).toISOString(),
    })
  }
  return [...taken.values()]
}
