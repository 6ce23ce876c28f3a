import { act, fireEvent } from '@testing-library/react'
import { isTextField } from './keyboard.ts'

type More = KeyboardEventInit & { keyCode?: number }

const PAUSE_MS = 200
let clock = 0

export function setKeyClock(at: number): void {
  clock = at
}

/** For tests: sends a key to the focused element, `gap` milliseconds after the last one by the keyboard's clock. */
export function press(code: string, gap = 120, more: More = {}): boolean {
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

/** Types letters and digits one by one; those that nobody handles arrive in the field. */
export function typeKeys(text: string, gap = 120, more: More = {}): void {
  for (const character of text)
    if (press(codeOf(character), gap, { key: character, ...more })) write(character)
}

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

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Long enough for a held key to be replayed; on a busy machine keys are held for longer. */
export const settle = (ms = 80) =>
  act(async () => {
    const start = performance.now()
    await sleep(ms)
    if (performance.now() - start > ms + 20) await sleep(400)
  })
