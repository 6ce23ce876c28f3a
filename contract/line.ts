import * as z from 'zod'
import { call } from './call.ts'
import { dateTime, text } from './field.ts'

export const lineLink = z
  .object({
    is_offered: z.boolean().describe('Whether messages can be sent by LINE here.'),
    is_recorded: z.boolean().describe('Messages are only recorded: no LINE channel is configured.'),
    is_friend: z.boolean().describe('Whether messages reach the person: added as a friend, not blocked.'),
    linked_at: dateTime.nullable().describe('Null: not linked.'),
    friend_url: z
      .string()
      .describe('Where to add the official account as a friend; blank when messages are only recorded.')
      .meta({ example: 'https://line.me/R/ti/p/%40okuru' }),
  })
  .describe('How the own account stands with the official LINE account.')

export const about = 'Messages by LINE, and the events that LINE sends.'

export const lineCalls = {
  get: call('GET /api/account/line/', {
    summary: 'Whether the own account is linked with LINE',
    may: 'customer.self',
    reads: ['account'],
    sensitive: true,
    ok: lineLink,
  }),
  link: call('POST /api/account/line/', {
    summary: 'Link the own account with LINE, or get the address where LINE confirms it',
    may: 'customer.self',
    changes: ['account'],
    limit: 'write',
    body: z.object({
      link_token: text(200)
        .describe('As in the link that the official account sent.')
        .meta({ example: 'NMZTNuVrPTqlr2IF8Bnymkb7rXfYv5EY' })
        .optional(),
    }),
    ok: lineLink.extend({
      confirm_url: z
        .string()
        .nullable()
        .describe('Where LINE confirms the person; null when it is already linked.')
        .meta({ example: 'https://access.line.me/dialog/bot/accountLink?linkToken=…&nonce=…' }),
    }),
    errors: ['line_not_offered', 'line_friend_first'],
  }),
  unlink: call('DELETE /api/account/line/', {
    summary: 'Unlink LINE: no more messages there',
    may: 'customer.self',
    changes: ['account'],
    limit: 'write',
    ok: 'nothing',
  }),
  webhook: call('POST /api/ekyc/line/webhook/', {
    summary: 'Events of the official LINE account',
    may: 'anyone',
    changes: [],
    ignoresToken: true,
    signedBy: 'x-line-signature',
    body: z
      .looseObject({ events: z.array(z.looseObject({})).describe('Unknown kinds are ignored.') })
      .describe("LINE's webhook body; sent again until the response is 200."),
    ok: z.object({}),
  }),
}
