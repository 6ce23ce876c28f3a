import { useState } from 'react'
import { itemStatus as I } from '#contract/lifecycle'
import { judge } from './product-facts.ts'
import { type Entry, type QueueState, viewOf } from './product-queue.ts'
import type { Product, ProductRow } from './product-types.ts'

export type DeskRow = ProductRow & { isDone: boolean; problem: boolean; isUnsent: boolean }

/**
 * The rows of the queue with what is not saved yet. The article in hand stays where it was, also when its work is done and
 * the list no longer finds it, and one that was scanned comes first.
 */
export function useDeskRows(
  read: readonly ProductRow[],
  slug: string,
  product: Product | undefined,
  state: QueueState,
): DeskRow[] {
  const found = read.findIndex((row) => row.slug === slug)
  const [place, setPlace] = useState(0)
  if (found >= 0 && found !== place) setPlace(found)
  const rows: readonly ProductRow[] =
    found >= 0 || product?.slug !== slug ? read : read.toSpliced(Math.min(place, read.length), 0, product)
  return rows.map((row) => rowOf(row, state.entries[row.slug], state.offline))
}

function rowOf(row: ProductRow, entry: Entry | undefined, isOffline: boolean): DeskRow {
  if (!entry) return { ...row, isDone: row.status === I.PRODUCTIZED, problem: false, isUnsent: false }
  const view = viewOf(entry)
  const isUnsent = isOffline && Object.keys({ ...entry.flying, ...entry.patch }).length > 0
  return {
    ...row,
    ...judge(view),
    sellingPrice: view.sellingPrice,
    status: view.status,
    isDone: view.status === I.PRODUCTIZED,
    problem: entry.problem !== undefined,
    isUnsent,
  }
}

/** The next article on which there is something to do, after the one in hand and then from the front. */
export function nextOpenRow(rows: readonly DeskRow[], slug: string): string | undefined {
  const here = rows.findIndex((row) => row.slug === slug)
  const isOpen = (row: DeskRow) => row.slug !== slug && !row.isDone && !row.isHeld && !row.isSold
  return [...rows.slice(here + 1), ...rows.slice(0, Math.max(0, here))].find(isOpen)?.slug
}
