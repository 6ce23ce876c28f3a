import { isTextField } from './keyboard.ts'

const before = new WeakMap<Element, string>()

const writtenIn = (field: Element): string => (field as HTMLInputElement).value ?? field.textContent ?? ''

function onFocus({ target }: FocusEvent): void {
  if (target instanceof Element && isTextField(target) && !before.has(target))
    before.set(target, writtenIn(target))
}

export function watchTyping(): () => void {
  window.addEventListener('focusin', onFocus)
  return () => window.removeEventListener('focusin', onFocus)
}

/** Whether the open dialog has input that navigation would lose. */
export function hasTypedOver(): boolean {
  const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1)
  const fields = dialog?.querySelectorAll('input, textarea, select, [contenteditable="true"]') ?? []
  return [...fields].some((field) => before.has(field) && before.get(field) !== writtenIn(field))
}
