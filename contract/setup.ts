import * as z from 'zod'
import { audience, audiences } from './announcement.ts'
import { call } from './call.ts'
import { deliveringOptionLabel, kitSizeLabel } from './codes.ts'
import { secondPersonRefusals } from './error.ts'
import {
  address,
  code,
  codeShown,
  count,
  countFrom,
  date,
  dateTime,
  email,
  id,
  maybeText,
  page,
  paged,
  query,
  text,
  version,
  word,
  yenFrom,
} from './field.ts'
import { whole } from './put.ts'

// Separate from the calls of the same nouns, because storefronts load those.

const companyFields = {
  name: text(80),
  representative: maybeText(80),
  license_number: maybeText(40),
  public_safety_commission: maybeText(20),
  postal_code: maybeText(12),
  address: maybeText(200),
  phone: maybeText(20),
  store_key: maybeText(40),
  reply_business_days: countFrom(1, 60),
  return_cost: yenFrom(0, 100_000).describe('What sending goods back costs the customer; whole yen.'),
}
const companyInput = z.object(companyFields)

export const setupCompany = z.object({
  id,
  ...companyFields,
  is_operator: z.boolean(),
  shop_count: count,
  user_count: count.describe('People who can sign in for it, or could once they open their invitation.'),
  unconfirmed_count: count.describe(
    'People of the operator’s house whom a second administrator has yet to confirm.',
  ),
  version,
})

const shopInput = z.object({
  name: text(80),
  store_key: maybeText(40),
  description: maybeText(2000),
  delivering_option: word(deliveringOptionLabel),
  kit_sizes: z
    .array(code(kitSizeLabel))
    .max(Object.keys(kitSizeLabel).length)
    .optional()
    .describe('Sizes of the cardboard boxes it sends to customers; without any it sends none.'),
  address,
  phone: maybeText(20),
  tags: z.array(text(20)).max(10),
  is_open: z.boolean().describe('A closed shop takes no new requests; what it has begun goes on.'),
})

export const setupShop = shopInput.extend({
  kit_sizes: z.array(codeShown(kitSizeLabel)),
  id,
  company: id,
  version,
})

export const setupUser = z.object({
  id,
  email: z.string(),
  name: z.string(),
  role: z.enum(['admin', 'staff']),
  is_active: z.boolean(),
  is_confirmed: z
    .boolean()
    .describe(
      'A person of the operator’s house works once a second administrator has confirmed it; everybody else at once.',
    ),
  let_in_by: z
    .string()
    .describe(
      'Who let the person in: by the invitation, or again after a deactivation. Blank for those who were there first.',
    ),
  confirmation: z
    .object({
      what: z
        .enum(['admission', 'role'])
        .describe('Whether somebody was let in, or is to become an administrator.'),
      by: z.string().describe('Who did the first part.').meta({ example: '大手 進' }),
      refusal: z.enum([...secondPersonRefusals, 'permission_denied']).nullable(),
      able: z.array(z.string()),
    })
    .nullable()
    .describe('Whether this reader can confirm it, and why not; null where nothing waits.'),
  has_second_factor: z.boolean().describe('Whether a second factor is set up.'),
  has_password: z.boolean().describe('Whether a password was set, by the invitation or later.'),
  invited_until: dateTime
    .describe('Until when the newest link in the mail can be used; null when there is none any more.')
    .nullable(),
})

const invitation = z.object({ email, name: text(80), role: z.enum(['admin', 'staff']) })

export const announcementStateLabel = {
  draft: '下書き',
  scheduled: '予約',
  shown: '掲載中',
  ended: '終了',
} as const
export type AnnouncementState = keyof typeof announcementStateLabel
export const announcementStates = Object.keys(announcementStateLabel) as [
  AnnouncementState,
  ...AnnouncementState[],
]
const announcementFilter = {
  state: query.choice(announcementStates),
  audience: query.choice(audiences).describe('Who sees it.'),
}

const announcementInput = z.object({
  title: text(80),
  body: text(4000),
  level: z.enum(['info', 'important']),
  audience: audience.optional(),
  company: id
    .nullish()
    .describe('A dealer, for its customers or its staff alone; null for those of all dealers.'),
  shop: id.nullish().describe('One shop of the dealer, for its people alone.'),
  publication: z
    .enum(['draft', 'now', 'scheduled'])
    .describe(
      'When it comes out: not yet, at once, or at `published_at`. One that is out stays out since when it came.',
    ),
  published_at: dateTime.nullable(),
  ends_at: dateTime
    .describe('When it goes by itself; null leaves it until somebody takes it down.')
    .nullable(),
})

export const setupAnnouncement = z.object({
  id,
  title: z.string(),
  body: z.string(),
  level: z.enum(['info', 'important']),
  audience,
  company: id.nullable(),
  company_name: z.string().describe('Blank for all dealers.'),
  shop: id.nullable(),
  shop_name: z.string().describe('Blank for all shops.'),
  state: z.enum(announcementStates),
  published_at: dateTime.nullable(),
  ends_at: dateTime.nullable(),
  version,
})

const announcementFound = setupAnnouncement.extend({
  seen_count: count.describe('How many people have seen it.').meta({ example: 128 }),
})

export const setupTerms = z.object({
  version: z.string().describe('Which version it is.'),
  effective_on: date,
  state: z.enum(['upcoming', 'current', 'past']),
  published_at: dateTime.describe('Null and blank where no record of it is left.').nullable(),
  published_by: z.string(),
})

const versioned = z.object({ version })
const may = 'operator.setup'
const mayTell = 'biz.announcement.write'

export const about =
  'What the operator sets up: companies, shops, people, news, terms. Administrators of dealers write news for their own people.'

export const setupCalls = {
  companies: call('GET /api/biz/companies/', {
    summary: 'Companies of this site, the operator first',
    may,
    reads: ['company', 'shop', 'user'],
    query: z.object({ ...paged, name: query.text }),
    ok: page(setupCompany),
  }),
  company: call('GET /api/biz/companies/{id}/', {
    summary: 'One company',
    may,
    reads: ['company', 'shop', 'user'],
    ok: setupCompany,
  }),
  createCompany: call('POST /api/biz/companies/', {
    summary: 'Take a dealer in',
    may,
    changes: ['company'],
    idempotent: true,
    status: 201,
    body: companyInput,
    ok: setupCompany,
    errors: ['idempotency_key_reused'],
  }),
  replaceCompany: call('PUT /api/biz/companies/{id}/', {
    summary: 'Change a company',
    may,
    changes: ['company'],
    body: whole(companyInput.extend({ version }), {}),
    ok: setupCompany,
    errors: ['stale_version'],
  }),
  shops: call('GET /api/biz/companies/{company_pk}/shops/', {
    summary: 'Shops of a company, closed ones too',
    may,
    reads: ['shop'],
    ok: z.array(setupShop),
  }),
  shop: call('GET /api/biz/companies/{company_pk}/shops/{id}/', {
    summary: 'One shop of a company',
    may,
    reads: ['shop'],
    ok: setupShop,
  }),
  createShop: call('POST /api/biz/companies/{company_pk}/shops/', {
    summary: 'Open a shop',
    may,
    changes: ['shop'],
    idempotent: true,
    status: 201,
    body: shopInput,
    ok: setupShop,
    errors: ['idempotency_key_reused'],
  }),
  replaceShop: call('PUT /api/biz/companies/{company_pk}/shops/{id}/', {
    summary: 'Change a shop; close or reopen it',
    may,
    changes: ['shop'],
    body: whole(shopInput.extend({ version }), { kit_sizes: [] }),
    ok: setupShop,
    errors: ['stale_version'],
  }),
  users: call('GET /api/biz/companies/{company_pk}/users/', {
    summary: 'People of a company, and how far their invitation is',
    may,
    reads: ['user'],
    sensitive: true,
    query: z.object({ ...paged }),
    ok: page(setupUser),
  }),
  inviteUser: call('POST /api/biz/companies/{company_pk}/users/', {
    summary:
      'Make a sign-in without a password and mail a one-time link to set it; for the house, once confirmed',
    may,
    changes: ['user'],
    idempotent: true,
    limit: 'mail',
    freshSignIn: true,
    status: 201,
    body: invitation,
    ok: setupUser,
    errors: ['email_taken', 'reauthentication_required', 'idempotency_key_reused'],
  }),
  inviteUserAgain: call('POST /api/biz/companies/{company_pk}/users/{id}/invite/', {
    summary: 'Mail the link once more; the one before stops working',
    may,
    changes: ['user'],
    repeated: 'does it again',
    limit: 'mail',
    ok: setupUser,
    errors: ['invitation_accepted', 'user_deactivated', 'confirmation_pending'],
  }),
  confirmUser: call('POST /api/biz/companies/{company_pk}/users/{id}/confirm/', {
    summary:
      'Confirm as the second administrator that somebody of the house may work, or is an administrator; repeated is fine',
    may,
    changes: ['user'],
    repeated: 'changes nothing',
    freshSignIn: true,
    ok: setupUser,
    errors: [...secondPersonRefusals, 'user_deactivated', 'reauthentication_required'],
  }),
  deactivateUser: call('POST /api/biz/companies/{company_pk}/users/{id}/deactivate/', {
    summary: 'Sign somebody out for good; repeated is fine',
    may,
    changes: ['user'],
    repeated: 'changes nothing',
    ok: setupUser,
    errors: ['own_account'],
  }),
  activateUser: call('POST /api/biz/companies/{company_pk}/users/{id}/activate/', {
    summary: 'Let somebody in again, into the house once confirmed; repeated is fine',
    may,
    changes: ['user'],
    repeated: 'changes nothing',
    freshSignIn: true,
    ok: setupUser,
    errors: ['reauthentication_required'],
  }),
  announcements: call('GET /api/biz/announcements/', {
    summary: 'Announcements written by the own company, with drafts and what is over, newest first',
    may: mayTell,
    reads: ['announcement'],
    query: z.object({ ...paged, ...announcementFilter }),
    ok: page(setupAnnouncement),
  }),
  announcementsCsv: call('GET /api/biz/announcements/csv/', {
    summary: 'The listed announcements as a file',
    may: mayTell,
    reads: ['announcement'],
    limit: 'export',
    query: z.object(announcementFilter),
    ok: 'csv',
  }),
  announcement: call('GET /api/biz/announcements/{id}/', {
    summary: 'One announcement, and how many people have seen it',
    may: mayTell,
    reads: ['announcement'],
    ok: announcementFound,
  }),
  announcementReach: call('GET /api/biz/announcements/reach/', {
    summary: 'How many people an announcement reaches, counted now',
    may: mayTell,
    reads: ['user', 'customer', 'request'],
    query: z.object({
      audience: query.choice(audiences).describe('Who sees it.'),
      company: query.int,
      shop: query.int,
    }),
    ok: z.object({
      people: count
        .describe('People who can sign in; visitors who cannot are not counted.')
        .meta({ example: 1204 }),
    }),
  }),
  createAnnouncement: call('POST /api/biz/announcements/', {
    summary: 'Write an announcement: draft, at once, or later',
    may: mayTell,
    changes: ['announcement'],
    idempotent: true,
    status: 201,
    body: announcementInput,
    ok: setupAnnouncement,
    errors: ['idempotency_key_reused'],
  }),
  replaceAnnouncement: call('PUT /api/biz/announcements/{id}/', {
    summary: 'Change an announcement',
    may: mayTell,
    changes: ['announcement'],
    body: whole(announcementInput.extend({ version }), { audience: 'everyone' }),
    ok: setupAnnouncement,
    errors: ['stale_version'],
  }),
  withdrawAnnouncement: call('POST /api/biz/announcements/{id}/withdraw/', {
    summary: 'Take an announcement down; one that waits becomes a draft',
    may: mayTell,
    changes: ['announcement'],
    body: versioned,
    ok: setupAnnouncement,
    errors: ['illegal_transition', 'stale_version'],
  }),
  deleteAnnouncement: call('DELETE /api/biz/announcements/{id}/', {
    summary: 'Throw away an announcement that never came out',
    may: mayTell,
    changes: ['announcement'],
    ok: 'nothing',
    errors: ['announcement_published'],
  }),
  terms: call('GET /api/biz/terms/', {
    summary: 'Versions of the terms, newest first',
    may,
    reads: ['terms'],
    ok: z.array(setupTerms),
  }),
  publishTerms: call('POST /api/biz/terms/', {
    summary: 'Publish a version of the terms and the day from which it holds',
    may,
    changes: ['terms'],
    idempotent: true,
    status: 201,
    body: z.object({
      version: maybeText(20).describe('Which version it is.'),
      effective_on: date,
      body: text(60_000),
    }),
    ok: setupTerms,
    errors: ['idempotency_key_reused'],
  }),
  withdrawTerms: call('DELETE /api/biz/terms/{terms_version}/', {
    summary: 'Take back a version that does not hold yet',
    may,
    changes: ['terms'],
    ok: 'nothing',
    errors: ['terms_in_force'],
  }),
}
