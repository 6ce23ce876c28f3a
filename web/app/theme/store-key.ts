import { DEFAULT_STORE_KEY } from './stores.ts'

export const STORE_KEY_ITEM = 'storeKey'
const STORE_PARAMETER = 'store'

type Surroundings = { storage?: () => Pick<Storage, 'getItem' | 'setItem'>; search?: string }

/** Where storage is forbidden, the access itself throws. */
function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** What the session shows from the next load of a page on. */
const rememberStoreKey = (key: string): void => {
  attempt(() => window.sessionStorage.setItem(STORE_KEY_ITEM, key))
}

/** Loads the page anew, on the storefront of that store; blank for the common one. */
export function openOnStore(key: string, path: string): void {
  rememberStoreKey(key || DEFAULT_STORE_KEY)
  window.location.assign(path)
}

/** Whether shops of the storefront `own`, blank for the common one, cannot be chosen on the storefront `here`. */
export const isElsewhere = (here: string, own: string): boolean =>
  here !== DEFAULT_STORE_KEY && here !== (own || DEFAULT_STORE_KEY)

/** What the session shows from now on is the common store. */
export const forgetStoreKey = (): void => rememberStoreKey(DEFAULT_STORE_KEY)

/** From the session, the address or the default. Only a store from the address is remembered. */
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
