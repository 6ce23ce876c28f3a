import { useEffect, useState } from 'react'
import { keyText, type Shortcut } from '#web/ui/use-shortcuts.ts'

/** After these keys comes text for a field, which is no command. */
const leadAway = new Set(['KeyB', 'KeyV', 'KeyD', 'KeyN', 'KeyH', 'Semicolon'])

const none: readonly Shortcut[] = []

/**
 * Keys pressed in the moment between two pieces are done in their order as soon as the piece is on the table, so
 * that quick hands lose none. Answers the shortcuts to listen for.
 */
export function useEarlyKeys(
  shortcutsWith: (early?: (shortcut: Shortcut) => void) => Shortcut[],
  slug: string,
  onTable: boolean,
): Shortcut[] {
  const [early, setEarly] = useState({ slug, keys: none })
  const wait = (shortcut: Shortcut) =>
    setEarly((before) => {
      const keys = before.slug === slug ? before.keys : none
      const led = keys.some(({ code }) => leadAway.has(code))
      return { slug, keys: led ? keys : [...keys, shortcut] }
    })
  const shortcuts = shortcutsWith(onTable ? undefined : wait)
  useEffect(() => {
    const [first, ...keys] = early.keys
    if (!first || !onTable) return
    // One at a time: what the next one does may depend on this one.
    setEarly({ slug, keys: early.slug === slug ? keys : none })
    if (early.slug === slug) shortcuts.find((one) => keyText(one) === keyText(first))?.run()
  })
  return shortcuts
}
