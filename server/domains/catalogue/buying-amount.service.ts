import { isDeepStrictEqual } from 'node:util'
import { mostAmountsInFile } from '#contract/catalogue'
import type { Grade } from '#contract/codes'
import { formatCount } from '#contract/text'
import { recordActivity, recordRead } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { csvPieces } from '#server/platform/csv'
import { inBatches } from '#server/platform/cursor'
import { type Db, inTransaction, type Tx, useLongLimits } from '#server/platform/db'
import { type Paged, paginate } from '#server/platform/paging'
import { invalidField, Refusal, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import { readInThread } from '#server/platform/thread'
import {
  type AmountFilter,
  allAmounts,
  amountAt,
  amountLines,
  changesOf,
  countAmounts,
  countLines,
  upsertAmounts,
  writeAmount,
} from './buying-amount.queries.ts'
import {
  type AmountArrays,
  type AmountFile,
  type AmountReading,
  type AmountSource,
  amountColumns,
  type GivenRow,
  type Masters,
  readAmountFile,
} from './buying-amount.rules.ts'
import { brandMasters, categoryMasters, currentBrand, lockCatalogue } from './catalogue.queries.ts'

interface Upload {
  rows?: GivenRow[] | undefined
  csv?: string | undefined
  dry_run?: boolean | undefined
}

const mostShown = 200

/** All or nothing. What is known already stays untouched, so the same rows again change nothing. */
export async function loadAmounts(db: Db, actor: BusinessActor, upload: Upload) {
  // A long file is read before anything is locked.
  const before = await mastersOf(db)
  const read = await readUpload(upload, before)
  return inTransaction(db, async (tx) => {
    await useLongLimits(tx)
    // Also keeps the brands from being merged between reading and writing.
    if (!upload.dry_run) await lockCatalogue(tx)
    const now = await mastersOf(tx)
    const amounts = isDeepStrictEqual(now, before) ? read : await readUpload(upload, now)
    const { changed, created, changes } = await changesOf(tx, actor.company_id, amounts, mostShown)
    const updated = changed - created
    if (!upload.dry_run && changed > 0) {
      await upsertAmounts(tx, actor, amounts)
      await recordActivity(tx, actor, { action: 'amount.load', detail: { created, updated } })
    }
    return {
      ...{ created, updated, unchanged: amounts.count - changed },
      errors: [],
      changes: changes.map((change) => ({ ...change, grade: change.grade as Grade })),
    }
  })
}

const mastersOf = async (db: Db): Promise<Masters> => ({
  brands: await brandMasters(db),
  categories: await categoryMasters(db),
})

async function readUpload({ rows, csv }: Upload, masters: Masters): Promise<AmountArrays> {
  if ((rows === undefined) === (csv === undefined))
    throw invalidField('non_field_errors', 'rows か csv のどちらか一方を送ってください。')
  const source = rows ? { rows } : { csv: csv ?? '', most: mostAmountsInFile }
  const read = await readAmountsAside({ source, masters })
  if (read.ok) return read.amounts
  if ('problem' in read) throw invalidField('csv', read.problem)
  throw new Refusal('invalid', 400, { rows: read.rows, lines: read.lines })
}

const usualRow = 100
const lengthOf = (source: AmountSource): number =>
  'rows' in source ? source.rows.length * usualRow : source.csv.length

/** Other calls do not wait for a long file. */
export const readAmountsAside = (file: AmountFile): Promise<AmountReading> =>
  readInThread(lengthOf(file.source), new URL('./amount-file.thread.ts', import.meta.url), file, () =>
    readAmountFile(file),
  )

export function listAmounts(db: Db, actor: BusinessActor, { page, size, ...filter }: Paged & AmountFilter) {
  return paginate(
    { page, size },
    () => countLines(db, actor, filter),
    async (window) =>
      (await amountLines(db, actor, filter, window)).map((line) => ({
        ...line,
        amounts: line.amounts.map((cell) => ({ ...cell, grade: cell.grade as Grade })),
      })),
  )
}

interface Kind {
  brand?: number | undefined
  category?: number | undefined
  grade?: string | undefined
}

export async function standardAmount(db: Db, actor: BusinessActor, { brand, category, grade }: Kind) {
  if (brand === undefined || category === undefined || !grade) return { amount: null }
  const found = await amountAt(db, actor, { brand, category, grade })
  return { amount: found?.amount ?? null }
}

interface Cell {
  brand: number
  category: number
  grade: Grade
  amount: number | null
  version: number
}

export async function setAmount(tx: Tx, actor: BusinessActor, { version, ...cell }: Cell): Promise<Cell> {
  const brand = await currentBrand(tx, cell.brand)
  if (brand === undefined) throw unknownKey('brand', cell.brand)
  if (!(await categoryMasters(tx)).some(({ id }) => id === cell.category))
    throw unknownKey('category', cell.category)
  const before = await amountAt(tx, actor, { ...cell, brand })
  const written = await writeAmount(tx, actor, { ...cell, brand, version })
  if (!written) {
    const current = (await amountAt(tx, actor, { ...cell, brand })) ?? { amount: null, version: 0 }
    throw staleVersion({ ...cell, brand, ...current })
  }
  await recordActivity(tx, actor, {
    action: 'amount.set',
    object_type: 'brand',
    object_id: brand,
    detail: {
      ...{ category: cell.category, grade: cell.grade },
      before: { amount: before?.amount ?? null },
      after: { amount: cell.amount },
    },
  })
  return { ...cell, brand, ...written }
}

export async function* exportAmounts(
  db: Db,
  actor: BusinessActor,
  filter: AmountFilter,
  signal: AbortSignal,
) {
  const rows = await countAmounts(db, actor, filter)
  if (rows > mostAmountsInFile)
    throw refuse('guard_failed', {
      message: `1つのファイルに保存できるのは${formatCount(mostAmountsInFile)}件までです。ブランドかカテゴリーで絞ってください。`,
    })
  await recordRead(db, actor, { action: 'amount.export', detail: { rows } })
  yield* csvPieces(amountColumns, inBatches(db, allAmounts(db, actor, filter), signal), { bom: true })
}
