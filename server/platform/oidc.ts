import * as client from 'openid-client'

export interface ProviderConfig {
  id: string
  label: string
  issuer: string
  clientId: string
  clientSecret: string
  scope: string
  idTokenAlgorithm?: string | undefined
  /** What makes the provider have the person sign in again. Default: `prompt=login`. */
  freshParameters?: Readonly<Record<string, string>> | undefined
  /** Returns for `?access_token=` which client it was issued to. Default: the provider's introspection endpoint. */
  tokenCheckUrl?: string | undefined
}

export interface Identity {
  subject: string
  /** Only when the provider has verified it. */
  email: string | null
  /** When the person signed in at the provider, if it says so. */
  signedInAt: Date | null
}

/** What the browser brought back from the provider. */
export interface Callback {
  redirectUri: string
  code: string
  state: string
  verifier: string
  nonce: string
  /** RFC 9207. Optional, because the state is already bound to the provider. */
  iss?: string | undefined
}

export type ProviderFailure = 'refused' | 'down'

export class ProviderError extends Error {
  readonly failure: ProviderFailure
  constructor(failure: ProviderFailure, cause: unknown) {
    super(`the sign-in provider: ${failure}`, { cause })
    this.failure = failure
  }
}

export interface SignInProvider {
  readonly id: string
  readonly label: string
  /** Asked with `max_age`, it has to say when the person signed in (OpenID Connect Core 3.1.2.1). */
  readonly tellsSignIn: boolean
  authorizationUrl: (to: {
    redirectUri: string
    state: string
    verifier: string
    nonce: string
    /** Asks the provider to have the person sign in again. */
    fresh: boolean
  }) => Promise<string>
  identityOfCode: (callback: Callback) => Promise<Identity>
  /** Refuses tokens that were issued to another client. */
  identityOfToken: (accessToken: string) => Promise<Identity>
}

export const randomSecret = (): string => client.randomPKCECodeVerifier()

const secondsToWait = 5
const discoveryKeptMs = 60 * 60_000

const loopback = (issuer: string): boolean =>
  /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$)/.test(issuer)

/** The provider responded, but not with what proves an identity. */
const badProof = /^OAUTH_(JWT|JSON_ATTRIBUTE|INVALID_RESPONSE|PARSE_ERROR)/

const ofStatus = (status: number): ProviderFailure => (status >= 400 && status < 500 ? 'refused' : 'down')

function failureOf(error: unknown): ProviderFailure {
  if (error instanceof client.ResponseBodyError) return ofStatus(error.status)
  if (error instanceof client.AuthorizationResponseError) return 'refused'
  if (error instanceof client.WWWAuthenticateChallengeError) return ofStatus(error.status)
  if (!(error instanceof client.ClientError)) return 'down'
  if (error.cause instanceof Response) return ofStatus(error.cause.status)
  return badProof.test(error.code ?? '') ? 'refused' : 'down'
}

const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ProviderError ? error : new ProviderError(failureOf(error), error)
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function identityOf(claims: Record<string, unknown>): Identity {
  const email = textOf(claims.email)
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  return {
    subject: textOf(claims.sub),
    email: email !== '' && isVerified ? email : null,
    signedInAt: typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1000) : null,
  }
}

/** Reads the provider's metadata on first use and refreshes it hourly. */
export function createProvider(config: ProviderConfig): SignInProvider {
  let known: { at: number; found: Promise<client.Configuration> } | undefined

  const discover = async (): Promise<client.Configuration> => {
    const now = performance.now()
    if (known && now - known.at < discoveryKeptMs) return known.found
    const found = client.discovery(
      new URL(config.issuer),
      config.clientId,
      {
        client_secret: config.clientSecret,
        ...(config.idTokenAlgorithm && { id_token_signed_response_alg: config.idTokenAlgorithm }),
      },
      undefined,
      {
        timeout: secondsToWait,
        execute: loopback(config.issuer) ? [client.allowInsecureRequests] : [],
      },
    )
    known = { at: now, found }
    found.catch(() => {
      known = undefined
    })
    return found
  }

  const checkClient = async (as: client.Configuration, accessToken: string): Promise<void> => {
    const issuedTo = config.tokenCheckUrl
      ? await tokenFacts(config.tokenCheckUrl, accessToken)
      : await introspected(as, accessToken)
    if (issuedTo !== config.clientId) throw new ProviderError('refused', new Error('another client'))
  }

  return {
    id: config.id,
    label: config.label,
    tellsSignIn: config.freshParameters?.max_age !== undefined,
    authorizationUrl: ({ redirectUri, state, verifier, nonce, fresh }) =>
      attempt(async () => {
        const url = client.buildAuthorizationUrl(await discover(), {
          redirect_uri: redirectUri,
          scope: config.scope,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(fresh && (config.freshParameters ?? { prompt: 'login' })),
        })
        return url.href
      }),
    identityOfCode: ({ redirectUri, code, state, verifier, nonce, iss }) =>
      attempt(async () => {
        const as = await discover()
        const url = new URL(redirectUri)
        url.search = new URLSearchParams({
          code,
          state,
          iss: iss || as.serverMetadata().issuer,
        }).toString()
        const tokens = await client.authorizationCodeGrant(as, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims() ?? {}
        const subject = textOf((claims as { sub?: unknown }).sub)
        // Some providers give the address only here.
        const more =
          'email' in claims || !as.serverMetadata().userinfo_endpoint
            ? {}
            : await client.fetchUserInfo(as, tokens.access_token, subject)
        return identityOf({ ...more, ...claims })
      }),
    identityOfToken: (accessToken) =>
      attempt(async () => {
        const as = await discover()
        await checkClient(as, accessToken)
        return identityOf(await client.fetchUserInfo(as, accessToken, client.skipSubjectCheck))
      }),
  }
}

async function introspected(as: client.Configuration, accessToken: string): Promise<string> {
  // Without a way to see whose token it is, any application's token would sign in.
  if (!as.serverMetadata().introspection_endpoint) {
    throw new ProviderError('refused', new Error('no introspection'))
  }
  const facts = await client.tokenIntrospection(as, accessToken)
  return facts.active ? textOf(facts.client_id) : ''
}

/** LINE returns `client_id`, Google `aud`; both return `expires_in`. */
async function tokenFacts(checkUrl: string, accessToken: string): Promise<string> {
  const url = new URL(checkUrl)
  url.searchParams.set('access_token', accessToken)
  const response = await fetch(url, { signal: AbortSignal.timeout(secondsToWait * 1000), redirect: 'error' })
  if (response.status >= 500) throw new ProviderError('down', new Error(`status ${response.status}`))
  if (!response.ok) return ''
  const facts = (await response.json()) as { client_id?: unknown; aud?: unknown; expires_in?: unknown }
  return Number(facts.expires_in) > 0 ? textOf(facts.client_id) || textOf(facts.aud) : ''
}
