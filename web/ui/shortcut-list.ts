import type { RefObject } from 'react'

/** The answer of a command that has led to nothing. */
export const NOWHERE = Symbol('nowhere')

export type Shortcut = {
  /** The place of the key, as `event.code` names it: KeyJ, Digit1, Slash, Enter. */
  code: string
  /** The key pressed before it: G, and then this one. */
  after?: string
  ctrl?: boolean
  shift?: boolean
  alt?: boolean
  /** What it does, for the list of keys. */
  label: string
  /**
   * What is typed next is meant for what the command leads to: it waits for a promise, and is dropped when the command
   * answers NOWHERE, at once or by the promise.
   */
  run: () => unknown
  /** Acts in text fields too; only sensible with Ctrl. */
  inFields?: boolean
  /** Acts again and again while it is held down, as steps along a list do. */
  repeats?: boolean
  /** What it acts on is not on the screen yet. The key, and all that follow, are kept until it is. */
  waits?: boolean
  /** Acts in a dialog that is opened from here; on the page it is only listed. */
  elsewhere?: boolean
  /** Only there: while the focus is in a certain row, for example. */
  when?: () => boolean
}

/** A key as it was pressed. */
export type KeyPress = {
  code: string
  key: string
  ctrl: boolean
  shift: boolean
  alt: boolean
  repeat: boolean
  composing: boolean
  /** When the keyboard sent it. */
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
  } catch {
    // Without storage they stay on.
  }
}

/** The browser's and the IME's own keys. */
export const LEFT_ALONE = /^(F\d+|Convert|NonConvert|KanaMode|Lang\d|IntlRo|IntlYen)$/

/** The dialog that lies over everything, or the small panel or menu somebody is in. */
const overPage = (): Element | null =>
  [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ??
  document.activeElement?.closest('[popover], [role="menu"]') ??
  null

/** The lists that act now: what came to the screen last goes first, the frame around the pages last. */
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

/** Enter on a button or link presses that. */
const pressesButton = (press: KeyPress): boolean =>
  press.code === 'Enter' && !press.ctrl && !press.alt && Boolean(document.activeElement?.closest('a,button'))

/** The shortcut a key press means where the focus is now, or none. */
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
      // Leaving a field is no command anybody could speak by accident.
      !(single && isOff() && !shortcut.inFields) &&
      !(press.repeat && !shortcut.repeats) &&
      !(inField && !shortcut.inFields) &&
      !pressesButton(press) &&
      shortcut.when?.() !== false,
  )
}

/** Whether a shortcut of two keys begins with this one. */
export const isLead = (press: KeyPress): boolean =>
  !press.ctrl &&
  !press.alt &&
  !press.shift &&
  !press.composing &&
  !isOff() &&
  inForce().some(({ after }) => after === press.code)

/** Every key that does something on the screen as it is, each once, for the list of keys. */
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

/** How a shortcut is written on the screen: Ctrl ↵, ?, J, G R. */
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
