const TEXT_INPUTS = /^(?!button|checkbox|radio|submit|reset|range|color|file|image)/

export type TextBox = HTMLInputElement | HTMLTextAreaElement

const isTextBox = (target: EventTarget | null): target is TextBox =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && TEXT_INPUTS.test(target.type))

export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target instanceof HTMLSelectElement || isTextBox(target)
}

/** Old browsers mark composition only with key code 229. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

/** Focuses a field and selects its value, so that typing replaces it. */
export function enterField(field: HTMLElement | null | undefined): void {
  field?.focus()
  if (isTextBox(field ?? null)) (field as TextBox).select()
}

export function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

export function putText(field: TextBox, text: string): void {
  // React tracks the value, so it has to be set with the element's own setter.
  const prototype = Object.getPrototypeOf(field) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

export type Snapshot = { field: TextBox; text: string; start: number; end: number }

export function snapshotOf(field: Element | null): Snapshot | undefined {
  if (!isTextBox(field)) return undefined
  const { value, selectionStart, selectionEnd } = field
  return { field, text: value, start: selectionStart ?? value.length, end: selectionEnd ?? value.length }
}

export function restore({ field, text, start, end }: Snapshot): void {
  if (!field.isConnected) return
  putText(field, text)
  if (field.selectionStart !== null) field.setSelectionRange(start, end)
}

export function insertText(text: string): void {
  const field = document.activeElement
  // Keeps the browser's undo history where the command exists.
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
 * The character of a key by its place on a US keyboard, which scanners assume; with an active IME only `event.code` is
 * reliable. Undefined for other keys.
 */
export function scannedCharacter(event: KeyboardEvent): string | undefined {
  const { code, key, shiftKey } = event
  if (shiftKey && SHIFTED[code]) return SHIFTED[code]
  const known = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(code)?.[1] ?? PLAIN[code]
  return known ?? (key.length === 1 ? key.toUpperCase() : undefined)
}
