import * as z from 'zod'
import { call } from './call.ts'
import { transactionKindLabel } from './codes.ts'
import { count, dateTime, figure, id, page, paged, query, text, wordShown, yen, yenFrom } from './field.ts'

export const bookAccount = z.object({ id, kind: z.string(), owner: z.string(), balance: yen })
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

export const bookCalls = {
  trialBalance: call('GET /api/biz/book/accounts/', {
    summary: 'Accounts with their balances',
    may: 'operator.money',
    sensitive: true,
    query: z.object({ kind: query.text, ...paged }),
    ok: page(bookAccount),
  }),
  entries: call('GET /api/biz/book/entries/', {
    summary: 'Entries, newest first',
    may: 'operator.money',
    sensitive: true,
    query: z.object({ kind: query.text, account: query.int, ...paged }),
    ok: page(bookEntry),
  }),
  proofs: call('GET /api/biz/book/proofs/', {
    summary: 'Stored proofs, newest first',
    may: 'operator.money',
    query: z.object({ ...paged }),
    ok: page(proof),
  }),
  prove: call('POST /api/biz/book/proofs/', {
    summary: 'Prove the books now',
    may: 'operator.money',
    body: z.object({}),
    status: 201,
    ok: proof,
  }),
  settle: call('POST /api/biz/book/settlements/', {
    summary: 'Record what a company paid the operator',
    may: 'operator.money',
    idempotent: true,
    status: 201,
    body: z.object({ company: id, amount: yenFrom(1), note: text(200) }),
    ok: bookEntry,
    errors: ['idempotency_key_reused', 'amount_exceeds_balance'],
  }),
}
