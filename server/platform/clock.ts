/** The only source of time. Tests and the seed hand in their own. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands until it is set or moved. */
export function standingClock(
  start: Date | string,
): Clock & { set(to: Date | string): void; forward(ms: number): void } {
  let at = new Date(start)
  return {
    now: () => new Date(at),
    set: (to) => {
      at = new Date(to)
    },
    forward: (ms) => {
      at = new Date(at.getTime() + ms)
    },
  }
}
