import { useState } from 'react'
import { companyCalls } from '#contract/company'
import { formatDateJa, tokyoDate } from '#contract/day'
import { isBeingAssessed } from '#contract/lifecycle'
import { mostAssigned, purchaseRequestCalls } from '#contract/purchase-request'
import { stepTogether } from '#contract/status-move'
import { formatCount } from '#contract/text'
import { BulkPublishDialog } from '#web/features/assessment/shared/biz/bulk-publish-dialog.tsx'
import { ask } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { BulkBar, useChooseAll } from '#web/ui/bulk-bar.tsx'
import { QuietButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { OnPaper } from '#web/ui/on-paper.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { type Undoable, useUndoNotice } from '#web/ui/undo-notice.tsx'
import { usePrintOnce } from '#web/ui/use-print-once.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { seesShop } from '../shared/biz/assessors.ts'
import { requestStatusText } from '../shared/biz/statuses.ts'
import type { BizRequestRow } from '../shared/biz/types.ts'
import { MoveManyDialog } from './move-many-dialog.tsx'
import { shippingText } from './request-columns.tsx'

type Props = {
  picked: readonly BizRequestRow[]
  /** How many the list finds. */
  total: number
  filter: object
  onAll: (rows: readonly BizRequestRow[]) => void
  /** Takes requests out of the choice, because something was done with them. */
  onDrop: (ids: readonly number[]) => void
  onClear: () => void
}

/** What can be done with several requests at once. A further act is a button here and a key. */
export function RequestBulk({ picked, total, filter, onAll, onDrop, onClear }: Props) {
  const [doing, setDoing] = useState<'assign' | 'move' | 'publish' | 'print'>()
  const { tell, notice } = useUndoNotice()
  const isAny = picked.length > 0
  const tooMany = picked.length > mostAssigned
  const mayMove = picked.some(({ status }) => stepTogether(status))
  const mayPublish = picked.some(({ status }) => isBeingAssessed(status))
  const all = useChooseAll({
    ...{ chosen: picked.length, total, most: mostAssigned, onRows: onAll },
    load: () => ask(purchaseRequestCalls.bizList, { query: { ...filter, page: 1, size: mostAssigned } }),
  })
  const assign = () => setDoing('assign')
  const print = () => setDoing('print')
  const close = () => setDoing(undefined)
  useShortcuts(
    [
      { code: 'KeyT', label: '選んだ申し込みの担当を決める', run: assign },
      { code: 'KeyP', label: '選んだ申し込みの一覧を印刷する', run: print },
    ],
    { enabled: isAny && !tooMany && doing === undefined },
  )
  return (
    <>
      <BulkBar count={picked.length} onClear={onClear} all={all} notice={notice}>
        <QuietButton size="small" disabled={tooMany} onClick={assign}>
          担当を決める
        </QuietButton>
        {mayMove && (
          <QuietButton size="small" disabled={tooMany} onClick={() => setDoing('move')}>
            次へ進める
          </QuietButton>
        )}
        {mayPublish && (
          <QuietButton size="small" disabled={tooMany} onClick={() => setDoing('publish')}>
            まとめて公開する
          </QuietButton>
        )}
        <QuietButton
          size="small"
          startIcon={<Icon name="print" size={16} />}
          disabled={tooMany}
          onClick={print}
        >
          一覧を印刷する
        </QuietButton>
        {tooMany && <Muted>一度に{mostAssigned}件までです。</Muted>}
      </BulkBar>
      {doing === 'assign' && (
        <AssignDialog
          picked={picked}
          onClose={close}
          onDone={(next) => {
            close()
            onClear()
            tell(next)
          }}
        />
      )}
      {doing === 'move' && <MoveManyDialog picked={picked} onClose={close} onMoved={onDrop} />}
      {doing === 'publish' && (
        <BulkPublishDialog requests={picked.map(({ id }) => id)} onClose={close} onPublished={onDrop} />
      )}
      {doing === 'print' && <PrintedList picked={picked} onDone={close} />}
    </>
  )
}

const numbers = (ids: readonly number[]): string => `申し込み${ids.join('、')}`

type AssignProps = Pick<Props, 'picked'> & { onClose: () => void; onDone: (done: Undoable) => void }

const NOBODY = '0'

function AssignDialog({ picked, onClose, onDone }: AssignProps) {
  const { data: assessors = [] } = useCall(companyCalls.assessors)
  const assign = useMutationOf(purchaseRequestCalls.assignMany, { rereadsOnError: true })
  const undo = useMutationOf(purchaseRequestCalls.undoAssignment, { rereadsOnError: true })
  const [chosen, setChosen] = useState('')
  const [problem, setProblem] = useState<string>()
  const able = assessors.filter((each) => picked.every(({ shop }) => seesShop(shop)(each)))
  const takeBack = async (act: number) => {
    const { changed, kept } = await undo.mutateAsync({ params: { id: act } })
    const back = changed.length > 0 ? `${formatCount(changed.length)}件の担当を元に戻しました。` : ''
    return kept.length > 0 ? `${back}${numbers(kept)}は、そのあとで変更されたため、戻していません。` : back
  }
  const send = async () => {
    if (chosen === '') return setProblem('担当を選んでください。')
    setProblem(undefined)
    const assessor = chosen === NOBODY ? null : Number(chosen)
    const requests = picked.map(({ id, version }) => ({ id, version }))
    try {
      const { act, changed, kept } = await assign.mutateAsync({ body: { requests, assessor } })
      const name = assessors.find(({ id }) => id === assessor)?.name
      const said = name === undefined ? '担当を外しました。' : `担当を${name}さんにしました。`
      const done = changed.length > 0 ? `${formatCount(changed.length)}件の${said}` : 'もうその担当です。'
      onDone({
        sentence:
          kept.length > 0
            ? `${changed.length > 0 ? done : ''}${numbers(kept)}は、ほかの人が変更したか、終わっているため、そのままです。`
            : done,
        ...(act !== null && { undo: () => takeBack(act) }),
      })
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }
  return (
    <ActDialog
      title={`${formatCount(picked.length)}件の担当を決める`}
      confirm="この担当にする"
      onClose={onClose}
      onConfirm={() => void send()}
      pending={assign.isPending}
    >
      <Stack gap={12}>
        <SelectField
          label="担当"
          autoFocus
          emptyLabel="選んでください"
          value={chosen}
          error={problem}
          onChange={(event) => setChosen(event.target.value)}
          options={[
            ...able.map(({ id, name }) => ({ value: String(id), label: name })),
            { value: NOBODY, label: '担当を外す' },
          ]}
        />
        {assessors.length > able.length && (
          <Muted>選んだ申し込みの店舗を見られない人は、ここに出ません。</Muted>
        )}
        <Muted>このあと10秒のあいだ、元に戻せます。</Muted>
      </Stack>
    </ActDialog>
  )
}

function PrintedList({ picked, onDone }: { picked: readonly BizRequestRow[]; onDone: () => void }) {
  usePrintOnce(onDone)
  return (
    <OnPaper page={{ size: 'A4', margin: '14mm' }}>
      <h1>申し込みの一覧</h1>
      <p>
        {formatDateJa(tokyoDate(new Date()))}・{formatCount(picked.length)}件
      </p>
      <table style={{ width: '100%', borderCollapse: 'collapse', fontSize: '10pt' }}>
        <thead>
          <tr>
            {['番号', 'お客さま', '状況', '点数', '集荷', '担当', ''].map((head) => (
              <th key={head} style={cell}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {picked.map((row) => (
            <tr key={row.id} style={{ breakInside: 'avoid' }}>
              <td style={cell}>{row.id}</td>
              <td style={cell}>{row.customerName} 様</td>
              <td style={cell}>{requestStatusText(row.status)}</td>
              <td style={cell}>{row.itemCount ?? '—'}</td>
              <td style={cell}>{shippingText(row)}</td>
              <td style={cell}>{row.assessorName ?? '—'}</td>
              <td style={{ ...cell, width: '8mm' }}>□</td>
            </tr>
          ))}
        </tbody>
      </table>
    </OnPaper>
  )
}

const cell = { padding: '1.8mm 2mm', borderBottom: '0.2mm solid #000000', textAlign: 'start' } as const
