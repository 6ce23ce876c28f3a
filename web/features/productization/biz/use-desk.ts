import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { itemStatus as I } from '#contract/lifecycle'
import type { ProductStage } from '#contract/product'
import { productizationCalls } from '#contract/productization'
import { ApiError } from '#web/lib/api-error.ts'
import { useCall } from '#web/lib/query-client.ts'
import { useLedSelection } from '#web/lib/use-led-selection.ts'
import { useUnchosen } from '#web/lib/use-unchosen.ts'
import { beep } from '#web/ui/beep.ts'
import { leaveField } from '#web/ui/keyboard.ts'
import { NOWHERE } from '#web/ui/shortcut-list.ts'
import { takeBack } from '#web/ui/take-back.ts'
import { nextOpenRow, useDeskRows } from './desk-rows.ts'
import { goTo } from './field-places.ts'
import { usePrefetchProducts } from './prefetch-products.ts'
import { gapsOf, lockOf } from './product-facts.ts'
import { enterDesk, productQuery, productQueue, viewOf } from './product-queue.ts'
import { deskOf, type Patch, type Product, type ValueField } from './product-types.ts'
import { useProductList } from './use-product-list.ts'

/** More than one person does in a day. */
const MOST_ROWS = 100

function useProductQueue() {
  const client = useQueryClient()
  const [{ queue }] = useState(() => productQueue(client))
  useEffect(() => enterDesk(client), [client])
  const state = useSyncExternalStore(queue.subscribe, queue.getState)
  return { queue, state }
}

/** The queue beside the desk, and which of its articles is in hand. */
function useDeskQueue() {
  const { queue, state } = useProductQueue()
  const list = useProductList(MOST_ROWS)
  const navigate = useNavigate()
  const asked = String(useParams({ strict: false }).slug ?? '').toLowerCase()
  const known = state.entries[asked]
  const rows = useDeskRows(list.read.data?.results ?? [], asked, known && viewOf(known), state)
  const lead = useCallback(
    (slug: string) =>
      void navigate({
        to: '/biz/productization/$slug',
        params: { slug },
        search: (before) => before,
        replace: true,
      }),
    [navigate],
  )
  const slugs = rows.map(({ slug }) => slug)
  const selection = useLedSelection({
    slugs: slugs.includes(asked) ? slugs : [asked, ...slugs],
    asked,
    first: undefined,
    lead,
  })
  return { queue, state, list, rows, selection }
}

/** The article in hand: as read, with what is not saved yet on top. */
function useProduct(
  slug: string,
  { queue, state }: Pick<ReturnType<typeof useDeskQueue>, 'queue' | 'state'>,
) {
  const query = useQuery(productQuery(slug))
  const { data } = query
  useEffect(() => {
    if (data) queue.adopt(deskOf(data))
  }, [data, queue])
  const entry = state.entries[slug]
  // Photos and locks are never typed, so they are as read last.
  const view: Product | undefined = entry && {
    ...viewOf(entry),
    ...(data && {
      photos: data.photos,
      photoOrderVersion: data.photoOrderVersion,
      isHeld: data.isHeld,
      isSold: data.isSold,
    }),
  }
  const isGone = query.error instanceof ApiError && query.error.status === 404
  return { query, entry, view, lock: view && lockOf(view, isGone) }
}

export function useDesk() {
  const desk = useDeskQueue()
  const { queue, state, list, rows, selection } = desk
  const { slug } = selection
  const { query, entry, view, lock } = useProduct(slug, desk)
  const unchosenTexts = useUnchosen<ValueField>('product-unchosen')
  const unchosen = unchosenTexts.of(slug)
  const counts = useCall(productizationCalls.counts, { query: { shop: list.query.shop } })
  const costs = useCall(productizationCalls.channelCosts)
  const evidence = useCall(productizationCalls.saleEvidence, { params: { slug } })
  const [tried, setTried] = useState('')
  const [finished, setFinished] = useState<{ slug: string; name: string; number: number }>()
  const next = nextOpenRow(rows, slug)
  usePrefetchProducts(rows, slug)

  const edit = (patch: Patch) => {
    if (lock === undefined) queue.edit(slug, patch)
  }
  const moveTo = (which: string, status: number) => {
    // What was typed before is a step of its own.
    void queue.flush(which)
    queue.edit(which, { status })
    void queue.flush(which)
  }
  /** Drops the keys typed ahead when something is missing: they are meant for the next article. */
  const finish = (): unknown => {
    if (!view || lock !== undefined) return undefined
    const [gap] = gapsOf(view)
    const [written] = unchosen.fields
    if (gap || written) {
      setTried(slug)
      beep(false)
      if (written) goTo(written)
      // The camera would open over what is said.
      else if (gap && gap.place !== 'photo') goTo(gap.place)
      else leaveField()
      return NOWHERE
    }
    moveTo(slug, I.PRODUCTIZED)
    setTried('')
    setFinished((before) => ({
      slug,
      name: `${view.request}-${view.seq}`,
      number: (before?.number ?? 0) + 1,
    }))
    leaveField()
    selection.pick(next)
    return undefined
  }
  const reopen = (which: string) => {
    moveTo(which, I.PRODUCTIZING)
    setFinished(undefined)
    selection.pick(which)
  }
  return {
    ...{ queue, state, list, rows, selection, slug, query, entry, view, lock, unchosen, tried, next },
    ...{ edit, finish, reopen, finished },
    forgetFinished: useCallback(() => setFinished(undefined), []),
    stages: counts.data?.stages ?? [],
    finishedToday: counts.data?.finishedToday,
    costs: costs.data,
    evidence: evidence.data,
    setStage: (stage: ProductStage | undefined) => list.set({ stage }, { replace: true }),
    takeBack: (which: 'undo' | 'redo') => takeBack(which, queue, rows, selection.pick),
  }
}

export type Desk = ReturnType<typeof useDesk>
