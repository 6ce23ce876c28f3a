import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { itemCalls } from '#contract/item'
import { useCall } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { Muted } from '#web/ui/page.tsx'
import { SaveState } from '#web/ui/save-state.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type QueueState, unsentCount } from './save-queue.ts'

type Props = {
  request: { id: number; customerName: string; shopName: string; items: readonly unknown[] }
  note: string | undefined
  state: QueueState
  allDone: boolean
  /** Undefined where nothing may be written. */
  onTakeBack: ((which: 'undo' | 'redo') => void) | undefined
  unsentPhotos: number
  onRetry: () => void
}

export function BenchHeader({ request, note, state, allDone, onTakeBack, unsentPhotos, onRetry }: Props) {
  return (
    <header>
      <h1>
        <Link to="/biz/requests/$id" params={{ id: String(request.id) }}>
          申し込み {request.id}
        </Link>{' '}
        の査定
      </h1>
      <Muted>{`${request.shopName} ・ ${request.customerName} 様 ・ ${request.items.length}点`}</Muted>
      {note && <StatusChip tone="wait">{note}</StatusChip>}
      <span className="end">
        <SaveState state={state} unsent={unsentCount(state)} photos={unsentPhotos} onRetry={onRetry} />
        {onTakeBack && state.undo > 0 && (
          <QuietButton size="small" onClick={() => onTakeBack('undo')}>
            元に戻す
          </QuietButton>
        )}
        {onTakeBack && state.redo > 0 && (
          <QuietButton size="small" onClick={() => onTakeBack('redo')}>
            やり直す
          </QuietButton>
        )}
        <OwnPace />
        <BoxTimer key={request.id} />
        {allDone && (
          <NextLink to="/biz/requests/$id/result" params={{ id: String(request.id) }} endIcon={<Kbd>F</Kbd>}>
            確認・公開へ進む
          </NextLink>
        )}
      </span>
    </header>
  )
}

const minutesText = (minutes: number | null) => (minutes === null ? '' : `1点 ${minutes}分`)

/** Of the person at the bench alone, and nothing to be judged by. */
function OwnPace() {
  const { data } = useCall(itemCalls.ownPace)
  if (!data || data.today === 0) return null
  const usual = [
    data.usualCount !== null && `${data.usualCount}点`,
    data.usualMinutes !== null && `1点 ${data.usualMinutes}分`,
  ].filter(Boolean)
  return (
    <Muted className="pace" title="自分の記録です。ほかの人には見えません。">
      {['今日', `${data.today}点`, minutesText(data.minutes)].filter(Boolean).join(' ')}
      {usual.length > 0 && `(ふだん ${usual.join(' ')})`}
    </Muted>
  )
}

function BoxTimer() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const start = Date.now()
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - start) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Muted style={{ fontVariantNumeric: 'tabular-nums' }}>
      この箱 {Math.floor(seconds / 60)}分{String(seconds % 60).padStart(2, '0')}秒
    </Muted>
  )
}
