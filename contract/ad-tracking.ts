import * as z from 'zod'
import { advertisementTags } from './advertisement.ts'
import { call } from './call.ts'
import { dateTime, scalar, text } from './field.ts'

const tag = z.string().trim().max(500).default('')

const tags = Object.fromEntries(advertisementTags.map((name) => [name, tag])) as Record<
  (typeof advertisementTags)[number],
  typeof tag
>

const mostProperties = 20

export const about =
  'Where visitors came from, and what they did; clients send both only after the visitor agreed.'

export const adTrackingCalls = {
  create: call('POST /api/ad-tracking/create/', {
    summary: 'Remember where a visitor came from',
    may: 'anyone',
    changes: [],
    repeated: 'does it again',
    limit: 'write',
    status: 201,
    body: z.object({
      ...tags,
      landing_url: z.string().trim().max(2000).default(''),
      referrer: z.string().trim().max(2000).default(''),
      store: z.string().trim().max(60).default(''),
    }),
    ok: z.object({ token: z.string() }),
    bodyLimit: 32_768,
  }),
  updateUser: call('POST /api/ad-tracking/update-user/', {
    summary: 'Tie a tracking token to the signed-in account',
    may: 'signed_in',
    changes: [],
    repeated: 'changes nothing',
    limit: 'write',
    body: z.object({ token: text(100) }),
    ok: z.object({ token: z.string() }),
    errors: ['tracking_token_not_found'],
    texts: { 404: 'Token not found' },
  }),
  userActivity: call('POST /api/user-activity/', {
    summary: 'Record something a visitor did',
    may: 'anyone',
    changes: [],
    repeated: 'does it again',
    limit: 'write',
    status: 201,
    body: z.object({
      event: text(60),
      path: z.string().trim().max(2000).default(''),
      properties: z
        .record(z.string().max(60), scalar)
        .refine((given) => Object.keys(given).length <= mostProperties)
        .default({}),
      occurred_at: dateTime.optional(),
    }),
    ok: z.object({}),
    bodyLimit: 32_768,
  }),
}
