import { useEffect, useState } from 'react'
import { Notice } from '#web/ui/notice.tsx'

const SHOWN_MS = 10_000

type Props = { name: string; onBack: () => void; onOver: () => void }

/** One way back for ten seconds; the time stands still under the focus. */
export function FinishedNotice({ name, onBack, onOver }: Props) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(onOver, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld, onOver])
  return (
    <Notice
      tone="ok"
      role="status"
      style={{ marginBottom: 8, padding: '6px 12px' }}
      actions={
        <button type="button" onFocus={() => setHeld(true)} onBlur={() => setHeld(false)} onClick={onBack}>
          元に戻す(Ctrl+Z)
        </button>
      }
    >
      {`${name} を出品待ちへ進めました。`}
    </Notice>
  )
}
