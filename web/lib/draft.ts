import { useCallback, useEffect, useRef, useState } from 'react'
import { isPlainObject } from './case.ts'
import { currentOwner, draftsOnScreen, makeDraftWriter, type StoredDraft, takeDraft } from './draft-store.ts'

export interface DraftOptions<T> {
  /** Raised when the form's shape changes; older drafts are then dropped. */
  version?: number
  /** Fields never written down, such as passwords. */
  omit?: readonly (keyof T & string)[]
}

export interface Draft<T> {
  value: T
  setValue: (next: T | ((previous: T) => T)) => void
  /** Forgets the draft, for example after it was sent, and goes back to the initial value. */
  clear: () => void
  /** Whether the value began as something found from before. */
  restored: boolean
}

function merged<T>(initial: T, stored: StoredDraft | undefined): T {
  if (!stored) return initial
  const { value } = stored
  return (isPlainObject(initial) && isPlainObject(value) ? { ...initial, ...value } : value) as T
}

/**
 * A form's content that outlives reloads and expired sign-ins. It belongs to the signed-in account, is written
 * 300 ms after the last change, and goes away when it is sent or when the person signs out.
 */
export function useDraft<T>(key: string, initial: T, options: DraftOptions<T> = {}): Draft<T> {
  const { version = 1, omit = [] } = options
  const [start] = useState(() => {
    const owner = currentOwner()
    const stored = takeDraft(owner, key, version)
    return { initial, restored: stored !== undefined, value: merged(initial, stored), owner }
  })
  const [writer] = useState(() => makeDraftWriter(key, start.owner, version, omit))
  const [value, show] = useState(start.value)
  const latest = useRef(value)

  useEffect(() => {
    window.addEventListener('pagehide', writer.flush)
    document.addEventListener('visibilitychange', writer.flush)
    draftsOnScreen.add(writer.stop)
    return () => {
      writer.flush()
      draftsOnScreen.delete(writer.stop)
      window.removeEventListener('pagehide', writer.flush)
      document.removeEventListener('visibilitychange', writer.flush)
    }
  }, [writer])

  const setValue = useCallback(
    (next: T | ((previous: T) => T)) => {
      latest.current = typeof next === 'function' ? (next as (previous: T) => T)(latest.current) : next
      show(latest.current)
      writer.write(latest.current)
    },
    [writer],
  )
  const clear = useCallback(() => {
    writer.remove()
    latest.current = start.initial
    show(start.initial)
  }, [writer, start])

  return { value, setValue, clear, restored: start.restored }
}
