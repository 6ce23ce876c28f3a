import * as z from 'zod'
import { call } from './call.ts'
import { ledgerClass } from './codes.ts'
import { count, date, id, percent, query, wordShown } from './field.ts'

export const brand = z.object({ id, name: z.string(), name_kana: z.string(), is_private: z.boolean() })
export const category = z.object({
  id,
  name: z.string(),
  parent: id.nullable(),
  ledger_class: wordShown(ledgerClass),
})
export const commentTemplate = z.object({
  id,
  title: z.string(),
  body: z.string(),
  category: z.string(),
  short_code: z.string(),
})
export const campaign = z.object({
  id,
  name: z.string(),
  percent,
  starts_on: date,
  ends_on: date,
})
export const holiday = z
  .object({ date: date.describe('The day.'), name: z.string().meta({ example: '勤労感謝の日' }) })
  .describe('A public holiday.')
export const bulkResult = z.object({
  created: count,
  updated: count,
  errors: z.array(z.object({ line: count, field: z.string(), message: z.string() })),
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
    ok: z.array(category),
  }),
  commentTemplates: call('GET /api/biz/comment_templates/', {
    summary: 'Comment templates',
    may: 'biz.catalogue.read',
    reads: ['catalogue'],
    ok: z.array(commentTemplate),
  }),
  campaigns: call('GET /api/biz/campaigns/', {
    summary: 'Campaigns that run today',
    may: 'biz.catalogue.read',
    reads: ['catalogue'],
    ok: z.array(campaign),
  }),
  amountsUpload: call('POST /amounts/bulk-upload/', {
    summary: 'Load reference amounts',
    may: 'biz.catalogue.write',
    notBuilt: true,
    body: z.object({
      rows: z.array(z.record(z.string(), z.unknown())).optional(),
      csv: z.string().optional(),
    }),
    ok: bulkResult,
  }),
  brandsPrivate: call('POST /biz-brands-management/bulk-private/', {
    summary: 'Hide or show brands',
    may: 'biz.catalogue.write',
    notBuilt: true,
    body: z.object({ brands: z.array(id), is_private: z.boolean() }),
    ok: z.object({ updated: count }),
  }),
}
