import type { MachinePermission } from '#contract/permission'
import { addMachine } from '#server/domains/company/machine.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { insertKey, markRevoked, noteUse } from './api-key.queries.ts'
import { keyHash, newKey, prefixOf } from './api-key.rules.ts'

/** `actor`: the administrator who makes it. */
export function makeApiKey(
  db: Db,
  actor: BusinessActor,
  of: {
    permissions: readonly MachinePermission[]
    shops?: readonly number[]
    name?: string
    days?: number
    last_used_at?: Date
    revoked_at?: Date
  },
): Promise<{ id: number; key: string; business_user_id: number; account_id: number }> {
  const key = newKey()
  const { name = '在庫管理', shops = [], permissions, days = 90, last_used_at, revoked_at } = of
  return inTransaction(db, async (tx) => {
    const machine = await addMachine(tx, actor, { name, shops })
    const id = await insertKey(tx, {
      company_id: actor.company_id,
      business_user_id: machine.id,
      name,
      permissions: [...permissions],
      is_of_all_shops: shops.length === 0,
      prefix: prefixOf(key),
      key_hash: keyHash(key),
      created_by: actor.business_user_id,
      created_at: actor.at.toISOString(),
      expires_at: new Date(actor.at.getTime() + days * 86_400_000).toISOString(),
    })
    if (last_used_at) await noteUse(tx, id, last_used_at.toISOString())
    if (revoked_at) await markRevoked(tx, id, actor.business_user_id, revoked_at.toISOString())
    return { id, key, business_user_id: machine.id, account_id: machine.account_id }
  })
}
