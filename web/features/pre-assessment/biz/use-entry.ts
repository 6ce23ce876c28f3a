import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { mostPreItems, preAssessmentCalls } from '#contract/pre-assessment'
import { ask } from '#web/lib/ask.ts'
import { todayInTokyo } from '#web/lib/dates.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { enterField } from '#web/ui/keyboard.ts'
import { notify } from '#web/ui/notify.tsx'
import {
  assessmentQuery,
  enterHead,
  enterRows,
  type HeadPatch,
  headQueue,
  headRules,
  newSlug,
  type RowEntry,
  rowRules,
  rowsQueue,
  slugOf,
} from './entry-queues.ts'
import {
  amountsOf,
  blankRow,
  changesPrice,
  isBlank,
  nextField,
  type Patch,
  type Row,
  type RowField,
  rowOf,
  totalOf,
} from './entry-types.ts'
import { type Masters, useMasters } from './use-masters.ts'
import { useKnownPrices, usePrices } from './use-prices.ts'

const pendingOf = (entry: RowEntry | undefined): Patch => ({ ...entry?.flying, ...entry?.patch })

/** The rows as stored with what is typed on top, in the order of the page. */
function useRows(id: number) {
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

type Place = { slug: string; field: RowField; times: number }

/** Which row is in hand, and where its cursor stands. */
function usePlace(rows: readonly Row[]) {
  const [place, setPlace] = useState<Place>()
  const current = rows.find(({ slug }) => slug === place?.slug)
  const goTo = (slug: string, field: RowField = 'brand') =>
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

/** What one article usually shares with the one before it. */
export function inherited(rows: readonly Row[], slug: string, masters: Pick<Masters, 'seasonOf'>): Patch {
  const index = rows.findIndex((row) => row.slug === slug)
  const before = rows[index - 1]
  const season = masters.seasonOf(Number(todayInTokyo().slice(5, 7)))
  return {
    ...(before && before.gender !== null && { gender: before.gender }),
    ...(before && before.season !== null
      ? { season: before.season, seasonName: before.seasonName }
      : season && { season: season.value, seasonName: season.label }),
  }
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

  const edit = (slug: string, patch: Patch) => {
    const row = rows.find((one) => one.slug === slug)
    if (!isOpen || !row) return
    const { season, seasonName, ...others } = inherited(rows, slug, masters)
    queue.edit(slug, {
      ...(row.id === null && isBlank(row) && others),
      ...(row.season === null && season && 'condition' in patch && { season, seasonName }),
      ...patch,
    })
  }
  const add = () => {
    const free = rows.find((row) => row.id === null && isBlank(row))
    if (free) return place.goTo(free.slug)
    if (rows.length >= mostPreItems)
      return notify.info(`1件の事前査定に入れられるのは${mostPreItems}行までです。`)
    const slug = newSlug(id)
    queue.adopt(blankRow(slug))
    place.goTo(slug)
  }
  /** After a field comes the next one that is empty, after the last one the next article. */
  const goOn = (slug: string, after: RowField) => {
    const entry = queue.getState().entries[slug]
    const row = entry ? rowRules.viewOf(entry) : rows.find((one) => one.slug === slug)
    if (!row) return
    const field = nextField(row, after)
    // Without tags nobody is asked for one.
    if (field && (field !== 'season' || masters.hasSeasons)) return place.goTo(slug, field)
    const next = rows[rows.findIndex((one) => one.slug === slug) + 1]
    if (next) place.goTo(next.slug)
    else add()
  }
  const step = (by: number) => {
    const index = current ? rows.indexOf(current) : by > 0 ? -1 : rows.length
    const next = rows[index + by]
    if (next) place.goTo(next.slug)
    else if (by > 0 && isOpen) add()
  }
  const duplicate = () => {
    if (!isOpen || !current || isBlank(current)) return
    const slug = newSlug(id)
    queue.adopt(blankRow(slug))
    const { brand, brandName, category, categoryName, gender, condition, conditionName } = current
    const { season, seasonName, note } = current
    queue.edit(slug, {
      ...{ brand, brandName, category, categoryName, gender, condition, conditionName },
      ...{ season, seasonName, note },
    })
    place.goTo(slug, 'condition')
  }
  const remove = async (row: Row): Promise<boolean> => {
    const index = rows.indexOf(row)
    const next = rows[index + 1] ?? rows[index - 1]
    try {
      if (row.id !== null)
        await ask(preAssessmentCalls.removeItem, { params: { assessmentPk: id, id: row.id } })
    } catch (error) {
      notify.failed(sentenceFor(error))
      return false
    }
    queue.forget(row.slug)
    client.setQueryData(assessmentQuery(id).queryKey, (before) =>
      before ? { ...before, items: before.items.filter((item) => item.id !== row.id) } : before,
    )
    if (next) place.goTo(next.slug)
    else place.close()
    return true
  }
  /** Puts a removed row back, as a new one. */
  const restore = (row: Row) => {
    const slug = newSlug(id)
    queue.adopt(blankRow(slug))
    const { brand, brandName, category, categoryName, gender, condition, conditionName } = row
    const { season, seasonName, note, count, hand } = row
    queue.edit(slug, {
      ...{ brand, brandName, category, categoryName, gender, condition, conditionName },
      ...{ season, seasonName, note, count, hand },
    })
    place.goTo(slug)
  }
  const unsent = rowRules.unsentCount(state) + headRules.unsentCount(headState)
  /** The version to act on, once everything typed has arrived; undefined when something did not. */
  const settled = async (): Promise<number | undefined> => {
    const left = () => rowRules.unsentCount(queue.getState()) + headRules.unsentCount(head.getState()) > 0
    for (const slug of Object.keys(queue.getState().entries)) await queue.flush(slug)
    await head.flush(String(id))
    for (let tries = 0; left() && tries < 20; tries++) await new Promise((end) => setTimeout(end, 150))
    if (left()) return undefined
    return (await client.fetchQuery({ ...assessmentQuery(id), staleTime: 0 })).version
  }
  return {
    ...{ id, client, queue, state, head, headState, query, data, rows, lines, sum, masters, prices, isOpen },
    ...{ current, goTo: place.goTo, close: place.close },
    ...{ edit, add, goOn, step, duplicate, remove, restore, unsent, settled },
    line: lines.find(({ row }) => row.slug === current?.slug),
    editHead: (patch: HeadPatch) => head.edit(String(id), patch),
    isPending,
  }
}

export type Entry = ReturnType<typeof useEntry>
export type Line = Entry['lines'][number]
