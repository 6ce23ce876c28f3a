import { isTextField } from './keyboard.ts'

/** What stood in a field when somebody came to it first. */
const before = new WeakMap<Element, string>()

const writtenIn = (field: Element): string => (field as HTMLInputElement).value ?? field.textContent ?? ''

function onFocus({ target }: FocusEvent): void {
  if (target instanceof Element && isTextField(target) && !before.has(target))
    before.set(target, writtenIn(target))
}

/** Begins to remember; the back office does as long as it is on the screen. */
export function watchTyping(): () => void {
  window.addEventListener('focusin', onFocus)
  return () => window.removeEventListener('focusin', onFocus)
}

/** Whether the dialog over the page has something typed in it, which would be lost by going elsewhere. */
export function hasTypedOver(): boolean {
  const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1)
  const fields = dialog?.querySelectorAll('input, textarea, select, [contenteditable="true"]') ?? []
  return [...fields].some((field) => before.has(field) && before.get(field) !== writtenIn(field))
}
