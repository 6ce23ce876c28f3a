import * as z from 'zod'
import { call } from './call.ts'
import { secondPersonRefusals } from './error.ts'
import { count, dateTime, id, text } from './field.ts'

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/)

/** Authenticators choose up to 1,023 bytes (WebAuthn, 4). */
const credentialId = base64url(1364)
  .describe('Of the authenticator, in base64url.')
  .meta({ example: 'x7Kd0aQ2Vb9uT1mR' })
const clientData = base64url(8000)
  .describe('What the browser signed for, as it encoded it, in base64url.')
  .meta({ example: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0' })
const challenge = z
  .string()
  .describe('Random bytes in base64url, taken once and for five minutes.')
  .meta({ example: 'Qm9yZWQtY2F0LWluLWEtYm94' })
const rpId = z.string().describe('The host passkeys belong to.').meta({ example: 'okuru.example' })
const transports = z
  .array(z.string().max(20))
  .max(10)
  .describe('How the browser reaches the authenticator.')
  .meta({ example: ['internal'] })
const knownCredentials = z.array(z.object({ credential_id: credentialId, transports }))

/** What a browser returns for a passkey. */
export const passkeyProof = z
  .object({
    credential_id: credentialId,
    client_data: clientData,
    authenticator_data: base64url(8000)
      .describe('Host, counter and how the person was verified, in base64url.')
      .meta({ example: 'SZYN5YgOjGh0NBcP' }),
    signature: base64url(2000).describe('Of the passkey, in base64url.').meta({ example: 'MEUCIQDx7m4v' }),
  })
  .describe('A signature of a passkey, for a challenge that a refusal with `second_factor_required` carried.')

/** What a browser needs to ask for one of the passkeys. */
export const passkeyQuestion = z.object({ challenge, rp_id: rpId, credentials: knownCredentials })

/** What a refusal with `second_factor_required` says beside its sentence. */
export const offeredFactors = z.object({
  passkey: passkeyQuestion
    .nullable()
    .describe('What a passkey has to sign; null where the account has none for this host.'),
  totp: z.boolean().describe('Whether a code of an authenticator app is taken.'),
  recovery_code: z.boolean().describe('Whether unused recovery codes are left.'),
})

const passkeyName = text(40)

export const passkey = z.object({
  id,
  name: z.string().meta({ example: '事務所のパソコン' }),
  created_at: dateTime,
  last_used_at: dateTime.nullable(),
  is_synced: z.boolean().describe('Whether its owner’s other devices have it as well.'),
  is_usable: z.boolean().describe('False for one made on another host, where this server was before.'),
})

export const ownFactors = z.object({
  is_required: z.boolean().describe('Whether the reader may not be without one.'),
  totp: z
    .object({ created_at: dateTime, last_used_at: dateTime.nullable() })
    .describe('The authenticator app; null without one.')
    .nullable(),
  passkey_origin: z
    .string()
    .nullable()
    .describe('Where passkeys work; null where the server has no host name of its own, or no TLS.')
    .meta({ example: 'https://okuru.example' }),
  passkeys: z.array(passkey),
  recovery_codes_left: count.describe('Recovery codes that were not used yet.').meta({ example: 10 }),
})

const recoveryCodes = z
  .array(z.string())
  .describe('Shown once and never again: only their hashes are kept.')
  .meta({ example: ['7K2QM-9WXTD'] })

export const about = 'The second factor of business accounts: setting it up, removing it, losing it.'

const own = {
  may: 'biz.self',
  changes: ['second_factor', 'account', 'device'],
  beforeSecondFactor: true,
} as const

export const secondFactorCalls = {
  own: call('GET /api/biz/second-factor/', {
    summary: 'What the reader has set up',
    may: 'biz.self',
    reads: ['second_factor'],
    sensitive: true,
    beforeSecondFactor: true,
    ok: ownFactors,
  }),
  beginTotp: call('POST /api/biz/second-factor/totp/', {
    ...own,
    summary: 'A new secret for an authenticator app; it counts once a code of it was confirmed',
    changes: [],
    repeated: 'does it again',
    freshSignIn: true,
    ok: z.object({
      secret: z
        .string()
        .describe('In base32, to be typed where no camera is at hand.')
        .meta({ example: 'JBSWY3DPEHPK3PXP' }),
      uri: z
        .string()
        .describe('For a QR code.')
        .meta({ example: 'otpauth://totp/Okuru:staff@aoyama.example?secret=JBSWY3DPEHPK3PXP&issuer=Okuru' }),
    }),
    errors: ['reauthentication_required'],
  }),
  confirmTotp: call('POST /api/biz/second-factor/totp/confirm/', {
    ...own,
    repeated: 'is refused',
    summary: 'Confirm the app by its code; other devices are signed out',
    limit: 'sign_in',
    body: z.object({
      totp_code: text(20).describe('The six digits the app shows.').meta({ example: '492039' }),
    }),
    ok: z.object({
      recovery_codes: recoveryCodes.nullable().describe('New ones; null where there are some already.'),
    }),
    errors: ['totp_code_wrong', 'totp_not_begun'],
  }),
  removeTotp: call('DELETE /api/biz/second-factor/totp/', {
    ...own,
    summary: 'Remove the app; refused where it is the last factor and one is required',
    freshSignIn: true,
    ok: 'nothing',
    errors: ['last_second_factor', 'reauthentication_required'],
  }),
  beginPasskey: call('POST /api/biz/second-factor/passkeys/begin/', {
    ...own,
    summary: 'What a browser needs to make a passkey',
    changes: [],
    repeated: 'does it again',
    limit: 'sign_in',
    freshSignIn: true,
    ok: z.object({
      challenge,
      rp_id: rpId,
      user_handle: z
        .string()
        .describe('Stands for the account in the authenticator, in base64url.')
        .meta({ example: 'kV3uYw0Lr5s' }),
      user_name: z.string(),
      user_label: z.string(),
      exclude: knownCredentials.describe(
        'Passkeys the account has already: an authenticator makes no second one.',
      ),
    }),
    errors: ['passkeys_not_here', 'too_many_passkeys', 'reauthentication_required'],
  }),
  addPasskey: call('POST /api/biz/second-factor/passkeys/', {
    ...own,
    repeated: 'is refused',
    summary: 'Keep the passkey a browser made; other devices are signed out',
    limit: 'sign_in',
    body: z.object({
      name: passkeyName,
      credential_id: credentialId,
      client_data: clientData,
      attestation: base64url(16_000)
        .describe('The public key as the authenticator states it, in base64url.')
        .meta({ example: 'o2NmbXRkbm9uZQ' }),
      transports,
    }),
    status: 201,
    ok: z.object({
      id,
      recovery_codes: recoveryCodes.nullable().describe('New ones; null where there are some already.'),
    }),
    errors: ['passkeys_not_here', 'too_many_passkeys', 'passkey_not_taken'],
  }),
  renamePasskey: call('PATCH /api/biz/second-factor/passkeys/{id}/', {
    ...own,
    summary: 'Rename an own passkey',
    changes: ['second_factor'],
    limit: 'write',
    body: z.object({ name: passkeyName }),
    ok: 'nothing',
  }),
  removePasskey: call('DELETE /api/biz/second-factor/passkeys/{id}/', {
    ...own,
    summary: 'Remove an own passkey; refused where it is the last factor and one is required',
    freshSignIn: true,
    ok: 'nothing',
    errors: ['last_second_factor', 'reauthentication_required'],
  }),
  renewRecoveryCodes: call('POST /api/biz/second-factor/recovery-codes/', {
    ...own,
    summary: 'New recovery codes; the ones before stop working',
    changes: ['second_factor'],
    repeated: 'does it again',
    freshSignIn: true,
    ok: z.object({ recovery_codes: recoveryCodes }),
    errors: ['second_factor_missing', 'reauthentication_required'],
  }),
  reset: call('POST /api/business-users/{id}/second-factor/reset/', {
    summary:
      'Remove all factors of a colleague who lost them, and sign them out; in the house, once a second administrator does the same',
    may: 'biz.user.write',
    changes: ['user'],
    repeated: 'changes nothing',
    freshSignIn: true,
    ok: z.object({
      is_done: z.boolean().describe('False while a second administrator has yet to confirm it.'),
      able: z.array(z.string()),
    }),
    errors: [
      ...secondPersonRefusals,
      'own_second_factor',
      'second_factor_of_host',
      'second_factor_missing',
      'reauthentication_required',
    ],
  }),
}
