import * as z from 'zod'
import { call } from './call.ts'
import { dateTime, id, page, paged, query, text, word } from './field.ts'
import { messageKindLabel } from './message-kind.ts'

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

export const lineMessageStateLabel = {
  waiting: '送信中',
  sent: '送信済み',
  recorded: '記録だけ',
  failed: '届かず',
} as const
export type LineMessageState = keyof typeof lineMessageStateLabel

/** Neither the LINE user nor what LINE said of an error: staff need neither. */
export const lineMessage = z
  .object({
    id,
    request: id.describe('The request it is about.'),
    shop_name: z.string(),
    customer: id,
    customer_name: z.string(),
    kind: word(messageKindLabel),
    title: z.string(),
    body: z.string().describe('As in the customer’s inbox.').meta({ example: '箱が届きました。' }),
    state: word(lineMessageStateLabel).describe(
      'Recorded: no LINE channel was configured, so it reached nobody. Failed: LINE did not take it; a mail went instead if none had gone.',
    ),
    created_at: dateTime,
    settled_at: dateTime.nullable().describe('When it was sent, recorded or given up; null before.'),
  })
  .describe('A message by LINE about a request.')

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
    repeated: 'changes nothing',
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
  messages: call('GET /api/biz/line-messages/', {
    summary: 'Messages by LINE about requests of the own shops, newest first',
    may: 'biz.request.read',
    reads: ['notification'],
    sensitive: true,
    query: z.object({
      ...paged,
      state: query.choice(Object.keys(lineMessageStateLabel) as [LineMessageState, ...LineMessageState[]]),
    }),
    ok: page(lineMessage),
  }),
  webhook: call('POST /api/ekyc/line/webhook/', {
    summary: 'Events of the official LINE account',
    may: 'anyone',
    changes: [],
    repeated: 'changes nothing',
    ignoresToken: true,
    signedBy: 'x-line-signature',
    body: z
      .looseObject({ events: z.array(z.looseObject({})).describe('Unknown kinds are ignored.') })
      .describe("LINE's webhook body; sent again until the response is 200."),
    ok: z.object({}),
  }),
}
