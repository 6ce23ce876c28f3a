import { useEffect, useState } from 'react'

const WAIT_MS = 250

/** A text as it was a moment ago, so that a search is made once for a word and not for each letter. */
export function useSettled(text: string, wait = WAIT_MS): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), wait)
    return () => clearTimeout(timer)
  }, [text, wait])
  return settled
}
