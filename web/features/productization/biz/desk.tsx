import { useState } from 'react'
import { productProblemLabel } from '#contract/product'
import { LabelSheet } from '#web/features/item/shared/label-sheet.tsx'
import { fieldErrors } from '#web/lib/errors.ts'
import { useOnline } from '#web/lib/online.ts'
import { ConflictPutOff } from '#web/ui/conflict-put-off.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { RefusedPanel } from '#web/ui/refused-panel.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { DeskConflict } from './desk-conflict.tsx'
import { DeskFoot } from './desk-foot.tsx'
import { DeskForm } from './desk-form.tsx'
import { Frame } from './desk-frame.ts'
import { DeskHeader } from './desk-header.tsx'
import { DeskQueue } from './desk-queue.tsx'
import { goTo } from './field-places.ts'
import { FinishedNotice } from './finished-notice.tsx'
import { LockNotice } from './lock-notice.tsx'
import { PhotoDesk } from './photo-desk.tsx'
import { gapsOf, type Lock } from './product-facts.ts'
import { type Product, titleOf } from './product-types.ts'
import { ShopPreview } from './shop-preview.tsx'
import { type Desk as DeskState, useDesk } from './use-desk.ts'
import { useDeskKeys } from './use-desk-keys.ts'

const notes: Readonly<Record<Lock, string>> = {
  finished: '商品化完了',
  sold: '販売済み・見るだけ',
  held: '保留中・見るだけ',
  gone: '見るだけ',
}

/** What the server refused, and what Ctrl+Enter found missing, at the fields. */
function errorsOf({ view, entry, tried, slug }: DeskState): Readonly<Record<string, string>> {
  const { problem } = entry ?? {}
  const refused = problem?.kind === 'refused' ? fieldErrors(problem.error) : {}
  const gaps = view && tried === slug ? gapsOf(view) : []
  return {
    ...Object.fromEntries(Object.entries(refused).map(([field, said]) => [field, said.join(' ')])),
    ...Object.fromEntries(gaps.map(({ place, label }) => [place, missingWord(label)])),
  }
}

const missingWord = (label: string) =>
  label === productProblemLabel.sales_channel ? '販路を選んでください' : `${label}を入力してください`

export function Desk() {
  const desk = useDesk()
  const { queue, state, slug, view, entry, lock, query, rows, list, selection } = desk
  const [sheet, setSheet] = useState<'preview' | 'label'>()
  const [putOff, setPutOff] = useState<readonly unknown[]>([])
  const online = useOnline()
  useDeskKeys(desk, { onPreview: () => setSheet('preview'), onLabel: () => setSheet('label') })
  const nextRow = rows.find((row) => row.slug === desk.next)
  return (
    <Frame id="main" data-offline={online ? undefined : ''}>
      <DeskHeader
        product={view}
        note={lock && notes[lock]}
        state={state}
        finishedToday={desk.finishedToday}
        onTakeBack={desk.takeBack}
        onRetry={queue.retryAll}
      />
      <DeskQueue
        rows={rows}
        total={list.read.data?.count ?? rows.length}
        slug={slug}
        stages={desk.stages}
        stage={list.query.stage}
        onStage={desk.setStage}
        onPick={selection.pick}
      />
      {!view ? (
        <section className="form" style={{ padding: 16 }}>
          {query.error ? <Failed state={query} /> : <Loading skeleton={<FormSkeleton />} />}
        </section>
      ) : (
        <>
          <div className="centre">
            <PhotoDesk key={slug} product={view} readOnly={lock !== undefined} />
          </div>
          <DeskForm
            key={`form-${slug}`}
            product={view}
            edit={desk.edit}
            readOnly={lock !== undefined}
            errors={errorsOf(desk)}
            unchosen={desk.unchosen}
            costs={desk.costs}
            evidence={desk.evidence}
            notice={
              <>
                {lock && (
                  <LockNotice
                    lock={lock}
                    request={view.request}
                    slug={slug}
                    onReopen={() => desk.reopen(slug)}
                  />
                )}
                {entry?.problem?.kind === 'conflict' && (
                  <ConflictPutOff
                    onOpen={() => setPutOff(putOff.filter((problem) => problem !== entry.problem))}
                  />
                )}
                {entry?.problem?.kind === 'refused' && (
                  <RefusedPanel error={entry.problem.error} onDiscard={() => queue.discard(slug)} />
                )}
              </>
            }
          />
          <aside className="look" aria-label="お店での見え方">
            <ShopPreview product={view} />
          </aside>
          <div className="foot">
            {desk.finished && (
              <FinishedNotice
                key={desk.finished.number}
                name={desk.finished.name}
                onBack={() => desk.finished && desk.reopen(desk.finished.slug)}
                onOver={desk.forgetFinished}
              />
            )}
            <DeskFoot
              product={view}
              lock={lock}
              next={nextRow && titleOf(nextRow)}
              onGo={goTo}
              onFinish={() => void desk.finish()}
              onReopen={() => desk.reopen(slug)}
              onPreview={() => setSheet('preview')}
            />
          </div>
        </>
      )}
      <DeskConflict
        state={state}
        queue={queue}
        closed={putOff}
        onClose={(problem) => setPutOff([...putOff, problem])}
      />
      {view && sheet && <Sheet sheet={sheet} product={view} onClose={() => setSheet(undefined)} />}
    </Frame>
  )
}

function Sheet({
  sheet,
  product,
  onClose,
}: {
  sheet: 'preview' | 'label'
  product: Product
  onClose: () => void
}) {
  if (sheet === 'preview')
    return (
      <Dialog open title={`${product.request}-${product.seq}`} onClose={onClose}>
        <ShopPreview product={product} />
      </Dialog>
    )
  return (
    <Dialog open wide title="商品ラベル" onClose={onClose}>
      <LabelSheet
        request={product.request}
        shopName={product.shopName}
        labels={[{ slug: product.slug, seq: product.seq, title: titleOf(product) }]}
        onClose={onClose}
      />
    </Dialog>
  )
}
