import * as z from 'zod'
import { call } from './call.ts'
import { gradeBandLabel } from './codes.ts'
import {
  count,
  countFrom,
  dateTime,
  id,
  maybeText,
  picture,
  scalarUpTo,
  version,
  word,
  wordShown,
} from './field.ts'
import { whole } from './put.ts'

export const mostDeclaredItems = 50
export const mostDeclaredCount = 99
export const mostPhotosOfItem = 5
export const mostPhotosOfList = 100

export const declaredItemInput = z
  .object({
    brand: id.nullish(),
    brand_text: maybeText(60).optional(),
    category: id.nullish(),
    condition: word(gradeBandLabel).nullish(),
    count: countFrom(1, mostDeclaredCount),
    note: maybeText(200).optional(),
  })
  .describe('A row of the list; but for the count all may be left blank, because a photo says enough.')

export const declaredItem = z
  .object({
    id,
    brand: id.nullable(),
    brand_name: z.string().describe('Name of the brand, or what was typed; blank when it was left out.'),
    category: id.nullable(),
    category_name: z.string().describe('Name of the category; blank when it was left out.'),
    condition: wordShown(gradeBandLabel).nullable(),
    count,
    note: z.string(),
    photos: z.array(picture).describe('The customer’s own photos.'),
    version,
  })
  .describe('Articles of one kind that the customer says are in the box.')

/**
 * The one structure for what a customer says is in the box. Whoever needs one (a draft, a request, a pre-assessment) keeps
 * the number of a list; handing over means to pass that number on.
 */
export const declaredList = z
  .object({
    id,
    is_open: z.boolean().describe('The customer may still change it.'),
    total: count.describe('Articles of all rows.'),
    items: z.array(declaredItem).describe('In the order in which they were entered.'),
  })
  .describe('What the customer says is in the box.')

const leaf = scalarUpTo(1000)
const fieldName = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

/** The shape of the form is the form's own affair: also what is incomplete or wrong so far is kept. */
export const draftFields = z
  .record(
    fieldName,
    z.union([leaf, z.array(z.union([leaf, z.record(fieldName, leaf)])).max(50), z.record(fieldName, leaf)]),
  )
  .refine((fields) => JSON.stringify(fields).length <= 16_000)
  .describe('What is entered so far, by field; also what is not complete yet.')

export const requestDraft = z
  .object({
    id,
    fields: draftFields,
    step: z.string(),
    version,
    updated_at: dateTime,
    expires_at: dateTime.describe('When it is deleted unless it is changed before.'),
    shop_name: z.string().describe('Of the shop that was chosen; blank before.'),
    store_key: z
      .string()
      .describe('Of the storefront where that shop can be chosen; blank for the common one.'),
    declared: declaredList,
  })
  .describe('A request that was begun.')

const draftInput = z.object({ fields: draftFields, step: maybeText(20) })

/** Named when a request is made from a draft, which ends with it. */
export const draftKey = z.object({ id, version }).describe('The draft that it was written in.')

export const about = 'Requests that were begun, and what customers say is in the box.'

export const declaredListCalls = {
  draft: call('GET /api/request-drafts/', {
    summary: 'The request that was begun, or null',
    may: 'customer.self',
    reads: ['draft'],
    sensitive: true,
    ok: requestDraft.nullable(),
  }),
  beginDraft: call('POST /api/request-drafts/', {
    summary: 'Keep what was begun; refused with the present one where there is one already',
    may: 'customer.self',
    changes: ['draft'],
    repeated: 'is refused',
    body: draftInput,
    status: 201,
    ok: requestDraft,
    errors: ['stale_version'],
  }),
  saveDraft: call('PUT /api/request-drafts/{id}/', {
    summary: 'Keep what was entered since',
    may: 'customer.self',
    changes: ['draft'],
    body: whole(draftInput.extend({ version }), {}),
    ok: requestDraft,
    errors: ['stale_version'],
  }),
  removeDraft: call('DELETE /api/request-drafts/{id}/', {
    summary: 'Delete what was begun, with its list',
    may: 'customer.self',
    changes: ['draft'],
    ok: 'nothing',
  }),
  list: call('GET /api/declared-lists/{id}/', {
    summary: 'One own list',
    may: 'customer.self',
    reads: ['draft'],
    sensitive: true,
    ok: declaredList,
  }),
  addItem: call('POST /api/declared-lists/{id}/items/', {
    summary: `Add a row; at most ${mostDeclaredItems} of a list`,
    may: 'customer.self',
    changes: ['draft', 'request'],
    idempotent: true,
    body: declaredItemInput,
    status: 201,
    ok: declaredItem,
    errors: ['not_editable', 'idempotency_key_reused'],
  }),
  changeItem: call('PUT /api/declared-items/{id}/', {
    summary: 'Change a row',
    may: 'customer.self',
    changes: ['draft', 'request'],
    body: whole(declaredItemInput.extend({ version }), { brand_text: '', note: '' }),
    ok: declaredItem,
    errors: ['not_editable', 'stale_version'],
  }),
  removeItem: call('DELETE /api/declared-items/{id}/', {
    summary: 'Remove a row with its photos',
    may: 'customer.self',
    changes: ['draft', 'request'],
    ok: 'nothing',
    errors: ['not_editable'],
  }),
  addPhoto: call('POST /api/declared-items/{id}/photos/', {
    summary: `Add a photo (multipart: file); at most ${mostPhotosOfItem} of a row and ${mostPhotosOfList} of a list, and the same one only once`,
    may: 'customer.self',
    changes: ['draft', 'request'],
    repeated: 'changes nothing',
    multipart: z.object({}),
    limit: 'upload',
    bodyLimit: 21_000_000,
    status: 201,
    ok: picture,
    errors: ['file_type', 'file_heic', 'file_too_large', 'not_editable'],
  }),
  removePhoto: call('DELETE /api/declared-photos/{id}/', {
    summary: 'Remove a photo',
    may: 'customer.self',
    changes: ['draft', 'request'],
    ok: 'nothing',
    errors: ['not_editable'],
  }),
}
