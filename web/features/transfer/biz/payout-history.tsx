import { styled } from '@mui/material/styles'
import { formatDateTimeJa } from '#contract/day'
import { Card } from '#web/ui/card.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { Timeline, type TimelineStep } from '#web/ui/timeline.tsx'
import type { Act, Batch } from './payout-types.ts'

const names: Record<Act['act'], string> = {
  create: '作成',
  approve: '承認',
  export: 'ファイル作成',
  download: 'ダウンロード',
  send: '銀行へ送信',
  record_results: '結果の記録',
  record_returns: '資金返却の記録',
  cancel: '取り消し',
}

const way = ['approve', 'export', 'send', 'record_results'] as const

const nextAt = { draft: 0, approved: 1, exported: 2, sent: 3, closed: 4, canceled: 4 } as const

const Hash = styled('code')({ display: 'block', fontSize: 11, lineHeight: 1.5, overflowWrap: 'anywhere' })

/** `振込済 12件・組戻し 1件`, without zero counts. */
export const resultText = ({ paid, bounced }: Pick<Act, 'paid' | 'bounced'>): string =>
  [paid > 0 && `振込済 ${paid}件`, bounced > 0 && `組戻し ${bounced}件`].filter(Boolean).join('・')

function done(act: Act, index: number, batch: Batch): TimelineStep {
  return {
    key: `${act.act}-${index}`,
    title: (
      <>
        <b>{names[act.act]}</b> {act.by}
      </>
    ),
    body: (
      <>
        <time dateTime={act.at} style={{ display: 'block', textAlign: 'left' }}>
          {formatDateTimeJa(act.at)}
        </time>
        {act.act === 'record_results' && resultText(act)}
        {act.act === 'record_returns' && `資金返却 ${act.returned}件`}
        {act.act === 'export' && batch.fileSha256 && (
          <Hash>ファイルの照合番号(SHA-256) {batch.fileSha256}</Hash>
        )}
        {act.reason && `理由: ${act.reason}`}
      </>
    ),
  }
}

function open({ state, history }: Batch): TimelineStep[] {
  const next = nextAt[state]
  return way.slice(next).map((act, index) => {
    const isMore = act === 'record_results' && history.some((past) => past.act === act)
    return {
      key: `open-${act}`,
      title: `${isMore ? '残りの' : ''}${names[act]}${index === 0 ? 'を待っています' : ''}`,
      state: index === 0 ? 'now' : 'open',
    }
  })
}

export function PayoutHistory({ batch }: { batch: Batch }) {
  const steps = [...batch.history.map((act, index) => done(act, index, batch)), ...open(batch)]
  return (
    <Card>
      <Stack gap={12}>
        <h2 style={{ fontSize: 14, fontWeight: 700 }}>経過</h2>
        <Timeline label="経過" steps={steps} />
        <Muted style={{ fontSize: 12, lineHeight: 1.7 }}>
          この画面を開いたことも、担当者名と日時とともに記録されます。
        </Muted>
      </Stack>
    </Card>
  )
}
