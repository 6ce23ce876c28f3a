import { useEffect, useState } from 'react'

const WAIT_MS = 250

/** Debounces a text, so that a search runs once per word. */
export function useSettled(text: string, wait = WAIT_MS): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), wait)
    return () => clearTimeout(timer)
  }, [text, wait])
  return settled
}
