import { useCallback, useEffect, useRef, useState } from 'react'
import { isPlainObject } from './case.ts'
import { currentOwner, draftsOnScreen, makeDraftWriter, type StoredDraft, takeDraft } from './draft-store.ts'

export interface DraftOptions<T> {
  /** Raise it when the form's shape changes; older drafts are dropped. */
  version?: number
  omit?: readonly (keyof T & string)[]
}

export interface Draft<T> {
  value: T
  setValue: (next: T | ((previous: T) => T)) => void
  clear: () => void
  restored: boolean
}

function merged<T>(initial: T, stored: StoredDraft | undefined): T {
  if (!stored) return initial
  const { value } = stored
  return (isPlainObject(initial) && isPlainObject(value) ? { ...initial, ...value } : value) as T
}

/** Only what differs from the start: the stored value of a field left alone may change before the draft is taken up. */
function changesOf<T>(initial: T, value: T): unknown {
  if (!isPlainObject(initial) || !isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).filter(([key, each]) => JSON.stringify(each) !== JSON.stringify(initial[key])),
  )
}

/** Form state of an account, saved 300 ms after a change; survives reloads and expiry, not submit or sign-out. */
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
      writer.write(changesOf(start.initial, latest.current))
    },
    [writer, start],
  )
  const clear = useCallback(() => {
    writer.remove()
    latest.current = start.initial
    show(start.initial)
  }, [writer, start])

  return { value, setValue, clear, restored: start.restored }
}
