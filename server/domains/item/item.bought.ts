import { sql } from 'kysely'
import { recordActivities } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'

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

interface BoughtChange {
  item: BoughtColumns & { id: number }
  input: { [Field in keyof BoughtColumns]?: BoughtColumns[Field] | undefined }
}

const boughtFields = [
  'gender',
  'color',
  'material',
  'size',
  'product_number',
  'sales_channel',
] as const satisfies (keyof BoughtColumns)[]

/**
 * What may still be put right of articles that were bought; returns which have to be compared with the notices again. With
 * their requests and themselves locked.
 */
export async function changeBoughtItems(
  tx: Tx,
  actor: BusinessActor,
  changes: readonly BoughtChange[],
): Promise<number[]> {
  const changed = changes.flatMap(({ item, input }) => {
    const fields = boughtFields.filter((field) => input[field] !== undefined && input[field] !== item[field])
    return fields.length === 0 ? [] : [{ item, input, fields }]
  })
  if (changed.length === 0) return []
  const rows = changed.map(({ item, input, fields }) => ({
    ...Object.fromEntries(
      boughtFields.map((field) => [field, fields.includes(field) ? input[field] : item[field]]),
    ),
    id: item.id,
  }))
  await sql`update purchase_item i set gender = c.gender, color = c.color, material = c.material, size = c.size,
      product_number = c.product_number, sales_channel = c.sales_channel, version = i.version + 1, updated_at = ${actor.at.toISOString()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c(id bigint, gender smallint, color text, material text, size text, product_number text, sales_channel smallint)
    where i.id = c.id`.execute(tx)
  await recordActivities(
    tx,
    actor,
    changed.map(({ item, input, fields }) => ({
      action: 'item.change_bought',
      object_type: 'item',
      object_id: item.id,
      detail: { before: named(item, fields), after: named(input, fields) },
    })),
  )
  return changed
    .filter(({ fields }) => comparedFields.some((field) => fields.includes(field)))
    .map(({ item }) => item.id)
}

const named = (
  values: { [Field in keyof BoughtColumns]?: BoughtColumns[Field] | undefined },
  fields: readonly (keyof BoughtColumns)[],
): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field === 'gender' ? 'item_gender' : field, values[field]]))
