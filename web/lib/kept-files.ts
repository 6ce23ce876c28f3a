import { createStore, del, delMany, entries, get, set, type UseStore } from 'idb-keyval'

export interface KeptFile {
  id: string
  owner: string
  place: string
  name: string
  file: Blob
  at: number
  /** Ready to be sent as it is. */
  isPrepared?: boolean
  /** Sent once it is released. */
  isHeld?: boolean
}

export interface KeptFiles {
  /** False where the browser keeps nothing, or nothing more. */
  put(file: KeptFile): Promise<boolean>
  drop(id: string): Promise<void>
  /** False only where it is certain that it is gone. */
  has(id: string): Promise<boolean>
  of(owner: string): Promise<KeptFile[]>
  clear(owner: string): Promise<void>
}

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

/** Files are too large for the storage of drafts, so they are kept in IndexedDB. */
export function keptFiles(name: string): KeptFiles {
  let opened: UseStore | undefined
  const store = () => {
    opened ??= createStore(`okuru-${name}`, 'files')
    return opened
  }
  // Without storage, or with a full one, photos are still sent while the page is open; `put` says so.
  const attempt = async <T>(use: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await use()
    } catch {
      return otherwise
    }
  }
  const all = async () => (await entries<string, KeptFile>(store())).map(([, file]) => file)
  const dropAll = (files: readonly KeptFile[]) =>
    delMany(
      files.map(({ id }) => id),
      store(),
    )
  return {
    put: (file) =>
      attempt(async () => {
        await set(file.id, file, store())
        return true
      }, false),
    drop: (id) => attempt(() => del(id, store()), undefined),
    has: (id) => attempt(async () => (await get(id, store())) !== undefined, true),
    of: (owner) =>
      attempt(async () => {
        const files = await all()
        const old = files.filter(({ at }) => Date.now() - at > LIFETIME_MS)
        if (old.length > 0) await dropAll(old)
        return files
          .filter((file) => file.owner === owner && !old.includes(file))
          .toSorted((one, other) => one.at - other.at)
      }, []),
    clear: (owner) =>
      attempt(async () => dropAll((await all()).filter((file) => file.owner === owner)), undefined),
  }
}
