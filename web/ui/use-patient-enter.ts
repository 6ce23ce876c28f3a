import { useEffect, useRef, useState } from 'react'

type Options = {
  text: string
  /** The result for exactly this text is there, or has failed. */
  ready: boolean
  take: () => void
  /** Repeats a failed lookup on Enter. */
  retry?: () => Promise<unknown>
  /** Queues keys typed after an Enter that waits. */
  hold?: (until: Promise<void>) => void
}

type Wait = { text: string; end: () => void; isAsking: boolean }

/**
 * Enter in a field with suggestions takes only a result for the current text; pressed too early, it waits for one.
 * Typing on cancels it.
 */
export function usePatientEnter({ text, ready, take, retry, hold }: Options) {
  const [wait, setWait] = useState<Wait>()
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  const isWaiting = wait?.text === text
  useEffect(() => {
    if (!wait) return
    if (wait.text === text && (!ready || wait.isAsking)) return
    setWait(undefined)
    if (wait.text === text) latest.current()
    wait.end()
  }, [wait, text, ready])
  const press = () => {
    if (ready && !retry) return take()
    const done = new Promise<void>((end) => setWait({ text, end, isAsking: retry !== undefined }))
    hold?.(done)
    void retry?.().finally(() => setTimeout(() => setWait((now) => now && { ...now, isAsking: false })))
  }
  const forget = () => {
    wait?.end()
    setWait(undefined)
  }
  return { isWaiting, press, forget }
}
