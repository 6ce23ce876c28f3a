import * as z from 'zod'
import { call } from './call.ts'
import {
  bankAccountType,
  labelOf,
  payoutBatchStateLabel,
  payoutBatchStates,
  transactionKindLabel,
  transferStatus,
  transferStatusLabel,
} from './codes.ts'
import { secondPersonRefusals } from './error.ts'
import {
  changing,
  changingPage,
  codeShown,
  count,
  date,
  dateTime,
  id,
  maybeText,
  page,
  paged,
  picture,
  query,
  text,
  version,
  windowed,
  word,
  wordShown,
  yen,
  yenFrom,
} from './field.ts'
import { whole } from './put.ts'

export const transferKinds = ['ordinary', 'automatic', 'special'] as const

export const transfer = z.object({
  id,
  status: codeShown(transferStatusLabel),
  amount: yen,
  fee: yen,
  balance: yen,
  scheduled_on: date.nullable(),
})

export const transaction = z.object({
  id,
  kind: word(transactionKindLabel),
  amount: yen,
  balance_after: yen,
  status: codeShown(transferStatusLabel).nullable(),
  purchase_request: id.nullable(),
  transfer: id.nullable(),
  dealer: z.string(),
  note: z.string(),
  created_at: dateTime,
})

interface EntryWords {
  kind: keyof typeof transactionKindLabel
  status: number | null
  transfer: number | null
}

/** `買取代金`, or for a transfer its state: `振込(受付)`. Set-offs and fees are final at once. */
export function transactionText({ kind, status, transfer }: EntryWords): string {
  if (kind === 'REVERSAL') return transfer === null ? '売却の取り消し' : '振込の戻り'
  const name = labelOf(transactionKindLabel, kind)
  if (status === null || kind === 'SET_OFF' || kind === 'FEE') return name
  return `${name}(${status === transferStatus.FAILED ? '残高に戻しました' : labelOf(transferStatusLabel, status)})`
}

/** An article that an entry of the book pays for or takes back. */
export const entryItem = z.object({
  slug: z.string(),
  name: z.string(),
  brand_name: z.string(),
  price: yen,
  photo: picture.nullable(),
  is_rescinded: z.boolean(),
})

export const yearStatement = z.object({
  year: count,
  years: z.array(count).describe('All years with an entry, newest first; empty before the first.'),
  holder: z.string(),
  opening: yen,
  added: yen,
  taken: yen,
  closing: yen,
  entries: z.array(transaction.extend({ items: z.array(entryItem) })).describe('Oldest first.'),
})

/** Why no transfer of the balance is possible now. */
export const transferObstacles = [
  'transfer_in_progress',
  'balance_empty',
  'bank_account_missing',
  'bank_account_unusable',
  'holder_name_differs',
  'money_on_hold',
] as const
const transferRefusals = [...transferObstacles, 'amount_exceeds_balance', 'idempotency_key_reused'] as const

/** A transfer requested by this hour of a bank's business day arrives on the next one. */
export const bankCutOffHour = 15

/** 普通, 当座, その他: banks do not allow transfers from savings. */
export const originatorBankAccountTypes = [1, 2, 9] as const

export const payoutProblem = z.object({
  line: count
    .describe('Which transfer of the batch, counted from 1; null for the batch and the originator.')
    .nullable(),
  transfer: id.nullable(),
  byte: count.describe('Which byte of its record in the file, counted from 1.').nullable(),
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  field: z.string(),
  message: z.string(),
})
export const payoutLine = z.object({
  id,
  transfer: id,
  customer_name: z.string(),
  bank_name: z.string(),
  branch_name: z.string(),
  account_type: codeShown(bankAccountType),
  account_number_masked: z.string(),
  account_holder_kana: z.string(),
  verified_name_kana: z.string(),
  amount: yen,
  result: z.enum(['pending', 'paid', 'bounced', 'canceled', 'returned']),
  bounce_reason: z.string().describe('Why it came back, at once (`bounced`) or on a later day (`returned`).'),
  recorded_by: z.string().describe('Who recorded the result; blank before.'),
  recorded_at: dateTime.nullable(),
  returned_by: z.string().describe('Who recorded that what was paid has come back; blank unless it has.'),
  returned_at: dateTime.nullable(),
})
export const payoutActs = [
  'create',
  'approve',
  'export',
  'download',
  'send',
  'record_results',
  'record_returns',
  'cancel',
] as const
export const payoutAct = z.object({
  act: z.enum(payoutActs),
  by: z.string(),
  at: dateTime,
  paid: count.describe('Lines that were recorded as paid with it.'),
  bounced: count.describe('Lines that were recorded as sent back with it.'),
  returned: count.describe('Lines that were recorded as sent back on a later day with it.'),
  reason: z.string(),
})
export const payoutBatchRow = z.object({
  id,
  state: word(payoutBatchStateLabel),
  pay_date: date,
  line_count: count,
  total: yen,
  created_by: z.string(),
  approved_by: z.string(),
  created_at: dateTime,
  may_approve: z.boolean().describe('Whether it waits for an approval that this reader may give.'),
})
export const payoutBatch = payoutBatchRow.extend({
  /** While waiting for approval: why this reader may not approve (null: may), and who can. */
  approval: z
    .object({ refusal: z.enum(secondPersonRefusals).nullable(), approvers: z.array(z.string()) })
    .nullable(),
  lines: z.array(payoutLine),
  history: z.array(payoutAct).describe('Everything that was done with the batch, oldest first.'),
  problems: z.array(payoutProblem),
  file_sha256: z.string().nullable(),
  paid_count: count,
  bounced_count: count,
  returned_count: count,
  allowed_moves: z.array(z.string()),
  version,
})
export const payoutCandidate = z.object({
  transfer: id,
  customer_name: z.string(),
  amount: yen,
  kind: z.string(),
  scheduled_on: date,
  bounced_before: z
    .string()
    .describe("Why the bank sent the customer's transfer before this one back; blank when it did not."),
  problems: z.array(payoutProblem),
})
/** A payment of an expired balance that two people of the operator have not both checked yet. */
export const specialWithdrawalRow = z.object({
  transfer: id,
  customer_name: z.string(),
  amount: yen,
  requested_at: dateTime,
  newest_credit_at: dateTime.nullable().describe('When the newest money of this balance came in.'),
  account_changed_at: dateTime.nullable().describe('When the customer last changed the bank account.'),
  bank_name: z.string(),
  branch_name: z.string(),
  account_type: codeShown(bankAccountType),
  account_number_masked: z.string(),
  account_holder_kana: z.string(),
  verified_name_kana: z.string(),
  bounced_before: payoutCandidate.shape.bounced_before,
  problems: z.array(payoutProblem),
  first_checked_by: z.string(),
  refusal: z.enum(secondPersonRefusals).nullable().describe('Why this reader may not check it; null: may.'),
  checkers: z.array(z.string()).describe('Who can be the second person; empty before the first check.'),
  version,
})
const versioned = z.object({ version })

export const payoutFormatLabel = {
  zengin: '全銀形式(総合振込)',
  gmo_aozora: 'GMOあおぞらネット銀行の総合振込CSV',
} as const
export type PayoutFormatCode = keyof typeof payoutFormatLabel
/** Other banks know by the sign-in who sends the file, and give no number. */
export const hasOriginatorCode = (format: PayoutFormatCode): boolean => format === 'zengin'

/** The house's own account, as registered with the bank for transfer files. */
const originatorInput = z.object({
  originator_code: maybeText(20).describe('Blank where the format of the files has none.'),
  name_kana: maybeText(120),
  bank_code: maybeText(8),
  branch_code: maybeText(8),
  account_type: z.literal(originatorBankAccountTypes),
  account_number: maybeText(20),
  file_format: word(payoutFormatLabel).optional().describe('Of the files for the bank; `zengin` by default.'),
})
export const payoutOriginator = z.object({
  originator_code: z.string(),
  name_kana: z.string(),
  name_in_file: z.string().describe('The name as it stands in the file: half width.'),
  bank_code: z.string(),
  bank_name: z.string(),
  branch_code: z.string(),
  branch_name: z.string(),
  account_type: codeShown(bankAccountType),
  account_number: z.string(),
  file_format: wordShown(payoutFormatLabel),
  version,
  updated_by: z.string(),
  updated_at: dateTime.nullable(),
})

export const ownBalance = z.object({
  balance: yen,
  receivable: yen.describe(
    'What is set off against the next prices: paid out before its deal was taken back.',
  ),
  accounts: z.array(z.object({ company: id, dealer: z.string(), balance: yen, receivable: yen })),
  transfer_in_progress: transfer
    .omit({ balance: true })
    .extend({ kind: z.enum(transferKinds) })
    .nullable(),
  next_scheduled_on: date.describe('The day on which a transfer requested now arrives.'),
  auto_transfer_on: date.nullable(),
  is_transfer_expired: z.boolean(),
  obstacle: z
    .enum(transferObstacles)
    .nullable()
    .describe('Why a transfer of the whole balance would be refused now; null if it would not.'),
  verified_names_kana: z
    .array(z.string())
    .describe(
      'The verified names that the account holder is compared with; empty before the first identification.',
    ),
  bounce: z
    .object({
      bounced_on: date.describe('When it was recorded that it did not arrive.'),
      reason: z.string(),
    })
    .nullable()
    .describe(
      'The transfer that came back, until the account is changed or another transfer is requested; else null.',
    ),
})

/** Of one bank file; candidates beyond it wait for the next batch. */
export const mostLinesOfBatch = 10_000

const batchFilter = { state: query.choice(payoutBatchStates) }

export const about = 'Transfers to customers, and the bank files that carry them.'

export const transferCalls = {
  specialWithdrawal: call('POST /api/balance/special-withdrawl/', {
    summary: 'Pay out a balance after its deadline',
    may: 'customer.self',
    changes: ['balance'],
    idempotent: true,
    status: 201,
    limit: 'money',
    body: z.object({
      customer: id.optional(),
      amount: yenFrom(1).nullish(),
      should_special_withdrawal: z.boolean().optional(),
    }),
    ok: transfer.omit({ scheduled_on: true }),
    errors: ['transfer_not_expired', ...transferRefusals],
  }),
  request: call('POST /api/transfer/', {
    summary: 'Transfer the balance to the bank account',
    may: 'customer.self',
    changes: ['balance'],
    idempotent: true,
    status: 201,
    limit: 'money',
    body: z.object({ customer: id.optional(), amount: yenFrom(1).nullish() }),
    ok: transfer,
    errors: ['transfer_expired', ...transferRefusals],
  }),
  transactions: call('GET /api/transactions/', {
    summary: 'Entries of the own balance, newest first',
    may: 'customer.self',
    reads: ['balance'],
    sensitive: true,
    query: z.object({ ...windowed, ...paged }),
    ok: page(transaction),
  }),
  statement: call('GET /api/transactions/statement/', {
    summary: 'The own entries of a year with their sums, each down to its articles',
    may: 'customer.self',
    reads: ['balance', 'item'],
    sensitive: true,
    query: z.object({ year: query.int }),
    ok: yearStatement,
  }),
  statementCsv: call('GET /api/transactions/statement/csv/', {
    summary: 'The statement of a year as CSV',
    may: 'customer.self',
    reads: ['balance', 'item'],
    sensitive: true,
    limit: 'export',
    query: z.object({ year: query.int }),
    ok: 'csv',
  }),
  statementPdf: call('GET /api/transactions/statement/pdf/', {
    summary: 'The statement of a year as PDF',
    may: 'customer.self',
    reads: ['balance', 'item'],
    sensitive: true,
    limit: 'export',
    query: z.object({ year: query.int }),
    ok: 'pdf',
  }),
  balance: call('GET /api/balance/', {
    summary: 'The own balance by dealer, the transfer under way and what the next one would be',
    may: 'customer.self',
    reads: ['balance', 'bank_account'],
    sensitive: true,
    ok: ownBalance,
  }),
  candidates: call('GET /api/biz/payouts/candidates/', {
    summary: 'Transfers waiting for a batch, with what the checks say',
    may: 'operator.payout',
    reads: ['payout', 'originator'],
    sensitive: true,
    query: z.object({ pay_date: query.date }),
    ok: z.object({
      pay_date: date,
      total: yen,
      candidates: z.array(payoutCandidate),
      problems: z
        .array(payoutProblem)
        .describe("What keeps any file of that day from being made: the pay date, the originator's setting."),
    }),
  }),
  cannotSend: call('POST /api/biz/payouts/candidates/{id}/cannot-send/', {
    summary: 'Give a waiting transfer that no file can carry back to its customer, with the reason',
    may: 'operator.payout',
    changes: ['payout'],
    idempotent: true,
    body: z.object({ reason: text(200) }),
    ok: z.object({ transfer: id, status: codeShown(transferStatusLabel), amount: yen, reason: z.string() }),
    errors: ['illegal_transition', 'idempotency_key_reused'],
  }),
  specialWithdrawals: call('GET /api/biz/payouts/special/', {
    summary: 'Payments of expired balances that wait for two people to check them, oldest first',
    may: 'operator.payout',
    reads: ['payout'],
    sensitive: true,
    query: z.object({ ...paged }),
    ok: page(specialWithdrawalRow),
  }),
  checkSpecialWithdrawal: call('POST /api/biz/payouts/special/{id}/check/', {
    summary: 'Check the payment of an expired balance; after the second person it can go into a batch',
    may: 'operator.payout',
    changes: ['payout'],
    freshSignIn: true,
    body: versioned,
    ok: z.object({
      transfer: id,
      first_checked_by: z.string(),
      second_checked_by: z.string(),
      scheduled_on: date.nullable().describe('The day it is to be paid, once two people have checked.'),
      version,
    }),
    current: specialWithdrawalRow,
    errors: [
      ...secondPersonRefusals,
      'reauthentication_required',
      'payout_check_failed',
      'illegal_transition',
      'stale_version',
    ],
  }),
  originator: call('GET /api/biz/payouts/originator/', {
    summary: 'The account transfers are made from, as the bank knows it',
    may: 'operator.payout',
    reads: ['originator'],
    sensitive: true,
    ok: z.object({ originator: payoutOriginator.nullable(), may_edit: z.boolean() }),
  }),
  changeOriginator: call('PUT /api/biz/payouts/originator/', {
    summary: 'Set the account transfers are made from; version 0 for the first time',
    may: 'operator.payout',
    changes: ['originator'],
    freshSignIn: true,
    body: whole(originatorInput.extend({ version }), { file_format: 'zengin' }),
    ok: payoutOriginator,
    errors: ['unknown_bank', 'unknown_branch', 'stale_version', 'reauthentication_required'],
  }),
  batches: call('GET /api/biz/payouts/', {
    summary: 'Payout batches, newest first',
    may: 'operator.payout',
    reads: ['payout'],
    sensitive: true,
    query: z.object({ ...paged, ...batchFilter }),
    ok: page(payoutBatchRow),
  }),
  batchesCsv: call('GET /api/biz/payouts/csv/', {
    summary: 'Payout batches as CSV, as the list shows them; each download is recorded',
    may: 'operator.payout',
    reads: ['payout'],
    sensitive: true,
    limit: 'export',
    freshSignIn: true,
    query: z.object(batchFilter),
    ok: 'csv',
    errors: ['reauthentication_required'],
  }),
  createBatch: call('POST /api/biz/payouts/', {
    summary: 'Make a batch of chosen transfers',
    may: 'operator.payout',
    changes: ['payout'],
    freshSignIn: true,
    idempotent: true,
    status: 201,
    body: z.object({ pay_date: date, transfers: z.array(id).min(1).max(mostLinesOfBatch) }),
    ok: payoutBatch,
    errors: ['reauthentication_required', 'payout_check_failed', 'idempotency_key_reused'],
  }),
  batch: call('GET /api/biz/payouts/{id}/', {
    summary: 'One batch with lines and checks',
    may: 'operator.payout',
    reads: ['payout'],
    sensitive: true,
    ok: payoutBatch,
  }),
  approveBatch: call('POST /api/biz/payouts/{id}/approve/', {
    summary: 'Approve as the second person: not tied to the maker by invitation, device or network',
    may: 'operator.payout',
    changes: ['payout'],
    freshSignIn: true,
    body: versioned,
    ok: payoutBatch,
    errors: [
      ...secondPersonRefusals,
      'reauthentication_required',
      'payout_check_failed',
      'illegal_transition',
      'stale_version',
    ],
  }),
  exportBatch: call('POST /api/biz/payouts/{id}/export/', {
    summary: 'Make the file for the bank; repeated, the same file',
    may: 'operator.payout',
    changes: ['payout'],
    freshSignIn: true,
    body: versioned,
    ok: payoutBatch,
    errors: ['reauthentication_required', 'payout_check_failed', 'illegal_transition', 'stale_version'],
  }),
  batchFile: call('GET /api/biz/payouts/{id}/file/', {
    summary: 'The file for the bank; each download is recorded',
    may: 'operator.payout',
    reads: ['payout'],
    sensitive: true,
    freshSignIn: true,
    ok: 'bytes',
    errors: ['reauthentication_required'],
  }),
  markSent: call('POST /api/biz/payouts/{id}/send/', {
    summary: 'Say that the bank has the file',
    may: 'operator.payout',
    changes: ['payout'],
    // Refused when a hold was placed after the file was made, unless the bank already has the file.
    body: z.object({ version, despite_problems: z.boolean().optional() }),
    ok: payoutBatch,
    errors: ['payout_check_failed', 'illegal_transition', 'stale_version'],
  }),
  recordResults: call('POST /api/biz/payouts/{id}/results/', {
    summary: 'What the bank did with each line',
    may: 'operator.payout',
    changes: ['payout'],
    body: z.object({
      version,
      results: z
        .array(z.object({ line: id, result: z.enum(['paid', 'bounced']), reason: maybeText(200).optional() }))
        .min(1)
        .max(mostLinesOfBatch),
    }),
    ok: payoutBatch,
    errors: ['illegal_transition', 'stale_version'],
  }),
  recordReturns: call('POST /api/biz/payouts/{id}/returns/', {
    summary: 'What the bank had paid and sent back on a later day, line by line',
    may: 'operator.payout',
    changes: ['payout'],
    body: z.object({
      version,
      returns: z
        .array(z.object({ line: id, reason: text(200) }))
        .min(1)
        .max(mostLinesOfBatch),
    }),
    ok: payoutBatch,
    errors: ['illegal_transition', 'stale_version'],
  }),
  cancelBatch: call('POST /api/biz/payouts/{id}/cancel/', {
    summary: 'Give a batch up before it is sent',
    may: 'operator.payout',
    changes: ['payout'],
    body: z.object({ version, reason: text(200) }),
    ok: payoutBatch,
    errors: ['illegal_transition', 'stale_version'],
  }),
  companyPayouts: call('GET /api/biz/payout-lines/', {
    summary: "Payouts of the own company's purchases",
    may: 'biz.money.read',
    reads: ['payout'],
    sensitive: true,
    query: z.object({ ...paged, ...changing }),
    ok: changingPage(
      z.object({
        transfer: id,
        amount: yen,
        status: codeShown(transferStatusLabel),
        requested_at: dateTime,
        paid_on: date.nullable(),
      }),
    ),
  }),
}
