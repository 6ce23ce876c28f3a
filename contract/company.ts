import * as z from 'zod'
import { call } from './call.ts'
import { deliveringOptionLabel, ekycStatus, identificationKind, kitSizeLabel } from './codes.ts'
import { address, codeShown, count, id, mean, query, ratio, word, yen } from './field.ts'

const dealer = z.object({
  id,
  name: z.string(),
  license_number: z.string(),
  public_safety_commission: z.string(),
})

const tagList = z.preprocess(
  (value) => (Array.isArray(value) ? value.join(',') : value),
  query.text,
) as unknown as z.ZodOptional<z.ZodType<string, string | number | readonly (string | number)[]>>

/** Limits the list to the company with this store key; the default and unknown keys do not filter. */
const ofStore = { store: query.text }

export const shop = z.object({
  id,
  name: z.string(),
  store_key: z.string(),
  description: z.string(),
  tags: z.array(z.object({ id, name: z.string() })),
  delivering_option: word(deliveringOptionLabel),
  kit_sizes: z
    .array(codeShown(kitSizeLabel))
    .describe('Sizes of the cardboard boxes it sends to customers; empty when it sends none.'),
  is_favorite: z.boolean(),
  address,
  phone: z.string(),
  company: dealer,
  lead_time_days: mean
    .describe('Measured over the last 90 days; null while there is too little to say anything true.')
    .nullable(),
  acceptance_rate: ratio.nullable(),
  return_cost: yen,
  reply_business_days: count,
})

export const relatedShop = z.object({
  customer: id,
  shop: id,
  identification: z.object({
    identification_kind: codeShown(identificationKind),
    ekyc_status: codeShown(ekycStatus),
  }),
  is_favorite: z.boolean(),
  has_transactions: z.boolean(),
})

/** Required on a dealer's site by 古物営業法 12条2項. */
export const dealerNotice = dealer.extend({
  representative: z.string(),
  address: z.string(),
  phone: z.string(),
  store_key: z.string(),
  shops: z.array(z.object({ id, name: z.string(), address: z.string() })),
})

export const operatorNotice = z.object({
  name: z.string(),
  representative: z.string(),
  postal_code: z.string(),
  address: z.string(),
  phone: z.string(),
})

export const about = 'Dealers and shops.'

export const companyCalls = {
  shops: call('GET /api/shop/', {
    summary: 'Shops a box can be sent to',
    may: 'anyone',
    reads: ['shop', 'favorite'],
    query: z.object({
      name: query.text,
      tags: tagList,
      is_favorite: query.bool,
      brand: query.int,
      ...ofStore,
    }),
    ok: z.array(shop),
  }),
  shop: call('GET /api/shop/{id}/', {
    summary: 'One shop; in a store with a dealer of its own only that dealer’s',
    may: 'anyone',
    reads: ['shop', 'favorite'],
    query: z.object(ofStore),
    ok: shop,
  }),
  favorite: call('POST /api/shop/favorite', {
    summary: 'Set or clear a favourite shop',
    may: 'customer.self',
    changes: ['favorite'],
    repeated: 'changes nothing',
    body: z.object({ shop: id, is_favorite: z.boolean() }),
    ok: relatedShop,
  }),
  shopBrands: call('POST /api/shop-brand/', {
    summary: 'Say which brands a shop handles',
    may: 'biz.shop.write',
    changes: ['shop', 'catalogue'],
    repeated: 'changes nothing',
    body: z.object({ shop: id, brands: z.array(id).max(1000), is_handled: z.boolean() }),
    ok: z.object({ shop: id, brands: z.array(id) }),
  }),
  shopTags: call('GET /api/shoptag/', {
    summary: 'Tags of the shops a box can be sent to',
    may: 'anyone',
    reads: ['shop'],
    query: z.object(ofStore),
    ok: z.array(z.object({ id, name: z.string() })),
  }),
  dealers: call('GET /api/dealers/', {
    summary: 'Licensed dealers of this site with what the law has them show',
    may: 'anyone',
    reads: ['company', 'shop'],
    query: z.object(ofStore),
    ok: z.array(dealerNotice),
  }),
  operator: call('GET /api/operator/', {
    summary: 'The company that runs this site; null before it was entered at set-up',
    may: 'anyone',
    reads: ['company'],
    ok: z.object({ operator: operatorNotice.nullable() }),
  }),
  assessors: call('GET /api/biz/assessors/', {
    summary: 'Staff who can assess',
    may: 'biz.catalogue.read',
    reads: ['user'],
    query: z.object({ former: query.bool.describe('Also those who cannot sign in any more.') }),
    ok: z.array(
      z.object({
        id,
        name: z.string(),
        is_active: z.boolean(),
        shop: id.nullable().describe('The only shop they are limited to; null for several or all.'),
        shops: z.array(id).describe('Shops they are limited to; none for those who see all.'),
      }),
    ),
  }),
}
