import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { queueSignedMail } from '#server/domains/company/operator.service'
import type { Actor, NobodyActor, SignedIn } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { eraseMails } from '#server/platform/mail-queue'
import { type Refusal, refuse } from '#server/platform/refusal'
import { isRequiredOf } from '#server/platform/second-factor'
import { type Audience, type Claims, refreshSeconds, signToken, verifyToken } from '#server/platform/token'
import type { Tools } from '#server/platform/tools'
import { leftMail } from './account.mail.ts'
import { type Principal, principalOf, principalOfSession, refreshTokenRow } from './account.queries.ts'

export { deviceLabelOf } from './account.rules.ts'

export const deviceHeader = 'x-okuru-device'

// Saves a query on nearly every call. A change drops the entry here; other processes see it within two seconds.
const principals = new WeakMap<Db, { kept: LRUCache<number, Principal>; changes: number }>()
function principalCache(db: Db) {
  let cache = principals.get(db)
  if (!cache) {
    cache = { kept: new LRUCache<number, Principal>({ max: 5000, ttl: 2000 }), changes: 0 }
    principals.set(db, cache)
  }
  return cache
}

/** Call after any change to an account, its customer record or its staff record. */
export function forgetPrincipal(db: Db, accountId: number): void {
  const cache = principalCache(db)
  cache.kept.delete(accountId)
  cache.changes += 1
}

/** A row that was read while something changed may be the old one, and is not kept. */
async function kept<Found extends Principal>(
  db: Db,
  read: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const cache = principalCache(db)
  const { changes } = cache
  const found = await read()
  if (found && cache.changes === changes) cache.kept.set(found.id, found)
  return found
}

export function nobody(at: Date, httpRequestId: string): NobodyActor {
  return { kind: 'nobody', role: 'nobody', at, http_request_id: httpRequestId }
}

type AuthTools = Pick<Tools, 'clock' | 'keys' | 'config'>

/** Returns an anonymous actor without a bearer token; throws 401 for a bad one. Synchronous on a cache hit. */
export function authenticate(
  db: Db,
  header: string | undefined,
  httpRequestId: string,
  tools: AuthTools,
): Actor | Promise<Actor> {
  const at = tools.clock.now()
  const claims = claimsOf(header, at, tools)
  if (!claims) return nobody(at, httpRequestId)
  const known = principalCache(db).kept.get(claims.user_id)
  if (known) {
    const actor = actorOf(known, claims, at, httpRequestId, tools)
    // Another process may just have set it up.
    if (actor.kind !== 'business' || !actor.lacks_second_factor) return actor
  }
  return kept(db, () => principalOf(db, claims.user_id)).then((found) =>
    actorOf(found, claims, at, httpRequestId, tools),
  )
}

/** Bypasses the cache, for calls that a signed-out device must not make while its access token is still valid. */
export async function authenticateNow(
  db: Db,
  header: string | undefined,
  httpRequestId: string,
  tools: AuthTools,
): Promise<Actor> {
  const at = tools.clock.now()
  const claims = claimsOf(header, at, tools)
  if (!claims) return nobody(at, httpRequestId)
  const found = await kept(db, () => principalOfSession(db, claims.user_id, claims.sid))
  const actor = actorOf(found, claims, at, httpRequestId, tools)
  if (!found?.has_session) throw tokenRefusal('Token is invalid')
  return actor
}

function claimsOf(header: string | undefined, at: Date, tools: AuthTools): Claims | null {
  const words = (header ?? '').trim().split(/\s+/)
  if (words[0] !== 'Bearer') return null
  if (words.length !== 2) throw refuse('bad_authorization_header')
  const verified = verifyToken(tools.keys.token, words[1] as string, at)
  if ('problem' in verified)
    throw tokenRefusal(verified.problem === 'expired' ? 'Token is expired' : 'Token is invalid')
  const { claims } = verified
  if (claims.token_type !== 'access') throw tokenRefusal('Token has wrong type')
  if (claims.user_id === undefined) {
    throw refuse('token_not_valid', { message: 'Token contained no recognizable user identification' })
  }
  return claims
}

function actorOf(
  principal: Principal | undefined,
  claims: Claims,
  at: Date,
  httpRequestId: string,
  tools: AuthTools,
): SignedIn {
  if (!principal || principal.left_at !== null) throw refuse('user_not_found')
  if (!principal.is_active || principal.business_active === false || isOver(principal, at))
    throw refuse('user_inactive')
  if (principal.kind !== claims.aud || principal.generation !== claims.gen)
    throw tokenRefusal('Token is invalid')
  const session = { id: claims.sid, signed_in_at: new Date(claims.auth_time * 1000) }
  return signedIn(principal, session, at, httpRequestId, tools)
}

const isOver = ({ valid_until }: Principal, at: Date): boolean =>
  valid_until !== null && Date.parse(valid_until) <= at.getTime()

function signedIn(
  principal: Principal,
  session: SignedIn['session'],
  at: Date,
  httpRequestId: string,
  { config }: AuthTools,
): SignedIn {
  const common = {
    at,
    http_request_id: httpRequestId,
    account_id: principal.id,
    email: principal.email,
    session,
  }
  if (principal.kind === 'customer') {
    return {
      ...common,
      kind: 'customer',
      role: 'customer',
      customer_id: principal.customer_id,
      name: principal.customer_name ?? '',
    }
  }
  const isOperator = principal.is_operator === true
  const role = isOperator ? 'operator' : (principal.role ?? 'staff')
  return {
    ...common,
    kind: 'business',
    role,
    business_user_id: principal.business_user_id ?? 0,
    company_id: principal.company_id ?? 0,
    is_operator: isOperator,
    is_admin: principal.role === 'admin',
    lacks_second_factor: !principal.has_second_factor && isRequiredOf({ role }, config),
    shop_ids: principal.shop_ids.length > 0 ? principal.shop_ids : null,
    name: principal.business_name ?? '',
  }
}

function tokenRefusal(message: string): Refusal {
  return refuse('token_not_valid', {
    extra: { messages: [{ token_class: 'AccessToken', token_type: 'access', message }] },
  })
}

export interface SessionPlace {
  device: string
  network: string | null
}

export async function openSession(
  tx: Tx,
  account: { id: number; kind: Audience; generation: number },
  label: string,
  at: Date,
  tools: Pick<Tools, 'keys'>,
  place: SessionPlace = { device: '', network: null },
): Promise<{ access: string; refresh: string }> {
  const sid = randomBytes(16).toString('hex')
  await tx
    .insertInto('refresh_token')
    .values({
      jti: sid,
      account_id: account.id,
      label: label.slice(0, 200),
      device_hash: place.device,
      signed_in_at: at.toISOString(),
      last_used_at: at.toISOString(),
      expires_at: new Date(at.getTime() + refreshSeconds * 1000).toISOString(),
    })
    .execute()
  if (account.kind === 'business') await noteNetwork(tx, sid, place.network, at)
  const claims = {
    aud: account.kind,
    user_id: account.id,
    gen: account.generation,
    sid,
    auth_time: Math.floor(at.getTime() / 1000),
  }
  return {
    refresh: await signToken(tools.keys.token, { ...claims, token_type: 'refresh', jti: sid }, at),
    access: await signToken(tools.keys.token, { ...claims, token_type: 'access' }, at),
  }
}

/** Records the network of a business session; the two-person rule compares them. */
export async function noteNetwork(tx: Tx, session: string, network: string | null, at: Date): Promise<void> {
  if (network === null) return
  await tx
    .insertInto('session_network')
    .values({ jti: session, network_hash: network, last_seen_at: at.toISOString() })
    .onConflict((conflict) =>
      conflict.columns(['jti', 'network_hash']).doUpdateSet({ last_seen_at: at.toISOString() }),
    )
    .execute()
}

/** Refresh tokens are not rotated. A device is revoked by its row; the generation only invalidates access tokens. */
export async function refreshAccess(
  db: Db,
  { token, network }: { token: string; network: string | null },
  tools: Pick<Tools, 'clock' | 'keys'>,
): Promise<{ access: string }> {
  const at = tools.clock.now()
  const bad = (message: string) => refuse('token_not_valid', { message })
  const verified = verifyToken(tools.keys.token, token, at)
  if ('problem' in verified) throw bad('Token is invalid or expired')
  const { claims } = verified
  if (claims.token_type !== 'refresh') throw bad('Token has wrong type')
  const row = await refreshTokenRow(db, claims.jti)
  if (!row || row.revoked_at !== null) throw bad('Token is blacklisted')
  const principal = await principalOf(db, claims.user_id)
  const gone = !principal?.is_active || principal.left_at !== null || principal.business_active === false
  if (gone || isOver(principal, at) || principal.kind !== claims.aud)
    throw bad('No active account found for the given token.')
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable('refresh_token')
      .set({ last_used_at: at.toISOString() })
      .where('jti', '=', claims.jti)
      .execute()
    if (claims.aud === 'business') await noteNetwork(tx, claims.jti, network, at)
  })
  return {
    access: await signToken(
      tools.keys.token,
      {
        token_type: 'access',
        aud: claims.aud,
        user_id: claims.user_id,
        gen: principal.generation,
        sid: claims.jti,
        auth_time: Math.floor(new Date(row.signed_in_at).getTime() / 1000),
      },
      at,
    ),
  }
}

export function verifyAny(token: string, tools: Pick<Tools, 'clock' | 'keys'>): Record<string, never> {
  const verified = verifyToken(tools.keys.token, token, tools.clock.now())
  if ('problem' in verified) throw refuse('token_not_valid', { message: 'Token is invalid or expired' })
  return {}
}

/** Keeps one session; all access tokens become invalid. Call `forgetPrincipal` after the transaction. */
export async function endSessions(
  tx: Tx,
  accountId: number,
  at: Date,
  except: string | null = null,
): Promise<void> {
  await tx
    .updateTable('account')
    .set((eb) => ({ generation: eb('generation', '+', 1) }))
    .where('id', '=', accountId)
    .execute()
  let devices = tx
    .updateTable('refresh_token')
    // No device stays known: one of them may be why the sessions are ended.
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(at.toISOString())), is_known: false }))
    .where('account_id', '=', accountId)
  if (except !== null) devices = devices.where('jti', '!=', except)
  await devices.execute()
}

/** Idempotent: unknown, expired and ended tokens are ignored. */
export async function endSession(db: Db, token: string, tools: Pick<Tools, 'clock' | 'keys'>): Promise<void> {
  const at = tools.clock.now()
  const verified = verifyToken(tools.keys.token, token, at)
  if ('problem' in verified || verified.claims.token_type !== 'refresh') return
  await db
    .updateTable('refresh_token')
    .set({ revoked_at: at.toISOString() })
    .where('jti', '=', verified.claims.jti)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function closeAccount(tx: Tx, accountId: number, at: Date): Promise<void> {
  const { email } = await tx
    .updateTable('account')
    .set({ is_active: false, email_folded: sql<string>`${`closed ${accountId} `} || email_folded` })
    .where('id', '=', accountId)
    .returning('email')
    .executeTakeFirstOrThrow()
  await endSessions(tx, accountId, at)
  // Whoever did not do this themselves has to hear of it.
  if (email !== '') await queueSignedMail(tx, { account_id: accountId, to: email, ...leftMail(at) }, at)
}

/** Erases the personal data of a closed account and its mails. The row stays for foreign keys. */
export async function eraseAccount(tx: Tx, accountId: number): Promise<void> {
  await tx
    .updateTable('account')
    .set({ email: '', email_folded: `erased ${accountId}`, password_hash: null })
    .where('id', '=', accountId)
    .where('is_active', '=', false)
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.deleteFrom('mail_token').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('refresh_token').where('account_id', '=', accountId).execute()
  await eraseMails(tx, accountId)
}
