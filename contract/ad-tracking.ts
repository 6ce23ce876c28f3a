import * as z from 'zod'
import { call } from './call.ts'
import { dateTime } from './field.ts'

const tag = z.string().max(500).optional()

export const about = 'Where visitors came from.'

export const adTrackingCalls = {
  create: call('POST /api/ad-tracking/create/', {
    summary: 'Remember where a visitor came from',
    may: 'anyone',
    notBuilt: true,
    status: 201,
    body: z.object({
      utm_source: tag,
      utm_medium: tag,
      utm_campaign: tag,
      utm_term: tag,
      utm_content: tag,
      gclid: tag,
      yclid: tag,
      fbclid: tag,
      landing_url: tag,
      referrer: tag,
      store: tag,
    }),
    ok: z.object({ token: z.string() }),
  }),
  updateUser: call('POST /api/ad-tracking/update-user/', {
    summary: 'Tie a tracking token to the signed-in account',
    may: 'signed_in',
    notBuilt: true,
    body: z.object({ token: z.string() }),
    ok: z.object({ token: z.string() }),
    texts: { 404: 'Token not found' },
  }),
  userActivity: call('POST /api/user-activity/', {
    summary: 'Record something a visitor did',
    may: 'anyone',
    notBuilt: true,
    status: 201,
    body: z.object({
      event: z.string(),
      path: z.string().optional(),
      properties: z.record(z.string(), z.unknown()).optional(),
      occurred_at: dateTime.optional(),
    }),
    ok: z.object({}),
  }),
}
