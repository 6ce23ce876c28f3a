const TEXT_INPUTS = /^(?!button|checkbox|radio|submit|reset|range|color|file|image)/

export type TextBox = HTMLInputElement | HTMLTextAreaElement

const isTextBox = (target: EventTarget | null): target is TextBox =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && TEXT_INPUTS.test(target.type))

export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target instanceof HTMLSelectElement || isTextBox(target)
}

/** While an IME composes, keys belong to it; old browsers only say so with the number 229. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

/** The field a key has led to: what stood in it is selected, so that typing replaces it. */
export function enterField(field: HTMLElement | null | undefined): void {
  field?.focus()
  if (isTextBox(field ?? null)) (field as TextBox).select()
}

export function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** Puts a text into a field as if it had been typed there. */
export function putText(field: TextBox, text: string): void {
  // React keeps its own note of the value, so it has to go through the setter of the element itself.
  const prototype = Object.getPrototypeOf(field) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** What stood in a text field at one moment. */
export type Snapshot = { field: TextBox; text: string; start: number; end: number }

export function snapshotOf(field: Element | null): Snapshot | undefined {
  if (!isTextBox(field)) return undefined
  const { value, selectionStart, selectionEnd } = field
  return { field, text: value, start: selectionStart ?? value.length, end: selectionEnd ?? value.length }
}

/** The field is again as it was, unless it is gone by now. */
export function restore({ field, text, start, end }: Snapshot): void {
  if (!field.isConnected) return
  putText(field, text)
  // Fields such as those for mail addresses have no caret to be placed.
  if (field.selectionStart !== null) field.setSelectionRange(start, end)
}

/** Types a text at the caret of the field that has the focus. */
export function insertText(text: string): void {
  const field = document.activeElement
  // Goes the browser's own way, so that it can be undone there. Not every browser has one.
  if (typeof document.execCommand === 'function' && document.execCommand('insertText', false, text)) return
  const before = snapshotOf(field)
  if (!before) return
  putText(before.field, before.text.slice(0, before.start) + text + before.text.slice(before.end))
  const caret = before.start + text.length
  if (before.field.selectionStart !== null) before.field.setSelectionRange(caret, caret)
}

const SHIFTED: Readonly<Record<string, string>> = { Minus: '_', Semicolon: ':', Slash: '?', Digit2: '@' }
const PLAIN: Readonly<Record<string, string>> = {
  Minus: '-',
  NumpadSubtract: '-',
  Period: '.',
  NumpadDecimal: '.',
  Slash: '/',
  NumpadDivide: '/',
  Semicolon: ';',
  Space: ' ',
}

/**
 * The character a scanner sends with this key, or undefined for a key that sends none: by its place on a US keyboard,
 * because that is what scanners take the computer's for, and because an IME that is on tells nothing but the place.
 */
export function scannedCharacter(event: KeyboardEvent): string | undefined {
  const { code, key, shiftKey } = event
  if (shiftKey && SHIFTED[code]) return SHIFTED[code]
  const known = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(code)?.[1] ?? PLAIN[code]
  // Signs of other labels, and keyboards on the air, which do not tell the place.
  return known ?? (key.length === 1 ? key.toUpperCase() : undefined)
}
