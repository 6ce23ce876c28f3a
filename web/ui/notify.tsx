import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { styleNonce } from '#web/app/theme/style-cache.tsx'

declare global {
  interface Window {
    __nonce__?: string
  }
}

type Host = ComponentType<{ subscribe: typeof subscribe }>

// Loaded with the first notification; until then notifications are queued.
const NotifyHost = lazy((): Promise<{ default: Host }> => {
  window.__nonce__ = styleNonce()
  return import('./notify-host.tsx').catch(() => ({ default: () => null }))
})

export type Notice = { message: string; variant: 'default' | 'success' | 'error'; key: string }

const waiting: Notice[] = []
let show: ((notice: Notice) => void) | undefined
let wake: (() => void) | undefined
let counter = 0

function subscribe(next: (notice: Notice) => void): () => void {
  show = next
  for (const notice of waiting.splice(0)) next(notice)
  return () => {
    show = undefined
  }
}

function send(message: string, variant: Notice['variant']): void {
  counter += 1
  const notice = { message, variant, key: `notice-${counter}` }
  if (show) show(notice)
  else {
    waiting.push(notice)
    wake?.()
  }
}

/** A notification is only an echo: the page itself must show the change too. */
export const notify = {
  done: (message: string): void => send(message, 'success'),
  info: (message: string): void => send(message, 'default'),
  failed: (message: string): void => send(message, 'error'),
}

export function Notifications() {
  const [needed, setNeeded] = useState(waiting.length > 0)
  useEffect(() => {
    wake = () => setNeeded(true)
    if (waiting.length > 0) setNeeded(true)
    return () => {
      wake = undefined
    }
  }, [])
  return needed ? (
    <Suspense fallback={null}>
      <NotifyHost subscribe={subscribe} />
    </Suspense>
  ) : null
}
