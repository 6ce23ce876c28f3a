import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval'

/** A store encrypted with keys derived from a secret and never stored: without the secret it is unreadable. */
interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
  at: number
}

interface Keys {
  cipher: CryptoKey
  name: CryptoKey
}

const utf8 = new TextEncoder()
const text = new TextDecoder()

async function keysOf(secret: string): Promise<Keys> {
  const { subtle } = crypto
  const material = await subtle.importKey('raw', utf8.encode(secret), 'HKDF', false, ['deriveKey'])
  const derive = (purpose: string, algorithm: AesKeyGenParams | HmacKeyGenParams, usages: KeyUsage[]) =>
    subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt: utf8.encode('okuru kept'), info: utf8.encode(purpose) },
      material,
      algorithm,
      false,
      usages,
    )
  return {
    cipher: await derive('content', { name: 'AES-GCM', length: 256 }, ['encrypt', 'decrypt']),
    name: await derive('name', { name: 'HMAC', hash: 'SHA-256', length: 256 }, ['sign']),
  }
}

export interface SealedStore {
  put(name: string, value: Uint8Array<ArrayBuffer>, at: number): Promise<void>
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  all(since: number): Promise<{ value: Uint8Array<ArrayBuffer>; at: number }[]>
  prune(since: number): Promise<void>
}

const stores = new Map<string, UseStore>()
function storeOf(name: string): UseStore {
  let store = stores.get(name)
  if (!store) {
    store = createStore(`okuru-${name}`, 'sealed')
    stores.set(name, store)
  }
  return store
}

/** Undefined without Web Crypto, which needs TLS or localhost. */
export async function openSealed(name: string, secret: string): Promise<SealedStore | undefined> {
  if (!globalThis.crypto?.subtle || !globalThis.indexedDB) return undefined
  const store = storeOf(name)
  const keys = await keysOf(secret)
  const idOf = async (entry: string) => {
    const mac = new Uint8Array(await crypto.subtle.sign('HMAC', keys.name, utf8.encode(entry)))
    return Array.from(mac.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
  const open = async ({ iv, bytes }: Sealed): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    try {
      return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, keys.cipher, bytes))
    } catch {
      return undefined
    }
  }
  return {
    async put(entry, value, at) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, keys.cipher, value)
      await set(await idOf(entry), { iv, bytes, at } satisfies Sealed, store)
    },
    async get(entry) {
      const found = await get<Sealed>(await idOf(entry), store)
      return found && open(found)
    },
    async all(since) {
      const found: { value: Uint8Array<ArrayBuffer>; at: number }[] = []
      for (const [id, sealed] of await entries<string, Sealed>(store)) {
        const value = sealed.at >= since ? await open(sealed) : undefined
        if (value) found.push({ value, at: sealed.at })
        else await del(id, store)
      }
      return found
    },
    async prune(since) {
      for (const [id, { at }] of await entries<string, Sealed>(store)) if (at < since) await del(id, store)
    },
  }
}

export async function emptySealed(name: string): Promise<void> {
  if (globalThis.indexedDB) await clear(storeOf(name))
}

export const sealText = (value: string): Uint8Array<ArrayBuffer> => utf8.encode(value)
export const unsealText = (value: Uint8Array<ArrayBuffer>): string => text.decode(value)
