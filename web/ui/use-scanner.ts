import { useLayoutEffect, useRef } from 'react'
import { awaitScans, dropHeldCommand, isComposing, SCANNER_GAP_MS } from './keyboard.ts'

const LEAST_LENGTH = 4

/** The character a key gives on a US layout, which is what scanners send whatever the keyboard says. */
function characterOf(event: KeyboardEvent): string | undefined {
  const letter = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(event.code)?.[1]
  if (letter) return letter
  if (event.code === 'Minus' || event.code === 'NumpadSubtract') return event.shiftKey ? '_' : '-'
  return { Period: '.', Slash: '/', Semicolon: event.shiftKey ? ':' : ';', Space: ' ' }[event.code]
}

type Burst = { text: string; last: number }

/** Collects a burst of keys; returns the code when Enter ends one that only a machine can type. */
export function createScannerReader(): (event: KeyboardEvent) => string | undefined {
  let burst: Burst = { text: '', last: Number.NEGATIVE_INFINITY }
  return (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.code.startsWith('Shift')) return undefined
    const quick = event.timeStamp - burst.last < SCANNER_GAP_MS
    if (event.code === 'Enter' || event.code === 'NumpadEnter') {
      const { text } = burst
      burst = { text: '', last: Number.NEGATIVE_INFINITY }
      return quick && text.length >= LEAST_LENGTH ? text : undefined
    }
    const character = characterOf(event)
    burst = { text: character ? (quick ? burst.text : '') + character : '', last: event.timeStamp }
    return undefined
  }
}

/**
 * Reads a barcode scanner that types like a keyboard, wherever the focus is. Keys are read by place, so
 * it works while the IME is on: a scanner types the same keys, and only the IME makes kana of them. Listens before
 * the screen is painted, as the shortcuts do: whoever sees it may scan at once.
 */
export function useScanner(onCode: (code: string) => void, enabled = true): void {
  const latest = useRef(onCode)
  useLayoutEffect(() => {
    latest.current = onCode
  })
  useLayoutEffect(() => {
    if (!enabled) return
    const read = createScannerReader()
    const press = (event: KeyboardEvent) => {
      const code = read(event)
      if (code === undefined) return
      dropHeldCommand()
      // Enter that ends a scan must not also send the form or confirm a composition.
      event.preventDefault()
      if (!isComposing(event)) event.stopPropagation()
      latest.current(code)
    }
    const stop = awaitScans()
    window.addEventListener('keydown', press, true)
    return () => {
      stop()
      window.removeEventListener('keydown', press, true)
    }
  }, [enabled])
}
