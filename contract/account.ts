import * as z from 'zod'
import { call } from './call.ts'
import { agentAuthorityLabel, customerGender, job } from './codes.ts'
import { code, count, date, dateTime, email, id, maybeText, password, text, word } from './field.ts'
import { passkeyProof } from './second-factor.ts'
import { hasControlOrEmoji, isKana, normalizePhone, normalizePostalCode } from './text.ts'

const tokenPair = z.object({ refresh: z.string(), access: z.string() })
const credentials = z.object({
  email: z.string().trim().min(1).max(254),
  password,
  /** Required (`sign_in_code_required`) after many failed tries from an unknown device; sent by mail. */
  one_time_code: maybeText(20).optional(),
})
/** A second factor, where the account has one. */
export const secondFactorProof = {
  second_factor_code: maybeText(40)
    .optional()
    .describe('The six digits an authenticator app shows, or a recovery code.')
    .meta({ example: '492039' }),
  passkey: passkeyProof.optional(),
}
const bizCredentials = credentials.extend(secondFactorProof)
const signInErrors = ['no_active_account', 'sign_in_code_required', 'sign_in_code_wrong'] as const

const isFilledText = ({ value, issues }: z.core.ParsePayload) => value !== '' && issues.length === 0

/** Null for a person. */
export const agentAuthority = word(agentAuthorityLabel).nullable()

export const addressInput = z.object({
  postal_code: maybeText(16).refine((value) => value === '' || normalizePostalCode(value) !== null, {
    error: '郵便番号は7桁の数字で入力してください。',
  }),
  prefecture: maybeText(4),
  city: maybeText(60),
  address1: maybeText(100),
  address2: maybeText(100).default(''),
})

/** Required before the first request, not at sign-up. */
export const customerProfile = z.object({
  name: text(80).refine((value) => !hasControlOrEmoji(value), {
    error: 'お名前に使えない文字(絵文字など)が含まれています。',
  }),
  name_kana: text(120).refine(isKana, { error: 'カタカナで入力してください。', when: isFilledText }),
  birthday: date.refine((value) => value >= '1900-01-01', {
    error: '生年月日をご確認ください。',
    when: isFilledText,
  }),
  gender: code(customerGender),
  job: code(job),
  job_detail: maybeText(100),
  phone: text(20).refine((value) => normalizePhone(value) !== null, {
    error: '電話番号をご確認ください。',
    when: isFilledText,
  }),
  address: addressInput,
  corporate_number: maybeText(20),
  agent_name: maybeText(80).refine((value) => !hasControlOrEmoji(value), {
    error: 'お名前に使えない文字(絵文字など)が含まれています。',
  }),
  agent_name_kana: maybeText(120).refine((value) => value === '' || isKana(value), {
    error: 'カタカナで入力してください。',
  }),
  agent_authority: agentAuthority,
  is_invoice_issuer: z.boolean(),
  invoice_registration_number: maybeText(20).describe(
    '`T` and 13 digits in any width, with spaces or hyphens; judged together with `is_invoice_issuer`.',
  ),
})

/** A path of this site; browsers read a backslash as a slash. */
const ownPath = maybeText(500)
  .refine((value) => value === '' || /^\/(?![/\\])[^\s\\]*$/.test(value), {
    error: 'このサイトのページではありません。',
  })
  .describe('Where the person wanted to go: a path of this site.')
  .meta({ example: '/requests/new?shop=3' })

export const agreedTerms = z.union([z.boolean(), z.string()])

export const signupBody = customerProfile.partial().extend({
  email,
  password,
  token: z.string().max(200).optional(),
  agreed_terms: agreedTerms.optional(),
  store: maybeText(40).optional(),
  is_corporate: z.boolean().optional(),
})

export const me = z.object({
  id,
  email: z.string(),
  customer: z
    .object({
      id,
      name: z.string(),
      is_corporate: z.boolean(),
      is_email_auth: z.boolean(),
      profile_complete: z.boolean(),
    })
    .nullable(),
  business_user: z
    .object({
      id,
      email: z.string().optional(),
      name: z.string(),
      role: z
        .enum(['admin', 'staff', 'inspector'])
        .describe('`inspector`: police who read the antique ledger for some days, and nothing else.'),
      is_admin: z.boolean(),
      needs_second_factor: z
        .boolean()
        .describe('Whether a second factor has to be set up before any other call.'),
      company: z.object({
        id,
        name: z.string(),
        is_operator: z.boolean(),
        shops: z.array(z.object({ id, name: z.string(), store_key: z.string() })),
      }),
    })
    .nullable(),
})

export const device = z.object({
  id: z.string(),
  label: z.string(),
  created_at: dateTime,
  last_used_at: dateTime,
  is_current: z.boolean(),
})

export const about = 'Signing up and in, passwords, devices.'

export const accountCalls = {
  signIn: call('POST /api/auth/jwt/create/', {
    summary: 'Customer sign-in',
    may: 'anyone',
    changes: [],
    repeated: 'does it again',
    ignoresToken: true,
    limit: 'sign_in',
    body: credentials,
    ok: tokenPair,
    errors: signInErrors,
  }),
  bizSignIn: call('POST /api/biz/auth/jwt/create/', {
    summary: 'Business sign-in; with a second factor, refused once with what is offered, then made with it',
    may: 'anyone',
    changes: [],
    repeated: 'does it again',
    ignoresToken: true,
    limit: 'sign_in',
    body: bizCredentials,
    ok: tokenPair,
    errors: [...signInErrors, 'second_factor_required', 'second_factor_wrong'],
  }),
  signInCode: call('POST /api/auth/jwt/code/', {
    summary: 'Mail the code a customer sign-in asked for',
    may: 'anyone',
    changes: [],
    repeated: 'does it again',
    ignoresToken: true,
    limit: 'mail',
    body: z.object({ email }),
    ok: 'nothing',
  }),
  bizSignInCode: call('POST /api/biz/auth/jwt/code/', {
    summary: 'Mail the code a business sign-in asked for',
    may: 'anyone',
    changes: [],
    repeated: 'does it again',
    ignoresToken: true,
    limit: 'mail',
    body: z.object({ email }),
    ok: 'nothing',
  }),
  refresh: call('POST /api/auth/jwt/refresh/', {
    summary: 'New access token for a refresh token',
    may: 'anyone',
    changes: [],
    repeated: 'does it again',
    ignoresToken: true,
    body: z.object({ refresh: z.string().min(1).max(4000) }),
    ok: z.object({ access: z.string() }),
    errors: ['token_not_valid'],
  }),
  verify: call('POST /api/auth/jwt/verify/', {
    summary: 'Whether a token is valid',
    may: 'anyone',
    changes: [],
    repeated: 'writes nothing',
    ignoresToken: true,
    body: z.object({ token: z.string().min(1).max(4000) }),
    ok: z.object({}),
    errors: ['token_not_valid'],
  }),
  logout: call('POST /api/logout/', {
    summary: 'End a refresh token; repeated or unknown is fine',
    may: 'anyone',
    changes: [],
    repeated: 'changes nothing',
    ignoresToken: true,
    body: z.object({
      refresh_token: z.string().max(4000).optional(),
      refreshToken: z.string().max(4000).optional(),
      refresh: z.string().max(4000).optional(),
    }),
    ok: 'nothing',
  }),
  me: call('GET /api/me/', {
    summary: 'Who is signed in',
    may: 'self.read',
    reads: ['account', 'customer'],
    sensitive: true,
    beforeSecondFactor: true,
    ok: me,
  }),
  registerEmail: call('POST /api/register/email/', {
    summary: 'Mail a one-time sign-up link',
    may: 'anyone',
    changes: [],
    repeated: 'does it again',
    limit: 'mail',
    body: z.object({ email, store: maybeText(40).optional(), return_url: ownPath.optional() }),
    ok: 'nothing',
  }),
  signupLink: call('POST /api/signup/link/', {
    summary: 'What was entered when a sign-up link was asked for, on whatever device',
    may: 'anyone',
    changes: [],
    repeated: 'writes nothing',
    ignoresToken: true,
    limit: 'sign_in',
    body: z.object({ token: z.string().min(1).max(200) }),
    ok: z.object({
      email: z
        .string()
        .describe('The address that the link was mailed to; blank once it is registered.')
        .meta({ example: 'hanako@example.com' }),
      is_registered: z
        .boolean()
        .describe('Whether the sign-up is complete: what is left to do is to sign in.')
        .meta({ example: false }),
      store: z
        .string()
        .describe('Key of the storefront; blank for the common one.')
        .meta({ example: 'aoyama' }),
      return_url: z
        .string()
        .describe('Where the person wanted to go: a path of this site, or blank.')
        .meta({ example: '/requests/new?shop=3' }),
    }),
    errors: ['invalid_link'],
  }),
  signup: call('POST /api/signup/', {
    summary: 'Make a customer account; without the token of a mailed link, mail one',
    may: 'anyone',
    changes: [],
    repeated: 'is refused',
    limit: 'mail',
    body: signupBody,
    status: 201,
    ok: z.object({ id, email: z.string(), is_email_auth: z.boolean() }),
    errors: ['email_taken', 'invalid_link'],
  }),
  changeEmail: call('POST /api/account/email', {
    summary: 'Ask for a new address with the password, then confirm it; other devices are signed out',
    may: 'signed_in',
    changes: ['account', 'customer'],
    repeated: 'is refused',
    limit: 'mail',
    freshSignIn: true,
    body: z.object({
      email: email.optional(),
      current_password: password.optional(),
      token: z.string().max(200).optional(),
    }),
    ok: z.object({ email: z.string(), is_email_auth: z.boolean() }),
    errors: ['email_taken', 'wrong_password', 'invalid_link', 'reauthentication_required'],
  }),
  changePassword: call('POST /api/change-password/', {
    summary: 'Change the password; other devices are signed out',
    may: 'signed_in',
    changes: ['account', 'device'],
    repeated: 'is refused',
    limit: 'sign_in',
    body: z.object({
      current_password: password.optional(),
      new_password: password,
      re_new_password: password.optional(),
    }),
    ok: 'nothing',
    errors: ['wrong_password', 'password_mismatch', 'reauthentication_required'],
  }),
  resetPassword: call('POST /api/reset-password/', {
    summary: 'Mail a reset link, then set a new password',
    may: 'anyone',
    changes: [],
    repeated: 'is refused',
    ignoresToken: true,
    limit: 'mail',
    body: z.object({
      email: email.optional(),
      uid: z.string().max(100).optional(),
      token: z.string().max(200).optional(),
      new_password: password.optional(),
    }),
    ok: 'nothing',
    errors: ['invalid_reset', 'invalid_uid'],
  }),
  devices: call('GET /api/account/devices/', {
    summary: 'Signed-in devices',
    may: 'signed_in',
    reads: ['device'],
    sensitive: true,
    ok: z.array(device),
  }),
  endDevice: call('DELETE /api/account/devices/{key}/', {
    summary: 'Sign a device out',
    may: 'signed_in',
    changes: ['device'],
    ok: 'nothing',
  }),
  endOtherDevices: call('DELETE /api/account/devices/', {
    summary: 'Sign all other devices out, at once',
    may: 'signed_in',
    changes: ['device'],
    ok: z.object({ ended: count.describe('Devices that were signed out.').meta({ example: 2 }) }),
  }),
  reauthenticate: call('POST /api/auth/jwt/reauthenticate/', {
    summary: 'Confirm the password, and the second factor if there is one; answers a fresh access token',
    may: 'signed_in',
    changes: [],
    repeated: 'does it again',
    limit: 'sign_in',
    beforeSecondFactor: true,
    body: z.object({ password, ...secondFactorProof }),
    ok: z.object({ access: z.string() }),
    errors: ['wrong_password', 'second_factor_required', 'second_factor_wrong'],
  }),
}
