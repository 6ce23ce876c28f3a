import { useSyncExternalStore } from 'react'

export type Said = {
  code: string
  tone: 'asking' | 'found' | 'unknown'
  title: string
  detail: string
  act?: { label: string; key: 'Enter' | 'KeyZ'; run: () => unknown }
}

let said: Said | undefined
const listeners = new Set<() => void>()

export function say(next: Said | undefined): void {
  said = next
  for (const listener of listeners) listener()
}

export const useSaid = (): Said | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => said,
  )
