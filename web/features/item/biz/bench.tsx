import { useState } from 'react'
import { flushSync } from 'react-dom'
import { itemStatus as I, requestStatusLabel } from '#contract/lifecycle'
import { withoutUplift } from '#contract/price'
import { CandidateList } from '#web/features/analysis/shared/candidate-list.tsx'
import { LookAlikes } from '#web/features/analysis/shared/look-alikes.tsx'
import { PhotoReading } from '#web/features/analysis/shared/photo-reading.tsx'
import { DeclaredBlock } from '#web/features/purchase-request/shared/biz/declared-block.tsx'
import { useBadges } from '#web/features/purchase-request/shared/biz/use-badges.ts'
import { NoticeHits } from '#web/features/stolen-notice/shared/notice-hits.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConflictPutOff } from '#web/ui/conflict-put-off.tsx'
import { Loading } from '#web/ui/loading.tsx'
import type { Mark } from '#web/ui/marked-photo.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { RefusedPanel } from '#web/ui/refused-panel.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { BenchActs } from './bench-acts.tsx'
import { BenchConflict } from './bench-conflict.tsx'
import { errorsOf } from './bench-errors.ts'
import { BenchEvidence } from './bench-evidence.tsx'
import { BenchForm } from './bench-form.tsx'
import { Frame } from './bench-frame.ts'
import { BenchHeader } from './bench-header.tsx'
import { BenchItems } from './bench-items.tsx'
import { BenchPhotos } from './bench-photos.tsx'
import { missingOf, shownPrice } from './bench-price.ts'
import { DisputedNotice, OtherAssessorNotice } from './bench-publication.tsx'
import { BenchSheets } from './bench-sheets.tsx'
import { suggestedLabel } from './bench-suggestions.ts'
import { insertComment } from './comment-field.tsx'
import type { DeductionEditing } from './deduction-drafts.ts'
import { NamedPrice } from './named-price.tsx'
import { usePrefetchBox } from './prefetch-box.ts'
import type { BenchRequest } from './use-bench-items.ts'
import { useBenchKeys } from './use-bench-keys.ts'
import { useBenchWork } from './use-bench-work.ts'

export function Bench({ request }: { request: BenchRequest }) {
  usePrefetchBox(request)
  const work = useBenchWork(request)
  const { queue, state, rows, slug, query, entry, view, photos, sheet, setSheet, unchosen } = work
  const { deduction, tried, refs, file, readOnly, figures, edit, send } = work
  const { evidence, evidenceRead, standard, suggested, known, finish, takeBack, online } = work
  const actions = useBenchKeys(work)
  const conflict = useBadges(request)
  const numbers = work.suggestions.find(({ field }) => field === 'product_number')
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
        {view && (
          <NamedPrice
            key={`named-${slug}`}
            slug={slug}
            price={figures && !figures.below ? withoutUplift(figures) : null}
            readOnly={readOnly}
          />
        )}
        {work.reading && <PhotoReading analysis={work.reading} />}
        {numbers && (
          <Card>
            <CandidateList
              key={slug}
              label={suggestedLabel.product_number}
              candidates={numbers.all}
              onConfirm={work.confirmSuggested}
              onNone={() => work.rejectSuggested('product_number')}
            />
          </Card>
        )}
        <LookAlikes slug={slug} hasPhotos={(view?.photos.length ?? 0) > 0} />
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
          suggestions={work.suggestions}
          onSuggested={work.confirmSuggested}
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
