import * as z from 'zod'
import { call } from './call.ts'
import { grades } from './codes.ts'
import { grade, id, page, paged, query, version, yenFrom } from './field.ts'

const amount = yenFrom(1)

const cell = z.object({
  grade,
  amount: amount.nullable(),
  version: version.describe('0 where none was ever entered.'),
})

export const amountLine = z.object({
  brand: id,
  brand_name: z.string(),
  category: id,
  category_name: z.string(),
  amounts: z.array(cell).describe('By grade; grades without an amount may be left out.'),
})

const amountCell = cell.extend({ brand: id, category: id })

export const about = 'What a dealer usually pays for a brand, category and grade. Only its own staff see it.'

export const buyingAmountCalls = {
  list: call('GET /api/biz/amounts/', {
    summary: 'Standard buying amounts, a row for each brand and category',
    may: 'biz.catalogue.read',
    reads: ['amount', 'catalogue'],
    query: z.object({ ...paged, q: query.search, category: query.int }),
    ok: page(amountLine),
  }),
  standard: call('GET /api/biz/amounts/standard/', {
    summary: 'The standard buying amount of one brand, category and grade; null where there is none',
    may: 'biz.catalogue.read',
    reads: ['amount'],
    query: z.object({ brand: query.int, category: query.int, grade: query.choice(grades) }),
    ok: z.object({ amount: amount.nullable() }),
  }),
  set: call('POST /api/biz/amounts/', {
    summary: 'Enter, change or clear one amount',
    may: 'biz.catalogue.write',
    changes: ['amount'],
    body: z.object({ brand: id, category: id, grade, amount: amount.nullable(), version }),
    ok: amountCell,
    errors: ['stale_version'],
  }),
  csv: call('GET /api/biz/amounts/csv/', {
    summary: 'The same as a file that can be loaded again',
    may: 'biz.catalogue.write',
    reads: ['amount', 'catalogue'],
    limit: 'export',
    query: z.object({ q: query.search, category: query.int }),
    ok: 'csv',
    errors: ['guard_failed'],
  }),
}
