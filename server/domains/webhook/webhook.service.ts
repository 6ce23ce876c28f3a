import { randomUUID } from 'node:crypto'
import type { CallBody } from '#contract/call'
import { mostEndpoints, previousSecretHours, testEvent, type webhookCalls } from '#contract/webhook'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { type Paged, paginate } from '#server/platform/paging'
import { notFound, refuse, staleVersion } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import {
  countDeliveries,
  countEndpoints,
  type DeliveryFilter,
  deleteEndpoint,
  deliveryRows,
  dropWaiting,
  type EndpointRow,
  endpointRows,
  insertDelivery,
  insertEndpoint,
  lockedEndpoint,
  requeue,
  writeEndpoint,
} from './webhook.queries.ts'
import { newSecret } from './webhook.rules.ts'

type KeyTools = Pick<Tools, 'keys' | 'outgoing'>

export const secretPlace = 'webhook_endpoint.secret_enc'
export const previousPlace = 'webhook_endpoint.previous_secret_enc'

export const listEndpoints = (db: Db, actor: BusinessActor, query: Paged) =>
  paginate(
    query,
    () => countEndpoints(db, actor),
    (window) => endpointRows(db, actor, { window }),
  )

export const listDeliveries = (db: Db, actor: BusinessActor, query: Paged & DeliveryFilter) =>
  paginate(
    query,
    () => countDeliveries(db, actor, query),
    (window) => deliveryRows(db, actor, { window, filter: query }),
  )

async function endpointOf(db: Db | Tx, actor: BusinessActor, id: number): Promise<EndpointRow> {
  const [row] = await endpointRows(db, actor, { id })
  if (!row) throw notFound()
  return row
}

export const endpointExists = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await endpointRows(db, actor, { id })).length > 0

async function deliveryOf(db: Db | Tx, actor: BusinessActor, id: number) {
  const [row] = await deliveryRows(db, actor, { id })
  if (!row) throw notFound()
  return row
}

async function lockEndpoint(tx: Tx, actor: BusinessActor, id: number) {
  const row = await lockedEndpoint(tx, actor, id)
  if (!row) throw notFound()
  // What is told is of the whole company.
  requireAllShops(actor)
  return row
}

function requireAllShops({ shop_ids }: BusinessActor): void {
  if (shop_ids !== null) throw refuse('permission_denied')
}

function requireOpenAddress(url: string, { outgoing }: KeyTools): void {
  if (outgoing.refusalOf(url) !== null) throw refuse('webhook_address')
}

const recorded = (
  tx: Tx,
  actor: BusinessActor,
  act: 'create' | 'change' | 'remove' | 'rotate',
  id: number,
  detail = {},
) =>
  recordActivity(tx, actor, {
    action: `webhook.${act}`,
    object_type: 'webhook_endpoint',
    object_id: id,
    detail,
  })

export async function createEndpoint(
  db: Db,
  actor: BusinessActor,
  { name, url, events }: CallBody<typeof webhookCalls.create>,
  tools: KeyTools,
) {
  requireAllShops(actor)
  requireOpenAddress(url, tools)
  const secret = newSecret()
  const row = await inTransaction(db, async (tx) => {
    if ((await countEndpoints(tx, actor)) >= mostEndpoints) throw refuse('too_many_webhooks')
    const told = [...new Set(events)]
    const id = await insertEndpoint(tx, {
      company_id: actor.company_id,
      name,
      url,
      events: told,
      created_by: actor.business_user_id,
      created_at: actor.at.toISOString(),
    })
    await writeEndpoint(tx, id, { secret_enc: tools.keys.field.encrypt(secret, secretPlace, id) })
    await recorded(tx, actor, 'create', id, { name, webhook_url: url, webhook_events: told })
    return endpointOf(tx, actor, id)
  })
  return { ...row, secret }
}

export async function updateEndpoint(
  db: Db,
  actor: BusinessActor,
  id: number,
  { name, url, events, is_active, version }: CallBody<typeof webhookCalls.update>,
  tools: KeyTools,
): Promise<EndpointRow> {
  return inTransaction(db, async (tx) => {
    const row = await lockEndpoint(tx, actor, id)
    if (row.version !== version) throw staleVersion(await endpointOf(tx, actor, id))
    requireOpenAddress(url, tools)
    const told = [...new Set(events)]
    await writeEndpoint(tx, id, {
      ...{ name, url, events: told, is_active, version: version + 1 },
      // A new beginning: what failed before says nothing about it.
      ...(is_active && (!row.is_active || url !== row.url) ? { failing_since: null, given_up_at: null } : {}),
    })
    if (!is_active) await dropWaiting(tx, id, '送信を止めたため、送りませんでした。')
    await recorded(tx, actor, 'change', id, {
      before: { name: row.name, webhook_url: row.url, webhook_events: row.events, is_active: row.is_active },
      after: { name, webhook_url: url, webhook_events: told, is_active },
    })
    return endpointOf(tx, actor, id)
  })
}

export async function removeEndpoint(db: Db, actor: BusinessActor, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { name, url } = await lockEndpoint(tx, actor, id)
    await deleteEndpoint(tx, id)
    await recorded(tx, actor, 'remove', id, { name, webhook_url: url })
  })
}

export async function rotateSecret(db: Db, actor: BusinessActor, id: number, { keys }: KeyTools) {
  const secret = newSecret()
  const row = await inTransaction(db, async (tx) => {
    const { secret_enc, version } = await lockEndpoint(tx, actor, id)
    const before = keys.field.decrypt(secret_enc, secretPlace, id)
    await writeEndpoint(tx, id, {
      secret_enc: keys.field.encrypt(secret, secretPlace, id),
      previous_secret_enc: keys.field.encrypt(before, previousPlace, id),
      previous_until: new Date(actor.at.getTime() + previousSecretHours * 3_600_000).toISOString(),
      version: version + 1,
    })
    await recorded(tx, actor, 'rotate', id)
    return endpointOf(tx, actor, id)
  })
  return { ...row, secret }
}

export const askForSending = (tx: Tx, runAt?: Date) =>
  addJob(tx, 'webhook.send', {}, { queue: 'webhooks', ...(runAt && { runAt }) })

export async function sendTest(db: Db, actor: BusinessActor, id: number) {
  return inTransaction(db, async (tx) => {
    const { is_active } = await lockEndpoint(tx, actor, id)
    if (!is_active) throw refuse('webhook_stopped')
    const at = actor.at.toISOString()
    const delivery = await insertDelivery(tx, {
      event_id: randomUUID(),
      endpoint_id: id,
      company_id: actor.company_id,
      event_type: testEvent,
      data: '{}',
      happened_at: at,
      next_try_at: at,
    })
    await askForSending(tx)
    return deliveryOf(tx, actor, delivery)
  })
}

export async function sendAgain(db: Db, actor: BusinessActor, id: number) {
  return inTransaction(db, async (tx) => {
    const { endpoint } = await deliveryOf(tx, actor, id)
    const { is_active } = await lockEndpoint(tx, actor, endpoint.id)
    if (!is_active) throw refuse('webhook_stopped')
    await requeue(tx, id, actor.at.toISOString())
    await askForSending(tx)
    return deliveryOf(tx, actor, id)
  })
}
