import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Secret } from './keys.ts'

export type Audience = 'customer' | 'business'
export type TokenType = 'access' | 'refresh'

export interface Claims {
  token_type: TokenType
  aud: Audience
  user_id: number
  /** Token generation; raising the account's invalidates older tokens. */
  gen: number
  sid: string
  /** Last password entry, in seconds. */
  auth_time: number
  jti: string
  iat: number
  exp: number
}

export const accessSeconds = 10 * 60
export const refreshSeconds = 30 * 24 * 60 * 60

export async function signToken(
  key: Secret,
  claims: Omit<Claims, 'iat' | 'exp' | 'jti'> & { jti?: string },
  at: Date,
): Promise<string> {
  const seconds = Math.floor(at.getTime() / 1000)
  const life = claims.token_type === 'access' ? accessSeconds : refreshSeconds
  const { aud, ...rest } = claims
  return new SignJWT({ ...rest })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience(aud)
    .setJti(claims.jti ?? randomBytes(16).toString('hex'))
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + life)
    .sign(key)
}

export type Verified = { claims: Claims } | { problem: 'invalid' | 'expired' }

// Caches verified tokens. Keyed by secret, because tests have one each.
const genuine = new WeakMap<Secret, LRUCache<string, Claims>>()
const mostKept = 2000

/** Accepts only HS256 with our key, whatever the header says. */
export function verifyToken(key: Secret, token: string, at: Date): Verified {
  let known = genuine.get(key)
  if (!known) {
    known = new LRUCache({ max: mostKept })
    genuine.set(key, known)
  }
  const claims = known.get(token) ?? genuineClaims(key, token)
  if (!claims) return { problem: 'invalid' }
  known.set(token, claims)
  if (claims.exp * 1000 <= at.getTime()) return { problem: 'expired' }
  return { claims }
}

function genuineClaims(key: Secret, token: string): Claims | null {
  const parts = token.split('.')
  if (parts.length !== 3 || token.length > 4000) return null
  const [head, payload, signature] = parts as [string, string, string]
  const expected = createHmac('sha256', key).update(`${head}.${payload}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const header = decode(head)
  const claims = decode(payload)
  return header?.alg === 'HS256' && isClaims(claims) ? claims : null
}

function decode(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return value && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

function isClaims(value: Record<string, unknown> | null): value is Record<string, unknown> & Claims {
  return (
    value !== null &&
    (value.token_type === 'access' || value.token_type === 'refresh') &&
    (value.aud === 'customer' || value.aud === 'business') &&
    typeof value.exp === 'number' &&
    typeof value.gen === 'number' &&
    typeof value.sid === 'string' &&
    typeof value.auth_time === 'number' &&
    typeof value.jti === 'string' &&
    (value.user_id === undefined || Number.isSafeInteger(value.user_id))
  )
}
