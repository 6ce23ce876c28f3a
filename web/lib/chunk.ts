import { isOnline } from './online.ts'

/** A lazy chunk could not be loaded: no connection, or a newer release has replaced it. */
export class ChunkMissing extends Error {
  constructor(cause: unknown) {
    super('A chunk of the program could not be loaded', { cause })
    this.name = 'ChunkMissing'
  }
}

export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new ChunkMissing(cause)
  }
}

const KEY = 'okuru:reloaded'
const PAUSE_MS = 60_000

/** At most one automatic reload a minute, and none without storage, to avoid reload loops. */
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

/** A reload without the server would lose the page to the browser's error page. */
async function serverResponds(): Promise<boolean> {
  if (!isOnline()) return false
  return fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Reloads for the newest release: automatically once a minute at most. Returns false when not done. */
export async function reloadForChunks(
  asked: boolean,
  reload = () => window.location.reload(),
): Promise<boolean> {
  if (!(await serverResponds())) return false
  if (!asked && !mayReload()) return false
  reload()
  return true
}
