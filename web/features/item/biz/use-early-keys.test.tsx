import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { type BenchActions, benchShortcuts } from './bench-keys.ts'
import { useEarlyKeys } from './use-early-keys.ts'

const focus = vi.fn()
const step = vi.fn()
const setGrade = vi.fn()
const notBuyable = vi.fn()

type Props = { slug: string; onTable: boolean; grade?: BenchActions['grade'] }

function Bench({ slug, onTable, grade = null }: Props) {
  const act = { focus, step, setGrade, notBuyable, grade } as unknown as BenchActions
  useShortcuts(useEarlyKeys((early) => benchShortcuts(act, false, early), slug, onTable))
  return null
}

const press = (...codes: string[]) => {
  for (const code of codes) fireEvent.keyDown(document.body, { code })
}

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

it('does what was pressed before the piece was there, once it is', () => {
  const { rerender } = render(<Bench slug="a" onTable={false} />)
  press('KeyW', 'KeyB')
  expect(setGrade).not.toHaveBeenCalled()
  expect(focus).not.toHaveBeenCalled()
  rerender(<Bench slug="a" onTable />)
  expect(setGrade).toHaveBeenCalledExactlyOnceWith('A_2')
  expect(focus).toHaveBeenCalledExactlyOnceWith('brand')
  rerender(<Bench slug="a" onTable />)
  expect(focus).toHaveBeenCalledOnce()
  press('KeyE')
  expect(setGrade).toHaveBeenLastCalledWith('B_2')
})

it('takes what follows a key that leads into a field for text, not for commands', () => {
  const { rerender } = render(<Bench slug="a" onTable={false} />)
  press('KeyB', 'KeyN', 'KeyW')
  rerender(<Bench slug="a" onTable />)
  expect(focus).toHaveBeenCalledOnce()
  expect(notBuyable).not.toHaveBeenCalled()
  expect(setGrade).not.toHaveBeenCalled()
})

it('goes from piece to piece at once, and leaves behind what was meant for another', () => {
  const { rerender } = render(<Bench slug="a" onTable={false} />)
  press('KeyW', 'KeyJ')
  expect(step).toHaveBeenCalledExactlyOnceWith(1)
  rerender(<Bench slug="b" onTable={false} />)
  act(() => press('KeyE'))
  rerender(<Bench slug="b" onTable />)
  expect(setGrade).toHaveBeenCalledExactlyOnceWith('B_2')
})
