import * as z from 'zod'
import { call } from './call.ts'
import { bankAccountType } from './codes.ts'
import { code, id, maybeText, query, version } from './field.ts'
import { whole } from './put.ts'

export const bankAccount = z.object({
  id,
  customer: id,
  account_type: code(bankAccountType),
  bank_code: z.string(),
  bank_name: z.string(),
  branch_code: z.string(),
  branch_name: z.string(),
  account_number: z.string().describe('Staff see the last three digits only.'),
  account_holder_kana: z.string().describe('As banks write it: half width, large letters.'),
  yucho_symbol: z.string(),
  yucho_number: z.string(),
  version,
})

export const bankAccountInput = z.object({
  customer: id.optional(),
  account_type: code(bankAccountType),
  bank_code: maybeText(8).optional(),
  branch_code: maybeText(8).optional(),
  account_number: maybeText(20).optional(),
  account_holder_kana: maybeText(80),
  yucho_symbol: maybeText(10).optional(),
  yucho_number: maybeText(12).optional(),
  version: version.optional(),
})

const errors = ['unknown_bank', 'unknown_branch', 'reauthentication_required'] as const
const changeErrors = [...errors, 'transfer_in_progress', 'stale_version'] as const

export const about = 'Customers’ bank accounts; banks and branches.'

export const bankAccountCalls = {
  list: call('GET /api/customers/{customer_pk}/banckaccount/', {
    summary: 'The bank account, none or one',
    may: 'bank_account.read',
    reads: ['bank_account'],
    sensitive: true,
    ok: z.array(bankAccount),
  }),
  create: call('POST /api/customers/{customer_pk}/banckaccount/', {
    summary: 'Register the bank account',
    may: 'bank_account.write',
    changes: ['bank_account'],
    repeated: 'is refused',
    freshSignIn: true,
    body: bankAccountInput,
    status: 201,
    ok: bankAccount,
    errors: [...errors, 'bank_account_exists'],
  }),
  get: call('GET /api/customers/{customer_pk}/banckaccount/{id}/', {
    summary: 'One bank account',
    may: 'bank_account.write',
    reads: ['bank_account'],
    sensitive: true,
    ok: bankAccount,
  }),
  replace: call('PUT /api/customers/{customer_pk}/banckaccount/{id}/', {
    summary: 'Replace the bank account',
    may: 'bank_account.write',
    changes: ['bank_account'],
    freshSignIn: true,
    // Blank fields belong to the variant (bank or passbook) that was not used.
    body: whole(bankAccountInput, {
      bank_code: '',
      branch_code: '',
      account_number: '',
      yucho_symbol: '',
      yucho_number: '',
    }),
    ok: bankAccount,
    errors: changeErrors,
  }),
  update: call('PATCH /api/customers/{customer_pk}/banckaccount/{id}/', {
    summary: 'Change part of the bank account',
    may: 'bank_account.write',
    changes: ['bank_account'],
    freshSignIn: true,
    body: bankAccountInput.partial(),
    ok: bankAccount,
    errors: changeErrors,
  }),
  remove: call('DELETE /api/customers/{customer_pk}/banckaccount/{id}/', {
    summary: 'Remove the bank account',
    may: 'bank_account.write',
    changes: ['bank_account'],
    freshSignIn: true,
    ok: 'nothing',
    errors: ['transfer_in_progress', 'reauthentication_required'],
  }),
  banks: call('GET /api/bank/', {
    summary: 'Banks by name, kana, romaji or the beginning of the code; at most 50',
    may: 'anyone',
    reads: [],
    limit: 'search',
    query: z.object({ search_text: query.text }),
    ok: z.array(z.object({ bank_code: z.string(), name: z.string(), name_kana: z.string() })),
  }),
  branches: call('GET /api/bank/{bank_code}/branch/', {
    summary: 'Branches of a bank',
    may: 'anyone',
    reads: [],
    limit: 'search',
    query: z.object({ search_text: query.text }),
    ok: z.array(z.object({ branch_code: z.string(), name: z.string(), name_kana: z.string() })),
  }),
}
