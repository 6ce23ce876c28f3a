import * as z from 'zod'
import { call } from './call.ts'
import { dateTime, email, id, missingCodes, page, paged, query, text, version, word } from './field.ts'
import { whole } from './put.ts'

export const staffStateLabel = {
  active: '在籍',
  waiting: '確認待ち',
  invited: '招待中',
  expired: '招待の期限切れ',
  inactive: '停止',
} as const
export type StaffState = keyof typeof staffStateLabel

export const staffRoleLabel = { admin: '管理者', staff: 'スタッフ' } as const

export const shopNames = (all: readonly { id: number; name: string }[], shops: readonly number[]): string =>
  shops.length === 0
    ? 'すべての店舗'
    : all
        .filter(({ id }) => shops.includes(id))
        .map(({ name }) => name)
        .join('、')

/** What a list is narrowed to; `invited` holds everybody who cannot sign in yet. */
export const staffStates = ['active', 'invited', 'inactive'] as const

export const businessUser = z.object({
  id,
  email: z.string().describe('For administrators, and one’s own.').optional(),
  name: z.string(),
  role: z.enum(['admin', 'staff']),
  is_admin: z.boolean(),
  is_role_waiting: z
    .boolean()
    .describe('Becomes an administrator of the operator once a second administrator has confirmed it.'),
  is_active: z.boolean(),
  state: word(staffStateLabel),
  invited_until: dateTime
    .describe('Until when the newest link in the mail can be used; null when there is none any more.')
    .nullable(),
  company: z.object({ id, name: z.string(), shops: z.array(z.object({ id, name: z.string() })) }),
  shops: z.array(id).describe('Empty: all shops of the company.'),
  has_second_factor: z
    .boolean()
    .describe('Whether a second factor is set up, for who may manage the person; otherwise left out.')
    .optional(),
  may_manage: z.boolean().describe('Whether the reader may change role and shops, and end the access.'),
  version,
})

const shops = z.array(id).max(500).describe('Empty: all shops of the company.')

const invitation = z.object({ email, name: text(80), shops, is_admin: z.boolean() })

const change = invitation.extend({
  email: email.describe('As it is: another address is refused.'),
  version: version
    .describe('Refused when somebody has changed the person since; without it the last wins.')
    .optional(),
})

const changeErrors = [
  'stale_version',
  'own_permissions',
  'email_fixed',
  'shops_beyond_own',
  'last_administrator',
  'user_deactivated',
  'reauthentication_required',
] as const

export const about = 'Colleagues on the business side: invitations, roles, shop limits.'

const userFilter = {
  q: query.search.describe(
    'Part of a name or address, a badge code, or several addresses and badge codes: anybody who bears one.',
  ),
  state: query.choice(staffStates),
  role: query.choice(['admin', 'staff']),
  shop: query.int,
}

export const businessUserCalls = {
  list: call('GET /api/business-users/', {
    summary: 'Staff of the own company',
    may: 'biz.user.read',
    reads: ['user'],
    sensitive: true,
    query: z.object({ ...paged, ...userFilter }),
    ok: page(businessUser),
  }),
  codes: call('GET /api/business-users/codes/', {
    summary: 'Which of several addresses and badge codes in a search the list of staff does not show',
    may: 'biz.user.read',
    reads: ['user'],
    sensitive: true,
    query: z.object(userFilter),
    ok: missingCodes,
  }),
  csv: call('GET /api/business-users/csv/', {
    summary: 'Staff as CSV, as the list shows them; each download is recorded',
    may: 'biz.user.export',
    reads: ['user'],
    sensitive: true,
    limit: 'export',
    freshSignIn: true,
    query: z.object(userFilter),
    ok: 'csv',
    errors: ['reauthentication_required', 'permission_denied'],
  }),
  get: call('GET /api/business-users/{id}/', {
    summary: 'One of the own staff',
    may: 'biz.user.read',
    reads: ['user'],
    sensitive: true,
    ok: businessUser,
  }),
  invite: call('POST /api/business-users/', {
    summary:
      'Make a sign-in without a password and mail a one-time link to set it; for the operator, once confirmed',
    may: 'biz.user.write',
    changes: ['user'],
    idempotent: true,
    limit: 'mail',
    freshSignIn: true,
    body: invitation,
    status: 201,
    ok: businessUser,
    errors: ['email_taken', 'shops_beyond_own', 'reauthentication_required', 'idempotency_key_reused'],
  }),
  replace: call('PUT /api/business-users/{id}/', {
    summary:
      'Change name, role and shops; of oneself only the name. More rights need a sign-in of the last ten minutes',
    may: 'biz.user.update',
    changes: ['user'],
    body: whole(change, {}),
    ok: businessUser,
    errors: changeErrors,
  }),
  update: call('PATCH /api/business-users/{id}/', {
    summary:
      'Change some of name, role and shops; of oneself only the name. More rights need a sign-in of the last ten minutes',
    may: 'biz.user.update',
    changes: ['user'],
    body: change.partial(),
    ok: businessUser,
    errors: changeErrors,
  }),
  end: call('DELETE /api/business-users/{id}/', {
    summary:
      'Sign somebody out for good, or cancel an invitation; the history keeps the name; repeated is fine',
    may: 'biz.user.write',
    changes: ['user'],
    ok: 'nothing',
    errors: ['own_account', 'last_administrator'],
  }),
  inviteAgain: call('POST /api/business-users/{id}/invite/', {
    summary: 'Mail the link once more; the one before stops working',
    may: 'biz.user.write',
    changes: ['user'],
    repeated: 'does it again',
    limit: 'mail',
    ok: businessUser,
    errors: ['invitation_accepted', 'user_deactivated', 'confirmation_pending'],
  }),
  readmit: call('POST /api/business-users/{id}/activate/', {
    summary: 'Let somebody in again, into the operator’s house once confirmed; repeated is fine',
    may: 'biz.user.write',
    changes: ['user'],
    repeated: 'changes nothing',
    limit: 'mail',
    freshSignIn: true,
    ok: businessUser,
    errors: ['reauthentication_required'],
  }),
}
