import * as z from 'zod'
import type { ProviderConfig } from './oidc.ts'

const knownProviders: Readonly<Record<string, Omit<ProviderConfig, 'id' | 'clientId' | 'clientSecret'>>> = {
  line: {
    label: 'LINE',
    issuer: 'https://access.line.me',
    scope: 'openid profile email',
    // LINE signs the tokens of web sign-ins with the channel secret.
    idTokenAlgorithm: 'HS256',
    tokenCheckUrl: 'https://api.line.me/oauth2/v2.1/verify',
    freshParameters: { max_age: '0' },
  },
  google: {
    label: 'Google',
    issuer: 'https://accounts.google.com',
    scope: 'openid profile email',
    tokenCheckUrl: 'https://oauth2.googleapis.com/tokeninfo',
    // Google knows no `prompt=login`; the person at least chooses the account.
    freshParameters: { prompt: 'select_account' },
  },
  yahoo: {
    label: 'Yahoo! JAPAN',
    issuer: 'https://auth.login.yahoo.co.jp/yconnect/v2',
    scope: 'openid profile email',
  },
}

const provider = z
  .object({
    id: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'id must be a short word in lower case'),
    client_id: z.string().min(1),
    client_secret: z.string().min(1),
    label: z.string().min(1).max(40).optional(),
    issuer: z.url().optional(),
    scope: z.string().min(1).optional(),
    id_token_algorithm: z.string().optional(),
    token_check_url: z.url().optional(),
  })
  .transform((given, context): ProviderConfig => {
    const known = knownProviders[given.id]
    const issuer = given.issuer ?? known?.issuer
    if (issuer === undefined) {
      context.addIssue(`${given.id} needs an issuer`)
      return z.NEVER
    }
    return {
      id: given.id,
      clientId: given.client_id,
      clientSecret: given.client_secret,
      label: given.label ?? known?.label ?? given.id,
      issuer,
      scope: given.scope ?? known?.scope ?? 'openid profile email',
      idTokenAlgorithm: given.id_token_algorithm ?? known?.idTokenAlgorithm,
      tokenCheckUrl: given.token_check_url ?? known?.tokenCheckUrl,
      freshParameters: known?.freshParameters,
    }
  })

export const providers = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('must be a JSON list: [{"id":"line","client_id":"…","client_secret":"…"}]')
      return z.NEVER
    }
  })
  .pipe(z.array(provider))
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'must name each provider once')
