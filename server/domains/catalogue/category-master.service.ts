import { foldSearch, hasControlOrEmoji, isKana, toFullKatakana } from '#contract/text'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { type Paged, paginate } from '#server/platform/paging'
import { invalidField, notFound, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import {
  type CategoryColumns,
  categoryMasters,
  insertCategory,
  lockCatalogue,
  updateCategory,
} from './catalogue.queries.ts'
import {
  type CategoryFilter,
  type CategoryMaster,
  categoryMaster,
  categoryMasterRows,
  countCategories,
} from './category-master.queries.ts'

type Input = Required<CategoryColumns>

export const listCategoryMasters = (db: Db, { page, size, ...filter }: Paged & CategoryFilter) =>
  paginate(
    { page, size },
    () => countCategories(db, filter),
    (window) => categoryMasterRows(db, filter, window),
  )

export async function readCategoryMaster(db: Db, id: number): Promise<CategoryMaster> {
  const found = await categoryMaster(db, id)
  if (!found) throw notFound()
  return found
}

export const categoryMasterExists = async (db: Db, id: number): Promise<boolean> =>
  (await categoryMaster(db, id)) !== undefined

/** The names under one parent differ, however they are written. */
async function entryOf(tx: Tx, input: Input, parent: number | null, own?: number): Promise<Input> {
  const name_kana = toFullKatakana(input.name_kana)
  if (hasControlOrEmoji(input.name) || /[>＞]/.test(input.name))
    throw invalidField('name', '「>」や絵文字などの使えない文字を取り除いてください。')
  if (name_kana !== '' && !isKana(name_kana)) throw invalidField('name_kana', 'カタカナで入力してください。')
  const folded = foldSearch(input.name)
  const isTaken = (await categoryMasters(tx)).some(
    ({ id, name, parent_id }) => id !== own && parent_id === parent && foldSearch(name) === folded,
  )
  if (isTaken) throw refuse('category_exists')
  return { ...input, name_kana }
}

const valuesOf = ({ name, name_kana, ledger_class, sort, is_active }: Input): Input => ({
  ...{ name, name_kana, ledger_class, sort, is_active },
})

const record = (
  tx: Tx,
  actor: BusinessActor,
  act: 'create' | 'replace',
  id: number,
  detail: Record<string, unknown>,
) => recordActivity(tx, actor, { action: `category.${act}`, object_type: 'category', object_id: id, detail })

export async function createCategory(
  tx: Tx,
  actor: BusinessActor,
  { parent, ...input }: Input & { parent: number | null },
): Promise<CategoryMaster> {
  await lockCatalogue(tx)
  if (parent !== null && !(await categoryMasterExists(tx, parent))) throw unknownKey('parent', parent)
  const entry = await entryOf(tx, input, parent)
  const id = await insertCategory(tx, { ...entry, parent_id: parent })
  await record(tx, actor, 'create', id, { ...entry })
  return readCategoryMaster(tx, id)
}

export async function replaceCategory(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { version, ...input }: Input & { version: number },
): Promise<CategoryMaster> {
  await lockCatalogue(tx)
  const before = await readCategoryMaster(tx, id)
  if (before.version !== version) throw staleVersion(before)
  const entry = await entryOf(tx, input, before.parent, id)
  await updateCategory(tx, id, entry)
  await record(tx, actor, 'replace', id, { before: valuesOf(before), after: valuesOf(entry) })
  return readCategoryMaster(tx, id)
}
