import * as z from 'zod'
import { call } from './call.ts'
import { bulkResult, fileEncoding } from './catalogue.ts'
import { count, id, page, paged, query, text, version } from './field.ts'
import { whole } from './put.ts'

/** Many, because merging adds the names of the brand that goes. */
export const mostAliases = 60

const brandInput = z.object({
  name: text(100),
  name_kana: text(100).describe('Its reading in katakana, as shops in Japan read it.'),
  aliases: z.array(text(100)).max(mostAliases),
})

export const brandMaster = z.object({
  id,
  name: z.string(),
  name_kana: z.string(),
  aliases: z.array(z.string()),
  is_private: z.boolean(),
  shops: z.array(id).describe('Own shops that handle it.'),
  version,
})

const filter = { q: query.search, is_private: query.bool, shop: query.int }

export const about =
  'Brands as their keepers see them. Brands are the same for everybody, and the operator keeps them; a dealer says which ones its shops handle and which ones stay private.'

export const brandMasterCalls = {
  list: call('GET /api/biz/brand-masters/', {
    summary: 'Brands with their aliases; several names may be searched at once',
    may: 'biz.catalogue.read',
    reads: ['catalogue', 'shop'],
    query: z.object({ ...paged, ...filter }),
    ok: page(brandMaster),
  }),
  get: call('GET /api/biz/brand-masters/{id}/', {
    summary: 'One brand; the one it was merged into in its place',
    may: 'biz.catalogue.read',
    reads: ['catalogue', 'shop'],
    ok: brandMaster,
  }),
  create: call('POST /api/biz/brand-masters/', {
    summary: 'Take a brand in',
    may: 'operator.setup',
    changes: ['catalogue'],
    idempotent: true,
    status: 201,
    body: brandInput,
    ok: brandMaster,
    errors: ['brand_exists', 'idempotency_key_reused'],
  }),
  replace: call('PUT /api/biz/brand-masters/{id}/', {
    summary: 'Change a brand',
    may: 'operator.setup',
    changes: ['catalogue'],
    body: whole(brandInput.extend({ version }), {}),
    ok: brandMaster,
    errors: ['brand_exists', 'stale_version'],
  }),
  merge: call('POST /api/biz/brand-masters/{id}/merge/', {
    summary:
      'Merge a brand into another: shops, marks and amounts move at once, articles shortly after; its names become aliases, what was written in a ledger stays',
    may: 'operator.setup',
    changes: ['catalogue', 'shop', 'item', 'amount'],
    body: z.object({
      into: id.meta({ description: 'Number of the brand that stays.', example: 41 }),
      version,
    }),
    ok: brandMaster,
    current: brandMaster,
    errors: ['stale_version', 'brand_is_itself', 'brand_aliases_full'],
  }),
  load: call('POST /api/biz/brand-masters/bulk-upload/', {
    summary: 'Load brands from the text of a CSV file: all or nothing; the same again changes nothing',
    may: 'operator.setup',
    changes: ['catalogue'],
    repeated: 'changes nothing',
    limit: 'upload',
    bodyLimit: 4_000_000,
    body: z.object({
      csv: z.string().max(3_000_000).describe('With a header: ブランド名, カナ, 別名 in any order.'),
      encoding: fileEncoding,
      dry_run: z.boolean().optional().describe('Only says what would change.'),
    }),
    ok: bulkResult.extend({
      unchanged: count.describe('Rows that say what is known already.').meta({ example: 12 }),
    }),
  }),
  csv: call('GET /api/biz/brand-masters/csv/', {
    summary:
      'The listed brands as a file: of the operator one that can be loaded again, of a dealer with what it says of them',
    may: 'biz.catalogue.read',
    reads: ['catalogue', 'shop'],
    limit: 'export',
    query: z.object(filter),
    ok: 'csv',
  }),
}
