import { useEffect, useRef, useState } from 'react'
import { dropHeldCommand, isComposing, isTextField, runCommand, SCANNER_GAP_MS } from '#web/ui/keyboard.ts'
import { useShortcutsOn } from '#web/ui/use-shortcuts.ts'

const PATIENCE_MS = 1500

const isPlain = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && !isComposing(event)

/** Nobody walks away from an open question by a letter. */
const isAsked = (): boolean => document.querySelector('[aria-modal="true"]') !== null

/**
 * G and then a letter leads to a place. The second key is caught before the page gets it, so that a page's own
 * letters do not act as well. Codes on labels have these letters too: where one may be scanned, both keys are held
 * like any command until it is sure no scan goes on, and keys that follow faster than a hand can lead nowhere.
 * True while the second key is awaited.
 */
export function useGoTo(wayTo: (code: string) => (() => void) | undefined): boolean {
  const on = useShortcutsOn()
  const [waiting, setWaiting] = useState(false)
  const since = useRef(0)
  useEffect(() => {
    if (!on) return
    const press = (event: KeyboardEvent) => {
      // Whatever is held now is of an earlier key, which this one shows to be part of a scan.
      dropHeldCommand()
      if (!isPlain(event) || event.repeat || isTextField(event.target) || isAsked()) return
      if (waiting) {
        setWaiting(false)
        const go = event.timeStamp - since.current < SCANNER_GAP_MS ? undefined : wayTo(event.code)
        if (!go) return
        runCommand(go)
      } else if (event.code === 'KeyG') {
        since.current = event.timeStamp
        runCommand(() => setWaiting(true))
      } else return
      event.preventDefault()
      event.stopPropagation()
    }
    const timer = waiting ? setTimeout(() => setWaiting(false), PATIENCE_MS) : undefined
    window.addEventListener('keydown', press, { capture: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', press, { capture: true })
    }
  }, [on, waiting, wayTo])
  return waiting
}
