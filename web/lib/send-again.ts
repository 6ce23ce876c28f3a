/** A request without an answer is given up after this time, and sent again: its connection may be dead. */
export const SEND_MS = 30_000

const LAST_MS = 60_000
const WAITS_MS = [5_000, 15_000]

/** The wait after a failed attempt; `misses` others failed in a row before it. */
export const waitAfter = (misses: number): number => WAITS_MS[misses] ?? LAST_MS
