import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

export interface Person {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

export const oidcClient = { id: 'okuru-web', secret: 'a secret of the client that nobody guesses' }
/** Its ID tokens are signed with its secret, as LINE signs those of web sign-ins. */
const hmacClient = { id: 'hmac-web', secret: 'a second secret that is long enough for HS256' }
const otherClient = { id: 'another-app', secret: 'the secret of another application, long enough' }

/** A real OpenID provider on loopback, which signs in whoever is next without asking. */
export async function startOidcServer(redirectUris: string[]) {
  const people = new Map<string, Person>()
  let next = ''
  let secondsAgo = 0
  let fault: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clientOf = ({ id, secret }: typeof oidcClient, algorithm: 'RS256' | 'HS256' = 'RS256') => ({
    client_id: id,
    client_secret: secret,
    token_endpoint_auth_method: 'client_secret_post' as const,
    redirect_uris: redirectUris,
    id_token_signed_response_alg: algorithm,
  })
  const configuration: Configuration = {
    clients: [clientOf(oidcClient), clientOf(otherClient), clientOf(hmacClient, 'HS256')],
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false }, introspection: { enabled: true } },
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of the cookies'] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...people.get(id), sub: id }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
  const provider = new Provider(issuer, configuration)
  const respond = provider.callback()
  server.on('request', (request, response) => {
    if (fault?.(request, response)) return
    if (request.url?.startsWith('/line/verify')) return void checkToken(request, response)
    if (!request.url?.startsWith('/interaction/')) return respond(request, response)
    const result =
      next === ''
        ? { error: 'access_denied' }
        : { login: { accountId: next, ts: Math.floor(Date.now() / 1000) - secondsAgo } }
    return void provider.interactionFinished(request, response, result)
  })

  /** LINE's documented `GET /oauth2/v2.1/verify`: the client and the seconds left, or 400. */
  const checkToken = async (request: IncomingMessage, response: ServerResponse) => {
    const text = new URL(request.url ?? '', issuer).searchParams.get('access_token') ?? ''
    const token = await provider.AccessToken.find(text)
    response.writeHead(token ? 200 : 400, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(
        token
          ? { scope: token.scope, client_id: token.clientId, expires_in: 2591659 }
          : { error: 'invalid_request', error_description: 'access token expired' },
      ),
    )
  }

  /** What a browser does: follows the redirects until one leaves the provider. */
  const visit = async (address: string): Promise<URL> => {
    const cookies = new Map<string, string>()
    for (let url = new URL(address), hop = 0; hop < 8; hop += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      const to = response.headers.get('location')
      if (to === null) throw new Error(`the provider shows ${response.status} ${await response.text()}`)
      url = new URL(to, url)
      if (url.origin !== issuer) return url
    }
    throw new Error('the provider redirects without end')
  }

  /** An access token, as an application's own front would hold it. */
  const accessToken = async (person: Person, client = oidcClient): Promise<string> => {
    people.set(person.sub, person)
    const found = await provider.Client.find(client.id)
    const grant = new provider.Grant({ clientId: client.id, accountId: person.sub })
    grant.addOIDCScope('openid email profile')
    const token = new provider.AccessToken({
      accountId: person.sub,
      client: found as NonNullable<typeof found>,
      grantId: await grant.save(),
      gty: 'authorization_code',
      scope: 'openid email profile',
      expiresWithSession: false,
    } as never)
    return token.save()
  }

  return {
    issuer,
    otherClient,
    hmacClient,
    visit,
    accessToken,
    signsIn: (person: Person | null) => {
      next = person?.sub ?? ''
      if (person) people.set(person.sub, person)
    },
    signedInSecondsAgo: (seconds: number) => {
      secondsAgo = seconds
    },
    fails: (how: typeof fault) => {
      fault = how
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export const providerOf = ({ issuer }: { issuer: string }) => ({
  id: 'house',
  label: 'おくるID',
  issuer,
  clientId: oidcClient.id,
  clientSecret: oidcClient.secret,
  scope: 'openid profile email',
})

/** As LINE: HS256, and a call of its own that says whose token it is. */
export const hmacProviderOf = ({ issuer }: { issuer: string }) => ({
  ...providerOf({ issuer }),
  id: 'hmac',
  label: 'LINEのように',
  clientId: hmacClient.id,
  clientSecret: hmacClient.secret,
  idTokenAlgorithm: 'HS256',
  freshParameters: { max_age: '0' },
  tokenCheckUrl: `${issuer}/line/verify`,
})

export type OidcServer = Awaited<ReturnType<typeof startOidcServer>>
