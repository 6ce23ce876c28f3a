import { createListeners } from './listeners.ts'
import { lasting } from './storage.ts'

export type UserType = 'customer' | 'business'

export interface StoredTokens {
  access: string | null
  refresh: string | null
  userType: UserType | null
}

/** Read for every request: another tab may have changed them. */
export const tokenKeys = { access: 'accessToken', refresh: 'refreshToken', userType: 'userType' } as const

const { subscribe, tell } = createListeners()
let generation = 0

export function readTokens(): StoredTokens {
  const userType = lasting.get(tokenKeys.userType)
  return {
    access: lasting.get(tokenKeys.access),
    refresh: lasting.get(tokenKeys.refresh),
    userType: userType === 'customer' || userType === 'business' ? userType : null,
  }
}

/** Counts sign-ins and sign-outs of this tab. Older work must neither sign in nor end the current session. */
export function sessionGeneration(): number {
  return generation
}

export function storeSession(tokens: { access: string; refresh: string; userType: UserType }): void {
  generation += 1
  lasting.set(tokenKeys.access, tokens.access)
  lasting.set(tokenKeys.refresh, tokens.refresh)
  lasting.set(tokenKeys.userType, tokens.userType)
  tell()
}

export function storeRefreshed(tokens: { access: string; refresh?: string }): void {
  lasting.set(tokenKeys.access, tokens.access)
  if (tokens.refresh) lasting.set(tokenKeys.refresh, tokens.refresh)
  tell()
}

export function clearTokens(): void {
  generation += 1
  for (const key of Object.values(tokenKeys)) lasting.remove(key)
  tell()
}

/** Called on every change of the stored values, also by other tabs. Returns an unsubscribe function. */
export function subscribeTokens(listener: () => void): () => void {
  const keys: readonly string[] = Object.values(tokenKeys)
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || keys.includes(event.key)) listener()
  }
  const stop = subscribe(listener)
  // Missing where pages are drawn for the document.
  globalThis.addEventListener?.('storage', onStorage)
  return () => {
    stop()
    window.removeEventListener('storage', onStorage)
  }
}

/** A compact JWT always begins with `eyJ`. */
export function isJwt(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('eyJ')
}

export function bearerToken(): string | undefined {
  const { access } = readTokens()
  return isJwt(access) ? access : undefined
}

/** The token's owner, as `customer:12`; unverified. Undefined when it cannot be read. */
export function tokenOwner(token: string | null | undefined): string | undefined {
  try {
    const payload = token?.split('.')[1]
    if (!payload) return undefined
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as { aud?: unknown; user_id?: unknown }
    if (typeof claims.user_id !== 'string' && typeof claims.user_id !== 'number') return undefined
    return `${String(claims.aud ?? '')}:${claims.user_id}`
  } catch {
    return undefined
  }
}
