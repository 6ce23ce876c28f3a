import * as z from 'zod'
import { call } from './call.ts'
import { salesChannel } from './codes.ts'
import { codeShown, page, paged, picture } from './field.ts'
import { itemRow } from './item.ts'

const manage = z.object({}).loose()

export const about = 'Bought articles on their way to sale.'

export const productizationCalls = {
  list: call('GET /api/biz/item-productization/', {
    summary: 'Bought items on their way to sale',
    may: 'biz.productization.read',
    reads: ['item'],
    query: z.object({ ...paged }),
    ok: page(itemRow.extend({ sales_channel: codeShown(salesChannel) })),
  }),
  addImages: call('POST /api/biz/item-productization-image/', {
    summary: 'Add sale photos',
    may: 'biz.productization.write',
    notBuilt: true,
    multipart: z.object({}),
    status: 201,
    body: manage,
    ok: z.object({ slug: z.string(), images: z.array(picture) }),
  }),
  replace: call('PUT /api/biz/item-productization-manage/', {
    summary: 'Write sale data',
    may: 'biz.productization.write',
    notBuilt: true,
    body: manage,
    ok: manage,
  }),
  update: call('PATCH /api/biz/item-productization-manage/', {
    summary: 'Write part of sale data',
    may: 'biz.productization.write',
    notBuilt: true,
    body: manage,
    ok: manage,
  }),
}
