import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { catalogueCalls } from '#contract/catalogue'
import { itemCalls } from '#contract/item'
import { itemStatus as I, isBeingAssessed } from '#contract/lifecycle'
import { type PublicationProblem, problemsOf } from '#contract/publication'
import type { purchaseRequestCalls } from '#contract/purchase-request'
import type { AskResult } from '#web/lib/ask.ts'
import { queryOf, useCall } from '#web/lib/query-client.ts'
import { useLedSelection } from '#web/lib/use-led-selection.ts'
import { notify } from '#web/ui/notify.tsx'
import type { BenchRow } from './bench-items.tsx'
import {
  type Account,
  accountOf,
  bonusAsCounted,
  campaignOf,
  isDone,
  nextOpen,
  outdatedIn,
} from './bench-price.ts'
import type { Item } from './bench-types.ts'
import { type Entry, type QueueState, type SaveQueue, viewOf } from './save-queue.ts'

/** Also those out of use: an article may still be of one. */
export const everyCategory = { query: { all: true } }

export type BenchRequest = AskResult<typeof purchaseRequestCalls.bizGet>

export function useAccountOf({ id, status }: Pick<BenchRequest, 'id' | 'status'>) {
  const { data: campaigns } = useCall(catalogueCalls.campaigns, { query: { request: id } })
  const { data: tree } = useCall(catalogueCalls.categories, everyCategory)
  const isOpen = isBeingAssessed(status)
  return useMemo(
    () => (entry: Entry) => {
      const item = viewOf(entry)
      const isCounted = isOpen && campaigns && tree
      const bonus = isCounted ? campaignOf(item, campaigns, tree) : bonusAsCounted(entry.base)
      return accountOf(item.basePrice, item.deductions, bonus)
    },
    [campaigns, tree, isOpen],
  )
}

/** Stored items with unsaved changes on top. */
export function benchRows(
  request: BenchRequest,
  state: QueueState,
  accountOfEntry: ReturnType<typeof useAccountOf>,
  drafts: { deductions: Readonly<Record<string, unknown>>; unchosen: Readonly<Record<string, unknown>> },
): BenchRow[] {
  return request.items.map((summary) => {
    const entry = state.entries[summary.slug]
    const { slug, seq, photo } = summary
    const { name, brandName, categoryName, status, grade } = entry ? viewOf(entry) : summary
    const price = entry ? (accountOfEntry(entry)?.price ?? null) : summary.price
    return {
      ...{ slug, seq, name, brandName, categoryName, status, grade },
      price: status === I.NOT_BUYABLE ? null : price,
      halfWritten: Object.hasOwn(drafts.deductions, slug)
        ? '減額が書きかけ'
        : Object.hasOwn(drafts.unchosen, slug)
          ? 'ブランド・カテゴリが書きかけ'
          : '',
      thumbnail: photo?.thumbnailUrl,
      waiting: Boolean(entry && state.offline && Object.keys({ ...entry.flying, ...entry.patch }).length > 0),
      problem: Boolean(entry?.problem),
      asked: summary.isDisputed,
      lacks: isDone(status) ? lacking(summary, entry, entry ? accountOfEntry(entry) : null) : [],
    }
  })
}

function lacking(
  summary: BenchRequest['items'][number],
  entry: Entry | undefined,
  account: Account | null,
): PublicationProblem[] {
  if (!entry) return [...summary.problems]
  const item = viewOf(entry)
  const isCommentOutdated = outdatedIn(item, account).length > 0
  return problemsOf({ ...item, uplift: 0, photos: summary.photo ? 1 : 0, isCommentOutdated }, {})
}

/** The picked item, otherwise the first open one. */
export function useBenchSelection(rows: readonly BenchRow[]) {
  const search = useSearch({ strict: false }) as { item?: string }
  const navigate = useNavigate()
  const selection = useLedSelection({
    slugs: rows.map(({ slug }) => slug),
    asked: search.item?.toLowerCase(),
    first: rows.find(({ status }) => status < I.ASSESSED)?.slug,
    lead: useCallback(
      (item: string) =>
        void navigate({
          to: '.',
          search: (before: Record<string, unknown>) => ({ ...before, item }),
          replace: true,
        }),
      [navigate],
    ),
  })
  return { ...selection, goOn: () => selection.pick(nextOpen(rows, selection.slug)) }
}

/** What a colleague took back meanwhile has nowhere to be saved. */
export function useTakenBack(queue: SaveQueue, state: QueueState, rows: readonly BenchRow[]) {
  useEffect(() => {
    for (const [slug, entry] of Object.entries(state.entries)) {
      if (entry.problem?.kind !== 'refused' || rows.some((row) => row.slug === slug)) continue
      queue.forget(slug)
      notify.info(`${entry.base.seq}点目は取り消されたため、この画面の入力は保存していません。`)
    }
  }, [queue, state, rows])
}

export function useBenchItem(slug: string, next: string | undefined, queue: SaveQueue) {
  const client = useQueryClient()
  const query = useQuery({ ...queryOf(itemCalls.get, { params: { slug } }), enabled: slug !== '' })
  useEffect(() => {
    if (query.data) queue.adopt(query.data)
  }, [query.data, queue])
  useEffect(() => {
    if (next) void client.prefetchQuery(queryOf(itemCalls.get, { params: { slug: next } }))
  }, [next, client])
  return query
}

export const itemTitle = ({ brandName, name, categoryName }: Item): string =>
  [brandName, name || categoryName].filter(Boolean).join(' ') || '商品'
