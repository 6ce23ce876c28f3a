import { createHash } from 'node:crypto'
import type { CallBody } from '#contract/call'
import type { signInProviderCalls } from '#contract/sign-in-provider'
import { freshAccess } from '#server/domains/account/device.service'
import { requireOpenAccount } from '#server/domains/account/open-account.service'
import {
  openProviderAccount,
  openProviderSession,
  type SignInPlace,
} from '#server/domains/account/provider-account.service'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { CustomerActor, NobodyActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { type Identity, ProviderError, randomSecret, type SignInProvider } from '#server/platform/oidc'
import { notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { accountOfSubject, linksOf, lockSubject, passwordOf } from './sign-in-provider.queries.ts'

type Proof = CallBody<typeof signInProviderCalls.signIn>

const minutesToSignIn = 10

const hashState = (state: string): string => createHash('sha256').update(state).digest('base64url')

export async function startSignIn(
  db: Db,
  provider: SignInProvider,
  wanted: { redirectUri: string; fresh: boolean },
  at: Date,
  log: Tools['log'],
): Promise<{ authorization_url: string }> {
  const [state, verifier, nonce] = [randomSecret(), randomSecret(), randomSecret()]
  const authorization_url = await callProvider(provider, log, () =>
    provider.authorizationUrl({ ...wanted, state, verifier, nonce }),
  )
  await db
    .insertInto('provider_sign_in')
    .values({
      state_hash: hashState(state),
      provider: provider.id,
      redirect_uri: wanted.redirectUri,
      verifier,
      nonce,
      is_fresh: wanted.fresh,
      expires_at: new Date(at.getTime() + minutesToSignIn * 60_000).toISOString(),
    })
    .execute()
  return { authorization_url }
}

/** A failure of the provider is never 401: clients would end their own session. */
async function callProvider<T>(
  provider: SignInProvider,
  log: Tools['log'],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // The cause may hold a token, so only its kind is logged.
    const cause = error.cause instanceof Error ? error.cause.name : 'unknown'
    log.warn({ provider: provider.id, failure: error.failure, cause }, 'sign-in provider failed')
    throw refuse(error.failure === 'down' ? 'provider_down' : 'provider_refused')
  }
}

async function identityOf(
  db: Db,
  provider: SignInProvider,
  { code, state, iss, access_token }: Proof,
  at: Date,
  log: Tools['log'],
): Promise<Identity & { isFresh?: boolean }> {
  if (access_token)
    return proven(await callProvider(provider, log, () => provider.identityOfToken(access_token)))
  if (typeof code !== 'string' || code === '' || !state) throw refuse('provider_refused')
  const started = await takeStarted(db, provider, state, at)
  const { redirect_uri: redirectUri, verifier, nonce } = started
  const identity = await callProvider(provider, log, () =>
    provider.identityOfCode({ redirectUri, code, state, verifier, nonce, iss }),
  )
  return { ...proven(identity), isFresh: started.is_fresh && isRecent(identity, started, provider) }
}

/** Before the exchange: a state is used once, whatever comes of it. */
async function takeStarted(db: Db, provider: SignInProvider, state: string, at: Date) {
  const started = await db
    .deleteFrom('provider_sign_in')
    .where('state_hash', '=', hashState(state))
    .where('provider', '=', provider.id)
    .where('expires_at', '>', at.toISOString())
    .returning(['redirect_uri', 'verifier', 'nonce', 'is_fresh', 'expires_at'])
    .executeTakeFirst()
  if (!started) throw refuse('provider_refused')
  return started
}

/**
 * Clocks differ by a minute at most. One that has to say when the person signed in, and does not, was asked by an address
 * that somebody changed on the way.
 */
function isRecent(
  { signedInAt }: Identity,
  { expires_at }: { expires_at: string },
  { tellsSignIn }: SignInProvider,
): boolean {
  if (signedInAt === null) return !tellsSignIn
  const startedAt = new Date(expires_at).getTime() - minutesToSignIn * 60_000
  return signedInAt.getTime() >= startedAt - 60_000
}

function proven(identity: Identity): Identity {
  if (identity.subject === '') throw refuse('provider_refused')
  return identity
}

export async function signInWithProvider(
  db: Db,
  actor: NobodyActor,
  provider: SignInProvider,
  proof: Proof,
  place: SignInPlace,
  tools: Pick<Tools, 'keys' | 'log'>,
) {
  const identity = await identityOf(db, provider, proof, actor.at, tools.log)
  return inTransaction(db, async (tx) => {
    await lockSubject(tx, provider.id, identity.subject)
    const known = await accountOfSubject(tx, provider.id, identity.subject)
    if (!known && proof.known_only) throw refuse('provider_not_linked')
    const accountId = known?.account_id ?? (await firstSignIn(tx, actor, provider, identity, proof.store))
    return openProviderSession(tx, actor, accountId, provider.id, place, tools)
  })
}

async function firstSignIn(
  tx: Tx,
  actor: NobodyActor,
  provider: SignInProvider,
  { subject, email }: Identity,
  store: string | undefined,
): Promise<number> {
  const account = await openProviderAccount(tx, actor, { email, store })
  await insertLink(tx, account, provider.id, subject, actor.at)
  return account
}

async function insertLink(
  tx: Tx,
  account: number,
  provider: string,
  subject: string,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('provider_account')
    .values({ account_id: account, provider, subject, linked_at: at.toISOString() })
    .execute()
}

export async function signInWays(db: Db, actor: CustomerActor, providers: readonly SignInProvider[]) {
  const links = await linksOf(db, actor.account_id)
  return {
    password: await passwordOf(db, actor.account_id),
    providers: providers.map(({ id, label }) => ({
      id,
      label,
      linked_at: links.find(({ provider }) => provider === id)?.linked_at ?? null,
    })),
  }
}

/** The person signed in at the provider again, and is the one whose account this is. */
export async function confirmByProvider(
  db: Db,
  actor: CustomerActor,
  provider: SignInProvider,
  proof: Proof,
  tools: Pick<Tools, 'keys' | 'log'>,
): Promise<{ access: string }> {
  const { subject, isFresh } = await identityOf(db, provider, proof, actor.at, tools.log)
  if (!isFresh) throw refuse('provider_refused')
  return inTransaction(db, async (tx) => {
    const known = await accountOfSubject(tx, provider.id, subject)
    if (known?.account_id !== actor.account_id) throw refuse('provider_other_person')
    return freshAccess(tx, actor, tools, provider.id)
  })
}

export async function linkProvider(
  db: Db,
  actor: CustomerActor,
  provider: SignInProvider,
  proof: Proof,
  tools: Pick<Tools, 'log'>,
): Promise<void> {
  const { subject } = await identityOf(db, provider, proof, actor.at, tools.log)
  await inTransaction(db, async (tx) => {
    await lockSubject(tx, provider.id, subject)
    await requireOpenAccount(tx, actor)
    const known = await accountOfSubject(tx, provider.id, subject)
    if (known?.account_id === actor.account_id) return
    if (known) throw refuse('provider_linked_elsewhere')
    const links = await linksOf(tx, actor.account_id)
    if (links.some((link) => link.provider === provider.id)) throw refuse('provider_linked')
    await insertLink(tx, actor.account_id, provider.id, subject, actor.at)
    await recordLink(tx, actor, 'link_provider', provider.id)
  })
}

/** Works for providers that are no longer offered, too; these are no way in. */
export async function unlinkProvider(
  db: Db,
  actor: CustomerActor,
  provider: string,
  offered: readonly SignInProvider[],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Two removals at once must not take the last way in together.
    await requireOpenAccount(tx, actor)
    const links = await linksOf(tx, actor.account_id)
    if (!links.some((link) => link.provider === provider)) throw notFound()
    const others = links.filter((link) => link.provider !== provider)
    const leavesOne = others.some((link) => offered.some(({ id }) => id === link.provider))
    if (!leavesOne && (await passwordOf(tx, actor.account_id)) !== 'usable') throw refuse('last_way_in')
    await tx
      .deleteFrom('provider_account')
      .where('account_id', '=', actor.account_id)
      .where('provider', '=', provider)
      .execute()
    await recordLink(tx, actor, 'unlink_provider', provider)
  })
}

const recordLink = (
  tx: Tx,
  actor: CustomerActor,
  act: 'link_provider' | 'unlink_provider',
  provider: string,
) =>
  recordActivity(tx, actor, {
    action: `account.${act}`,
    object_type: 'account',
    object_id: actor.account_id,
    detail: { provider },
  })

export async function providerSubject(
  db: Db,
  accountId: number,
  provider: string,
): Promise<string | undefined> {
  return (await linksOf(db, accountId)).find((link) => link.provider === provider)?.subject
}

export async function subjectAccount(db: Db, provider: string, subject: string): Promise<number | undefined> {
  return (await accountOfSubject(db, provider, subject))?.account_id
}

/** The person may register anew with the same provider. */
export async function forgetProviders(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('provider_account').where('account_id', '=', accountId).execute()
}

export async function deleteExpiredSignIns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('provider_sign_in').where('expires_at', '<', now.toISOString()).execute()
}
