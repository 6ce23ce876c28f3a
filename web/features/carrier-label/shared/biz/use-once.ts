import { useEffect, useRef } from 'react'

/** When the component appears, also where effects run twice. */
export function useOnce(run: () => void): void {
  const done = useRef(false)
  const latest = useRef(run)
  useEffect(() => {
    if (done.current) return
    done.current = true
    latest.current()
  }, [])
}
