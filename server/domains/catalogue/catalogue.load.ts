// Adds new rows and updates changed ones; leaves rows that the list does not name.
import { foldSearch } from '#contract/text'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { Actor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { loadAttributes } from './attribute-list.load.ts'
import { refreshProductsOf } from './attribute-master.service.ts'
import { brandSearchText, foldBrand } from './brand-search.rules.ts'
import { loadCampaigns } from './campaign-list.load.ts'
import {
  brandMasters,
  categoryMasters,
  dealers,
  insertBrands,
  insertCategory,
  insertTemplate,
  lockCatalogue,
  templateMasters,
  updateBrand,
  updateCategory,
  updateTemplate,
} from './catalogue.queries.ts'
import {
  type BrandEntry,
  type CatalogueLists,
  categoryKey,
  type ListName,
  type ListProblem,
  listNames,
} from './catalogue-list.rules.ts'
import { isRemainder, remainderFinder } from './lost-characters.rules.ts'

export {
  type CatalogueLists,
  type ListName,
  type ListProblem,
  listColumns,
  readList,
} from './catalogue-list.rules.ts'

export interface Tally {
  added: number
  changed: number
  unchanged: number
}
export type Loaded = Partial<Record<ListName, Tally>>

export class ListsRefused extends Error {
  readonly problems: readonly ListProblem[]
  constructor(problems: readonly ListProblem[]) {
    super('the lists do not fit the catalogue')
    this.problems = problems
  }
}

type Complain = (list: ListName, line: number | null, column: string, message: string) => void

interface Load {
  tx: Tx
  actor: Actor
  company: number | null
  complain: Complain
  /** Whether the file was saved in Shift_JIS, which lacks some characters. */
  isShiftJis: (list: ListName) => boolean
}

interface LoadOptions {
  company?: number | null
  fromShiftJis?: readonly ListName[]
}

export async function loadCatalogue(
  tx: Tx,
  actor: Actor,
  lists: Partial<CatalogueLists>,
  { company = null, fromShiftJis = [] }: LoadOptions = {},
): Promise<Loaded> {
  const problems: ListProblem[] = []
  const load: Load = {
    ...{ tx, actor, company },
    complain: (list, line, column, message) => problems.push({ list, line, column, message }),
    isShiftJis: (list) => fromShiftJis.includes(list),
  }
  await lockCatalogue(tx)
  await checkCompany(load, lists)
  if (problems.length > 0) throw new ListsRefused(problems)
  const loaded: Loaded = {}
  if (lists.brands) loaded.brands = await loadBrands(load, lists.brands)
  if (lists.categories) loaded.categories = await loadCategories(load, lists.categories)
  if (lists.attributes) {
    const complain = (line: number, column: string, message: string) =>
      load.complain('attributes', line, column, message)
    const own = { tx, complain, isShiftJis: load.isShiftJis('attributes'), lostCharacters }
    const { count, touched } = await loadAttributes(own, lists.attributes)
    loaded.attributes = count
    await refreshProductsOf(tx, touched)
  }
  if (lists.templates) loaded.templates = await loadTemplates(load, lists.templates)
  if (lists.campaigns && company !== null) {
    const complain = (line: number, column: string, message: string) =>
      load.complain('campaigns', line, column, message)
    const own = { tx, actor, company, complain, isShiftJis: load.isShiftJis('campaigns'), lostCharacters }
    loaded.campaigns = await loadCampaigns(own, lists.campaigns)
  }
  if (problems.length > 0) throw new ListsRefused(problems)
  const isNews = listNames.some((list) => (loaded[list]?.added ?? 0) + (loaded[list]?.changed ?? 0) > 0)
  if (isNews) await recordActivity(tx, actor, { action: 'catalogue.load', detail: { company, ...loaded } })
  return loaded
}

/** Campaigns need a company; templates may have one. The error lists the companies. */
async function checkCompany({ tx, company, complain }: Load, lists: Partial<CatalogueLists>): Promise<void> {
  if (company === null && !lists.campaigns) return
  const all = await dealers(tx)
  if (all.some(({ id }) => id === company)) return
  const names = all.map(({ id, name }) => `${id} ${name}`).join(', ') || '-'
  const list = lists.campaigns ? 'campaigns' : 'templates'
  complain(list, null, '--company', `お店の会社の番号を指定してください / name a dealer: ${names}`)
}

const tally = (): Tally => ({ added: 0, changed: 0, unchanged: 0 })

const longestShown = 40
const lostCharacters = (stored: string): string => {
  const text = [...stored].length > longestShown ? `${[...stored].slice(0, longestShown).join('')}…` : stored
  return `Shift_JISにない文字が失われています。登録は「${text}」です。UTF-8のCSVで保存し直してください。 / Characters that Shift_JIS lacks are lost: save the file as UTF-8.`
}

/** Spreadsheets read `012` as the number 12. */
const isWithoutZeros = (cell: string, stored: string): boolean =>
  /^\d+$/.test(cell) && /^0\d+$/.test(stored) && Number(cell) === Number(stored)
const lostZeros = (stored: string): string =>
  `先頭の0が失われています。登録は「${stored}」です。列を「文字列」にして開き、保存し直してください。 / The leading zeros of ${stored} are lost: open the column as text.`

type Compared = Readonly<Record<string, readonly [stored: string, cell: string]>>

/** Complains about cells that are what is left of a stored text. */
function compare({ complain, isShiftJis }: Load, list: ListName, line: number, cells: Compared): void {
  if (!isShiftJis(list)) return
  for (const [column, [stored, cell]] of Object.entries(cells))
    if (isRemainder(stored, cell)) complain(list, line, column, lostCharacters(stored))
}

async function loadBrands(load: Load, entries: CatalogueLists['brands']): Promise<Tally> {
  const { tx, actor, complain, isShiftJis } = load
  const count = tally()
  // Of brands that fold alike the oldest wins that was not merged, unless a name matches exactly.
  const known = (await brandMasters(tx)).toReversed()
  known.sort((one, other) => Number(other.merged_into !== null) - Number(one.merged_into !== null))
  const byName = new Map(known.map((brand) => [brand.name, brand]))
  const byFold = new Map(known.map((brand) => [foldBrand(brand.name), brand]))
  const lost = remainderFinder(isShiftJis('brands') ? known.map(({ name }) => name) : [])
  const respelled: number[] = []
  const fresh: (BrandEntry & { search_text: string; created_at: string })[] = []
  for (const { line, ...entry } of entries) {
    const wanted = { ...entry, search_text: brandSearchText(entry) }
    const found = byName.get(entry.name) ?? byFold.get(foldBrand(entry.name))
    // What was merged stays merged.
    if (found && found.merged_into !== null) count.unchanged += 1
    else if (!found) {
      const stored = lost(entry.name)
      if (stored !== undefined) complain('brands', line, 'ブランド名', lostCharacters(stored))
      fresh.push({ ...wanted, created_at: actor.at.toISOString() })
    } else if (isSame(found, wanted)) count.unchanged += 1
    else {
      compare(load, 'brands', line, {
        ブランド名: [found.name, entry.name],
        別名: [found.aliases.join('|'), entry.aliases.join('|')],
      })
      await updateBrand(tx, found.id, wanted)
      if (found.search_text !== wanted.search_text) respelled.push(found.id)
      count.changed += 1
    }
  }
  await insertBrands(tx, fresh)
  if (respelled.length > 0) await addJob(tx, 'stolen_notice.compare_brands', { brands: respelled })
  return { ...count, added: fresh.length }
}

async function loadCategories(load: Load, entries: CatalogueLists['categories']): Promise<Tally> {
  const { tx, complain } = load
  const count = tally()
  const known = await categoryMasters(tx)
  const pathOf = (row: (typeof known)[number]): string[] => {
    const above = known.find(({ id }) => id === row.parent_id)
    return [...(above ? pathOf(above) : []), row.name]
  }
  const byPath = new Map(known.map((row) => [categoryKey(pathOf(row)), row]))
  const lost = remainderFinder(load.isShiftJis('categories') ? known.map(({ name }) => name) : [])
  for (const { line, above, ...wanted } of entries) {
    const parent = above.length === 0 ? undefined : byPath.get(categoryKey(above))
    if (above.length > 0 && !parent) {
      complain('categories', line, '上位カテゴリ', unknownCategory(above.join('>')))
      continue
    }
    const path = categoryKey([...above, wanted.name])
    const found = byPath.get(path)
    if (!found) {
      const stored = lost(wanted.name)
      if (stored !== undefined) complain('categories', line, 'カテゴリ', lostCharacters(stored))
      const parent_id = parent?.id ?? null
      const id = await insertCategory(tx, { parent_id, ...wanted })
      byPath.set(path, { ...blankCategory, ...wanted, parent_id, id })
      count.added += 1
    } else if (isSame(found, wanted)) count.unchanged += 1
    else {
      compare(load, 'categories', line, { カテゴリ: [found.name, wanted.name] })
      await updateCategory(tx, found.id, wanted)
      count.changed += 1
    }
  }
  return count
}

const blankCategory = { name_kana: '', sort: 0, is_active: true }

const unknownCategory = (name: string) =>
  `「${name}」というカテゴリがありません。 / There is no category of this name.`

/** For articles of every category. */
const forAll = '共通'

export const templateCategories = async (tx: Tx): Promise<Set<string>> =>
  new Set([forAll, ...(await categoryMasters(tx)).map(({ name }) => name)].map(foldSearch))

async function loadTemplates(load: Load, entries: CatalogueLists['templates']): Promise<Tally> {
  const { tx, company, complain } = load
  const count = tally()
  const categories = await templateCategories(tx)
  // What serves all serves the company as well: only what differs becomes its own.
  const general = company === null ? [] : await templateMasters(tx, null)
  const known = new Map((await templateMasters(tx, company)).map((row) => [row.short_code, row]))
  const given = new Set(entries.map(({ short_code }) => short_code))
  const missing = [...known.keys(), ...general.map((row) => row.short_code)].filter(
    (code) => !given.has(code),
  )
  for (const { line, ...wanted } of entries) {
    const found = known.get(wanted.short_code)
    const shown = found ?? general.find(({ short_code }) => short_code === wanted.short_code)
    const whole = shown ? undefined : missing.find((code) => isWithoutZeros(wanted.short_code, code))
    if (whole !== undefined) complain('templates', line, '短い記号', lostZeros(whole))
    // One that was renamed since stays where it is written.
    const isKnown = wanted.category === shown?.category || categories.has(foldSearch(wanted.category))
    if (wanted.category !== '' && !isKnown)
      complain('templates', line, '分類', unknownCategory(wanted.category))
    if (shown)
      compare(load, 'templates', line, {
        題名: [shown.title, wanted.title],
        本文: [shown.body, wanted.body],
        分類: [shown.category, wanted.category],
      })
    if (!found && shown && isSame(shown, wanted)) count.unchanged += 1
    else if (!found) {
      await insertTemplate(tx, company, wanted)
      count.added += 1
    } else if (isSame(found, wanted)) count.unchanged += 1
    else {
      await updateTemplate(tx, found.id, wanted)
      count.changed += 1
    }
  }
  return count
}

/** The order of aliases counts. */
const isSame = <Wanted extends object>(row: Wanted, wanted: Wanted): boolean =>
  (Object.keys(wanted) as (keyof Wanted)[]).every(
    (key) => JSON.stringify(row[key]) === JSON.stringify(wanted[key]),
  )
