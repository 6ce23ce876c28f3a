/** The only source of time. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

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
