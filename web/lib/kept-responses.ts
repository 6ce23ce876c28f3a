import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { emptySealed, openSealed, type SealedStore, sealText, unsealText } from './sealed-store.ts'
import { pageOwner, subscribePageOwner } from './suspended-session.ts'
import { readTokens } from './tokens.ts'

const RESPONSES = 'kept-answers'
const PICTURES = 'kept-pictures'
/** A working day: longer than any loss of connection, and over by the next morning. */
const LIFETIME_MS = 12 * 60 * 60 * 1000
const PAUSE_MS = 400

interface Kept {
  key: QueryKey
  data: unknown
}

type Open = { secret: string; responses: SealedStore; pictures: SealedStore }

let open: Open | undefined

/** The key is derived from the refresh token, so kept data is unreadable once the session ends. */
const secretOfNow = (): string | undefined => {
  const { refresh, userType } = readTokens()
  return userType === 'business' && refresh ? refresh : undefined
}

async function openNow(): Promise<Open | undefined> {
  const secret = secretOfNow()
  if (!secret) return undefined
  if (open?.secret === secret) return open
  const [responses, pictures] = [await openSealed(RESPONSES, secret), await openSealed(PICTURES, secret)]
  // Signed out, or in again, while the keys were derived.
  if (!responses || !pictures || secretOfNow() !== secret) return undefined
  open = { secret, responses, pictures }
  return open
}

const attempt = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined)

export async function forgetKept(): Promise<void> {
  open = undefined
  await attempt(emptySealed(RESPONSES))
  await attempt(emptySealed(PICTURES))
}

/** Keeps encrypted responses for offline use during the session; restores them before the first render. */
export async function keepResponses(client: QueryClient, routes: ReadonlySet<string>): Promise<void> {
  const isKept = (key: QueryKey) => typeof key[0] === 'string' && routes.has(key[0])
  for (const route of routes) client.setQueryDefaults([route], { gcTime: LIFETIME_MS })
  watch(client, isKept)
  const store = await attempt(openNow())
  const since = Date.now() - LIFETIME_MS
  void attempt(store?.pictures.prune(since) ?? Promise.resolve())
  for (const { value, at } of (await attempt(store?.responses.all(since) ?? Promise.resolve([]))) ?? []) {
    const { key, data } = JSON.parse(unsealText(value)) as Kept
    if (client.getQueryData(key) !== undefined) continue
    client.setQueryData(key, data, { updatedAt: at })
    // Shown at once, and refetched by whatever page shows it.
    void client.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' })
  }
}

function watch(client: QueryClient, isKept: (key: QueryKey) => boolean): void {
  const cache = client.getQueryCache()
  const changed = new Map<string, QueryKey>()
  let planned = false
  const write = async () => {
    planned = false
    const store = await attempt(openNow())
    const batch = [...changed]
    changed.clear()
    for (const [hash, key] of batch) {
      const query = cache.get(hash)
      const data = query?.state.data
      if (!store || data === undefined) continue
      const value = sealText(JSON.stringify({ key, data } satisfies Kept))
      await attempt(store.responses.put(hash, value, query?.state.dataUpdatedAt ?? Date.now()))
    }
  }
  const note = (hash: string, key: QueryKey) => {
    changed.set(hash, key)
    if (!planned) setTimeout(() => void write(), PAUSE_MS)
    planned = true
  }
  cache.subscribe((event) => {
    const isRead = event.type === 'updated' && event.action.type === 'success'
    if (isRead && isKept(event.query.queryKey)) note(event.query.queryHash, event.query.queryKey)
  })
  let owner = pageOwner()?.owner
  let secret = secretOfNow()
  subscribePageOwner(() => {
    const before = owner
    owner = pageOwner()?.owner
    const hadSecret = secret
    secret = secretOfNow()
    if (secret === hadSecret) return
    changed.clear()
    void forgetKept().then(() => {
      if (secret && owner === before)
        for (const { queryHash, queryKey } of cache.getAll()) if (isKept(queryKey)) note(queryHash, queryKey)
    })
  })
}

/** Picture URLs are signed anew with each response; the path identifies the file. */
const nameOf = (url: string): string => new URL(url, window.location.href).pathname

export async function keepPicture(url: string): Promise<void> {
  const store = await attempt(openNow())
  const name = nameOf(url)
  if (!store || (await attempt(store.pictures.get(name)))) return
  const picture = await attempt(
    fetch(url).then((response) => (response.ok ? response.arrayBuffer() : undefined)),
  )
  if (picture) await attempt(store.pictures.put(name, new Uint8Array(picture), Date.now()))
}

export async function keptPicture(url: string): Promise<Blob | undefined> {
  const store = await attempt(openNow())
  const bytes = store && (await attempt(store.pictures.get(nameOf(url))))
  return bytes && new Blob([bytes])
}
