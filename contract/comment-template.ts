import * as z from 'zod'
import { call } from './call.ts'
import { bulkResult, fileEncoding } from './catalogue.ts'
import { count, id, maybeText, page, paged, query, text, version } from './field.ts'
import { whole } from './put.ts'

const templateInput = z.object({
  short_code: text(8).describe('Letters a to z and digits; typed after a slash in the field of the comment.'),
  title: text(40),
  body: text(1000).describe('May name variables in braces, such as {ブランド}.'),
  category: maybeText(50)
    .describe('A category by its name, 共通 for all of them, or nothing.')
    .meta({ example: 'バッグ' }),
  is_active: z.boolean().describe('Offered at the bench.').meta({ example: true }),
})

export const templateMaster = templateInput.extend({
  id,
  is_own: z
    .boolean()
    .describe('Kept by the reader’s side; the others serve every dealer, until it keeps one with that code.')
    .meta({ example: true }),
  version,
})

const filter = { q: query.search, is_active: query.bool }

export const about =
  'Comment templates as their keepers see them: each dealer its own, the operator those that serve all.'

export const commentTemplateCalls = {
  list: call('GET /api/biz/comment-template-masters/', {
    summary: 'Comment templates in the order of the bench, also those that are not used any more',
    may: 'biz.catalogue.read',
    reads: ['catalogue'],
    query: z.object({ ...paged, ...filter }),
    ok: page(templateMaster),
  }),
  get: call('GET /api/biz/comment-template-masters/{id}/', {
    summary: 'One comment template',
    may: 'biz.catalogue.read',
    reads: ['catalogue'],
    ok: templateMaster,
  }),
  create: call('POST /api/biz/comment-template-masters/', {
    summary: 'Take a comment template in, after the others',
    may: 'biz.template.write',
    changes: ['catalogue'],
    idempotent: true,
    status: 201,
    body: templateInput,
    ok: templateMaster,
    errors: ['template_code_exists', 'idempotency_key_reused'],
  }),
  replace: call('PUT /api/biz/comment-template-masters/{id}/', {
    summary: 'Change an own comment template, or take it out of use',
    may: 'biz.template.write',
    changes: ['catalogue'],
    body: whole(templateInput.extend({ version }), {}),
    ok: templateMaster,
    errors: ['template_code_exists', 'stale_version'],
  }),
  shift: call('POST /api/biz/comment-template-masters/{id}/shift/', {
    summary: 'Move an own comment template towards the front or the back',
    may: 'biz.template.write',
    changes: ['catalogue'],
    idempotent: true,
    body: z.object({ towards: z.enum(['front', 'back']).describe('By one place.') }),
    ok: templateMaster,
    errors: ['idempotency_key_reused'],
  }),
  load: call('POST /api/biz/comment-template-masters/bulk-upload/', {
    summary:
      'Load comment templates from the text of a CSV file: all or nothing; the same again changes nothing',
    may: 'biz.template.write',
    changes: ['catalogue'],
    repeated: 'changes nothing',
    limit: 'upload',
    bodyLimit: 4_000_000,
    body: z.object({
      csv: z
        .string()
        .max(3_000_000)
        .describe('With a header: 短い記号, 題名, 本文, 分類 in any order; and, where it changes, 使用.'),
      encoding: fileEncoding,
      dry_run: z.boolean().optional().describe('Only says what would change.'),
    }),
    ok: bulkResult.extend({
      unchanged: count.describe('Rows that say what is known already.').meta({ example: 12 }),
    }),
  }),
  csv: call('GET /api/biz/comment-template-masters/csv/', {
    summary: 'The listed comment templates as a file that can be loaded again',
    may: 'biz.template.write',
    reads: ['catalogue'],
    limit: 'export',
    query: z.object(filter),
    ok: 'csv',
  }),
}
