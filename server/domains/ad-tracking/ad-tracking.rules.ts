/** Without query and fragment, which may carry tokens of mail links or names; empty when it is no web address. */
export function plainAddress(address: string): string {
  if (!URL.canParse(address)) return ''
  const { protocol, origin, pathname } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? origin + pathname : ''
}

export const plainPath = (path: string): string => path.split(/[?#]/, 1)[0] ?? ''

const mostMinutesAhead = 5
const mostDaysBehind = 7

/** The visitor's clock, if plausible (events may be queued for days, but not come from the future); else ours. */
export function occurredAt(claimed: string | undefined, received: Date): Date {
  const time = claimed === undefined ? Number.NaN : Date.parse(claimed)
  const now = received.getTime()
  const believable = time <= now + mostMinutesAhead * 60_000 && time >= now - mostDaysBehind * 86_400_000
  return believable ? new Date(time) : received
}

export const keptDays = { untied: 90, events: 400 } as const
