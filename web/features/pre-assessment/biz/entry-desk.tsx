import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { labelOf } from '#contract/codes'
import {
  type PreAssessmentState,
  preAssessmentCalls,
  preAssessmentStateLabel,
} from '#contract/pre-assessment'
import { ask } from '#web/lib/ask.ts'
import { saveFile } from '#web/lib/download.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { reread } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Kbd, KeyWords } from '#web/ui/kbd.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Row as Line, Muted, useDocumentTitle } from '#web/ui/page.tsx'
import { SaveState } from '#web/ui/save-state.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useUndoNotice } from '#web/ui/undo-notice.tsx'
import { EntryConflict } from './entry-conflict.tsx'
import { EntryFoot } from './entry-foot.tsx'
import { Frame } from './entry-frame.ts'
import { EntryHead } from './entry-head.tsx'
import { EntryPaper } from './entry-paper.tsx'
import { assessmentQuery } from './entry-queues.ts'
import { EntryRows } from './entry-rows.tsx'
import { isBlank, type Row } from './entry-types.ts'
import { EntryWhy } from './entry-why.tsx'
import { HandDialog } from './hand-dialog.tsx'
import { numberOf, type PreAssessment, toneOf } from './pre-assessment-words.ts'
import { ProspectDialog } from './prospect-dialog.tsx'
import { SendDialog, UNSETTLED } from './send-dialog.tsx'
import type { Entry } from './use-entry.ts'
import { useEntryKeys } from './use-entry-keys.ts'

export type Sheet = 'prospect' | 'hand' | 'send' | 'paper'

/** What is done with the pre-assessment as a whole. */
function useActs(entry: Entry) {
  const { id, client, settled, data } = entry
  const navigate = useNavigate()
  const confirm = useConfirm()
  const attempt = async (act: () => Promise<unknown>) => {
    try {
      await act()
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
  }
  const move = async (state: PreAssessmentState, label: string) => {
    const body =
      data?.state === 'sent' && state === 'draft'
        ? 'お客さまに渡したリンクは使えなくなります。直したあと、もう一度渡してください。'
        : 'お客さまに渡した内容は、記録に残ります。'
    if (!(await confirm({ title: `「${label}」に進みますか?`, body, confirm: label }))) return
    await attempt(async () => {
      const { version } = await client.fetchQuery({ ...assessmentQuery(id), staleTime: 0 })
      const moved = await ask(preAssessmentCalls.updateAssessment, {
        params: { id },
        body: { version, state },
      })
      client.setQueryData(assessmentQuery(id).queryKey, moved)
      await reread(client, preAssessmentCalls.updateAssessment.changes)
    })
  }
  const pdf = () =>
    attempt(async () => {
      if (entry.unsent > 0 && (await settled()) === undefined) return notify.failed(UNSETTLED)
      const file: unknown = await ask(preAssessmentCalls.pdf, { params: { id } })
      saveFile(file as Blob, `${numberOf(id)}.pdf`)
    })
  const removeAll = async () => {
    const title = `${numberOf(id)} を消しますか?`
    if (!(await confirm({ title, body: '消したものは元に戻せません。', confirm: '消す', danger: true })))
      return
    await attempt(async () => {
      await ask(preAssessmentCalls.removeAssessment, { params: { id } })
      for (const { row } of entry.lines) entry.queue.forget(row.slug)
      await navigate({ to: '/biz/pre-assessments' })
      await reread(client, preAssessmentCalls.removeAssessment.changes)
    })
  }
  return { move, pdf, removeAll }
}

export function EntryDesk({ entry, data }: { entry: Entry; data: PreAssessment }) {
  const [sheet, setSheet] = useState<Sheet>()
  const { line, lines, isOpen, id, client, masters, prices } = entry
  const undo = useUndoNotice()
  const acts = useActs(entry)
  useDocumentTitle(`事前査定 ${numberOf(id)}`)
  const close = () => setSheet(undefined)
  const remove = async (row: Row) => {
    const isSaid = !isBlank(row)
    if (!(await entry.remove(row)) || !isSaid) return
    undo.tell({
      sentence: `${[row.brandName, row.categoryName].filter(Boolean).join(' ') || '品物'}を消しました。`,
      undo: async () => {
        entry.restore(row)
        return row.photos.length > 0 ? '元に戻しました。写真は入れ直してください。' : '元に戻しました。'
      },
    })
  }
  useEntryKeys(entry, { open: setSheet, pdf: acts.pdf, remove })
  useFirstRow(entry)
  const number = line ? lines.indexOf(line) + 1 : 0
  return (
    <Frame id="main">
      <EntryBar entry={entry} data={data} onRemoveAll={() => void acts.removeAll()} />
      <section className="centre" aria-label="品物の入力">
        <Notices entry={entry} />
        <EntryHead entry={entry} onProspect={() => setSheet('prospect')} />
        <Line gap={12}>
          <h2 style={{ fontSize: 16 }}>{`品物 ${lines.filter(({ row }) => !isBlank(row)).length}点`}</h2>
          {isOpen && (
            <KeyWords>
              <Kbd>Tab</Kbd> 次の欄 <Kbd>↵</Kbd> 次へ <Kbd>Ctrl D</Kbd> 同じ行をもう1つ <Kbd>Alt ⌫</Kbd> 消す
            </KeyWords>
          )}
        </Line>
        {undo.notice}
        <EntryRows entry={entry} onRemove={(row) => void remove(row)} />
        {isOpen && (
          <Line>
            <QuietButton
              startIcon={<Icon name="plus" size={16} />}
              onClick={entry.add}
              endIcon={<Kbd>N</Kbd>}
            >
              品物を足す
            </QuietButton>
          </Line>
        )}
        {masters.hasNoConditions && (
          <Notice tone="wait" title="状態がまだ登録されていません">
            管理者が「事前査定の設定」で状態と価格テンプレートを登録すると、目安が出ます。
          </Notice>
        )}
        {prices.hasFailed && (
          <Notice
            tone="late"
            role="alert"
            title="金額を調べられませんでした"
            actions={
              <button type="button" onClick={prices.retry}>
                もう一度調べる
              </button>
            }
          >
            入力した内容は残っています。つながると、続きから調べられます。
          </Notice>
        )}
      </section>
      <aside className="why" aria-label="根拠">
        <div>
          {line ? (
            <EntryWhy entry={entry} line={line} number={number} onHand={() => setSheet('hand')} />
          ) : (
            <Muted>品物の行をひらくと、金額の根拠と自社の買取実績がここに出ます。</Muted>
          )}
        </div>
      </aside>
      <div className="foot">
        <EntryFoot
          entry={entry}
          onSend={() => setSheet('send')}
          onPdf={() => void acts.pdf()}
          onPrint={() => setSheet('paper')}
          onMove={(to, label) => void acts.move(to, label)}
        />
      </div>
      <EntryConflict entry={entry} />
      {sheet === 'paper' && <EntryPaper entry={entry} onDone={close} />}
      {sheet === 'prospect' && (
        <ProspectDialog
          prospect={data.prospectDetail}
          onChoose={(prospect) => {
            entry.editHead({ prospect })
            void entry.head.flush(String(id))
          }}
          onClose={close}
        />
      )}
      {sheet === 'hand' && line && (
        <HandDialog
          title={[line.row.brandName, line.row.categoryName].filter(Boolean).join(' ')}
          hand={line.row.hand}
          band={{ low: line.named?.low ?? null, high: line.named?.high ?? null }}
          onHand={(hand) => entry.edit(line.row.slug, { hand })}
          onClose={close}
        />
      )}
      {sheet === 'send' && (
        <SendDialog
          data={data}
          settled={entry.settled}
          onSent={(sent) => {
            entry.close()
            client.setQueryData(assessmentQuery(id).queryKey, sent)
          }}
          onClose={close}
        />
      )}
    </Frame>
  )
}

/** A new pre-assessment begins in its first field. */
function useFirstRow({ isOpen, rows, add, query }: Entry): void {
  const isEmpty = isOpen && query.isSuccess && rows.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is nothing yet
  useEffect(() => {
    if (isEmpty) add()
  }, [isEmpty])
}

function EntryBar({
  entry,
  data,
  onRemoveAll,
}: {
  entry: Entry
  data: PreAssessment
  onRemoveAll: () => void
}) {
  const { state, headState, unsent, queue, head } = entry
  const both = {
    entries: { ...state.entries, ...headState.entries },
    offline: state.offline || headState.offline,
    savedAt: Math.max(state.savedAt ?? 0, headState.savedAt ?? 0) || null,
  }
  return (
    <header>
      <h1>
        <Link to="/biz/pre-assessments">事前査定</Link>
        {` ${numberOf(data.id)}`}
      </h1>
      <StatusChip tone={toneOf(data.state)}>{labelOf(preAssessmentStateLabel, data.state)}</StatusChip>
      <Muted>{data.shopName}</Muted>
      <span className="end">
        <SaveState
          state={both}
          unsent={unsent}
          onRetry={() => {
            queue.retryAll()
            head.retryAll()
          }}
        />
        {data.state === 'draft' && data.sentAt === null && (
          <QuietButton size="small" onClick={onRemoveAll}>
            この事前査定を消す
          </QuietButton>
        )}
      </span>
    </header>
  )
}

function Notices({ entry: { data, headState, id, head } }: { entry: Entry }) {
  const problem = headState.entries[String(id)]?.problem
  return (
    <>
      {problem?.kind === 'refused' && (
        <Notice
          tone="late"
          role="alert"
          title="受付の内容を保存できませんでした"
          actions={
            <button type="button" onClick={() => head.discard(String(id))}>
              直す前に戻す
            </button>
          }
        >
          {sentenceFor(problem.error)}
        </Notice>
      )}
      {data?.state === 'sent' && (
        <Notice title="お客さまにお渡し済みです">
          内容は変えられません。直すときは「内容を直す」を押してください。お渡ししたリンクは使えなくなります。
        </Notice>
      )}
    </>
  )
}
