import { useEffect, useRef, useState } from 'react'

type Options = {
  /** What is written in the field. */
  text: string
  /** The answer for exactly this text has come, or has failed to. */
  ready: boolean
  /** Takes what was found, or says that there is nothing. */
  take: () => void
  /** The answer failed to come: Enter asks for it again by this. */
  retry?: () => Promise<unknown>
  /** Keeps what is typed behind an Enter that waits. */
  hold?: (until: Promise<void>) => void
}

type Wait = { text: string; end: () => void; isAsking: boolean }

/**
 * Enter in a field with suggestions. It takes only what was found for the text on the screen; pressed before that has
 * come, it is done as soon as it has. Typing on takes the Enter back.
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
    // In the next turn the new answer is known here, too.
    void retry?.().finally(() => setTimeout(() => setWait((now) => now && { ...now, isAsking: false })))
  }
  /** The field is being left or closed. */
  const forget = () => {
    wait?.end()
    setWait(undefined)
  }
  return { isWaiting, press, forget }
}
