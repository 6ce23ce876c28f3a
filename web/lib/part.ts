import { isOnline } from './online.ts'

/** A part of the program that could not be fetched: no connection, or a newer release has taken its place. */
export class PartMissing extends Error {
  constructor(cause: unknown) {
    super('A part of the program could not be fetched', { cause })
    this.name = 'PartMissing'
  }
}

/** Fetches a part, and gives its failure a name of its own, so that nobody takes it for a fault of the page. */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new PartMissing(cause)
  }
}

const KEY = 'okuru:reloaded'
const PAUSE_MS = 60_000

/** False where it was done a moment ago, or where nothing can be remembered: never round in circles. */
function mayReload(): boolean {
  try {
    const now = Date.now()
    if (now - Number(globalThis.sessionStorage.getItem(KEY) ?? 0) < PAUSE_MS) return false
    globalThis.sessionStorage.setItem(KEY, String(now))
    return globalThis.sessionStorage.getItem(KEY) === String(now)
  } catch {
    return false
  }
}

/** Whether the server answers. A reload without it would end on the browser's own page, with everything gone. */
async function answers(): Promise<boolean> {
  if (!isOnline()) return false
  return fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/**
 * Loads the page anew, with the parts of the newest release. By itself once a minute at most; a person may press as
 * often as they like. False: it was not done, and what is on the screen stays there.
 */
export async function reloadForParts(
  asked: boolean,
  reload = () => window.location.reload(),
): Promise<boolean> {
  if (!(await answers())) return false
  if (!asked && !mayReload()) return false
  reload()
  return true
}
