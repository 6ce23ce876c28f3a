import { LRUCache } from 'lru-cache'
import { apiKeyStart } from '#contract/api-key'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { type Machine, machineOf, noteUse } from './api-key.queries.ts'
import { isKey, keyHash } from './api-key.rules.ts'

type KeyTools = Pick<Tools, 'clock'>

const start = `Bearer ${apiKeyStart}`

export const apiKeyIn = (header: string | undefined): header is string => header?.startsWith(start) === true

// As for people: a key that was ended is refused at once here, and by other processes within two seconds.
const caches = new WeakMap<Db, LRUCache<string, Machine>>()
function cacheOf(db: Db): LRUCache<string, Machine> {
  let cache = caches.get(db)
  if (!cache) {
    cache = new LRUCache<string, Machine>({ max: 1000, ttl: 2000 })
    caches.set(db, cache)
  }
  return cache
}

/** What is being read now goes into the cache that was left. */
export const forgetKeys = (db: Db): void => void caches.delete(db)

export function authenticateKey(
  db: Db,
  header: string,
  httpRequestId: string,
  tools: KeyTools,
): BusinessActor | Promise<BusinessActor> {
  const known = cacheOf(db).get(header)
  if (known) return actorOf(known, tools.clock.now(), httpRequestId)
  return authenticateKeyNow(db, header, httpRequestId, tools)
}

/** Bypasses the cache. */
export async function authenticateKeyNow(
  db: Db,
  header: string,
  httpRequestId: string,
  { clock }: KeyTools,
): Promise<BusinessActor> {
  const cache = cacheOf(db)
  const key = header.slice(start.length - apiKeyStart.length)
  const machine = isKey(key) ? await machineOf(db, keyHash(key)) : undefined
  const at = clock.now()
  const actor = actorOf(machine, at, httpRequestId)
  if (machine) {
    await notedUse(db, machine, at)
    cache.set(header, machine)
  }
  return actor
}

const minute = 60_000

async function notedUse(db: Db, { id, last_used_at }: Machine, at: Date): Promise<void> {
  if (last_used_at !== null && at.getTime() - Date.parse(last_used_at) < minute) return
  await inTransaction(db, (tx) => noteUse(tx, id, at.toISOString()))
}

function actorOf(machine: Machine | undefined, at: Date, http_request_id: string): BusinessActor {
  if (!machine || machine.revoked_at !== null) throw refuse('api_key_invalid')
  if (Date.parse(machine.expires_at) <= at.getTime()) throw refuse('api_key_expired')
  const { account_id, business_user_id, company_id, shop_ids, name, permissions } = machine
  return {
    kind: 'business',
    role: 'machine',
    at,
    http_request_id,
    account_id,
    business_user_id,
    company_id,
    is_operator: false,
    is_admin: false,
    lacks_second_factor: false,
    shop_ids,
    email: '',
    name,
    // It has none: what compares or ends sessions is closed to machines.
    session: { id: '', signed_in_at: at },
    permissions,
  }
}
