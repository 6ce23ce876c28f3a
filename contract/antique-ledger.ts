import * as z from 'zod'
import { call } from './call.ts'
import { itemStatusLabel } from './codes.ts'
import { dateTime, id, page, paged, query } from './field.ts'

export const ledgerFilter = z.object({
  customer_name: query.text,
  date_from: query.date,
  date_to: query.date,
  shop: query.int,
  status: query.code(itemStatusLabel),
  ...paged,
})

export const ledgerRow = z.object({
  id,
  seq: z.int(),
  occurred_on: z.string(),
  entry_kind: z.string(),
  ledger_class: z.string(),
  item_name: z.string(),
  features: z.string(),
  quantity: z.int(),
  price: z.int(),
  measure: z.string(),
  /** Null once the person's data were erased after retention. */
  person: z
    .object({ name: z.string(), address: z.string(), occupation: z.string(), age: z.int() })
    .nullable(),
  invoice_note: z.string(),
  slug: z.string().nullable(),
  item_status: z.int().nullable(),
  corrects_seq: z.int().nullable(),
  shop_name: z.string(),
  hash: z.string(),
  created_at: dateTime,
})

export const antiqueLedgerCalls = {
  list: call('GET /api/biz/antique-ledger/', {
    summary: 'Antique ledger of the own company',
    may: 'biz.ledger.read',
    query: ledgerFilter,
    ok: page(ledgerRow),
  }),
  csv: call('GET /api/biz/antique-ledger/csv/', {
    summary: 'Antique ledger as CSV; each download is recorded',
    may: 'biz.ledger.export',
    notBuilt: true,
    limit: 'export',
    query: ledgerFilter,
    ok: 'csv',
  }),
  header: call('GET /api/biz/antique-ledger/header/', {
    summary: 'Dealer, office and columns of the ledger',
    may: 'biz.ledger.read',
    query: z.object({ shop: query.int }),
    ok: z.object({
      dealer_name: z.string(),
      license_number: z.string(),
      public_safety_commission: z.string(),
      office_name: z.string(),
      office_address: z.string(),
      columns: z.array(z.object({ key: z.string(), label: z.string() })),
    }),
  }),
  verify: call('POST /api/biz/antique-ledger/verify/', {
    summary: 'Verify the chain of the own company',
    may: 'biz.ledger.read',
    body: z.object({}),
    ok: z.object({
      is_ok: z.boolean(),
      count: z.int(),
      head: z.string(),
      first_bad_seq: z.int().nullable(),
      problem: z.string(),
      checked_at: dateTime,
    }),
  }),
}
