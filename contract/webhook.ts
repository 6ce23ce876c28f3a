import * as z from 'zod'
import { call } from './call.ts'
import { count, dateTime, figure, id, page, paged, query, scalar, text, version, word } from './field.ts'

/** What is told, in the order of the form. */
export const webhookEventLabel = {
  'request.moved': '申し込みが進んだ',
  'offer.published': '査定結果を公開した',
  'deal.closed': '買取が成立した',
  'transfer.paid': '振込が済んだ',
  'item.for_sale': '商品を販売できるようになった',
} as const
export type WebhookEvent = keyof typeof webhookEventLabel
export const webhookEvents = Object.keys(webhookEventLabel) as [WebhookEvent, ...WebhookEvent[]]

/** Sent only when somebody asks for it. */
export const testEvent = 'webhook.test'

export const webhookStateLabel = {
  active: '送信中',
  failing: '届いていない',
  stopped: '停止中',
  given_up: '自動で停止',
} as const

export const deliveryStateLabel = {
  waiting: '送信待ち',
  delivered: '届いた',
  failed: '届かなかった',
} as const
export type DeliveryState = keyof typeof deliveryStateLabel

/** How often one event is tried, over three days. */
export const mostTries = 10
export const deliveryDaysKept = 30
export const previousSecretHours = 24
export const mostEndpoints = 20

const address = text(500)
  .describe('An https address on the internet, without a user name or password.')
  .meta({ example: 'https://stock.example.com/okuru' })

const events = z
  .array(word(webhookEventLabel))
  .min(1, '知らせる出来事を1つ以上選んでください。')
  .max(20)
  .describe('What it is told.')

const endpointName = text(60).describe('What the endpoint is for.').meta({ example: '在庫管理' })

export const webhookEndpoint = z
  .object({
    id,
    name: z.string().describe('What the endpoint is for.').meta({ example: '在庫管理' }),
    url: z.string().describe('Where events are sent.').meta({ example: 'https://stock.example.com/okuru' }),
    events: z.array(word(webhookEventLabel)).describe('What it is told.'),
    state: word(webhookStateLabel).describe(
      'Failing: the last tries failed. Given up: nothing arrived for days, so it was switched off.',
    ),
    failing_since: dateTime.nullable().describe('Since when every try has failed.'),
    previous_until: dateTime
      .nullable()
      .describe('Until when the secret before the last change signs as well; null where there is none.'),
    waiting_count: count.describe('Deliveries that wait.').meta({ example: 2 }),
    created_by: z.string().describe('Who entered it.').meta({ example: '青山 一郎' }),
    created_at: dateTime,
    version,
  })
  .describe('An address of another system that is told what happens in the company.')

const withSecret = webhookEndpoint.extend({
  secret: z
    .string()
    .describe('Signs what is sent. It is shown here only, once.')
    .meta({ example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfLgQ…' }),
})

export const webhookDelivery = z
  .object({
    id,
    event_id: z
      .string()
      .describe('The same at every try and every endpoint, also in the header `webhook-id`.')
      .meta({ example: 'msg_0192f0c1-6f2e-4f0c-9a58-1c1d2f6b7a90' }),
    event_type: z.string().describe('What happened.').meta({ example: 'request.moved' }),
    data: z.record(z.string(), scalar).describe('What is sent: ids and codes.'),
    endpoint: z.object({ id, name: z.string() }).describe('Where it is sent.'),
    state: word(deliveryStateLabel),
    tries: count.describe('How often it was sent.').meta({ example: 1 }),
    happened_at: dateTime.describe('When it happened.'),
    tried_at: dateTime.nullable().describe('When it was sent last.'),
    next_try_at: dateTime.nullable().describe('When it will be sent; null when it is over.'),
    response_code: figure.nullable().describe('HTTP status of the last response.').meta({ example: 200 }),
    error: z
      .string()
      .describe('Why the last try failed; blank otherwise.')
      .meta({ example: '10秒以内に応答がありませんでした。' }),
    may_send_again: z.boolean().describe('Whether the reader may have it sent again.'),
  })
  .describe('An event for an endpoint, and what became of it.')

const may = 'biz.webhook.manage'
const about_ = ['webhook'] as const

export const about =
  'Webhooks: signed messages to other systems about what happens in a company, after standardwebhooks.com.'

export const webhookCalls = {
  list: call('GET /api/biz/webhooks/', {
    summary: 'Endpoints of the own company',
    may,
    reads: about_,
    sensitive: true,
    query: z.object({ ...paged }),
    ok: page(webhookEndpoint),
  }),
  create: call('POST /api/biz/webhooks/', {
    summary: 'Enter an endpoint; its secret is shown here only, once',
    may,
    changes: about_,
    repeated: 'does it again',
    limit: 'write',
    freshSignIn: true,
    status: 201,
    body: z.object({ name: endpointName, url: address, events }),
    ok: withSecret,
    errors: ['reauthentication_required', 'webhook_address', 'too_many_webhooks', 'permission_denied'],
  }),
  update: call('PATCH /api/biz/webhooks/{id}/', {
    summary: 'Change an endpoint, switch it off or on again; where it is off, nothing is kept for it',
    may,
    changes: about_,
    freshSignIn: true,
    body: z.object({
      name: endpointName,
      url: address,
      events,
      is_active: z.boolean().describe('Whether events are sent.'),
      version,
    }),
    ok: webhookEndpoint,
    errors: ['reauthentication_required', 'webhook_address', 'stale_version', 'permission_denied'],
  }),
  remove: call('DELETE /api/biz/webhooks/{id}/', {
    summary: 'Remove an endpoint with its deliveries',
    may,
    changes: about_,
    ok: 'nothing',
    errors: ['permission_denied'],
  }),
  rotate: call('POST /api/biz/webhooks/{id}/secret/', {
    summary: `Make a new secret, shown once; the one before signs as well for ${previousSecretHours} hours`,
    may,
    changes: about_,
    repeated: 'does it again',
    limit: 'write',
    freshSignIn: true,
    ok: withSecret,
    errors: ['reauthentication_required', 'permission_denied'],
  }),
  test: call('POST /api/biz/webhooks/{id}/test/', {
    summary: 'Send a test event to an endpoint',
    may,
    changes: about_,
    repeated: 'does it again',
    limit: 'write',
    status: 202,
    ok: webhookDelivery,
    errors: ['webhook_stopped', 'permission_denied'],
  }),
  deliveries: call('GET /api/biz/webhook-deliveries/', {
    summary: `Deliveries of the last ${deliveryDaysKept} days, newest first`,
    may,
    reads: about_,
    sensitive: true,
    query: z.object({
      endpoint: query.int.describe('Only those to this endpoint.').meta({ example: 3 }),
      state: query.choice(Object.keys(deliveryStateLabel) as [DeliveryState]),
      ...paged,
    }),
    ok: page(webhookDelivery),
  }),
  sendAgain: call('POST /api/biz/webhook-deliveries/{id}/send/', {
    summary: 'Send a delivery again, whatever became of it; one that waits is sent now',
    may,
    changes: about_,
    repeated: 'does it again',
    limit: 'write',
    status: 202,
    ok: webhookDelivery,
    errors: ['webhook_stopped', 'permission_denied'],
  }),
}
