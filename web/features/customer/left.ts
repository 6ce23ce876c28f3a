import { passing } from '#web/lib/storage.ts'

const KEY = 'leftAt'

/** For this tab, so that the page about it says the same after a reload. */
export const rememberLeaving = (at: Date): void => passing.set(KEY, at.toISOString())

/** Null where nobody has left in this tab. */
export const leftAt = (): string | null => passing.get(KEY)
