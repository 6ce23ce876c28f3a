import { randomUUID } from 'node:crypto'
import { webhookEvents } from '#contract/webhook'
import { type Db, inTransaction } from '#server/platform/db'
import type { Tools } from '#server/platform/tools'
import { insertDelivery, insertEndpoint, writeEndpoint } from './webhook.queries.ts'
import { newSecret } from './webhook.rules.ts'
import { secretPlace } from './webhook.service.ts'

export function makeWebhook(
  db: Db,
  { keys, clock }: Pick<Tools, 'keys' | 'clock'>,
  of: { company_id: number; created_by: number } & Partial<{
    url: string
    events: string[]
    name: string
    is_active: boolean
    failing_since: string
    given_up_at: string
    created_at: string
  }>,
): Promise<{ id: number; secret: string }> {
  const secret = newSecret()
  return inTransaction(db, async (tx) => {
    const id = await insertEndpoint(tx, {
      name: '在庫管理',
      url: 'https://stock.example.com/okuru',
      events: [...webhookEvents],
      created_at: clock.now().toISOString(),
      ...of,
    })
    await writeEndpoint(tx, id, { secret_enc: keys.field.encrypt(secret, secretPlace, id) })
    return { id, secret }
  })
}

export function makeDelivery(
  db: Db,
  of: { company_id: number; endpoint_id: number; happened_at: string } & Partial<{
    event_type: string
    data: string
    state: string
    tries: number
    tried_at: string
    next_try_at: string
    response_code: number
    error: string
  }>,
): Promise<number> {
  return inTransaction(db, (tx) =>
    insertDelivery(tx, {
      event_id: randomUUID(),
      event_type: 'request.moved',
      data: '{"request":1,"shop":1,"from_status":0,"to_status":1}',
      next_try_at: of.happened_at,
      ...of,
    }),
  )
}
