import { useEffect } from 'react'

/** Prints what is on the paper, once it is there. */
export function usePrintOnce(onDone: () => void): void {
  useEffect(() => {
    window.addEventListener('afterprint', onDone)
    const timer = setTimeout(() => window.print())
    return () => {
      clearTimeout(timer)
      window.removeEventListener('afterprint', onDone)
    }
  }, [onDone])
}
