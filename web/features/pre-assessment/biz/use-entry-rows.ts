import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { enterField } from '#web/ui/keyboard.ts'
import {
  assessmentQuery,
  enterHead,
  enterRows,
  headQueue,
  rowRules,
  rowsQueue,
  slugOf,
} from './entry-queues.ts'
import { type Cell, type Row, rowOf } from './entry-types.ts'

/** The rows as stored with what is typed on top, in the order of the page. */
export function useRows(id: number) {
  const client = useQueryClient()
  const [open] = useState(() => ({ rows: rowsQueue(client, id), heads: headQueue(client, id) }))
  const { queue } = open.rows
  const { queue: head } = open.heads
  useEffect(() => enterRows(client, id), [client, id])
  useEffect(() => enterHead(client, id), [client, id])
  const state = useSyncExternalStore(queue.subscribe, queue.getState)
  const headState = useSyncExternalStore(head.subscribe, head.getState)
  const query = useQuery(assessmentQuery(id))
  const { data } = query
  // A row made on this page keeps its slug after the server has numbered it.
  const born = Object.entries(state.entries)
    .flatMap(([slug, { base }]) =>
      slug.startsWith('new-') && base.id !== null ? [`${base.id} ${slug}`] : [],
    )
    .join('\n')
  const slugs = useMemo(
    () => new Map(born.split('\n').map((line) => [Number(line.split(' ')[0]), line.split(' ')[1] ?? ''])),
    [born],
  )
  useEffect(() => {
    if (!data) return
    head.adopt({ ...data, slug: String(id) })
    for (const item of data.items) {
      const slug = slugs.get(item.id) || slugOf(id, item.id)
      queue.adopt(rowOf(slug, item))
    }
  }, [data, slugs, queue, head, id])
  const rows = useMemo(() => {
    const stored = (data?.items ?? []).map((item): Row => {
      const slug = slugs.get(item.id) || slugOf(id, item.id)
      const entry = state.entries[slug]
      const { photos } = item
      return entry ? { ...rowRules.viewOf(entry), slug, id: item.id, photos } : rowOf(slug, item)
    })
    const shown = new Set(stored.map(({ slug }) => slug))
    const own = Object.entries(state.entries)
      .filter(([slug]) => slug.startsWith('new-') && !shown.has(slug))
      .map(([slug, entry]): Row => ({ ...rowRules.viewOf(entry), slug }))
    return [...stored, ...own]
  }, [data, slugs, state.entries, id])
  return { client, queue, state, head, headState, query, rows }
}

type Place = { slug: string; field: Cell; times: number }

/** Which row is in hand, and where its cursor stands. */
export function usePlace(rows: readonly Row[]) {
  const [place, setPlace] = useState<Place>()
  const current = rows.find(({ slug }) => slug === place?.slug)
  const goTo = (slug: string, field: Cell = 'brand') =>
    setPlace((before) => ({ slug, field, times: (before?.times ?? 0) + 1 }))
  const isThere = current !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each order to go there, when the row is drawn
  useLayoutEffect(() => {
    if (!place || !isThere) return
    const row = document.querySelector(`[data-row=${JSON.stringify(place.slug)}]`)
    enterField(row?.querySelector<HTMLElement>(`[data-field="${place.field}"] input`))
    row?.scrollIntoView({ block: 'nearest' })
  }, [place?.times, isThere])
  return { current, goTo, close: () => setPlace(undefined) }
}

export type Rows = ReturnType<typeof useRows>
export type RowPlace = ReturnType<typeof usePlace>
