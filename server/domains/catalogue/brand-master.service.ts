import { mostAliases } from '#contract/brand-master'
import { hasControlOrEmoji, isKana, toFullKatakana } from '#contract/text'
import { recordActivity } from '#server/domains/activity/activity.service'
import { moveShopBrands } from '#server/domains/company/company.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { type Paged, paginate } from '#server/platform/paging'
import { invalid, invalidField, notFound, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import {
  type BrandMaster,
  type BrandMasterFilter,
  brandMaster,
  brandMasterRows,
  changeBrand,
  countBrands,
  insertBrand,
  moveAmounts,
  moveMarks,
  pointBrand,
} from './brand-master.queries.ts'
import { brandSearchText, foldBrand } from './brand-search.rules.ts'
import { brandMasters, lockCatalogue } from './catalogue.queries.ts'
import type { BrandEntry } from './catalogue-list.rules.ts'

export function listBrandMasters(
  db: Db,
  actor: BusinessActor,
  { page, size, ...filter }: Paged & BrandMasterFilter,
) {
  return paginate(
    { page, size },
    () => countBrands(db, actor, filter),
    (window) => brandMasterRows(db, actor, filter, window),
  )
}

export async function readBrandMaster(db: Db, actor: BusinessActor, id: number): Promise<BrandMaster> {
  const found = await brandMaster(db, actor, id)
  if (!found) throw notFound()
  return found
}

export const brandMasterExists = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await brandMaster(db, actor, id)) !== undefined

/** Also against brands that were merged, whose names live on as aliases. */
async function entryOf(tx: Tx, input: BrandEntry, own?: number) {
  const name_kana = toFullKatakana(input.name_kana)
  const folded = foldBrand(input.name)
  const aliases = [...new Set(input.aliases)].filter((alias) => foldBrand(alias) !== folded)
  if (!isKana(name_kana)) throw invalidField('name_kana', 'カタカナで入力してください。')
  if (hasControlOrEmoji(input.name))
    throw invalidField('name', '絵文字などの使えない文字を取り除いてください。')
  // It stands between the aliases of a file, and a merge makes a name an alias.
  if (/[|｜]/.test(input.name)) throw invalidField('name', 'ブランド名に「|」は使えません。')
  const odd = aliases.find((alias) => hasControlOrEmoji(alias) || /[|｜]/.test(alias))
  if (odd !== undefined) throw invalid({ aliases: ['絵文字や「|」は使えません。'] })
  const same = (await brandMasters(tx)).find(
    ({ id, name, merged_into }) => id !== own && merged_into !== own && foldBrand(name) === folded,
  )
  if (same) throw refuse('brand_exists')
  const entry = { name: input.name, name_kana, aliases }
  return { ...entry, search_text: brandSearchText(entry) }
}

const record = (
  tx: Tx,
  actor: BusinessActor,
  act: 'create' | 'replace' | 'merge',
  id: number,
  detail: Record<string, unknown>,
) => recordActivity(tx, actor, { action: `brand.${act}`, object_type: 'brand', object_id: id, detail })

export async function createBrand(tx: Tx, actor: BusinessActor, input: BrandEntry): Promise<BrandMaster> {
  await lockCatalogue(tx)
  const entry = await entryOf(tx, input)
  const id = await insertBrand(tx, { ...entry, created_at: actor.at.toISOString() })
  await record(tx, actor, 'create', id, { name: entry.name })
  return readBrandMaster(tx, actor, id)
}

/** The catalogue is locked before the brand is read. */
async function locked(tx: Tx, actor: BusinessActor, id: number, version: number): Promise<BrandMaster> {
  await lockCatalogue(tx)
  const before = await readBrandMaster(tx, actor, id)
  if (before.id !== id || before.version !== version) throw staleVersion(before)
  return before
}

export async function replaceBrand(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { version, ...input }: BrandEntry & { version: number },
): Promise<BrandMaster> {
  const before = await locked(tx, actor, id, version)
  const entry = await entryOf(tx, input, id)
  await changeBrand(tx, id, entry)
  if (entry.search_text !== brandSearchText(before))
    await addJob(tx, 'stolen_notice.compare_brands', { brands: [id] })
  await record(tx, actor, 'replace', id, { before: namesOf(before), after: namesOf(entry) })
  return readBrandMaster(tx, actor, id)
}

const namesOf = ({ name, name_kana, aliases }: BrandEntry): BrandEntry => ({ name, name_kana, aliases })

/** What belongs to other domains follows in jobs of this transaction; until then it shows the old name. */
export async function mergeBrand(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { into, version }: { into: number; version: number },
): Promise<BrandMaster> {
  await lockCatalogue(tx)
  const before = await readBrandMaster(tx, actor, id)
  const kept = await brandMaster(tx, actor, into)
  if (!kept) throw unknownKey('into', into)
  // Sent again, because the first response got lost.
  if (before.id === kept.id && before.id !== id) return kept
  if (before.id !== id || before.version !== version) throw staleVersion(before)
  if (kept.id === id) throw refuse('brand_is_itself')
  const known = new Set([kept.name, kept.name_kana, ...kept.aliases].map(foldBrand))
  const added = [before.name, ...before.aliases, before.name_kana].filter((text) => {
    const folded = foldBrand(text)
    return known.size < known.add(folded).size
  })
  const aliases = [...kept.aliases, ...added]
  if (aliases.length > mostAliases) throw refuse('brand_aliases_full')
  await pointBrand(tx, id, kept.id)
  await changeBrand(tx, kept.id, { aliases, search_text: brandSearchText({ ...kept, aliases }) })
  await moveShopBrands(tx, id, kept.id)
  await moveMarks(tx, id, kept.id)
  await moveAmounts(tx, id, kept.id, actor.at)
  await addJob(tx, 'item.move_brand', { brand: id })
  await addJob(tx, 'declared-list.move_brand', { brand: id })
  await addJob(tx, 'pre-assessment.move_brand', { brand: id })
  await record(tx, actor, 'merge', id, { into: kept.id, before: namesOf(before), added })
  return readBrandMaster(tx, actor, kept.id)
}
