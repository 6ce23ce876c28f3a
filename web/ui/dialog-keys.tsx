import type { RefObject } from 'react'
import { useShortcuts } from './use-shortcuts.ts'

/** Ctrl+Enter presses the next step's button from any field. Destructive actions have no shortcut. */
export function DialogKeys({ body }: { body: RefObject<HTMLElement | null> }) {
  const go = () => body.current?.querySelector<HTMLElement>('button[data-go]')
  useShortcuts([
    {
      code: 'Enter',
      ctrl: true,
      label: '進める',
      inFields: true,
      when: () => Boolean(go()),
      run: () => go()?.click(),
    },
  ])
  return null
}
