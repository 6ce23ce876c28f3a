import { insertText, isTextField } from './keyboard.ts'
import type { KeyPress } from './shortcut-list.ts'

// A key that was held back goes the way it would have gone: the components see it, and then it does what the browser
// would have done with it.

const played = new WeakSet<Event>()

/** Keys played here have been looked at already. */
export const isPlayed = (event: Event): boolean => played.has(event)

/** Lets the components on the page see the key first; false when one of them took it. */
export function showKey(press: KeyPress): boolean {
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

/** To the next place of the page, or back to the one before, within an open dialog. */
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

/** Chooses by the first letters, as a closed list of the browser does. */
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

/** Does what the browser does with a key that nobody took. */
export function playKey({ code, key, ctrl, alt, shift }: KeyPress): void {
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
