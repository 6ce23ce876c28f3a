import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

export type ScanMessage = {
  code: string
  tone: 'asking' | 'found' | 'unknown'
  title: string
  detail: string
  act?: { label: string; key: 'Enter' | 'KeyZ'; run: () => unknown }
}

let message: ScanMessage | undefined
const { subscribe, tell } = createListeners()

export function showScanMessage(next: ScanMessage | undefined): void {
  message = next
  tell()
}

export const useScanMessage = (): ScanMessage | undefined => useSyncExternalStore(subscribe, () => message)
