import { createStore, del, delMany, entries, set, type UseStore } from 'idb-keyval'

/** A file that still has to be sent, kept in this browser for whoever took it. */
export interface KeptFile {
  id: string
  owner: string
  /** Where it goes, in the words of whoever sends it. */
  place: string
  name: string
  file: Blob
  /** Milliseconds since 1970. */
  at: number
}

export interface KeptFiles {
  put(file: KeptFile): Promise<void>
  drop(id: string): Promise<void>
  /** In the order they were put. */
  of(owner: string): Promise<KeptFile[]>
  clear(owner: string): Promise<void>
}

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

/** Text drafts have their place beside; files are too large for it. */
export function keptFiles(name: string): KeptFiles {
  let opened: UseStore | undefined
  const store = () => {
    opened ??= createStore(`okuru-${name}`, 'files')
    return opened
  }
  // A browser that keeps nothing, or has no room, still sends what is on the screen.
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
    put: (file) => attempt(() => set(file.id, file, store()), undefined),
    drop: (id) => attempt(() => del(id, store()), undefined),
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
