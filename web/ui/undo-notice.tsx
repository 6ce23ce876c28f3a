import { useEffect, useRef, useState } from 'react'
import { problemIn } from '#web/lib/errors.ts'
import { Notice } from './notice.tsx'
import { useShortcuts } from './use-shortcuts.ts'

export interface Undoable {
  sentence: string
  /** Resolves to what came of it. */
  undo?: () => Promise<string>
}

const SHOWN_MS = 10_000

type Props = { done: Undoable; onDone: (next: Undoable | undefined) => void }

/** What was just done, with one way back for ten seconds: by the button or Ctrl+Z. The time stands still under the focus. */
export function UndoNotice({ done, onDone }: Props) {
  const [isOver, setOver] = useState(false)
  const [isHeld, setHeld] = useState(false)
  const [pending, setPending] = useState(false)
  const running = useRef(false)
  const { undo } = done
  // biome-ignore lint/correctness/useExhaustiveDependencies: another act has its own ten seconds.
  useEffect(() => setOver(false), [done])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another act has its own ten seconds.
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => setOver(true), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [done, isHeld])
  const run = async () => {
    if (!undo || running.current) return
    running.current = true
    setPending(true)
    const sentence = await undo().catch((error) => problemIn(error) ?? '')
    running.current = false
    setPending(false)
    onDone({ sentence })
  }
  const isOpen = undo !== undefined && !isOver
  useShortcuts([{ code: 'KeyZ', ctrl: true, label: '元に戻す', when: () => isOpen, run }])
  return (
    <Notice
      tone="ok"
      role="status"
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
