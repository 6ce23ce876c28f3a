import { type ReactNode, useEffect, useRef, useState } from 'react'
import { sentenceFor } from '#web/lib/errors.ts'
import { Notice } from './notice.tsx'
import { useShortcuts } from './use-shortcuts.ts'

export interface Undoable {
  sentence: string
  /** Resolves to what came of it. */
  undo?: () => Promise<string>
  hasFailed?: boolean
}

const SHOWN_MS = 10_000

type Tell = (next: Undoable | undefined) => void
type Props = { done: Undoable; onDone: Tell }

/** What was just done, with one way back for ten seconds: by the button or Ctrl+Z. The time stands still under the focus. */
function UndoNotice({ done, onDone }: Props) {
  const [isOver, setOver] = useState(false)
  const [isHeld, setHeld] = useState(false)
  const [pending, setPending] = useState(false)
  const running = useRef(false)
  const { undo } = done
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => setOver(true), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  const run = async () => {
    if (!undo || running.current) return
    running.current = true
    setPending(true)
    const next: Undoable = await undo().then(
      (sentence) => ({ sentence }),
      (error: unknown) => ({ sentence: sentenceFor(error), hasFailed: true }),
    )
    onDone(next)
  }
  const isOpen = undo !== undefined && !isOver
  useShortcuts([{ code: 'KeyZ', ctrl: true, label: '元に戻す', when: () => isOpen, run }])
  return (
    <Notice
      tone={done.hasFailed ? 'late' : 'ok'}
      role={done.hasFailed ? 'alert' : 'status'}
      actions={
        <>
          {isOpen && (
            <button
              type="button"
              disabled={pending}
              onFocus={() => setHeld(true)}
              onBlur={() => setHeld(false)}
              onClick={() => void run()}
            >
              元に戻す(Ctrl+Z)
            </button>
          )}
          <button type="button" disabled={pending} onClick={() => onDone(undefined)}>
            閉じる
          </button>
        </>
      }
    >
      {done.sentence}
    </Notice>
  )
}

/** The notice of what was done last, for a `BulkBar`; each act has ten seconds of its own. */
export function useUndoNotice(): { tell: Tell; notice: ReactNode } {
  const [told, setTold] = useState<{ done: Undoable; number: number }>()
  const tell: Tell = (done) => setTold((before) => done && { done, number: (before?.number ?? 0) + 1 })
  return { tell, notice: told && <UndoNotice key={told.number} done={told.done} onDone={tell} /> }
}
