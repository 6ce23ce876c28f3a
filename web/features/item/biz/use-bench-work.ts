import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { itemStatus as I, isBeingAssessed } from '#contract/lifecycle'
import type { PublicationProblem } from '#contract/publication'
import { useOnline } from '#web/lib/online.ts'
import { notify } from '#web/ui/notify.tsx'
import { takeBack } from '#web/ui/take-back.ts'
import { suggestedBase, useEvidence } from './bench-evidence.tsx'
import { isDone, nextOpen, outdatedIn, refreshedComment } from './bench-price.ts'
import { missingToPublish } from './bench-publication.tsx'
import type { Sheet } from './bench-sheets.tsx'
import type { Item, Patch } from './bench-types.ts'
import { useDeductionDrafts } from './deduction-drafts.ts'
import { useFreeText } from './free-text.ts'
import { type Entry, viewOf } from './save-queue.ts'
import { useBenchQueue } from './use-bench.ts'
import { useBenchExtras } from './use-bench-extras.ts'
import {
  type BenchRequest,
  benchRows,
  useAccountOf,
  useBenchItem,
  useBenchSelection,
  useTakenBack,
} from './use-bench-items.ts'
import { useBenchSuggestions } from './use-bench-suggestions.ts'
import { goToProblem, useBenchRefs, useFinish } from './use-finish.ts'
import { useItemPhotos } from './use-item-photos.ts'

/** The articles of the request with what is not saved yet, and which of them is in hand. */
function useBox(request: BenchRequest) {
  const { queue, state } = useBenchQueue(request.id)
  const account = useAccountOf(request)
  const written = useDeductionDrafts(request.id)
  const unchosenTexts = useFreeText(request.id)
  const rows = benchRows(request, state, account, {
    deductions: written.drafts,
    unchosen: unchosenTexts.drafts,
  })
  useTakenBack(queue, state, rows)
  const selection = useBenchSelection(rows)
  return { queue, state, account, written, rows, selection, unchosen: unchosenTexts.of(selection.slug) }
}

/** The dialogs of the article in hand. */
function useSheets(
  view: Item | undefined,
  entry: Entry | undefined,
  readOnly: boolean,
  unsentPhotos: number,
) {
  const [sheet, setSheet] = useState<Sheet>()
  // The version that it is based on is known only then.
  const isSaved = () => {
    if (entry && !entry.flying && Object.keys(entry.patch).length === 0) return true
    notify.info('保存が終わってから、もう一度お試しください。')
    return false
  }
  const openTakeBack = () => {
    if (unsentPhotos > 0) notify.info('送信の終わっていない写真があります。先に送るか、消してください。')
    else if (isSaved()) setSheet('takeBack')
  }
  const openSplit = () => {
    if (!view || readOnly || !isSaved()) return
    if (view.status === I.NOT_BUYABLE) notify.info('買取不可の商品は分けられません。')
    else setSheet('split')
  }
  return {
    sheet,
    setSheet,
    openSplit,
    openTakeBack: view && !readOnly && view.originSeq !== null ? openTakeBack : undefined,
  }
}

const isReadOnly = (request: BenchRequest, view: Item | undefined): boolean =>
  !isBeingAssessed(request.status) || (view?.status ?? 0) > I.NOT_BUYABLE || view?.needsOtherAssessor === true

export function useBenchWork(request: BenchRequest) {
  const box = useBox(request)
  const { queue, state, account, written, rows, selection, unchosen } = box
  const online = useOnline()
  const navigate = useNavigate()
  const { slug } = selection
  const query = useBenchItem(slug, nextOpen(rows, slug), queue)
  const entry = state.entries[slug]
  const view: Item | undefined = entry && {
    ...viewOf(entry),
    photos: query.data?.photos ?? [],
    // Said beside the form, so it is as read last.
    namedLow: query.data?.namedLow ?? null,
  }
  const photos = useItemPhotos(slug, view?.photos ?? [])
  const { evidence, standard, known, evidenceRead } = useEvidence(view)
  const refs = useBenchRefs()
  const file = useRef<HTMLInputElement>(null)
  const readOnly = isReadOnly(request, view)
  const figures = entry ? account(entry) : null
  const extras = useBenchExtras(request, slug, selection.pick)
  const sheets = useSheets(view, entry, readOnly, photos.uploads.length)

  const edit = (patch: Patch) => !readOnly && queue.edit(slug, patch)
  const editAhead = (patch: Patch) => (readOnly ? undefined : queue.editAhead(slug, patch))
  const deduction = written.of(
    slug,
    view && !readOnly
      ? {
          deductions: view.deductions,
          photoShown: view.photos[photos.shown]?.id,
          save: (deductions) => edit({ deductions }),
        }
      : undefined,
  )
  const onSent = () => {
    sheets.setSheet(undefined)
    selection.goOn()
  }
  const finishing = useFinish({
    ...{ slug, view, readOnly, queue, account, deduction, unchosen, figures, refs, onSent },
  })
  const suggesting = useBenchSuggestions({ slug, view, readOnly, online, edit, typed: unchosen.fields })
  const outdated = view && !readOnly ? outdatedIn(view, figures) : []
  const isOutdated = outdated.some(({ now }) => now !== '')
  return {
    ...{ queue, state, online, unchosen, rows, selection, slug, query, entry, view, photos },
    ...{ evidence, known, evidenceRead, standard, deduction, refs, file, readOnly, figures, extras },
    ...{ edit, editAhead },
    ...sheets,
    ...finishing,
    ...suggesting,
    suggested: suggestedBase(standard, evidence),
    allDone:
      isBeingAssessed(request.status) &&
      rows.every(({ status, halfWritten }) => !halfWritten && (isDone(status) || status > I.NOT_BUYABLE)),
    publish: () => navigate({ to: '/biz/requests/$id/result', params: { id: String(request.id) } }),
    pick: (next: string) => {
      if (next === slug || deduction.settle()) selection.pick(next)
    },
    step: (by: number) => {
      if (deduction.settle()) selection.step(by)
    },
    stepAhead: (by: number) => (deduction.draft ? undefined : selection.stepAhead(by)),
    problems: view && !readOnly ? missingToPublish(view, figures, evidence) : [],
    goTo: (problem: PublicationProblem) => goToProblem(problem, refs, file),
    refreshComment: view && isOutdated ? () => edit(refreshedComment(view, figures)) : undefined,
    takeBack: (which: 'undo' | 'redo') => takeBack(which, queue, rows, selection.pick),
  }
}

export type Work = ReturnType<typeof useBenchWork>
