import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { dropHeldCommand, isComposing, isTextField, runCommand } from './keyboard.ts'

export type Shortcut = {
  /** The place of the key, as `event.code` names it: KeyJ, Digit1, Slash, Enter. */
  code: string
  ctrl?: boolean
  shift?: boolean
  alt?: boolean
  /** What it does, for the list of keys. */
  label: string
  run: () => void
  /** Acts in text fields too; only sensible with Ctrl. */
  inFields?: boolean
  /** Acts again and again while it is held down, as steps along a list do. */
  repeats?: boolean
}

const OFF_ITEM = 'okuru.shortcuts.off'
const LEFT_ALONE = /^(F\d+|Convert|NonConvert|KanaMode|Lang\d|IntlRo|IntlYen)$/
const listeners = new Set<() => void>()

const isOff = (): boolean => {
  try {
    return window.localStorage.getItem(OFF_ITEM) === '1'
  } catch {
    return false
  }
}

/** Single keys disturb people who speak to their computer, so they can be switched off. */
export function setShortcutsOn(on: boolean): void {
  try {
    if (on) window.localStorage.removeItem(OFF_ITEM)
    else window.localStorage.setItem(OFF_ITEM, '1')
  } catch {
    return
  }
  for (const listener of listeners) listener()
}

export const useShortcutsOn = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => !isOff(),
    () => true,
  )

function matches(shortcut: Shortcut, event: KeyboardEvent): boolean {
  return (
    shortcut.code === event.code &&
    Boolean(shortcut.ctrl) === (event.ctrlKey || event.metaKey) &&
    Boolean(shortcut.shift) === event.shiftKey &&
    Boolean(shortcut.alt) === event.altKey
  )
}

/** The shortcut a key press means, or none: fields, the IME, the browser's keys and open dialogs come first. */
export function findShortcut(
  shortcuts: readonly Shortcut[],
  event: KeyboardEvent,
  on: boolean,
): Shortcut | undefined {
  if (event.defaultPrevented || isComposing(event) || LEFT_ALONE.test(event.code)) return undefined
  const found = shortcuts.find((shortcut) => matches(shortcut, event))
  if (!found) return undefined
  const withModifier = found.ctrl || found.alt
  if (!withModifier && (!on || (event.repeat && !found.repeats))) return undefined
  if (isTextField(event.target) && !found.inFields) return undefined
  if (document.querySelector('[aria-modal="true"]')) return undefined
  // Enter on a button or link presses that.
  if (
    found.code === 'Enter' &&
    !withModifier &&
    event.target instanceof Element &&
    event.target.closest('a,button')
  ) {
    return undefined
  }
  return found
}

type InUse = { current: readonly Shortcut[] }
const inUse = new Set<InUse>()

/** Every key that does something on the screen as it is, each once, for the list of keys. */
export function shortcutsInUse(): readonly Shortcut[] {
  const all = [...inUse].flatMap(({ current }) => current)
  return all.filter((one, index) => all.findIndex((other) => keyText(other) === keyText(one)) === index)
}

/**
 * Listens for keys as long as the component is there. The newest list is used without listening anew. Before the
 * screen is painted: whoever sees the screen may press at once.
 */
export function useShortcuts(shortcuts: readonly Shortcut[], enabled = true): void {
  const on = useShortcutsOn()
  const latest = useRef(shortcuts)
  useLayoutEffect(() => {
    latest.current = shortcuts
  })
  useLayoutEffect(() => {
    if (!enabled) return
    const press = (event: KeyboardEvent) => {
      // A key that follows at once was sent by a scanner: the one before it was no command either. A key that
      // a list inside this one has taken already is not such a key.
      if (!event.defaultPrevented) dropHeldCommand()
      const shortcut = findShortcut(latest.current, event, on)
      if (!shortcut) return
      event.preventDefault()
      if (shortcut.ctrl || shortcut.alt) shortcut.run()
      else runCommand(shortcut.run)
    }
    window.addEventListener('keydown', press)
    inUse.add(latest)
    return () => {
      inUse.delete(latest)
      dropHeldCommand()
      window.removeEventListener('keydown', press)
    }
  }, [enabled, on])
}

const NAMES: Readonly<Record<string, string>> = {
  Enter: '↵',
  Escape: 'Esc',
  Slash: '/',
  Semicolon: ';',
  Space: 'Space',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** How a shortcut is written on the screen: Ctrl ↵, ?, J. */
export function keyText({
  code,
  ctrl,
  shift,
  alt,
}: Pick<Shortcut, 'code' | 'ctrl' | 'shift' | 'alt'>): string {
  if (code === 'Slash' && shift) return '?'
  const key = NAMES[code] ?? code.replace(/^(Key|Digit)/, '')
  return [ctrl && 'Ctrl', alt && 'Alt', shift && 'Shift', key].filter(Boolean).join(' ')
}
