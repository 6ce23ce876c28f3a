import { assessmentQuery, type HeadPatch, headRules, type RowEntry, rowRules } from './entry-queues.ts'
import { rowActsOf, writingOf } from './entry-row-acts.ts'
import { amountsOf, changesPrice, isBlank, type Patch, type Row, totalOf } from './entry-types.ts'
import { useAttributes } from './use-attributes.ts'
import { type Rows, usePlace, useRows } from './use-entry-rows.ts'
import { useMasters } from './use-masters.ts'
import { useKnownPrices, usePrices } from './use-prices.ts'

const pendingOf = (entry: RowEntry | undefined): Patch => ({ ...entry?.flying, ...entry?.patch })

/** The version to act on, once everything typed has arrived; undefined when something did not. */
async function settledVersion(id: number, { client, queue, head }: Rows): Promise<number | undefined> {
  const left = () => rowRules.unsentCount(queue.getState()) + headRules.unsentCount(head.getState()) > 0
  for (const slug of Object.keys(queue.getState().entries)) await queue.flush(slug)
  await head.flush(String(id))
  for (let tries = 0; left() && tries < 20; tries++) await new Promise((end) => setTimeout(end, 150))
  if (left()) return undefined
  return (await client.fetchQuery({ ...assessmentQuery(id), staleTime: 0 })).version
}

export function useEntry(id: number) {
  const work = useRows(id)
  const { client, queue, state, head, headState, query, rows } = work
  const headEntry = headState.entries[String(id)]
  const data =
    headEntry && query.data ? { ...query.data, ...headEntry.flying, ...headEntry.patch } : query.data
  const masters = useMasters(data?.shop)
  const isOpen = query.data?.state === 'draft'
  const place = usePlace(rows)
  const { current } = place

  const isPending = (row: Row) => changesPrice(pendingOf(state.entries[row.slug]))
  const prices = usePrices(rows, (row) => !isBlank(row) && (isPending(row) || row.slug === current?.slug))
  useKnownPrices(id, rows)
  const shown = isOpen ? rows : rows.filter(({ id: number }) => number !== null)
  const lines = shown.map((row) => ({
    row,
    entry: state.entries[row.slug],
    named: prices.of(row),
    amounts: amountsOf(row, isOpen && isPending(row), prices.of(row)),
  }))
  const sum = totalOf(
    lines.filter(({ row }) => !isBlank(row)).map(({ row, amounts }) => ({ ...amounts, count: row.count })),
  )
  const attributes = useAttributes(current)
  const acts = { id, client, queue, rows, place, masters, isOpen }
  return {
    ...{ id, client, queue, state, head, headState, query, data, rows, lines, sum, masters, prices, isOpen },
    ...{ attributes, current, goTo: place.goTo, close: place.close, isPending },
    ...writingOf(acts),
    ...rowActsOf(acts),
    unsent: rowRules.unsentCount(state) + headRules.unsentCount(headState),
    settled: () => settledVersion(id, work),
    line: lines.find(({ row }) => row.slug === current?.slug),
    editHead: (patch: HeadPatch) => head.edit(String(id), patch),
  }
}

export type Entry = ReturnType<typeof useEntry>
export type Line = Entry['lines'][number]
