import { signInProviderCalls as calls } from '#contract/sign-in-provider'
import { deviceHeader, deviceLabelOf, nobody } from '#server/domains/account/account.service'
import { handle, type Routes } from '#server/platform/handle'
import { createProvider } from '#server/platform/oidc'
import { invalidField, notFound } from '#server/platform/refusal'
import { sessionNetwork } from '#server/platform/session-network'
import {
  confirmByProvider,
  linkProvider,
  signInWays,
  signInWithProvider,
  startSignIn,
  unlinkProvider,
} from './sign-in-provider.service.ts'

export const signInProviderRoutes: Routes = (app, db, tools) => {
  const { config, clock, log } = tools
  const providers = config.signInProviders.map(createProvider)
  const find = (id: string) => {
    const provider = providers.find((one) => one.id === id)
    if (!provider) throw notFound()
    return provider
  }

  handle(app, calls.list, async () => providers.map(({ id, label }) => ({ id, label })))
  handle(app, calls.start, async ({ params, query }) => {
    const provider = find(params.provider)
    const redirectUri = query.redirect_uri ?? config.signInRedirects[0]
    // Exact match: a prefix match would let an attacker receive the code.
    if (!redirectUri || !config.signInRedirects.includes(redirectUri)) {
      throw invalidField('redirect_uri', 'この戻り先は登録されていません。')
    }
    return startSignIn(db, provider, { redirectUri, fresh: query.fresh ?? false }, clock.now(), log)
  })
  handle(app, calls.signIn, async ({ params, query, body, request, reply }) => {
    const provider = find(params.provider)
    const place = {
      device: request.headers[deviceHeader],
      network: sessionNetwork(request.ip, tools),
      label: deviceLabelOf(request.headers['user-agent']),
    }
    const proof = { ...body, ...(query.access_token && { access_token: query.access_token }) }
    const actor = nobody(clock.now(), request.id)
    const { device, ...tokens } = await signInWithProvider(db, actor, provider, proof, place, tools)
    reply.header(deviceHeader, device)
    return tokens
  })
  handle(app, calls.ways, async ({ actor }) => signInWays(db, actor, providers))
  handle(app, calls.confirm, async ({ params, body, actor }) =>
    confirmByProvider(db, actor, find(params.provider), body, tools),
  )
  handle(app, calls.link, async ({ params, body, actor }) => {
    await linkProvider(db, actor, find(params.provider), body, tools)
    return signInWays(db, actor, providers)
  })
  handle(app, calls.unlink, async ({ params, actor }) => {
    await unlinkProvider(db, actor, params.provider, providers)
    return undefined
  })
}
