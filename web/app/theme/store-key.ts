import { DEFAULT_STORE_KEY } from './stores.ts'

export const STORE_KEY_ITEM = 'storeKey'
const STORE_PARAMETER = 'store'

type Surroundings = { storage?: () => Pick<Storage, 'getItem' | 'setItem'>; search?: string }

/** Storage may be forbidden altogether; then the very access throws, not only the call. */
function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/**
 * The store this tab shows: what the session remembers, else the address, else the default. A store
 * named by the address is remembered. The default is not, so a later link to a store still works.
 */
export function resolveStoreKey({
  storage = () => window.sessionStorage,
  search = window.location.search,
}: Surroundings = {}): string {
  const remembered = attempt(() => storage().getItem(STORE_KEY_ITEM))
  if (remembered) return remembered
  const asked = new URLSearchParams(search).get(STORE_PARAMETER)
  if (!asked) return DEFAULT_STORE_KEY
  attempt(() => storage().setItem(STORE_KEY_ITEM, asked))
  return asked
}
