import type { BusinessActor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import { refuse, unknownKey } from '#server/platform/refusal'
import { isWithin } from './staff.rules.ts'

/** Those asked for, sorted; refuses others than the company's and more than the own. */
export async function shopsOfCompany(
  tx: Tx,
  self: BusinessActor,
  asked: readonly number[],
): Promise<number[]> {
  const known = await tx.selectFrom('shop').select('id').where('company_id', '=', self.company_id).execute()
  const ids = new Set(known.map(({ id }) => id))
  const shops = [...new Set(asked)].sort((one, other) => one - other)
  for (const shop of shops) if (!ids.has(shop)) throw unknownKey('shops', shop)
  if (!isWithin(self.shop_ids, shops)) throw refuse('shops_beyond_own')
  return shops
}
