import { hasControlOrEmoji } from '#contract/text'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { type Paged, paginate } from '#server/platform/paging'
import { invalid, notFound, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import {
  type AttributeColumns,
  type AttributeFilter,
  type AttributeMaster,
  attributeMaster,
  attributeRows,
  countAttributes,
  effectiveAttributes,
  insertAttribute,
  isAttributeUsed,
  storedAttributes,
  updateAttribute,
} from './attribute.queries.ts'
import { attributeKey, oddParts } from './attribute-list.rules.ts'
import { lockCatalogue } from './catalogue.queries.ts'
import { categoryMaster } from './category-master.queries.ts'

export const listAttributes = (db: Db, { page, size, ...filter }: Paged & AttributeFilter) =>
  paginate(
    { page, size },
    () => countAttributes(db, filter),
    (window) => attributeRows(db, filter, window),
  )

export async function readAttributeMaster(db: Db, id: number): Promise<AttributeMaster> {
  const found = await attributeMaster(db, id)
  if (!found) throw notFound()
  return found
}

export const attributeExists = async (db: Db, id: number): Promise<boolean> =>
  (await attributeMaster(db, id)) !== undefined

/** Articles of a category are described by these. */
export async function attributesOfCategory(db: Db, id: number) {
  if (!(await categoryMaster(db, id))) throw notFound()
  return (await effectiveAttributes(db, [id])).get(id) ?? []
}

const columnsOf = (input: AttributeColumns): AttributeColumns => {
  const { name, value_type, unit, choices, is_measure, is_required, sort, is_active } = input
  return { name, value_type, unit, choices: [...new Set(choices)], is_measure, is_required, sort, is_active }
}

/** The sentence without its English half. */
const japanese = (message: string): string => message.split(' / ')[0] ?? message

async function entryOf(
  tx: Tx,
  input: AttributeColumns,
  path: readonly string[],
  own?: number,
): Promise<AttributeColumns> {
  const odd = Object.entries(oddParts(input)).map(([field, message]) => [field, [japanese(message)]])
  const texts = { name: [input.name], unit: [input.unit], choices: input.choices }
  for (const [field, list] of Object.entries(texts))
    if (list.some((text) => hasControlOrEmoji(text) || (field === 'choices' && /[|｜]/.test(text))))
      odd.push([field, ['絵文字や「|」などの使えない文字を取り除いてください。']])
  if (odd.length > 0) throw invalid(Object.fromEntries(odd))
  const key = attributeKey(path, input.name)
  const isTaken = (await storedAttributes(tx)).some(
    (row) => row.id !== own && attributeKey(row.path, row.name) === key,
  )
  if (isTaken) throw refuse('attribute_exists')
  return columnsOf(input)
}

/** What products of these categories lack is found anew. */
export async function refreshProductsOf(tx: Tx, categories: readonly number[]): Promise<void> {
  const changed = [...new Set(categories)]
  if (changed.length > 0) await addJob(tx, 'productization.refresh', { categories: changed })
}

/** As the trail tells it. */
const toRecord = ({ name, ...rest }: AttributeColumns) => ({ attribute_name: name, ...rest })

export async function createAttribute(
  tx: Tx,
  actor: BusinessActor,
  { category, ...input }: AttributeColumns & { category: number },
): Promise<AttributeMaster> {
  await lockCatalogue(tx)
  const of = await categoryMaster(tx, category)
  if (!of) throw unknownKey('category', category)
  const path = [...of.path, of.name]
  const entry = await entryOf(tx, input, path)
  const id = await insertAttribute(tx, { category_id: category, ...entry })
  await refreshProductsOf(tx, [category])
  await recordActivity(tx, actor, {
    ...{ action: 'category_attribute.create', object_type: 'category_attribute', object_id: id },
    detail: { category_path: path.join(' > '), ...toRecord(entry) },
  })
  return readAttributeMaster(tx, id)
}

export async function replaceAttribute(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { version, ...input }: AttributeColumns & { version: number },
): Promise<AttributeMaster> {
  await lockCatalogue(tx)
  const before = await readAttributeMaster(tx, id)
  if (before.version !== version) throw staleVersion(before)
  const entry = await entryOf(tx, input, before.category_path, id)
  if (entry.value_type !== before.value_type && (await isAttributeUsed(tx, id)))
    throw refuse('attribute_in_use')
  await updateAttribute(tx, id, entry)
  await refreshProductsOf(tx, [before.category])
  await recordActivity(tx, actor, {
    ...{ action: 'category_attribute.replace', object_type: 'category_attribute', object_id: id },
    detail: { before: toRecord(columnsOf(before)), after: toRecord(entry) },
  })
  return readAttributeMaster(tx, id)
}
