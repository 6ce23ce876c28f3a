import { act, fireEvent } from '@testing-library/react'
import { isTextField } from './keyboard.ts'

type More = KeyboardEventInit & { keyCode?: number }

const PAUSE_MS = 200
let clock = 0

/** For tests: when the last key was pressed, by the clock of the page. */
export function setKeyClock(at: number): void {
  clock = at
}

/** For tests: a key some milliseconds after the last one by the keyboard's own time, sent to what has the focus. */
export function press(code: string, gap = 120, more: More = {}): boolean {
  // Whoever makes a pause presses the next key after what has come to the screen meanwhile.
  clock = Math.max(clock + gap, gap < PAUSE_MS ? 0 : performance.now())
  const key = more.key ?? (code.length === 1 ? code : keyOf(code))
  const event = new KeyboardEvent('keydown', { code, key, bubbles: true, cancelable: true, ...more })
  Object.defineProperty(event, 'timeStamp', { value: clock })
  if (more.keyCode !== undefined) Object.defineProperty(event, 'keyCode', { value: more.keyCode })
  return fireEvent(document.activeElement ?? document.body, event)
}

const keyOf = (code: string): string =>
  /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? { Minus: '-', Slash: '/', Space: ' ' }[code] ?? code

const codeOf = (character: string): string =>
  character === '-' ? 'Minus' : /\d/.test(character) ? `Digit${character}` : `Key${character.toUpperCase()}`

/** What a browser does with a letter that reached a field. */
function write(character: string): void {
  const field = document.activeElement
  if (!isTextField(field) || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement))
    return
  const { value, selectionStart, selectionEnd } = field
  const at = selectionStart ?? value.length
  fireEvent.input(field, {
    target: { value: value.slice(0, at) + character + value.slice(selectionEnd ?? at) },
  })
}

/** Types letters and digits one by one, as a hand does; those that nobody takes arrive in the field. */
export function typeKeys(text: string, gap = 120, more: More = {}): void {
  for (const character of text)
    if (press(codeOf(character), gap, { key: character, ...more })) write(character)
}

/** What a barcode scanner sends. */
export function scanKeys(
  text: string,
  { gap = 8, first = 200, ...more }: More & { gap?: number; first?: number } = {},
) {
  for (const [index, character] of [...text].entries()) {
    const passed = press(codeOf(character), index === 0 ? first : gap, { key: character, ...more })
    if (passed) write(character)
  }
  return press('Enter', gap, more)
}

/** Long enough for a key that was held back to be played. */
export const settle = (ms = 80) => act(() => new Promise((resolve) => setTimeout(resolve, ms)))
