import type { apiKeyCalls } from '#contract/api-key'
import type { CallBody } from '#contract/call'
import { addDays, tokyoDate } from '#contract/day'
import { recordActivity } from '#server/domains/activity/activity.service'
import { administratorsOf } from '#server/domains/company/admission.service'
import { companyName } from '#server/domains/company/company.service'
import { addMachine } from '#server/domains/company/machine.service'
import { queueSignedMail } from '#server/domains/company/operator.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { type Paged, paginate } from '#server/platform/paging'
import { notFound } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { countKeys, insertKey, type KeyRow, keyRows, markRevoked } from './api-key.queries.ts'
import { keyHash, newKey, prefixOf } from './api-key.rules.ts'
import { keyMadeMail } from './api-key.texts.ts'
import { forgetKeys } from './authenticate.service.ts'

type Input = CallBody<typeof apiKeyCalls.create>

export const listKeys = (db: Db, actor: BusinessActor, query: Paged) =>
  paginate(
    query,
    () => countKeys(db, actor),
    (window) => keyRows(db, actor, { window }),
  )

async function keyOf(db: Db | Tx, actor: BusinessActor, id: number): Promise<KeyRow> {
  const [row] = await keyRows(db, actor, { id })
  if (!row) throw notFound()
  return row
}

/** All administrators are told: what a key may do is done without a person. */
export async function createKey(
  db: Db,
  actor: BusinessActor,
  { name, days, shops, ...input }: Input,
  { config }: Pick<Tools, 'config'>,
) {
  const key = newKey()
  const permissions = [...new Set(input.permissions)]
  const row = await inTransaction(db, async (tx) => {
    const machine = await addMachine(tx, actor, { name, shops })
    const id = await insertKey(tx, {
      company_id: actor.company_id,
      business_user_id: machine.id,
      name,
      permissions,
      is_of_all_shops: shops.length === 0,
      prefix: prefixOf(key),
      key_hash: keyHash(key),
      created_by: actor.business_user_id,
      created_at: actor.at.toISOString(),
      expires_at: `${addDays(tokyoDate(actor.at), days)}T00:00:00+09:00`,
    })
    await recordActivity(tx, actor, {
      action: 'api_key.create',
      object_type: 'api_key',
      object_id: id,
      detail: { name, key_permissions: permissions, days, ...(shops.length > 0 ? { shops } : {}) },
    })
    const made = await keyOf(tx, actor, id)
    const company = await companyName(tx, actor.company_id)
    const mail = keyMadeMail(config.publicUrl, { company, by: actor.name, at: actor.at, key: made })
    for (const { account_id, email: to } of await administratorsOf(tx, actor.company_id))
      await queueSignedMail(tx, { account_id, to, ...mail }, actor.at)
    return made
  })
  return { ...row, key }
}

export async function revokeKey(db: Db, actor: BusinessActor, id: number): Promise<KeyRow> {
  const row = await inTransaction(db, async (tx) => {
    await keyOf(tx, actor, id)
    if (await markRevoked(tx, id, actor.business_user_id, actor.at.toISOString()))
      await recordActivity(tx, actor, { action: 'api_key.revoke', object_type: 'api_key', object_id: id })
    return keyOf(tx, actor, id)
  })
  forgetKeys(db)
  return row
}
