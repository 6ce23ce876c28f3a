import { useEffect, useEffectEvent } from 'react'

/** Prints what is on the paper, once it is there. */
export function usePrintOnce(onDone: () => void): void {
  const end = useEffectEvent(onDone)
  useEffect(() => {
    const done = () => end()
    window.addEventListener('afterprint', done)
    const timer = setTimeout(() => window.print())
    return () => {
      clearTimeout(timer)
      window.removeEventListener('afterprint', done)
    }
  }, [])
}
