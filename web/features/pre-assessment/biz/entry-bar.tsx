import { Link } from '@tanstack/react-router'
import { labelOf } from '#contract/codes'
import { preAssessmentStateLabel } from '#contract/pre-assessment'
import { sentenceFor } from '#web/lib/errors.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Muted } from '#web/ui/page.tsx'
import { SaveState } from '#web/ui/save-state.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { numberOf, type PreAssessment, toneOf } from './pre-assessment-words.ts'
import type { Entry } from './use-entry.ts'

export function EntryBar({
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

export function Notices({ entry: { data, headState, id, head } }: { entry: Entry }) {
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
