import * as z from 'zod'
import { addressInput, agentAuthority, agreedTerms, customerProfile } from './account.ts'
import { bankAccount } from './bank-account.ts'
import { call } from './call.ts'
import { customerGender, ekycStatus, identificationClauseLabel, identificationKind, job } from './codes.ts'
import { relatedShop } from './company.ts'
import {
  address,
  changing,
  changingPage,
  codeShown,
  count,
  date,
  dateTime,
  id,
  maybeText,
  missingCodes,
  page,
  paged,
  query,
  ratio,
  text,
  version,
  word,
  wordShown,
  yen,
} from './field.ts'
import { identificationGapText } from './identification.ts'
import { messageChannelLabel, messageKindLabel } from './message-kind.ts'
import { whole } from './put.ts'

export const customer = z.object({
  id,
  name: z.string(),
  name_kana: z.string(),
  birthday: date.nullable(),
  gender: codeShown(customerGender),
  job: codeShown(job).nullable(),
  job_detail: z.string(),
  phone: z.string(),
  email: z.string().optional(),
  address,
  workplace: address.nullable(),
  bank_account: bankAccount.nullable(),
  related_shops: z.array(relatedShop),
  is_corporate: z.boolean(),
  corporate_number: z.string(),
  agent_name: z.string(),
  agent_name_kana: z.string(),
  agent_authority: agentAuthority,
  is_email_auth: z.boolean(),
  is_identity_verified: z.boolean(),
  is_invoice_issuer: z.boolean(),
  invoice_registration_number: z.string(),
  balance: yen,
  is_purchase_disabled: z.boolean(),
  is_transfer_inprogress: z.boolean(),
  is_transfer_expired: z.boolean(),
  auto_transfer: z.boolean(),
  profile_complete: z.boolean(),
  version,
})

const { corporate_number, agent_name, agent_name_kana } = customerProfile.shape

export const customerInput = customerProfile.extend({
  job_detail: maybeText(100).default(''),
  corporate_number: corporate_number.default(''),
  agent_name: agent_name.default(''),
  agent_name_kana: agent_name_kana.default(''),
  agent_authority: agentAuthority.default(null),
  is_invoice_issuer: z.boolean().default(false),
  invoice_registration_number: maybeText(20).default(''),
  workplace: addressInput.nullable().optional(),
  is_corporate: z.boolean().optional(),
  auto_transfer: z.boolean().optional(),
  version: version.optional(),
})

/** Missing fields stay unchanged, also inside the address. */
export const customerPatch = customerProfile
  .extend({
    address: addressInput.extend({ address2: maybeText(100) }).partial(),
    workplace: addressInput.nullable(),
    is_corporate: z.boolean(),
    auto_transfer: z.boolean(),
    version,
  })
  .partial()

/** The rest may follow until the first request. */
const customerStart = customerPatch.omit({ version: true }).extend({
  name: customerProfile.shape.name,
  agreed_terms: agreedTerms.optional(),
})

export const messageChannels = z
  .object({
    has_mail: z.boolean().describe('Whether the account has a mail address.'),
    has_line: z.boolean().describe('Whether messages by LINE reach the person.'),
    kinds: z
      .array(
        z.object({
          kind: word(messageKindLabel),
          mail: z.boolean().describe('Whether such messages come by mail.'),
          line: z.boolean().describe('Whether such messages come by LINE, when it is linked.'),
          is_required: z.boolean().describe('Contracts, money and safety: the mail cannot be switched off.'),
        }),
      )
      .describe('One row per kind.'),
  })
  .describe('Which messages come by mail and by LINE. The inbox holds all of them.')

export const shopCustomerRow = z.object({
  id,
  name: z.string(),
  name_kana: z.string(),
  prefecture: z.string(),
  is_identity_verified: z.boolean(),
  request_count: count,
  purchased_total: yen,
  last_request_at: dateTime.nullable(),
  created_at: dateTime,
})

export const identificationRecord = z.object({
  id,
  identification_kind: codeShown(identificationKind),
  ekyc_status: codeShown(ekycStatus),
  clause: wordShown(identificationClauseLabel),
  document_issuer: z.string(),
  document_number_masked: z.string(),
  verified_name: z.string(),
  verified_address: z.string(),
  verified_agent_name: z.string(),
  authority_evidence: z.string(),
  missing: z.array(wordShown(identificationGapText)),
  verified_at: dateTime.nullable(),
  verified_by: z.string(),
  cleared_at: dateTime.nullable(),
  cleared_reason: z.string(),
})

export const purchaseStop = z
  .object({
    is_purchase_disabled: z.boolean(),
    version,
    changes: z.array(
      z.object({
        is_stopped: z.boolean(),
        reason: z.string(),
        changed_by: z.string(),
        changed_at: dateTime,
      }),
    ),
  })
  .describe('Whether the own company takes new requests of this customer, with each change and its reason.')

/** For a dealer's staff: no other dealer's data, no full bank number. */
export const shopCustomer = customer
  .omit({ related_shops: true, balance: true, version: true, workplace: true, auto_transfer: true })
  .extend({
    age: count.nullable(),
    related_shop: relatedShop,
    identifications: z.array(identificationRecord),
    balance_with_company: yen,
    receivable_with_company: yen.describe(
      'What the customer owes the company: it is set off against the next prices.',
    ),
    purchase_stop: purchaseStop,
    bounce_reason: z
      .string()
      .describe('Why the bank sent the newest transfer back, when it held money of the company; else blank.'),
    request_count: count,
    purchased_total: yen,
    acceptance_rate: ratio.nullable(),
  })

export const shopCustomerOrder = { fields: ['name', 'created_at', 'id'], usual: '-created_at' } as const

export const about = 'Customers’ own data, and customers as shops see them.'

const shopCustomerFilter = {
  q: query.search,
  is_identity_verified: query.bool,
  name: query.text,
  ordering: query.ordering(shopCustomerOrder),
}

export const customerCalls = {
  list: call('GET /api/customers/', {
    summary: 'The own customer record as a list of one',
    may: 'customer.self',
    reads: ['customer', 'bank_account', 'balance'],
    sensitive: true,
    query: z.object({ ...paged }),
    ok: page(customer),
  }),
  create: call('POST /api/customers/', {
    summary: 'Make the customer record of an account that has none',
    may: 'customer.create',
    changes: ['account', 'customer'],
    repeated: 'is refused',
    body: customerStart,
    status: 201,
    ok: customer,
    errors: ['customer_exists'],
  }),
  get: call('GET /api/customers/{id}/', {
    summary: 'The own customer record',
    may: 'customer.self',
    reads: ['customer', 'bank_account', 'balance'],
    sensitive: true,
    ok: customer,
  }),
  replace: call('PUT /api/customers/{id}/', {
    summary: 'Replace the own data',
    may: 'customer.self',
    changes: ['customer'],
    body: whole(customerInput, { is_corporate: false, auto_transfer: true }),
    ok: customer,
    errors: ['stale_version', 'reauthentication_required'],
  }),
  update: call('PATCH /api/customers/{id}/', {
    summary: 'Change part of the own data',
    may: 'customer.self',
    changes: ['customer', 'balance'],
    body: customerPatch,
    ok: customer,
    errors: ['stale_version', 'reauthentication_required'],
  }),
  leave: call('DELETE /api/customers/{id}/', {
    summary: 'Leave the service',
    may: 'customer.self',
    // Ends the session and with it every cached response.
    changes: [],
    ok: 'nothing',
    errors: ['customer_has_open_business'],
  }),
  shopCustomers: call('GET /api/biz/shops/{shop_pk}/customers/', {
    summary: 'Customers of a shop',
    may: 'biz.customer.read',
    reads: ['customer'],
    sensitive: true,
    query: z.object({ ...shopCustomerFilter, ...paged, ...changing }),
    fromReplica: true,
    ok: changingPage(shopCustomerRow),
  }),
  shopCustomersCsv: call('GET /api/biz/shops/{shop_pk}/customers/csv/', {
    summary: 'Customers of a shop as CSV, in the order of the list; each download is recorded',
    may: 'biz.customer.export',
    reads: ['customer'],
    sensitive: true,
    limit: 'export',
    freshSignIn: true,
    query: z.object(shopCustomerFilter),
    fromReplica: true,
    ok: 'csv',
    errors: ['reauthentication_required'],
  }),
  shopCustomerCodes: call('GET /api/biz/shops/{shop_pk}/customers/codes/', {
    summary: 'Which of several codes in a search the list of customers does not show',
    may: 'biz.customer.read',
    reads: ['customer'],
    sensitive: true,
    query: z.object(shopCustomerFilter),
    ok: missingCodes,
  }),
  shopCustomer: call('GET /api/biz/shops/{shop_pk}/customers/{id}/', {
    summary: 'One customer of a shop; the view is recorded',
    may: 'biz.customer.read',
    reads: ['customer'],
    sensitive: true,
    ok: shopCustomer,
  }),
  changePurchaseStop: call('POST /api/biz/shops/{shop_pk}/customers/{id}/purchase-stop/', {
    summary: 'Stop new requests of a customer to the own company, or take them again',
    may: 'biz.customer.stop',
    changes: ['customer'],
    limit: 'write',
    body: z.object({ is_purchase_disabled: z.boolean(), reason: text(200), version }),
    ok: purchaseStop,
    errors: ['stale_version'],
  }),
  postalCode: call('GET /api/postal-code/{postal_code}/', {
    summary: 'Prefecture, city and towns of a postal code',
    may: 'anyone',
    reads: [],
    limit: 'search',
    ok: z.array(
      z.object({ postal_code: z.string(), prefecture: z.string(), city: z.string(), town: z.string() }),
    ),
    errors: ['invalid_postal_code'],
  }),
  notifications: call('GET /api/notifications/', {
    summary: 'Messages to the signed-in account, newest first',
    may: 'signed_in',
    reads: ['notification'],
    query: z.object({ ...paged }),
    ok: page(
      z.object({
        id,
        title: z.string(),
        body: z.string(),
        link: z.string(),
        created_at: dateTime,
        read_at: dateTime.nullable(),
      }),
    ),
  }),
  readNotifications: call('POST /api/notifications/read/', {
    summary: 'Mark messages as read',
    may: 'signed_in',
    // The visible list keeps its unread marks; the page refreshes the bell itself.
    changes: [],
    repeated: 'changes nothing',
    body: z.object({ up_to: id }),
    ok: z.object({ unread: count }),
  }),
  channels: call('GET /api/notifications/channels/', {
    summary: 'Which messages come by mail and by LINE',
    may: 'customer.self',
    reads: ['account'],
    ok: messageChannels,
  }),
  chooseChannel: call('PATCH /api/notifications/channels/', {
    summary: 'Switch one channel of one kind of message',
    may: 'customer.self',
    changes: ['account'],
    limit: 'write',
    body: z.object({
      kind: word(messageKindLabel),
      channel: word(messageChannelLabel),
      is_on: z.boolean().describe('Whether such messages come this way from now on.'),
    }),
    ok: messageChannels,
    errors: ['message_required'],
  }),
  contact: call('POST /api/contact/', {
    summary: 'Write to the operator',
    may: 'anyone',
    changes: [],
    repeated: 'changes nothing',
    limit: 'mail',
    body: z.object({
      name: maybeText(80).min(1),
      email: z.string().trim().max(254).pipe(z.email()),
      body: maybeText(4000).min(1),
    }),
    ok: 'nothing',
  }),
}
