import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useScanner } from '#web/ui/use-scanner.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { useGoTo } from './use-go-to.ts'

const go = vi.fn()
const grade = vi.fn()
const onCode = vi.fn()
let at = 0

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const wayTo = (code: string) => (code === 'KeyR' ? () => go(code) : undefined)

function Places({ asked = false }: { asked?: boolean }) {
  useGoTo(wayTo)
  return asked ? <div role="dialog" aria-modal="true" /> : <input aria-label="memo" />
}

function Bench() {
  useGoTo(wayTo)
  useScanner(onCode)
  useShortcuts([{ code: 'KeyE', label: 'グレード', run: grade }])
  return null
}

/** A key some milliseconds after the last one. */
function press(code: string, gap = 200, more: KeyboardEventInit = {}) {
  at += gap
  act(() => vi.advanceTimersByTime(gap))
  const event = new KeyboardEvent('keydown', { code, bubbles: true, cancelable: true, ...more })
  Object.defineProperty(event, 'timeStamp', { value: at })
  fireEvent(document.body, event)
}
const settle = () => act(() => vi.advanceTimersByTime(100))

it('leads to a place by G and its letter', () => {
  render(<Places />)
  press('KeyG')
  press('KeyR')
  expect(go).toHaveBeenCalledExactlyOnceWith('KeyR')
})

it('leads nowhere while a question is open, while the IME composes, or with a modifier', () => {
  const { rerender } = render(<Places asked />)
  press('KeyG')
  press('KeyR')
  rerender(<Places />)
  press('KeyG', 200, { isComposing: true })
  press('KeyR')
  press('KeyG', 200, { ctrlKey: true })
  press('KeyR')
  expect(go).not.toHaveBeenCalled()
})

it.each([
  ['inside the code', 'abgr7e2k9mgr4x1z'],
  ['at its start', 'grab7e2k9m4x1zqq'],
  ['at its end', 'ab7e2k9m4x1zqqgr'],
])('is not led away by a label with "gr" %s', (_where, slug) => {
  render(<Bench />)
  for (const letter of slug) press(/\d/.test(letter) ? `Digit${letter}` : `Key${letter.toUpperCase()}`, 5)
  press('Enter', 5)
  settle()
  expect(onCode).toHaveBeenCalledWith(slug.toUpperCase())
  expect(go).not.toHaveBeenCalled()
  expect(grade).not.toHaveBeenCalled()
})

it('is not led away by a scan that begins while the letter after G is awaited', () => {
  render(<Bench />)
  press('KeyG')
  settle()
  for (const code of ['KeyR', 'KeyA', 'KeyB', 'KeyC', 'Enter']) press(code, code === 'KeyR' ? 300 : 5)
  settle()
  expect(onCode).toHaveBeenCalledWith('RABC')
  expect(go).not.toHaveBeenCalled()
})

it('leads from where labels are scanned too, by keys of a hand', () => {
  render(<Bench />)
  press('KeyG')
  settle()
  press('KeyR')
  settle()
  expect(go).toHaveBeenCalledTimes(1)
})

it('is not led away by a scan where no code is awaited', () => {
  render(<Places />)
  for (const code of ['KeyG', 'KeyR', 'KeyA', 'Enter']) press(code, 5)
  settle()
  expect(go).not.toHaveBeenCalled()
})
