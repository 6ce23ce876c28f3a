/** Browser storage that falls back to memory where it is blocked, full or missing. */
export interface SafeStorage {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  keys(): string[]
}

function makeSafeStorage(open: () => Storage): SafeStorage {
  const memory = new Map<string, string>()

  function attempt<T>(use: (storage: Storage) => T, otherwise: T): T {
    try {
      return use(open())
    } catch {
      return otherwise
    }
  }

  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    set(key, value) {
      const written = attempt((storage) => {
        storage.setItem(key, value)
        return true
      }, false)
      if (written) memory.delete(key)
      else memory.set(key, value)
    },
    remove(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
    keys() {
      const stored = attempt(
        (storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''),
        [],
      )
      return [...new Set([...memory.keys(), ...stored])]
    },
  }
}

export const lasting = makeSafeStorage(() => globalThis.localStorage)

export const passing = makeSafeStorage(() => globalThis.sessionStorage)
