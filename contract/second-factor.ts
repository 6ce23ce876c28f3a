import * as z from 'zod'
import { call } from './call.ts'
import { secondPersonRefusals } from './error.ts'
import { count, dateTime, text } from './field.ts'

/** What a refusal with `second_factor_required` says beside its sentence. */
export const offeredFactors = z.object({
  totp: z.boolean().describe('Whether a code of an authenticator app is taken.'),
  recovery_code: z.boolean().describe('Whether unused recovery codes are left.'),
})

export const ownFactors = z.object({
  is_required: z.boolean().describe('Whether the reader may not be without one.'),
  totp: z
    .object({ created_at: dateTime, last_used_at: dateTime.nullable() })
    .describe('The authenticator app; null without one.')
    .nullable(),
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
  renewRecoveryCodes: call('POST /api/biz/second-factor/recovery-codes/', {
    ...own,
    summary: 'New recovery codes; the ones before stop working',
    changes: ['second_factor'],
    freshSignIn: true,
    ok: z.object({ recovery_codes: recoveryCodes }),
    errors: ['second_factor_missing', 'reauthentication_required'],
  }),
  reset: call('POST /api/business-users/{id}/second-factor/reset/', {
    summary:
      'Remove all factors of a colleague who lost them, and sign them out; in the house, once a second administrator does the same',
    may: 'biz.user.write',
    changes: ['user'],
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
