import { evidenceDays } from '#contract/evidence'
import { readBrand } from '#server/domains/catalogue/catalogue.service'
import { rescindableSince } from '#server/domains/purchase-request/purchase-request.rules'
import type { Actor } from '#server/platform/actor'
import { daysBefore } from '#server/platform/calendar'
import { type Db, inTransaction, lockNamed, type Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import {
  brandRows,
  dealRows,
  exampleRow,
  figuresRows,
  insertExamples,
  insertStatistics,
  lacksStatistics,
  narrowestRow,
} from './price-guide.queries.ts'

/** The days that figures are from. */
const sinceOf = (at: Date): string => daysBefore(at, evidenceDays).toISOString()

/** Deals count once they can no longer be rescinded. */
const untilOf = (at: Date): string => rescindableSince(at).toISOString()

export async function rebuildStatistics(tx: Tx, at: Date): Promise<void> {
  const since = sinceOf(at)
  await lockNamed(tx, 'price-guide.rebuild')
  await tx.deleteFrom('price_example').execute()
  await tx.deleteFrom('price_statistic').execute()
  await insertStatistics(tx, since, untilOf(at))
  await insertExamples(tx, since, untilOf(at))
}

/** At start: a database with deals but without figures gets them now, not at night. */
export async function buildMissingStatistics(db: Db): Promise<void> {
  if (!(await lacksStatistics(db))) return
  await inTransaction(db, (tx) => addJob(tx, 'price-guide.rebuild', {}, { jobKey: 'price-guide.rebuild' }))
}

type Store = { store?: string | undefined }
type Size = { size?: number | undefined }

const usualSize = 12
const mostSize = 100
const limitOf = ({ size }: Size): number => (size && size > 0 ? Math.min(size, mostSize) : usualSize)

export async function searchPrices(
  db: Db,
  query: Store & {
    brand?: number | undefined
    category?: number | undefined
    grade_band?: string | undefined
  },
) {
  if (query.brand === undefined) return null
  return narrowestRow(db, {
    brand: query.brand,
    category: query.category ?? null,
    band: query.grade_band ?? null,
    store: query.store,
  })
}

export const guidedBrands = (db: Db, query: Store & Size) => brandRows(db, query.store, limitOf(query))

export async function example(db: Db, { store }: Store) {
  const row = await exampleRow(db, store)
  if (!row) return null
  const { n, min, q1, median, q3, max, first_on, last_on, ...shown } = row
  return { ...shown, figures: { n, min, q1, median, q3, max, first_on, last_on } }
}

export async function figuresOfBrand(db: Db, actor: Actor, brand: number, { store }: Store) {
  await readBrand(db, actor, brand)
  const rows = await figuresRows(db, brand, store)
  const categories = rows.flatMap(({ id, name, ...figures }) =>
    id === null || name === null ? [] : [{ id, name, ...figures }],
  )
  return { all: rows.find(({ id }) => id === null) ?? null, categories }
}

export function newestDeals(
  db: Db,
  actor: Actor,
  query: Store & Size & { brand?: number | undefined; shop?: number | undefined },
) {
  return dealRows(db, {
    brand: query.brand,
    shop: query.shop,
    store: query.store,
    since: sinceOf(actor.at),
    until: untilOf(actor.at),
    limit: limitOf(query),
  })
}
