import { insertText, isTextField } from './keyboard.ts'
import type { KeyPress } from './shortcut-list.ts'

// A replayed key is dispatched to the components first, then gets the browser's default behaviour.

const played = new WeakSet<Event>()

export const isReplayed = (event: Event): boolean => played.has(event)

/** Dispatches the key to the page; false when a component handled it. */
export function dispatchKey(press: KeyPress): boolean {
  const { code, key, ctrl, shift, alt, repeat } = press
  const event = new KeyboardEvent('keydown', {
    code,
    key,
    ctrlKey: ctrl,
    shiftKey: shift,
    altKey: alt,
    repeat,
    bubbles: true,
    cancelable: true,
    composed: true,
  })
  played.add(event)
  return (document.activeElement ?? document.body).dispatchEvent(event)
}

const REACHABLE = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]'

function tab(back: boolean): void {
  const here = document.activeElement
  const within = here?.closest('[aria-modal="true"]') ?? document
  const places = [...within.querySelectorAll<HTMLElement>(REACHABLE)].filter(
    (place) => place.tabIndex >= 0 && !place.hasAttribute('disabled') && place.checkVisibility?.() !== false,
  )
  const at = places.indexOf(here as HTMLElement)
  const next = places.at((at + (back ? -1 : 1)) % places.length)
  next?.focus()
  if (next instanceof HTMLInputElement && isTextField(next)) next.select()
}

function choose(list: HTMLSelectElement, letter: string): void {
  const from = list.selectedIndex + 1
  const options = [...list.options]
  const found = [...options.slice(from), ...options.slice(0, from)].find(
    ({ label, disabled }) => !disabled && label.trim().toLowerCase().startsWith(letter.toLowerCase()),
  )
  if (!found || found.index === list.selectedIndex) return
  list.selectedIndex = found.index
  list.dispatchEvent(new Event('input', { bubbles: true }))
  list.dispatchEvent(new Event('change', { bubbles: true }))
}

function erase(target: Element, command: 'delete' | 'forwardDelete'): void {
  if (isTextField(target) && typeof document.execCommand === 'function') document.execCommand(command)
}

function enter(target: Element): void {
  if (target instanceof HTMLTextAreaElement) insertText('\n')
  else if (target instanceof HTMLInputElement) target.form?.requestSubmit()
  else target.closest<HTMLElement>('a, button, summary')?.click()
}

/** Imitates the browser's default behaviour for a key that nobody handled. */
export function replayKey({ code, key, ctrl, alt, shift }: KeyPress): void {
  const target = document.activeElement ?? document.body
  if (ctrl || alt) return
  if (code === 'Tab') tab(shift)
  else if (code === 'Enter' || code === 'NumpadEnter') enter(target)
  else if (code === 'Backspace') erase(target, 'delete')
  else if (code === 'Delete') erase(target, 'forwardDelete')
  else if (key.length !== 1) return
  else if (target instanceof HTMLSelectElement) choose(target, key)
  else if (isTextField(target)) insertText(key)
  else if (key === ' ') target.closest<HTMLElement>('button, summary, input')?.click()
}
