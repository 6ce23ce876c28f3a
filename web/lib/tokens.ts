import { lasting } from './storage.ts'

export type UserType = 'customer' | 'business'

export interface StoredTokens {
  access: string | null
  refresh: string | null
  userType: UserType | null
}

/** The three keys of a sign-in. They are read anew for every request: another tab may have changed them. */
export const tokenKeys = { access: 'accessToken', refresh: 'refreshToken', userType: 'userType' } as const

const listeners = new Set<() => void>()
let generation = 0

function announce(): void {
  for (const listener of [...listeners]) listener()
}

export function readTokens(): StoredTokens {
  const userType = lasting.get(tokenKeys.userType)
  return {
    access: lasting.get(tokenKeys.access),
    refresh: lasting.get(tokenKeys.refresh),
    userType: userType === 'customer' || userType === 'business' ? userType : null,
  }
}

/**
 * Counts sign-ins and sign-outs of this tab. Work begun under an earlier number belongs to a session that is
 * over: it may neither sign in again nor end the session that followed.
 */
export function sessionGeneration(): number {
  return generation
}

export function storeSession(tokens: { access: string; refresh: string; userType: UserType }): void {
  generation += 1
  lasting.set(tokenKeys.access, tokens.access)
  lasting.set(tokenKeys.refresh, tokens.refresh)
  lasting.set(tokenKeys.userType, tokens.userType)
  announce()
}

/** The same session with a younger access token. */
export function storeRefreshed(tokens: { access: string; refresh?: string }): void {
  lasting.set(tokenKeys.access, tokens.access)
  if (tokens.refresh) lasting.set(tokenKeys.refresh, tokens.refresh)
  announce()
}

export function clearTokens(): void {
  generation += 1
  for (const key of Object.values(tokenKeys)) lasting.remove(key)
  announce()
}

/** Called on every change of the stored values, also by other tabs. Gives back the way to stop. */
export function subscribeTokens(listener: () => void): () => void {
  const keys: readonly string[] = Object.values(tokenKeys)
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || keys.includes(event.key)) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** Only a JWT is ever sent: its compact header always begins `eyJ`. */
export function isJwt(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('eyJ')
}

/** The stored access token when it may be sent. */
export function bearerToken(): string | undefined {
  const { access } = readTokens()
  return isJwt(access) ? access : undefined
}

/** Whose token it is, as `customer:12`, or undefined when it cannot be read. Never a proof of anything. */
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
