import { useEffect, useRef } from 'react'

export function useAttention<Element extends HTMLElement>(what: unknown) {
  const ref = useRef<Element>(null)
  useEffect(() => {
    if (!what) return
    ref.current?.scrollIntoView?.({ block: 'center' })
    ref.current?.focus({ preventScroll: true })
  }, [what])
  return ref
}
