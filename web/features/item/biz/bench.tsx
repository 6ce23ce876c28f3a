import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { itemStatus as I, isBeingAssessed, requestStatusLabel } from '#contract/lifecycle'
import type { PublicationProblem } from '#contract/publication'
import { DeclaredBlock } from '#web/features/purchase-request/shared/biz/declared-block.tsx'
import { useBadges } from '#web/features/purchase-request/shared/biz/use-badges.ts'
import { NoticeHits } from '#web/features/stolen-notice/shared/notice-hits.tsx'
import { useOnline } from '#web/lib/online.ts'
import { beep } from '#web/ui/beep.ts'
import { enterField, leaveField } from '#web/ui/keyboard.ts'
import { Loading } from '#web/ui/loading.tsx'
import type { Mark } from '#web/ui/marked-photo.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { NOWHERE } from '#web/ui/shortcut-list.ts'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { useScans } from '#web/ui/use-scans.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { BenchActs } from './bench-acts.tsx'
import { BenchConflict, ConflictPutOff } from './bench-conflict.tsx'
import { errorsOf } from './bench-errors.ts'
import { BenchEvidence, suggestedBase, useEvidence } from './bench-evidence.tsx'
import { BenchForm, type BenchRefs } from './bench-form.tsx'
import { Frame } from './bench-frame.ts'
import { BenchHeader } from './bench-header.tsx'
import { BenchItems } from './bench-items.tsx'
import { type BenchActions, benchShortcuts } from './bench-keys.ts'
import { BenchPhotos } from './bench-photos.tsx'
import { isDone, missingOf, nextOpen, outdatedIn, refreshedComment, shownPrice } from './bench-price.ts'
import { DisputedNotice, missingToPublish, OtherAssessorNotice } from './bench-publication.tsx'
import { BenchSheets, type Sheet } from './bench-sheets.tsx'
import type { Item, Patch } from './bench-types.ts'
import { insertComment } from './comment-field.tsx'
import { type DeductionEditing, useDeductionDrafts } from './deduction-drafts.ts'
import { useFreeText } from './free-text.ts'
import { usePrefetchBox } from './prefetch-box.ts'
import { RefusedPanel } from './refused-panel.tsx'
import { viewOf } from './save-queue.ts'
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
import { useItemPhotos } from './use-item-photos.ts'

/** `真贋 基準内` */
const GENUINE = 1
/** Audible, for users who type without looking. */
function refused() {
  beep(false)
  return NOWHERE
}

function useBenchWork(request: BenchRequest) {
  const { queue, state } = useBenchQueue(request.id)
  const online = useOnline()
  const account = useAccountOf(request)
  const written = useDeductionDrafts(request.id)
  const navigate = useNavigate()
  const unchosenTexts = useFreeText(request.id)
  const rows = benchRows(request, state, account, {
    deductions: written.drafts,
    unchosen: unchosenTexts.drafts,
  })
  useTakenBack(queue, state, rows)
  const selection = useBenchSelection(rows)
  const { slug } = selection
  const unchosen = unchosenTexts.of(slug)
  const query = useBenchItem(slug, nextOpen(rows, slug), queue)
  const entry = state.entries[slug]
  const view: Item | undefined = entry && { ...viewOf(entry), photos: query.data?.photos ?? [] }
  const photos = useItemPhotos(slug, view?.photos ?? [])
  const { evidence, standard, known, evidenceRead } = useEvidence(view)
  const suggested = suggestedBase(standard, evidence)
  const [sheet, setSheet] = useState<Sheet>()
  const [tried, setTried] = useState('')
  const refs: BenchRefs = {
    brand: useRef(null),
    category: useRef(null),
    price: useRef(null),
    authenticity: useRef(null),
    priceReason: useRef(null),
    priceReasonPhoto: useRef(null),
    comment: useRef(null),
  }
  const file = useRef<HTMLInputElement>(null)
  const readOnly =
    !isBeingAssessed(request.status) ||
    (view?.status ?? 0) > I.NOT_BUYABLE ||
    view?.needsOtherAssessor === true
  const figures = entry ? account(entry) : null
  const extras = useBenchExtras(request, slug, selection.pick)

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
  const send = (patch: Patch) => {
    queue.edit(slug, patch)
    void queue.flush(slug)
    setTried('')
    setSheet(undefined)
    // The next keys are commands for the next item.
    leaveField()
    selection.goOn()
  }
  /** Blocks keys typed ahead when something is missing: they are meant for the next item. */
  const finish = (): unknown => {
    // An unfinished deduction affects the price, so it is settled first.
    if (!view || readOnly) return undefined
    if (!deduction.settle()) return refused()
    const now = queue.getState().entries[slug]
    const settled = now ? account(now) : figures
    const missing = missingOf(view, settled)
    const [written] = unchosen.fields
    if (missing.length === 0 && !written) {
      if (outdatedIn(now ? viewOf(now) : view, settled).length > 0)
        notify.info(`${view.seq}点目のコメントに前の内容が残っています。公開の前に直してください。`)
      return send(view.status === I.ASSESSED ? {} : { status: I.ASSESSED })
    }
    setTried(slug)
    if (written) refs[written].current?.focus()
    else if (missing[0] === 'category') enterField(refs.category.current)
    else if (missing[0] === 'basePrice') enterField(refs.price.current)
    else leaveField()
    return refused()
  }
  const problems = view && !readOnly ? missingToPublish(view, figures, evidence) : []
  const goTo = (problem: PublicationProblem) => {
    if (problem === 'photo_missing') return file.current?.click()
    // Not selected: most of it stays.
    if (problem === 'comment_outdated') return refs.comment.current?.focus()
    const field = {
      items_unfinished: refs.price,
      authenticity_undetermined: refs.authenticity,
      price_reason_missing: refs.priceReason,
      price_photo_missing: refs.priceReasonPhoto,
    }[problem]
    enterField(field.current)
  }
  const outdated = view && !readOnly ? outdatedIn(view, figures) : []
  const refreshComment =
    view && outdated.some(({ now }) => now !== '') ? () => edit(refreshedComment(view, figures)) : undefined
  const pick = (next: string) => {
    if (next === slug || deduction.settle()) selection.pick(next)
  }
  const step = (by: number) => {
    if (deduction.settle()) selection.step(by)
  }
  const stepAhead = (by: number) => (deduction.draft ? undefined : selection.stepAhead(by))
  const takeBack = (which: 'undo' | 'redo') => {
    let taken = queue[which]()
    // What is not in the box any more has nothing to take back.
    while (taken?.result === 'unread' && !rows.some(({ slug }) => slug === taken?.slug)) {
      queue.forget(taken.slug)
      taken = queue[which]()
    }
    if (taken) selection.pick(taken.slug)
    if (taken?.result === 'unread') notify.info('この商品の変更です。もう一度押すと、元に戻します。')
    else if (taken?.result === 'changed')
      notify.info('そのあとで書き換えられているため、この変更は元に戻していません。')
    else if (taken) return
    else if (state[which] > 0) notify.info('ほかの人の入力と違うところを、先にお選びください。')
  }
  // The version that it is based on is known only then.
  const isSaved = () => {
    if (entry && !entry.flying && Object.keys(entry.patch).length === 0) return true
    notify.info('保存が終わってから、もう一度お試しください。')
    return false
  }
  const openTakeBack = () => {
    if (photos.uploads.length > 0)
      notify.info('送信の終わっていない写真があります。先に送るか、消してください。')
    else if (isSaved()) setSheet('takeBack')
  }
  const openSplit = () => {
    if (!view || readOnly || !isSaved()) return
    if (view.status === I.NOT_BUYABLE) notify.info('買取不可の商品は分けられません。')
    else setSheet('split')
  }
  const allDone =
    isBeingAssessed(request.status) &&
    rows.every(({ status, halfWritten }) => !halfWritten && (isDone(status) || status > I.NOT_BUYABLE))
  return {
    queue,
    state,
    online,
    allDone,
    unchosen,
    publish: () => navigate({ to: '/biz/requests/$id/result', params: { id: String(request.id) } }),
    rows,
    selection,
    slug,
    query,
    entry,
    view,
    photos,
    evidence,
    known,
    evidenceRead,
    standard,
    suggested,
    sheet,
    setSheet,
    deduction,
    pick,
    step,
    stepAhead,
    tried,
    refs,
    file,
    readOnly,
    figures,
    problems,
    goTo,
    refreshComment,
    extras,
    edit,
    editAhead,
    send,
    finish,
    takeBack,
    openSplit,
    openTakeBack: view && !readOnly && view.originSeq !== null ? openTakeBack : undefined,
  }
}

type Work = ReturnType<typeof useBenchWork>

function useBenchKeys(work: Work) {
  const { photos, file, view, edit, editAhead, refs, suggested, deduction, slug, setSheet } = work
  const { finish, takeBack, extras, readOnly, rows, query } = work
  const actions: BenchActions = {
    step: work.step,
    stepAhead: work.stepAhead,
    photo: photos.step,
    movePhoto: (by) => photos.move(photos.shown, photos.shown + by),
    takePhoto: () => file.current?.click(),
    grade: view?.grade ?? null,
    setGrade: (grade) => edit({ grade }),
    setGradeAhead: (grade) => editAhead({ grade }),
    focus: (field) => enterField(refs[field].current),
    judge: () => edit({ authenticity: GENUINE }),
    acceptSuggested: () => suggested && edit({ basePrice: suggested.amount }),
    addDeduction: () => deduction.open(view?.deductions.length ?? 0),
    template: () => setSheet('template'),
    refreshComment: work.refreshComment,
    notBuyable: () => setSheet('notBuyable'),
    finish,
    undo: () => takeBack('undo'),
    redo: () => takeBack('redo'),
    hold: () => setSheet('hold'),
    printLabel: () => setSheet('label'),
    custody: () => setSheet('custody'),
    duplicate: extras.duplicate,
    split: () => work.openSplit(),
    copyCode: extras.copyCode,
    publish: work.allDone ? work.publish : undefined,
  }
  // Buffers keys until the item has loaded.
  useShortcuts(benchShortcuts(actions, { readOnly, waits: !view && !query.error && slug !== '' }))
  useScans(({ code }) => {
    const found = rows.find((row) => row.slug === code)
    if (!found) return false
    beep(true)
    // The scanned item is already in hand, so an unfinished deduction does not block it.
    if (found.slug !== slug) deduction.layAside()
    work.selection.pick(found.slug)
    return true
  })
  return actions
}

export function Bench({ request }: { request: BenchRequest }) {
  usePrefetchBox(request)
  const work = useBenchWork(request)
  const { queue, state, rows, slug, query, entry, view, photos, sheet, setSheet, unchosen } = work
  const { deduction, tried, refs, file, readOnly, figures, edit, send } = work
  const { evidence, evidenceRead, standard, suggested, known, finish, takeBack, online } = work
  const actions = useBenchKeys(work)
  const conflict = useBadges(request)
  const [putOff, setPutOff] = useState<readonly unknown[]>([])

  return (
    <Frame id="main" data-offline={online ? undefined : ''}>
      <BenchHeader
        request={request}
        note={readOnly ? `見るだけ ・ ${requestStatusLabel[request.status as 0]}` : undefined}
        state={state}
        allDone={work.allDone}
        onTakeBack={readOnly ? undefined : takeBack}
        unsentPhotos={photos.unsent}
        onRetry={() => {
          queue.retryAll()
          photos.retryAll()
        }}
      />
      <BenchItems rows={rows} slug={slug} onPick={work.pick} />
      <div className="centre">
        {view && (
          <BenchPhotos
            item={view}
            photos={view.photos}
            shown={photos.shown}
            onShow={photos.show}
            uploads={photos.uploads}
            onAdd={photos.add}
            onRetry={photos.retry}
            onDiscard={photos.discard}
            onRemove={photos.remove}
            onMove={photos.move}
            readOnly={readOnly}
            input={file}
            marking={markingOf(deduction)}
          />
        )}
        <BenchEvidence read={evidenceRead} known={known} standard={standard} request={request.id} />
      </div>
      {view && entry ? (
        <BenchForm
          key={slug}
          item={view}
          edit={edit}
          account={figures}
          evidence={evidence}
          suggested={suggested}
          deduction={deduction}
          unchosen={unchosen}
          errors={errorsOf(view, tried === slug ? missingOf(view, figures) : [], entry.problem)}
          readOnly={readOnly}
          refs={refs}
          problems={work.problems}
          onProblem={work.goTo}
          onFinish={finish}
          onNotBuyable={actions.notBuyable}
          onTemplate={actions.template}
          onRefreshComment={work.refreshComment}
          acts={<BenchActs actions={actions} readOnly={readOnly} onTakeBack={work.openTakeBack} />}
          notice={
            <>
              <NoticeHits hits={view.noticeHits} />
              {entry.problem?.kind === 'conflict' && (
                <ConflictPutOff
                  onOpen={() => setPutOff(putOff.filter((problem) => problem !== entry.problem))}
                />
              )}
              {entry.problem?.kind === 'refused' && (
                <RefusedPanel error={entry.problem.error} onDiscard={() => queue.discard(slug)} />
              )}
              {rows.find((row) => row.slug === slug)?.asked && <DisputedNotice request={request} />}
              {view.needsOtherAssessor && <OtherAssessorNotice />}
              {request.declared && <DeclaredBlock declared={request.declared} like={view} closed />}
            </>
          }
        />
      ) : (
        <section className="form" style={{ padding: 16 }}>
          {query.error ? <Failed state={query} /> : <Loading skeleton={<FormSkeleton />} />}
        </section>
      )}
      <BenchConflict
        state={state}
        queue={queue}
        closed={putOff}
        onClose={(problem) => setPutOff([...putOff, problem])}
      />
      {conflict}
      {view && sheet && (
        <BenchSheets
          sheet={sheet}
          item={view}
          figures={figures}
          request={request}
          onClose={() => setSheet(undefined)}
          onTemplate={(body) => {
            // Closes the dialog first, because it restores the focus on closing.
            flushSync(() => setSheet(undefined))
            const field = refs.comment.current
            if (!field) return
            field.setSelectionRange(field.value.trimEnd().length, field.value.length)
            const before = field.value.trim() === '' ? '' : '\n'
            insertComment(field, body, { item: view, price: shownPrice(view, figures), edit, before })
          }}
          onMade={work.selection.pick}
          onGone={() => {
            queue.forget(slug)
            work.selection.pick(rows.find(({ seq }) => seq === view.originSeq)?.slug ?? rows[0]?.slug)
          }}
          onNotBuyable={(notBuyableReason) => {
            deduction.drop()
            send({ status: I.NOT_BUYABLE, notBuyableReason })
          }}
        />
      )}
    </Frame>
  )
}

function markingOf({ draft, change }: DeductionEditing) {
  if (!draft || draft.photo === null) return undefined
  return { photo: draft.photo, mark: draft.mark, onMark: (mark: Mark) => change({ ...draft, mark }) }
}
