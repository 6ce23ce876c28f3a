import { authRequest } from './auth-fetch.ts'
import { isPlainObject } from './case.ts'
import { passing } from './storage.ts'

/** The proof from a sign-in provider, to be exchanged for our tokens; kept in one tab. */
export type SocialSession =
  | { provider: string; accessToken: string }
  | { provider: string; code: string; state: string }

const key = 'socialSession'

export function holdSocialSession(session: SocialSession): void {
  passing.set(key, JSON.stringify(session))
}

export function readSocialSession(): SocialSession | undefined {
  const stored = passing.get(key)
  if (!stored) return undefined
  try {
    const value: unknown = JSON.parse(stored)
    if (!isPlainObject(value) || typeof value.provider !== 'string') return undefined
    const { provider, accessToken, code, state } = value
    if (typeof accessToken === 'string') return { provider, accessToken }
    if (typeof code === 'string' && typeof state === 'string') return { provider, code, state }
    return undefined
  } catch {
    return undefined
  }
}

export function endSocialSession(): void {
  passing.remove(key)
}

export async function socialLoginUrl(provider: string, redirectUri: string): Promise<string> {
  const answer = await authRequest<{ authorization_url: string }>({
    method: 'GET',
    path: '/api/auth/o/{provider}/',
    params: { provider },
    query: { redirect_uri: redirectUri },
    noRefresh: true,
  })
  return answer.authorization_url
}
