import * as z from 'zod'
import { bookAccountKinds } from './book-side.ts'
import { call } from './call.ts'
import { transactionKindLabel } from './codes.ts'
import { missingInShiftJis } from './csv-check.ts'
import { csvEncodings } from './csv-encoding.ts'
import { secondPersonRefusals } from './error.ts'
import {
  count,
  date,
  dateTime,
  figure,
  id,
  maybeText,
  page,
  paged,
  query,
  text,
  version,
  word,
  wordShown,
  yen,
  yenFrom,
} from './field.ts'

export const bookAccount = z.object({ id, kind: z.enum(bookAccountKinds), owner: z.string(), balance: yen })
export const bookKind = z.object({ kind: z.enum(bookAccountKinds), count, debit: yen, credit: yen })
export const bookEntry = z.object({
  id,
  kind: wordShown(transactionKindLabel),
  debit: z.string(),
  credit: z.string(),
  amount: yen,
  note: z.string(),
  created_at: dateTime,
  reverses: id.nullable(),
  purchase_request: id.nullable(),
  transfer: id.nullable(),
})
export const proof = z.object({
  id,
  made_at: dateTime,
  is_ok: z.boolean(),
  entry_count: count,
  checks: z.array(z.object({ name: z.string(), expected: figure, found: figure, is_ok: z.boolean() })),
})

export const proposalKindLabel = {
  adjustment: '残高の調整',
  fee: '組戻しの手数料',
  write_off: '未収の貸倒れ',
  bank_fee: '銀行の手数料',
} as const
export type ProposalKind = keyof typeof proposalKindLabel

export const proposalStateLabel = {
  waiting: '承認待ち',
  approved: '承認済み',
  refused: '取りやめ',
  lapsed: '期限切れ',
} as const

/** Later, balances and reasons are no longer what the proposal was made for. */
export const proposalDays = 30

/** What the customer reads beside the entry; the bank's fee concerns none. */
export const namesCustomer = (kind: ProposalKind): boolean => kind !== 'bank_fee'

/** Those that concern a deal, and with it a customer and a dealer. */
export const concernsDeal = (kind: ProposalKind): boolean => kind === 'adjustment' || kind === 'write_off'

const proposalInput = z.object({
  kind: word(proposalKindLabel),
  purchase_request: id.nullish(),
  transfer: id.nullish(),
  amount: yenFrom(-9_999_999_999).describe(
    'Below zero only for an adjustment: it is taken from the customer.',
  ),
  reason: text(200).describe('Why, for the operator’s own record.'),
  note: maybeText(100).default('').describe('What the customer reads; required unless none is concerned.'),
  announced_on: date.nullish().describe('The day on which the customer was told of the fee.'),
})

/** What a proposal lacks beyond its schema, by field. */
export function proposalProblems(input: Partial<z.output<typeof proposalInput>>): Record<string, string[]> {
  const { kind, amount, note } = input
  const found: Record<string, string[]> = {}
  if (!kind) return found
  if (amount === 0) found.amount = ['0円の申請はできません。']
  if (amount && amount < 0 && kind !== 'adjustment') found.amount = ['1円以上の金額を入力してください。']
  if (concernsDeal(kind) && input.purchase_request == null)
    found.purchase_request = ['買取が成立した申し込みの番号を入力してください。']
  if (kind === 'fee' && input.transfer == null)
    found.transfer = ['銀行から戻った振込の番号を入力してください。']
  if (kind === 'fee' && input.announced_on == null)
    found.announced_on = ['お客さまへ手数料を案内した日を入力してください。']
  if (namesCustomer(kind) && !note?.trim()) found.note = ['お客さまに表示する説明を入力してください。']
  return found
}

export const bookProposal = z
  .object({
    id,
    kind: word(proposalKindLabel),
    state: word(proposalStateLabel),
    purchase_request: id.nullable(),
    transfer: id.nullable(),
    customer_name: z.string(),
    dealer: z.string(),
    amount: yen,
    reason: z.string(),
    note: z.string(),
    announced_on: date.nullable().describe('The day on which the customer was told of the fee; else null.'),
    available: yen
      .nullable()
      .describe(
        'What it can be taken from as of now: the balance, or what is owed; null where nothing limits it.',
      ),
    proposed_by: z.string(),
    proposed_at: dateTime,
    lapses_at: dateTime.describe('From when it can no longer be approved.'),
    decided_by: z.string(),
    decided_at: dateTime.nullable(),
    decision_note: z.string(),
    refusal: z
      .enum(secondPersonRefusals)
      .nullable()
      .describe('Why this reader may not approve it; null: may.'),
    approvers: z.array(z.string()),
    version,
  })
  .describe('Entries that one person proposed and another approves or refuses.')

export const bookDeal = z
  .object({
    purchase_request: id,
    customer_name: z.string(),
    dealer: z.string(),
    price: yen,
    balance: yen,
    receivable: yen,
  })
  .describe('A deal with what its customer holds at the dealer, and owes it.')

export const bookMonth = z
  .object({
    month: z.string(),
    is_closed: z.boolean(),
    may_close: z.boolean().describe('Whether this reader may close it now.'),
    entry_count: count,
    totals: z
      .array(z.object({ kind: z.enum(bookAccountKinds), debit: yen, credit: yen }))
      .describe('What each kind of account was debited and credited in the month.'),
    closed_by: z.string(),
    closed_at: dateTime.nullable(),
  })
  .describe('A month of the books.')

const entryFilter = { kind: query.text, account: query.int }

export const about = 'The operator’s books.'

export const bookCalls = {
  kinds: call('GET /api/biz/book/kinds/', {
    summary: 'The trial balance: every kind of account, debit and credit apart',
    may: 'operator.money',
    reads: [],
    ok: z.array(bookKind),
  }),
  trialBalance: call('GET /api/biz/book/accounts/', {
    summary: 'Accounts with their balances',
    may: 'operator.money',
    reads: ['book'],
    sensitive: true,
    query: z.object({ kind: query.text, ...paged }),
    ok: page(bookAccount),
  }),
  accountsCsv: call('GET /api/biz/book/accounts/csv/', {
    summary: 'Accounts as CSV, debit and credit in columns of their own',
    may: 'operator.money',
    reads: ['book'],
    sensitive: true,
    limit: 'export',
    freshSignIn: true,
    query: z.object({ kind: query.text }),
    ok: 'csv',
    errors: ['reauthentication_required'],
  }),
  entriesCsv: call('GET /api/biz/book/entries/csv/', {
    summary: 'Entries as CSV, oldest first',
    may: 'operator.money',
    reads: ['book'],
    sensitive: true,
    limit: 'export',
    freshSignIn: true,
    query: z.object(entryFilter),
    ok: 'csv',
    errors: ['reauthentication_required'],
  }),
  entries: call('GET /api/biz/book/entries/', {
    summary: 'Entries, newest first',
    may: 'operator.money',
    reads: ['book'],
    sensitive: true,
    query: z.object({ ...entryFilter, ...paged }),
    ok: page(bookEntry),
  }),
  proofs: call('GET /api/biz/book/proofs/', {
    summary: 'Stored proofs, newest first',
    may: 'operator.money',
    reads: ['proof'],
    query: z.object({ ...paged }),
    ok: page(proof),
  }),
  prove: call('POST /api/biz/book/proofs/', {
    summary: 'Prove the books now',
    may: 'operator.money',
    changes: ['proof'],
    repeated: 'does it again',
    body: z.object({}),
    status: 201,
    ok: proof,
  }),
  deal: call('GET /api/biz/book/deals/{id}/', {
    summary: 'A deal with what its customer holds at the dealer, and owes it',
    may: 'operator.money',
    reads: ['book'],
    sensitive: true,
    ok: bookDeal,
  }),
  proposals: call('GET /api/biz/book/proposals/', {
    summary: 'Proposed entries, those that wait first, then the newest',
    may: 'operator.money',
    reads: ['book', 'proposal'],
    sensitive: true,
    query: z.object({ state: query.text, ...paged }),
    ok: page(bookProposal),
  }),
  propose: call('POST /api/biz/book/proposals/', {
    summary: 'Propose an adjustment, a fee or a write-off for another person to approve',
    may: 'operator.money',
    changes: ['proposal'],
    idempotent: true,
    status: 201,
    body: proposalInput,
    ok: bookProposal,
    errors: ['idempotency_key_reused', 'amount_exceeds_balance', 'fee_not_due'],
  }),
  approveProposal: call('POST /api/biz/book/proposals/{id}/approve/', {
    summary: 'Approve what another person proposed; writes its entries',
    may: 'operator.money',
    changes: ['book', 'proposal'],
    freshSignIn: true,
    body: z.object({ version }),
    ok: bookProposal,
    current: bookProposal,
    errors: [
      ...secondPersonRefusals,
      'reauthentication_required',
      'illegal_transition',
      'proposal_lapsed',
      'amount_exceeds_balance',
      'fee_not_due',
      'stale_version',
    ],
  }),
  refuseProposal: call('POST /api/biz/book/proposals/{id}/refuse/', {
    summary: 'Turn a proposal down, or take back the own one',
    may: 'operator.money',
    changes: ['proposal'],
    body: z.object({ reason: text(200), version }),
    ok: bookProposal,
    current: bookProposal,
    errors: ['illegal_transition', 'stale_version'],
  }),
  months: call('GET /api/biz/book/months/', {
    summary: 'Months of the books, newest first, with what was moved and who closed them',
    may: 'operator.money',
    reads: ['book', 'month'],
    sensitive: true,
    query: z.object({ ...paged }),
    ok: page(bookMonth),
  }),
  closeMonth: call('POST /api/biz/book/months/', {
    summary: 'Close the oldest open month: from then on it takes no entry',
    may: 'operator.money',
    changes: ['month', 'proof'],
    repeated: 'changes nothing',
    freshSignIn: true,
    body: z.object({ month: text(7).describe('Year and month.') }),
    ok: bookMonth,
    errors: [
      'permission_denied',
      'reauthentication_required',
      'month_not_over',
      'month_not_next',
      'books_not_proven',
    ],
  }),
  monthCsv: call('GET /api/biz/book/months/{month}/csv/', {
    summary: 'The entries of a closed month for the accountant, with tax codes; the same on every download',
    may: 'operator.money',
    reads: ['month'],
    sensitive: true,
    limit: 'export',
    freshSignIn: true,
    query: z.object({
      encoding: query.choice(csvEncodings).describe('`utf-8` (with a mark for Excel) by default.'),
      substitute: query.bool.describe('Write characters that Shift_JIS lacks as their substitutes.'),
    }),
    ok: 'csv',
    errors: ['not_in_shift_jis', 'reauthentication_required'],
  }),
  monthCsvCheck: call('GET /api/biz/book/months/{month}/csv/check/', {
    summary: 'Characters of that file that Shift_JIS lacks, with their places and substitutes',
    may: 'operator.money',
    reads: ['month'],
    sensitive: true,
    limit: 'export',
    ok: missingInShiftJis,
  }),
  settle: call('POST /api/biz/book/settlements/', {
    summary: 'Record what a company paid the operator',
    may: 'operator.money',
    changes: ['book'],
    idempotent: true,
    status: 201,
    body: z.object({ company: id, amount: yenFrom(1), note: text(200) }),
    ok: bookEntry,
    errors: ['idempotency_key_reused', 'amount_exceeds_balance'],
  }),
}
