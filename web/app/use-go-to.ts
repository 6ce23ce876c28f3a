import { useEffect, useState } from 'react'
import { isComposing, isTextField } from '#web/ui/keyboard.ts'
import { useShortcutsOn } from '#web/ui/use-shortcuts.ts'

const PATIENCE_MS = 1500

const isPlain = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && !isComposing(event)

/** Nobody walks away from an open question by a letter. */
const isAsked = (): boolean => document.querySelector('[aria-modal="true"]') !== null

/**
 * G and then a letter leads to a place. The second key is caught before the page gets it, so that a page's own
 * letters do not act as well. True while the second key is awaited.
 */
export function useGoTo(go: (code: string) => boolean): boolean {
  const on = useShortcutsOn()
  const [waiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!on) return
    const press = (event: KeyboardEvent) => {
      if (!isPlain(event) || event.repeat || isTextField(event.target) || isAsked()) return
      if (waiting) {
        setWaiting(false)
        if (!go(event.code)) return
      } else if (event.code === 'KeyG') setWaiting(true)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    const timer = waiting ? setTimeout(() => setWaiting(false), PATIENCE_MS) : undefined
    window.addEventListener('keydown', press, { capture: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', press, { capture: true })
    }
  }, [on, waiting, go])
  return waiting
}
