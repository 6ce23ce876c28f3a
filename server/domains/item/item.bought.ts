import { sql } from 'kysely'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import { keysOf } from '#server/platform/statement'

export interface BoughtColumns {
  gender: number | null
  color: string
  material: string
  size: string
  product_number: string
  sales_channel: number
}

/** What makes an article another one for the notices of the police. */
const comparedFields = ['color', 'product_number'] as const satisfies (keyof BoughtColumns)[]

/**
 * What may still be put right of an article that was bought; returns whether it has to be compared with the notices again.
 * With its request and itself locked.
 */
export async function changeBoughtItem(
  tx: Tx,
  actor: BusinessActor,
  item: BoughtColumns & { id: number },
  input: { [Field in keyof BoughtColumns]?: BoughtColumns[Field] | undefined },
): Promise<boolean> {
  const changed = keysOf(input).filter((field) => input[field] !== undefined && input[field] !== item[field])
  if (changed.length === 0) return false
  const of = (all: typeof input) => Object.fromEntries(changed.map((field) => [field, all[field]]))
  await tx
    .updateTable('purchase_item')
    .set({ ...of(input), version: sql`version + 1`, updated_at: actor.at.toISOString() })
    .where('id', '=', item.id)
    .execute()
  await recordActivity(tx, actor, {
    action: 'item.change_bought',
    object_type: 'item',
    object_id: item.id,
    detail: { before: named(of(item)), after: named(of(input)) },
  })
  return comparedFields.some((field) => changed.includes(field))
}

const named = ({ gender, ...rest }: Record<string, unknown>): Record<string, unknown> =>
  gender === undefined ? rest : { ...rest, item_gender: gender }
