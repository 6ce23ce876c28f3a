import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { QuietButton } from '#web/ui/button.tsx'
import { Muted } from '#web/ui/page.tsx'
import { SaveState } from '#web/ui/save-state.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type QueueState, unsentCount } from './product-queue.ts'
import { type Product, titleOf } from './product-types.ts'

type Props = {
  product: Product | undefined
  note: string | undefined
  state: QueueState
  finishedToday: number | undefined
  /** Undefined where nothing may be written. */
  onTakeBack: (which: 'undo' | 'redo') => void
  onRetry: () => void
}

export function DeskHeader({ product, note, state, finishedToday, onTakeBack, onRetry }: Props) {
  return (
    <header>
      <h1>
        <Link to="/biz/productization">商品化</Link>
        {product && `・${product.request}-${product.seq} ${titleOf(product)}`}
      </h1>
      {product && (
        <Muted>
          <Link to="/biz/bench/$id" params={{ id: String(product.request) }} search={{ item: product.slug }}>
            査定の記録
          </Link>
        </Muted>
      )}
      {note && <StatusChip tone="wait">{note}</StatusChip>}
      <span className="end">
        <SaveState state={state} unsent={unsentCount(state)} onRetry={onRetry} />
        {state.undo > 0 && (
          <QuietButton size="small" onClick={() => onTakeBack('undo')}>
            元に戻す
          </QuietButton>
        )}
        {state.redo > 0 && (
          <QuietButton size="small" onClick={() => onTakeBack('redo')}>
            やり直す
          </QuietButton>
        )}
        {product && <Timer key={product.slug} />}
        {finishedToday !== undefined && finishedToday > 0 && <Muted>{`今日 ${finishedToday}点`}</Muted>}
      </span>
    </header>
  )
}

function Timer() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const start = Date.now()
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - start) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Muted style={{ fontVariantNumeric: 'tabular-nums' }}>
      この商品 {Math.floor(seconds / 60)}分{String(seconds % 60).padStart(2, '0')}秒
    </Muted>
  )
}
