import * as z from 'zod'
import { call } from './call.ts'
import { ledgerClass } from './codes.ts'
import { missingInShiftJis } from './csv-check.ts'
import { csvEncodings } from './csv-encoding.ts'
import {
  codeShown,
  count,
  countFrom,
  date,
  dateTime,
  email,
  id,
  maybeText,
  missingCodes,
  page,
  paged,
  query,
  text,
  version,
  word,
  wordShown,
  yen,
} from './field.ts'
import { itemStatusLabel } from './lifecycle.ts'
import { whole } from './put.ts'

/** More has to be narrowed down by days: a printed ledger is read by people. */
export const mostPrinted = 5000

/** Each is looked for in many places, and all have to be found. */
export const mostLedgerWords = 5

export const ledgerFilter = z.object({
  q: query.search.describe(
    `At most ${mostLedgerWords} words that all have to be found: number of a row; name of the person; name, brand or number of the article. Or several numbers and codes: the rows of any of them.`,
  ),
  slug: query.text.describe('Code of an article: all its rows.'),
  customer_name: query.text,
  date_from: query.date,
  date_to: query.date,
  shop: query.int,
  status: query.code(itemStatusLabel),
  ...paged,
})

const { page: _page, size: _size, ...conditions } = ledgerFilter.shape
/** Of all rows that match: a file has no pages. */
const ledgerFileFilter = z.object(conditions)

/** 返品: a sale that is undone; 返還: a purchase that is. */
export const ledgerEntryKinds = ['買受け', '売却', '返品', '返還', '訂正'] as const

/** Rows of what leaves the dealer again, and of its way back. */
export const ledgerSaleKinds = [
  '売却',
  '返品',
] as const satisfies readonly (typeof ledgerEntryKinds)[number][]

/** 施行規則 18条: of other classes the sale is not recorded. */
export const soldClasses = {
  /** With the buyer, from this price. */
  named: ['01', '03'],
  /** From this price; the buyer of a car stays unnamed. */
  unnamed: ['04'],
  /** With the buyer, at any price. */
  always: ['05'],
  from: 10_000,
} as const

export type SaleEntry = 'none' | 'unnamed' | 'named'

/** What the law asks the ledger to hold of a sale. */
export function saleEntryOf(ledgerClass: string, price: number): SaleEntry {
  const isOf = (classes: readonly string[]) => classes.includes(ledgerClass)
  if (isOf(soldClasses.always)) return 'named'
  if (price < soldClasses.from) return 'none'
  if (isOf(soldClasses.named)) return 'named'
  return isOf(soldClasses.unnamed) ? 'unnamed' : 'none'
}

export const ledgerRow = z.object({
  id: id.describe('The same as `seq`: rows are numbered without gaps within a company.'),
  seq: count,
  occurred_on: date,
  entry_kind: z.enum(ledgerEntryKinds),
  ledger_class: wordShown(ledgerClass),
  item_name: z.string(),
  features: z.string(),
  quantity: count,
  price: yen,
  measure: z.string(),
  person: z
    .object({ name: z.string(), address: z.string(), occupation: z.string(), age: count })
    .describe("Null once the person's data were erased after retention, and where the law asks for nobody.")
    .nullable(),
  invoice_note: z.string(),
  slug: z.string().nullable(),
  item_status: codeShown(itemStatusLabel).nullable(),
  corrects_seq: count.describe('The row that this one puts right.').nullable(),
  corrected_by: count.describe('The row that puts this one right.').meta({ example: 12 }).nullable(),
  shop_name: z.string(),
  hash: z.string(),
  created_at: dateTime,
})

const correction = z
  .object({
    ledger_class: word(ledgerClass),
    item_name: text(200),
    features: maybeText(4000),
    person: z
      .object({
        name: text(200),
        address: text(300),
        occupation: text(100),
        age: countFrom(0, 150),
      })
      .nullish()
      .describe('Null or left out where the row names nobody any more.'),
    reason: text(100).describe('Why it was wrong; written into the remarks of the new row.'),
  })
  .describe('The whole row as it is right.')

const checkpointMail = z.object({
  addresses: z.array(z.string()).describe('Empty: the mail goes to the administrators.'),
  administrators: z.array(z.string()),
  mailed_on: date.nullable(),
  mailed_seq: count.nullable(),
  version: version.describe('0 while nobody has set addresses.'),
})

export const about = 'The ledger that the law demands of dealers in second-hand goods (古物台帳).'

export const antiqueLedgerCalls = {
  list: call('GET /api/biz/antique-ledger/', {
    summary: 'Antique ledger of the own company',
    may: 'biz.ledger.read',
    reads: ['ledger'],
    sensitive: true,
    query: ledgerFilter,
    ok: page(ledgerRow),
  }),
  codes: call('GET /api/biz/antique-ledger/codes/', {
    summary: 'Which of several numbers and codes in a search the ledger does not show',
    may: 'biz.ledger.read',
    reads: ['ledger'],
    query: ledgerFileFilter,
    ok: missingCodes,
  }),
  print: call('GET /api/biz/antique-ledger/print/', {
    summary: 'All rows that match, oldest first, to be printed; each printing is recorded',
    may: 'biz.ledger.read',
    reads: ['ledger'],
    sensitive: true,
    limit: 'export',
    freshSignIn: true,
    query: ledgerFileFilter,
    ok: z.array(ledgerRow),
    errors: ['guard_failed', 'reauthentication_required'],
  }),
  csv: call('GET /api/biz/antique-ledger/csv/', {
    summary: 'Antique ledger as CSV; each download is recorded',
    may: 'biz.ledger.export',
    reads: ['ledger'],
    sensitive: true,
    limit: 'export',
    freshSignIn: true,
    query: ledgerFileFilter.extend({
      encoding: query.choice(csvEncodings).describe('`utf-8` (with a mark for Excel) by default.'),
      substitute: query.bool.describe('Write characters that Shift_JIS lacks as their substitutes.'),
      until: query.int
        .describe('Only rows up to this number, as the check gave it: they are not checked again first.')
        .meta({ example: 120 }),
    }),
    errors: ['reauthentication_required', 'not_in_shift_jis'],
    ok: 'csv',
  }),
  csvCheck: call('GET /api/biz/antique-ledger/csv/check/', {
    summary: 'Characters of that file that Shift_JIS lacks, with their places and substitutes',
    may: 'biz.ledger.export',
    reads: ['ledger'],
    sensitive: true,
    limit: 'export',
    query: ledgerFileFilter,
    ok: missingInShiftJis.extend({
      until: count.describe('Number of the last row that was checked.').meta({ example: 120 }),
    }),
  }),
  header: call('GET /api/biz/antique-ledger/header/', {
    summary: 'Dealer, office and columns of the ledger',
    may: 'biz.ledger.read',
    reads: ['company'],
    errors: ['not_found'],
    query: z.object({ shop: query.int }),
    ok: z.object({
      dealer_name: z.string(),
      license_number: z.string(),
      public_safety_commission: z.string(),
      office_name: z.string(),
      office_address: z.string(),
      columns: z
        .array(z.object({ key: z.string(), label: z.string() }))
        .describe("Keys are paths into a row (`person.name`); labels are the law's."),
    }),
  }),
  correct: call('POST /api/biz/antique-ledger/{id}/correct/', {
    summary: 'Put a row right by a further row that repeats everything and names it',
    may: 'biz.ledger.correct',
    changes: ['ledger'],
    idempotent: true,
    status: 201,
    body: correction,
    ok: ledgerRow,
    errors: ['guard_failed', 'illegal_transition', 'idempotency_key_reused'],
  }),
  checkpointMail: call('GET /api/biz/antique-ledger/checkpoint-mail/', {
    summary: 'Who is mailed the end of the ledger every day',
    may: 'biz.ledger.mail',
    reads: ['ledger', 'user'],
    sensitive: true,
    ok: checkpointMail,
  }),
  changeCheckpointMail: call('PUT /api/biz/antique-ledger/checkpoint-mail/', {
    summary: 'Set who is mailed the end of the ledger; added and removed addresses are told',
    may: 'biz.ledger.mail',
    changes: ['ledger'],
    sensitive: true,
    limit: 'mail',
    freshSignIn: true,
    body: whole(z.object({ addresses: z.array(email).max(10), version }), {}),
    ok: checkpointMail,
    errors: ['stale_version', 'reauthentication_required'],
  }),
  verify: call('POST /api/biz/antique-ledger/verify/', {
    summary: 'Verify the chain of the own company',
    may: 'biz.ledger.verify',
    changes: [],
    repeated: 'does it again',
    limit: 'export',
    status: 200,
    body: z.object({}),
    ok: z.object({
      is_ok: z.boolean(),
      count,
      head: z.string().describe('Hash of the last row.'),
      first_bad_seq: count.nullable(),
      problem: z.string().describe('What is wrong, as a sentence; empty when nothing is.'),
      warnings: z.array(z.string()).describe('What could not be confirmed although the chain holds.'),
      checked_at: dateTime,
    }),
  }),
}
