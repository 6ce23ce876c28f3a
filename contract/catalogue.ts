import * as z from 'zod'
import { call } from './call.ts'
import { ledgerClass } from './codes.ts'
import { csvEncodings } from './csv-encoding.ts'
import { count, date, grade, id, percent, query, scalar, wordShown, yen } from './field.ts'

export const brand = z.object({ id, name: z.string(), name_kana: z.string(), is_private: z.boolean() })
export const category = z.object({
  id,
  name: z.string(),
  parent: id.nullable(),
  ledger_class: wordShown(ledgerClass),
  is_active: z.boolean().describe('Still offered.'),
})
export const commentTemplate = z.object({
  id,
  title: z.string(),
  body: z.string(),
  category: z.string(),
  short_code: z.string(),
})
const bonus = { percent: percent.nullable(), bonus_yen: yen.nullable(), bonus_cap: yen.nullable() }
export const campaign = z.object({
  id,
  name: z.string(),
  ...bonus,
  starts_on: date,
  ends_on: date,
  brands: z.array(id).describe('Brands that it is for. Empty: all.'),
  categories: z.array(id).describe('Categories that it is for, with those below them. Empty: all.'),
})
export const campaignNotice = z.object({
  id,
  name: z.string(),
  ...bonus,
  starts_on: date,
  ends_on: date,
  company_name: z.string(),
  brand_names: z.array(z.string()).describe('Brands that it is for. Empty: all.'),
  category_names: z
    .array(z.string())
    .describe('Categories that it is for, with those below them. Empty: all.'),
  shop_names: z.array(z.string()).describe('Shops that it is for. Empty: all of the company.'),
  is_first_only: z.boolean().describe('Only for who has sold nothing to the dealer before.'),
})
export const holiday = z
  .object({ date: date.describe('The day.'), name: z.string().meta({ example: '勤労感謝の日' }) })
  .describe('A public holiday.')
export const bulkResult = z.object({
  created: count,
  updated: count,
  errors: z.array(z.object({ line: count, field: z.string(), message: z.string() })),
})

/** Of the file that was read. */
export const fileEncoding = z
  .enum(csvEncodings)
  .optional()
  .describe(
    'How the file was saved. With `shift_jis`, lines that lost characters which it lacks are refused; `utf-8` by default.',
  )

export const mostAmounts = 20_000
/** Of a file, to be saved as well as loaded: every file can be loaded again. */
export const mostAmountsInFile = 100_000

const amountsLoaded = bulkResult.extend({
  unchanged: count.describe('Rows that say what is known already.').meta({ example: 12 }),
  changes: z
    .array(
      z.object({
        line: count,
        brand_name: z.string(),
        category_name: z.string(),
        grade,
        amount: yen,
        before: yen
          .nullable()
          .meta({ description: 'What it was; null where there was none.', example: 11_000 }),
      }),
    )
    .describe('The first two hundred that change.'),
})

export const about = 'Brands, categories, templates of comments, campaigns, holidays.'

export const catalogueCalls = {
  brands: call('GET /api/brand/', {
    summary: 'Brands by name, kana or alias',
    may: 'anyone',
    reads: ['catalogue'],
    limit: 'search',
    query: z.object({
      q: query.text,
      shopOnly: query.bool,
      shop_only: query.bool,
      shop: query.int,
      /** With `shopOnly`: only brands of the company with this store key. */
      store: query.text,
      size: query.int,
    }),
    ok: z.array(brand),
  }),
  brand: call('GET /api/brand/{id}/', {
    summary: 'One brand',
    may: 'anyone',
    reads: ['catalogue'],
    ok: brand,
  }),
  holidays: call('GET /api/holidays/', {
    summary: 'Public holidays from today on, for a year',
    may: 'anyone',
    reads: ['catalogue'],
    ok: z.array(holiday),
  }),
  everyBrand: call('GET /api/biz/brands/', {
    summary: 'All brands that a shop of the own company can choose, to be searched without a connection',
    may: 'biz.catalogue.read',
    reads: ['catalogue'],
    query: z.object({ shop: query.int }),
    ok: z.array(brand.extend({ aliases: z.array(z.string()) })),
  }),
  categories: call('GET /api/item-category/', {
    summary: 'Category tree with the legal class of goods',
    may: 'anyone',
    reads: ['catalogue'],
    query: z.object({ all: query.bool.describe('Also those out of use, which articles may still be of.') }),
    ok: z.array(category),
  }),
  commentTemplates: call('GET /api/biz/comment_templates/', {
    summary: 'Comment templates',
    may: 'biz.catalogue.read',
    reads: ['catalogue'],
    ok: z.array(commentTemplate),
  }),
  campaigns: call('GET /api/biz/campaigns/', {
    summary: 'Campaigns that run today, or those that count for articles of a request',
    may: 'biz.catalogue.read',
    reads: ['catalogue'],
    query: z.object({ request: query.int.describe('Those that ran when it was made.') }),
    ok: z.array(campaign),
  }),
  campaignNotices: call('GET /api/campaigns/', {
    summary: 'Published campaigns that run today, with their period and conditions',
    may: 'anyone',
    reads: ['catalogue'],
    query: z.object({
      shop: query.int.describe('Only those that count for this shop.'),
      store: query.text,
    }),
    ok: z.array(campaignNotice),
  }),
  amountsUpload: call('POST /amounts/bulk-upload/', {
    summary:
      'Load the standard buying amounts of the company, as rows or as the text of a CSV file: all or nothing; the same again changes nothing',
    may: 'biz.catalogue.write',
    changes: ['amount'],
    repeated: 'changes nothing',
    limit: 'upload',
    bodyLimit: 21_000_000,
    body: z.object({
      rows: z
        .array(z.record(z.string().max(60), scalar))
        .max(mostAmounts)
        .optional()
        .describe(
          'brand and category by number or name, grade, amount in whole yen; what else is named is left alone.',
        ),
      csv: z
        .string()
        .max(12_000_000)
        .optional()
        .describe('With a header: ブランド名, カテゴリ, グレード, 金額 in any order.'),
      dry_run: z.boolean().optional().describe('Only says what would change.'),
    }),
    ok: amountsLoaded,
  }),
  brandsPrivate: call('POST /biz-brands-management/bulk-private/', {
    summary: 'Hide brands from everybody but the staff of the company, or show them again; repeated is fine',
    may: 'biz.catalogue.write',
    changes: ['catalogue'],
    repeated: 'changes nothing',
    body: z.object({ brands: z.array(id).min(1).max(5000), is_private: z.boolean() }),
    ok: z.object({
      updated: count,
      brands: z.array(id).describe('Those that were not so before.'),
    }),
  }),
}
