import * as z from 'zod'
import { call } from './call.ts'
import { dateTime, maybeText, query } from './field.ts'

/** `code` is not declared: a message under it would be taken for the name of a refusal. */
export const providerProof = z
  .looseObject({
    state: z.string().max(200).optional(),
    iss: z
      .string()
      .max(500)
      .describe('As the provider sent it back, if it did.')
      .meta({ example: 'https://access.line.me' })
      .optional(),
    access_token: z.string().max(4000).optional(),
    store: maybeText(40).optional(),
    known_only: z
      .boolean()
      .describe('Sign in only with an account that is linked already; make none.')
      .optional(),
  })
  .describe('What a sign-in provider gave: `code` with its state, or an access token of our client.')

export const signInProvider = z
  .object({ id: z.string(), label: z.string() })
  .describe('A provider that customers can sign in with.')
export const linkedProvider = signInProvider
  .extend({ linked_at: dateTime.nullable().describe('Null: not linked.') })
  .describe('A provider, and whether the own account is linked with it.')

const signInWays = z
  .object({
    password: z
      .enum(['none', 'unaddressed', 'usable'])
      .describe('`unaddressed`: set, but without a confirmed mail address nobody can sign in with it.'),
    providers: z.array(linkedProvider).describe('In the order in which they are offered.'),
  })
  .describe('How the own account signs in.')

export const about = 'Signing in with LINE, Google, Yahoo! JAPAN and other providers.'

const refusals = ['provider_refused', 'provider_down'] as const

export const signInProviderCalls = {
  list: call('GET /api/auth/providers/', {
    summary: 'Providers that customers can sign in with',
    may: 'anyone',
    reads: ['account'],
    ignoresToken: true,
    ok: z.array(signInProvider),
  }),
  start: call('GET /api/auth/o/{provider}/', {
    summary: 'Address of a sign-in provider',
    may: 'anyone',
    ignoresToken: true,
    limit: 'sign_in',
    reads: [],
    query: z.object({
      redirect_uri: query.text,
      fresh: query.bool.describe('Whether the provider shall have the person sign in again.'),
    }),
    ok: z.object({ authorization_url: z.string() }),
    errors: ['provider_down'],
  }),
  signIn: call('POST /api/auth/o/{provider}/', {
    summary: 'Sign in with a provider; the first time makes an account',
    may: 'anyone',
    changes: [],
    repeated: 'does it again',
    ignoresToken: true,
    limit: 'sign_in',
    status: 201,
    query: z.object({ access_token: query.search }),
    body: providerProof,
    ok: z.object({ access: z.string(), refresh: z.string(), user: z.string() }),
    errors: ['provider_email_taken', 'provider_not_linked', 'no_active_account', ...refusals],
  }),
  ways: call('GET /api/account/providers/', {
    summary: 'How the own account signs in: password and linked providers',
    may: 'customer.self',
    reads: ['account'],
    sensitive: true,
    ok: signInWays,
  }),
  link: call('POST /api/account/providers/{provider}/', {
    summary: 'Link the own account with a provider',
    may: 'customer.self',
    changes: ['account'],
    repeated: 'is refused',
    limit: 'sign_in',
    freshSignIn: true,
    body: providerProof,
    ok: signInWays,
    errors: ['provider_linked_elsewhere', 'provider_linked', 'reauthentication_required', ...refusals],
  }),
  confirm: call('POST /api/account/providers/{provider}/confirm/', {
    summary: 'Confirm with a linked provider who is signed in; answers a fresh access token',
    may: 'customer.self',
    changes: [],
    repeated: 'does it again',
    limit: 'sign_in',
    body: providerProof,
    ok: z.object({ access: z.string() }),
    errors: ['provider_other_person', ...refusals],
  }),
  unlink: call('DELETE /api/account/providers/{provider}/', {
    summary: 'Unlink a provider; the last way to sign in stays',
    may: 'customer.self',
    changes: ['account'],
    limit: 'sign_in',
    freshSignIn: true,
    ok: 'nothing',
    errors: ['last_way_in', 'reauthentication_required'],
  }),
}
