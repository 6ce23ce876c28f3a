import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useGoTo } from './use-go-to.ts'

afterEach(cleanup)

function Places({ go, asked = false }: { go: (code: string) => boolean; asked?: boolean }) {
  useGoTo(go)
  return asked ? <div role="dialog" aria-modal="true" /> : <input aria-label="memo" />
}

const press = (code: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.body, { code, ...more })

it('leads to a place by G and its letter', () => {
  const go = vi.fn(() => true)
  render(<Places go={go} />)
  press('KeyG')
  press('KeyR')
  expect(go).toHaveBeenCalledExactlyOnceWith('KeyR')
})

it('leads nowhere while a question is open, while the IME composes, or with a modifier', () => {
  const go = vi.fn(() => true)
  const { rerender } = render(<Places go={go} asked />)
  press('KeyG')
  press('KeyR')
  rerender(<Places go={go} />)
  press('KeyG', { isComposing: true })
  press('KeyR')
  press('KeyG', { ctrlKey: true })
  press('KeyR')
  expect(go).not.toHaveBeenCalled()
})
