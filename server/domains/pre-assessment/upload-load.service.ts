import { writeAttributes } from '#contract/attribute-text'
import type { CsvEncoding } from '#contract/csv-encoding'
import { tokyoDate } from '#contract/day'
import type { UploadKind } from '#contract/pre-assessment-master'
import { recordActivity } from '#server/domains/activity/activity.service'
import { brandNames, currentBrands } from '#server/domains/catalogue/catalogue.service'
import type { BusinessActor } from '#server/platform/actor'
import { missingInCp932 } from '#server/platform/cp932'
import { type Db, inTransaction, type Tx, useLongLimits } from '#server/platform/db'
import { readInThread } from '#server/platform/thread'
import { categoryRows, seasonRows, statusRows } from './master.queries.ts'
import { lockMasters } from './master.service.ts'
import {
  countSeasons,
  loadBrands,
  loadCategories,
  loadSeasons,
  storedTexts,
  type Tally,
} from './master-file.queries.ts'
import { loadProspects } from './prospect-file.service.ts'
import { mostSeasons } from './season.service.ts'
import { attributedLikeFile, loadTemplates, overlapsOfFile } from './template-file.queries.ts'
import { attributeTies, groupsByKind, mostAttributeSets } from './template-tie.rules.ts'
import {
  mostProblems,
  type Problem,
  readUploadFile,
  type UploadFile,
  type UploadReading,
} from './upload.rules.ts'
import type { Entry, Known } from './upload-entry.rules.ts'

/** A category goes by its whole path, or by its own name where only one has it. */
async function knownTo(db: Db, company: number): Promise<Known> {
  const [brands, categories, conditions, seasons] = await Promise.all([
    brandNames(db),
    categoryRows(db, company),
    statusRows(db, company),
    seasonRows(db, company),
  ])
  const alone = ({ id, name }: { id: number; name: string }) => ({ id, name, others: [] })
  return {
    brands,
    categories: categories.map(({ id, name, path }) => ({
      ...{ id, name: [...path, name].join('>'), others: [name] },
    })),
    conditions: conditions.map(alone),
    seasons: seasons.map(alone),
  }
}

/** Only what Shift_JIS can harm. */
async function fragileTexts(db: Db, company: number, kind: UploadKind, known: Known): Promise<string[]> {
  const names = [known.brands, known.categories, known.conditions, known.seasons].flatMap((rows) =>
    rows.flatMap(({ name, others }) => [name, ...others]),
  )
  const stored =
    kind === 'customers' || kind === 'price_templates'
      ? await storedTexts(db, company, kind)
      : { attributes: [], texts: [] }
  const own = [...stored.texts, ...stored.attributes.map(writeAttributes)]
  return [...(kind === 'customers' ? [] : names), ...own].filter((text) => missingInCp932(text).length > 0)
}

export interface Upload {
  kind: UploadKind
  csv: string
  encoding: CsvEncoding
}

/** Long files are read in a thread, so that other calls do not wait. */
export async function readUploaded(db: Db, company: number, upload: Upload): Promise<UploadReading> {
  const known = await knownTo(db, company)
  const fragile = upload.encoding === 'shift_jis' ? await fragileTexts(db, company, upload.kind, known) : []
  const { kind, csv, encoding } = upload
  const file: UploadFile = { kind, csv, encoding, known, fragile }
  return readInThread(csv.length, new URL('./upload.thread.ts', import.meta.url), file, () =>
    readUploadFile(file),
  )
}

class Undone extends Error {}

export class LinesRefused extends Error {
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    super('lines of the file are refused')
    this.problems = problems
  }
}

interface Lines {
  kind: UploadKind
  entries: readonly Entry[]
  lines: readonly number[]
}
export type Progress = (done: number) => Promise<void>

/** A brand may be merged into another one while its file is read. */
async function requireCurrentBrands(tx: Tx, { entries, lines }: Lines): Promise<void> {
  const named = entries.flatMap(({ brand }) => (typeof brand === 'number' ? [brand] : []))
  const current = await currentBrands(tx, [...new Set(named)])
  const problems = entries.flatMap(({ brand }, index) =>
    typeof brand === 'number' && current.get(brand) !== brand
      ? [
          {
            ...{ line: lines[index] ?? 0, field: 'brand' },
            message: 'このブランドはほかのブランドにまとめられました。もう一度読み込んでください。',
          },
        ]
      : [],
  )
  if (problems.length > 0) throw new LinesRefused(problems)
}

async function requireNoTies(tx: Tx, company: number, { lines }: Lines): Promise<void> {
  const lineOf = (place: number) => lines[place] ?? 0
  const words = (other: { id: number; place: number | null; valid_from: string; valid_to: string | null }) =>
    `同じ品に当てはまるテンプレート(${
      other.place === null ? `番号${other.id}` : `${lineOf(other.place)}行目`
    }、${other.valid_from}〜${other.valid_to ?? ''})があり、どちらを使うか決まりません。条件か適用の日を変えてください。`
  const overlaps = await overlapsOfFile(tx, company, mostProblems)
  const problems: Problem[] = overlaps.map(({ place, other, other_place, ...days }) => ({
    ...{ line: lineOf(place), field: 'valid_from' },
    message: words({ ...days, id: other, place: other_place }),
  }))
  const attributed = await attributedLikeFile(tx, company)
  if (groupsByKind(attributed).some((groups) => groups.length > mostAttributeSets))
    throw new LinesRefused([
      {
        ...{ line: 1, field: 'csv' },
        message: `同じ条件の品に使える属性の組み合わせは${mostAttributeSets}種類までです。`,
      },
    ])
  for (const { one, other } of attributeTies(attributed, mostProblems))
    problems.push({ line: lineOf(one.place ?? 0), field: 'attributes', message: words(other) })
  if (problems.length > 0) throw new LinesRefused(problems.sort((one, other) => one.line - other.line))
}

async function loadEntries(tx: Tx, actor: BusinessActor, file: Lines, progress: Progress): Promise<Tally> {
  const { kind, entries } = file
  const company = actor.company_id
  switch (kind) {
    case 'brands':
      await requireCurrentBrands(tx, file)
      return loadBrands(tx, company, entries)
    case 'categories':
      return loadCategories(tx, company, entries)
    case 'season_tags': {
      const tally = await loadSeasons(tx, company, entries)
      if ((await countSeasons(tx, company)) <= mostSeasons) return tally
      throw new LinesRefused([{ line: 1, field: 'csv', message: `季節は${mostSeasons}件まで登録できます。` }])
    }
    case 'customers': {
      const { tally, problems } = await loadProspects(tx, actor, file)
      if (problems.length > 0) throw new LinesRefused(problems)
      return tally
    }
    default: {
      await requireCurrentBrands(tx, file)
      const tally = await loadTemplates(tx, actor, { entries, today: tokyoDate(actor.at) }, progress)
      await requireNoTies(tx, company, file)
      return tally
    }
  }
}

interface Options {
  isDryRun: boolean
  progress?: Progress
  /** In the same transaction. */
  finish?: (tx: Tx, tally: Tally) => Promise<void>
}

/** All or nothing; a dry run is undone. */
export async function loadUploaded(
  db: Db,
  actor: BusinessActor,
  file: Lines,
  { isDryRun, progress = async () => undefined, finish = async () => undefined }: Options,
): Promise<Tally> {
  let tally: Tally = { created: 0, updated: 0, unchanged: 0 }
  try {
    await inTransaction(db, async (tx) => {
      await useLongLimits(tx)
      await lockMasters(tx, actor.company_id)
      tally = await loadEntries(tx, actor, file, progress)
      if (isDryRun) throw new Undone()
      const { created, updated } = tally
      if (created + updated > 0)
        await recordActivity(tx, actor, {
          action: 'pre_assessment.load',
          detail: { upload_kind: file.kind, created, updated },
        })
      await finish(tx, tally)
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  return tally
}
