import { useSyncExternalStore } from 'react'

export type ScanMessage = {
  code: string
  tone: 'asking' | 'found' | 'unknown'
  title: string
  detail: string
  act?: { label: string; key: 'Enter' | 'KeyZ'; run: () => unknown }
}

let message: ScanMessage | undefined
const listeners = new Set<() => void>()

export function showScanMessage(next: ScanMessage | undefined): void {
  message = next
  for (const listener of listeners) listener()
}

export const useScanMessage = (): ScanMessage | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => message,
  )
