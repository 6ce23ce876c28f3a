import type { RefObject } from 'react'

/** The result of a command that led nowhere. */
export const NOWHERE = Symbol('nowhere')

export type Shortcut = {
  /** `event.code`: KeyJ, Digit1, Slash, Enter. */
  code: string
  after?: string
  ctrl?: boolean
  shift?: boolean
  alt?: boolean
  label: string
  /** Keys queue behind a returned promise; they are dropped when it resolves to NOWHERE. */
  run: () => unknown
  /**
   * Does the same at once, while the key may still be the first of a scan, and returns what takes it back; undefined when
   * it has to wait after all. Only for what is quick, and sends nothing by itself within the time of a scan.
   */
  runAhead?: () => (() => void) | undefined
  inFields?: boolean
  repeats?: boolean
  /** Its target is still loading: this key and all that follow are queued. */
  waits?: boolean
  elsewhere?: boolean
  /** Only active then, for example while the focus is in a certain row. */
  when?: () => boolean
}

export type KeyPress = {
  code: string
  key: string
  ctrl: boolean
  shift: boolean
  alt: boolean
  repeat: boolean
  composing: boolean
  at: number
}

export type Entry = {
  shortcuts: { current: readonly Shortcut[] }
  layer: RefObject<Element | null> | undefined
  everywhere: boolean
  overDialogs: boolean
}

export const entries = new Set<Entry>()

const OFF_ITEM = 'okuru.shortcuts.off'

export const isOff = (): boolean => {
  try {
    return window.localStorage.getItem(OFF_ITEM) === '1'
  } catch {
    return false
  }
}

export function switchOff(off: boolean): void {
  try {
    if (off) window.localStorage.setItem(OFF_ITEM, '1')
    else window.localStorage.removeItem(OFF_ITEM)
  } catch {}
}

export const LEFT_ALONE = /^(F\d+|Convert|NonConvert|KanaMode|Lang\d|IntlRo|IntlYen)$/

const overPage = (): Element | null =>
  [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ??
  document.activeElement?.closest('[popover], [role="menu"]') ??
  null

/** Active lists: the last mounted first, the shell's last. */
function inForce(): Shortcut[] {
  const over = overPage()
  return [...entries]
    .toReversed()
    .filter(({ layer, overDialogs }) => {
      if (overDialogs) return true
      const place = layer?.current
      return over ? Boolean(place && over.contains(place)) : !layer
    })
    .sort((one, other) => Number(one.everywhere) - Number(other.everywhere))
    .flatMap(({ shortcuts }) => shortcuts.current)
}

const matches = (shortcut: Shortcut, press: KeyPress): boolean =>
  shortcut.code === press.code &&
  Boolean(shortcut.ctrl) === press.ctrl &&
  Boolean(shortcut.shift) === press.shift &&
  Boolean(shortcut.alt) === press.alt

const pressesButton = (press: KeyPress): boolean =>
  press.code === 'Enter' && !press.ctrl && !press.alt && Boolean(document.activeElement?.closest('a,button'))

/** The shortcut a key press means at the current focus, or none. */
export function findShortcut(
  press: KeyPress,
  { inField, after }: { inField: boolean; after?: string },
): Shortcut | undefined {
  if (press.composing || LEFT_ALONE.test(press.code)) return undefined
  const single = !press.ctrl && !press.alt
  return inForce().find(
    (shortcut) =>
      matches(shortcut, press) &&
      !shortcut.elsewhere &&
      shortcut.after === after &&
      // Leaving a field cannot be spoken by accident, so it stays on with single keys off.
      !(single && isOff() && !shortcut.inFields) &&
      !(press.repeat && !shortcut.repeats) &&
      !(inField && !shortcut.inFields) &&
      !pressesButton(press) &&
      shortcut.when?.() !== false,
  )
}

export const isLead = (press: KeyPress): boolean =>
  !press.ctrl &&
  !press.alt &&
  !press.shift &&
  !press.composing &&
  !isOff() &&
  inForce().some(({ after }) => after === press.code)

/** Every key that is active on this screen, each once, for the key list. */
export function shortcutsInUse(): readonly Shortcut[] {
  const all = inForce()
  const isFirst = (one: Shortcut, index: number) =>
    all.findIndex((other) => !other.elsewhere && keyText(other) === keyText(one)) === index
  return all.filter((one, index) => one.elsewhere || isFirst(one, index))
}

const NAMES: Readonly<Record<string, string>> = {
  Enter: '↵',
  Escape: 'Esc',
  Slash: '/',
  Semicolon: ';',
  Comma: ',',
  Period: '.',
  Space: 'Space',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

const nameOf = (code: string): string => NAMES[code] ?? code.replace(/^(Key|Digit)/, '')

export function keyText({
  code,
  after,
  ctrl,
  shift,
  alt,
}: Pick<Shortcut, 'code' | 'after' | 'ctrl' | 'shift' | 'alt'>): string {
  if (code === 'Slash' && shift) return '?'
  return [ctrl && 'Ctrl', alt && 'Alt', shift && 'Shift', after && nameOf(after), nameOf(code)]
    .filter(Boolean)
    .join(' ')
}
