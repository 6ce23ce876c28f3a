import * as z from 'zod'
import { bookAccountKinds } from './book-side.ts'
import { call } from './call.ts'
import { transactionKindLabel } from './codes.ts'
import { count, dateTime, figure, id, page, paged, query, text, wordShown, yen, yenFrom } from './field.ts'

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
    query: z.object({ kind: query.text }),
    ok: 'csv',
  }),
  entriesCsv: call('GET /api/biz/book/entries/csv/', {
    summary: 'Entries as CSV, oldest first',
    may: 'operator.money',
    reads: ['book'],
    sensitive: true,
    limit: 'export',
    query: z.object(entryFilter),
    ok: 'csv',
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
    body: z.object({}),
    status: 201,
    ok: proof,
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
